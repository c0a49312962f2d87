"""Evaluating a formula by name: on terms for an exact answer, and if they give none, on balls."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias, get_args

from flint import arb

from ldproof.budget import WAYS, Budget, Quantity, at_hand, budget
from ldproof.catalogue.answers import Answer, Assumed, answer
from ldproof.catalogue.formulas import Formula, formula
from ldproof.catalogue.signatures import SPLIT
from ldproof.domains import DOMAINS, accept
from ldproof.law import Infinite
from ldproof.numbers import Symbol, Term, term
from ldproof.numbers.assuming import Assuming
from ldproof.numbers.exactness import rational
from ldproof.rejections import Reason, Refused

Argument: TypeAlias = int | str | Quantity | Budget
Arguments: TypeAlias = Mapping[str, Argument]
"""A value for every parameter: an `int` where the function counts with it, words and budgets as they are."""


def evaluate(name: str, given: Mapping[str, object], digits: object) -> Answer:
    """The value of a formula, exactly if that is seen, otherwise enclosed to so many digits."""
    wanted = formula(name)
    arguments = bind(wanted, given)
    places = int(DOMAINS["digits"].accept("digits", digits))
    if wanted.decides:
        return decided(wanted.function(**arguments), places)
    try:
        exact = None if wanted.certified else exactly(wanted, arguments)
        return answer(lambda: enclosed(wanted, arguments), places) if exact is None else exact
    except ZeroDivisionError:
        raise Refused(Reason.DIVISION_BY_ZERO, f"{name} divides by 0 there", "other parameters") from None


def decided(value: int | Quantity | Infinite | Assuming, places: int) -> Answer:
    """What a formula gives that decides itself what is exact."""
    if isinstance(value, Assuming):
        return Assumed(answer(value.value, places), value.assumption)
    if isinstance(value, int):
        return value if isinstance(value, bool) else Fraction(value)
    return answer(value, places)


def bind(wanted: Formula, given: Mapping[str, object]) -> Arguments:
    """The arguments of a formula from what a user gives: numbers or text, and the budget in one way."""
    wanted.request.check(wanted.name, given)
    plain = {name: value for name, value in given.items() if name not in wanted.request.budget}
    values = accept(plain, wanted.request.system)
    arguments: dict[str, Argument] = {
        name: value if as_it_is(wanted.parameters[name]) else Fraction(value)
        for name, value in values.items()
    }
    if not given.keys().isdisjoint(wanted.request.budget):
        whole = budget(int(values.get(SPLIT, 1)), **{way: given[way] for way in WAYS if way in given})
        resolved: dict[str, Callable[[], Quantity | Budget]] = {
            "excess": whole.report_excess,
            "epsilon": whole.epsilon,
            "budget": lambda: whole,
        }
        arguments |= {name: resolve() for name, resolve in resolved.items() if name in wanted.parameters}
    return arguments


def as_it_is(annotation: object) -> bool:
    """Whether a parameter takes a whole number or a word, perhaps optional, as it was accepted."""
    return not {int, str}.isdisjoint(get_args(annotation) or (annotation,))


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
        **{
            name: value if isinstance(value, int | str | Budget) else at_hand(value)
            for name, value in arguments.items()
        }
    )
    return value


def _exact(wanted: Formula, name: str, value: Argument) -> int | str | Fraction | Term | Budget:
    if isinstance(value, int | str | Budget):
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
