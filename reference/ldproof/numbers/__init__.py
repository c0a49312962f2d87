"""The number systems: floats, arrays, fractions, balls and terms."""

from ldproof.numbers.balls import (
    Certified,
    Enclosure,
    ball,
    enclose,
    floor,
    fraction,
    newton,
    precision,
    sign,
)
from ldproof.numbers.systems import Array, Exact, Ordered, Real, exp, expm1, least, like, log, operate, sqrt
from ldproof.numbers.term import Symbol, Term, term

__all__ = [
    "Array",
    "Certified",
    "Enclosure",
    "Exact",
    "Ordered",
    "Real",
    "Symbol",
    "Term",
    "ball",
    "enclose",
    "exp",
    "expm1",
    "floor",
    "fraction",
    "least",
    "like",
    "log",
    "newton",
    "operate",
    "precision",
    "sign",
    "sqrt",
    "term",
]
