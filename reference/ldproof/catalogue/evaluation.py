"""Evaluating a formula by name: on terms for an exact answer, and if they give none, on balls."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias, get_args

from ldproof.budget import Budget
from ldproof.catalogue.answers import Answer, Assumed, answer
from ldproof.catalogue.formulas import Formula, formula
from ldproof.catalogue.signatures import SPLIT, resolved
from ldproof.errors import Reason, Refused
from ldproof.numbers import Number, Real, real
from ldproof.numbers.real import Assuming
from ldproof.parameters import DOMAINS
from ldproof.probability import Infinite

Argument: TypeAlias = int | str | Fraction | Real | Budget
Arguments: TypeAlias = Mapping[str, Argument]
"""A value for every parameter: an `int` where the function counts with it, words and budgets as they are."""


def evaluate(name: str, given: Mapping[str, object], digits: object) -> Answer:
    """The value of a formula, exactly if that is seen, otherwise enclosed to so many digits."""
    wanted = formula(name)
    arguments = bind(wanted, given)
    places = int(DOMAINS["digits"].accept("digits", digits))
    try:
        return decided(
            wanted.function(**{each: in_system(wanted, each, value) for each, value in arguments.items()}),
            places,
        )
    except ZeroDivisionError:
        raise Refused(Reason.DIVISION_BY_ZERO, f"{name} divides by 0 there", "other parameters") from None


def decided(value: Number | Infinite | Assuming, places: int) -> Answer:
    """What a formula gives, to so many digits where it is irrational."""
    if isinstance(value, Assuming):
        return Assumed(answer(value.value, places), value.assumption)
    if isinstance(value, bool):
        return value
    return answer(value if isinstance(value, Infinite) else real(value), places)


def bind(wanted: Formula, given: Mapping[str, object]) -> Arguments:
    """The arguments of a formula from what a user gives: numbers or text, and the budget in one way."""
    wanted.request.check(wanted.name, given)
    plain = {name: value for name, value in given.items() if name not in wanted.request.budget}
    values = wanted.request.accept(plain)
    arguments: dict[str, Argument] = {
        name: value if as_it_is(wanted.parameters[name]) else Fraction(value)
        for name, value in values.items()
    }
    ways = {name: value for name, value in given.items() if name in wanted.request.budget}
    return arguments | resolved(ways, int(values.get(SPLIT, 1)), wanted.parameters)


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
