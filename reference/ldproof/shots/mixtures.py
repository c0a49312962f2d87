"""The laws of Bin(K, p) + Bin(N - K, q) for every K, in floats whose error is known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.numbers import Array

Places = NDArray[np.intp]
Coin = tuple[float, float]
"""The probabilities of a 1 and of a 0."""

DOUBT = 2.0**-30
"""How far a sum of probabilities may be off, relative to the larger of itself and the tail that is in question.

Only positive numbers are multiplied and added, so that the errors of single operations, 2^-53 each, add up: at most
20 N of them lie on the way to any sum, in whatever order it is formed. All that is dropped as dust is less.
"""

DUST = 2.0**-80
"""The part of the tail in question below which a single probability is dropped."""

TOGETHER = 100
"""So many numbers of active people have most of their laws in common."""


@dataclass(frozen=True, slots=True)
class Masses:
    """The probabilities of neighbouring whole numbers; all others have next to none."""

    start: int
    of: Array

    def plus(self, other: "Masses", dust: float) -> "Masses":
        """The convolution: the law of the sum of two independent numbers, less its dust."""
        both = np.convolve(self.of, other.of)
        kept = np.flatnonzero(both >= dust)
        return Masses(self.start + other.start + int(kept[0]), both[kept[0] : kept[-1] + 1])


@dataclass(frozen=True, slots=True)
class Crowd:
    """The laws for some neighbouring numbers of active people: nearly everybody is in all of them."""

    active: Int64Array
    start: int
    """The least number of ones from those who are in all of them."""
    below: Array
    """The probabilities of fewer ones than `start`, `start` + 1, ... from them."""
    above: Array
    """And of so many or more."""
    others: Array
    """The probabilities of 0, 1, ... ones from the others, in a row for each number of active people."""

    def at_most(self, rows: Places, most: Int64Array) -> Array:
        """The probabilities of so many ones or fewer, in some of the rows."""
        return self._mixed(self.below, rows, most + 1)

    def at_least(self, rows: Places, least: Int64Array) -> Array:
        """The probabilities of so many ones or more, in some of the rows."""
        return self._mixed(self.above, rows, least)

    def _mixed(self, sums: Array, rows: Places, ones: Int64Array) -> Array:
        others = self.others[rows]
        places = ones[:, np.newaxis] - self.start - np.arange(others.shape[1])
        found: Array = (others * sums.take(places, mode="clip")).sum(axis=1)
        return found


def convolving(dust: float) -> Callable[[int, float, float], Masses]:
    """The laws of the ones from so many people alike, from the probabilities of a 1 and of a 0: each is computed once."""

    @cache
    def people(count: int, one: float, zero: float) -> Masses:
        if count <= 1:
            return Masses(0, np.array([zero, one] if count else [1.0]))
        return people(count // 2, one, zero).plus(people(count - count // 2, one, zero), dust)

    return people


def crowd(N: int, active: int, ones: tuple[Coin, Coin], tail: float) -> Crowd:
    """The law of the number of ones when so many people are active, from both kinds' probabilities of a 1 and of a 0."""
    dust = tail * DUST
    people = convolving(dust)
    first, second = ones
    both = people(active, *first).plus(people(N - active, *second), dust)
    return sharing(np.array([active]), both, np.array([[1.0]]))


def sharing(active: Int64Array, common: Masses, others: Array) -> Crowd:
    """The laws that have one in common, and those of the others."""
    below, above = np.cumsum(common.of), np.cumsum(common.of[::-1])[::-1]
    return Crowd(active, common.start, np.append(0.0, below), np.append(above, 0.0), others)


def crowds(N: int, active: Coin, idle: Coin, tail: float) -> Iterator[Crowd]:
    """The laws of the number of ones when 0, 1, ..., N people are active, from the probabilities of a 1 and of a 0."""
    dust = tail * DUST
    people = convolving(dust)

    @cache
    def mixed(count: int) -> Array:
        first, second = (powers(count, coin) for coin in (active, idle))
        return np.array([np.convolve(first[k], second[count - k]) for k in range(count + 1)])

    def between(low: int, high: int, common: Masses) -> Iterator[Crowd]:
        # All have in common that `low` people are active and N - high + 1 are idle.
        if high - low <= TOGETHER:
            yield sharing(np.arange(low, high), common, mixed(high - low - 1))
        else:
            middle = (low + high) // 2
            yield from between(low, middle, common.plus(people(high - middle, *idle), dust))
            yield from between(middle, high, common.plus(people(middle - low, *active), dust))

    yield from between(0, N + 1, Masses(0, np.array([1.0])))


def powers(count: int, coin: Coin) -> list[Array]:
    """The laws of the ones from 0, 1, ..., `count` people: convolution powers."""
    one, zero = coin
    found = [np.array([1.0])]
    for _ in range(count):
        found.append(np.convolve(found[-1], [zero, one]))
    return found
