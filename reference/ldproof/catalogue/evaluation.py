"""Evaluating a formula by name: on terms for an exact answer, and if they give none, on balls."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from flint import arb

from ldproof.budget import WAYS, Quantity, at_hand, budget
from ldproof.catalogue.answers import Answer, answer
from ldproof.catalogue.formulas import Formula, formula
from ldproof.catalogue.signatures import SPLIT
from ldproof.domains import DOMAINS, accept
from ldproof.law import Infinite
from ldproof.numbers import Symbol, Term, term
from ldproof.numbers.exactness import rational
from ldproof.rejections import Reason, Refused

Arguments: TypeAlias = Mapping[str, int | Quantity]
"""A value for every parameter of a function; an `int` where the function counts with it."""


def evaluate(name: str, given: Mapping[str, object], digits: object) -> Answer:
    """The value of a formula, exactly if that is seen, otherwise enclosed to so many digits."""
    wanted = formula(name)
    arguments = bind(wanted, given)
    places = int(DOMAINS["digits"].accept("digits", digits))
    try:
        exact = None if wanted.certified else exactly(wanted, arguments)
        return answer(lambda: enclosed(wanted, arguments), places) if exact is None else exact
    except ZeroDivisionError:
        raise Refused(Reason.DIVISION_BY_ZERO, f"{name} divides by 0 there", "other parameters") from None


def bind(wanted: Formula, given: Mapping[str, object]) -> Arguments:
    """The arguments of a formula from what a user gives: numbers or text, and the budget in one way."""
    wanted.request.check(wanted.name, given)
    values = accept({name: value for name, value in given.items() if name not in wanted.request.budget})
    arguments: dict[str, int | Quantity] = {
        name: value if wanted.parameters[name] is int else Fraction(value) for name, value in values.items()
    }
    if wanted.request.budget:
        whole = budget(int(values.get(SPLIT, 1)), **{way: given[way] for way in WAYS if way in given})
        resolved = {"excess": whole.report_excess, "epsilon": whole.epsilon}
        arguments |= {name: resolve() for name, resolve in resolved.items() if name in wanted.parameters}
    return arguments


def exactly(wanted: Formula, arguments: Arguments) -> Fraction | bool | Infinite | None:
    """A formula's value if it is seen to be exact: from fractions, with symbols for what is irrational."""
    value = wanted.function(**{name: _exact(wanted, name, value) for name, value in arguments.items()})
    match value:
        case Term():
            return rational(value)
        case bool() | Infinite() | Fraction():
            return value
        case int():
            return Fraction(value)
        case _:
            raise TypeError(f"{wanted.name} gives a {type(value).__name__}, which is not exact")


def enclosed(wanted: Formula, arguments: Arguments) -> arb:
    """A ball around a formula's value at the precision that is set."""
    value: arb = wanted.function(
        **{name: value if isinstance(value, int) else at_hand(value) for name, value in arguments.items()}
    )
    return value


def _exact(wanted: Formula, name: str, value: int | Quantity) -> int | Fraction | Term:
    if isinstance(value, int):
        return value
    if not wanted.ordered:
        return term(value) if isinstance(value, Fraction) else Symbol(name)
    if isinstance(value, Fraction):
        return value
    raise Refused(
        Reason.IRRATIONAL,
        f"{wanted.name} compares, and {name} is irrational",
        "parameters that make it rational",
    )
