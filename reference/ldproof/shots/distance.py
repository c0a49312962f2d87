"""What people who differ in d rounds can be told apart by.

The likelier transcript is the one's states where they differ, and shows everywhere else what neither is; where they
differ it is the rarer dummy. (A transcript with a more frequent dummy there tells less, for every T, m, d and r.)
"""

from fractions import Fraction
from functools import partial

from ldproof.budget import Budget
from ldproof.numbers import Exact, Real, least, lift, like, log
from ldproof.numbers.exactness import bit_size

__all__ = ["distance_epsilon", "distance_odds"]

MOST_BITS = 1 << 24
"""How many bits all terms of the sum may have together, for it to be added up exactly."""


def distance_odds(d: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The tight odds between people who differ in d rounds; exact where the fraction is not too long."""
    excess = budget.report_excess()
    if excess.exact is not None and min(d, m) ** 2 * bit_size(r, excess.exact) <= MOST_BITS:
        return lift(partial(odds_at, d, m, T), r, excess)
    shown = surely_shown(d, m, T, r)
    if shown == m and excess.exact is None:
        return budget.odds()
    if shown:
        return lift(partial(power, shown), excess, exactly=False)
    return lift(partial(odds_at, d, m, T), r, excess, exactly=False)


def power(shown: int, excess: Exact) -> Exact:
    """The odds of so many reports."""
    return (1 + excess) ** shown


def distance_epsilon(d: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The logarithm of the odds at distance d: min(d, m) shares of epsilon where dummies hide nothing."""
    if shown := surely_shown(d, m, T, r):
        return shown * budget.report_epsilon()
    return log(lift(partial(odds_at, d, m, T), r, budget.report_excess(), exactly=False))


def surely_shown(d: int, m: int, T: int, r: Fraction) -> int:
    """How many reports the likelier transcript shows to be in the rounds that differ; 0 if it may be any number."""
    most = min(d, m)
    return most if r in {0, 1} or most == fewest(d, m, T) else 0


def fewest(d: int, m: int, T: int) -> int:
    """How many reports there must be in d rounds at least, as the other T - d rounds have room for no more."""
    return max(0, m - (T - d))


def odds_at(d: int, m: int, T: int, r: Exact, excess: Exact) -> Exact:
    """The mean of E^k, where k is the number of reports in the d rounds, by its weights given the transcript."""
    most = min(d, m)
    weights = shares(d, m, T, r)
    above = below = like(excess, 0)
    fading = like(excess, 1)
    for weight in weights:
        above, below = above + weight * fading, below + weight
        fading = fading / (1 + excess)
    return (1 + excess) ** most * above / below


def shares(d: int, m: int, T: int, r: Exact) -> list[Exact]:
    """The weights of k = min(d, m), ..., `fewest` reports in the d rounds, the first of them 1.

    They go with C(d, k) C(T-d, m-k) (o / (1-o))^(-k), o = min(r, 1-r), here by the quotients of neighbours.
    """
    quiet = least(r, 1 - r)
    weights = [like(r, 1)]
    for k in range(min(d, m), fewest(d, m, T), -1):
        odds = quiet / (1 - quiet)
        weights.append(weights[-1] * (k * (T - d - m + k)) * odds / ((d - k + 1) * (m - k + 1)))
    return weights
