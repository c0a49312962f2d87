"""What can be promised of a number: that it is between two others, and on what grounds."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from functools import reduce

from ldproof.catalogue import answer, as_json
from ldproof.law import Infinite
from ldproof.numbers import Enclosure, Real, enclose, surely_below
from ldproof.numbers.exactness import bit_size

DIGITS = 12
"""How many digits an irrational number gets, and a fraction that is long."""

TINY = 100
HARDLY = Fraction(1, 10**TINY)
"""Numbers below that are not told from 0."""

LONGEST = 256
"""Fractions of more bits are given by their digits."""

Size = Real | Infinite
"""A number, or beyond every bound."""


class Grounds(StrEnum):
    """Why a number is between the two that are promised."""

    EXACT = "the exact law of a round"
    INDEPENDENT = "the exact law of a round, and rounds are independent"
    UNION = "no less than one round's, no more than the union bound allows"
    BOUND = "no less than at some shares, no more than a bound for every share, cited in counting.whoever-is-active"
    TOO_MANY = "no more than a bound, as there are too many people for the exact law"


@dataclass(frozen=True, slots=True)
class Promise:
    """A number, by what it is at least and at most."""

    at_least: Size
    at_most: Size
    grounds: Grounds

    @property
    def exact(self) -> bool:
        """Whether both are one number."""
        return self.at_least is self.at_most

    def to_json(self) -> dict[str, object]:
        """Both ends, and the grounds."""
        return {"at_least": json_of(self.at_least), "at_most": json_of(self.at_most), "grounds": self.grounds}


def exactly(value: Size, grounds: Grounds = Grounds.EXACT) -> Promise:
    """A number that is known."""
    return Promise(value, value, grounds)


def json_of(value: Size) -> dict[str, str]:
    """A number as JSON: exactly where that is short."""
    if isinstance(value, Infinite) or (value.exact is not None and bit_size(value.exact) <= LONGEST):
        return as_json(answer(value, DIGITS))
    around = decimals_around(value)
    return {"lower": str(around.lower), "upper": str(around.upper)}


def decimals_around(value: Real) -> Enclosure:
    """Decimals around a number that is not below 0; what is hardly above 0 is said to be no more than that."""
    if value < HARDLY:
        return Enclosure(Decimal(0), Decimal(f"1E-{TINY}"))
    return enclose(value, DIGITS)


def ceiling(value: Size, places: int = 3) -> str:
    """A number in so many digits, rounded up: what is promised stays true."""
    return rounded(value, places, up=True)


def floor(value: Size, places: int = 3) -> str:
    """A number in so many digits, rounded down."""
    return rounded(value, places, up=False)


def rounded(value: Size, places: int, *, up: bool) -> str:
    """A number in so many digits, to one side."""
    if isinstance(value, Infinite):
        return str(value)
    context = Context(prec=places, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    if value.exact is not None:
        return plain(context.divide(Decimal(value.exact.numerator), Decimal(value.exact.denominator)))
    around = decimals_around(value)
    return plain(context.plus(around.upper if up else around.lower))


def plain(number: Decimal) -> str:
    """A decimal as people write it."""
    short = number.normalize()
    return f"{short:f}" if -6 < short.adjusted() < 7 else str(short).lower().replace("e+", "e")


def so_many(count: int, thing: str) -> str:
    """A count and what is counted, one of it or several."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def larger(numbers: Iterable[Size]) -> Size:
    """The largest of some numbers; where two are the same, the first."""
    return reduce(lambda found, each: each if below(found, each) else found, numbers)


def smallest(numbers: Iterable[Size]) -> Size:
    """The least of some numbers; where two are the same, the first."""
    return reduce(lambda found, each: each if below(each, found) else found, numbers)


def below(one: Size, other: Size) -> bool:
    """Whether one number is certainly less than another; what no precision tells apart is a tie."""
    if isinstance(one, Infinite):
        return False
    return isinstance(other, Infinite) or surely_below(one, other)


def same(one: Size, other: Size) -> bool:
    """Whether two numbers are certainly one."""
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        return one is other
    return one is other or (one.exact is not None and one.exact == other.exact)


def as_float(value: Size) -> float:
    """Where a number is, roughly."""
    return float(value) if isinstance(value, Real) else float("inf")
