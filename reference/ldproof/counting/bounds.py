"""Bounds on Glance's largest error over all rounds, sections 5.1.2 and 5.2.2, and what each of them asks for.

Given that k people report in a round, each bound has the form 2 e^(-k D). Over k ~ Bin(N, 1/T) it becomes
2 (1 - (1 - e^-D) / T)^N <= 2 e^(-N (1 - e^-D) / T), in which a round without reports counts as a failure.
"""

from fractions import Fraction
from math import floor

from ldproof.budget import Budget
from ldproof.counting.one_sided import overshoot, power_below
from ldproof.numbers import Elementary, Exact, Real, expm1, least, lift, log, log1p, rational, real, sqrt
from ldproof.rejections import Reason, Refused
from ldproof.tails import divergence

__all__ = [
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
]


def lost(N: Elementary, T: Elementary, beta: Elementary) -> Elementary:
    """l = (T/N) ln(4T / beta): the 1 - e^-D at which two kinds of errors in T rounds share beta."""
    return T / N * log(4 * T / beta)


def lost_sharply(N: Elementary, T: Elementary, failure: Elementary) -> Elementary:
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
    """Equation (1), as printed."""
    ninth = 2 * (1 + excess) / 9 * L
    return 2 * (1 + excess) / (3 * excess) * L + 3 / excess * sqrt(ninth**2 + 4 * ninth)


def theta_at(L: Elementary, excess: Elementary) -> Elementary:
    """The distance with phi = L, which is half of what equation (1) prints."""
    third = (1 + excess) * L / 3
    return (third + sqrt(third**2 + 2 * (1 + excess) * L)) / excess


def claim_2_at(L: Elementary) -> Elementary:
    """Claim 2: Hoeffding's bound for a sample without replacement, solved for the distance."""
    return sqrt(L / 2)


def theta_printed(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Equation (1), as printed: twice the root of its own equation phi(theta) = L."""
    return lift(theta_printed_at, needed(N, T, beta), budget.report_excess())


def theta(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Claim 1 with the root itself: randomized response is off by so much with probability beta/2 at most."""
    return lift(theta_at, needed(N, T, beta), budget.report_excess())


def theta_sharper(N: int, T: int, beta: Fraction, budget: Budget) -> Real:
    """Claim 1's root without the step to e^(-N (1 - e^-D) / T), so that fewer people suffice."""
    return lift(theta_at, needed_sharply(N, T, beta / 2), budget.report_excess())


def claim_2(N: int, T: int, beta: Fraction) -> Real:
    """Claim 2: who reports is off by so much from everybody with probability beta/2 at most."""
    return lift(claim_2_at, needed(N, T, beta))


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
    return off_center(mu, distance, lift(bernstein_exponent, distance, budget.report_excess()))


def condition_natural(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> bool:
    """Condition (2) with theta*, the root itself, for theta: sampling is off by it no more often than randomized response."""
    return off_center(mu, theta(N, T, beta, budget), needed(N, T, beta))


def alpha_one_step(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> Real:
    """An error exceeded with probability beta at most if each round has mu: one bound for both its causes.

    With A of k reporters active, the ones have a moment generating function that is convex in A. So by Hoeffding
    they deviate no more than k coins of one rate s, and D(s + (p-q) alpha | s) = L is enough on either side.
    """
    L, excess = needed_sharply(N, T, beta), budget.report_excess()
    above, below = (overshoot(N, T, share, beta, excess, L) for share in (mu, 1 - mu))
    return above + below - least(above, below)


def off_center(mu: Fraction, distance: Real, enough: Real) -> bool:
    """Whether D(mu +- distance | mu) is `enough`: infinite where mu or its shift is no share strictly inside (0, 1)."""
    return all(side in (0, 1) or distant(side, distance, enough) for side in (mu, 1 - mu))


def distant(mu: Fraction, distance: Real, enough: Real) -> bool:
    """One side of it: D(1 - mu - distance | 1 - mu) = D(mu + distance | mu) is the other side of the other state."""
    return distance >= 1 - mu or lift(divergence, mu + distance, mu) >= enough


def needed(N: int, T: int, beta: Fraction) -> Real:
    """L, for N > T ln(4T / beta): these are never equal, as no logarithm of a fraction but ln 1 is a fraction."""
    people = T * log(real(4 * T / beta))
    if people > N:
        others = "counting.alpha_exact always"
        if enough_people(N, T, beta):
            others = f"counting.alpha_one_step here, {others}"
        raise too_few(N, f"T ln(4T/beta), which asks for {floor(people) + 1}", others)
    return exponent_needed(lift(lost, N, T, beta))


def needed_sharply(N: int, T: int, failure: Fraction) -> Real:
    """L from the sum over k itself, where T (1 - (failure/2T)^(1/N)) < 1."""
    if not enough_people(N, T, failure):
        raise too_few(N, "T (1 - (beta/2T)^(1/N)) < 1", "counting.alpha_exact always")
    return exponent_needed(lift(lost_sharply, N, T, failure))


def enough_people(N: int, T: int, failure: Fraction) -> bool:
    """Whether (1 - 1/T)^N < failure/2T: 2T times the probability that nobody reports in a round is in reach."""
    return power_below(1 - rational(1, T), N, failure / (2 * T))


def too_few(N: int, bound: str, others: str) -> Refused:
    """The refusal of a bound for fewer people than it needs, and the bounds that hold there."""
    return Refused(Reason.TOO_FEW_PEOPLE, f"N = {N} people are too few for {bound}", f"more people; {others}")
