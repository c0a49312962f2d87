"""Another way to the same digits: formulas of the sources in the standard library's decimal arithmetic."""

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from flint import arb

from ldproof.numbers import Enclosure, ball, enclose

DIGITS = 120
ROUNDING = Fraction(1, 10**100)
"""What a chain of some operations with so many digits may be off by, relative to the result."""


def decimally(compute: Callable[..., Decimal], *arguments: Fraction | int) -> Fraction:
    """The result of a computation whose every operation is rounded to so many digits."""
    with localcontext(prec=DIGITS):
        numbers = [Decimal(Fraction(each).numerator) / Fraction(each).denominator for each in arguments]
        return Fraction(compute(*numbers))


def balls(*values: Fraction | int) -> list[arb]:
    """Balls around fractions, at the precision that is set."""
    return [ball(value) for value in values]


def holds(enclosure: Enclosure, value: Fraction) -> bool:
    """Whether a value known up to rounding lies in an enclosure."""
    slack = abs(value) * ROUNDING
    return Fraction(enclosure.lower) - slack <= value <= Fraction(enclosure.upper) + slack


def agrees(value: Callable[[], arb], expected: Fraction, digits: int = 60) -> bool:
    """Whether a ball of so many digits is where another computation found the number."""
    return holds(enclose(value, digits), expected)


def close(value: float, expected: Fraction, roundings: int = 8) -> bool:
    """Whether a float is as near to a number as so many roundings leave it."""
    return abs(Fraction(value) - expected) <= roundings * Fraction(math.ulp(float(expected)))
