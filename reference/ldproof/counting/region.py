"""The dense or sparse case: for which shares of active people condition (2) holds."""

from fractions import Fraction
from functools import partial

from ldproof.budget import Budget
from ldproof.counting.bounds import bernstein_exponent, needed, theta_at, theta_printed_at
from ldproof.numbers import Elementary, Real, least, lift, like, log
from ldproof.numbers.isolation import root, sign_change
from ldproof.tails import divergence

HALF = Fraction(1, 2)
HALVINGS = 64
"""How near the mu is found at which the condition is tightest."""


def boundary(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """The b <= 1/2 with condition (2), as printed, for all mu < b and, as it is symmetric, for all mu > 1 - b."""
    excess = budget.report_excess()
    distance = lift(theta_printed_at, needed(N, T, beta), excess)
    return edge(distance, lift(bernstein_exponent, distance, excess))


def boundary_natural(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """The b <= 1/2 with condition (2) in its natural form for all mu < b and, as it is symmetric, all mu > 1 - b."""
    L = needed(N, T, beta)
    return edge(lift(theta_at, L, budget.report_excess()), L)


def edge(distance: Real, enough: Real) -> Real:
    """The least mu <= 1/2 with min D(mu +- distance | mu) = enough; 1/2 if there is none.

    For mu <= 1/2 the minimum is D(mu + distance | mu), as the slope of the logit, 1 / (x (1-x)), is larger at mu - x
    than at mu + x. That is convex in mu, as D is in both its arguments, and infinite at 0. So where it is below
    `enough` at some mu, it is equal to it at exactly one smaller mu.
    """
    if distance >= 1:
        return Real(HALF)
    # The slope is negative at 0. At 1 it is positive, as the logit of 1/2 + x is above 4x, or infinite.
    tightest = sign_change(slope, HALVINGS, distance)
    # A convex function is nowhere below its tangent.
    if lift(above, tightest, distance, enough, exactly=False) > abs(
        lift(slope, tightest, distance, exactly=False)
    ):
        return Real(HALF)
    share = root(partial(below, tightest), partial(falling, tightest), distance, enough)
    return lift(mu, share * tightest, distance)


def mu(u: Elementary, distance: Elementary) -> Elementary:
    """The share of active people that a part u of the largest one possible is."""
    return u * least(like(u, HALF), 1 - distance)


def above(u: Elementary, distance: Elementary, enough: Elementary) -> Elementary:
    """By how much D(mu + distance | mu) is above `enough`."""
    return divergence(mu(u, distance) + distance, mu(u, distance)) - enough


def slope(u: Elementary, distance: Elementary) -> Elementary:
    """Its derivative by u."""
    low, high = mu(u, distance), mu(u, distance) + distance
    steeper = log(high / (1 - high)) - log(low / (1 - low)) - distance / (low * (1 - low))
    return mu(like(u, 1), distance) * steeper


def below(tightest: Fraction, u: Elementary, distance: Elementary, enough: Elementary) -> Elementary:
    """By how much D is below `enough`, up to where the condition is tightest."""
    return -above(u * like(u, tightest), distance, enough)


def falling(tightest: Fraction, u: Elementary, distance: Elementary, _: Elementary) -> Elementary:
    """Its derivative by u."""
    return -slope(u * like(u, tightest), distance) * like(u, tightest)
