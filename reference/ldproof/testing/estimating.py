"""An estimator in Python as a program that is asked to estimate."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from inspect import Parameter, signature

from ldproof.catalogue import answer, as_json
from ldproof.interface.repeating import named
from ldproof.interface.results import Certified
from ldproof.interface.values import DIGITS
from ldproof.numbers import Real
from ldproof.programs import Program
from ldproof.programs.inside import InsideProgram
from ldproof.programs.messages import Message
from ldproof.rejections import Reason, Refused

GIVEN = ("reports", "columns")
"""The members of a request that an estimator is given first, in this order."""


def estimator_of(function: object) -> Program:
    """A function of reports, and of columns where there are some."""
    if not callable(function):
        raise Refused(Reason.NOT_A_VALUE, f"a {type(function).__name__} does not estimate", "a callable")
    estimate: Callable[..., object] = function

    def answered(request: Message) -> Message:
        received = [request[each] for each in GIVEN if each in request]
        parameters = request.get("parameters")
        known = parameters if isinstance(parameters, dict) else {}
        found = estimate(
            *received, **{each: known[each] for each in asked_by(estimate, len(received)) & {*known}}
        )
        if isinstance(found, str | bytes) or not isinstance(found, Iterable):
            raise wrong(found)
        return {"estimates": [written(each) for each in found]}

    return InsideProgram(named(estimate), answered)


def asked_by(function: Callable[..., object], first: int) -> set[str]:
    """The names of the parameters that a function takes after the first few."""
    try:
        others = [*signature(function).parameters.values()][first:]
    except (TypeError, ValueError):  # some that are written in C do not say
        return set()
    return {
        each.name for each in others if each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    }


def written(estimate: object) -> object:
    """An estimate as a program writes it."""
    listed = getattr(estimate, "tolist", None)
    plain: object = listed() if callable(listed) else estimate
    match plain:
        case None:
            return None
        case bool():
            raise wrong(plain)
        case float():
            return plain
        case int() | Fraction() | Decimal():
            return as_json(Fraction(plain))
        case Real():
            return as_json(answer(plain, DIGITS))
        case Certified():
            return plain.members()
        case _:
            raise wrong(plain)


def wrong(found: object) -> Refused:
    """The refusal of what is no estimate."""
    return Refused(
        Reason.NOT_AN_ANSWER, f"an estimate that is a {type(found).__name__}", "a list of numbers, or None"
    )
