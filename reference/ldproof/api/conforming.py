"""Whether a program answers as the reference does."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from shlex import join
from typing import TypeAlias

from ldproof import defaults
from ldproof.api.auditing import Exact, command_words, describe_function, importable_name
from ldproof.api.mechanisms import (
    Mechanism,
    as_mechanism,
    is_own_mechanism,
    list_things,
)
from ldproof.auditor.draw.hosted import request_handler
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.oracle.conformance import ConformanceRequest
from ldproof.oracle.conformance import compare_program as hold
from ldproof.oracle.conformance.comparison import ULPS
from ldproof.oracle.conformance.conforming import parse_target_name
from ldproof.oracle.conformance.fit import DRAWS
from ldproof.oracle.conformance.report import ConformResult
from ldproof.parameters import CHANCE, Whole, format_assignments
from ldproof.programs import SECONDS, TIMEOUT, Limits, Parameters, Program
from ldproof.programs.serving import InsideProgram
from ldproof.registry import MECHANISMS, AnyMechanism

Asker: TypeAlias = Callable[..., object] | list[str] | tuple[str, ...]
"""A callable of an input, or the command of a program."""

ALPHA = defaults.CONFORM_ALPHA


def conform(
    program: Asker,
    mechanism: str | Mechanism | AnyMechanism,
    *,
    alpha: Exact = ALPHA,
    draws: int = DRAWS,
    ulps: int = ULPS,
    known_failures: Sequence[str] = (),
    seconds: Exact = TIMEOUT,
) -> ConformResult:
    """Whether a program answers as the reference does: to the test vectors, and by the law of what it draws.

    The program is a callable of an input, and of those parameters that it names, as texts: with `coins`, the vectors are
    replayed with these, bit for bit. Or it is the command, as a list of words, of a program that speaks the protocol of
    PROTOCOL.md, and is asked for all that it says that it can do.

    By the mechanism's name it is held against the vectors that are shipped; by a `mechanism` with parameters against what
    the reference answers there and then. Who draws from the law is said not to with a probability of at most `alpha`.

    >>> from ldproof.api.mechanisms import mechanism
    >>> report = mechanism("shots.report", T=2, m=1, odds=3)
    >>> conform(lambda bits, coins: report.randomize(bits, coins), report, draws=1000).conforms
    True
    """
    name, parameters, lent = find_reference(mechanism)
    asked = accept_request(name, parameters, alpha, draws, ulps, list_vector_names(known_failures))
    with lent, open_program(program, name, seconds) as asking:
        found = hold(asking, asked)
    return ConformResult(found, repeat_command(program, asked))


def accept_request(
    name: str, parameters: Parameters | None, alpha: object, draws: object, ulps: object, known: Iterable[str]
) -> ConformanceRequest:
    """Return the request of a conformance test. Raise `Refused` for numbers out of range."""
    return ConformanceRequest(
        name,
        parameters,
        Whole(0, 1 << 20).accept("ulps", ulps),
        CHANCE.accept("alpha", alpha),
        Whole(1, 10**8).accept("draws", draws),
        frozenset(known),
    )


def find_reference(mechanism: object) -> tuple[str, Parameters | None, AbstractContextManager[None]]:
    """The name of what a program is held against, the parameters if they are given, and where that name is known."""
    if isinstance(mechanism, str):
        return parse_target_name(mechanism), None, nullcontext()
    if isinstance(mechanism, Mechanism) or is_own_mechanism(mechanism):
        chosen = as_mechanism(mechanism)
        if chosen.name in MECHANISMS:
            return chosen.name, dict(chosen.parameters), nullcontext()
        return chosen.name, {}, MECHANISMS.lend_thing(chosen.name, lambda: chosen.made)
    raise Refused(
        Reason.UNKNOWN_NAME,
        f"no mechanism is named by {type_phrase(mechanism)}",
        "a name such as shots.report, a `mechanism`, or an object with the members of one",
    )


def open_program(program: object, name: str, seconds: object) -> Program:
    """Return a command or a callable as a program. Raise `Refused` for anything else."""
    limits = Limits(seconds=float(SECONDS.accept("seconds", seconds)))
    if isinstance(program, list | tuple):
        return Program(command_words(program), limits)
    if callable(program):
        place = describe_function(program)
        return InsideProgram(place, request_handler(place, name, program))
    raise Refused(
        Reason.NOT_A_VALUE,
        f"{type_phrase(program)} is no program",
        "a callable, or a command as a list of words",
    )


def list_vector_names(names: object) -> list[str]:
    """Names of vectors."""
    found = list_things("vectors", names, "names, as kind/id")
    texts = [each for each in found if isinstance(each, str)]
    if len(texts) < len(found):
        raise Refused(Reason.NOT_A_WORD, "a vector that is named by no text", "names, as kind/id")
    return texts


def repeat_command(program: Asker, asked: ConformanceRequest) -> str:
    """Return the command that repeats a conformance test."""
    given = ("ldproof", "conform", asked.name, *format_assignments(asked.parameters or {}))
    options = ("--alpha", str(asked.alpha), "--draws", str(asked.draws), "--ulps", str(asked.ulps))
    if not callable(program):
        if asked.name in MECHANISMS:
            return join((*given, *options, "--", *command_words(program)))
        return f"ldproof.conform({list(program)}, a {asked.name})"
    place = importable_name(program)
    if place is not None and asked.name in MECHANISMS:
        return join((*given, *options, "--python", place))
    return f"ldproof.conform({describe_function(program)}, {' '.join(given[2:])})"
