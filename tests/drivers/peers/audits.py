"""One row of the table: a randomizer at one epsilon, audited until it is refuted or the draws are used up."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.auditor import BLACK_BOX, AuditPlan, AuditState, Verdict, parse_claim, parse_pairs
from ldproof.auditor.draw.sources import Identity, Sampler
from ldproof.auditor.state_file import run_audit
from ldproof.coins import Coins
from ldproof.programs import Parameters, Program, Value
from tests.drivers.peers.environments import Library
from tests.drivers.peers.targets import Target

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
        def sample(inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
            asked = (self.program.randomize(BLACK_BOX, self.parameters, inputs[index], 1) for index in order)
            return [seen.tally_key() for answer in asked for seen in answer]

        yield sample

    def identity(self) -> Identity:
        """It could not be found again."""
        return {}


@dataclass(frozen=True, slots=True)
class Row:
    """The finding about a target at one epsilon."""

    library: Library
    target: Target
    epsilon: str
    pairs: int = 0
    violated: bool = False
    dependent: bool = False
    """Whether the verdict is `not independent`."""
    bound: float | None = None
    """An epsilon that the true one is not below, certified."""


def audited(
    library: Library, program: Program, target: Target, epsilon: str, most: int, alpha: Fraction
) -> Row:
    """Audit a target; where its promise is refuted, larger ones are tried for the bound."""
    given = {"epsilon": epsilon, **target.slack, "randomizer": target.randomizer, **target.parameters}
    source = Running(program, given)
    found = course_of(source, target, Fraction(epsilon), most, alpha)
    bounds, course = certified_epsilon(found), found
    for factor in FURTHER:
        if course.verdict is Verdict.REFUTED and factor * Fraction(epsilon) < HIGHEST:
            course = course_of(source, target, factor * Fraction(epsilon), most, alpha)
            bounds += certified_epsilon(course)
    violated, dependent = found.verdict is not Verdict.NOT_REFUTED, found.verdict is Verdict.DEPENDENT
    bound = max(map(float, bounds), default=None)
    return Row(library, target, epsilon, found.pairs_drawn, violated, dependent, bound)


def course_of(source: Running, target: Target, epsilon: Fraction, most: int, alpha: Fraction) -> AuditState:
    """An audit of the claim that what is drawn has this epsilon, at the delta that was promised."""
    claimed = parse_claim(BLACK_BOX, {"epsilon": str(epsilon), **target.slack})
    return run_audit(
        AuditPlan(claimed, parse_pairs(claimed, [(target.one, target.other)]), alpha, most), source
    )


def certified_epsilon(course: AuditState) -> list[Fraction]:
    """Return the certified lower bound on the true epsilon: the bound, or the claim if only that is refuted."""
    refuted = course.verdict is Verdict.REFUTED
    bounds = [
        Fraction(str(course.plan.claim.parameters["epsilon"])) if refuted else None,
        course.lower_bound(),
    ]
    return [bound for bound in bounds if bound is not None]
