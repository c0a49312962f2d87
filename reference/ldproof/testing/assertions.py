"""Assertions, each of which says on failure what was seen and how to see it again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from os import PathLike
from typing import ParamSpec, TypeAlias, TypeVar

from ldproof.catalogue import ESTIMATES, AnyMechanism
from ldproof.domains import CHANCE, Whole
from ldproof.interface.auditing import DRAWS, Key, Pairs, Randomizer, audit
from ldproof.interface.claims import Claimed, Exact
from ldproof.interface.conforming import Asker, conform, meant, opened
from ldproof.interface.mechanisms import Mechanism, is_own
from ldproof.interface.results import AuditResult, ConformResult
from ldproof.mechanisms import Level
from ldproof.oracle.conformance.conforming import MOST_OUTPUTS, Biased, biases
from ldproof.oracle.conformance.fit import DRAWS as FITTED
from ldproof.oracle.conformance.fit import Fitted, fit
from ldproof.oracle.conformance.requests import arms
from ldproof.rejections import Reason, Refused
from ldproof.rendering.conformity import bias, law
from ldproof.testing.estimating import estimator_of
from ldproof.testing.stated import arm_of, drawing

ALPHA = "1e-6"

Parameters = ParamSpec("Parameters")
Found = TypeVar("Found")

Result: TypeAlias = AuditResult | ConformResult | Fitted | Sequence[Biased]


class Violated(AssertionError):  # noqa: N818  (what was asserted is not so)
    """Something is not as was asserted; `result` has what was found."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


def plainly(assertion: Callable[Parameters, Found]) -> Callable[Parameters, Found]:
    """Let it refuse without the way that its refusal took through this package; an error of the caller's own is told too."""

    @wraps(assertion)
    def asserted(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Found:
        __tracebackhide__ = True
        try:
            return assertion(*args, **kwargs)
        except Refused as refusal:
            cause: BaseException | None = refusal
            while isinstance(cause, Refused):
                cause = cause.__cause__
            raise refusal.with_traceback(None) from cause

    return asserted


@plainly
def assert_private(
    randomizer: Randomizer[Key],
    claim: Claimed,
    *,
    pairs: Pairs | None = None,
    inputs: Iterable[object] | None = None,
    alpha: Exact = ALPHA,
    draws: int = DRAWS,
    level: Level = "user",
    throughout: bool = False,
    seed: str | bytes | int | None = None,
    state: str | PathLike[str] | None = None,
) -> AuditResult:
    """Fail if samples contradict the privacy that is claimed; it is asked for as by `ldproof.audit`."""
    __tracebackhide__ = True
    found = audit(
        randomizer,
        claim,
        pairs=pairs,
        inputs=inputs,
        alpha=alpha,
        draws=draws,
        level=level,
        throughout=throughout,
        seed=seed,
        state=state,
    )
    return kept(found)


def kept(found: AuditResult, *remarks: str) -> AuditResult:
    """What an audit has found, unless it is a violation."""
    __tracebackhide__ = True
    if found.violated:
        raise Violated("\n".join((str(found), f"to repeat: {found.how_to_repeat}", *remarks)), found)
    return found


@plainly
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


@plainly
def assert_law(
    randomizer: Asker,
    stated: Mechanism | AnyMechanism | Mapping[Key, Exact],
    *,
    alpha: Exact = ALPHA,
    draws: int = FITTED,
    seconds: Exact = "60",
) -> Fitted:
    """Fail if draws contradict an exact law: a mechanism's, with some of its inputs; or that of a function without input.

    Such a law is a mapping from what may come out to exact probabilities, which add up to 1.
    """
    __tracebackhide__ = True
    most, chance = Whole(1, 10**8).accept("draws", draws), CHANCE.accept("alpha", alpha)
    if isinstance(stated, Mechanism) or is_own(stated):
        name, parameters, lent = meant(stated)
        with lent, opened(randomizer, name, seconds) as program:
            found = fit(program, arms(name, parameters or {}), chance, most)
    else:
        name, looked = "the law", [arm_of(stated)]
        with drawing(randomizer) as program:
            found = fit(program, looked, chance, most)
    if found.different:
        raise Violated("\n".join((name, *law(found))), found)
    return found


@plainly
def assert_unbiased(estimator: Callable[..., Iterable[object]], mechanism: Mechanism) -> Sequence[Biased]:
    """Fail if an estimator is not right on average, which is added up exactly over the law of one person's reports.

    It is given `reports` as PROTOCOL.md has them: for mechanisms over rounds a text for each round with a character for
    each person; for sketches everybody's outputs, and then `columns`, of which items they are. Besides it is given those
    parameters that it names, as texts, N among them, the number of people. It gives a number for each round or item, and
    None where it says nothing.
    """
    __tracebackhide__ = True
    if not isinstance(mechanism, Mechanism):
        raise Refused(
            Reason.NOT_A_VALUE, f"a {type(mechanism).__name__} in the place of a mechanism", "a `mechanism`"
        )
    found: list[Biased] = []
    if mechanism.name in ESTIMATES:
        with estimator_of(estimator) as program:
            found = [*biases(program, mechanism.name, [dict(mechanism.parameters)])]
        if program.flaw is not None:
            raise program.flaw
    if not found:
        raise Refused(
            Reason.UNSUPPORTED,
            f"nothing could be estimated of {mechanism}",
            f"a mechanism with an estimator, and at most {MOST_OUTPUTS} outputs, all of which it takes",
        )
    if wrong := [each for each in found if each.biased]:
        raise Violated("\n".join(map(bias, wrong)), found)
    return found
