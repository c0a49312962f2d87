"""The tables of the peers: a line for each audit, one for each randomizer in README.md, and JSON."""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from math import inf
from pathlib import Path

from ldproof.programs import canonical, value
from tests.peers.audits import Row

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
        row.promise,
        row.epsilon,
        pair(row),
        str(row.pairs),
        "violated" if row.violated else "not refuted",
        "" if row.bound is None else f"{row.bound:.3g}",
        truth(row.truth),
        row.event,
    )


def named(row: Row) -> str:
    """A randomizer with its parameters."""
    return ", ".join([row.randomizer, *(f"{key}={text}" for key, text in row.parameters.items())])


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


def summary(rows: Iterable[Row]) -> str:
    """A Markdown table with a line for each randomizer: what was found at each epsilon."""
    grouped: dict[tuple[str, ...], dict[str, Row]] = {}
    for each in rows:
        key = f"{each.library} {each.version}", named(each), each.promise, pair(each)
        grouped.setdefault(key, {})[each.epsilon] = each
    epsilons = [*dict.fromkeys(epsilon for found in grouped.values() for epsilon in found)]
    head = ("library", "randomizer", "promise", "pair", *(f"epsilon {epsilon}" for epsilon in epsilons))
    lines = (
        (*key, *(shortly(found[epsilon]) if epsilon in found else "" for epsilon in epsilons))
        for key, found in grouped.items()
    )
    return "\n".join(map(line, [head, ["---"] * len(head), *lines]))


def shortly(row: Row) -> str:
    """The pairs that were drawn, the bound of a violation, and what the code amounts to unless that is the promise."""
    amount = "" if row.truth is None or row.truth == float(row.epsilon) else f"; true: {truth(row.truth)}"
    if row.violated:
        bound = "?" if row.bound is None else f"{row.bound:.3g}"
        return f"**violated** in {row.pairs}: {bound} or more{amount}"
    return f"not in {row.pairs}{amount}"


if __name__ == "__main__":
    print(summary(row for file in sys.argv[1:] for row in of_json(Path(file).read_text(encoding="utf-8"))))
