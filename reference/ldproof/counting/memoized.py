"""Two-step memoization of one bit a round: L-GRR and L-OSUE of arXiv 2111.04636.

For each of the states 0 and 1 a bit is drawn once and kept, with the odds `kept_odds`. Every round randomizes the kept
bit of its state again, with such odds that the first report has the odds `first_odds` as they are published. With
`permanent` = symmetric, both steps are randomized response: L-GRR, which for a bit is RAPPOR, too. With optimized, a 1
is kept as it is with probability 1/2 only, and a 0 with probability 1 - 1/(kept_odds + 1): L-OSUE. Its first report has
the tight odds (first_odds + 1)/2.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import exp, floor, log, log10, prod

import numpy as np

from ldproof import numbers
from ldproof.budget import MOST_BITS, Budget
from ldproof.numbers import Array, Exact, Real, lift, like, surely_below
from ldproof.numbers.rational import bit_size
from ldproof.rounds import lie, report_likelihood, truth

__all__ = ["memoized_variance"]


def one_probability(permanent: str, state: int, odds: Exact) -> Exact:
    """The probability that a bit is kept as 1, with `kept_odds`; with `first_odds`, that the first report is 1."""
    if not state:
        return lie(odds - 1)
    return truth(odds - 1) if permanent == "symmetric" else like(odds, Fraction(1, 2))


def repeated_odds(kept_odds: Exact, first_odds: Exact) -> Exact:
    """The odds with which each round randomizes the kept bit, so that the first report has the odds `first_odds`."""
    return (kept_odds * first_odds - 1) / (kept_odds - first_odds)


def memoized_likelihood(
    states: Sequence[int], seen: Sequence[int], permanent: str, kept_odds: Exact, first_odds: Exact
) -> Exact:
    """The probability of these reports under these states: the product of both states' sums over the kept bit."""
    round_excess = repeated_odds(kept_odds, first_odds) - 1
    found = like(round_excess, 1)
    for state in (0, 1):
        sent = [bit for own, bit in zip(states, seen, strict=True) if own == state]
        one = one_probability(permanent, state, kept_odds)
        found *= sum(
            (
                share * prod(report_likelihood(round_excess, memo, bit) ** sent.count(bit) for bit in (0, 1))
                for memo, share in ((0, 1 - one), (1, one))
            ),
            start=like(round_excess, 0),
        )
    return found


def memoized_variance(N: int, mu: Fraction, first_odds: Fraction, permanent: str = "symmetric") -> Real:
    """The variance of the estimate of one round with two-step memoization."""
    return lift(partial(variance_at, permanent), N, mu, first_odds)


def variance_at(permanent: str, N: Exact, mu: Exact, first_odds: Exact) -> Exact:
    """The variance of the estimate of one round: everybody's report is a 1 with the probabilities of a first report."""
    low, high = (one_probability(permanent, state, first_odds) for state in (0, 1))
    gap = high - low
    return (mu * high * (1 - high) + (1 - mu) * low * (1 - low)) / (N * gap * gap)


# The tight odds over all rounds, and of one round.
#
# Let A be the odds of a round, p and q the probabilities that 1 and 0 are kept as 1. Of T reports, n of them 1, let e
# be as their states say. Up to a factor that is the same for all states, their probability is
#
#     h(e) = p q A^n + (1 - p)(1 - q) A^(T - n) + p (1 - q) A^e + q (1 - p) A^(T - e),
#
# as both kept bits are 1, both are 0, both are as the states, and both are not. The logarithm of h is convex, and h(T)
# is the largest. So the largest ratio is h(T) / h(e) with the e that makes h least, and of states that differ in one
# round it is h(T) / h(T - 1); in both n is the one that makes the first two terms least.


def agreement_weight(T: int, ones: int, agreeing: int, round_odds: Exact, low: Exact, high: Exact) -> Exact:
    """h(e) above, where `low` is q and `high` is p."""
    return (
        high * low * round_odds**ones
        + (1 - high) * (1 - low) * round_odds ** (T - ones)
        + high * (1 - low) * round_odds**agreeing
        + low * (1 - high) * round_odds ** (T - agreeing)
    )


def agreement_ratio(T: int, ones: int, agreeing: int, round_odds: Exact, low: Exact, high: Exact) -> Exact:
    """h(T) / h(e)."""
    most = agreement_weight(T, ones, T, round_odds, low, high)
    return most / agreement_weight(T, ones, agreeing, round_odds, low, high)


def agreement_odds(
    T: int, ones: int, agreeing: int, permanent: str, kept_odds: Fraction, first_odds: Fraction
) -> Real:
    """The likelihood ratio of T reports, `ones` of them 1, as all states say against as `agreeing` states say."""
    round_odds = repeated_odds(kept_odds, first_odds)
    low, high = (one_probability(permanent, state, kept_odds) for state in (0, 1))
    short = bit_size(round_odds) * T <= MOST_BITS
    return lift(partial(agreement_ratio, T, ones, agreeing), round_odds, low, high, exactly=short)


def likeliest_ones(T: int, permanent: str, kept_odds: Fraction, first_odds: Fraction) -> int:
    """How many of the T reports are 1 where the likelihood ratio is largest."""
    low, high = (one_probability(permanent, state, kept_odds) for state in (0, 1))
    round_odds = repeated_odds(kept_odds, first_odds)
    return least_exponent(T, high * low, (1 - high) * (1 - low), round_odds, T)


def least_agreement(T: int, permanent: str, kept_odds: Fraction, first_odds: Fraction) -> int:
    """How many reports are as the states say, where the likelihood is least."""
    low, high = (one_probability(permanent, state, kept_odds) for state in (0, 1))
    round_odds = repeated_odds(kept_odds, first_odds)
    return least_exponent(T, high * (1 - low), low * (1 - high), round_odds, T - 1)


def least_exponent(T: int, rising: Fraction, falling: Fraction, base: Fraction, most: int) -> int:
    """The e from 0 to `most` with the least rising * base^e + falling * base^(T - e); of two, the smaller.

    From e to e + 1 this falls if base^(2 e + 1 - T) is below falling / rising.
    """
    turn = numbers.log(Real(falling / rising)) / numbers.log(Real(base))
    return bisect_left(range(most), 1, key=lambda e: 1 - surely_below(Real(2 * e + 1 - T), turn))


# The odds of L-GRR whose first report is as far from even as a budget of all rounds allows, whatever the states are.

KEPT_CANDIDATES = 400
"""The size of the grid of kept odds."""

HALVINGS = 60
"""How often the interval of a report's epsilon is halved."""

ODDS_DIGITS = 6
"""The significant digits of the chosen odds, which are rounded down to keep the budget."""

LARGEST_KEPT_EPSILON = 600.0
"""No larger epsilon of what is kept is tried: its odds would be beyond those that are accepted."""


@lru_cache
def best_memoized_odds(T: int, budget: Budget) -> tuple[Fraction, Fraction]:
    """The `kept_odds` and `first_odds` of L-GRR whose variance is about the least with this budget over T rounds.

    That the tight odds at user level are at most the budget's is certified; that no others are better is not.
    """
    epsilon = float(budget.epsilon())
    places = np.geomspace(min(0.1, epsilon**0.5 / 10), 1.5 * epsilon + 3 * epsilon**0.5 + 1, KEPT_CANDIDATES)
    kept = np.minimum(places, LARGEST_KEPT_EPSILON)
    firsts = first_excess(kept, largest_round_epsilon(T, kept, epsilon))
    kept_odds = round_down(exp(float(kept[firsts.argmax()])), ODDS_DIGITS)
    (round_epsilon,) = largest_round_epsilon(T, np.array([log(float(kept_odds))]), epsilon)
    (excess,) = first_excess(np.array([log(float(kept_odds))]), np.array([round_epsilon]))
    while True:
        first_odds = 1 + round_down(float(excess), ODDS_DIGITS)
        agreeing, ones = (
            find(T, "symmetric", kept_odds, first_odds) for find in (least_agreement, likeliest_ones)
        )
        if agreement_odds(T, ones, agreeing, "symmetric", kept_odds, first_odds) <= budget.odds():
            return kept_odds, first_odds
        excess *= 1 - 10.0 ** (1 - ODDS_DIGITS)


def round_down(value: float, digits: int) -> Fraction:
    """The largest number of so many digits up to a positive one."""
    scale = Fraction(10) ** (digits - 1 - floor(log10(value)))
    return floor(Fraction(value) * scale) / scale


def first_excess(kept: Array, round_epsilon: Array) -> Array:
    """The excess odds of the first report, from the epsilons of what is kept and of a round."""
    found: Array = np.expm1(kept) * -np.expm1(-round_epsilon) / (1 + np.exp(kept - round_epsilon))
    return found


def largest_round_epsilon(T: int, kept: Array, epsilon: float) -> Array:
    """The largest epsilon of a round at which that of all rounds is not above `epsilon`, for each of what is kept."""
    low, high = np.zeros_like(kept), np.full_like(kept, 2 * epsilon)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = user_epsilon(T, kept, middle) > epsilon
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return low


def user_epsilon(T: int, kept: Array, round_epsilon: Array) -> Array:
    """The tight epsilon of all rounds in floats.

    With h times (K + 1)^2, h(T) / h(e) - 1 = (A^(T - e) - 1) (K^2 A^e - 1) / h(e).
    """
    e = np.clip(np.rint(T / 2 - kept / round_epsilon), 0, T - 1)
    below = reduce(
        np.logaddexp,
        (
            kept + T // 2 * round_epsilon,
            kept + (T - T // 2) * round_epsilon,
            2 * kept + e * round_epsilon,
            (T - e) * round_epsilon,
        ),
    )
    far, near = (T - e) * round_epsilon, 2 * kept + e * round_epsilon
    above = far + np.log(-np.expm1(-far)) + near + np.log(-np.expm1(-near))
    found: Array = np.logaddexp(0, above - below)
    return found
