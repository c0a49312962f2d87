"""The tables of the peers: a line for each audit, one for each randomizer in README.md, and JSON."""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import TypeAlias

from ldproof.audit import Verdict
from ldproof.programs import canonical, value
from tests.drivers.peers.audits import Row

COLUMNS = (
    "library",
    "version",
    "randomizer",
    "promise",
    "epsilon",
    "pair",
    "draws",
    "verdict",
    "certified",
    "by its code",
    "most revealing event",
)


def cells(row: Row) -> tuple[str, ...]:
    """The texts of an audit."""
    return (
        row.library,
        row.version,
        named(row),
        promised(row),
        row.epsilon,
        pair(row),
        str(row.pairs),
        verdict(row),
        "" if row.bound is None else f"{row.bound:.3g}",
        truth(row.truth),
        row.event,
    )


def verdict(row: Row) -> str:
    """Return the auditor's word."""
    if not row.violated:
        return Verdict.NOT_REFUTED
    return Verdict.DEPENDENT if row.dependent else Verdict.REFUTED


def named(row: Row) -> str:
    """A randomizer with its parameters."""
    return ", ".join([row.randomizer, *(f"{key}={text}" for key, text in row.parameters.items())])


def promised(row: Row) -> str:
    """The sentence that is audited, but for epsilon."""
    return f"{row.promise}, delta={row.delta}" if row.delta else row.promise


def pair(row: Row) -> str:
    """The inputs."""
    return f"{canonical(row.one)} {canonical(row.other)}"


def truth(epsilon: float | None) -> str:
    """What the code amounts to."""
    if epsilon is None:
        return "kept"
    return "unbounded" if epsilon == inf else f"{epsilon:.4g}"


def line(texts: Iterable[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def as_json(rows: Iterable[Row]) -> str:
    """All that is known; JSON has no number for an epsilon beyond all bounds."""
    plain = ({**asdict(row), "truth": "unbounded" if row.truth == inf else row.truth} for row in rows)
    return json.dumps([*plain], indent=1, allow_nan=False)


def of_json(text: str) -> list[Row]:
    """The rows that were written."""
    rows = []
    for each in json.loads(text):
        truth = inf if each["truth"] == "unbounded" else each["truth"]
        inputs = {side: value(each[side]) for side in ("one", "other")}
        rows.append(Row(**{**each, **inputs, "truth": truth}))
    return rows


def read(files: Iterable[str]) -> list[Row]:
    """The rows in some files."""
    return [row for file in files for row in of_json(Path(file).read_text(encoding="utf-8"))]


Table: TypeAlias = dict[tuple[str, ...], dict[str, str]]
"""Whose line it is, and what was found at each epsilon."""


def lines_of(rows: Iterable[Row]) -> Table:
    """A line for each randomizer."""
    lines: Table = {}
    for row in rows:
        lines.setdefault(key(row), {})[row.epsilon] = shortly(row)
    return lines


def key(row: Row) -> tuple[str, ...]:
    """Whose line an audit is in."""
    return f"{row.library} {row.version}", named(row), promised(row), pair(row)


def summary(lines: Table) -> str:
    """A Markdown table with them."""
    epsilons = [*dict.fromkeys(epsilon for texts in lines.values() for epsilon in texts)]
    head = ("library", "randomizer", "promise", "pair", *(f"epsilon {epsilon}" for epsilon in epsilons))
    body = ((*key, *(texts.get(epsilon, "") for epsilon in epsilons)) for key, texts in lines.items())
    return "\n".join(map(line, [head, ["---"] * len(head), *body]))


def shortly(row: Row) -> str:
    """The pairs that were drawn, the bound of a violation, and what the code amounts to unless that is the promise."""
    amount = "" if row.truth is None or row.truth == float(row.epsilon) else f"; true: {truth(row.truth)}"
    if row.violated:
        bound = "?" if row.bound is None else f"{row.bound:.3g}"
        return f"**{verdict(row)}** in {row.pairs}: {bound} or more{amount}"
    return f"not in {row.pairs}{amount}"


if __name__ == "__main__":
    print(summary(lines_of(read(sys.argv[1:]))))
