"""How many reports to make: by the source's bound, equation (7), and by the exact variance."""

from bisect import bisect_left
from fractions import Fraction

import numpy as np

from ldproof.budget import Budget
from ldproof.numbers import Ball, Exact, Real, exp, expm1, interval_newton, lift
from ldproof.shots.formulas import g, worst_variance

__all__ = ["best_m", "best_r", "crossing", "m_exact"]

NEAR = 16
"""How many halvings bring Newton's steps near enough to a crossing, for every m."""


def best_m(T: int, epsilon: Real) -> int:
    """Equation (7): m*, the m <= T with the largest g(m / epsilon).

    g has one peak, so one more report is better up to some m and never again.
    """
    return 1 + bisect_left(range(1, T), 1, key=lambda m: -compare_next_m(m, epsilon))


def compare_next_m(m: int, epsilon: Real) -> int:
    """1 if m + 1 reports are better than m by the source's bound, -1 if they are worse; never 0.

    There are no ties: e^(epsilon / (m (m+1))) would be a root of `tie_polynomial`. At a rational epsilon it is no
    algebraic number; at rational odds it is a root of a fraction, which is none of `tie_polynomial`.
    """
    return g((m + 1) / epsilon).compared(g(m / epsilon))


def crossing(m: int) -> Real:
    """The epsilon at which m and m + 1 reports tie by the source's bound: m (m+1) ln z, z > 1 the root of `tie_polynomial`."""
    # At a tie the peak of g, 1/c* = 1.7412..., lies between epsilon/(m+1) and epsilon/m.
    low, high = Fraction(1741, 1000 * (m + 1)), Fraction(1742, 1000 * m)
    for _ in range(NEAR):
        middle = (low + high) / 2
        if tie_polynomial(exp(Real(middle)), m) > 0:
            low = middle
        else:
            high = middle

    def log_root(low: Ball, high: Ball) -> Ball:
        return interval_newton(
            lambda v: tie_polynomial(v.exp(), m), lambda v: tie_derivative(v.exp(), m), low.union(high)
        )

    return m * (m + 1) * lift(log_root, low, high, exactly=False)


def tie_polynomial(z: Exact, m: int) -> Exact:
    """For z = e^(epsilon / (m (m+1))): above 0 where m reports are better than m + 1, below 0 where they are worse."""
    fewer, more = z**m, z ** (m + 1)
    return m * (more - 1) ** 2 * (fewer + 1) - (m + 1) * (fewer - 1) ** 2 * z * (more + 1)


def tie_derivative(z: Exact, m: int) -> Exact:
    """The derivative of `tie_polynomial` with respect to ln z."""
    fewer, more = z**m, z ** (m + 1)
    first = (more - 1) * (2 * (m + 1) * more * (fewer + 1) + m * (more - 1) * fewer)
    second = (fewer - 1) * z * (2 * m * fewer * (more + 1) + (fewer - 1) * ((m + 2) * more + 1))
    return m * first - (m + 1) * second


def m_exact(T: int, epsilon: Real) -> int:
    """The m <= T with the least worst variance of Phi, where r may be chosen too.

    Then r = 0 is as good as any: r = 1/2, which alone can beat it at some m, gives (1/(p-q)^2 - 1) / 4N, and p - q
    is largest at m = T, where r does not matter.
    """
    best, *others = near_optimal_m(T, epsilon)
    for m in others:
        if worst_unit_variance(m, T, epsilon) < worst_unit_variance(best, T, epsilon):
            best = m
    return best


def worst_unit_variance(m: int, T: int, epsilon: Real) -> Real:
    """The variance of Phi with N = 1 and r = 0, the largest over all shares of active people."""
    return lift(worst_variance, 1, m, T, 0, expm1(epsilon / m))


def near_optimal_m(T: int, epsilon: Real) -> list[int]:
    """The m whose worst variance is, in floats, within a millionth of the least."""
    # Times epsilon^2 it has a limit at epsilon = 0, and below 1e-100 no float can tell it from the limit.
    whole = max(float(epsilon), 1e-100)
    m = np.arange(1, T + 1)
    lie = np.exp(-whole / m)
    scaled = (T / m - 1 + T / m * lie) * (whole / np.expm1(-whole / m)) ** 2
    return [int(each) for each in m[scaled <= scaled.min() * (1 + 1e-6)]]


def best_r(m: int, T: int, budget: Budget) -> Fraction:
    """The r with the least worst variance at this m: 1/2 if m (3E - 1) > T (E + 1), else 0 (and 1 is as good)."""
    excess = budget.report_excess()
    wins = (3 * m - T) * excess > 2 * (T - m)
    return Fraction(int(m < T and wins), 2)
