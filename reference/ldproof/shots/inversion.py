"""The exact tails of Phi turned round: the least error that is exceeded with probability beta at most.

For K of N people active, the ones are X = Bin(K, p) + Bin(N - K, q), and Phi is as far from K/N as X is from its mean.
Floats with a known error decide nearly everything here; certified tails decide the rest.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from ldproof.budget import Budget, Quantity, at_hand
from ldproof.numbers import Array, ball, least, like, precision, sign
from ldproof.rejections import Reason, Refused
from ldproof.shots.collector import threshold
from ldproof.shots.detection import SHORT, detected, into, kinds, settle
from ldproof.shots.formulas import estimate
from ldproof.shots.mixtures import DOUBT, Masses, laws
from ldproof.shots.parameters import Parameters
from ldproof.tails import Known

__all__ = ["alpha_exact"]

MOST_PEOPLE = 10**5
"""So many people take some seconds."""

LEAST_TAIL = Fraction(1, 10**250)
"""Smaller probabilities come too near to the least float."""

NEAR = 1e-6
"""Numbers of people that are nearer to each other are not told apart in floats."""

FINER = 128
"""Bits of a ball whose middle becomes a float."""


def alpha_exact(beta: Fraction, N: int, m: int, T: int, r: Fraction, budget: Budget) -> Quantity:
    """The infimum of all alpha with T max_phi Pr[|Phi - phi| >= alpha] <= beta, where phi = 0, 1/N, ..., 1.

    It is the largest error that is reached with a larger probability. So it is not one of these alpha, all larger
    ones are, and with `> alpha` for `>= alpha` it is the least.
    """
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large to invert tails", f"at most {MOST_PEOPLE} people"
        )
    if beta / T < LEAST_TAIL:
        raise Refused(Reason.OUT_OF_RANGE, "beta is too small to invert tails", "beta/T of at least 1e-250")
    shots = Parameters(T, m, r, budget)
    found = farthest(shots, N, beta / T)
    excess = budget.report_excess()
    if isinstance(excess, Fraction):
        return largest_error(shots, N, found, excess)
    return lambda: largest_error(shots, N, found, at_hand(excess))


def largest_error(shots: Parameters, N: int, found: list[tuple[int, int]], excess: Known) -> Known:
    """The largest distance of Phi from phi at some numbers of active people and of ones."""
    m, T, r = like(excess, shots.m), like(excess, shots.T), into(excess, shots.r)
    largest = like(excess, 0)
    for active, ones in found:
        share = estimate(like(excess, ones), like(excess, N), m, T, r, excess)
        error = abs(share - like(excess, active) / N)
        largest = largest + error - least(largest, error)
    return largest


def farthest(shots: Parameters, N: int, tail: Fraction) -> list[tuple[int, int]]:
    """Numbers of active people and of ones: one of these is farthest from its mean among all that are reached.

    A number of ones is reached if one as far from the mean or farther has a probability above `tail`.
    """
    with precision(FINER):
        weights = kinds(shots, at_hand(shots.budget.report_excess()))
        first, second = ((float(one), float(zero)) for one, zero in weights)
    found: list[tuple[float, int, int]] = []
    record = 0.0
    for active, masses in enumerate(laws(N, first, second, float(tail))):
        mean = N * second[0] + active * (first[0] - second[0])
        twice = 2 * mean
        near = abs(twice - round(twice)) < NEAR
        ranks = Ranks.around(threshold(shots, 2 * N, Fraction(active, N)) if near else ceil(twice))
        ones = ranks.number(reached(shots, N, active, ranks, masses, tail))
        distance = abs(ones - mean)
        if distance > record - NEAR:
            record = max(record, distance)
            found.append((distance, active, ones))
    return [(active, ones) for distance, active, ones in found if distance > record - NEAR]


@dataclass(frozen=True, slots=True)
class Ranks:
    """The whole numbers by their distance from a mean, the nearest first; where two are as far, in any order."""

    nearest: int
    rising: bool
    """Whether `nearest + 1` is the second."""

    @classmethod
    def around(cls, twice: int) -> "Ranks":
        """The order around a mean whose double, rounded up, is this."""
        return cls(twice // 2, twice % 2 == 1)

    def number(self, rank: int) -> int:
        """The number with so many before it."""
        step = (rank + 1) // 2
        return self.nearest + (step if (rank % 2 == 1) == self.rising else -step)

    def outside(self, rank: int) -> tuple[int, int]:
        """The numbers of this rank or later: all up to the first of these, and all from the second."""
        low, high = sorted((self.number(rank), self.number(rank + 1)))
        return low, high

    def tails(self, masses: Masses) -> Array:
        """The probabilities of each rank or later."""
        place = self.nearest - masses.start
        below, above = masses.of[:place][::-1], masses.of[place + 1 :]
        second, third = (above, below) if self.rising else (below, above)
        ranked = np.zeros(1 + 2 * max(len(below), len(above)))
        ranked[0] = masses.of[place]
        ranked[1 : 2 * len(second) : 2] = second
        ranked[2 : 2 * len(third) + 1 : 2] = third
        return np.cumsum(ranked[::-1])[::-1]


def reached(shots: Parameters, N: int, active: int, ranks: Ranks, masses: Masses, tail: Fraction) -> int:
    """The last rank that is reached with a probability above `tail`."""
    tails = np.append(ranks.tails(masses), 0.0)
    rank = max(0, int(np.count_nonzero(tails > float(tail))) - 1)
    certain = rank == 0 or tails[rank] > float(tail) * (1 + DOUBT)  # all ranks together have probability 1
    if certain and tails[rank + 1] < float(tail) * (1 - DOUBT):
        return rank
    while not exceeds(shots, N, active, *ranks.outside(rank), tail):
        rank -= 1
    while exceeds(shots, N, active, *ranks.outside(rank + 1), tail):
        rank += 1
    return rank


def exceeds(shots: Parameters, N: int, active: int, low: int, high: int, tail: Fraction) -> bool:
    """Whether the probability of up to `low` ones, or from `high` on, is above `tail`.

    N less the ones have the law of the ones when all states and dummies are flipped.
    """
    flipped = Parameters(shots.T, shots.m, 1 - shots.r, shots.budget)

    def both(excess: Known) -> Known:
        (upper,) = detected(shots, N, high, [active], excess)
        (lower,) = detected(flipped, N, N - low, [N - active], excess)
        return upper + lower

    chance = settle(shots, SHORT // N**2, both, both)
    return chance > tail if isinstance(chance, Fraction) else sign(lambda: at_hand(chance) - ball(tail)) > 0
