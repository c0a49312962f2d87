"""What an evaluation answers: exactly where it can, otherwise as closely as was asked."""

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import TypeAlias

from ldproof.errors import Reason, Refused
from ldproof.numbers import Enclosure, Real, enclose
from ldproof.numbers.rational import fraction_text
from ldproof.probability import Infinite

Value: TypeAlias = Fraction | Infinite | Enclosure
"""A number: exact, beyond every bound, or enclosed."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """A number that is only right under an assumption."""

    value: Value
    assumption: str


Answer: TypeAlias = Value | Assumed | bool
"""A number, or whether a condition holds."""


def answer(value: Real | Infinite, digits: int) -> Value:
    """A number to so many digits; between two decimals that are the same it is known exactly."""
    if isinstance(value, Infinite):
        return value
    if value.exact is not None:
        return value.exact
    enclosure = enclose(value, digits)
    return Fraction(enclosure.lower) if enclosure.lower == enclosure.upper else enclosure


def decimal(value: Fraction, digits: int) -> Decimal:
    """A fraction as a decimal of so many digits, the last of them off by one at most."""
    return Context(prec=digits).plus(enclose(Real(value), digits).lower)


def members(answer: Answer) -> dict[str, str | bool]:
    """The members of a JSON object that say what a formula gives."""
    match answer:
        case bool():
            return {"holds": answer}
        case Assumed(value, assumption):
            return {**as_json(value), "assumes": assumption}
        case _:
            return {**as_json(answer)}


def as_json(value: Value) -> dict[str, str]:
    """The members of a JSON object that say a value."""
    match value:
        case Fraction():
            return {"exact": fraction_text(value)}
        case Infinite():
            return {"exact": str(value)}
        case Enclosure(lower, upper):
            return {"lower": str(lower), "upper": str(upper)}


def between(found: Answer) -> tuple[Fraction, Fraction]:
    """Two fractions with a number between them; the same one twice if it is known exactly."""
    match found:
        case Fraction():
            return found, found
        case Enclosure(lower, upper):
            return Fraction(lower), Fraction(upper)
        case Assumed(value):
            return between(value)
        case bool() | Infinite():
            raise Refused(Reason.NOT_A_NUMBER, f"{found} is not between two fractions", "a finite number")
