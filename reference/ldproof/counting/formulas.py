"""The closed forms of section 4.1. `excess` is the excess odds e^epsilon - 1 of one report.

Basic One-time RAPPOR has Glance's estimate, with everybody as a reporter and one round's share of the budget.
"""

from ldproof.budget import Budget
from ldproof.debias import unbias
from ldproof.numbers import Exact, Real
from ldproof.reporting.coin import contrast, lie


def seen(mu: Exact, excess: Exact) -> Exact:
    """s = q + (p - q) mu: the probability of a 1 from a reporter about whom nothing else is known."""
    return lie(excess) + contrast(excess) * mu


def estimate(ones: Exact, reporters: Exact, excess: Exact) -> Exact:
    """The estimated share of active people, from the ones among those who reported."""
    return unbias(ones / reporters, lie(excess), contrast(excess))


def estimate_filled(ones: Exact, reporters: Exact, N: Exact, T: Exact, fill: Exact, excess: Exact) -> Exact:
    """The share of active people where non-reporters count as `fill`: 0 in the source's Harmony, 1/2 as published."""
    rate = (ones + fill * (N - reporters)) / N
    return unbias(rate, lie(excess) / T + fill * (1 - 1 / T), contrast(excess) / T)


def every_round(T: int, budget: Budget) -> Real:
    """The excess odds of each report when a person's budget is split evenly over T of them."""
    return budget.over(T).report_excess()
