"""The number systems: floats, arrays, fractions, balls (ball arithmetic), certified real numbers and terms."""

from typing import TYPE_CHECKING

from ldproof.numbers.algebra import largest, surely_below
from ldproof.numbers.balls import (
    Ball,
    Certified,
    Enclosure,
    ball,
    enclose,
    floor,
    fraction,
    latest,
    newton,
    precision,
    sign,
)
from ldproof.numbers.functions import (
    Elementary,
    Exact,
    Ordered,
    exp,
    expm1,
    least,
    like,
    log,
    log1p,
    operate,
    sqrt,
    whole,
)
from ldproof.numbers.rational import rational
from ldproof.numbers.real import Number, Power, Real, computed, lift, real
from ldproof.numbers.term import Symbol, Term, term

if TYPE_CHECKING:
    from ldproof.numbers.arrays import Array
else:
    from ldproof.numbers.functions import by_name as __getattr__  # noqa: F401

__all__ = [
    "Array",
    "Ball",
    "Certified",
    "Elementary",
    "Enclosure",
    "Exact",
    "Number",
    "Ordered",
    "Power",
    "Real",
    "Symbol",
    "Term",
    "ball",
    "computed",
    "enclose",
    "exp",
    "expm1",
    "floor",
    "fraction",
    "largest",
    "latest",
    "least",
    "lift",
    "like",
    "log",
    "log1p",
    "newton",
    "operate",
    "precision",
    "rational",
    "real",
    "sign",
    "sqrt",
    "surely_below",
    "term",
    "whole",
]
