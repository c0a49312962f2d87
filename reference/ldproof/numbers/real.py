"""One certified real number: a fraction as long as it can be, otherwise a computation that encloses it as closely as one asks."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, final
from weakref import WeakValueDictionary

from ldproof.numbers.balls import Ball, ball, floor, held_precision, precision, sign
from ldproof.rejections import Reason, Refused

Computation: TypeAlias = Callable[..., Ball]
"""A function of balls that gives a ball around its value at the precision that is set."""

FLOAT_BITS = 128
"""Bits of a ball whose middle becomes a float."""


@final
class Real:
    """A real number that never changes: `Real(value)` for a fraction, `lift` for a function of others.

    It is compared by refinement. Two numbers are equal if both are fractions and equal, or if both are the same function
    of the same numbers, which are then one object; what no precision tells apart is refused as undecided.
    """

    __slots__ = ("__weakref__", "_arguments", "_best", "_computation", "exact")

    exact: Fraction | None
    """The number itself where it is known to be a fraction."""
    _computation: Computation
    _arguments: tuple[Real, ...]
    _best: tuple[int, Ball] | None
    """The enclosure of the most bits so far, and how many these are."""

    def __init__(self, value: Fraction | int) -> None:
        # A float is none, although a fraction can be made of it.
        self.exact = value if isinstance(value, Fraction) else Fraction(operator.index(value))
        self._computation, self._arguments, self._best = ball, (), None

    def __call__(self) -> Ball:
        """A ball around it at the precision that is set, or a smaller one that is remembered."""
        if self.exact is not None:
            return ball(self.exact)
        with held_precision() as bits:
            if self._best is None or self._best[0] < bits:
                around = self._computation(*[argument() for argument in self._arguments])
                self._best = bits, around
            return self._best[1]

    def __reduce__(self) -> tuple[Callable[..., Real], tuple[object, ...]]:
        """A computation travels as what it is a function of, so that the function must be one that can be imported."""
        if self.exact is not None:
            return Real, (self.exact,)
        return computed, (self._computation, self._arguments)

    def __repr__(self) -> str:
        if self.exact is not None:
            return f"Real({self.exact})"
        try:
            with precision(FLOAT_BITS):
                return f"Real({self().str(20)})"
        except (Refused, ArithmeticError):
            return "Real(undefined)"

    def __str__(self) -> str:
        return repr(self) if self.exact is None else str(self.exact)

    def __float__(self) -> float:
        """The middle of an enclosure: near, and no more is certain."""
        if self.exact is not None:
            return float(self.exact)
        with precision(FLOAT_BITS):
            return float(self())

    def __floor__(self) -> int:
        return floor(self) if self.exact is None else self.exact.numerator // self.exact.denominator

    def __ceil__(self) -> int:
        return -(-self).__floor__()

    def sign(self) -> int:
        """-1, 0 or 1; 0 only where that is certain."""
        if self.exact is not None:
            return (self.exact > 0) - (self.exact < 0)
        return sign(self)

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __hash__(self) -> int:
        return object.__hash__(self) if self.exact is None else hash(self.exact)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        number = real(other)
        if self is number:
            return True
        if self.exact is not None and number.exact is not None:
            return self.exact == number.exact
        if self.compared(number):
            return False
        raise Refused(Reason.UNDECIDED, f"whether {self} is {number}", "fractions, or numbers further apart")

    def __lt__(self, other: Number) -> bool:
        return self.compared(other) < 0

    def __le__(self, other: Number) -> bool:
        return self.compared(other) <= 0

    def __gt__(self, other: Number) -> bool:
        return self.compared(other) > 0

    def __ge__(self, other: Number) -> bool:
        return self.compared(other) >= 0

    def compared(self, other: Number) -> int:
        """The sign of the difference to another number."""
        number = real(other)
        if self is number:
            return 0
        if self.exact is not None and number.exact is not None:
            return (self.exact > number.exact) - (self.exact < number.exact)
        return sign(lambda: self() - number())

    def __neg__(self) -> Real:
        return Real(-self.exact) if self.exact is not None else computed(operator.neg, (self,))

    def __abs__(self) -> Real:
        return Real(abs(self.exact)) if self.exact is not None else computed(operator.abs, (self,))

    def __add__(self, other: Number) -> Real:
        return combined(operator.add, self, other)

    def __radd__(self, other: Number) -> Real:
        return combined(operator.add, other, self)

    def __sub__(self, other: Number) -> Real:
        return combined(operator.sub, self, other)

    def __rsub__(self, other: Number) -> Real:
        return combined(operator.sub, other, self)

    def __mul__(self, other: Number) -> Real:
        return combined(operator.mul, self, other)

    def __rmul__(self, other: Number) -> Real:
        return combined(operator.mul, other, self)

    def __truediv__(self, other: Number) -> Real:
        return combined(operator.truediv, self, other)

    def __rtruediv__(self, other: Number) -> Real:
        return combined(operator.truediv, other, self)

    def __pow__(self, exponent: int) -> Real:
        if self.exact is not None:
            return Real(self.exact**exponent)
        return computed(Power(exponent), (self,)) if exponent else Real(1)


Number: TypeAlias = Real | Fraction | int
"""What can be calculated with a `Real`."""

NUMBERS = (Real, Fraction, int)


@dataclass(frozen=True, slots=True)
class Power:
    """The function that raises to a whole power."""

    exponent: int

    def __call__(self, base: Ball) -> Ball:
        """The power."""
        return base**self.exponent


def real(value: Number) -> Real:
    """The real number that a number is."""
    return value if isinstance(value, Real) else Real(value)


def lift(function: Computation, *arguments: Number) -> Real:
    """A generic function of real numbers: run once on fractions if all are and the value is one too, else on balls.

    On balls it runs when it is asked for, and again with more bits; what it folds over leaves no trace.
    """
    reals = tuple(map(real, arguments))
    known = [each.exact for each in reals if each.exact is not None]
    if len(known) == len(reals):
        try:
            return Real(_fraction(function(*known)))
        except Refused as refusal:
            if refusal.reason is not Reason.IRRATIONAL:
                raise
    return computed(function, reals)


def _fraction(value: object) -> Fraction | int:
    """What a generic function gives for fractions."""
    if not isinstance(value, Fraction | int):
        raise TypeError(f"a function of fractions gives {value!r}")
    return value


def combined(operate: Callable[[Ball, Ball], Ball], one: Number, other: Number) -> Real:
    """A sum, difference, product or quotient."""
    left, right = real(one), real(other)
    if operate is operator.truediv and right.exact == Fraction(0):
        raise ZeroDivisionError
    if operate is operator.mul and 0 in {left.exact, right.exact}:
        return Real(0)
    return lift(operate, left, right)


_computations: WeakValueDictionary[tuple[Computation, tuple[object, ...]], Real] = WeakValueDictionary()


def computed(function: Computation, arguments: tuple[Real, ...] = ()) -> Real:
    """The value of a function of balls; the same function of the same numbers is one object, and its enclosure is kept."""
    # A number that is a node keeps its arguments alive, so that no other has their identity.
    key = (
        function,
        tuple(id(each) if each.exact is None else each.exact.as_integer_ratio() for each in arguments),
    )
    known = _computations.get(key)
    if known is None:
        fresh = object.__new__(Real)
        fresh.exact, fresh._computation, fresh._arguments, fresh._best = None, function, arguments, None
        known = _computations.setdefault(key, fresh)
    return known
