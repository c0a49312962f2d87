"""The threshold that belongs to a significance level: a quantile of the chi-squared law with one degree of freedom."""

from fractions import Fraction

from ldproof.domains import accept
from ldproof.numbers import Certified, ball, enclose

__all__ = ["p_value", "quantile"]


def quantile(level: Fraction) -> Certified:
    """The tau that a squared standard normal number exceeds with probability `level`."""
    accept({"level": level})
    return lambda: 2 * ball(level).erfcinv() ** 2


def p_value(tau: Fraction) -> Certified:
    """The probability that a squared standard normal number exceeds tau."""
    return lambda: (ball(tau) / 2).sqrt().erfc()


def threshold(level: Fraction, digits: int) -> Fraction:
    """The quantile rounded up to so many digits: a fraction, which never makes more tables significant."""
    return Fraction(enclose(quantile(level), digits).upper)
