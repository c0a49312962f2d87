"""m-shot Glance, which is in no source: reports in m of T rounds, each with epsilon/m, and NULL in the other rounds.

In a single round it is Glance with T/m for T, as a person reports with probability m/T. The rounds of one person are
dependent in another way than with Glance, so statements on all rounds use the union bound over single rounds.
"""

from fractions import Fraction

import numpy as np

from ldproof.budget import Budget
from ldproof.counting.error import failing_round, failure_probability, largest_likely_error
from ldproof.counting.formulas import silent_variance, state_variance
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Real, rational
from ldproof.parameters import count_people
from ldproof.probability import Infinite

__all__ = ["m_glance_variance", "m_glance_tail", "m_glance_alpha_exact", "m_glance_best_m"]  # noqa: RUF022  (the catalogue's order)

MOST_ROUNDS = 10_000
"""Among so many rounds the variances of all m are compared in some seconds."""

HAIR = 1e-9
"""An upper bound on the relative rounding error of `variance_floor`."""


def m_glance_variance(N: int, T: int, m: int, mu: Fraction, budget: Budget) -> Real:
    """The variance of m-shot Glance's estimate in a round in which somebody reports."""
    return silent_variance(N, rational(T, m), mu, budget)


def m_glance_tail(N: int, T: int, m: int, mu: Fraction, alpha: Fraction, budget: Budget) -> Real:
    """The probability of an error of alpha or more in one round, or of no estimate, with m-shot Glance."""
    active = count_people(N, "mu", mu)
    return failure_probability(failing_round(N, rational(T, m), active, alpha, budget.report_excess(), None))


def m_glance_alpha_exact(
    N: int, T: int, m: int, mu: Fraction, beta: Fraction, budget: Budget
) -> Real | Infinite:
    """The infimum of all alpha with T Pr[|error| >= alpha, or no estimate] <= beta, with m-shot Glance."""
    active = count_people(N, "mu", mu)
    return largest_likely_error(N, rational(T, m), active, beta / T, budget.report_excess(), None)


def m_glance_best_m(N: int, T: int, mu: Fraction, budget: Budget) -> int:
    """The m <= T with the least variance of m-shot Glance's estimate, in a round in which somebody reports.

    Of several m with this variance it is the smallest.
    """
    count_people(N, "mu", mu)
    if T > MOST_ROUNDS:
        raise Refused(Reason.TOO_LARGE, f"T = {T} is too large to compare all m", f"at most {MOST_ROUNDS}")
    # Times epsilon^2 the variances have a limit at epsilon = 0, and below 1e-100 no float tells them from it.
    square = budget.epsilon() * budget.epsilon()
    least = variance_floor(N, T, float(mu), max(float(budget.epsilon()), 1e-100))
    best, variance = 0, Real(0)
    for m in map(int, 1 + np.argsort(least, kind="stable")):
        if best and least[m - 1] > float(square * variance) * (1 + HAIR):
            break
        found = m_glance_variance(N, T, m, mu, budget.over(m))
        order = found.compared(variance) if best else -1
        if order == -1 or (order == 0 and m < best):
            best, variance = m, found
    return best


def variance_floor(N: int, T: int, mu: float, epsilon: float) -> Array:
    """Lower bounds in floats on epsilon^2 times the variances for m = 1, ..., T.

    They hold by Jensen's inequality, E[1/k | k >= 1] >= 1/E[k | k >= 1].
    """
    m = np.arange(1, T + 1)
    share = m / T
    with np.errstate(divide="ignore"):  # log1p(-1) at m = T
        heard = -np.expm1(N * np.log1p(-share))
    R = heard / (N * share)
    coin = np.exp(-epsilon / m) * (epsilon / np.expm1(-epsilon / m)) ** 2
    spread = state_variance(mu) * (N * R - 1) / (N - 1) if N > 1 else 0.0
    floor: Array = coin * R + epsilon**2 * np.maximum(spread, 0.0)
    return floor
