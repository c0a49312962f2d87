"""An estimator in Python as a program that is asked to estimate."""

from collections.abc import Callable, Iterable, Sized
from inspect import Parameter, signature
from itertools import islice

from ldproof.audit.draw.functions import synchronous
from ldproof.interface.estimates import plain_estimate, wrong
from ldproof.interface.repeating import named
from ldproof.programs.messages import Message
from ldproof.programs.serving import InsideProgram
from ldproof.rejections import Reason, Refused

GIVEN = ("reports", "columns")
"""The members of a request that an estimator is given first, in this order."""


def estimator_of(function: object) -> "Estimator":
    """A function of reports, and of columns where there are some."""
    if not callable(function):
        raise Refused(Reason.NOT_A_VALUE, f"a {type(function).__name__} does not estimate", "a callable")
    synchronous(named(function), function)
    return Estimator(function)


class Estimator(InsideProgram):
    """It also keeps why what it gave is none, as whoever asks goes on with other reports."""

    def __init__(self, estimate: Callable[..., object]) -> None:
        super().__init__(named(estimate), self._answered)
        self._estimate = estimate
        self.flaw: Refused | None = None

    def _answered(self, request: Message) -> Message:
        received = [request[each] for each in GIVEN if each in request]
        parameters = request.get("parameters")
        known = parameters if isinstance(parameters, dict) else {}
        asked = asked_by(self._estimate, len(received)) & {*known}
        found = self._estimate(*received, **{each: known[each] for each in asked})
        try:
            return {"estimates": listed(found, received[-1])}
        except Refused as flaw:
            self.flaw = flaw
            raise


def listed(found: object, places: object) -> list[object]:
    """The estimates, one for each round or item."""
    if isinstance(found, str | bytes) or not isinstance(found, Iterable):
        raise wrong(found)
    most = len(places) if isinstance(places, Sized) else None
    estimates = [plain_estimate(each) for each in islice(found, None if most is None else most + 1)]
    if most is not None and most != len(estimates):
        count = f"more than {most}" if len(estimates) > most else f"{len(estimates)}"
        raise Refused(Reason.WRONG_COUNT, f"{count} estimates", f"{most}, of which some may be None")
    return estimates


def asked_by(function: Callable[..., object], first: int) -> set[str]:
    """The names of the parameters that a function takes after the first few."""
    try:
        others = [*signature(function).parameters.values()][first:]
    except (TypeError, ValueError):  # some that are written in C do not say
        return set()
    return {
        each.name for each in others if each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    }
