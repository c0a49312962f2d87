"""Formulas and bounds by name, as certified numbers."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from ldproof import catalogue
from ldproof.catalogue import Answer, Assumed, Value
from ldproof.domains import DOMAINS
from ldproof.interface.results import Certified
from ldproof.law import Infinite
from ldproof.numbers import Enclosure, Real, enclose
from ldproof.rejections import Reason, Refused
from ldproof.rendering.values import in_words

DIGITS = 20
"""Of what is irrational, if nothing else is said."""

MOST = 1 << 20
"""So many things are listed; what goes on after them is taken for what has no end."""

BEYOND = Decimal("Infinity")

Thing = TypeVar("Thing")


def evaluate(name: str, /, *, digits: int = DIGITS, **parameters: object) -> Certified | bool:
    """The value of a formula or bound, exact or between two decimals; of a condition, whether it holds.

    Parameters are exact numbers: whole ones, fractions, decimals, or texts such as `"1/2"` and `"ln(3)"`, and the budget
    in one of its ways, `epsilon`, `odds` or `report_odds`.

    >>> print(evaluate("shots.p", T=100, m=6, r=0, epsilon="ln(3)"))
    0.032738...
    """
    places = whole("digits", digits)
    return answered(catalogue.evaluate(named("a formula", name), parameters, places), places)


def answered(found: Answer, places: int) -> Certified | bool:
    """An answer of the catalogue as it is told."""
    if isinstance(found, bool):
        return found
    if isinstance(found, Assumed):
        return certified(found.value, places, found.assumption)
    return certified(found, places)


def certified(value: Value, places: int, assumes: str | None = None) -> Certified:
    """A number with what is said of it."""
    words = in_words(value, min(places, DIGITS)) + ("" if assumes is None else f" assuming {assumes}")
    match value:
        case Infinite():
            return Certified(BEYOND, BEYOND, None, assumes, words)
        case Enclosure(lower, upper):
            return Certified(lower, upper, None, assumes, words)
        case Fraction():
            around = enclose(Real(value), places)
            return Certified(around.lower, around.upper, value, assumes, words)


def whole(name: str, value: object) -> int:
    """A whole number of a domain."""
    return int(DOMAINS[name].accept(name, value))


def yes(name: str, value: object) -> bool:
    """Whether something is wanted: True or False, and nothing that is taken for one of them."""
    if isinstance(value, bool):
        return value
    raise Refused(Reason.NOT_A_VALUE, f"{name} is a {type(value).__name__}", "True or False")


def listed(name: str, things: object, accepted: str) -> list[object]:
    """Several things, as a list; a text is none, and neither is what has no end in sight or no beginning."""
    if not isinstance(things, str | bytes | Mapping) and isinstance(things, Iterable):
        with suppress(TypeError):  # arrays without a dimension
            found = [*islice(things, MOST + 1)]
            if len(found) > MOST:
                raise Refused(Reason.TOO_LARGE, f"{name} that do not end after {MOST}", accepted)
            return found
    raise Refused(Reason.NOT_A_LIST, f"{name} that are a {type(things).__name__}", accepted)


def named(what: str, name: object) -> str:
    """A name, which is a text."""
    if isinstance(name, str):
        return name
    raise Refused(Reason.NOT_A_WORD, f"{what} named by a {type(name).__name__}", "its name, as text")
