"""The closed forms of the source, by section. `excess` is one report's excess odds e^(epsilon/m) - 1."""

from fractions import Fraction

from ldproof.numbers import Ball, Elementary, Exact, Real, expm1, interval_newton, least, lift, log1p
from ldproof.probability import chernoff_bound, unbias_rate, union_bound
from ldproof.rounds import contrast, lie, truth

__all__ = [  # noqa: RUF022  (the catalogue's order)
    "c_star",
    "estimate",
    "event_epsilon",
    "event_odds",
    "figure_of_merit",
    "g",
    "gap",
    "p",
    "q",
    "user_epsilon",
    "failure_bound",
    "largest_alpha",
    "variance",
    "worst_variance",
]


def p(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """Section 4.1: the probability that a person in state 1 sends a 1."""
    return m / T * truth(excess) + (1 - m / T) * r


def q(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """Section 4.1: the probability that a person in state 0 sends a 1."""
    return m / T * lie(excess) + (1 - m / T) * r


def gap(m: Exact, T: Exact, excess: Exact) -> Exact:
    """p - q, which the dummies do not touch."""
    return m / T * contrast(excess)


def estimate(ones: Exact, N: Exact, m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """Section 4.1: Phi, the estimated share of active people from the number of ones received."""
    return unbias_rate(ones / N, q(m, T, r, excess), gap(m, T, excess))


def figure_of_merit(m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary) -> Elementary:
    """Theorem 5: f(m, r), its numerator and denominator divided by (e^(epsilon/m) + 1)^2."""
    excess = expm1(epsilon / m)
    return m / epsilon * contrast(excess) ** 2 / (truth(excess) + (T / m - 1) * r)


def g(x: Elementary) -> Elementary:
    """Section 4.3: f(m, 0) as a function of x = m / epsilon."""
    excess = expm1(1 / x)
    return x * contrast(excess) ** 2 / truth(excess)


def slope_sign(u: Elementary) -> Elementary:
    """W(u) = E^2 - 1 - u (3E + 1) with E = e^u: the sign of g' at x = 1/u."""
    excess = expm1(u)
    return excess * (2 + excess) - u * (4 + 3 * excess)


def slope_sign_derivative(u: Elementary) -> Elementary:
    """The derivative of `slope_sign` with respect to u."""
    excess = expm1(u)
    return 2 * (1 + excess) ** 2 - 3 * (1 + excess) * (1 + u) - 1


def c_star() -> Real:
    """Section 5.3: the x at which g is largest, as 1/u for the root u of `slope_sign` between 1.7 and 1.8."""
    return 1 / lift(slope_sign_root, Fraction(17, 10), Fraction(18, 10), exactly=False)


def slope_sign_root(low: Ball, high: Ball) -> Ball:
    """A ball around the root of `slope_sign` between two numbers, by Newton's method."""
    return interval_newton(slope_sign, slope_sign_derivative, low.union(high))


def event_odds(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """The tight odds between two people who differ in one round."""
    quiet = least(r, 1 - r)
    return 1 + excess * m * (1 - quiet) / (quiet * (T - m) + m * (1 - quiet))


def event_epsilon(m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary) -> Elementary:
    """The logarithm of the event-level odds."""
    quiet = least(r, 1 - r)
    hidden = quiet * (T - m) / (quiet * (T - m) + m * (1 - quiet))
    return epsilon / m + log1p(hidden * expm1(-epsilon / m))


def user_epsilon(epsilon: Exact) -> Exact:
    """Theorem 4: the tight epsilon between any two people, which is the whole budget for every T, m and r."""
    return epsilon


# Error bounds of the source, and the condition they ask for.


def failure_bound(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """Equation (2): at most this is the probability that some round's error reaches alpha, under (1)."""
    return union_bound(T, chernoff_bound(figure_of_merit(m, T, r, epsilon) * epsilon * N / T, alpha))


def largest_alpha(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """Equation (1): the bound (2) is stated for alpha below this."""
    return 1 / excess + (T / m - 1) * r / contrast(excess)


# The exact variance of Phi at one round, and its largest value over all shares of active people.


def active_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """p (1 - p), the variance of a bit from a person in state 1; 1 - p is q with all bits flipped."""
    return p(m, T, r, excess) * q(m, T, 1 - r, excess)


def idle_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """q (1 - q), the variance of a bit from a person in state 0; 1 - q is p with all bits flipped."""
    return q(m, T, r, excess) * p(m, T, 1 - r, excess)


def largest_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """V = max(p (1 - p), q (1 - q)), which no person's bit exceeds."""
    active, idle = active_variance(m, T, r, excess), idle_variance(m, T, r, excess)
    return active + idle - least(active, idle)


def variance(N: Exact, m: Exact, T: Exact, r: Exact, phi: Exact, excess: Exact) -> Exact:
    """The variance of Phi in a round in which a share phi of N people is active."""
    active, idle = active_variance(m, T, r, excess), idle_variance(m, T, r, excess)
    return (phi * active + (1 - phi) * idle) / (N * gap(m, T, excess) ** 2)


def worst_variance(N: Exact, m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """The largest variance of Phi over all phi; it is linear in phi, so that one end attains it."""
    return largest_variance(m, T, r, excess) / (N * gap(m, T, excess) ** 2)
