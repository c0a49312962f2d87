"""Counts of outcomes with either of two inputs."""

from dataclasses import dataclass

import numpy as np

from ldproof.domains import settle
from ldproof.evidence.batch import COUNT
from ldproof.numbers import Array
from ldproof.rejections import Reason, Refused

MOST_OUTCOMES = 128
"""More are not told apart."""


@dataclass(frozen=True, slots=True)
class Table:
    """So many draws with the one input and with the other, and how often each of some outcomes came in either."""

    draws: int = 0
    others: int = 0
    outcomes: tuple[tuple[str, int, int], ...] = ()
    """In the order in which they first came; no draw with another outcome is among them."""

    def __post_init__(self) -> None:
        settle(self, draws=COUNT, others=COUNT)
        names = {name for name, _, _ in self.outcomes}
        ones, others = sum(one for _, one, _ in self.outcomes), sum(other for _, _, other in self.outcomes)
        least = min((min(one, other) for _, one, other in self.outcomes), default=0)
        if len(names) < len(self.outcomes) or ones > self.draws or others > self.others or least < 0:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{ones} and {others} outcomes in {self.draws} and {self.others} draws",
                "outcomes that differ, each with counts from 0, in no more than the draws",
            )

    def __add__(self, other: "Table") -> "Table":
        """Both together; where that are too many outcomes, the last ones are not told apart any more."""
        found = {name: (one, more) for name, one, more in self.outcomes}
        for name, one, more in other.outcomes:
            if name in found or len(found) < MOST_OUTCOMES:
                before = found.get(name, (0, 0))
                found[name] = before[0] + one, before[1] + more
        outcomes = tuple((name, *counts) for name, counts in found.items())
        return Table(self.draws + other.draws, self.others + other.others, outcomes)

    def counts(self) -> tuple[Array, Array]:
        """How often each outcome came with either input."""
        found = np.array([(one, other) for _, one, other in self.outcomes], dtype=float)
        return found[:, 0], found[:, 1]
