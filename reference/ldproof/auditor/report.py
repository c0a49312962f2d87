"""What an audit has found, with its sentences, its JSON and, for notebooks, its HTML."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from math import inf, isfinite, log
from typing import Literal

from ldproof.auditor import AuditPlan, AuditState, BetStanding, Claim, Pair, Verdict
from ldproof.auditor.bets import Breach, counts_of_batch, is_of_one_input
from ldproof.auditor.claim import (
    SURVEY,
    HistoryPoint,
    Neighbours,
    Written,
    count_possible_pairs,
    expected_draws,
)
from ldproof.auditor.dependence import SIGNIFICANT
from ldproof.auditor.learn.events import WORST
from ldproof.auditor.notions import Curve, value_of_event
from ldproof.auditor.outcomes import WHOLE_OUTPUTS
from ldproof.auditor.profile import Profile, profile_of_counts
from ldproof.auditor.releases import Release
from ldproof.errors import Reason, Refused
from ldproof.evidence import Batch, Guarantee
from ldproof.evidence.fixed_sample import EventCounts
from ldproof.evidence.guarantees import excess_of_event
from ldproof.evidence.power import CHANCE, FoundBreach, LawStake
from ldproof.json_values import encode_members as as_object
from ldproof.json_values import strict_json
from ldproof.mechanisms import Level
from ldproof.numbers import Real
from ldproof.parameters import format_assignments
from ldproof.programs import Value as GivenInput
from ldproof.programs import canonical_text
from ldproof.results import Value, enclosed_answer, format_brief, html_table, rational_bounds
from ldproof.results import value_as_json as number

# What an audit has found, however it was done: a verdict, a bound, and counts of events. All of it is plain data, which
# can be sent to another process: a mechanism cannot.


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """What a claim says, without the mechanism that it is about."""

    words: str
    """As it was written."""
    name: str
    parameters: Mapping[str, Written]
    labels: Mapping[str, Written]
    level: Level
    unit: str
    """What a lower bound is a bound on: epsilon, rho, mu, or the factor of a curve of divergences; nothing for f."""
    value: Value
    """How much of that is claimed, to `JSON_DIGITS` digits."""
    brief_value: str
    guarantees: tuple[Guarantee, ...]
    """What is tested: one guarantee, or all those that follow from a claim that is no epsilon."""
    foreseen: str
    """What happens in the event that the mechanism foresees; nothing where it foresees none."""
    writes_texts: bool
    """Whether the inputs are a mechanism's, of which texts are written as they are."""
    neighbours: Neighbours | None = None
    """Which data sets are neighbours, of a claim about data sets."""
    notion: str = ""
    """The key of a claim that is no epsilon."""
    curve: Curve = ()
    """What such a claim says."""


UNITS = {"": "epsilon", "rho": "rho", "gdp": "mu", "renyi": "factor", "f": ""}
"""What a lower bound is a bound on, for each notion of privacy."""


def state_claim(claim: Claim) -> StatedClaim:
    """Return the statement of a claim, as plain data."""
    words = " ".join([claim.name, *format_assignments(claim.as_written)])
    value = claim.epsilon
    if claim.notion:
        value = Real(claim.curve[0][1] if claim.notion in ("rho", "gdp") else 1)
    if claim.neighbours is not None:
        words += f", for neighbours by {claim.neighbours}"
    return StatedClaim(
        words if claim.level == "user" else f"{words}, at {claim.level} level",
        claim.name,
        {key: each for key, each in claim.parameters.items() if key not in claim.labels},
        dict(claim.labels),
        claim.level,
        UNITS[claim.notion],
        enclosed_answer(value, JSON_DIGITS),
        format_brief(enclosed_answer(value, DIGITS), DIGITS),
        claim.guarantees,
        claim.worst.words if claim.worst is not None else "",
        claim.mechanism is not None,
        claim.neighbours,
        claim.notion,
        claim.curve,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """How often an event happened with either input of a pair."""

    likely_input: str
    likely: int
    likely_samples: int
    unlikely_input: str
    unlikely: int
    unlikely_samples: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """How often an event was seen with either input of a pair, in the direction that breaks the claim most."""

    event: str
    in_full: str
    """The event with nothing left out."""
    breach: str
    """The kind of breach that it shows, if it shows one."""
    pair: int
    likely: GivenInput
    """The input that seems to make it likelier."""
    unlikely: GivenInput
    counted: EventCounts
    evidence: float | None = None
    """The logarithm of what 1 that was bet on it has become, for a table; none where nothing is bet."""
    serial: bool = False
    """Whether it is an event of several draws."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What would have shown by now: with a pair of inputs, by a bet on a law."""

    pair: int
    whole: bool
    """Whether the law is of whole outputs, so that all events are bet on."""
    stake: LawStake


@dataclass(frozen=True)
class AuditResult:
    """What an audit has found."""

    kind: Literal["sequential", "fixed-sample"]
    verdict: Verdict
    subject: str
    """What was audited: a function, a command, a file."""
    stated: StatedClaim = field(repr=False)
    """What was claimed."""
    alpha: Fraction
    """How probably a randomizer that keeps its claim is called violated; of a release its share of `total_alpha`."""
    pairs: tuple[Pair, ...] = field(repr=False)
    inputs: tuple[GivenInput, ...] = field(repr=False)
    """All that are in the pairs."""
    possible: tuple[int | None, int | None] = field(repr=False)
    """How many inputs there are, and pairs of them, where that is known."""
    closely: tuple[int, ...] = field(repr=False)
    """The pairs that were drawn from on their own, most first."""
    samples: int
    bound: Fraction | None
    """A lower bound on the true epsilon, with confidence 1 - alpha; None where there is none (yet).

    Of a claim of rho or gdp it is a bound on rho or mu, and of a Renyi curve on the least factor by which that holds.
    """
    sightings: tuple[Sighting, ...] = field(repr=False)
    """What the verdict is about comes first, and of that the strongest."""
    evidence: Fraction | None = field(default=None, repr=False)
    """The logarithm of the capital; it has to reach that of 1/alpha."""
    history: tuple[HistoryPoint, ...] = field(default=(), repr=False)
    expected: float | None = field(default=None, repr=False)
    """The pairs of draws that no auditor does without, on average, if epsilon is 5% above the claim."""
    unreadable: int = 0
    """Samples that are no output of the mechanism that is claimed."""
    constant: bool = False
    """Whether one and the same output came every time."""
    query: str | None = field(default=None, repr=False)
    """What counted the samples, where a database did."""
    how_to_repeat: str = ""
    """A command, or a call where the randomizer has no name that a command could use."""
    smallest: "SmallestPair | None" = field(default=None, repr=False)
    """The smallest pair of data sets that was found to break the claim."""
    promise: Promise | None = field(default=None, repr=False)
    """What would have shown by now; None where nothing would."""
    upper_bounds: Mapping[Fraction, Fraction] = field(default_factory=dict, repr=False)
    """Upper bounds on epsilon by delta, for the pairs of inputs that were tried: all hold with confidence 1 - alpha."""
    profile: Profile | None = field(default=None, repr=False)
    """Lower bounds on delta by epsilon, on rho and on mu, if they were asked for."""
    releases: tuple[Release, ...] = field(default=(), repr=False)
    """The releases that were audited, this one last; nothing if it is of no release."""
    refuted_together: tuple[str, ...] = field(default=(), repr=False)
    """The names of releases one of which breaks the claim at least, although none is refuted alone."""
    total_alpha: Fraction | None = field(default=None, repr=False)
    """Alpha of all releases together; None if it is of no release."""

    @cached_property
    def smallest_breach(self) -> FoundBreach | None:
        """The smallest breach that would have been found with a probability of .9; None if the claim is refuted anyway."""
        return None if self.violated or self.promise is None else self.promise.stake.smallest_breach()

    @property
    def claim(self) -> str:
        """The claim as it was written."""
        return self.stated.words

    @property
    def violated(self) -> bool:
        """Whether the claim is refuted, of draws or releases on their own or together; if not, that is no proof."""
        return self.verdict is not Verdict.NOT_REFUTED

    @property
    def event(self) -> str | None:
        """The event that shows most, in words; None if no event was tested."""
        return self.sightings[0].event if self.sightings else None

    @property
    def counts(self) -> Counts | None:
        """How often `event` happened with either input; None if no event was tested."""
        if not self.sightings:
            return None
        seen = self.sightings[0]
        one, other = (format_input(self.stated, each) for each in (seen.likely, seen.unlikely))
        count = seen.counted
        return Counts(one, count.likely, count.likely_samples, other, count.unlikely, count.unlikely_samples)

    @property
    def title(self) -> str:
        """The subject and its claim, which identify a finding."""
        return f"{self.subject}: {self.claim}"

    @property
    def words(self) -> tuple[str, ...]:
        """The sentences of the report, the verdict first."""
        return (*report_sentences(self),)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def __bool__(self) -> bool:
        raise Refused(Reason.UNDECIDED, "an audit's result is neither true nor false", "`violated`")

    def to_json(self) -> str:
        """One JSON object, as `ldproof audit --json` has it."""
        return json.dumps(audit_as_json(self), default=as_object, allow_nan=False)

    def _repr_html_(self) -> str:
        verdict, *others = self.words
        none = "none" if self.verdict is Verdict.DEPENDENT else "none yet"
        unit = self.stated.unit
        rows = (
            [("bound", none if self.bound is None else f"{unit} ≥ {float(self.bound):.6g}")] if unit else []
        )
        if self.event is not None and (seen := self.counts) is not None:
            rows += [
                ("event", self.event),
                (f"input {seen.likely_input}", f"{seen.likely:,} of {seen.likely_samples:,}"),
                (f"input {seen.unlikely_input}", f"{seen.unlikely:,} of {seen.unlikely_samples:,}"),
            ]
        rows.append(("to repeat", self.how_to_repeat))
        return html_table(verdict, rows) + "".join(f"<p>{escape(each)}</p>" for each in others)


@dataclass(frozen=True, slots=True)
class SmallestPair:
    """The smallest pair of data sets that breaks a claim, and what it took to find it."""

    found: AuditResult
    """The audit of this pair by itself, at its share of alpha."""
    tests: int
    """The number of pairs that were tested."""
    samples: int
    """The samples of all these tests."""
    alpha: Fraction
    """How probably a pair is named that keeps the claim."""


def result_of_draws(
    course: AuditState, subject: str, how_to_repeat: str = "", *, profile: bool = False
) -> AuditResult:
    """Return the result of an audit of a function or a command, from its state; with `profile`, with lower bounds."""
    plan = course.plan
    verdict = course.verdict

    def telling_order(found: tuple[Sighting, BetStanding]) -> tuple[bool, bool, float]:
        """Return whether the verdict is about an event, whether the event breaks the claim, and the capital of its bet."""
        seen, each = found
        about = verdict is not Verdict.NOT_REFUTED and each.serial == (verdict is Verdict.DEPENDENT)
        return (
            about,
            about and each.capital > 0 and breaks_claim(plan.claim, seen),
            each.capital + log(each.weight),
        )

    sightings = (
        (standing_sighting(plan.claim, plan.pairs[each.pair], each), each) for each in course.bet_standings()
    )
    turns = Counter(each.turn for each in course.history if each.turn != SURVEY)
    stake = course.main_stake()
    # The bound is of the draws together, too: it says nothing of the epsilon of a single draw if they are dependent.
    bounded = verdict is not Verdict.DEPENDENT
    return AuditResult(
        "sequential",
        verdict,
        describe_subject(plan, subject),
        state_claim(plan.claim),
        plan.release_alpha,
        plan.pairs,
        plan.distinct_inputs,
        count_possible_pairs(plan.claim),
        tuple(pair for pair, _ in turns.most_common()),
        2 * course.pairs_drawn,
        course.lower_bound() if bounded else None,
        tuple(seen for seen, _ in sorted(sightings, key=telling_order, reverse=True)),
        course.bets.portfolio.logarithm(),
        course.history if bounded else tuple(replace(each, bound=None) for each in course.history),
        expected_draws(plan.claim, plan.release_alpha),
        course.unreadable,
        course.is_constant,
        how_to_repeat=how_to_repeat,
        promise=None if stake is None else Promise(stake[0], stake[1] in WHOLE_OUTPUTS, stake[2]),
        upper_bounds=course.upper_bounds() if bounded else {},
        releases=course.releases,
        refuted_together=course.refuted_together,
        total_alpha=plan.alpha if plan.release else None,
        profile=(
            profile_of_counts(course.counted, plan.input_indices, plan.release_alpha)
            if profile and bounded
            else None
        ),
    )


def describe_subject(plan: AuditPlan, subject: str) -> str:
    """Return what is audited, with its release, and the grid to which its outputs are rounded, if it has them."""
    release = (f"release {plan.release}",) if plan.release else ()
    grid = () if plan.grid is None else (f"outputs rounded to multiples of {plan.grid}",)
    details = ", ".join((*release, *grid))
    return f"{subject} ({details})" if details else subject


def telling_sightings(found: AuditResult) -> tuple[Sighting, ...]:
    """The events that show something of the verdict; all of them if nothing is refuted."""
    if not found.violated:
        return found.sightings
    about = [each for each in found.sightings if each.serial or found.verdict is not Verdict.DEPENDENT]
    return tuple(
        each for place, each in enumerate(about) if not place or each.evidence is None or each.evidence > 0
    )


def standing_sighting(claim: Claim, pair: Pair, standing: BetStanding) -> Sighting:
    """The event that bets are on; its opposite if the event breaks no claim, or if only one input has the opposite."""
    likely, unlikely = (pair.both_inputs()[side] for side in (standing.likely, 1 - standing.likely))
    seen = counts_of_batch(standing.counts)
    sides = Sighting(
        standing.name,
        standing.in_full,
        standing.breach,
        standing.pair,
        likely,
        unlikely,
        seen,
        standing.capital,
        standing.serial,
    )
    opposite = EventCounts(
        seen.unlikely_samples - seen.unlikely,
        seen.unlikely_samples,
        seen.likely_samples - seen.likely,
        seen.likely_samples,
    )
    excess = observed_excess(claim.guarantees, seen)
    better = is_of_one_input(opposite) and seen.unlikely > 0
    if not better and (excess > 1 or observed_excess(claim.guarantees, opposite) <= excess):
        return replace(sides, breach=graded_breach(claim, sides.breach, seen))
    return replace(
        sides,
        event=negate_event(sides.event),
        in_full=negate_event(sides.in_full),
        breach=(
            Breach.ONE_INPUT_ONLY
            if standing.breach == Breach.SCALE and is_of_one_input(opposite)
            else graded_breach(claim, standing.breach, opposite)
        ),
        likely=unlikely,
        unlikely=likely,
        counted=opposite,
    )


NEAR = 1.05
"""A factor of epsilon up to this one is not called too little noise."""


def graded_breach(claim: Claim, breach: str, seen: EventCounts) -> str:
    """The kind of breach; of too little noise whether it is by little, if at all."""
    tightest = tightest_guarantee(claim.guarantees, seen)
    near = observed_ratio(seen, tightest.delta) <= float(tightest.odds) ** NEAR
    return Breach.SLIGHT if breach == Breach.SCALE and near else breach


def breaks_claim(claim: Claim | StatedClaim, seen: Sighting) -> bool:
    """Whether an event came more often than the claim allows, beside how often it came with the other input."""
    return observed_excess(claim.guarantees, seen.counted) > 1


def negate_event(event: str) -> str:
    """The opposite of an event, in words."""
    return f"not ({event})"


def observed_ratio(counted: EventCounts, delta: Fraction = Fraction(0)) -> float:
    """Return the ratio of an event's observed rates, delta subtracted from the larger one; 0 without samples."""
    if not counted.likely_samples or not counted.unlikely_samples:
        return 0.0
    above = max(counted.likely / counted.likely_samples - float(delta), 0.0)
    below = counted.unlikely / counted.unlikely_samples
    if below:
        return above / below
    return inf if above else 0.0


def tightest_guarantee(guarantees: Sequence[Guarantee], counted: EventCounts) -> Guarantee:
    """Return the guarantee that the counts of an event exceed by most standard errors, or come nearest to exceeding."""
    seen = Batch(counted.likely_samples, counted.likely, counted.unlikely_samples, counted.unlikely)
    return guarantees[int(excess_of_event(guarantees, seen).argmax())]


def observed_excess(guarantees: Sequence[Guarantee], counted: EventCounts) -> float:
    """Return the ratio of an event's observed rates over the odds that are allowed, of the tightest guarantee."""
    tightest = tightest_guarantee(guarantees, counted)
    return observed_ratio(counted, tightest.delta) / tightest.odds


def format_input(claim: StatedClaim, given: GivenInput) -> str:
    """An input as it is written: a mechanism's own text, or else JSON."""
    return given if claim.writes_texts and isinstance(given, str) else canonical_text(given)


# The outcome of an audit in sentences.

DIGITS = 6
"""Of what is irrational."""
PLACES = 4
"""Behind the point, of a bound."""
LONG = 26
"""So many characters of an event or an input are shown."""
PROVISO = {
    "sequential": "however long one watches",
    "fixed-sample": "if the number of samples was fixed beforehand",
}
UNTESTED = "that is no proof. Only privacy was tested; `ldproof conform` tests whether outputs are right."
TOGETHER = "the bets together refute the claim; this event alone does not show it"
NAMED, LISTED = 3, 16
"""So many pairs are named, and so many inputs; JSON has them all."""
MANY = 1e9
"""Larger numbers are written as powers of ten."""


def report_sentences(found: AuditResult, *, full: bool = True) -> Iterator[str]:
    """Yield the sentences of the report, the verdict first; with `full`, none is shortened."""
    samples = f"{found.samples:,} samples"
    if found.verdict is Verdict.REFUTED_TOGETHER:
        yield (
            f"violated: at least one of the releases {', '.join(found.refuted_together)} breaks its claim, {found.claim} "
            "(evidence combined)"
        )
        yield f"no release is refuted alone; {found.subject} is the last of them"
    elif found.violated:
        yield (
            f"violated: {found.subject} does not keep its claim, {found.claim}"
            if found.verdict is Verdict.REFUTED
            else f"not independent: the draws of {found.subject} depend on each other; "
            f"a claim is of independent draws, {found.claim}"
        )
        yield describe_grounds(found, full=full)
        yield describe_breach(found, found.sightings[0])
        if found.smallest is not None:
            yield describe_smallest_pair(found.smallest, full=full)
    else:
        yield (
            f"not refuted: {samples} of {found.subject} do not contradict the claim, {found.claim}; {UNTESTED}"
        )
    yield describe_search(found, full=full)
    if found.stated.unit:
        yield describe_bound(found)
    if not found.violated:
        if found.upper_bounds:
            yield describe_upper_bound(found)
        if found.kind == "sequential":
            yield describe_promise(found)
    if found.profile is not None:
        yield describe_profile(found.profile)
    if found.constant:
        yield "only one output was ever seen: privacy is trivially kept, and nothing is reported"
    if found.evidence is not None:
        share = format_percent(evidence_share(found.evidence, found.alpha))
        yield samples if found.violated else f"{samples}; evidence: {share} of what `violated` needs"
    if found.unreadable:
        yield f"{found.unreadable:,} of the samples are no output of {found.stated.name}"
    if found.expected is not None and not found.violated:
        yield f"an epsilon 5% above the claim shows after about {format_rough_count(found.expected)} pairs of draws"
    yield (
        "a program that keeps its claim is called violated with a probability of at most "
        f"{float(found.alpha):.6g}, {PROVISO[found.kind]} ({found.kind})"
    )
    if found.total_alpha is not None:
        yield (
            f"Release {len(found.releases)} of this file. Over all releases, past and future, a false alarm has a probability "
            f"of at most {float(found.total_alpha):.6g}."
        )


def describe_grounds(found: AuditResult, *, full: bool) -> str:
    """Return the sentence on the event that shows most, or that no event of a single draw shows dependence."""
    seen = found.sightings[0]
    if found.verdict is Verdict.DEPENDENT and not seen.serial:
        return (
            "outputs go with those before them, or with others of the same call, more than in "
            f"{1 - SIGNIFICANT:.2%} of random exchanges; "
            "this is of draws together, and no event of a single draw shows it"
        )
    alone = "" if breaks_claim(found.stated, seen) else f"; {TOGETHER}"
    return f"{describe_counts(found, seen, full=full)}{alone}"


def describe_search(found: AuditResult, *, full: bool) -> str:
    """Return the sentence on the pairs of inputs that were tested, and how many there are."""
    inputs, pairs = found.possible
    count, tried = len(found.pairs), len(found.inputs)
    what = f"{count:,}" if pairs is None else f"{count:,} of {pairs:,}"
    among = "" if pairs is not None or inputs is None else f" among {tried:,} of {inputs:,} inputs"
    were = "pair of inputs was" if count == 1 and pairs in (None, 1) else "pairs of inputs were"
    said_of = f"{what} {were} tested{among}"
    words = partial(format_pair, found, full=full)
    if count <= NAMED:
        return f"{said_of}: {'; '.join(map(words, range(count)))}"
    named = "; ".join(map(words, found.closely[:NAMED]))
    closely = f", most closely {named}" if named else ""
    most = None if full else LISTED
    listed = ", ".join(format_shown_input(found.stated, each, full=full) for each in found.inputs[:most])
    more = f" and {tried - LISTED:,} more" if not full and tried > LISTED else ""
    return f"{said_of}{closely}; the inputs: {listed}{more}"


def format_pair(found: AuditResult, index: int, *, full: bool) -> str:
    """Return the text of a pair of inputs."""
    return " and ".join(
        format_shown_input(found.stated, each, full=full) for each in found.pairs[index].both_inputs()
    )


def format_shown_input(claim: StatedClaim, given: GivenInput, *, full: bool) -> str:
    """Return the text of an input, shortened unless `full`."""
    text = format_input(claim, given)
    return text if full else shorten_input(text)


def describe_bound(found: AuditResult) -> str:
    """Return the sentence on the lower bound on epsilon, which may lag behind the verdict."""
    if found.verdict is Verdict.DEPENDENT:
        return (
            "no lower bound on its epsilon: draws that depend on each other do not show that of a single one"
        )
    unit, claimed, bound = found.stated.unit, found.stated.brief_value, found.bound
    least = "unknown so far" if bound is None else format_bound(bound, claimed)
    whose = "the factor by which the claimed curve holds" if unit == "factor" else f"its {unit}"
    if found.verdict is Verdict.REFUTED and (bound is None or bound <= claimed_value(found)):
        return f"{unit} > {claimed}. For a tighter lower bound, rerun with --throughout."
    return f"the lower bound on {whose} is {least}; it claims {claimed}"


def describe_profile(seen: Profile) -> str:
    """Return the sentence on what is lost at least."""
    if not seen.deltas:
        return "profile: nothing is lost for certain so far"
    curve = ", ".join(
        f"{round_down(delta, PLACES)} at epsilon {float(each):g}" for each, delta in seen.deltas
    )
    return (
        f"profile, if draws are independent: epsilon is at least {round_down(seen.epsilon, PLACES)} at delta 0, "
        f"rho at least {round_down(seen.rho, PLACES)}, mu at least {round_down(seen.mu, PLACES)}; "
        f"delta is at least {curve}"
    )


TIGHT = Fraction(11, 10)
"""The upper bound that is printed is of the least delta at which it is at most so much of that at `COMMON`."""
COMMON = Fraction(1, 100)


def describe_upper_bound(found: AuditResult) -> str:
    """Return the sentence on an upper bound on epsilon; JSON has those at other deltas."""
    bounds = found.upper_bounds
    most = TIGHT * bounds.get(COMMON, max(bounds.values()))
    delta, bound = next((each, bounds[each]) for each in sorted(bounds) if bounds[each] <= most)
    inputs = "these inputs" if len(found.pairs) == 1 else "the inputs of each of these pairs"
    return (
        f"for {inputs}, its epsilon is at most {round_up(bound, PLACES)} at delta {float(delta):g}, "
        "if draws are independent"
    )


def describe_promise(found: AuditResult) -> str:
    """Return the sentence on the smallest breach that would have shown."""
    breach, promise, claim = found.smallest_breach, found.promise, found.stated
    if breach is None or promise is None:
        return "these draws are too few for a breach in a single event to show"
    value = value_of_event(claim.notion, claim.curve, breach.likely, breach.unlikely)
    unit = "" if value is None else f" ({claim.unit} {value:.3g})"
    bets = "" if promise.whole else " that is bet on"
    where = f" between {format_pair(found, promise.pair, full=True)}" if len(found.pairs) > 1 else ""
    return (
        f"a likelihood ratio above {breach.ratio:.3g}{unit} in any event of probability {breach.likely:g} or more"
        f"{bets}{where} would have shown with probability {CHANCE:g}; the claim allows {breach.likely / breach.allowed:.3g}"
    )


def format_bound(bound: Fraction, claimed: str) -> str:
    """A lower bound, with as many places as it takes to be seen above the claimed epsilon, if it is."""
    above = bound > Fraction(claimed)
    texts = (round_down(bound, places) for places in range(PLACES, JSON_PLACES + 1))
    return next(
        (each for each in texts if not above or Fraction(each) > Fraction(claimed)), f"above {claimed}"
    )


def claimed_value(found: AuditResult) -> Fraction:
    """The epsilon that is claimed, or what else, near enough to choose words."""
    return rational_bounds(found.stated.value)[0]


def describe_counts(found: AuditResult, seen: Sighting, *, full: bool) -> str:
    """Return the clause on an event: both rates, their ratio, and what the claim allows."""
    claim, counted = found.stated, seen.counted
    ratio = observed_ratio(counted)
    event = lay_out_conditions(seen.in_full if full else seen.event)
    worst = claim.foreseen if seen.event == str(WORST) else ""
    rates = [
        f"in {times:,} of {samples:,} draws ({format_rate(times, samples)}) with input {format_shown_input(claim, given, full=full)}"
        for times, samples, given in (
            (counted.likely, counted.likely_samples, seen.likely),
            (counted.unlikely, counted.unlikely_samples, seen.unlikely),
        )
    ]
    return (
        f"the event {event}{f' ({worst})' if worst else ''} came {' and '.join(rates)}: "
        f"a ratio of {f'{ratio:.4g}' if isfinite(ratio) else 'infinity'}, where {format_allowed(claim, counted)}"
    )


def describe_smallest_pair(smallest: SmallestPair, *, full: bool) -> str:
    """Return the sentence on the smallest pair of data sets that breaks the claim."""
    found = smallest.found
    inputs = " and ".join(format_shown_input(found.stated, each, full=full) for each in found.inputs)
    return (
        f"the smallest pair that breaks it: {inputs}; {describe_counts(found, found.sightings[0], full=full)} "
        f"({smallest.tests} pairs were tested, with {smallest.samples:,} fresh samples; one that keeps the claim is "
        f"named with a probability of at most {float(smallest.alpha):.6g})"
    )


ON_ONE_LINE = 4
"""The most conditions of an event that are written on one line."""

CONDITIONS = re.compile(r"conditions \((.*)\)", re.DOTALL)
NEXT_CONDITION = re.compile(r"; (?=[+-]\S+ if |\.\.\.)")


def lay_out_conditions(event: str) -> str:
    """Write each condition of a score on a line of its own, if there are many."""
    found = CONDITIONS.search(event)
    listed = NEXT_CONDITION.split(found[1]) if found else []
    if found is None or len(listed) <= ON_ONE_LINE:
        return event
    lines = ";".join(f"\n    {each}" for each in listed)
    return f"{event[: found.start(1)]}{lines}{event[found.end(1) :]}"


def format_rate(times: int, samples: int) -> str:
    """A share in percent."""
    return f"{100 * times / samples:.3g}%" if samples else "no draws"


def format_allowed(claim: StatedClaim, counted: EventCounts) -> str:
    """Return the clause on the odds and the delta that a claim allows; of several guarantees the tightest here."""
    tightest = tightest_guarantee(claim.guarantees, counted)
    beyond = f" and delta {float(tightest.delta):.6g}" if tightest.delta else ""
    where = " at this rate" if len(claim.guarantees) > 1 else ""
    return f"the claim allows e^epsilon = {float(tightest.odds):.6g}{beyond}{where}"


def describe_breach(found: AuditResult, seen: Sighting) -> str:
    """Return the sentence on the kind of breach, and where that is explained."""
    kind = seen.breach if seen.serial or found.verdict is not Verdict.DEPENDENT else Breach.SERIAL
    ratio = observed_ratio(seen.counted)
    pure = found.stated.unit == "epsilon" and not found.stated.guarantees[0].delta
    if kind == Breach.SCALE and pure and ratio < inf:
        # As if the budget that was used were the logarithm of the ratio: a rough guess at what to look for.
        kind = f"{kind}, by a factor of about {log(ratio) / float(claimed_value(found)):.2g}"
    return f"kind: {kind} (see docs/reading-a-verdict.md)"


def format_rough_count(count: float) -> str:
    """A large number of which few digits matter."""
    return f"{count:,.0f}" if count < MANY else f"{count:.1e}"


def shorten_input(text: str) -> str:
    """An input that fits a line."""
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."


def evidence_share(logarithm: Fraction, alpha: Fraction) -> float:
    """A logarithm's share of that of 1/alpha, from 0 to 1."""
    return max(0.0, min(1.0, float(logarithm) / -log(alpha)))


def format_percent(share: float) -> str:
    """A share, and never all of it where something is missing."""
    return f"{int(100 * share)}%"


def round_down(value: Fraction, places: int) -> str:
    """A decimal that is not above a number."""
    units = value * 10**places // 1
    sign, digits = "-" * (units < 0), f"{abs(units):0{places + 1}}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def round_up(value: Fraction, places: int) -> str:
    """A decimal that is not below a number of at least 0."""
    return round_down(Fraction(-(-value * 10**places // 1), 10**places), places)


# The outcome of an audit as JSON.

JSON_DIGITS = 20
"""Of what is irrational."""
JSON_PLACES = 12
"""Behind the point, of what is rounded down."""


def audit_as_json(found: AuditResult) -> dict[str, object]:
    """Return a JSON object of the result."""
    claim = found.stated
    is_epsilon = claim.unit == "epsilon"
    evidence = (
        None
        if found.evidence is None
        else {
            "logarithm": round_down(found.evidence, JSON_PLACES),
            "share": evidence_share(found.evidence, found.alpha),
        }
    )
    return {
        "verdict": str(found.verdict),
        "kind": found.kind,
        "program": found.subject,
        "claim": {
            "mechanism": claim.name,
            "parameters": claim.parameters,
            "labels": claim.labels,
            "level": claim.level,
            "neighbours": claim.neighbours,
            "epsilon": number(claim.value) if is_epsilon else None,
            "odds_at_least": number(claim.guarantees[0].odds) if is_epsilon else None,
            "delta": number(claim.guarantees[0].delta) if is_epsilon else None,
            "guarantees": [
                {"odds_at_least": number(each.odds), "delta": number(each.delta)} for each in claim.guarantees
            ],
        },
        "alpha": number(found.alpha),
        "pairs": [[*map(strict_json, pair.both_inputs())] for pair in found.pairs],
        "looked_at": {
            "pairs": len(found.pairs),
            "inputs": [*map(strict_json, found.inputs)],
            "of_inputs": found.possible[0],
            "of_pairs": found.possible[1],
            "closely": list(found.closely),
        },
        "samples": found.samples,
        "query": found.query,
        "unreadable": found.unreadable,
        "constant": found.constant,
        "foreseen": claim.foreseen or None,
        "epsilon_at_least": bound_as_json(found.bound) if is_epsilon else None,
        "bound": None if found.bound is None else {"of": claim.unit, **exact_bound(found.bound)},
        "epsilon_at_most": [
            {"delta": number(delta), **number(bound), "decimal": round_up(bound, JSON_PLACES)}
            for delta, bound in sorted(found.upper_bounds.items())
        ],
        "would_have_shown": promise_as_json(found),
        "profile": None if found.profile is None else profile_as_json(found.profile),
        "releases": [
            {
                "name": each.name,
                "pairs": each.pairs,
                "logarithm": round_down(each.log_evidence, JSON_PLACES),
                "violated": each.violated,
            }
            for each in found.releases
        ],
        "refuted_together": list(found.refuted_together),
        "evidence": evidence,
        "events": [sighting_as_json(each) for each in found.sightings],
        "history": [point_as_json(each, is_epsilon=is_epsilon) for each in found.history],
        "expected_pairs": found.expected,
        "smallest": None if found.smallest is None else smallest_as_json(found.smallest),
    }


def smallest_as_json(smallest: SmallestPair) -> dict[str, object]:
    """Return a JSON object of the smallest pair that breaks a claim."""
    return {
        "pair": [*map(strict_json, smallest.found.inputs)],
        "event": sighting_as_json(smallest.found.sightings[0]),
        "tests": smallest.tests,
        "samples": smallest.samples,
        "alpha": number(smallest.alpha),
    }


def profile_as_json(seen: Profile) -> dict[str, object]:
    """Return a JSON object of a profile."""
    return {
        "epsilon_at_least": exact_bound(seen.epsilon),
        "rho_at_least": exact_bound(seen.rho),
        "mu_at_least": exact_bound(seen.mu),
        "curve": [
            {"epsilon": number(epsilon), "delta_at_least": exact_bound(delta)}
            for epsilon, delta in seen.deltas
        ],
    }


def promise_as_json(found: AuditResult) -> dict[str, object] | None:
    """Return a JSON object of the smallest breach that would have shown; None where there is none."""
    breach, promise, claim = found.smallest_breach, found.promise, found.stated
    if breach is None or promise is None:
        return None
    return {
        "pair": promise.pair,
        "any_event": promise.whole,
        "probability": breach.likely,
        "likelihood_ratio": breach.ratio,
        "allowed_ratio": breach.likely / breach.allowed,
        "value": value_of_event(claim.notion, claim.curve, breach.likely, breach.unlikely),
        "with_probability": CHANCE,
    }


def bound_as_json(bound: Fraction | None) -> dict[str, str] | None:
    """A lower bound: exactly, and as a decimal that is none the less one."""
    return None if bound is None else exact_bound(bound)


def exact_bound(bound: Fraction) -> dict[str, str]:
    """The members of a lower bound."""
    return {**number(bound), "decimal": round_down(bound, JSON_PLACES)}


def sighting_as_json(seen: Sighting) -> dict[str, object]:
    """Return a JSON object of an event's counts."""
    counted = seen.counted
    return {
        "event": seen.in_full,
        "breach": seen.breach,
        "pair": seen.pair,
        "likely": {
            "input": strict_json(seen.likely),
            "happened": counted.likely,
            "samples": counted.likely_samples,
        },
        "unlikely": {
            "input": strict_json(seen.unlikely),
            "happened": counted.unlikely,
            "samples": counted.unlikely_samples,
        },
        "evidence": seen.evidence,
    }


def point_as_json(past: HistoryPoint, *, is_epsilon: bool) -> dict[str, object]:
    """Return a JSON object of the evidence after a batch."""
    return {
        "turn": None if past.turn == SURVEY else past.turn,
        "pairs": past.pairs,
        "logarithm": round_down(past.logarithm, JSON_PLACES),
        "epsilon_at_least": bound_as_json(past.bound) if is_epsilon else None,
    }
