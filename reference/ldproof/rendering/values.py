"""How a value is written for people."""

from fractions import Fraction
from itertools import takewhile

from ldproof.catalogue import Answer, Assumed, Value, decimal
from ldproof.catalogue.answers import between
from ldproof.numbers import Enclosure
from ldproof.numbers.rational import fraction_text
from ldproof.probability import Infinite

LONG = 80
"""A fraction of more characters is described to people instead of being written out."""

PLACES = 5
"""How many digits a table shows."""
SMALLEST = -6
"""The power of ten below which a table writes it as such."""
MARK = "*"
"""Beside a number that rests on an assumption."""


def sentence(name: str, answer: Answer, digits: int) -> str:
    """What a formula gives."""
    match answer:
        case bool():
            return f"{name} {'holds' if answer else 'does not hold'}"
        case Assumed(value, assumption):
            return f"{sentence(name, value, digits)} assuming {assumption}"
        case _:
            return f"{name} {'is' if isinstance(answer, Enclosure) else '='} {in_words(answer, digits)}"


def in_words(value: Value, digits: int) -> str:
    """A value for people."""
    match value:
        case Fraction():
            return f"{exact(value)}{decimal_beside(value, digits)}"
        case Infinite():
            return str(value)
        case Enclosure(lower, upper):
            return begun(str(lower), str(upper), digits) or f"between {lower} and {upper}"


def begun(lower: str, upper: str, digits: int) -> str | None:
    """How both of two decimals begin, and so what is between them; None where that is less than so many digits."""
    (one, power), (other, same) = (text.partition("E")[::2] for text in (lower, upper))
    shared = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if power != same or "." not in shared or one.find(".") != other.find("."):
        return None
    if len(shared.lstrip("-0.").replace(".", "")) < digits:
        return None
    return f"{shared}..." + (f" E{power}" if power else "")


def exact(value: Fraction) -> str:
    """A fraction, as far as anybody would read it."""
    text = fraction_text(value)
    if len(text) <= LONG:
        return text.removesuffix("/1")
    numerator, denominator = (len(part.removeprefix("-")) for part in text.split("/"))
    return f"a fraction of {numerator} by {denominator} digits, which --json writes out,"


def decimal_beside(value: Fraction, digits: int) -> str:
    """The decimal beside a fraction; a whole number that is written out needs none."""
    if value.denominator == 1 and len(fraction_text(value)) <= LONG:
        return ""
    rounded = decimal(value, digits)
    return f" = {rounded.normalize()}" if Fraction(rounded) == value else f" ≈ {rounded}"


def brief(found: Answer, places: int = PLACES) -> str:
    """A number to a few digits, marked if it rests on an assumption."""
    if isinstance(found, Assumed):
        return brief(found.value, places) + MARK
    lower, _ = between(found)
    if lower.denominator == 1:
        return str(lower)
    short = decimal(lower, places)
    return f"{short:f}" if short.adjusted() >= SMALLEST else f"{short}"
