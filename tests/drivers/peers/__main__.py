"""`make peers`, or `python -m tests.drivers.peers --help`, at the root of the project."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from ldproof.programs import Program
from ldproof.rejections import Refused
from tests.drivers.peers.audits import Row, audited
from tests.drivers.peers.environments import Library, Missing, NothingHere, make
from tests.drivers.peers.libraries import LIBRARIES, targets
from tests.drivers.peers.page import differs
from tests.drivers.peers.writing import COLUMNS, as_json, cells, line

MORE = 5
"""So many times as many draws where a library's code breaks its promise: some of that is hard to see."""


def main() -> int:
    """Print a row as each audit ends; the status is 1 if one could not be done, or has a wrong word."""
    asked = arguments()
    rows: list[Row] = []
    complaints: list[str] = []
    skipped: list[str] = []
    print(line(COLUMNS), line("---" for _ in COLUMNS), sep="\n")
    for library in (LIBRARIES[name] for name in asked.libraries or LIBRARIES):
        for found in audits(library, asked):
            if isinstance(found, Missing):
                bare = isinstance(found, NothingHere)
                (skipped if asked.page and bare else complaints).append(str(found))
            elif isinstance(found, str):
                complaints.append(found)
            else:
                rows.append(found)
                print(line(cells(found)), flush=True)
            if asked.json:
                asked.json.write_text(as_json(rows), encoding="utf-8")
    print()
    for row in rows:
        if row.violated != row.expected:
            what = "is not noticed" if row.expected else "IS CALLED VIOLATED AND IS NOT"
            print(f"{row.library} {row.version} {row.randomizer} at {row.epsilon} {what}")
        elif row.dependent:
            print(
                f"{row.library} {row.version} {row.randomizer} at {row.epsilon} IS CALLED NOT INDEPENDENT AND IS"
            )
    other = [row for row in rows if asked.page and differs(row)]
    for row in other:
        print(f"{row.library} {row.version} {row.randomizer} at {row.epsilon}: the page says otherwise")
    print(f"{len(rows)} audits, {sum(row.violated for row in rows)} violations")
    for each in skipped:
        print(f"skipped: {each}")
    print(*complaints, sep="\n", file=sys.stderr)
    nothing = not rows and not skipped
    wrong = any(row.dependent or (row.violated and not row.expected) for row in rows)
    return 1 if complaints or other or nothing or wrong else 0


def audits(library: Library, asked: Namespace) -> Iterator[Row | str | Missing]:
    """The rows of a library, and what could not be done."""
    try:
        make(library)
    except Missing as why:
        yield why
        return
    for target in targets(library):
        if not any(each in target.randomizer for each in asked.only or [""]):
            continue
        try:
            with Program(library.command) as program:
                for epsilon in asked.epsilon or target.epsilons:
                    most = asked.pairs * (MORE if target.broken(epsilon) else 1)
                    yield audited(library, program, target, epsilon, most, asked.alpha)
        except Refused as refusal:
            yield f"{library.package} {target.randomizer}: {refusal}"


def arguments() -> Namespace:
    """What is asked for."""
    parser = ArgumentParser(prog="python -m tests.drivers.peers", description="Audit libraries of others.")
    parser.add_argument(
        "libraries", nargs="*", choices=[*LIBRARIES, []], metavar="LIBRARY", help=", ".join(LIBRARIES)
    )
    parser.add_argument(
        "--pairs",
        type=int,
        default=20_000,
        help="draws from each input, at most (20000, and 5 times as many from what breaks its promise)",
    )
    parser.add_argument("--alpha", type=Fraction, default=Fraction(1, 10**6), help="of each audit (1e-6)")
    parser.add_argument(
        "--epsilon",
        action="append",
        metavar="E",
        help="instead of 0.5, 1 and 3, or those of them at which a target is audited",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="TEXT",
        help="randomizers with this in their names, or another such text",
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="fail where a verdict is not README.md's; skip a library where there is no registry to install it from",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything there")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
