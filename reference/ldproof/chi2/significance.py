"""The threshold that belongs to a significance level: a quantile of the chi-squared law with one degree of freedom."""

from fractions import Fraction

from ldproof.budget import known
from ldproof.domains import accept
from ldproof.numbers import Ball, Real, enclose, lift, sqrt

__all__ = ["p_value", "quantile"]


def quantile(level: Fraction) -> Real:
    """The tau that a squared standard normal number exceeds with probability `level`."""
    chance = known("level", level)
    if not 0 < chance < 1:
        accept({"level": level})
    return 2 * lift(Ball.erfcinv, chance, exactly=False) ** 2


def p_value(tau: Fraction) -> Real:
    """The probability that a squared standard normal number exceeds tau."""
    return lift(Ball.erfc, sqrt(known("tau", tau) / 2), exactly=False)


def threshold(level: Fraction, digits: int) -> Fraction:
    """The quantile rounded up to so many digits: a fraction, which never makes more tables significant."""
    return Fraction(enclose(quantile(level), digits).upper)
