"""Fractions whose arithmetic FLINT does: the same numbers, several times as fast."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar, final

from flint import fmpq, fmpz

Answer = TypeVar("Answer")


@final
class Rational(Fraction):
    """A fraction in every respect; what is computed from it and other fractions is another one of its kind."""

    __slots__ = ("_hash", "_value")

    _value: fmpq
    _hash: int
    """Once it has been asked for."""

    def __new__(cls, numerator: int, denominator: int) -> Rational:
        """A numerator over a denominator."""
        return from_flint(fmpq(numerator, denominator))

    @property
    def numerator(self) -> int:
        """In lowest terms."""
        return int(self._value.p)

    @property
    def denominator(self) -> int:
        """Likewise, above 0."""
        return int(self._value.q)

    # Where Python's own fractions look them up.
    _numerator, _denominator = numerator, denominator

    @classmethod
    def _from_coprime_ints(cls, numerator: int, denominator: int, /) -> Rational:
        """Build one as `from_float` and `from_decimal` of Python 3.12 and later do; theirs sets other attributes."""
        return cls(numerator, denominator)

    def as_integer_ratio(self) -> tuple[int, int]:
        """Both, in lowest terms."""
        return int(self._value.p), int(self._value.q)

    def __neg__(self) -> Fraction:
        return from_flint(-self._value)

    def __abs__(self) -> Fraction:
        return from_flint(abs(self._value))

    def __bool__(self) -> bool:
        return bool(self._value)

    def __float__(self) -> float:
        return float(self._value)

    def __repr__(self) -> str:
        # As FLINT writes numbers, of which none is too long.
        return f"Fraction({self._value.p}, {self._value.q})"

    def __str__(self) -> str:
        return str(self._value)

    def __reduce__(self) -> tuple[type[Rational], tuple[int, int]]:
        return Rational, (self.numerator, self.denominator)


def rational(numerator: int | Fraction | Decimal | str = 0, denominator: int = 1) -> Fraction:
    """A fraction, its arithmetic FLINT's."""
    if type(numerator) is Rational and denominator == 1:
        return numerator
    if type(numerator) is int:
        return from_flint(fmpq(numerator, denominator))
    known = numerator if isinstance(numerator, Fraction | int) else Fraction(numerator)
    return from_flint(fmpq(known.numerator, known.denominator) / denominator)


def to_flint(value: Fraction) -> fmpq:
    """A fraction as FLINT has it."""
    return value._value if type(value) is Rational else fmpq(value.numerator, value.denominator)  # noqa: SLF001


def from_flint(value: fmpq) -> Rational:
    """And back."""
    made = object.__new__(Rational)
    made._value = value
    return made


def _flint_operand(other: object) -> fmpq | int | None:
    """What FLINT calculates with, if it is a whole number or a fraction."""
    if type(other) is int:
        return other
    if type(other) is Rational:
        return other._value  # noqa: SLF001
    if isinstance(other, int):
        return int(other)
    if isinstance(other, Fraction):
        return to_flint(other)
    return None


Quick = Callable[[fmpq | int, fmpq | int], Answer]
Slow = Callable[..., object]
Method = Callable[[Rational, object], object]


def _arithmetic_method(quick: Quick[fmpq], slow: Slow) -> Method:
    new = object.__new__

    def combine_operands(self: Rational, other: object) -> object:
        known = other._value if type(other) is Rational else _flint_operand(other)  # noqa: SLF001
        if known is None:
            return slow(self, other)
        made = new(Rational)  # as `from_flint` does, without a call
        made._value = quick(self._value, known)  # noqa: SLF001
        return made

    return combine_operands


def _reflected_method(quick: Quick[fmpq], slow: Slow) -> Method:
    def combine_reflected(self: Rational, other: object) -> object:
        known = _flint_operand(other)
        return slow(self, other) if known is None else from_flint(quick(known, self._value))

    return combine_reflected


def _comparison_method(quick: Quick[bool], slow: Slow) -> Method:
    def compare_operands(self: Rational, other: object) -> object:
        known = other._value if type(other) is Rational else _flint_operand(other)  # noqa: SLF001
        return slow(self, other) if known is None else quick(self._value, known)

    return compare_operands


def _power_method(slow: Slow) -> Method:
    def raise_to_power(self: Rational, exponent: object) -> object:
        if type(exponent) is not int:
            return slow(self, exponent)
        return from_flint(self._value**exponent)

    return raise_to_power


def _cached_hash(self: Rational) -> int:
    try:
        return self._hash
    except AttributeError:
        self._hash = Fraction.__hash__(self)
        return self._hash


# Python's fractions say of their operators what these must be.
METHODS: dict[str, Callable[..., object]] = {
    "__add__": _arithmetic_method(operator.add, Fraction.__add__),
    "__radd__": _reflected_method(operator.add, Fraction.__radd__),
    "__sub__": _arithmetic_method(operator.sub, Fraction.__sub__),
    "__rsub__": _reflected_method(operator.sub, Fraction.__rsub__),
    "__mul__": _arithmetic_method(operator.mul, Fraction.__mul__),
    "__rmul__": _reflected_method(operator.mul, Fraction.__rmul__),
    "__truediv__": _arithmetic_method(operator.truediv, Fraction.__truediv__),
    "__rtruediv__": _reflected_method(operator.truediv, Fraction.__rtruediv__),
    "__eq__": _comparison_method(operator.eq, Fraction.__eq__),
    "__lt__": _comparison_method(operator.lt, Fraction.__lt__),
    "__le__": _comparison_method(operator.le, Fraction.__le__),
    "__gt__": _comparison_method(operator.gt, Fraction.__gt__),
    "__ge__": _comparison_method(operator.ge, Fraction.__ge__),
    "__pow__": _power_method(Fraction.__pow__),
    "__hash__": _cached_hash,
}
for _name, _method in METHODS.items():
    setattr(Rational, _name, _method)

FRACTIONS = (Fraction, Rational)
"""Both kinds, to which any other is converted."""

# Exact values as text and by their size, roots, primes and binomial coefficients.


def fraction_text(value: Fraction) -> str:
    """Numerator and denominator in full, also where Python's own conversion would refuse for their length."""
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"


def bit_size(*values: Fraction) -> int:
    """How many bits fractions take together: those of their numerators and denominators."""
    return sum(each.numerator.bit_length() + each.denominator.bit_length() for each in values)


def rational_root(value: Fraction, degree: int) -> Fraction | None:
    """The root of the given degree of a fraction >= 0; None if it is irrational."""
    roots = []
    for part in value.as_integer_ratio():
        root = int(
            fmpz(part).root(min(degree, part.bit_length() + 1))
        )  # a root of any higher degree rounds down to 1, too
        if root**degree != part:
            return None
        roots.append(root)
    return rational(*roots)


def is_prime(number: int) -> bool:
    """Whether an integer is prime, proved by FLINT."""
    return bool(fmpz(number).is_prime())


def binomial_coefficient(many: int, some: int) -> int:
    """`many` choose `some`, by FLINT, which is 100 times faster than `math.comb` for large arguments."""
    return int(fmpz.bin_uiui(many, some))
