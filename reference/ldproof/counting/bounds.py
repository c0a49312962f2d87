"""Bounds on the largest error over all rounds, of Glance and of what it is compared to."""

from fractions import Fraction
from math import floor

from ldproof.budget import Budget
from ldproof.counting.formulas import Period, harmony_variance, ones_probability
from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Elementary,
    Exact,
    Number,
    Real,
    expm1,
    least,
    lift,
    lift_elementary,
    like,
    log,
    log1p,
    rational,
    real,
    sqrt,
)
from ldproof.numbers.algebra import root_between, sign_change
from ldproof.probability import INFINITE, Infinite, divergence
from ldproof.rounds import contrast, truth

__all__ = [  # noqa: RUF022  (the catalogue's order)
    "alpha_one_step",
    "bernstein_exponent",
    "claim_2",
    "condition_2",
    "condition_natural",
    "corollary_3",
    "theorem_5",
    "theorem_5_printed",
    "theta",
    "theta_printed",
    "theta_sharper",
    "borappor_alpha",
    "harmony_lower",
    "harmony_upper",
]

# How far a mean of coins may lie above their rate at a given relative entropy, as an enclosed root.


def overshoot_error(N: int, T: int, mu: Fraction, failure: Fraction, excess: Real, enough: Real) -> Real:
    """The alpha with D(s + (p-q) alpha | s) = enough, s = q + (p-q) mu; if there is none, the largest possible error.

    No error is above (1 - s)/(p-q). This one is met if all who report send a 1, perhaps because nobody does: if that
    is too likely, D(1 | s) = -ln s is not enough.
    """
    rate, largest = lift(ones_probability, mu, excess), 1 - mu + 1 / excess
    if not power_below(1 - (1 - rate) / T, N, failure / (2 * T)):
        return largest

    def gap(u: Elementary, rate: Elementary, enough: Elementary) -> Elementary:
        return divergence(rate + (1 - rate) * u, rate) - enough

    def slope(u: Elementary, rate: Elementary, _: Elementary) -> Elementary:
        higher = rate + (1 - rate) * u
        return (1 - rate) * (log(higher / rate) - log((1 - higher) / (1 - rate)))

    # D(s + (1 - s) u | s) rises from 0 at u = 0, and is more than `enough` at u = 1.
    return largest * root_between(gap, slope, rate, enough)


def power_below(base: Number, N: int, chance: Number) -> bool:
    """Whether base^N < chance, exactly if both are fractions, which are equal only with equally long denominators."""
    rate, limit = real(base), real(chance)
    exact, most = rate.exact, limit.exact
    if exact is None or most is None:
        return N * log(rate) < log(limit)
    if N * (exact.denominator.bit_length() - 1) <= most.denominator.bit_length():
        return exact**N < most
    return N * log(rate) < log(limit)


# Bounds on Glance's largest error over all rounds, sections 5.1.2 and 5.2.2, and what each of them asks for.
#
# Given that k people report in a round, each bound has the form 2 e^(-k D). Over k ~ Bin(N, 1/T) it becomes
# 2 (1 - (1 - e^-D) / T)^N <= 2 e^(-N (1 - e^-D) / T), in which a round without reports counts as a failure.


def divergence_loss(N: Elementary, T: Elementary, beta: Elementary) -> Elementary:
    """l = (T/N) ln(4T / beta): the 1 - e^-D at which two kinds of errors in T rounds share beta."""
    return T / N * log(4 * T / beta)


def divergence_loss_sharp(N: Elementary, T: Elementary, failure: Elementary) -> Elementary:
    """T (1 - (failure/2T)^(1/N)), from the sum over k itself: 2T times one kind of error is at most `failure`."""
    return -T * expm1(-log(2 * T / failure) / N)


def exponent_needed(lost: Elementary) -> Elementary:
    """L = -ln(1 - l): the exponent D that a bound needs."""
    return -log1p(-lost)


def bernstein_exponent(alpha: Exact, excess: Exact) -> Exact:
    """phi: Bernstein's exponent, per report, for randomized response being off by alpha; right side of (2)."""
    # (a - 1)^2 alpha^2 / (2 a) / (1 + (a - 1) alpha / 3), divided by (a - 1)^2: then no float overflows.
    return alpha**2 / (2 * (1 + 1 / excess) * (1 / excess + alpha / 3))


def theta_printed_at(L: Elementary, excess: Elementary) -> Elementary:
    """The right side of equation (1), as printed."""
    ninth = 2 * (1 + excess) / 9 * L
    return 2 * (1 + excess) / (3 * excess) * L + 3 / excess * sqrt(ninth**2 + 4 * ninth)


def theta_at(L: Elementary, excess: Elementary) -> Elementary:
    """The distance with phi(distance) = L: half of what equation (1) prints."""
    third = (1 + excess) * L / 3
    return (third + sqrt(third**2 + 2 * (1 + excess) * L)) / excess


def claim_2_at(L: Elementary) -> Elementary:
    """Claim 2: Hoeffding's bound for a sample without replacement, solved for the distance."""
    return sqrt(L / 2)


def theta_printed(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Equation (1), as printed: twice the root of its own equation phi(theta) = L."""
    return lift_elementary(theta_printed_at, required_exponent(N, T, beta), budget.report_excess())


def theta(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Claim 1 with the root itself: randomized response is off by so much with probability beta/2 at most."""
    return lift_elementary(theta_at, required_exponent(N, T, beta), budget.report_excess())


def theta_sharper(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Claim 1's root without the step to e^(-N (1 - e^-D) / T), so that fewer people suffice."""
    return lift_elementary(theta_at, required_exponent_sharp(N, T, beta / 2), budget.report_excess())


def claim_2(N: int, T: int, beta: Fraction) -> Real:
    """Claim 2: who reports is off by so much from everybody with probability beta/2 at most."""
    return lift_elementary(claim_2_at, required_exponent(N, T, beta))


def corollary_3(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Corollary 3 with its constants: Claims 1 and 2 together, on every data stream."""
    return theta(N, T, beta, budget) + claim_2(N, T, beta)


def theorem_5_printed(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Theorem 5 as printed, 2 theta, where `condition_2` holds."""
    return 2 * theta_printed(N, T, beta, budget)


def theorem_5(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Theorem 5 with the root itself, where `condition_natural` holds."""
    return 2 * theta(N, T, beta, budget)


def condition_2(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> bool:
    """Condition (2), with theta and with infinities as printed."""
    distance = theta_printed(N, T, beta, budget)
    return has_enough_divergence(mu, distance, lift(bernstein_exponent, distance, budget.report_excess()))


def condition_natural(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> bool:
    """Condition (2) with theta*, the root itself, for theta: sampling is off by it no more often than randomized response."""
    return has_enough_divergence(mu, theta(N, T, beta, budget), required_exponent(N, T, beta))


def alpha_one_step(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> Real:
    """An error exceeded with probability beta at most if each round has mu: one bound for both its causes.

    With A of k reporters active, the ones have a moment generating function that is convex in A. So by Hoeffding
    they deviate no more than k coins of one rate s, and D(s + (p-q) alpha | s) = L is enough on either side.
    """
    L, excess = required_exponent_sharp(N, T, beta), budget.report_excess()
    above, below = (overshoot_error(N, T, share, beta, excess, L) for share in (mu, 1 - mu))
    return above + below - least(above, below)


def has_enough_divergence(mu: Fraction, distance: Real, enough: Real) -> bool:
    """Whether D(mu +- distance | mu) >= enough on both sides; infinite where mu or its shift is not strictly in (0, 1).

    D(1 - mu - distance | 1 - mu) = D(mu + distance | mu) is the other side of the other state.
    """
    return all(
        side in (0, 1) or distance >= 1 - side or lift_elementary(divergence, side + distance, side) >= enough
        for side in (mu, 1 - mu)
    )


def required_exponent(N: int, T: int, beta: Fraction) -> Real:
    """L = -ln(1 - l) with l = (T/N) ln(4T / beta); refused unless N > T ln(4T / beta).

    These are never equal, as no logarithm of a fraction but ln 1 is a fraction.
    """
    people = T * log(real(4 * T / beta))
    if people > N:
        others = "counting.alpha_exact always"
        if enough_people(N, T, beta):
            others = f"counting.alpha_one_step here, {others}"
        raise too_few_refusal(N, f"T ln(4T/beta), which asks for {floor(people) + 1}", others)
    return exponent_needed(lift_elementary(divergence_loss, N, T, beta))


def required_exponent_sharp(N: int, T: Period, failure: Fraction) -> Real:
    """L from the sum over k itself; refused unless T (1 - (failure/2T)^(1/N)) < 1."""
    if not enough_people(N, T, failure):
        raise too_few_refusal(N, "T (1 - (beta/2T)^(1/N)) < 1", "counting.alpha_exact always")
    return exponent_needed(lift_elementary(divergence_loss_sharp, N, T, failure))


def enough_people(N: int, T: Period, failure: Fraction) -> bool:
    """Whether (1 - 1/T)^N < failure/2T: 2T times the probability that nobody reports in a round is in reach."""
    return power_below(1 - 1 / rational(T), N, failure / (2 * T))


def too_few_refusal(N: int, bound: str, others: str) -> Refused:
    """The refusal of a bound for too few people, which names `others` as the bounds that hold."""
    return Refused(Reason.TOO_FEW_PEOPLE, f"N = {N} people are too few for {bound}", f"more people; {others}")


# Bounds on the largest error of what Glance is compared to: Harmony from both sides, and Basic One-time RAPPOR.


def borappor_alpha(N: Elementary, T: Elementary, beta: Elementary, epsilon: Elementary) -> Elementary:
    """The error that some round reaches with probability beta at most, by Hoeffding: O(T sqrt(log T)), section 1.1."""
    return sqrt(log(2 * T / beta) / (2 * N)) / contrast(expm1(epsilon / T))


def harmony_upper(N: int, T: int, beta: Fraction, budget: Budget, mu: Fraction = Fraction(1)) -> Real:
    """Corollary 1 with its constants, by Bernstein: the same for Harmony; mu = 1 has the largest variance."""
    excess = budget.report_excess()
    variance = lift(harmony_variance, N, T, mu, excess)
    return lift_elementary(harmony_upper_at, variance, N, T, beta, excess)


def harmony_upper_at(
    variance: Elementary, N: Elementary, T: Elementary, beta: Elementary, excess: Elementary
) -> Elementary:
    """Bernstein's bound solved for the error: no bit moves the estimate by more than T / (N (p-q))."""
    surprise, width = log(2 * T / beta), T / (N * contrast(excess))
    third = width * surprise / 3
    return third + sqrt(third**2 + 2 * variance * surprise)


def harmony_lower(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Theorem 4's right side: if all are active, Harmony errs by more with probability at least beta, not 1 - beta.

    It is refused unless (N+1)^-2 e^(-N (T-p)/p) < beta < (N+1)^-2: below, no error is as large.
    """
    excess, share = budget.report_excess(), (N + 1) ** 2 * beta
    if share >= 1 or log(real(share)) + N * (T / truth(excess) - 1) < 0:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"beta = {beta} is out of the range in which Theorem 4 says something true",
            "(N+1)^-2 e^(-N (T-p)/p) < beta < (N+1)^-2",
        )
    return lift_elementary(harmony_lower_at, N, T, beta, excess)


def harmony_lower_at(N: Elementary, T: Elementary, beta: Elementary, excess: Elementary) -> Elementary:
    """The right side of Theorem 4, as printed."""
    odds = 1 + excess
    prefactor = odds * (odds + 1) / excess**2 * (1 - 1 / T * truth(excess))
    return sqrt(T / N * prefactor * log(1 / ((N + 1) ** 2 * beta)))


# The dense or sparse case: for which shares of active people condition (2) holds.

HALF = Fraction(1, 2)
HALVINGS = 64
"""How near the mu is found at which the condition is tightest."""


def condition_2_boundary(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """The b <= 1/2 such that condition (2), as printed, holds for all mu < b and for all mu > 1 - b."""
    excess = budget.report_excess()
    distance = lift_elementary(theta_printed_at, required_exponent(N, T, beta), excess)
    return least_valid_share(distance, lift(bernstein_exponent, distance, excess))


def condition_natural_boundary(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """The b <= 1/2 such that condition (2) in its natural form holds for all mu < b and for all mu > 1 - b."""
    L = required_exponent(N, T, beta)
    return least_valid_share(lift_elementary(theta_at, L, budget.report_excess()), L)


def least_valid_share(distance: Real, enough: Real) -> Real:
    """The least mu <= 1/2 with min D(mu +- distance | mu) = enough; 1/2 if there is none.

    For mu <= 1/2 the minimum is D(mu + distance | mu), as the slope of the logit, 1 / (x (1-x)), is larger at mu - x
    than at mu + x. That is convex in mu, as D is in both its arguments, and infinite at 0. So where it is below
    `enough` at some mu, it is equal to it at exactly one smaller mu.
    """
    if distance >= 1:
        return Real(HALF)
    # The slope is negative at 0. At 1 it is positive, as the logit of 1/2 + x is above 4x, or infinite.
    tightest = sign_change(boundary_slope, HALVINGS, distance)
    # A convex function is nowhere below its tangent.
    if lift(divergence_surplus, tightest, distance, enough, exactly=False) > abs(
        lift(boundary_slope, tightest, distance, exactly=False)
    ):
        return Real(HALF)

    def deficit(u: Elementary, distance: Elementary, enough: Elementary) -> Elementary:
        return -divergence_surplus(u * like(u, tightest), distance, enough)

    def deficit_slope(u: Elementary, distance: Elementary, _: Elementary) -> Elementary:
        return -boundary_slope(u * like(u, tightest), distance) * like(u, tightest)

    return lift_elementary(
        share_at, root_between(deficit, deficit_slope, distance, enough) * tightest, distance
    )


def share_at(u: Elementary, distance: Elementary) -> Elementary:
    """The share u min(1/2, 1 - distance) of active people, for u from 0 to 1."""
    return u * least(like(u, HALF), 1 - distance)


def divergence_surplus(u: Elementary, distance: Elementary, enough: Elementary) -> Elementary:
    """D(mu + distance | mu) - enough, at mu = share_at(u, distance)."""
    return divergence(share_at(u, distance) + distance, share_at(u, distance)) - enough


def boundary_slope(u: Elementary, distance: Elementary) -> Elementary:
    """The derivative of `divergence_surplus` with respect to u."""
    low, high = share_at(u, distance), share_at(u, distance) + distance
    steeper = log(high / (1 - high)) - log(low / (1 - low)) - distance / (low * (1 - low))
    return share_at(like(u, 1), distance) * steeper


# Where Theorem 5's upper bound for Glance falls below Theorem 4's lower bound for Harmony, section 5.2.3.


def theorem_5_crossing(N: int, T: int, beta: Fraction) -> Real | Infinite:
    """The epsilon from which on `theorem_5` is below `harmony_lower`; infinite if it never is."""
    return theta_multiple_crossing(N, T, beta, 2)


def theorem_5_printed_crossing(N: int, T: int, beta: Fraction) -> Real | Infinite:
    """The epsilon from which on Theorem 5 with theta as printed, twice the true one, is below `harmony_lower`."""
    return theta_multiple_crossing(N, T, beta, 4)


def theta_multiple_crossing(N: int, T: int, beta: Fraction, thetas: int) -> Real | Infinite:
    """The epsilon from which on `thetas` times theta, with phi(theta) = L, is below `harmony_lower`; or infinite.

    Both sides are multiplied by (a-1)/a and squared; with w = 1/a, their difference is concave in w on (0, 1), and
    above 0 at w = 1, where 8L > 8 (T/N) ln(1/((N+1)^2 beta)). So it has one root if it is below 0 at 0, else none.
    """
    if (N + 1) ** 2 * beta >= 1:
        raise Refused(Reason.OUT_OF_RANGE, f"beta = {beta} is out of range", "beta < (N+1)^-2")
    L = required_exponent(N, T, beta)
    gain = -log(Real((N + 1) ** 2 * beta)) / N

    def gap(w: Elementary, L: Elementary, gain: Elementary) -> Elementary:
        bound = thetas * (L / 3 + sqrt(L**2 / 9 + 2 * L * w))
        return bound**2 - gain * (T * (1 + w) - 1)

    def slope(w: Elementary, L: Elementary, gain: Elementary) -> Elementary:
        middle = sqrt(L**2 / 9 + 2 * L * w)
        return 2 * thetas**2 * L * (1 + L / 3 / middle) - gain * T

    if lift(gap, 0, L, gain, exactly=False) >= 0:
        return INFINITE
    return -log(root_between(gap, slope, L, gain))
