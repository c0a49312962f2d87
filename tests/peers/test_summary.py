"""The page's table: every target is in it with what it truly amounts to, and the page's counts are the table's."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.peers.__main__ import EPSILONS
from tests.peers.audits import Row
from tests.peers.libraries import LIBRARIES, targets
from tests.peers.writing import named, pair, shortly

PAGE = Path(__file__).with_name("README.md")


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
    return PAGE.read_text(encoding="utf-8")


@cache
def told() -> tuple[Told, ...]:
    lines = page().partition("## Summary")[2].splitlines()
    _, _, *rows = (line for line in lines if line.startswith("| "))
    return tuple(
        Told(tuple(each.replace("\\|", "|") for each in key), epsilon, text)
        for *key, half, one, three in (re.split(r"(?<!\\)\|", row)[1:-1] for row in rows)
        for epsilon, text in zip(EPSILONS, (half.strip(), one.strip(), three.strip()), strict=True)
    )


def wanted() -> Iterator[tuple[tuple[str, ...], str, Row]]:
    """Every audit that there is to be, as if nothing had been noticed in it."""
    for library in LIBRARIES.values():
        for each in targets(library):
            for epsilon in EPSILONS:
                row = Row(
                    library.package,
                    library.version,
                    each.randomizer,
                    dict(each.parameters),
                    each.promise,
                    epsilon,
                    each.one,
                    each.other,
                    pairs=0,
                    violated=False,
                    bound=None,
                    truth=each.truth(float(epsilon)) if each.truth else None,
                    event="",
                    command="",
                )
                yield (f"{row.library} {row.version}", named(row), row.promise, pair(row)), epsilon, row


def test_every_target_is_there_with_its_truth() -> None:
    found = {(tuple(part.strip() for part in each.key), each.epsilon): each.truth for each in told()}
    assert found == {(key, epsilon): shortly(row).partition("; ")[2] for key, epsilon, row in wanted()}


def test_the_counts_are_those_of_the_table() -> None:
    broken = {(key, epsilon) for key, epsilon, row in wanted() if row.expected}
    seen = {(tuple(part.strip() for part in each.key), each.epsilon) for each in told() if each.violated}
    assert seen <= broken, "nothing is called violated that is not"
    assert f"{len(told())} audits, {len(seen)} violations" in page()
    assert (
        f"Of the {len(broken)} audits of what is, {len(seen)} say so. The other {len(broken - seen)}"
        in " ".join(page().split())
    )
