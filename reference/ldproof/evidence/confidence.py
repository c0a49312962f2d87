"""Confidence sequences for probabilities, and what follows from them for epsilon and delta: bounds that always hold.

Let s of n independent draws have an outcome of probability t. Robbins's mixture of likelihoods, which is
B(s + 1/2, n - s + 1/2) / B(1/2, 1/2), over the likelihood t^s (1 - t)^(n - s) is a martingale that begins at 1. So with
probability 1 - level it stays below 1/level (Ville), and t is between the bounds at all times. Floats look for bounds,
balls settle them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lgamma, log, log1p, pi

import numpy as np

from ldproof.evidence.event_bets import BITS
from ldproof.numbers import Ball, Real, ball, floor, precision
from ldproof.numbers import log as exact_log

PLACES = 40
"""Bounds are multiples of 2^-40."""
UNITS = 1 << PLACES
HALVINGS = 60
"""Bisections for a bound."""
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Interval:
    """A lower and an upper bound on a probability."""

    low: Fraction
    high: Fraction


@lru_cache(1 << 14)
def probability_interval(times: int, draws: int, level: Fraction) -> Interval:
    """Return bounds on the probability of an outcome that came so often, which are wrong with probability `level`."""
    if not draws:
        return Interval(Fraction(0), Fraction(1))
    high = excluded_above(times, draws, level)
    return Interval(1 - excluded_above(draws - times, draws, level), high)


def excluded_above(times: int, draws: int, level: Fraction) -> Fraction:
    """Return a probability that is excluded, as are all above it; 1 if there is none below."""
    if times == draws:
        return Fraction(1)
    mixed = lgamma(times + 0.5) + lgamma(draws - times + 0.5) - lgamma(draws + 1) - log(pi)
    low, high = times / draws, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        grown = mixed - (times * log(middle) if times else 0) - (draws - times) * log1p(-middle)
        low, high = (low, middle) if grown >= -log(level) else (middle, high)
    found, step = int(high * UNITS) + 1, 1
    while found < UNITS and not is_excluded(times, draws, Fraction(found, UNITS), level):
        found, step = found + step, 2 * step
    return Fraction(min(found, UNITS), UNITS)


def is_excluded(times: int, draws: int, chance: Fraction, level: Fraction) -> bool:
    """Whether the mixture is certainly at least 1/level times the likelihood of a probability between 0 and 1."""
    with precision(BITS):
        first, second = (ball(each) + ball(HALF) for each in (times, draws - times))
        mixed = first.lgamma() + second.lgamma() - ball(draws + 1).lgamma() - Ball.pi().log()
        likelihood = times * ball(chance).log() + (draws - times) * ball(1 - chance).log()
        return bool(mixed - likelihood >= -ball(level).log())


# Upper bounds on epsilon. If each probability p_i and q_i of an outcome is between its bounds, then for every event
# P(A) - odds Q(A) is at most the sum over its outcomes of the upper bound on p_i less the odds times the lower bound on
# q_i, and what no outcome covers. That is at most delta for all events if it is for those of the outcomes with the
# largest ratios of the two bounds, of however many; so the least odds are the largest of one quotient for each number.


def log_rounded_up(ratio: Fraction) -> Fraction:
    """Return the logarithm of a fraction of at least 1, rounded up."""
    return Fraction(floor(exact_log(Real(ratio)) * UNITS) + 1, UNITS) if ratio > 1 else Fraction(0)


def most_odds(one: Sequence[Interval], other: Sequence[Interval], delta: Fraction) -> Fraction | None:
    """Return odds, at least 1, so that P(A) <= odds Q(A) + delta for all events A, if the intervals hold; None if none are.

    The last interval is of everything that is not told apart. Bounds in units of 2^-40 and their sums are exact in
    floats, and the quotient is rounded up.
    """
    high = np.array([float(each.high * UNITS) for each in one])
    low = np.array([*(float(each.low * UNITS) for each in other[:-1]), 0.0])
    with np.errstate(divide="ignore"):
        order = np.argsort(-high / low, kind="stable")
    above, below = np.cumsum(high[order]) - float(int(delta * UNITS)), np.cumsum(low[order])
    if (above[below == 0] > 0).any():
        return None
    quotients = above[below > 0] / below[below > 0]
    largest = max(float(quotients.max(initial=1.0)), 1.0)
    return Fraction(1) if largest == 1 else Fraction(np.nextafter(largest, np.inf))
