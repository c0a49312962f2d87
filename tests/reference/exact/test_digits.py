"""Digits: against long division and Taylor series, both in whole numbers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import ball, computed_real, sqrt
from ldproof.sampling import Digits
from tests.reference.exact.tapes import FRACTIONS, logistic


def long_division(value: Fraction, base: int) -> Iterator[int]:
    """The digits of a fraction below 1."""
    rest = value.numerator
    while True:
        digit, rest = divmod(rest * base, value.denominator)
        yield digit


def around_e() -> tuple[Fraction, Fraction]:
    """Two fractions with e between them: the Taylor series, and its rest below 1/(n n!)."""
    below = sum((Fraction(1, factorial(k)) for k in range(101)), Fraction(0))
    return below, below + Fraction(1, 100 * factorial(100))


@given(FRACTIONS.filter(lambda value: value < 1), st.lists(st.integers(0, 100), max_size=5))
def test_a_fraction_has_the_digits_of_long_division(value: Fraction, counts: list[int]) -> None:
    digits = Digits(value)
    for count in counts:
        assert list(digits.prefix(count)) == list(islice(long_division(value, 256), count))
    assert list(islice(digits.bits(), 300)) == list(islice(long_division(value, 2), 300))


@pytest.mark.parametrize("exponent", [-9, -7, -1, 1, 2, 7])
def test_a_real_number_has_the_digits_of_both_its_bounds(exponent: int) -> None:
    lower, upper = sorted(bound**exponent for bound in around_e())
    below, above = Digits(lower / (lower + 1)).prefix(50), Digits(upper / (upper + 1)).prefix(50)
    assert below == above
    digits = Digits(computed_real(logistic(exponent)))
    assert digits.prefix(3) == below[:3]
    assert digits.prefix(50) == below


@given(FRACTIONS.filter(lambda value: value.denominator & (value.denominator - 1) != 0))
def test_a_fraction_and_balls_around_it_have_the_same_digits(value: Fraction) -> None:
    assert Digits(computed_real(lambda: ball(value))).prefix(70) == Digits(value).prefix(70)


def test_one_is_255_for_ever_and_zero_is_0() -> None:
    assert Digits(Fraction(1)).prefix(96) == b"\xff" * 96
    assert Digits(Fraction(0)).prefix(100) == b"\x00" * 100
    assert Digits(computed_real(lambda: ball(1))).prefix(40) == b"\xff" * 40
    assert Digits(computed_real(lambda: ball(0))).prefix(40) == b"\x00" * 40


def test_a_dyadic_fraction_ends_in_zeros() -> None:
    assert Digits(Fraction(1, 4)).prefix(4) == bytes((64, 0, 0, 0))
    assert Digits(computed_real(lambda: sqrt(ball(Fraction(1, 16))))).prefix(4) == bytes((64, 0, 0, 0))
