"""What an audit has found, however it was done: a verdict, a bound, and counts of events."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, log
from typing import Literal

from ldproof.audit import AuditState, Claim, Pair, Plan, Standing, Verdict
from ldproof.audit.bets import SEEN, Breach, counted_of
from ldproof.audit.claim import expected, possible
from ldproof.audit.fixed_sample import Outcome
from ldproof.audit.plan import SURVEY, Point
from ldproof.audit.samples import Table
from ldproof.evidence.fixed_sample import KIND, Counted
from ldproof.programs import Value, canonical, constant


@dataclass(frozen=True, slots=True)
class Sighting:
    """How often an event was seen with either input of a pair, in the direction that breaks the claim most."""

    event: str
    in_full: str
    """The event with nothing left out."""
    breach: str
    """The kind of breach that it shows, if it shows one."""
    pair: int
    likely: Value
    """The input that seems to make it likelier."""
    unlikely: Value
    counted: Counted
    evidence: float | None = None
    """The logarithm of what 1 that was bet on it has become, for a table; none where nothing is bet."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit has found."""

    kind: Literal["sequential", "fixed-sample"]
    verdict: Verdict
    subject: str
    """What was audited: a function, a command, a file."""
    claim: Claim
    alpha: Fraction
    pairs: tuple[Pair, ...]
    inputs: tuple[Value, ...]
    """All that are in the pairs."""
    possible: tuple[int | None, int | None]
    """How many inputs there are, and pairs of them, where that is known."""
    closely: tuple[int, ...]
    """The pairs that were drawn from on their own, most first."""
    samples: int
    bound: Fraction | None
    """An epsilon that the program's own is not below, with confidence 1 - alpha."""
    sightings: tuple[Sighting, ...]
    """What the verdict is about comes first, and of that the strongest."""
    evidence: Fraction | None = None
    """The logarithm of the capital; it has to reach that of 1/alpha."""
    history: tuple[Point, ...] = ()
    expected: float | None = None
    """The pairs of draws that no auditor does without, on average, if epsilon is 5% above the claim."""
    unreadable: int = 0
    """Samples that are no output of the mechanism that is claimed."""
    constant: bool = False
    """Whether one and the same output came every time."""
    query: str | None = None
    """What counted the samples, where a database did."""

    @property
    def foreseen(self) -> str:
        """What happens in the event that the mechanism foresees; nothing where it foresees none."""
        return self.claim.worst.words if self.claim.worst is not None else ""

    @property
    def violated(self) -> bool:
        """Whether the claim is refuted, of draws on their own or together."""
        return self.verdict is not Verdict.NOT_REFUTED


def of_course(course: AuditState, subject: str) -> Finding:
    """What was found while samples came in from a function or a command."""
    plan = course.plan
    verdict = course.verdict

    def telling(each: Standing) -> tuple[bool, float]:
        """What the verdict is about, and then what has the most evidence."""
        about = verdict is not Verdict.NOT_REFUTED and each.serial == (verdict is Verdict.DEPENDENT)
        return about, worth(each)

    standings = sorted(course.standings(), key=telling, reverse=True)
    return Finding(
        "sequential",
        verdict,
        subject,
        plan.claim,
        plan.alpha,
        plan.pairs,
        plan.inputs,
        possible(plan.claim),
        closely(course),
        2 * course.pairs_drawn,
        course.bound(),
        tuple(sighting(plan.claim, plan.pairs[each.pair], each) for each in standings),
        course.portfolio.logarithm(),
        course.history,
        expected(plan.claim, plan.alpha),
        course.unreadable,
        course.constant,
    )


def of_outcome(plan: Plan, outcome: Outcome, table: Table, subject: str) -> Finding:
    """What was found in samples that were taken once."""
    seen = []
    for each in sorted(outcome.tested, key=lambda each: each.refutes, reverse=True):
        sides = plan.pairs[each.pair].sides()
        likely, unlikely = sides[each.likely], sides[1 - each.likely]
        names = [negated(name) if each.opposite else name for name in (str(each.event), each.event.in_full)]
        seen.append(Sighting(names[0], names[1], each.breach, each.pair, likely, unlikely, each.counted))
    return Finding(
        KIND,
        outcome.verdict,
        subject,
        plan.claim,
        plan.alpha,
        plan.pairs,
        plan.inputs,
        possible(plan.claim),
        tuple(range(len(plan.pairs))),
        outcome.samples,
        outcome.bound or None,
        tuple(seen),
        constant=constant(table.tallies.values()),
        query=table.query,
    )


def sighting(claim: Claim, pair: Pair, standing: Standing) -> Sighting:
    """What the bets on an event have seen: the event, or its opposite where that breaks the claim more."""
    likely, unlikely = (pair.sides()[side] for side in (standing.likely, 1 - standing.likely))
    seen = counted_of(standing.counts)
    sides = Sighting(
        standing.name,
        standing.in_full,
        standing.breach,
        standing.pair,
        likely,
        unlikely,
        seen,
        standing.capital,
    )
    opposite = Counted(
        seen.unlikely_samples - seen.unlikely,
        seen.unlikely_samples,
        seen.likely_samples - seen.likely,
        seen.likely_samples,
    )
    if ratio(seen, claim.delta) > claim.odds or ratio(opposite, claim.delta) <= ratio(seen, claim.delta):
        return sides
    return replace(
        sides,
        event=negated(sides.event),
        in_full=negated(sides.in_full),
        breach=Breach.ONE_INPUT_ONLY if is_of_one_input(opposite, standing.breach) else standing.breach,
        likely=unlikely,
        unlikely=likely,
        counted=opposite,
    )


def is_of_one_input(counted: Counted, breach: str) -> bool:
    """Whether the opposite of an event came with one input only, and its kind was not yet better known."""
    return breach == Breach.SCALE and not counted.unlikely and counted.likely >= SEEN


def negated(event: str) -> str:
    """The opposite of an event, in words."""
    return f"not ({event})"


def ratio(counted: Counted, delta: Fraction = Fraction(0)) -> float:
    """How many times as likely an event is with the one input, beyond delta, as far as that was seen."""
    if not counted.likely_samples or not counted.unlikely_samples:
        return 0.0
    above = max(counted.likely / counted.likely_samples - float(delta), 0.0)
    below = counted.unlikely / counted.unlikely_samples
    if below:
        return above / below
    return inf if above else 0.0


def closely(course: AuditState) -> tuple[int, ...]:
    """The pairs that had turns of their own, those with most of them first."""
    turns = Counter(each.turn for each in course.history if each.turn != SURVEY)
    return tuple(pair for pair, _ in turns.most_common())


def worth(standing: Standing) -> float:
    """The logarithm of what the bets on an event have come to, near enough to sort by."""
    return standing.capital + log(standing.weight)


def said(claim: Claim, given: Value) -> str:
    """An input as it is written: a mechanism's own text, or else JSON."""
    return given if claim.mechanism is not None and isinstance(given, str) else canonical(given)
