"""Ball arithmetic: enclosures of real numbers. FLINT's precision is global, its order three-valued; both stay here."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from threading import RLock, get_ident
from typing import ParamSpec, TypeAlias, TypeVar

from flint import acb, arb, arb_mat, ctx

from ldproof.errors import Reason, Refused
from ldproof.numbers.rational import Rational, from_flint, to_flint

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

Ball: TypeAlias = arb
"""An enclosure of a real number, by midpoint and radius: a number system of its own."""

Certified = Callable[[], Ball]
"""A real number: a computation that gives a ball around it at whatever precision is set."""

FIRST_BITS = 128
MOST_BITS = 1 << 16
"""The precision at which a question counts as undecided."""

_lock = RLock()
_held: list[tuple[int, int]] = []
"""Which thread has set the precision, and what it was before; the outermost setting first."""


class precision:  # noqa: N801
    """Work with midpoints of so many bits; one thread at a time, as the setting is the process's."""

    __slots__ = ("_bits",)

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        _lock.acquire()
        before = int(ctx.prec)
        _held.append((get_ident(), before))
        if self._bits != before:  # to look is quicker than to set
            ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        before = _held.pop()[1]
        if ctx.prec != before:
            ctx.prec = before
        _lock.release()


def current_precision() -> int:
    """The precision that is set."""
    return int(ctx.prec)


def precision_lock() -> "RLock":
    """The lock under which no other thread changes the precision that is set."""
    return _lock


def _after_fork() -> None:
    """In a new process there is only the thread that forked: what another one had locked and set is nobody's."""
    global _lock  # noqa: PLW0603
    if _held and _held[0][0] == get_ident():
        return
    if _held:
        ctx.prec = _held[0][1]
        _held.clear()
    _lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def ball(value: Certified | Fraction | int) -> Ball:
    """A ball around a number, around a fraction as small as the precision allows."""
    if type(value) is Rational:
        return arb(to_flint(value))
    if isinstance(value, int):
        return arb(value)
    if callable(value):
        return value()
    return arb(to_flint(value))


def exact_fraction(value: arb) -> Fraction:
    """The fraction that a ball without radius is."""
    return from_flint(value.fmpq())


def ball_around(middle: Ball, distance: Ball) -> Ball:
    """All numbers that are at most so far from another."""
    return middle + arb(0, distance.upper())


def refine_until_decided(
    question: str, attempt: Callable[[], Answer | None], most_bits: int = MOST_BITS
) -> Answer:
    """Ask again with twice the bits until there is an answer."""
    bits = FIRST_BITS
    while bits <= most_bits:
        with precision(bits):
            answer = attempt()
        if answer is not None:
            return answer
        bits *= 2
    raise Refused(Reason.UNDECIDED, f"{question} is undecided at {most_bits} bits", "numbers further apart")


def floor(value: Certified) -> int:
    """The whole part of a real number that is not itself whole (unless its ball has no radius)."""

    def attempt() -> int | None:
        low, high = value().lower().floor(), value().upper().floor()
        return int(low.fmpz()) if low.is_exact() and high.is_exact() and low == high else None

    return refine_until_decided("a floor", attempt)


def sign(value: Certified) -> int:
    """-1, 0 or 1; 0 only where the ball has no radius."""

    def attempt() -> int | None:
        number = value()
        if number > 0:
            return 1
        if number < 0:
            return -1
        return 0 if number.is_zero() else None

    return refine_until_decided("a sign", attempt)


def cache_latest(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A function that remembers its latest answer, for when it is asked the same at once: ball for ball, in as many bits."""
    known: tuple[object, Answer] | None = None

    @wraps(function)
    def ask(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        nonlocal known
        asked = (
            ctx.prec,
            [_comparison_key(each) for each in args],
            {name: _comparison_key(each) for name, each in kwargs.items()},
        )
        if known is None or known[0] != asked:
            known = asked, function(*args, **kwargs)
        return known[1]

    return ask


def _comparison_key(argument: object) -> object:
    """What is equal for balls that are the same, as their own equality is that of the numbers in them."""
    if not isinstance(argument, arb):
        return type(argument), argument
    return argument.mid().man_exp(), argument.rad().man_exp()


def interval_newton(function: Callable[[arb], arb], slope: Callable[[arb], arb], around: arb) -> arb:
    """The one root in a ball, by interval Newton steps until they stop halving it.

    A step that maps a ball into itself proves that it holds exactly one root.
    """
    proved = False
    while True:
        middle = around.mid()
        closer = middle - function(middle) / slope(around)
        proved = proved or around.contains_interior(closer)
        if not proved:
            raise Refused(Reason.UNDECIDED, f"no single root is proved in {around}", "a closer bracket")
        if not around.contains(closer) or closer.rad() * 2 >= around.rad():
            return around
        around = closer


@dataclass(frozen=True, slots=True)
class Enclosure:
    """Two decimals with a real number between them."""

    lower: Decimal
    upper: Decimal

    def contains(self, value: Fraction) -> bool:
        """Whether a fraction lies between the two."""
        return Fraction(self.lower) <= value <= Fraction(self.upper)


MOST_DIGITS = 4000
"""Beyond it Python refuses to write a whole number."""
MOST_PLACES = 10**17
"""How far from the point a decimal's digits may be."""


def enclose(value: Certified, digits: int) -> Enclosure:
    """Decimals around a real number, at most 10^-digits of its size apart."""
    if not 0 < digits <= MOST_DIGITS:
        raise Refused(Reason.OUT_OF_RANGE, f"{digits} digits are out of range", f"1 to {MOST_DIGITS} digits")
    enough = 10 * digits // 3 + 10

    def attempt() -> Enclosure | None:
        number = value()
        if number.is_zero():
            return Enclosure(Decimal(0), Decimal(0))
        if not number.is_finite() or number.rel_accuracy_bits() < enough:
            return None
        # Scaled as a ball: e^(-10^9) is no fraction that fits in memory, and it has its digits all the same.
        places = digits + 2 - _decimal_magnitude(number)
        scaled = number * arb(10) ** places
        below, above = int(scaled.lower().floor().fmpz()), int(scaled.upper().ceil().fmpz())
        if (above - below) * 10**digits > min(abs(below), abs(above)):
            return None
        return Enclosure(_scaled_decimal(below, places), _scaled_decimal(above, places))

    return refine_until_decided("the value", attempt)


def _decimal_magnitude(number: arb) -> int:
    """An n with 10^n near the size of a number other than 0."""
    # The middle of a ball around a power of ten is on either side of it, by what was computed before.
    size = abs(number).lower().log() / arb(10).log()
    if abs(size) > MOST_PLACES:
        raise Refused(
            Reason.OVERFLOW, "the value is no decimal", f"one between 10^-{MOST_PLACES} and 10^{MOST_PLACES}"
        )
    return int(size.mid().floor().fmpz())


def _scaled_decimal(units: int, places: int) -> Decimal:
    return Decimal((int(units < 0), tuple(map(int, str(abs(units)))), -places))


# Complex numbers within balls: points of the unit circle, and imaginary parts of a matrix product.

Complex: TypeAlias = acb
"""A complex number, its real and its imaginary part within balls."""


def unit_circle_point(halves: Fraction) -> Complex:
    """The point of the unit circle after so many half turns."""
    angle = to_flint(halves)
    return acb(arb.cos_pi_fmpq(angle), arb.sin_pi_fmpq(angle))


def imaginary_products(
    left: Sequence[Sequence[Complex]], right: Sequence[Sequence[Complex]]
) -> list[list[arb]]:
    """The imaginary part of sum_k left[k][i] right[k][j], for all i and j."""
    rows = [part for row in left for part in ([each.real for each in row], [each.imag for each in row])]
    columns = [part for row in right for part in ([each.imag for each in row], [each.real for each in row])]
    product = arb_mat(rows).transpose() * arb_mat(columns)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]
