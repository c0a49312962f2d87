"""Who has the least exact variance, and at which odds e^epsilon one mechanism overtakes another.

With x = e^epsilon - 1, the variance of every mechanism with one report is (A + B x + C x^2) / (N x^2). So two of these are
told apart by a quadratic polynomial. It has one root above 0 at most: less Harmony's, published Harmony's has the
coefficients (T - 1) (-1, -2 mu, 1/4 - mu), Glance's has A = B less published Harmony's, and less Harmony's it has A <= 0,
as N R <= 2 T - 1, and C >= 0 where B > 0.

With w = e^(-epsilon/T) and S = 1 + w + ... + w^(T-1), w^(2T) N x^2 times BORAPPOR's variance is w S^2. For T > 1 BORAPPOR
has the larger variance near w = 1, as A < T^2 (for Glance N R < 2 T), and the smaller one near w = 0 if and only if C > 0.
Then there is one root between: in y = 1/w, times y^(2T), the signs of the difference's coefficients allow one root
above 1 for Harmony, by Descartes' rule; for Glance, where A = B, four roots, and 1/y is one if y is.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from ldproof.budget import Budget
from ldproof.counting.formulas import inverse_count, state_variance
from ldproof.counting.mechanism import FILLS, Which, estimate_variance
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, Real, lift, lift_elementary, like, log, sqrt
from ldproof.numbers.algebra import root_between
from ldproof.parameters import count_people
from ldproof.probability import Known

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

Shape: TypeAlias = tuple[Known, Known, Known]
"""A, B and C."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The variance of each mechanism in one round, and those that have the least: several if there is a tie."""

    variances: dict[Which, Real]
    best: tuple[Which, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    """The odds e^epsilon at which the smaller of two variances becomes the larger one."""

    odds: Real
    below: Which
    """Who has the smaller one for smaller odds."""
    above: Which

    def epsilon(self) -> Real:
        """The logarithm of the odds."""
        return log(self.odds)


def rank_by_variance(N: int, T: int, mu: Fraction, budget: Budget) -> Standing:
    """The variance of each mechanism in a round with a share mu active, and the best; Glance's, if anybody reports."""
    variances = {which: estimate_variance(which, N, T, mu, budget) for which in Which}
    if T == 1:  # all of them do the same
        return Standing(variances, tuple(Which))
    first, *others = Which
    winners = [first]
    for which in others:
        order = variances[which].compared(variances[winners[0]])
        if order == 0:
            winners.append(which)
        elif order == -1:
            winners = [which]
    return Standing(variances, tuple(winners))


def variance_crossings(N: int, T: int, mu: Fraction, one: Which, other: Which) -> tuple[Crossing, ...]:
    """The odds at which one mechanism's variance overtakes the other's: at most one number."""
    count_people(N, "mu", mu)
    if N > MOST_PEOPLE:
        raise Refused(Reason.TOO_LARGE, f"N = {N} is too large for a boundary", f"at most {MOST_PEOPLE}")
    if one is other:
        return ()
    if other is Which.BORAPPOR:
        return borappor_crossings(one, N, T, mu)
    if one is Which.BORAPPOR:
        return borappor_crossings(other, N, T, mu)
    return one_report_crossings(one, other, N, T, mu)


def one_report_crossings(one: Which, other: Which, N: int, T: int, mu: Fraction) -> tuple[Crossing, ...]:
    """The odds at which two mechanisms with one report overtake each other, from the positive root of a quadratic."""
    R = inverse_count(N, T)

    def coefficients(R: Known) -> list[Known]:
        pairs = zip(*(variance_coefficients(which, N, T, mu, R) for which in (one, other)), strict=True)
        return [left - right for left, right in pairs]

    def coefficient(place: int, R: Known) -> Known:
        return coefficients(R)[place]

    near, slope, bend = (lift(partial(coefficient, place), R).sign() for place in range(3))
    far = bend or slope
    if near * far >= 0:
        return ()

    def odds(R: Known) -> Known:
        # The root 1 + x is found by the formula that does not cancel: (-c1 + s) / (2 c2) = -2 c0 / (c1 + s).
        c0, c1, c2 = coefficients(R)
        signed = far * sqrt(c1**2 - 4 * c0 * c2)
        return 1 - 2 * c0 / (c1 + signed) if far * slope > 0 else 1 + (signed - c1) / (2 * c2)

    below, above = (one, other)[::far]
    return (Crossing(lift_elementary(odds, R), below, above),)


def variance_coefficients(which: Which, N: int, T: int, mu: Fraction, R: Known) -> Shape[Known]:
    """A, B and C of the variance of a mechanism with one report; R is the mean of 1/k for Glance."""
    v = like(R, state_variance(mu))
    if which is Which.GLANCE:
        return N * R, N * R, v * N * (N * R - 1) / (N - 1) if N > 1 else like(R, 0)
    quiet, off = like(R, 1 - 2 * FILLS[which]), like(R, mu - FILLS[which])
    return T + (T - 1) * quiet * quiet, T + 2 * (T - 1) * quiet * off, (T - 1) * (v + off * off)


def borappor_crossings(which: Which, N: int, T: int, mu: Fraction) -> tuple[Crossing, ...]:
    """The odds at which BORAPPOR overtakes a mechanism with one report: once or never."""
    R = inverse_count(N, T)

    def coefficient(place: int, R: Known) -> Known:
        return variance_coefficients(which, N, T, mu, R)[place]

    A, B, C = (lift(partial(coefficient, place), R) for place in range(3))
    if C == 0:
        return ()
    share = root_between(partial(variance_gap, T), partial(variance_gap_slope, T), A, B, C)
    return (Crossing((1 / share) ** T, which, Which.BORAPPOR),)


def variance_gap(T: int, w: Exact, A: Exact, B: Exact, C: Exact) -> Exact:
    """w^(2T) N x^2 times BORAPPOR's variance less the other's, where w = e^(-epsilon/T)."""
    whole = w**T
    rounds = (1 - whole) / (1 - w)
    return w * rounds * rounds - A * whole * whole - B * whole * (1 - whole) - C * (1 - whole) * (1 - whole)


def variance_gap_slope(T: int, w: Exact, A: Exact, B: Exact, C: Exact) -> Exact:
    """The derivative of `variance_gap` with respect to w."""
    whole, grown = w**T, T * w ** (T - 1)
    rounds = (1 - whole) / (1 - w)
    steeper = (rounds - grown) / (1 - w)
    return (
        rounds * rounds
        + 2 * w * rounds * steeper
        - grown * (2 * A * whole + B * (1 - 2 * whole) - 2 * C * (1 - whole))
    )
