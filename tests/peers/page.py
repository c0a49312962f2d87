"""What the table at the end of README.md says of each audit."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.peers.audits import Row
from tests.peers.writing import named, pair

PAGE = Path(__file__).with_name("README.md")
EPSILONS = ("0.5", "1", "3")


@dataclass(frozen=True)
class Told:
    """What the table says of an audit."""

    key: tuple[str, ...]
    epsilon: str
    text: str

    @property
    def violated(self) -> bool:
        """Whether it was refuted."""
        return self.text.startswith("**violated**")

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
    lines = page().partition("## Summary")[2].splitlines()
    _, _, *rows = (line for line in lines if line.startswith("| "))
    return tuple(
        Told(tuple(each.strip().replace("\\|", "|") for each in key), epsilon, text.strip())
        for *key, half, one, three in (re.split(r"(?<!\\)\|", row)[1:-1] for row in rows)
        for epsilon, text in zip(EPSILONS, (half, one, three), strict=True)
    )


def key(row: Row) -> tuple[str, ...]:
    """Whose line in the table an audit is."""
    return f"{row.library} {row.version}", named(row), row.promise, pair(row)


def differs(row: Row) -> bool:
    """Whether the table has another verdict, or none."""
    return [row.violated] != [
        each.violated for each in told() if (each.key, each.epsilon) == (key(row), row.epsilon)
    ]
