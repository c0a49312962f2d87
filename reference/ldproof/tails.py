"""Tails: the classical bounds as functions, and the exact binomial tail that each of them is held against."""

from fractions import Fraction

from ldproof.law import binomial
from ldproof.numbers import Exact, Real, exp, like, log


def chernoff(mean: Real, delta: Real) -> Real:
    """Both tails of a sum of independent trials, `Pr[|X - mean| >= delta mean]`, for 0 < delta <= 1."""
    return 2 * exp(-mean * delta**2 / 3)


def chernoff_sharp(mean: Real, delta: Real) -> Real:
    """The same with the best constant on 0 < delta <= 1, which is 2 ln 2 - 1 and not 1/3."""
    return 2 * exp(-(2 * log(like(delta, 2)) - 1) * mean * delta**2)


def hoeffding(count: Real, distance: Real) -> Real:
    """Both tails of a mean of `count` independent numbers in [0, 1]."""
    return 2 * exp(-2 * count * distance**2)


def bernstein(count: Real, variance: Real, width: Real, distance: Real) -> Real:
    """Both tails of a mean of centred numbers of size at most `width` and of this variance."""
    return 2 * exp(-count * distance**2 / (2 * variance + 2 * width * distance / 3))


def divergence(rate: Real, truth: Real) -> Real:
    """The relative entropy D(rate | truth) of two coins, both strictly between 0 and 1."""
    return rate * log(rate / truth) + (1 - rate) * log((1 - rate) / (1 - truth))


def chernoff_divergence(count: Real, rate: Real, truth: Real) -> Real:
    """One tail of a mean of trials at `rate`, beyond `truth`."""
    return exp(-count * divergence(rate, truth))


def at_least(count: int, chance: Fraction, least: int) -> Fraction:
    """The exact probability of `least` successes or more."""
    return binomial(count, chance).of(lambda successes: successes >= least)


def threshold(count: int, chance: Fraction, budget: Fraction) -> int:
    """The least k with `Pr[X >= k] <= budget`: the exact tail turned round."""
    tail = Fraction(0)
    law = binomial(count, chance)
    for k in range(count, -1, -1):
        tail += law[k]
        if tail > budget:
            return k + 1
    return 0


def union(events: Exact, each: Exact) -> Exact:
    """The probability that any of several events happens is at most the sum of theirs."""
    return events * each
