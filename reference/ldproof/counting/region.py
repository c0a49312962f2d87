"""The dense or sparse case: for which shares of active people condition (2) holds."""

from fractions import Fraction

from flint import arb

from ldproof.budget import Budget, Quantity, at_hand
from ldproof.counting.bounds import bernstein_exponent, needed, theta_at, theta_printed_at
from ldproof.counting.roots import bracket, root
from ldproof.numbers import Certified, ball, fraction, least, log, precision, sign
from ldproof.tails import divergence

HALF = Fraction(1, 2)
HALVINGS = 64
"""How near the mu is found at which the condition is tightest."""


def boundary(N: int, T: int, beta: Fraction, budget: Budget) -> Quantity:
    """The b <= 1/2 with condition (2), as printed, for all mu < b and, as it is symmetric, for all mu > 1 - b."""
    L, excess = needed(N, T, beta), budget.report_excess()

    def distance() -> arb:
        return theta_printed_at(L(), at_hand(excess))

    return edge(distance, lambda: bernstein_exponent(distance(), at_hand(excess)))


def boundary_natural(N: int, T: int, beta: Fraction, budget: Budget) -> Quantity:
    """The same for the condition's natural form."""
    L, excess = needed(N, T, beta), budget.report_excess()
    return edge(lambda: theta_at(L(), at_hand(excess)), L)


def edge(distance: Certified, enough: Certified) -> Quantity:
    """The least mu <= 1/2 with min D(mu +- distance | mu) = enough; 1/2 if there is none.

    For mu <= 1/2 the minimum is D(mu + distance | mu), as the slope of the logit, 1 / (x (1-x)), is larger at mu - x
    than at mu + x. That is convex in mu, as D is in both its arguments, and infinite at 0. So where it is below
    `enough` at some mu, it is equal to it at exactly one smaller mu.
    """
    if sign(lambda: 1 - distance()) <= 0:
        return HALF

    def mu(u: arb) -> arb:
        return u * least(ball(HALF), 1 - distance())

    def excess(u: arb) -> arb:
        return divergence(mu(u) + distance(), mu(u)) - enough()

    def slope(u: arb) -> arb:
        low, high = mu(u), mu(u) + distance()
        return mu(arb(1)) * (log(high / (1 - high)) - log(low / (1 - low)) - distance() / (low * (1 - low)))

    # The slope is negative at 0. At 1 it is positive, as the logit of 1/2 + x is above 4x, or infinite.
    with precision(4 * HALVINGS):
        tightest = fraction(bracket(slope, HALVINGS).mid())
    # A convex function is nowhere below its tangent.
    if sign(lambda: excess(ball(tightest)) - abs(slope(ball(tightest)))) > 0:
        return HALF
    share = root(lambda u: -excess(u * ball(tightest)), lambda u: -slope(u * ball(tightest)) * ball(tightest))
    return lambda: mu(share() * ball(tightest))
