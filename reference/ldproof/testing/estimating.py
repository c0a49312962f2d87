"""An estimator in Python as a program that is asked to estimate."""

from collections.abc import Callable, Iterable
from inspect import Parameter, signature

from ldproof.interface.estimates import written, wrong
from ldproof.interface.repeating import named
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
