"""The exact tail of one round turned round: the least error that is exceeded in some round with probability beta at most.

All pairs of a number of reporters and a number of ones are listed with their probabilities, the largest error first.
Floats with a known error decide nearly everything here; certified tails decide the rest.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key, lru_cache, partial

import numpy as np

from ldproof.budget import Budget
from ldproof.counting.formulas import every_round
from ldproof.counting.masses import DOUBT, laws
from ldproof.counting.reporters import nobody
from ldproof.counting.tail import Round, chance, few, rate
from ldproof.debias import unbias
from ldproof.domains import people
from ldproof.law import INFINITE, Infinite
from ldproof.numbers import Array, Real, lift, like, rational, real
from ldproof.rejections import Reason, Refused
from ldproof.reporting.coin import contrast, lie, truth
from ldproof.tails import Known

__all__ = ["alpha_exact", "borappor_alpha_exact"]

LEAST_TAIL = rational(1, 10**250)
"""Smaller probabilities come too near to the least float."""

NEAR = 1e-12
"""Rates that are nearer to each other are not told apart in floats."""


def alpha_exact(
    N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real | Infinite:
    """The infimum of all alpha with T Pr[|error| >= alpha, or no estimate] <= beta; of Glance, or of Harmony with `fill`."""
    return inverse(N, T, people(N, "mu", mu), beta / T, budget.report_excess(), fill)


def borappor_alpha_exact(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> Real | Infinite:
    """The infimum of all alpha with T Pr[|error| >= alpha] <= beta, of Basic One-time RAPPOR."""
    return inverse(N, 1, people(N, "mu", mu), beta / T, every_round(T, budget), None)


def inverse(
    N: int, T: int, active: int, tail: Fraction, excess: Real, fill: Fraction | None
) -> Real | Infinite:
    """The largest error that is reached, together with no estimate, with a probability above `tail` in one round."""
    few(N, T)
    if tail < LEAST_TAIL:
        raise Refused(Reason.OUT_OF_RANGE, "beta is too small to invert tails", "beta/T of at least 1e-250")
    if fill is None and nobody(N, T) > tail:
        return INFINITE
    share = rational(active, N)
    mean = rate(share, excess)
    reached = farthest(Round(N, T, active, mean, mean, excess, fill), tail)
    if mean.exact == reached:
        return Real(0)
    if 2 * reached == 1:  # the estimate is 1/2, whatever the budget is
        return Real(abs(reached - share))
    return lift(partial(off, reached, share), excess)


def off(reached: Fraction, share: Fraction, excess: Known) -> Known:
    """How far the estimate that a rate gives is from a share."""
    return abs(unbias(like(excess, reached), lie(excess), contrast(excess)) - like(excess, share))


def farthest(around: Round, tail: Fraction) -> Fraction:
    """The rate that is farthest from the mean among those that are reached with a probability above `tail`."""
    mean, distances, chances = reaching(around, float(tail))
    first = int(np.count_nonzero(chances < float(tail) * (1 - DOUBT)))
    last = int(np.count_nonzero(chances[:-1] <= float(tail) * (1 + DOUBT)))  # the last chance is 1
    return choose(around, rates(around, mean, distances[last] - NEAR, distances[first] + NEAR), tail)


@lru_cache(1)
def reaching(around: Round, tail: float) -> tuple[float, Array, Array]:
    """The mean rate; distances of rates from it, the farthest first; and how likely each or a larger one, or no estimate, is.

    Distances nearer than floats tell may change places. Tails that floats do not tell apart are often asked for at once.
    """
    mean, p, q = float(around.low), float(truth(around.excess)), float(lie(around.excess))
    found: list[Array] = []
    masses: list[Array] = []
    for k, each in laws(around.N, around.T, around.active, (p, q), tail):
        if k or around.fill is not None:
            slope, start = line(around, k)
            ones = np.arange(each.start, each.start + len(each.of))
            found.append(np.abs((ones - start) / slope - mean))
            masses.append(each.of)
    distances = np.concatenate(found)
    order = np.argsort(-distances, kind="stable")
    chances = np.cumsum(np.concatenate(masses)[order])
    if around.fill is None:
        chances += float(nobody(around.N, around.T))
    return mean, distances[order], chances


def line(around: Round, k: int) -> tuple[float, float]:
    """The slope and the start of the number of ones as a function of the rate that it makes."""
    if around.fill is None:
        return float(k), 0.0
    return around.N / around.T, float(around.fill * (k - rational(around.N, around.T)))


def exact_rate(around: Round, k: int, ones: int) -> Fraction:
    """The rate that so many ones from k reporters make."""
    if around.fill is None:
        return rational(ones, k)
    reports = rational(around.N, around.T)
    return (ones - around.fill * (k - reports)) / reports


def rates(around: Round, mean: float, least: float, most: float) -> set[Fraction]:
    """The rates at these distances from the mean, whatever their probability."""
    N, T = around.N, around.T
    k = np.arange(N if T == 1 else int(around.fill is None), N + 1)
    every = around.fill is None
    slope = np.where(every, k, N / T)
    start = np.where(every, 0.0, float(around.fill or 0) * (k - N / T))
    found: set[Fraction] = set()
    for low, high in ((mean - most, mean - least), (mean + least, mean + most)):
        first = np.ceil(np.maximum(0.0, start + slope * low) - NEAR * N)
        last = np.floor(np.minimum(k, start + slope * high) + NEAR * N)
        some = np.flatnonzero(first <= last)
        for reporters, one, other in zip(
            k[some].tolist(), first[some].tolist(), last[some].tolist(), strict=True
        ):
            found |= {exact_rate(around, reporters, ones) for ones in range(int(one), int(other) + 1)}
    return found


def choose(around: Round, rates: set[Fraction], tail: Fraction) -> Fraction:
    """The farthest of some rates that is reached with a probability above `tail`, which the nearest is."""
    distances = {each: abs(each - around.low) for each in rates}

    def by_distance(one: Fraction, other: Fraction) -> int:
        return distances[one].compared(distances[other]) if one != other else 0

    ordered = sorted(rates, key=cmp_to_key(by_distance))
    low, high = 0, len(ordered) - 1
    if by_distance(ordered[low], ordered[high]) == 0:
        return ordered[low]
    while low < high:
        place = (low + high + 1) // 2
        low, high = (place, high) if exceeds(around, ordered[place], tail) else (low, place - 1)
    return ordered[low]


def exceeds(around: Round, reached: Fraction, tail: Fraction) -> bool:
    """Whether a distance as large as that of a rate, or larger, or no estimate, has a probability above `tail`."""
    mean = around.low
    mirror = 2 * mean - reached
    if mirror.exact == reached:
        return True
    low, high = (reached, mirror) if mean > reached else (mirror, reached)
    return chance(replace(around, low=real(low), high=real(high))) > tail
