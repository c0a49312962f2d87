"""Fractions whose arithmetic FLINT does, held against Python's own in every operator."""

import copy
import math
import operator
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from ldproof.numbers import rational
from ldproof.numbers.rational import METHODS, Rational

FRACTIONS = [Fraction(*each) for each in ((0, 1), (1, 1), (-1, 1), (3, 7), (-22, 5), (10**30, 7), (7, 2**70))]
OTHERS: list[object] = [0, 1, -3, True, 2.5, math.inf, 1j, "x", None, *FRACTIONS]
ARITHMETIC = ("add", "sub", "mul", "truediv")
TWO = (*ARITHMETIC, "eq", "ne", "lt", "le", "gt", "ge", "mod", "floordiv")
ONE: list[Callable[[Fraction], object]] = [
    *(hash, repr, str, bool, float, complex, abs, operator.neg, operator.pos),
    *(math.floor, math.ceil, math.trunc, round),
    lambda value: round(value, 2),
    lambda value: divmod(value, 3),
    lambda value: value.as_integer_ratio(),
    lambda value: value.limit_denominator(5),
    lambda value: (value.numerator, value.denominator),
]


def operator_outcome(name: str, *arguments: object) -> object:
    """Return an operator's result as text, with its kind: a fraction stays a fraction."""
    try:
        found = getattr(operator, name)(*arguments)
    except (ArithmeticError, TypeError) as error:
        return type(error)
    return Fraction if isinstance(found, Fraction) else type(found), repr(found)


def kinds(other: object) -> Iterator[object]:
    """A number, and the same as one of ours if it is a fraction."""
    yield other
    if isinstance(other, Fraction):
        yield rational(other)


def test_operators_of_two_numbers() -> None:
    for name, value, other in product(TWO, FRACTIONS, OTHERS):
        for theirs in kinds(other):
            assert operator_outcome(name, rational(value), theirs) == operator_outcome(name, value, other)
            assert operator_outcome(name, theirs, rational(value)) == operator_outcome(name, other, value)


def test_functions_of_one_number() -> None:
    for function, value in product(ONE, FRACTIONS):
        assert function(rational(value)) == function(value)


@pytest.mark.parametrize("place", [-1130, -1075, -1060, -1022, -53, 0, 700, 971, 980])
def test_floats_are_rounded_as_pythons_are(place: int) -> None:
    """Between two floats, a little beside the middle, where floats have few digits, and where there are none."""
    scale = Fraction(2) ** place
    for odd in (2**53 + 1, 2**54 - 1, 2**54 + 1, 2**55 + 3):
        for beside in (Fraction(0), Fraction(1, 2**200), Fraction(-1, 3**100)):
            value = (odd + beside) * scale
            try:
                wanted = float(value)
            except OverflowError:
                with pytest.raises(OverflowError):
                    float(rational(value))
            else:
                assert float(rational(value)) == wanted


def test_what_is_computed_from_one_is_one() -> None:
    for name, other in product(ARITHMETIC, (3, Fraction(2, 3), rational(2, 3))):
        assert type(getattr(operator, name)(rational(1, 7), other)) is Rational
        assert type(getattr(operator, name)(other, rational(1, 7))) is Rational


def test_long_ones_are_written() -> None:
    long = 10**5000
    assert repr(rational(1, long)) == f"Fraction(1, 1{'0' * 5000})"
    assert str(rational(1, long)) == f"1/1{'0' * 5000}"
    assert str(rational(long)) == f"1{'0' * 5000}"


def test_powers() -> None:
    for value, exponent in product(FRACTIONS, (0, 1, 2, -2, True, 0.5, Fraction(2), Fraction(1, 2))):
        assert operator_outcome("pow", rational(value), exponent) == operator_outcome("pow", value, exponent)
        assert operator_outcome("pow", exponent, rational(value)) == operator_outcome("pow", exponent, value)
    assert type(rational(2, 3) ** -2) is Rational


def test_what_it_is_made_of() -> None:
    assert rational("-3/7") == rational(-3, 7) == rational(Fraction(-3, 7)) == rational(Fraction(3), -7)
    assert rational() == 0
    with pytest.raises(ZeroDivisionError):
        rational(1, 0)


def test_copies_are_of_its_kind() -> None:
    value = rational(-3, 7)
    assert value is rational(value)
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert type(other) is Rational
    assert {value: 1}[Fraction(-3, 7)] == 1


def test_fractions_are_built_the_way_that_python_3_12_builds_them() -> None:
    """`Fraction.from_float`, with which floats are compared, has called this since; earlier Pythons never do."""
    made = Rational._from_coprime_ints(-3, 7)
    assert (type(made), made) == (Rational, Fraction(-3, 7))
    assert not rational(1, 2) <= 0.25
    assert Rational.from_float(0.25) == Rational.from_decimal(Decimal("0.25")) == Fraction(1, 4)


def test_every_operator_is_replaced() -> None:
    assert all(getattr(Rational, name) is not getattr(Fraction, name) for name in METHODS)
