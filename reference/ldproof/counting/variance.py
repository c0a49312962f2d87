"""The exact variances of the estimates of one round. `excess` is the excess odds of one report."""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.counting.formulas import every_round, seen
from ldproof.counting.reporters import inverse_count
from ldproof.domains import people
from ldproof.numbers import Exact, Real, lift
from ldproof.reporting.coin import contrast

__all__ = ["borappor_variance", "glance_variance", "harmony_variance"]


def spread(excess: Exact) -> Exact:
    """c = p q / (p - q)^2: the variance that one report's coin leaves in an estimate."""
    return (1 + 1 / excess) / excess


def sampling(mu: Exact) -> Exact:
    """mu (1 - mu): the variance of the state of one person, drawn at random."""
    return mu * (1 - mu)


def given_reporters(N: Exact, mu: Exact, k: Exact, excess: Exact) -> Exact:
    """The variance of Glance's estimate from k reports, which N people are equally likely to have sent."""
    return spread(excess) / k + sampling(mu) * (N - k) / ((N - 1) * k)


def glance_at(N: Exact, mu: Exact, R: Exact, excess: Exact) -> Exact:
    """The variance of Glance's estimate where 1/k has the mean R: for every k its mean is mu, which adds none."""
    return spread(excess) * R + sampling(mu) * (N * R - 1) / (N - 1)


def glance_variance(N: int, T: int, mu: Fraction, budget: Budget) -> Real:
    """The variance of Glance's estimate in a round in which somebody reports."""
    people(N, "mu", mu)
    excess, R = budget.report_excess(), inverse_count(N, T)
    if N == 1:  # who reports is everybody
        return lift(spread, excess)
    return lift(glance_at, N, mu, R, excess)


def harmony_variance(N: Exact, T: Exact, mu: Exact, excess: Exact, fill: Exact | int = 0) -> Exact:
    """The variance of Harmony's estimate when whoever does not report counts as `fill`."""
    coins = spread(excess) * T / N + sampling(mu) * (T - 1) / N
    off = seen(mu, excess) - fill
    return coins + (T - 1) * (off * off) / (N * contrast(excess) ** 2)  # FLINT has no ** for balls around 0


def every_round_variance(N: Exact, excess: Exact) -> Exact:
    """The variance when everybody reports in every round, with one round's share of the budget."""
    return spread(excess) / N


def borappor_variance(N: int, T: int, budget: Budget) -> Real:
    """The variance of Basic One-time RAPPOR's estimate: c/N with the T-th part of the budget."""
    return lift(every_round_variance, N, every_round(T, budget))
