"""The laws of Bin(K, p) + Bin(N - K, q) for every K, in floats whose error is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from ldproof.numbers import Array

DOUBT = 2.0**-30
"""How far a sum of probabilities may be off, relative to the larger of itself and the tail that is in question.

Only positive numbers are multiplied and added, so that the errors of single operations, 2^-53 each, add up: at most
20 N of them lie on the way to any sum, in whatever order it is formed. All that is dropped as dust is less.
"""

DUST = 2.0**-80
"""The part of the tail in question below which a single probability is dropped."""


@dataclass(frozen=True, slots=True)
class Masses:
    """The probabilities of neighbouring whole numbers; all others have next to none."""

    start: int
    of: Array

    def plus(self, other: "Masses", dust: float) -> "Masses":
        """The law of the sum of two independent numbers."""
        both = np.convolve(self.of, other.of)
        kept = np.flatnonzero(both >= dust)
        return Masses(self.start + other.start + int(kept[0]), both[kept[0] : kept[-1] + 1])


def laws(N: int, active: tuple[float, float], idle: tuple[float, float], tail: float) -> Iterator[Masses]:
    """The laws of the number of ones when 0, 1, ..., N people are active, from the probabilities of a 1 and of a 0."""
    dust = tail * DUST

    @cache
    def people(count: int, one: float, zero: float) -> Masses:
        if count == 1:
            return Masses(0, np.array([zero, one]))
        return people(count // 2, one, zero).plus(people(count - count // 2, one, zero), dust)

    def between(low: int, high: int, common: Masses) -> Iterator[Masses]:
        # All have in common that `low` people are active and N - high + 1 are idle.
        if high - low == 1:
            yield common
        else:
            middle = (low + high) // 2
            yield from between(low, middle, common.plus(people(high - middle, *idle), dust))
            yield from between(middle, high, common.plus(people(middle - low, *active), dust))

    yield from between(0, N + 1, Masses(0, np.array([1.0])))
