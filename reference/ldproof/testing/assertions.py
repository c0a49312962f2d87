"""Assertions, each of which says on failure what was seen and how to see it again."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from itertools import islice
from os import PathLike
from typing import ParamSpec, TypeAlias, TypeVar

from ldproof.api.auditing import Claimed, Exact, Inputs, Key, Pairs, Randomizer, audit, describe_function
from ldproof.api.conforming import Asker, conform, find_reference, open_program
from ldproof.api.mechanisms import Mechanism, estimate_refusal, is_own_mechanism, plain_estimate
from ldproof.auditor.draw.functions import plain_value, refuse_asynchronous
from ldproof.auditor.draw.hosted import request_handler
from ldproof.auditor.report import AuditResult
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.mechanisms import Finite, Level, Privacy, to_text
from ldproof.numbers import Real
from ldproof.oracle.conformance.conforming import MOST_OUTPUTS, BiasCheck, bias_checks
from ldproof.oracle.conformance.fit import DRAWS as FITTED
from ldproof.oracle.conformance.fit import Arm, LawFit, fit_law
from ldproof.oracle.conformance.observations import output_observations
from ldproof.oracle.conformance.report import ConformResult, fit_sentences, format_bias
from ldproof.oracle.conformance.requests import build_arms
from ldproof.parameters import CHANCE, UNIT, Whole
from ldproof.probability import Law, law_of_shares
from ldproof.programs import Program, Value, parse_value
from ldproof.programs.program import Message
from ldproof.programs.serving import InsideProgram
from ldproof.registry import ESTIMATES, AnyMechanism

# An estimator in Python as a program that is asked to estimate.

GIVEN = ("reports", "columns")
"""The members of a request that an estimator is given first, in this order."""


def estimator_of(function: object) -> "Estimator":
    """Return a function of reports, and of columns if there are any, as a program."""
    if not callable(function):
        raise Refused(Reason.NOT_A_VALUE, f"{type_phrase(function)} does not estimate", "a callable")
    refuse_asynchronous(describe_function(function), function)
    return Estimator(function)


class Estimator(InsideProgram):
    """An estimator as a program, which also keeps why a value was no list of estimates."""

    def __init__(self, estimate: Callable[..., object]) -> None:
        super().__init__(describe_function(estimate), self._answer_estimates)
        self._estimate = estimate
        self.flaw: Refused | None = None

    def _answer_estimates(self, request: Message) -> Message:
        received = [request[each] for each in GIVEN if each in request]
        parameters = request.get("parameters")
        known = parameters if isinstance(parameters, dict) else {}
        asked = parameter_names_after(self._estimate, len(received)) & {*known}
        found = self._estimate(*received, **{each: known[each] for each in asked})
        try:
            return {"estimates": list_estimates(found, received[-1])}
        except Refused as flaw:
            self.flaw = flaw
            raise


def list_estimates(found: object, places: object) -> list[object]:
    """Return the estimates, one for each round or item; refuse more or fewer."""
    if isinstance(found, str | bytes) or not isinstance(found, Iterable):
        raise estimate_refusal(found)
    most = len(places) if isinstance(places, Sized) else None
    estimates = [plain_estimate(each) for each in islice(found, None if most is None else most + 1)]
    if most is not None and most != len(estimates):
        count = f"more than {most}" if len(estimates) > most else f"{len(estimates)}"
        raise Refused(Reason.WRONG_COUNT, f"{count} estimates", f"{most}, of which some may be None")
    return estimates


def parameter_names_after(function: Callable[..., object], first: int) -> set[str]:
    """Return the names of the parameters that a function takes after the first few."""
    try:
        others = [*signature(function).parameters.values()][first:]
    except (TypeError, ValueError):  # some that are written in C do not say
        return set()
    return {
        each.name for each in others if each.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    }


# A law that is stated outcome by outcome, which draws are tested against.

NAME = "a law"
NOTHING = "-"
"""The one input of a stated law."""


@dataclass(frozen=True)
class StatedLaw:
    """A law as a mechanism without input."""

    shares: Law[str]
    outputs: Finite[Value]

    @property
    def secrets(self) -> Finite[str]:
        """The one input."""
        return Finite((NOTHING,))

    def likelihood(self, secret: str, output: Value) -> Real:
        """Return the stated probability."""
        self.secrets.read(secret)
        return Real(self.shares[to_text(self.outputs, output)])

    def randomize(self, secret: str, coins: Coins) -> Value:  # noqa: ARG002  (the names are the protocol's)
        """Refuse: a stated law is only compared with."""
        raise Refused(Reason.UNSUPPORTED, "a law that is stated is not drawn from", "a function that draws")

    def neighbours(self, _level: Level, _one: str, _other: str, /) -> bool:
        """Return False: there is one input."""
        return False

    def privacy(self, _level: Level, /) -> Privacy[str, Value]:
        """Refuse: a stated law claims no privacy."""
        raise Refused(Reason.UNSUPPORTED, "a law that is stated keeps no privacy", "a mechanism")


def arm_of_law(stated: object) -> Arm:
    """Return a stated law with the observations that draws are tested on."""
    if not isinstance(stated, Mapping) or not stated:
        raise Refused(
            Reason.NOT_A_LAW,
            f"{type_phrase(stated)} in the place of a law, or one of nothing",
            "a mapping from what may come out to probabilities, or a `mechanism`",
        )
    given = {
        parse_value(plain_value(each)): UNIT.accept("a probability", share) for each, share in stated.items()
    }
    space = Finite(tuple(given))
    shares = law_of_shares((to_text(space, each), share) for each, share in given.items())
    looked = tuple(output_observations(shares.probabilities))
    return Arm(StatedLaw(shares, space), NAME, {}, NOTHING, looked)


def sampler_program(sampler: object) -> Program:
    """Return a function of no arguments, or of a count, as a program."""
    if not callable(sampler):
        raise Refused(Reason.NOT_A_VALUE, f"{type_phrase(sampler)} does not draw", "a callable")
    refuse_asynchronous(describe_function(sampler), sampler)
    return InsideProgram(
        describe_function(sampler),
        request_handler(describe_function(sampler), NAME, lambda _: sampler()),
    )


ALPHA = "1e-6"

Parameters = ParamSpec("Parameters")
Found = TypeVar("Found")

Result: TypeAlias = AuditResult | ConformResult | LawFit | Sequence[BiasCheck]


class Violated(AssertionError):  # noqa: N818  (what was asserted is not so)
    """An assertion failed; `result` has what was found."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


def hide_traceback(assertion: Callable[Parameters, Found]) -> Callable[Parameters, Found]:
    """Raise refusals without this package's part of the traceback; an error of the caller's own stays as the cause."""

    @wraps(assertion)
    def run_assertion(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Found:
        __tracebackhide__ = True
        try:
            return assertion(*args, **kwargs)
        except Refused as refusal:
            cause: BaseException | None = refusal
            while isinstance(cause, Refused):
                cause = cause.__cause__
            raise refusal.with_traceback(None) from cause

    return run_assertion


@hide_traceback
def assert_private(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: "Inputs | None" = None,
    neighbours: str | None = None,
    records: Iterable[object] | None = None,
    grid: Exact | None = None,
    alpha: Exact = ALPHA,
    draws: int | None = None,
    seconds: Exact | None = None,
    level: Level = "user",
    throughout: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
    release: str | None = None,
) -> AuditResult:
    """Fail if samples contradict the privacy that is claimed; it is asked for as by `ldproof.audit`."""
    __tracebackhide__ = True
    found = audit(
        randomizer,
        claim,
        pairs=pairs,
        inputs=inputs,
        neighbours=neighbours,
        records=records,
        grid=grid,
        alpha=alpha,
        draws=draws,
        seconds=seconds,
        level=level,
        throughout=throughout,
        seed=seed,
        state=state,
        release=release,
    )
    return raise_if_violated(found)


def raise_if_violated(found: AuditResult, *remarks: str) -> AuditResult:
    """Return what an audit has found, unless it is a violation."""
    __tracebackhide__ = True
    if found.violated:
        raise Violated("\n".join((str(found), f"to repeat: {found.how_to_repeat}", *remarks)), found)
    return found


@hide_traceback
def assert_conforms(
    program: Asker,
    mechanism: str | Mechanism | AnyMechanism,
    *,
    alpha: Exact = ALPHA,
    draws: int = FITTED,
    known_failures: Sequence[str] = (),
    seconds: Exact = "60",
) -> ConformResult:
    """Fail if a program does not answer as the reference does, or if nothing could be tested; as `ldproof.conform`."""
    __tracebackhide__ = True
    found = conform(
        program, mechanism, alpha=alpha, draws=draws, known_failures=known_failures, seconds=seconds
    )
    if not found.conforms:
        raise Violated(f"{found}\nto repeat: {found.how_to_repeat}", found)
    return found


@hide_traceback
def assert_law(
    randomizer: Asker,
    stated: Mechanism | AnyMechanism | Mapping[Key, Exact],
    *,
    alpha: Exact = ALPHA,
    draws: int = FITTED,
    seconds: Exact = "60",
) -> LawFit:
    """Fail if draws contradict an exact law, or are too few to show anything.

    The law is a mechanism's, with some of its inputs; or that of a function without input.
    Such a law is a mapping from what may come out to exact probabilities, which add up to 1.
    """
    __tracebackhide__ = True
    most, chance = Whole(1, 10**8).accept("draws", draws), CHANCE.accept("alpha", alpha)
    if isinstance(stated, Mechanism) or is_own_mechanism(stated):
        name, parameters, lent = find_reference(stated)
        with lent, open_program(randomizer, name, seconds) as program:
            found = fit_law(program, build_arms(name, parameters or {}), chance, most)
    else:
        name, looked = "the law", [arm_of_law(stated)]
        with sampler_program(randomizer) as program:
            found = fit_law(program, looked, chance, most)
    if found.different or found.too_few:
        raise Violated("\n".join((name, *fit_sentences(found))), found)
    return found


@hide_traceback
def assert_unbiased(estimator: Callable[..., Iterable[object]], mechanism: Mechanism) -> Sequence[BiasCheck]:
    """Fail if an estimator is not right on average, which is added up exactly over the law of one person's reports.

    It is given `reports` as PROTOCOL.md has them: for mechanisms over rounds a text for each round with a character for
    each person; for sketches everybody's outputs, and then `columns`, of which items they are. Besides it is given those
    parameters that it names, as texts, N among them, the number of people. It gives a number for each round or item, and
    None where it says nothing.
    """
    __tracebackhide__ = True
    if not isinstance(mechanism, Mechanism):
        raise Refused(
            Reason.NOT_A_VALUE, f"{type_phrase(mechanism)} in the place of a mechanism", "a `mechanism`"
        )
    found: list[BiasCheck] = []
    if mechanism.name in ESTIMATES:
        with estimator_of(estimator) as program:
            found = [*bias_checks(program, mechanism.name, [dict(mechanism.parameters)])]
        if program.flaw is not None:
            raise program.flaw
    if not found:
        raise Refused(
            Reason.UNSUPPORTED,
            f"nothing could be estimated of {mechanism}",
            f"a mechanism with an estimator, and at most {MOST_OUTPUTS} outputs, all of which it takes",
        )
    if wrong := [each for each in found if each.biased]:
        raise Violated("\n".join(map(format_bias, wrong)), found)
    return found
