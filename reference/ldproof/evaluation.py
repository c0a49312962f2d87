"""Formulas by name, evaluated: exactly where that is possible, and written for people and as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import takewhile
from re import compile as pattern
from typing import TypeAlias, get_args

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Enclosure, Number, Real, enclose, real
from ldproof.numbers.rational import fraction_text
from ldproof.numbers.real import ConditionalNumber
from ldproof.parameters import RATIONAL, parameter_domain
from ldproof.probability import Infinite
from ldproof.registry import SPLIT, Formula, find_formula, resolve_budget

# What an evaluation answers: exactly where it can, otherwise as closely as was asked.

Value: TypeAlias = Fraction | Infinite | Enclosure
"""A number: exact, beyond every bound, or enclosed."""


@dataclass(frozen=True, slots=True)
class ConditionalValue:
    """A number that is only right under an assumption."""

    value: Value
    assumption: str


Answer: TypeAlias = Value | ConditionalValue | bool
"""A number, or whether a condition holds."""


def enclosed_answer(value: Real | Infinite, digits: int) -> Value:
    """A number to so many digits; between two decimals that are the same it is known exactly."""
    if isinstance(value, Infinite):
        return value
    if value.exact is not None:
        return value.exact
    enclosure = enclose(value, digits)
    return Fraction(enclosure.lower) if enclosure.lower == enclosure.upper else enclosure


def round_to_decimal(value: Fraction, digits: int) -> Decimal:
    """A fraction as a decimal of so many digits, the last of them off by one at most."""
    return Context(prec=digits).plus(enclose(Real(value), digits).lower)


def answer_members(answer: Answer) -> dict[str, str | bool]:
    """The members of a JSON object that say what a formula gives."""
    match answer:
        case bool():
            return {"holds": answer}
        case ConditionalValue(value, assumption):
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


def rational_bounds(found: Answer) -> tuple[Fraction, Fraction]:
    """Two fractions with a number between them; the same one twice if it is known exactly."""
    match found:
        case Fraction():
            return found, found
        case Enclosure(lower, upper):
            return Fraction(lower), Fraction(upper)
        case ConditionalValue(value):
            return rational_bounds(value)
        case bool() | Infinite():
            raise Refused(Reason.NOT_A_NUMBER, f"{found} is not between two fractions", "a finite number")


# Evaluating a formula by name: on terms for an exact answer, and if they give none, on balls.

Argument: TypeAlias = int | str | Fraction | Real | Budget
Arguments: TypeAlias = Mapping[str, Argument]
"""A value for every parameter: an `int` where the function counts with it, words and budgets as they are."""


def evaluate_formula(name: str, given: Mapping[str, object], digits: object) -> Answer:
    """The value of a formula, exactly if that is seen, otherwise enclosed to so many digits."""
    wanted = find_formula(name)
    arguments = bind_arguments(wanted, given)
    places = int(parameter_domain("digits").accept("digits", digits))
    try:
        return decide_answer(
            wanted.function(**{each: in_system(wanted, each, value) for each, value in arguments.items()}),
            places,
        )
    except ZeroDivisionError:
        raise Refused(Reason.DIVISION_BY_ZERO, f"{name} divides by 0 there", "other parameters") from None


def decide_answer(value: Number | Infinite | ConditionalNumber, places: int) -> Answer:
    """What a formula gives, to so many digits where it is irrational."""
    if isinstance(value, ConditionalNumber):
        return ConditionalValue(enclosed_answer(value.value, places), value.assumption)
    if isinstance(value, bool):
        return value
    return enclosed_answer(value if isinstance(value, Infinite) else real(value), places)


def bind_arguments(wanted: Formula, given: Mapping[str, object]) -> Arguments:
    """The arguments of a formula from what a user gives: numbers or text, and the budget in one way."""
    wanted.request.check(wanted.name, given)
    plain = {name: value for name, value in given.items() if name not in wanted.request.budget}
    values = wanted.request.accept(plain)
    arguments: dict[str, Argument] = {
        name: value if as_it_is(wanted.parameters[name]) else Fraction(value)
        for name, value in values.items()
    }
    ways = {name: value for name, value in given.items() if name in wanted.request.budget}
    return arguments | resolve_budget(ways, int(values.get(SPLIT, 1)), wanted.parameters)


def as_it_is(annotation: object) -> bool:
    """Whether a parameter takes a whole number or a word, perhaps optional, as it was accepted."""
    return not {int, str}.isdisjoint(get_args(annotation) or (annotation,))


def in_system(wanted: Formula, name: str, value: Argument) -> Argument:
    """An argument in the number system in which a formula is evaluated: fractions where it compares, else real numbers."""
    if isinstance(value, int | str | Budget) or wanted.decides:
        return value
    number = real(value)
    if not wanted.ordered:
        return number
    if number.exact is not None:
        return number.exact
    raise Refused(
        Reason.IRRATIONAL,
        f"{wanted.name} compares, and {name} is irrational",
        "parameters that make it rational",
    )


# What is written on the command line: `key=value`, the value left as text for its domain to read.
#
# A person there may leave out the 0 of 0.05, and write 5% for it; what programs say to each other has one grammar.

Written: TypeAlias = str | list[str]
"""A value as it was written: one, or a list in brackets."""

_headless = pattern(r"(-?)(\.[0-9][^.]*)")
_percent = pattern(rf"({RATIONAL})\s*%")


def parse_assignments(words: Iterable[str]) -> dict[str, Written]:
    """The values by their keys; a key can be given once."""
    values: dict[str, Written] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refused(Reason.MISSING, f"{word!r} has no value", "key=value")
        if key in values:
            raise Refused(Reason.REPEATED, f"{key!r} is given twice", "each key once")
        values[key] = parse_argument(value)
    return values


def parse_argument(value: str) -> Written:
    """A value, or the values of a list in brackets."""
    if not (value.startswith("[") and value.endswith("]")):
        return complete_numeral(value)
    inside = value[1:-1].strip()
    return [complete_numeral(each.strip()) for each in inside.split(",")] if inside else []


def complete_numeral(text: str) -> str:
    """A number in the grammar of `domains`, where a person left out a 0 or wrote a percentage; other text as it is."""
    full = f"{bare[1]}0{bare[2]}" if (bare := _headless.fullmatch(text)) else text
    percent = _percent.fullmatch(full)
    return str(Fraction(percent[1]) / 100) if percent else full


# How a value is written for people.

LONG = 80
"""A fraction of more characters is described to people instead of being written out."""

PLACES = 5
"""How many digits a table shows."""
SMALLEST = -6
"""The power of ten below which a table writes it as such."""
MARK = "*"
"""Beside a number that rests on an assumption."""


def in_words(value: Value, digits: int) -> str:
    """A value for people."""
    match value:
        case Fraction():
            return f"{format_fraction(value)}{decimal_beside(value, digits)}"
        case Infinite():
            return str(value)
        case Enclosure(lower, upper):
            return shared_digits(str(lower), str(upper), digits) or f"between {lower} and {upper}"


def shared_digits(lower: str, upper: str, digits: int) -> str | None:
    """How both of two decimals begin, and so what is between them; None where that is less than so many digits."""
    (one, power), (other, same) = (text.partition("E")[::2] for text in (lower, upper))
    shared = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if power != same or "." not in shared or one.find(".") != other.find("."):
        return None
    if len(shared.lstrip("-0.").replace(".", "")) < digits:
        return None
    return f"{shared}..." + (f" E{power}" if power else "")


def format_fraction(value: Fraction) -> str:
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
    rounded = round_to_decimal(value, digits)
    return f" = {rounded.normalize()}" if Fraction(rounded) == value else f" ≈ {rounded}"


def format_brief(found: Answer, places: int = PLACES) -> str:
    """A number to a few digits, marked if it rests on an assumption."""
    if isinstance(found, ConditionalValue):
        return format_brief(found.value, places) + MARK
    lower, _ = rational_bounds(found)
    if lower.denominator == 1:
        return str(lower)
    short = round_to_decimal(lower, places)
    return f"{short:f}" if short.adjusted() >= SMALLEST else f"{short}"
