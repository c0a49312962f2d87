"""The exact tails of Phi turned round: the least error that is exceeded with probability beta at most.

For K of N people active, the ones are X = Bin(K, p) + Bin(N - K, q), and Phi is as far from K/N as X is from its mean.
Floats with a known error decide nearly everything here; certified tails decide the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.budget import Budget
from ldproof.numbers import Array, Real, least, lift, like, rational
from ldproof.rejections import Reason, Refused
from ldproof.shots.collector import threshold
from ldproof.shots.detection import MOST_BITS, detected, kinds, settle
from ldproof.shots.formulas import estimate
from ldproof.shots.mixtures import DOUBT, Coin, Crowd, Places, crowd, crowds
from ldproof.shots.parameters import Parameters
from ldproof.tails import Known

__all__ = ["alpha_exact"]


MOST_PEOPLE = 10**5
"""So many people take some seconds."""

LEAST_TAIL = Fraction(1, 10**250)
"""Smaller probabilities come too near to the least float."""

NEAR = 1e-6
"""Numbers of people that are nearer to each other are not told apart in floats."""

REMEMBERED = 64
"""How many tails are kept: they are turned round for one beta after another."""


def alpha_exact(beta: Fraction, N: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The infimum of all alpha with T max_phi Pr[|Phi - phi| >= alpha] <= beta, where phi = 0, 1/N, ..., 1.

    It is the largest error that is reached with a larger probability. So it is not one of these alpha, all larger
    ones are, and with `> alpha` for `>= alpha` it is the least.
    """
    return largest_quantile(Parameters(T, m, r, budget), N, beta / T)


def largest_quantile(shots: Parameters, N: int, tail: Fraction) -> Real:
    """The largest error of one round that is reached with a probability above `tail`, whoever is active."""
    possible(N, tail)
    return reached(shots, N, tail, crowds(N, *likely_coins(shots), float(tail)))


def quantile(shots: Parameters, N: int, active: int, tail: Fraction) -> Real:
    """The largest error of a round with so many active people that is reached with a probability above `tail`."""
    possible(N, tail)
    return reached(shots, N, tail, [crowd(N, active, likely_coins(shots), float(tail))])


def possible(N: int, tail: Fraction) -> None:
    """Refuse what would take long, and tails that no float tells from 0."""
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large to invert tails", f"at most {MOST_PEOPLE} people"
        )
    if tail < LEAST_TAIL:
        raise Refused(Reason.OUT_OF_RANGE, "beta is too small to invert tails", "beta/T of at least 1e-250")


@lru_cache(REMEMBERED)
def likely_coins(shots: Parameters) -> tuple[Coin, Coin]:
    """The bits of active and of idle people in floats, as probabilities of a 1 and of a 0."""
    first, second = kinds(shots, shots.budget.report_excess())
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def reached(shots: Parameters, N: int, tail: Fraction, likely: Iterable[Crowd]) -> Real:
    """The largest error that is reached with a probability above `tail`, by some laws of the ones."""
    found = farthest(shots, N, tail, likely)
    if all(even(shots, N, ones) for _, ones in found):
        return Real(max(abs(rational(1, 2) - rational(active, N)) for active, _ in found))
    return lift(Largest(shots, N, tuple(found)), shots.budget.report_excess())


def even(shots: Parameters, N: int, ones: int) -> bool:
    """Whether Phi is 1/2, whatever the budget is: half of the bits are ones, and half of the dummies."""
    return 2 * ones == N and (shots.m == shots.T or 2 * shots.r == 1)


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest distance of Phi from phi at some numbers of active people and of ones; the same ones give the same number."""

    shots: Parameters
    N: int
    found: tuple[tuple[int, int], ...]

    def __call__(self, excess: Known) -> Known:
        """As a function of the excess odds."""
        m, T, r = like(excess, self.shots.m), like(excess, self.shots.T), like(excess, self.shots.r)
        largest = like(excess, 0)
        for active, ones in self.found:
            share = estimate(like(excess, ones), like(excess, self.N), m, T, r, excess)
            error = abs(share - like(excess, active) / self.N)
            largest = largest + error - least(largest, error)
        return largest


def farthest(shots: Parameters, N: int, tail: Fraction, likely: Iterable[Crowd]) -> list[tuple[int, int]]:
    """Numbers of active people and of ones: one of these is farthest from its mean among all that are reached.

    A number of ones is reached if one as far from the mean or farther has a probability above `tail`.
    """
    first, second = likely_coins(shots)
    found: list[tuple[float, int, int]] = []
    record = 0.0
    for each in likely:
        mean = N * second[0] + each.active.astype(np.float64) * (first[0] - second[0])
        centres = doubled(shots, N, each.active, mean)
        rows, guesses = likely_ranks(each, centres, within(mean, record - 2 * NEAR), float(tail))
        certain = are_last(each, centres, rows, guesses, float(tail))
        for row, guess, sure in zip(rows.tolist(), guesses.tolist(), certain.tolist(), strict=True):
            active, centre = int(each.active[row]), int(centres[row])
            rank = guess if sure else last_rank(shots, N, active, centre, guess, tail)
            ones = min(outside(centre, rank), key=partial(off_centre, centre))
            distance = abs(ones - float(mean[row]))
            if distance > record - NEAR:
                record = max(record, distance)
                found.append((distance, active, ones))
    return [(active, ones) for distance, active, ones in found if distance > record - NEAR]


def doubled(shots: Parameters, N: int, active: Int64Array, mean: Array) -> Int64Array:
    """Twice the mean number of ones for each number of active people, rounded up."""
    found = np.ceil(2 * mean).astype(np.int64)
    for place in np.flatnonzero(np.abs(2 * mean - np.round(2 * mean)) < NEAR):
        found[place] = threshold(shots, 2 * N, Fraction(int(active[place]), N))
    return found


Whole = TypeVar("Whole", int, Int64Array)


def outside(centre: Whole, rank: Whole) -> tuple[Whole, Whole]:
    """Of all whole numbers but the `rank` nearest to a mean: all up to the first of these, and all from the second.

    The centre is twice the mean, rounded up. Where two numbers are as far from the mean, either may count as nearer.
    """
    return (centre - rank - 1) // 2, (centre + rank + 1) // 2


def off_centre(centre: int, number: int) -> int:
    """Twice the distance of a number from half the centre."""
    return abs(2 * number - centre)


def within(mean: Array, distance: float) -> Int64Array:
    """How many numbers are at most so far from each mean."""
    between = np.floor(mean + distance) - np.ceil(mean - distance) + 1
    found: Int64Array = np.maximum(between, 0).astype(np.int64)
    return found


def chances(crowd: Crowd, centres: Int64Array, rows: Places, rank: Int64Array) -> Array:
    """The probabilities of these ranks or later, in some rows."""
    low, high = outside(centres[rows], rank)
    return crowd.at_most(rows, low) + crowd.at_least(rows, high)


def likely_ranks(
    crowd: Crowd, centres: Int64Array, rank: Int64Array, tail: float
) -> tuple[Places, Int64Array]:
    """The rows in which a rank may be reached with a probability above `tail`, and the last rank that seems to be."""
    rows = np.arange(len(rank))
    rows = rows[chances(crowd, centres, rows, rank) >= tail * (1 - DOUBT)]
    low, step = rank[rows], np.ones_like(rank[rows])
    while (rising := chances(crowd, centres, rows, low + step) > tail).any():
        low, step = np.where(rising, low + step, low), np.where(rising, 2 * step, step)
    while (step > 1).any():
        step = np.maximum(step // 2, 1)
        low = np.where(chances(crowd, centres, rows, low + step) > tail, low + step, low)
    return rows, low


def are_last(crowd: Crowd, centres: Int64Array, rows: Places, rank: Int64Array, tail: float) -> Bits:
    """Where it is certain that a rank is the last one that is reached."""
    reached = chances(crowd, centres, rows, rank) > tail * (1 + DOUBT)
    last = chances(crowd, centres, rows, rank + 1) < tail * (1 - DOUBT)
    found: Bits = np.logical_and(reached, last)
    return found


def last_rank(shots: Parameters, N: int, active: int, centre: int, guess: int, tail: Fraction) -> int:
    """The last rank around one mean that is reached with a probability above `tail`, from certified tails."""

    def is_reached(rank: int) -> bool:
        return exceeds(shots, N, active, *outside(centre, rank), tail)

    while not is_reached(guess):
        guess -= 1
    while is_reached(guess + 1):
        guess += 1
    return guess


def exceeds(shots: Parameters, N: int, active: int, low: int, high: int, tail: Fraction) -> bool:
    """Whether the probability of up to `low` ones, or from `high` on, is above `tail`."""
    return chance_outside(shots, N, active, low, high) > tail


@lru_cache(REMEMBERED)
def chance_outside(shots: Parameters, N: int, active: int, low: int, high: int) -> Real:
    """The probability of up to `low` ones, or from `high` on.

    N less the ones have the law of the ones when all states and dummies are flipped.
    """
    flipped = Parameters(shots.T, shots.m, 1 - shots.r, shots.budget)

    def both(excess: Known) -> Known:
        (upper,) = detected(shots, N, high, [active], excess)
        (lower,) = detected(flipped, N, N - low, [N - active], excess)
        return upper + lower

    return settle(shots, MOST_BITS // N**2, both)
