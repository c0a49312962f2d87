"""`make peers`, or `python -m tests.drivers.peers --help`, at the root of the project."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from fractions import Fraction

from ldproof.errors import Refused
from ldproof.programs import Program
from tests.drivers.peers.audits import Row, audited
from tests.drivers.peers.environments import LIBRARIES, Library, Missing, NothingHere, make
from tests.drivers.peers.page import PAGE, cell, differs, key, line, merged, table
from tests.drivers.peers.targets import MORE, PAIRS, pairs_at_most, targets_of_library


def main() -> int:
    """Print a row as each audit ends; the status is 1 if one could not be done, or has a wrong word."""
    asked, page = arguments(), PAGE.read_text(encoding="utf-8")
    rows: list[Row] = []
    wrong: list[str] = []
    skipped: list[str] = []
    for library in (LIBRARIES[name] for name in asked.libraries or LIBRARIES):
        for found in audits(library, asked):
            if isinstance(found, Row):
                rows.append(found)
                print(line([*key(found), f"epsilon {found.epsilon}", cell(found)]), flush=True)
                if asked.write:
                    PAGE.write_text(merged(page, rows), encoding="utf-8")
            else:
                bare = isinstance(found, NothingHere)
                (skipped if asked.page and bare else wrong).append(str(found))
    for row in rows:
        name = f"{row.library.title} {row.target.randomizer} at {row.epsilon}"
        if row.violated and not row.target.broken(row.epsilon):
            wrong.append(f"{name} is called violated and is not")
        elif not row.violated and row.target.broken(row.epsilon):
            print(f"{name} is not noticed")
        if row.dependent:
            wrong.append(f"{name} is called not independent and is")
        if asked.page and differs(row, table(page)):
            wrong.append(f"{name}: the page says otherwise")
    print(f"{len(rows)} audits, {sum(row.violated for row in rows)} violations")
    for each in skipped:
        print(f"skipped: {each}")
    print(*wrong, sep="\n", file=sys.stderr)
    return 1 if wrong or not (rows or skipped) else 0


def audits(library: Library, asked: Namespace) -> Iterator[Row | Exception]:
    """The rows of a library, and what could not be done."""
    try:
        make(library)
    except Missing as why:
        yield why
        return
    for target in targets_of_library(library.folder):
        if not any(each in target.randomizer for each in asked.only or [""]):
            continue
        try:
            with Program(library.command) as program:
                for epsilon in asked.epsilon or target.epsilons:
                    most = pairs_at_most(target, epsilon, asked.pairs)
                    yield audited(library, program, target, epsilon, most, asked.alpha)
        except Refused as refusal:
            yield RuntimeError(f"{library.package} {target.randomizer}: {refusal}")


def arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.drivers.peers", description="Audit libraries of others.")
    add = parser.add_argument
    add("libraries", nargs="*", choices=[*LIBRARIES, []], metavar="LIBRARY", help=", ".join(LIBRARIES))
    add(
        "--pairs",
        type=int,
        default=PAIRS,
        help=f"draws from each input ({PAIRS}; {MORE} times as many from broken code)",
    )
    add("--alpha", type=Fraction, default=Fraction(1, 10**6), help="of each audit (1e-6)")
    add("--epsilon", action="append", metavar="E", help="instead of those in the table of targets")
    add(
        "--only",
        action="append",
        metavar="TEXT",
        help="randomizers with this, or another such text, in their names",
    )
    add(
        "--page",
        action="store_true",
        help="fail where README.md has another verdict; skip a library without a registry",
    )
    add("--write", action="store_true", help="write the verdicts into README.md")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
