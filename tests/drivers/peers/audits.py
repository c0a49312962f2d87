"""One row of the table: a randomizer at one epsilon, audited until it is refuted or the draws are used up."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from shlex import join

from ldproof.audit import BLACK_BOX, AuditState, Plan, Verdict, claim, pairs
from ldproof.audit.draw.sources import Identity, Sampler
from ldproof.audit.running import run
from ldproof.coins import Coins
from ldproof.programs import Parameters, Program, Value, canonical
from ldproof.rendering.findings import of_course
from tests.drivers.peers.environments import Library
from tests.drivers.peers.targets import Target, exceeds

FURTHER = (2, 8)
"""How many times as large the claims are that are tried when a promise is refuted, one if the one before is, too."""
HIGHEST = 19
"""No larger claim can be refuted."""


@dataclass(frozen=True, eq=False, slots=True)
class Running:
    """A program as a source that goes on running when an audit is over."""

    program: Program
    parameters: Parameters = field(hash=False)

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Ask it."""

        def sample(inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
            asked = (self.program.randomize(BLACK_BOX, self.parameters, inputs[index], 1) for index in order)
            return [seen.key() for answer in asked for seen in answer]

        yield sample

    def identity(self) -> Identity:
        """It could not be found again."""
        return {}


@dataclass(frozen=True, slots=True)
class Row:
    """What was found."""

    library: str
    version: str
    randomizer: str
    parameters: Mapping[str, str]
    """Besides the budget."""
    promise: str
    epsilon: str
    delta: str
    """Empty where the promise is pure."""
    one: Value
    other: Value
    pairs: int
    violated: bool
    """Whether the claim was refuted."""
    dependent: bool
    """Whether the verdict was `not independent` instead."""
    bound: float | None
    """An epsilon that the true one is not below, certified."""
    truth: float | None
    """What the library's code amounts to; None where it is only known to keep its promise."""
    event: str
    command: str

    @property
    def expected(self) -> bool:
        """Whether the code amounts to a violation."""
        return self.truth is not None and exceeds(self.truth, self.epsilon)


def audited(
    library: Library, program: Program, target: Target, epsilon: str, most: int, alpha: Fraction
) -> Row:
    """A row; where the promise is refuted, larger ones are tried, for the bound."""
    given: dict[str, str | list[str]] = {
        "epsilon": epsilon,
        **target.slack,
        "randomizer": target.randomizer,
        **target.parameters,
    }
    source = Running(program, given)
    found = course_of(source, target, Fraction(epsilon), most, alpha)
    bounds, course = certified(found), found
    for factor in FURTHER:
        if course.verdict is Verdict.REFUTED and factor * Fraction(epsilon) < HIGHEST:
            course = course_of(source, target, factor * Fraction(epsilon), most, alpha)
            bounds += certified(course)
    return Row(
        library.package,
        library.version,
        target.randomizer,
        dict(target.parameters),
        target.promise,
        epsilon,
        target.delta,
        target.one,
        target.other,
        found.pairs_drawn,
        found.verdict is not Verdict.NOT_REFUTED,
        found.verdict is Verdict.DEPENDENT,
        max(map(float, bounds), default=None),
        target.truth(float(epsilon)) if target.truth else None,
        revealing(found),
        command(library, target, given, most, alpha),
    )


def course_of(source: Running, target: Target, epsilon: Fraction, most: int, alpha: Fraction) -> AuditState:
    """An audit of the claim that what is drawn has this epsilon, at the delta that was promised."""
    claimed = claim(BLACK_BOX, {"epsilon": str(epsilon), **target.slack})
    return run(Plan(claimed, pairs(claimed, [(target.one, target.other)]), alpha, most), source)


def certified(course: AuditState) -> list[Fraction]:
    """What an audit has shown the true epsilon not to be below: its bound, and its claim if that is refuted."""
    claimed = (
        [Fraction(str(course.plan.claim.parameters["epsilon"]))] if course.verdict is Verdict.REFUTED else []
    )
    bound = course.bound()
    return claimed if bound is None else [*claimed, bound]


def revealing(course: AuditState) -> str:
    """The event on which the bets have earned most, with its counts."""
    sightings = of_course(course, "").sightings
    if not sightings:
        return ""
    best, counted = sightings[0], sightings[0].counted
    return (
        f"{best.event}: {counted.likely} of {counted.likely_samples} from {canonical(best.likely)}, "
        f"{counted.unlikely} from {canonical(best.unlikely)}"
    )


def command(library: Library, target: Target, given: Parameters, most: int, alpha: Fraction) -> str:
    """What repeats the audit on the command line."""
    words = [
        "ldproof",
        "audit",
        BLACK_BOX,
        *(f"{key}={value}" for key, value in given.items()),
        "--pair",
        canonical(target.one),
        canonical(target.other),
        "--alpha",
        str(alpha),
        "--pairs",
        str(most),
        "--",
        *library.command,
    ]
    return join(words)
