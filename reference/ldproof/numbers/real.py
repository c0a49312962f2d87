"""One certified real number: a fraction as long as it can be, otherwise a computation that encloses it as closely as one asks."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import Protocol, SupportsIndex, TypeAlias, TypeVar, final

from flint import ctx

from ldproof.errors import Reason, Refused, type_phrase
from ldproof.numbers.balls import (
    FIRST_BITS,
    Ball,
    ball,
    exact_fraction,
    floor,
    precision,
    precision_lock,
    sign,
)
from ldproof.numbers.rational import Rational, rational, to_flint
from ldproof.numbers.term import Interned

Computation: TypeAlias = Callable[..., Ball]
"""A function of balls that gives a ball around its value at the precision that is set."""

NOTHING = 0, Ball("nan")
"""What is known of a number before it is asked for."""

FLOAT_BITS = 128
"""Bits of a ball whose middle becomes a float, as a rule."""
MORE_BITS = 256, 512, 1024
"""And where terms that nearly cancel leave less than a float's digits of these."""
NO_FLOAT = Ball(2) ** 1025
"""More than any float; FLINT makes 0 of a number whose exponent is no machine's."""


@final
class Real:
    """A real number that never changes: `Real(value)` for a fraction, `lift` for a function of others.

    It is compared by refinement. Two numbers are equal if both are fractions and equal, or if both are the same function
    of the same numbers, which are then one object; what no precision tells apart is refused as undecided.
    """

    __slots__ = ("__weakref__", "_arguments", "_best", "_computation", "_exact", "_found", "_hash")

    _exact: Fraction | None
    _computation: Computation
    _arguments: tuple[Real, ...]
    _best: tuple[int, Ball]
    """The enclosure of the most bits so far, and how many these are."""
    _found: Fraction | None
    """What `value` has found, once it has been asked for."""
    _hash: int
    """Likewise."""

    def __init__(self, value: Fraction | SupportsIndex) -> None:
        # A float is none, although a fraction can be made of it.
        if type(value) is Rational:  # of a subclass Python takes long to say that it is one
            self._exact = value
        else:
            try:
                self._exact = rational(value if isinstance(value, Fraction) else operator.index(value))
            except TypeError:
                raise TypeError(
                    f"a Real is made of an int or a Fraction, not of {type_phrase(value)}: {value!r}"
                ) from None
        self._computation, self._arguments, self._best = ball, (), NOTHING

    @property
    def exact(self) -> Fraction | None:
        """The number itself where it is known to be a fraction."""
        return self._exact

    def argument_of(self, function: Computation) -> Real | None:
        """The number of which it is this function, if it is known as one."""
        return self._arguments[0] if self._computation is function else None

    @property
    def made_of(self) -> tuple[Computation, tuple[Real, ...]]:
        """The function that it is of which numbers; of none where it is a fraction."""
        return self._computation, self._arguments

    def __call__(self) -> Ball:
        """A ball around it at the precision that is set, or a smaller one that is remembered."""
        if self._exact is not None:
            return ball(self._exact)
        with precision_lock():
            bits = ctx.prec
            waiting = [] if self.known(bits) else [self]
            while waiting:  # a chain of operations may be longer than calls can be nested
                if missing := waiting[-1].missing(bits):
                    waiting.extend(missing)
                else:
                    waiting.pop().enclose(bits)
            return self._best[1]

    def missing(self, bits: int) -> list[Real]:
        """What it is a function of, as far as it is not known in so many bits and has to be."""
        return [] if self.known(bits) else [each for each in self._arguments if not each.known(bits)]

    def known(self, bits: int) -> bool:
        """Whether an enclosure of so many bits is remembered, or none is needed."""
        return self._exact is not None or self._best[0] >= bits

    def enclose(self, bits: int) -> None:
        """Remember an enclosure of so many bits, which are set."""
        if not self.known(bits):
            self._best = bits, self._computation(*[each.around() for each in self._arguments])

    def around(self) -> Ball:
        """The best enclosure so far."""
        return self._best[1] if self._exact is None else ball(self._exact)

    def __reduce__(self) -> tuple[Callable[..., Real], tuple[object, ...]]:
        """A computation travels as what it is a function of, so that the function must be one that can be imported."""
        if self._exact is not None:
            return Real, (self._exact,)
        return computed_real, (self._computation, self._arguments)

    def __repr__(self) -> str:
        if self._exact is not None:
            return f"Real({to_flint(self._exact)})"
        try:
            with precision(FLOAT_BITS):
                return f"Real({self().str(20)})"
        except (Refused, ArithmeticError):
            return "Real(undefined)"

    def __str__(self) -> str:
        return repr(self) if self._exact is None else str(to_flint(self._exact))

    def __float__(self) -> float:
        """The middle of an enclosure, of a float's digits where so many bits reach for it: near, and no more is certain."""
        around = Ball("nan")
        for bits in (FLOAT_BITS, *MORE_BITS):
            with precision(bits):
                around = self()
            if around.is_exact() or around.rel_accuracy_bits() >= sys.float_info.mant_dig:
                break
        if abs(around) > NO_FLOAT:
            return math.copysign(math.inf, self.sign())
        return float(around)

    def __floor__(self) -> int:
        return floor(self) if self._exact is None else self._exact.numerator // self._exact.denominator

    def __ceil__(self) -> int:
        return -(-self).__floor__()

    def sign(self) -> int:
        """-1, 0 or 1; 0 only where that is certain."""
        if self._exact is not None:
            return (self._exact > 0) - (self._exact < 0)
        return sign(self)

    def __bool__(self) -> bool:
        return self.sign() != 0

    def value(self) -> Fraction | None:
        """The fraction that it is or is found to be, as a ball around it has no radius; asked again, it says the same."""
        try:
            return self._exact if self._exact is not None else self._found
        except AttributeError:
            with precision(FLOAT_BITS):
                around = self()
            self._found = exact_fraction(around) if around.is_exact() and around.is_finite() else None
            return self._found

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            found = self.value()
            self._hash = object.__hash__(self) if found is None else hash(found)
            return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float | complex | Decimal | Ball):
            raise TypeError(f"no certified number: {other}")
        if not isinstance(other, NUMBERS):
            return NotImplemented
        number = real(other)
        if self is number:
            return True
        one, two = self.value(), number.value()
        if one is not None and two is not None:
            return one == two
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
        if self._exact is not None and number.exact is not None:
            return (self._exact > number.exact) - (self._exact < number.exact)
        return sign(lambda: self() - number())

    def __neg__(self) -> Real:
        return Real(-self._exact) if self._exact is not None else computed_real(operator.neg, (self,))

    def __abs__(self) -> Real:
        return Real(abs(self._exact)) if self._exact is not None else computed_real(operator.abs, (self,))

    def __add__(self, other: Number) -> Real:
        return combine_numbers(operator.add, self, other)

    def __radd__(self, other: Number) -> Real:
        return combine_numbers(operator.add, other, self)

    def __sub__(self, other: Number) -> Real:
        return combine_numbers(operator.sub, self, other)

    def __rsub__(self, other: Number) -> Real:
        return combine_numbers(operator.sub, other, self)

    def __mul__(self, other: Number) -> Real:
        return combine_numbers(operator.mul, self, other)

    def __rmul__(self, other: Number) -> Real:
        return combine_numbers(operator.mul, other, self)

    def __truediv__(self, other: Number) -> Real:
        return combine_numbers(operator.truediv, self, other)

    def __rtruediv__(self, other: Number) -> Real:
        return combine_numbers(operator.truediv, other, self)

    def __pow__(self, exponent: int) -> Real:
        if self._exact is not None:
            return Real(self._exact**exponent)
        return computed_real(Power(exponent), (self,)) if exponent else Real(1)


Number: TypeAlias = Real | Fraction | int
"""What can be calculated with a `Real`."""

NUMBERS = (Real, Fraction, int)


Known = TypeVar("Known", Fraction, Ball)
"""A number known exactly or within a ball."""


@dataclass(frozen=True, slots=True)
class Power:
    """The function that raises to a whole power."""

    exponent: int

    def __call__(self, base: Known) -> Known:
        """The power."""
        return base**self.exponent


class Operation(Protocol):
    """A field operation."""

    def __call__(self, one: Known, other: Known, /) -> Known:
        """Its value."""
        ...


def real(value: Number) -> Real:
    """The real number that a number is."""
    return value if isinstance(value, Real) else Real(value)


def lift(function: Computation, *arguments: Number, exactly: bool = True) -> Real:
    """A function of field operations on real numbers: run once on fractions if all are fractions, otherwise on balls.

    On balls it runs when its value is needed, and again for more bits; what it folds over leaves no trace. Where
    fractions would grow too long, pass `exactly=False`. For functions with exp, log or sqrt see `lift_elementary`.
    """
    reals = tuple(map(real, arguments))
    known = [each.exact for each in reals if each.exact is not None]
    if exactly and len(known) == len(reals):
        value: object = function(*known)
        if not isinstance(value, Fraction | int):
            raise TypeError(f"a function of fractions gives {value!r}")
        return Real(value)
    return computed_real(function, reals)


def lift_elementary(function: Computation, *arguments: Number) -> Real:
    """A short function with exp, log or sqrt of real numbers: a fraction where each step has one, otherwise as `lift`."""
    reals = tuple(map(real, arguments))
    if all(each.exact is not None for each in reals):
        stepwise: object = function(*reals)
        if isinstance(stepwise, Real) and stepwise.exact is not None:
            return stepwise
    return computed_real(function, reals)


def combine_numbers(operate: Operation, one: Number, other: Number) -> Real:
    """A sum, difference, product or quotient."""
    left, right = real(one), real(other)
    if left.exact is not None and right.exact is not None:
        return Real(operate(left.exact, right.exact))
    if operate is operator.truediv and right.exact == 0:
        raise ZeroDivisionError(f"{left} divided by 0")
    if operate is operator.mul and (left.exact == 0 or right.exact == 0):
        return Real(0)
    if operate is operator.add and (left.exact == 0 or right.exact == 0):
        return right if left.exact == 0 else left
    return computed_real(operate, (left, right))


_computations: Interned[Real] = Interned()


def computed_real(function: Computation, arguments: tuple[Real, ...] = ()) -> Real:
    """The value of a function of balls; the same function of the same numbers is one object, and its enclosure is kept."""
    # A number that is a node keeps its arguments alive, so that no other has their identity.
    key = (
        function,
        tuple(id(each) if each.exact is None else each.exact.as_integer_ratio() for each in arguments),
    )
    known = _computations.find(key)
    if known is None:
        made = object.__new__(Real)
        made._exact, made._best = None, NOTHING
        made._computation, made._arguments = function, arguments
        known = _computations.keep(key, made)
    return known


# The maximum of real numbers, also where their order is undecided, and certain comparison.


def largest_number(numbers: Iterable[Number]) -> Real:
    """The maximum: one of the numbers if balls decide which, otherwise a number that encloses every candidate."""
    exact, others = [], dict[int, Real]()
    for each in map(real, numbers):
        if each.exact is None:
            others[id(each)] = each
        else:
            exact.append(each.exact)
    candidates = [*others.values(), *([Real(max(exact))] if exact else [])]
    if not candidates:
        raise Refused(Reason.MISSING, "the largest of no numbers", "one at least")
    with precision(FIRST_BITS):
        # A ball is certainly below another or it is not: what is left out here is not the largest.
        top = largest_ball(*(each().lower() for each in candidates))
        rivals = [each for each in candidates if not each() < top]
    return rivals[0] if len(rivals) == 1 else lift(largest_ball, *rivals, exactly=False)


def largest_ball(*balls: Ball) -> Ball:
    """The largest of numbers within balls."""
    return reduce(Ball.max, balls)


def surely_below(one: Real, other: Real) -> bool:
    """Whether one number is certainly less than another: what no precision tells apart is not."""
    try:
        return one is not other and one < other
    except Refused as refusal:
        if refusal.reason is not Reason.UNDECIDED:
            raise
        return False


# A value that is only right under an assumption, and says so.


@final
@dataclass(frozen=True, slots=True)
class ConditionalNumber:
    """A number, and what was taken for granted to get it."""

    value: Real
    assumption: str
