"""How many reports to make: by the source's bound, by the exact variance, and by exact quantiles."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

import numpy as np

from ldproof.arrays import binomial_masses
from ldproof.budget import Budget
from ldproof.numbers import Ball, Exact, Real, exp, expm1, interval_newton, lift, surely_below
from ldproof.shots.detection import F_MEASURE, expected_score
from ldproof.shots.error import error_quantile, largest_quantile
from ldproof.shots.formulas import g, variance, worst_variance
from ldproof.shots.mechanism import Shots

__all__ = ["best_m", "best_r", "crossing", "m_exact"]

# How many reports to make: by the source's bound, equation (7), and by the exact variance.

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


# The m and r whose estimate of one round is off least: the exact quantiles of those that may be it are compared.
#
# Most are ruled out in floats: by their variance, or by the probability of being off farther than the best so far. With
# v the variance of the number of ones, which adds up independent bits, its fourth central moment is at most 3 v^2 + v.
# So by Paley and Zygmund it is off by sqrt(t v) or more with probability (1 - t)^2 / (3 + 1/v) at least, for t from 0
# to 1.

HAIR = 1e-6
"""By more than that, relatively or of a person, floats are not off here."""

DUMMIES = (Fraction(0), Fraction(1, 2), Fraction(1))
"""The r that are tried. For each m one of them has the least variance of all r, at a known share and at the worst one."""

RARE = 1e-25
"""Numbers of ones that are less likely are left out."""

ENDS = 8
"""Where anybody may be active, so many numbers of them at either end are looked at first: the worst is mostly there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of m and r, and its error: the quantile of |Phi - phi| that is compared."""

    shots: Shots
    alpha: Real
    """The largest error that is reached with a probability above the tail in question."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An m and an r, with the probabilities p and q of a 1 from active and from idle people, in floats."""

    shots: Shots
    variance: float
    """Of one person's Phi."""
    p: float
    q: float
    gap: float

    def likely_error(self, N: int, tail: float) -> float:
        """An error that Phi reaches with a probability above `tail`, for N people, by the Paley-Zygmund inequality."""
        ones = self.variance * N * self.gap**2
        part = 1 - sqrt(tail * (3 + 1 / ones)) if ones else 0.0
        return sqrt(max(0.0, part) * self.variance / N) * (1 - HAIR)

    def surely_exceeds(self, N: int, active: int, alpha: float, tail: float) -> bool:
        """Whether Phi is certainly off by more than alpha with a probability above `tail`, for `active` of N people."""
        first = binomial_masses(active, self.p, 1 - self.p, RARE)
        second = binomial_masses(N - active, self.q, 1 - self.q, RARE)
        mean = active * self.p + (N - active) * self.q
        distance = alpha * (1 + HAIR) * N * self.gap + HAIR
        low, high = floor(mean - distance), ceil(mean + distance)
        below, above = np.cumsum(second.of), np.cumsum(second.of[::-1])[::-1]
        places = np.arange(first.start, first.start + len(first.of)) + second.start
        fewer = np.append(0.0, below)[np.clip(low + 1 - places, 0, len(below))]
        more = np.append(above, 0.0)[np.clip(high - places, 0, len(above))]
        return float(first.of @ (fewer + more)) > tail * (1 + HAIR)


def least_error(N: int, T: int, whole: Budget, tail: Fraction, active: int | None = None) -> Choice:
    """The m <= T and the r of `DUMMIES` with the least quantile of |Phi - phi|, and that quantile.

    Another r can have a smaller quantile, at least for few people: the number of ones is whole, so that the quantile jumps
    as r changes.
    With `active` it is the quantile in a round with so many active people, otherwise the largest over all numbers of
    them. Then, and where half of the people are active, r = 1 is as good as r = 0: it is the same with all states and
    bits flipped.
    """
    best: Choice | None = None
    ends = range(min(ENDS, N + 1))
    crowds = [active] if active is not None else [*ends, *(N - each for each in ends)]
    for each in ranked_candidates(N, T, whole, active):
        shots = each.shots
        if best is not None:
            off = float(best.alpha)
            if each.likely_error(N, float(tail)) > off * (1 + HAIR) or any(
                each.surely_exceeds(N, people, off, float(tail)) for people in crowds
            ):
                continue
        alpha = largest_quantile(shots, N, tail) if active is None else error_quantile(shots, N, active, tail)
        if best is None or surely_below(alpha, best.alpha):
            best = Choice(shots, alpha)
    if best is None:
        raise AssertionError("T is at least 1")
    return best


def largest_f(N: int, T: int, theta: Fraction, whole: Budget) -> tuple[Shots, Real]:
    """The m <= T and the r of `DUMMIES` with the largest expected F-measure of the source's stream, and that.

    Rounds are taken for independent, as in `expected_f`. No r between those of `DUMMIES` is tried.
    """
    tried = [Shots(T, m, r, whole.over(m)) for m in range(1, T + 1) for r in DUMMIES if m < T or not r]
    best, most = tried[0], expected_score(tried[0], N, theta, F_MEASURE)
    for each in tried[1:]:
        found = expected_score(each, N, theta, F_MEASURE)
        if surely_below(most, found):
            best, most = each, found
    return best, most


def least_variance(N: int, T: int, whole: Budget, active: int | None = None) -> Shots:
    """The m <= T and the r with the least variance of Phi, with `active` people active, or without it at worst."""
    least, *others = ranked_candidates(N, T, whole, active)
    first = least.shots
    for other in others:
        # In floats, few have hardly more than the least variance.
        if other.variance <= least.variance * (1 + HAIR) and surely_below(
            round_variance(other.shots, N, active), round_variance(first, N, active)
        ):
            first = other.shots
    return first


def round_variance(shots: Shots, N: int, active: int | None) -> Real:
    """The exact variance of Phi with `active` of N people active, or if it is None the largest over all numbers."""
    m, T, r, excess = shots.m, shots.T, shots.r, shots.budget.report_excess()
    if active is None:
        return lift(worst_variance, N, m, T, r, excess)
    return lift(variance, N, m, T, r, Fraction(active, N), excess)


def ranked_candidates(N: int, T: int, whole: Budget, active: int | None) -> Iterator[Candidate]:
    """All m <= T and r, those of the least variance first, in floats."""
    m, epsilon = np.arange(1, T + 1), float(whole.epsilon())
    inverse = np.exp(-epsilon / m)
    lie, share = inverse / (1 + inverse), m / T
    gap = share * -np.expm1(-epsilon / m) / (1 + inverse)
    found: list[tuple[float, int, Fraction, float, float, float]] = []
    for r in DUMMIES:
        if r == 1 and (active is None or 2 * active == N):
            continue
        p, q = share * (1 - lie) + (1 - share) * float(r), share * lie + (1 - share) * float(r)
        one, zero = p * (1 - p), q * (1 - q)
        noise = np.maximum(one, zero) if active is None else active / N * one + (1 - active / N) * zero
        columns = (each.tolist() for each in (noise / gap**2, p, q, gap))
        # For m = T there are no dummies.
        found += [
            (off, number, r, *rates)
            for number, (off, *rates) in enumerate(zip(*columns, strict=True), 1)
            if number < T or not r
        ]
    for off, number, r, *rates in sorted(found):
        yield Candidate(Shots(T, number, r, whole.over(number)), off, *rates)
