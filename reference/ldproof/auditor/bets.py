"""The bets of an audit: laws of partitions and events of pairs of inputs, and the kinds of breaches that they show."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial

import numpy as np

from ldproof.auditor.claim import AuditPlan, BetStanding, Claim, Draw, Drawn
from ldproof.auditor.dependence import (
    WINDOWS,
    Kind,
    Passage,
    Window,
    balance_counts,
    line_up_draws,
    tally_window,
)
from ldproof.auditor.learn.events import WORST, Event, count_events, evidence_alone, expected_evidence
from ldproof.auditor.learn.features import (
    TEXTS,
    Feature,
    Measure,
    ScoreRow,
    feature_column,
    scores_of_outputs,
)
from ldproof.auditor.learn.outputs import Outputs, outputs_of_tallies
from ldproof.auditor.notions import guarantees_of_claim
from ldproof.errors import Refused
from ldproof.evidence import (
    Batch,
    EpsilonConfidenceSequence,
    Guarantee,
    MixtureEProcess,
    OutcomeTable,
    ladder,
    start,
    validate_mixture,
)
from ldproof.evidence.eprocess import all_after
from ldproof.evidence.fixed_sample import EventCounts
from ldproof.numbers import Array
from ldproof.programs import Tally, canonical_text, parse_canonical
from ldproof.serialization import damaged_state_refusal

# Partitions of the outputs by the value of one feature: bets on a law are on how often each part comes.

FEW = 64
"""The most parts: of different values, or of bins of numbers."""
OFTEN = 4
"""The least draws per part."""
IN_A_BIN, COARSE = 800, 6
"""The draws in a bin of equal shares, and the least number of such bins."""
IN_A_TAIL = 16
"""The draws in the smallest bin: towards either end each has half as many draws as the one before."""
NO_NUMBER = -1
"""The bin of values that are no numbers."""
Parts = Mapping[str, tuple[int, int]]
"""How often each part came with either input."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of outputs by a feature: by each value, by bins of numbers, or by a set of values and all others."""

    feature: Feature
    ends: tuple[float, ...] = ()
    """The lower ends of the bins but the lowest."""
    among: frozenset[str] = frozenset()

    def part_names(self, outputs: Outputs) -> list[str]:
        """Return the name of the part in which each output is: the label of a value, or the number of a bin."""
        answers = feature_column(self.feature, outputs)
        if self.ends:
            bins = np.searchsorted(self.ends, answers.numbers, side="right")
            return [str(each) for each in np.where(np.isnan(answers.numbers), NO_NUMBER, bins).tolist()]
        labels = [str(int(each in self.among)) for each in answers.labels] if self.among else answers.labels
        return [labels[code] for code in answers.codes.tolist()]

    def count_parts(self, outputs: Outputs, sides: Sequence[Tally]) -> OutcomeTable:
        """Return how often each part came with either input, the most frequent parts first."""
        keys = sorted({key for side in sides for key in side})
        counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for key, part in zip(keys, self.part_names(outputs.with_keys(keys)), strict=True):
            for found, side in zip(counted, sides, strict=True):
                found[part] += side[key]
        one, other = counted
        often = sorted(one, key=lambda part: (-one[part] - other[part], part))
        return OutcomeTable(
            sides[0].total(), sides[1].total(), tuple((part, one[part], other[part]) for part in often)
        )

    def best_event(self, past: OutcomeTable, odds: float) -> tuple[Event, int, Batch]:
        """Return the event that promises most in a table, the input with which it is likelier, and its counts."""

        def promised_evidence(one: Array, other: Array) -> Array:
            totals = past.draws, past.others
            return expected_evidence(*balance_counts(one, other, totals), odds)

        return self.event_with_most(past, [*self.union_events(part_counts(past))], promised_evidence)

    def clearest_event(self, past: OutcomeTable, guarantees: Sequence[Guarantee]) -> tuple[Event, int, Batch]:
        """Return the event that shows most against the claim by itself, as `best_event` does: a single part, if that is it."""
        events = [*self.union_events(part_counts(past))]
        if not self.ends and not self.among:
            events = [*self.single_parts(past), *events]

        def evidence_shown(one: Array, other: Array) -> Array:
            # Of an event and its opposite, which show as much, the first is taken: a single part.
            return evidence_against(one, other, (past.draws, past.others), guarantees).round(6)

        return self.event_with_most(past, events, evidence_shown)

    def single_parts(self, past: OutcomeTable) -> list[tuple[Event, list[str]]]:
        """Return the events that are one value of the feature each."""
        return [(Event(self.feature, frozenset({part})), [part]) for part, _, _ in past.outcomes]

    def event_with_most(
        self,
        past: OutcomeTable,
        events: Sequence[tuple[Event, list[str]]],
        worth: Callable[[Array, Array], Array],
    ) -> tuple[Event, int, Batch]:
        """Return the event, a union of parts, whose counts with either input are worth most."""
        counts, totals = part_counts(past), (past.draws, past.others)
        happened = np.array(
            [[sum(counts[part][side] for part in inside) for side in (0, 1)] for _, inside in events]
        )
        one, other = happened.astype(float).T
        best = int(np.argmax(worth(one, other)))
        times = int(happened[best, 0]), int(happened[best, 1])
        likely = int(times[0] * max(totals[1], 1) < times[1] * max(totals[0], 1))
        return events[best][0], likely, directed_batch(likely, totals, times)

    def union_events(self, counts: Parts) -> Iterator[tuple[Event, list[str]]]:
        """Return events that are unions of parts: bins up to an end, or the values that are likeliest with one input."""
        if self.among:
            yield Event(self.feature, self.among), [part for part in counts if part == "1"]
            return
        if self.ends:
            for place, end in enumerate(self.ends, 1):
                yield Event(self.feature, low=end), [part for part in counts if int(part) >= place]
                yield Event(self.feature, high=end), [part for part in counts if 0 <= int(part) < place]
            return
        order = sorted(counts, key=lambda part: ((counts[part][1] + 0.5) / (counts[part][0] + 0.5), part))
        for way in (order, order[::-1]):
            for most in range(1, max(len(way), 2)):
                yield Event(self.feature, frozenset(way[:most])), way[:most]


def directed_batch(likely: int, totals: Sequence[int], times: Sequence[int]) -> Batch:
    """Return the counts of an event, those with the input that makes it likelier first."""
    return Batch(totals[likely], times[likely], totals[1 - likely], times[1 - likely])


def part_counts(past: OutcomeTable) -> Parts:
    """Return how often each part of a table came with either input."""
    return {part: (one, other) for part, one, other in past.outcomes}


def partition_around_event(event: Event, outputs: Outputs, sides: Sequence[Tally]) -> Partition:
    """Return the finest partition by the feature of an event that can be learnt from these draws; the event is a union."""
    times = np.array([sum(side[each.key] for side in sides) for each in outputs.parsed], dtype=float)
    answers = feature_column(event.feature, outputs)
    numeric = answers.has_numbers and event.feature.name not in TEXTS
    if len(answers.labels) <= min(FEW, times.sum() / OFTEN) and len(event.among or ()) <= FEW:
        return Partition(event.feature)
    if event.among or not numeric:
        return Partition(event.feature, among=event.among)
    there = ~np.isnan(answers.numbers)
    order = np.argsort(answers.numbers[there], kind="stable")
    ranks = np.cumsum(times[there][order])
    bins = int(np.clip(ranks[-1] // IN_A_BIN, COARSE, FEW))
    halvings = np.log2(max(ranks[-1], 1) / bins / IN_A_TAIL)
    tails = ranks[-1] / bins / 2.0 ** np.arange(1, max(halvings, 1))
    shares = np.concatenate([ranks[-1] * np.arange(1, bins) / bins, tails, ranks[-1] - tails])
    wanted = np.searchsorted(ranks, shares)
    asked = [end for end in (event.low, event.high) if end is not None]
    return Partition(
        event.feature, tuple(sorted({*asked, *map(float, answers.numbers[there][order][wanted])}))
    )


# The kind of breach that an event shows.

SEEN = 5
"""The least count with one input, and none with the other, of an output that only that input has."""


HALF = 0.5
"""The share of its evidence that an event must lose without the conditions that show a kind of breach."""


class Breach(StrEnum):
    """What kind of breach an event shows; `docs/reading-a-verdict.md` has a section on each."""

    ONE_INPUT_ONLY = "an output that only one input has"
    FLOAT_BITS = "low bits of floats"
    SAME_NOISE = "the same noise twice"
    SERIAL = "serial dependence"
    ORDER_OR_LENGTH = "the order or the length tells"
    COINS = "the number of random bytes tells"
    SCALE = "too little noise"
    SLIGHT = "little more than the claim allows, or only in several events together"


MEASURES = {
    "length": Breach.ORDER_OR_LENGTH,
    "odd length": Breach.ORDER_OR_LENGTH,
    "order": Breach.ORDER_OR_LENGTH,
    "rank": Breach.ORDER_OR_LENGTH,
    "inversions": Breach.ORDER_OR_LENGTH,
    "odd inversions": Breach.ORDER_OR_LENGTH,
    "fraction": Breach.FLOAT_BITS,
    "digits": Breach.FLOAT_BITS,
    "taken": Breach.COINS,
}
"""The breach that a measure shows by itself."""
OF_FLOATS = "floats"
"""The bits of numbers as floats, eight bytes each, as an argument of a measure."""
LOW_BITS = 32
"""The place of a float's 64 bits where the low ones begin; those before tell its sign and its size."""


def breach_of(
    event: Event,
    window: Window | None,
    counted: EventCounts,
    others: Collection[str] = (),
    is_needed: Callable[[Breach], bool] = lambda _: True,
) -> Breach:
    """Return the kind of breach that an event with these counts shows.

    `others` are the other values of its feature. `is_needed` says whether the event shows much less without its
    conditions of a kind: every score of floats has some on their low bits, also where their size shows as much.
    """
    if window is not None:
        return Breach.SAME_NOISE if window.kind in {Kind.REPEAT, Kind.CALL} else Breach.SERIAL
    for kind in dict.fromkeys(map(breach_of_measure, measures_of_event(event))):
        if kind is not None and is_needed(kind):
            return kind
    if event.feature.name == "output" and tells_order_or_length(event.among, others):
        return Breach.ORDER_OR_LENGTH
    if is_of_one_input(counted):
        return Breach.ONE_INPUT_ONLY
    return Breach.SCALE


@dataclass(frozen=True, slots=True)
class SeenDraws:
    """The draws of a pair of inputs, and the claim against which they are evidence."""

    claim: Claim
    sides: Sequence[Tally]

    def is_needed(self, event: Event, kind: Breach) -> bool:
        """Whether a score shows less than `HALF` as much here without its conditions that show a kind of breach."""
        score = event.feature.score
        kept = tuple(
            (weight, rule)
            for weight, rule in score
            if kind not in {breach_of_measure(asked) for _, _, asked in rule}
        )
        return not kept or self.evidence_of_score(kept) < HALF * self.evidence_of_score(score)

    def evidence_of_score(self, score: tuple[ScoreRow, ...]) -> float:
        """Return the evidence against the claim of the best threshold of a score."""
        outputs = outputs_of_tallies(self.claim, self.sides)
        values, places = np.unique(scores_of_outputs(score, outputs), return_inverse=True)
        times = ([side[each.key] for each in outputs.parsed] for side in self.sides)
        one, other = (
            np.cumsum(np.bincount(places, weights=each, minlength=len(values)).astype(float))
            for each in times
        )
        return float(self.evidence_shown(one, other).max())

    def clearest_value(self, feature: Feature) -> tuple[Event, int, Batch]:
        """Return the value of a feature that shows most against the claim by itself, as `Partition.clearest_event` does."""
        by_value = Partition(feature)
        past = by_value.count_parts(outputs_of_tallies(self.claim, self.sides), self.sides)
        return by_value.event_with_most(past, by_value.single_parts(past), self.evidence_shown)

    def evidence_shown(self, one: Array, other: Array) -> Array:
        """Return the evidence against the claim of events that happened so often with either input here."""
        totals = self.sides[0].total(), self.sides[1].total()
        return evidence_against(one, other, totals, self.claim.guarantees)


def is_of_one_input(counted: EventCounts) -> bool:
    """Whether an event came at least `SEEN` times with one input, and never with the other."""
    return not counted.unlikely and counted.likely >= SEEN


def tells_order_or_length(inside: Collection[str], outside: Collection[str]) -> bool:
    """Whether both sides are lists that differ in length, or are rearrangements of the same members.

    The lists are given by the labels of their texts.
    """
    sides = [[parse_canonical(str(parse_canonical(each))) for each in side] for side in (inside, outside)]
    lists = [[each for each in side if isinstance(each, tuple)] for side in sides]
    if not all(lists) or lists != sides:
        return False
    one, other = ({len(each) for each in side} for side in lists)
    parts = {(*sorted(map(canonical_text, each)),) for side in lists for each in side}
    return one.isdisjoint(other) or len(parts) == 1


def measures_of_event(event: Event) -> Iterator[Measure]:
    """Return the measures that the feature of an event is made of, those with the largest weights first."""
    match event.feature.name:
        case "measure":
            yield event.feature.measure
        case "score":
            for _, rule in sorted(event.feature.score, key=lambda row: -abs(row[0])):
                yield from (asked for _, _, asked in rule)
        case "taken":
            yield ("taken",)
        case _:
            pass


def breach_of_measure(asked: Measure) -> Breach | None:
    """Return the breach that a measure shows by itself; None if it is about the value of the output."""
    name, *arguments = asked
    if name == "in":  # of a part of the output
        return breach_of_measure(asked[2:])
    if OF_FLOATS in arguments:
        return None if reads_high_bits(asked) else Breach.FLOAT_BITS
    return MEASURES.get(str(name))


def reads_high_bits(asked: Measure) -> bool:
    """Whether a measure of floats' bits reads the sign, the exponent and the upper half of the fraction alone."""
    places: Iterable[int] = ()
    match asked:
        case ("place", _, int(place)):
            places = (place,)
        case ("window", _, int(start), int(end)):
            places = range(start, end)
        case _:
            return False
    return all(place % 64 < LOW_BITS for place in places)


# Bets on events and laws of pairs of inputs, against the claim and against a ladder of other epsilons.

FORESEEN, REVERSED = Fraction(22, 25), Fraction(1, 50)
"""The weights of the worst event of the mechanism, and of the same event with the inputs exchanged."""
RUNGS = (25, 50, 70, *range(80, 120, 5), *range(120, 150, 10), 150, 175, 200, 250, 300, 400, 600, 1000)
"""The epsilons of the ladder, in percent of the claimed one."""
HIGHEST = 20
"""The highest rung."""
SERIAL = Fraction(1, 5)
"""The share of the reserve for an event of several draws."""
AT_ONCE = 5
"""The rungs that are bet against at a time."""


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """An event that is bet to be likelier with one input of a pair, by its name among the bets."""

    name: str
    pair: int
    likely: int
    event: Event
    window: Window | None = None
    """The window of an event of several draws."""

    def __str__(self) -> str:
        return self.after_window_text(str(self.event))

    @property
    def in_full(self) -> str:
        """The event in words, without abbreviations."""
        return self.after_window_text(self.event.in_full)

    def after_window_text(self, event: str) -> str:
        """Return the text of the event after that of its window."""
        return event if self.window is None else f"{self.window}: {event}"


@dataclass(frozen=True, slots=True)
class WatchedLaw:
    """A partition whose law is bet on, by its name among the bets."""

    name: str
    pair: int
    partition: Partition
    past: OutcomeTable
    """The counts of its parts, with those from before it was bet on."""


@dataclass(frozen=True, slots=True)
class Bets:
    """A portfolio against the claim and a ladder, with the same events, laws and weights."""

    portfolio: MixtureEProcess
    ladder: EpsilonConfidenceSequence
    watched: tuple[WatchedEvent, ...] = ()
    laws: tuple[WatchedLaw, ...] = ()

    def adding_event(
        self, pair: int, likely: int, event: Event, weight: Fraction, window: Window | None = None
    ) -> "Bets":
        """Return the bets with one more event, from the next batch on."""
        name = f"{pair + 1}.{sum(each.pair == pair for each in self.watched) + 1}"
        return Bets(
            self.portfolio.adding(name, weight),
            self.ladder.adding(name, weight),
            (*self.watched, WatchedEvent(name, pair, likely, event, window)),
            self.laws,
        )

    def adding_law(self, pair: int, partition: Partition, weight: Fraction, past: OutcomeTable) -> "Bets":
        """Return the bets with one more law, from the next batch on."""
        name = f"{pair + 1}.law.{len(self.laws_of(pair)) + 1}"
        return Bets(
            self.portfolio.adding_law(name, weight),
            self.ladder.adding_law(name, weight),
            self.watched,
            (*self.laws, WatchedLaw(name, pair, partition, past)),
        )

    def with_partition(self, name: str, partition: Partition, past: OutcomeTable) -> "Bets":
        """Return the bets with another partition for a law, from the next batch on; its capital stays."""
        told = (
            replace(each, partition=partition, past=past) if each.name == name else each for each in self.laws
        )
        return replace(self, laws=tuple(told))

    def events_of_pair(self, pair: int) -> list[Event]:
        """Return the events of single draws that are bet on for a pair, and the best event of each of its laws."""
        alone = [each.event for each in self.watched if each.pair == pair and each.window is None]
        return alone + [self.best_event(law)[0] for law in self.laws_of(pair)]

    def pairs_with_bets(self) -> set[int]:
        """Return the pairs of inputs with bets."""
        return {each.pair for each in self.watched} | {each.pair for each in self.laws}

    def best_event(self, law: WatchedLaw) -> tuple[Event, int, Batch]:
        """Return the best event of a law, the input with which it is likelier, and its counts."""
        return law.partition.best_event(law.past, float(self.portfolio.odds))

    def laws_of(self, pair: int) -> list[WatchedLaw]:
        """Return the laws that are bet on for a pair of inputs."""
        return [each for each in self.laws if each.pair == pair]

    def draws_by_window(self) -> dict[Window, int]:
        """Return the windows of events that are bet on, with the number of draws since."""
        past = {name: process.past for name, _, process in self.portfolio.shares}
        return {
            each.window: past[each.name].draws + past[each.name].others
            for each in self.watched
            if each.window is not None
        }

    def next_weight(self) -> Fraction:
        """Return the weight of one more law: a share of the reserve that is smaller for each later one."""
        learnt = sum(each.event != WORST and each.window is None for each in self.watched)
        return self.portfolio.reserve / max(2, learnt + len(self.laws) + 1)

    def after_batch(
        self,
        plan: AuditPlan,
        draw: Draw,
        outputs: Outputs,
        drawn: Drawn,
        passage: Passage | None = None,
        before: Sequence[Passage] = (),
    ) -> "Bets":
        """Return the bets after a batch, in which they are on all events of pairs both of whose inputs were drawn from.

        Those against the claim stop soon after the draw by which it is refuted.
        """
        place = {canonical_text(each): index for index, each in enumerate(draw.inputs)}
        tossed = {
            pair: [place[each] for each in sides]
            for pair in self.pairs_with_bets()
            if place.keys() >= {*(sides := [*map(canonical_text, plan.pairs[pair].both_inputs())])}
        }
        alone, tables = self.count_batch(tossed, outputs, drawn.tallies)
        batches = alone | self.count_window_events(passage, before)
        grown = (
            replace(each, past=each.past + tables[each.name][1]) if each.name in tables else each
            for each in self.laws
        )
        betting = lowest_standing_rungs(self.ladder)
        first_tallies = (self.count_batch(tossed, outputs, part) for part in drawn.first_tallies())
        portfolio, *moved = all_after([self.portfolio, *betting.values()], batches, tables, first_tallies)
        return Bets(
            portfolio,
            ladder_after_batch(self.ladder, dict(zip(betting, moved, strict=True))),
            self.watched,
            tuple(grown),
        )

    def count_batch(
        self, tossed: Mapping[int, Sequence[int]], outputs: Outputs, tallies: Sequence[Tally]
    ) -> tuple[dict[str, Batch], dict[str, tuple[OutcomeTable, OutcomeTable]]]:
        """Return the counts of events of single draws, and of laws before and in these draws.

        `tossed` has the indices in `tallies` of the inputs of each pair.
        """
        sides = {pair: [tallies[place] for place in places] for pair, places in tossed.items()}
        tables = {
            each.name: (each.past, each.partition.count_parts(outputs, sides[each.pair]))
            for each in self.laws
            if each.pair in sides
        }
        return self.count_events_alone(outputs, sides), tables

    def count_events_alone(self, outputs: Outputs, tossed: Mapping[int, Sequence[Tally]]) -> dict[str, Batch]:
        """Return the counts of events of single draws in the draws from their pairs."""
        batches = {}
        for pair, sides in tossed.items():
            watched = [each for each in self.watched if each.pair == pair and each.window is None]
            found = [count_events([each.event for each in watched], outputs, side) for side in sides]
            totals = [side.total() for side in sides]
            for each, times in zip(watched, zip(*found, strict=True), strict=True):
                batches[each.name] = directed_batch(each.likely, totals, times)
        return batches

    def count_window_events(self, passage: Passage | None, before: Sequence[Passage]) -> dict[str, Batch]:
        """Return the counts of events of several draws in a passage, which comes after earlier ones."""
        watched = [
            (each, each.window)
            for each in self.watched
            if passage is not None and each.window is not None and each.pair == passage.pair
        ]
        if passage is None or not watched:
            return {}
        batches, seen = {}, line_up_draws((*before, passage), len(before))
        for each, window in watched:
            sides = tally_window(window, seen)
            outputs = outputs_of_tallies(WINDOWS, sides)
            found = [count_events([each.event], outputs, side)[0] for side in sides]
            batches[each.name] = directed_batch(each.likely, [side.total() for side in sides], found)
        return batches

    def all_mixtures(self) -> tuple[MixtureEProcess, ...]:
        """Return the portfolio and those of the ladder."""
        return self.portfolio, *self.ladder.portfolios

    def bet_standings(self, seen: Callable[[int], SeenDraws]) -> tuple[BetStanding, ...]:
        """Return the standing of each event and of each law, in the order in which they were added.

        A law has the name of the event that shows most by itself, among those of its parts and, if it is of a set, its
        members in the draws that were `seen` from its pair of inputs.
        """
        shares = {name: (weight, process) for name, weight, process in self.portfolio.shares}
        found: list[BetStanding] = []
        for each in self.watched:
            weight, process = shares[each.name]
            logarithm = float(process.capital().log())
            found.append(
                BetStanding(
                    str(each),
                    each.pair,
                    each.likely,
                    process.past,
                    weight,
                    logarithm,
                    each.window is not None,
                    each.in_full,
                    breach_of(each.event, each.window, counts_of_batch(process.past)),
                )
            )
        laws = zip(self.laws, self.portfolio.laws, strict=True)
        for law, (_, share, bet) in laws:
            draws, guarantees = seen(law.pair), self.portfolio.guarantees
            found_alone = [law.partition.clearest_event(law.past, guarantees)]
            if law.partition.among:
                found_alone.append(draws.clearest_value(law.partition.feature))
            event, likely, counted = max(found_alone, key=lambda each: evidence_of_batch(each[2], guarantees))
            capital = float(bet.capital().log())
            others = {part for part, _, _ in law.past.outcomes} - event.among
            breach = breach_of(event, None, counts_of_batch(counted), others, partial(draws.is_needed, event))
            found.append(
                BetStanding(
                    str(event),
                    law.pair,
                    likely,
                    counted,
                    share,
                    capital,
                    in_full=event.in_full,
                    breach=breach,
                )
            )
        return tuple(found)


def evidence_of_batch(counted: Batch, guarantees: Sequence[Guarantee]) -> float:
    """Return the evidence against the claim of an event with these counts, shown alone."""
    totals = counted.draws, counted.others
    one, other = (np.array([float(each)]) for each in (counted.likely, counted.unlikely))
    return float(evidence_against(one, other, totals, guarantees)[0])


def evidence_against(
    one: Array, other: Array, totals: tuple[int, int], guarantees: Sequence[Guarantee]
) -> Array:
    """Return the evidence of events, as `evidence_alone` does, against the guarantee against which it is most."""
    found = [evidence_alone(one, other, totals, float(each.odds), float(each.delta)) for each in guarantees]
    most: Array = np.max(found, axis=0)
    return most


def counts_of_batch(batch: Batch) -> EventCounts:
    """Return the counts of a batch as `EventCounts`."""
    return EventCounts(batch.likely, batch.draws, batch.unlikely, batch.others)


def lowest_standing_rungs(rungs: EpsilonConfidenceSequence) -> dict[int, MixtureEProcess]:
    """Return the rungs that are bet against in the next batch: the lowest ones that are not refuted, by their indices.

    The others come later. Little is lost by it, because a rung takes much longer to refute than one some rungs below.
    """
    standing = [(index, each) for index, each in enumerate(rungs.portfolios) if not each.rejected]
    return dict(standing[:AT_ONCE])


def ladder_after_batch(
    rungs: EpsilonConfidenceSequence, moved: Mapping[int, MixtureEProcess]
) -> EpsilonConfidenceSequence:
    """Return the ladder with these of its rungs replaced."""
    portfolios = (moved.get(index, each) for index, each in enumerate(rungs.portfolios))
    return EpsilonConfidenceSequence(rungs.epsilons, tuple(portfolios))


def initial_bets(plan: AuditPlan) -> Bets:
    """Return the bets before anything is drawn: on the worst event of the mechanism, if its worst pair is among the pairs."""
    claim = plan.claim
    bets = Bets(start(claim.odds, plan.release_alpha, claim.delta, claim.further), initial_ladder(plan))
    known = foreseen_pairs(plan)
    for pair, likely in known:
        for side, weight in ((likely, FORESEEN), (1 - likely, REVERSED)):
            bets = bets.adding_event(pair, side, WORST, weight / len(known))
    return bets


def initial_ladder(plan: AuditPlan) -> EpsilonConfidenceSequence:
    """Return the ladder before anything is drawn: of epsilons, or of `scaled_claims`."""
    claim = plan.claim
    if not claim.notion:
        near = Fraction(float(claim.epsilon))
        epsilons = [epsilon for each in RUNGS if (epsilon := near * each / 100) <= HIGHEST]
        return ladder(epsilons, plan.release_alpha, claim.delta)
    scaled = [*scaled_claims(claim)]
    rungs = (start(each.odds, plan.release_alpha, each.delta, others) for _, (each, *others) in scaled)
    return EpsilonConfidenceSequence(tuple(value for value, _ in scaled), tuple(rungs))


def scaled_claims(claim: Claim) -> Iterator[tuple[Fraction, tuple[Guarantee, ...]]]:
    """Yield claims with larger and larger rho or mu, or a curve of divergences times a factor; none of a trade-off curve.

    With the guarantees of each comes the value of rho, of mu, or of the factor.
    """
    unit = claim.curve[0][1] if claim.notion in ("rho", "gdp") else Fraction(1)
    for scale in () if claim.notion == "f" else (Fraction(each, 100) for each in RUNGS):
        with suppress(Refused):  # nothing can be shown against claims so weak
            yield unit * scale, guarantees_of_claim(claim.notion, claim.curve, scale)


def foreseen_pairs(plan: AuditPlan) -> list[tuple[int, int]]:
    """Return the pairs of inputs that are the mechanism's worst pair, with the input for which its event is likelier."""
    mechanism, worst = plan.claim.mechanism, plan.claim.worst
    if mechanism is None or worst is None:
        return []
    inputs = tuple(map(mechanism.secrets.write, (worst.likely, worst.unlikely)))
    return [
        (index, likely)
        for index, pair in enumerate(plan.pairs)
        for likely, sides in enumerate((pair.both_inputs(), pair.both_inputs()[::-1]))
        if sides == inputs
    ]


def refuse_inconsistent_bets(plan: AuditPlan, bets: Bets) -> None:
    """Raise `Refused` for bets that were read and are not of this plan, or contradict themselves."""
    fresh = initial_bets(plan)
    validate_mixture(bets.portfolio)
    for each in bets.ladder.portfolios:
        validate_mixture(each)
    here, there = (
        (found.ladder.epsilons, [(each.alpha, *each.guarantees) for each in found.all_mixtures()])
        for found in (bets, fresh)
    )
    if here != there:
        raise damaged_state_refusal("the bets are against another claim")
    names = [each.name for each in bets.watched]
    for each in bets.all_mixtures():
        if [name for name, _, _ in each.shares] != names:
            raise damaged_state_refusal("the bets are not on what is watched")
        if [name for name, _, _ in each.laws] != [law.name for law in bets.laws]:
            raise damaged_state_refusal("the bets are not on the laws that are watched")
    if tuple(each for each in bets.watched if each.event == WORST) != fresh.watched:
        raise damaged_state_refusal("the bets are not on what the mechanism foresees")
    if not all(each.likely in (0, 1) for each in bets.watched) or not bets.pairs_with_bets() <= {
        *range(len(plan.pairs))
    }:
        raise damaged_state_refusal("the bets are on no pair of inputs")
