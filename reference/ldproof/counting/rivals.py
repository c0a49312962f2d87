"""Bounds on the largest error of what Glance is compared to: Harmony from both sides, and Basic One-time RAPPOR."""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.counting.variance import harmony_variance
from ldproof.numbers import Elementary, Real, expm1, lift, log, real, sqrt
from ldproof.rejections import Reason, Refused
from ldproof.reporting.coin import contrast, truth

__all__ = ["borappor_alpha", "harmony_lower", "harmony_upper"]


def borappor_alpha(N: Elementary, T: Elementary, beta: Elementary, epsilon: Elementary) -> Elementary:
    """The error that some round reaches with probability beta at most, by Hoeffding: O(T sqrt(log T)), section 1.1."""
    return sqrt(log(2 * T / beta) / (2 * N)) / contrast(expm1(epsilon / T))


def harmony_upper(N: int, T: int, beta: Fraction, budget: Budget, mu: Fraction = Fraction(1)) -> Real:
    """Corollary 1 with its constants, by Bernstein: the same for Harmony; mu = 1 has the largest variance."""
    excess = budget.report_excess()
    variance = lift(harmony_variance, N, T, mu, excess)
    return lift(harmony_upper_at, variance, N, T, beta, excess)


def harmony_upper_at(
    variance: Elementary, N: Elementary, T: Elementary, beta: Elementary, excess: Elementary
) -> Elementary:
    """Bernstein's bound solved for the error: no bit moves the estimate by more than T / (N (p-q))."""
    surprise, width = log(2 * T / beta), T / (N * contrast(excess))
    third = width * surprise / 3
    return third + sqrt(third**2 + 2 * variance * surprise)


def harmony_lower(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Theorem 4's right side: if all are active, Harmony errs by more with probability at least beta, not 1 - beta."""
    excess = budget.report_excess()
    within(N, T, beta, excess)
    return lift(harmony_lower_at, N, T, beta, excess)


def harmony_lower_at(N: Elementary, T: Elementary, beta: Elementary, excess: Elementary) -> Elementary:
    """The right side of Theorem 4, as printed."""
    odds = 1 + excess
    prefactor = odds * (odds + 1) / excess**2 * (1 - 1 / T * truth(excess))
    return sqrt(T / N * prefactor * log(1 / ((N + 1) ** 2 * beta)))


def within(N: int, T: int, beta: Fraction, excess: Real) -> None:
    """Refuse a beta outside (N+1)^-2 e^(-N (T-p)/p) < beta < (N+1)^-2: below, no error is as large."""
    share = (N + 1) ** 2 * beta
    if share >= 1 or log(real(share)) + N * (T / truth(excess) - 1) < 0:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"beta = {beta} is out of the range in which Theorem 4 says something true",
            "(N+1)^-2 e^(-N (T-p)/p) < beta < (N+1)^-2",
        )
