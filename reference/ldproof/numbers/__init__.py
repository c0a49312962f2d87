"""The number systems: floats, arrays, fractions, balls (ball arithmetic), certified real numbers and terms."""

from typing import TYPE_CHECKING

from ldproof.numbers.balls import (
    Ball,
    Certified,
    Enclosure,
    ball,
    cache_latest,
    enclose,
    exact_fraction,
    floor,
    interval_newton,
    precision,
    sign,
)
from ldproof.numbers.functions import (
    Elementary,
    Exact,
    Ordered,
    apply_operator,
    clear_denominators,
    exp,
    expm1,
    least,
    like,
    log,
    log1p,
    sqrt,
)
from ldproof.numbers.rational import rational
from ldproof.numbers.real import (
    Number,
    Power,
    Real,
    computed_real,
    largest_number,
    lift,
    lift_elementary,
    real,
    surely_below,
)
from ldproof.numbers.term import Symbol, Term, term

if TYPE_CHECKING:
    from ldproof.numbers.functions import Array
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
    "apply_operator",
    "ball",
    "cache_latest",
    "clear_denominators",
    "computed_real",
    "enclose",
    "exact_fraction",
    "exp",
    "expm1",
    "floor",
    "interval_newton",
    "largest_number",
    "least",
    "lift",
    "lift_elementary",
    "like",
    "log",
    "log1p",
    "precision",
    "rational",
    "real",
    "sign",
    "sqrt",
    "surely_below",
    "term",
]
