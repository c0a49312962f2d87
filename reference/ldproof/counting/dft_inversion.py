"""Inversion by DFT: two groups as Poisson numbers, and the circles that give a coefficient x^M y^(N-M)."""

from dataclasses import dataclass
from itertools import count
from math import exp, lgamma, log, pi

import numpy as np

from ldproof.numbers import Array

SMALL = 1e-10
"""The probability that each simplification may leave out."""


@dataclass(frozen=True, slots=True)
class Group:
    """People in the same state, each of whom reports in one of T rounds, and a 1 with probability `one`."""

    people: int
    T: int
    one: float

    def likely(self) -> float:
        """The logarithm of the probability that a Poisson number is its mean, if that is all the people."""
        n = self.people
        return n * log(n) - n - lgamma(n + 1) if n else 0.0

    def circle(self) -> int:
        """The points of the DFT on the circle: an odd number, and so many that aliases hardly count."""
        return next(n for n in count(1, 2) if self.alias(n) <= SMALL / 8) if self.people else 1

    def alias(self, n: int) -> float:
        """How likely the aliases people + n and people - n are against `people`; the farther ones add less again."""
        here, step = lgamma(self.people + 1), n * log(self.people)
        less = exp(here - lgamma(self.people - n + 1) - step) if n <= self.people else 0.0
        return exp(here - lgamma(self.people + n + 1) + step) + less

    def pull(self, turn: Array) -> Array:
        """The logarithm by which a turn makes the generating function of a round smaller, with its sign changed."""
        pulled: Array = self.people / self.T * (1 - np.cos(2 * pi * turn))
        return pulled

    def sent(self, turn: float) -> tuple[complex, complex]:
        """The mean numbers of ones and of zeros from them in a round, turned."""
        mean = self.people / self.T * complex(np.exp(2j * pi * turn))
        return mean * self.one, mean * (1 - self.one)


def significant_points(
    groups: tuple[Group, Group], circles: tuple[int, int], least: float
) -> list[tuple[int, int]]:
    """The DFT's points, one of each conjugate two, where an event's generating function in a round may reach a size.

    It is the mean of a turn X, |X| = 1, over the event. Along the mean's direction u only what is positive adds to it,
    (Re uX + |Re uX|)/2, and (Re uX)^2 = (1 + Re (uX)^2)/2: it is at most (|E X| + sqrt((1 + |E X^2|)/2))/2.
    """
    j = np.arange(circles[0] // 2 + 1)[:, np.newaxis]
    k = np.arange(-(circles[1] // 2), circles[1] // 2 + 1)

    def mean(power: int) -> Array:
        return np.exp(-groups[0].pull(power * j / circles[0]) - groups[1].pull(power * k / circles[1]))

    most = (mean(1) + np.sqrt((1 + mean(2)) / 2)) / 2
    rows, columns = np.nonzero((most >= least) & ((j > 0) | (k >= 0)))
    return list(zip(rows.tolist(), k[columns].tolist(), strict=True))


def sent(groups: tuple[Group, Group], turns: tuple[float, float]) -> list[complex]:
    """The mean numbers of ones and of zeros in a round, each group's part turned."""
    parts = [group.sent(turn) for group, turn in zip(groups, turns, strict=True)]
    return [sum(pair) for pair in zip(*parts, strict=True)]
