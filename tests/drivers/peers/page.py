"""The table at the end of README.md, which has a line for each randomizer; a later run's rows are brought into it."""

import re
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import TypeAlias

from ldproof.auditor import Verdict
from ldproof.programs import canonical_text
from tests.drivers.peers.audits import Row
from tests.drivers.peers.targets import EPSILONS

PAGE = Path(__file__).with_name("README.md")
SUMMARY = "## Summary\n"
VIOLATED = f"**{Verdict.REFUTED}**"
HEAD = ("library", "randomizer", "promise", "pair", *(f"epsilon {epsilon}" for epsilon in EPSILONS))

Table: TypeAlias = dict[tuple[str, ...], dict[str, str]]
"""What was found at each epsilon, by the first four cells of a line."""


def key(row: Row) -> tuple[str, ...]:
    """The first four cells of an audit's line."""
    library, target = row.library, row.target
    parameters = (f"{name}={text}" for name, text in target.parameters.items())
    delta = (f"delta={target.delta}",) if target.delta else ()
    return (
        library.title,
        ", ".join([target.randomizer, *parameters]),
        ", ".join([target.promise, *delta]),
        f"{canonical_text(target.one)} {canonical_text(target.other)}",
    )


def true_epsilon(row: Row) -> str:
    """Return the true epsilon in words; empty if it is the promise, or only known to be within it."""
    true = row.target.truth(float(row.epsilon)) if row.target.truth else None
    if true is None or true == float(row.epsilon):
        return ""
    return "unbounded" if true == inf else f"{true:.4g}"


def cell(row: Row) -> str:
    """The pairs that were drawn, the bound of a violation, and the true epsilon unless it is the promise."""
    text = f"not in {row.pairs}"
    if row.violated:
        bound = "?" if row.bound is None else f"{row.bound:.3g}"
        text = (
            f"**{Verdict.DEPENDENT if row.dependent else Verdict.REFUTED}** in {row.pairs}: {bound} or more"
        )
    return f"{text}; true: {true_epsilon(row)}" if true_epsilon(row) else text


def line(texts: Iterable[str]) -> str:
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def table(text: str) -> Table:
    _, _, *lines = (each for each in text.partition(SUMMARY)[2].splitlines() if each.startswith("| "))
    rows = ([each.strip().replace("\\|", "|") for each in re.split(r"(?<!\\)\|", row)[1:-1]] for row in lines)
    return {tuple(row[:4]): dict(zip(EPSILONS, row[4:], strict=True)) for row in rows}


def merged(text: str, later: Iterable[Row]) -> str:
    """A page with what was found later: in the lines that there are, and in new ones after its library's last."""
    lines = table(text)
    for row in later:
        lines.setdefault(key(row), dict.fromkeys(EPSILONS, ""))[row.epsilon] = cell(row)
    libraries = [*dict.fromkeys(library for library, *_ in lines)]
    body = sorted(
        ((*whose, *texts.values()) for whose, texts in lines.items()),
        key=lambda each: libraries.index(each[0]),
    )
    audits = [each for texts in lines.values() for each in texts.values() if each]
    violations = sum(each.startswith(VIOLATED) for each in audits)
    counted = f"{len(audits)} audits, {violations} violations; the pairs are draws from each input."
    summary = "\n".join(map(line, [HEAD, ["---"] * len(HEAD), *body]))
    return f"{text.partition(SUMMARY)[0]}{SUMMARY}\n{counted}\n\n{summary}\n"


def differs(row: Row, page: Table) -> bool:
    """Whether a page has another verdict, or none."""
    text = page.get(key(row), {}).get(row.epsilon, "")
    return not text or word(text) != word(cell(row))


def word(text: str) -> str:
    """The auditor's word in a cell."""
    return text.split("**")[1] if text.startswith("**") else Verdict.NOT_REFUTED
