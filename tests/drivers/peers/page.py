"""What the table at the end of README.md says of each audit; a later run's rows are brought into it."""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ldproof.audit import Verdict
from tests.drivers.peers.audits import Row
from tests.drivers.peers.targets import EPSILONS
from tests.drivers.peers.writing import Table, key, lines_of, read, summary, verdict

PAGE = Path(__file__).with_name("README.md")
SUMMARY = "## Summary\n"
VIOLATED = f"**{Verdict.REFUTED}**"


@dataclass(frozen=True)
class Told:
    """What the table says of an audit."""

    key: tuple[str, ...]
    epsilon: str
    text: str

    @property
    def verdict(self) -> str:
        """The auditor's word."""
        return self.text.split("**")[1] if self.text.startswith("**") else Verdict.NOT_REFUTED

    @property
    def truth(self) -> str:
        """What the code amounts to, unless that is the promise."""
        return self.text.partition("; ")[2]


@cache
def page() -> str:
    """All of it."""
    return PAGE.read_text(encoding="utf-8")


@cache
def told() -> tuple[Told, ...]:
    """Every audit in the table."""
    return tuple(
        Told(key, epsilon, text)
        for key, texts in table(page()).items()
        for epsilon, text in texts.items()
        if text
    )


def table(text: str) -> Table:
    """A page's summary."""
    _, _, *lines = (each for each in text.partition(SUMMARY)[2].splitlines() if each.startswith("| "))
    cells = (
        [each.strip().replace("\\|", "|") for each in re.split(r"(?<!\\)\|", row)[1:-1]] for row in lines
    )
    return {
        tuple(key): dict(zip(EPSILONS, (half, one, three), strict=True)) for *key, half, one, three in cells
    }


def merged(text: str, later: Iterable[Row]) -> str:
    """A page with what was found later: in the lines that there are, and in new ones after its library's last."""
    lines = table(text)
    for whose, texts in lines_of(later).items():
        lines[whose] = lines.get(whose, dict.fromkeys(EPSILONS, "")) | texts
    libraries = [*dict.fromkeys(library for library, *_ in lines)]
    lines = dict(sorted(lines.items(), key=lambda each: libraries.index(each[0][0])))
    audits = [each for texts in lines.values() for each in texts.values() if each]
    violations = sum(each.startswith(VIOLATED) for each in audits)
    counted = f"{len(audits)} audits, {violations} violations; the pairs are draws from each input."
    return f"{text.partition(SUMMARY)[0]}{SUMMARY}\n{counted}\n\n{summary(lines)}\n"


def differs(row: Row) -> bool:
    """Whether the table has another verdict, or none."""
    return [verdict(row)] != [
        each.verdict for each in told() if (each.key, each.epsilon) == (key(row), row.epsilon)
    ]


if __name__ == "__main__":
    PAGE.write_text(merged(page(), read(sys.argv[1:])), encoding="utf-8")
