"""What is bet on: partitions and events of pairs of inputs, and the kinds of breaches that they show."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

import numpy as np

from ldproof.audit.dependence import (
    WINDOWS,
    Kind,
    Passage,
    Window,
    balance_counts,
    stretch_of_passage,
    tally_window,
)
from ldproof.audit.learn.columns import expected_evidence, feature_column, parse_score_rows
from ldproof.audit.learn.events import WORST, Event, count_events
from ldproof.audit.learn.features import TEXTS, Feature
from ldproof.audit.learn.measures import Measure, parse_measure
from ldproof.audit.learn.sequences import Outputs, taken_apart
from ldproof.audit.plan import Draw, Drawn, Plan, Standing
from ldproof.evidence import (
    Batch,
    EpsilonConfidenceSequence,
    MixtureEProcess,
    Table,
    consistent_ladder,
    ladder,
    start,
)
from ldproof.evidence import consistent as consistent_portfolio
from ldproof.evidence.eprocess import all_after
from ldproof.evidence.fixed_sample import EventCounts
from ldproof.programs import Tally, canonical_text, parse_canonical
from ldproof.serialization import damaged_state_refusal

# Partitions: outputs told apart by what they answer to one question, so that bets are on their whole law.

FEW = 64
"""So many different answers are told apart one by one, and of more numbers no more bins of equal shares."""
OFTEN = 4
"""So many draws are wanted of each."""
IN_A_BIN, COARSE = 800, 6
"""So many draws are wanted in such a bin, and so many of these at least."""
IN_A_TAIL = 16
"""Towards either end bins have half as many draws, and half of that, down to so many."""
NO_NUMBER = -1
"""The bin of what is no number."""
Parts = Mapping[str, tuple[int, int]]
"""How often each part came with either side."""


@dataclass(frozen=True, slots=True)
class Partition:
    """Each answer to a feature's question alone; or bins of numbers; or some of the answers, and all others."""

    feature: Feature
    ends: tuple[float, ...] = ()
    """Where bins begin, all but the lowest."""
    among: frozenset[str] = frozenset()

    def parts(self, outputs: Outputs) -> list[str]:
        """In which part each output is, by its name: an answer's label, or a number."""
        answers = feature_column(self.feature, outputs)
        if self.ends:
            bins = np.searchsorted(self.ends, answers.numbers, side="right")
            return [str(each) for each in np.where(np.isnan(answers.numbers), NO_NUMBER, bins).tolist()]
        labels = [str(int(each in self.among)) for each in answers.labels] if self.among else answers.labels
        return [labels[code] for code in answers.codes.tolist()]

    def table(self, outputs: Outputs, sides: Sequence[Tally]) -> Table:
        """How often each part came with either side, the most frequent ones first."""
        keys = sorted({key for side in sides for key in side})
        counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for key, part in zip(keys, self.parts(outputs.having(keys)), strict=True):
            for found, side in zip(counted, sides, strict=True):
                found[part] += side[key]
        one, other = counted
        often = sorted(one, key=lambda part: (-one[part] - other[part], part))
        return Table(
            sides[0].total(), sides[1].total(), tuple((part, one[part], other[part]) for part in often)
        )

    def strongest(self, past: Table, odds: float) -> tuple[Event, int, Batch]:
        """What tells the sides apart best in a table: the event, its likelier side, and how often it happened."""
        counts = {part: (one, other) for part, one, other in past.outcomes}
        totals = past.draws, past.others
        events = [*self.events(counts)]
        happened = np.array(
            [[sum(counts[part][side] for part in inside) for side in (0, 1)] for _, inside in events]
        )
        one, other = happened.astype(float).T
        best = int(np.argmax(expected_evidence(*balance_counts(one, other, totals), odds)))
        times = int(happened[best, 0]), int(happened[best, 1])
        likely = int(times[0] * max(totals[1], 1) < times[1] * max(totals[0], 1))
        found = Batch(totals[likely], times[likely], totals[1 - likely], times[1 - likely])
        return events[best][0], likely, found

    def events(self, counts: Parts) -> Iterator[tuple[Event, list[str]]]:
        """Events of parts: of bins from either end, of answers those that tell most for either side."""
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


def partition_around_event(event: Event, outputs: Outputs, sides: Sequence[Tally]) -> Partition:
    """The partition by what an event asks of the outputs that came: as fine as can be learnt, and the event in it."""
    times = np.array([sum(side[each.key] for side in sides) for each in outputs.looks], dtype=float)
    answers = feature_column(event.feature, outputs)
    numeric = answers.numeric and event.feature.name not in TEXTS
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


# Kinds of breaches, told from the event that shows one and from how often it came.

SEEN = 5
"""An output that came so often with one input, and never with the other, is one that only this input has."""


class Breach(StrEnum):
    """What kind of breach an event shows; `docs/reading-a-verdict.md` has a section on each."""

    ONE_INPUT_ONLY = "an output that only one input has"
    FLOAT_BITS = "low bits of floats"
    SAME_NOISE = "the same noise twice"
    SERIAL = "serial dependence"
    ORDER_OR_LENGTH = "the order or the length tells"
    COINS = "the number of random bytes tells"
    SCALE = "too little noise"


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
"""What a measure of an output is about, where that is more than its value."""
OF_FLOATS = "floats"
"""The bits of numbers as floats, eight bytes each, as an argument of a measure."""
LOW_BITS = 32
"""The place of a float's 64 bits where the low ones begin; those before tell its sign and its size."""


def breach_of(
    event: Event, window: Window | None, counted: EventCounts, others: Collection[str] = ()
) -> Breach:
    """Return the kind of breach that an event shows that came so often, among others of which the answers are given."""
    if window is not None:
        return Breach.SAME_NOISE if window.kind in {Kind.REPEAT, Kind.CALL} else Breach.SERIAL
    kinds = [*map(breach_of_measure, measures_of_event(event))]
    for kind in kinds:
        # Floats' low bits count where they weigh most: they are among the many conditions of every score of floats.
        if kind is not None and (kind is not Breach.FLOAT_BITS or kind is kinds[0]):
            return kind
    if event.feature.name == "output" and tells_order_or_length(event.among, others):
        return Breach.ORDER_OR_LENGTH
    if not counted.unlikely and counted.likely >= SEEN:
        return Breach.ONE_INPUT_ONLY
    return Breach.SCALE


def tells_order_or_length(inside: Collection[str], outside: Collection[str]) -> bool:
    """Whether lists differ from all others in their length, or are rearrangements of the same parts as all others.

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
    """The measures that an event asks for, those that weigh most first."""
    match event.feature.name:
        case "measure":
            yield parse_measure(event.feature.argument)
        case "score":
            for _, rule in sorted(parse_score_rows(event.feature.argument), key=lambda row: -abs(row[0])):
                yield from (asked for _, _, asked in rule)
        case "taken":
            yield ("taken",)
        case _:
            pass


def breach_of_measure(asked: Measure) -> Breach | None:
    """What a measure is about, where that is more than the output's value."""
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


# What is bet on: events of pairs of inputs, against the claim and against the rungs of a ladder around it.

FORESEEN, REVERSED = Fraction(22, 25), Fraction(1, 50)
"""What is bet on the event that the mechanism foresees, and on its opposite direction."""
RUNGS = (25, 50, 70, *range(80, 120, 5), *range(120, 150, 10), 150, 175, 200, 250, 300, 400, 600, 1000)
"""The epsilons of the ladder, in hundredths of the one that is claimed."""
HIGHEST = 20
"""No rung is above."""
SERIAL = Fraction(1, 5)
"""What is bet on an event of windows, of what is left."""
AT_ONCE = 5
"""So many rungs are bet against at a time."""


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """An event that is bet to be likelier with one side's input, by its name among the bets."""

    name: str
    pair: int
    likely: int
    event: Event
    window: Window | None = None
    """What the output is seen together with; nothing where it is looked at alone."""

    def __str__(self) -> str:
        return self.named(str(self.event))

    @property
    def in_full(self) -> str:
        """The event in words, with nothing left out."""
        return self.named(self.event.in_full)

    def named(self, event: str) -> str:
        """The event, with what the output is seen together with."""
        return event if self.window is None else f"{self.window}: {event}"


@dataclass(frozen=True, slots=True)
class WatchedLaw:
    """A partition whose law is bet on, by its name among the bets."""

    name: str
    pair: int
    partition: Partition
    past: Table
    """What is known of it; also from before it was bet on."""


@dataclass(frozen=True, slots=True)
class Bets:
    """A portfolio against the claim and a ladder, with the same events, laws and weights."""

    portfolio: MixtureEProcess
    ladder: EpsilonConfidenceSequence
    watched: tuple[WatchedEvent, ...] = ()
    laws: tuple[WatchedLaw, ...] = ()

    def watching(
        self, pair: int, likely: int, event: Event, weight: Fraction, window: Window | None = None
    ) -> "Bets":
        """One more event, to be bet on from the next batch on."""
        name = f"{pair + 1}.{sum(each.pair == pair for each in self.watched) + 1}"
        return Bets(
            self.portfolio.adding(name, weight),
            self.ladder.adding(name, weight),
            (*self.watched, WatchedEvent(name, pair, likely, event, window)),
            self.laws,
        )

    def watching_law(self, pair: int, partition: Partition, weight: Fraction, past: Table) -> "Bets":
        """One more law, to be bet on from the next batch on."""
        name = f"{pair + 1}.law.{len(self.laws_of(pair)) + 1}"
        return Bets(
            self.portfolio.adding_law(name, weight),
            self.ladder.adding_law(name, weight),
            self.watched,
            (*self.laws, WatchedLaw(name, pair, partition, past)),
        )

    def retold(self, name: str, partition: Partition, past: Table) -> "Bets":
        """The bets on a law are from the next batch on about another partition; what they have come to stays."""
        told = (
            replace(each, partition=partition, past=past) if each.name == name else each for each in self.laws
        )
        return replace(self, laws=tuple(told))

    def events(self, pair: int) -> list[Event]:
        """The events of a pair of inputs that are bet on, and of the laws that are what tells most."""
        alone = [each.event for each in self.watched if each.pair == pair and each.window is None]
        return alone + [self.told(law)[0] for law in self.laws_of(pair)]

    def pairs(self) -> set[int]:
        """The pairs of inputs that anything is bet about."""
        return {each.pair for each in self.watched} | {each.pair for each in self.laws}

    def told(self, law: WatchedLaw) -> tuple[Event, int, Batch]:
        """What tells most in all that the bets on a law are based on: the event, its likelier side, how often it came."""
        return law.partition.strongest(law.past, float(self.portfolio.odds))

    def laws_of(self, pair: int) -> list[WatchedLaw]:
        """The laws of a pair of inputs that are bet on."""
        return [each for each in self.laws if each.pair == pair]

    def windows(self) -> dict[Window, int]:
        """The windows through which draws are bet on, with the number of draws since."""
        past = {name: process.past for name, _, process in self.portfolio.shares}
        return {
            each.window: past[each.name].draws + past[each.name].others
            for each in self.watched
            if each.window is not None
        }

    def fresh(self) -> Fraction:
        """The weight of one more event: half of what is left, and less and less of it, so that no later one starves."""
        learnt = sum(each.event != WORST and each.window is None for each in self.watched)
        return self.portfolio.reserve / max(2, learnt + len(self.laws) + 1)

    def after(
        self,
        plan: Plan,
        draw: Draw,
        outputs: Outputs,
        drawn: Drawn,
        passage: Passage | None = None,
        before: Sequence[Passage] = (),
    ) -> "Bets":
        """The bets after some draws. They bet on all events of pairs of which both inputs were tossed for.

        Those against the claim stop at the draw by which it is refuted, or soon after it.
        """
        place = {canonical_text(each): index for index, each in enumerate(draw.inputs)}
        tossed = {
            pair: [place[each] for each in sides]
            for pair in self.pairs()
            if place.keys() >= {*(sides := [*map(canonical_text, plan.pairs[pair].sides())])}
        }
        alone, tables = self.counted(tossed, outputs, drawn.tallies)
        batches = alone | self.together(passage, before)
        grown = (
            replace(each, past=each.past + tables[each.name][1]) if each.name in tables else each
            for each in self.laws
        )
        betting = lowest_standing_rungs(self.ladder)
        beginnings = (self.counted(tossed, outputs, part) for part in drawn.beginnings())
        portfolio, *moved = all_after([self.portfolio, *betting.values()], batches, tables, beginnings)
        return Bets(
            portfolio,
            ladder_after_batch(self.ladder, dict(zip(betting, moved, strict=True))),
            self.watched,
            tuple(grown),
        )

    def counted(
        self, tossed: Mapping[int, Sequence[int]], outputs: Outputs, tallies: Sequence[Tally]
    ) -> tuple[dict[str, Batch], dict[str, tuple[Table, Table]]]:
        """What came of events of single outputs and of laws, in draws with these tallies, by the places of pairs' inputs."""
        sides = {pair: [tallies[place] for place in places] for pair, places in tossed.items()}
        tables = {
            each.name: (each.past, each.partition.table(outputs, sides[each.pair]))
            for each in self.laws
            if each.pair in sides
        }
        return self.alone(outputs, sides), tables

    def alone(self, outputs: Outputs, tossed: Mapping[int, Sequence[Tally]]) -> dict[str, Batch]:
        """How often events of single outputs happened in draws of their pairs."""
        batches = {}
        for pair, sides in tossed.items():
            watched = [each for each in self.watched if each.pair == pair and each.window is None]
            found = [count_events([each.event for each in watched], outputs, side) for side in sides]
            totals = [side.total() for side in sides]
            for index, each in enumerate(watched):
                likely, other = each.likely, 1 - each.likely
                batches[each.name] = Batch(
                    totals[likely], found[likely][index], totals[other], found[other][index]
                )
        return batches

    def together(self, passage: Passage | None, before: Sequence[Passage]) -> dict[str, Batch]:
        """How often events of windows happened in draws from their pair, which are seen with those before them."""
        watched = [
            (each, each.window)
            for each in self.watched
            if passage is not None and each.window is not None and each.pair == passage.pair
        ]
        if passage is None or not watched:
            return {}
        batches, seen = {}, stretch_of_passage(before, passage)
        for each, window in watched:
            sides = tally_window(window, seen)
            outputs = taken_apart(WINDOWS, {key for side in sides for key in side})
            found = [count_events([each.event], outputs, side)[0] for side in sides]
            likely, other = each.likely, 1 - each.likely
            batches[each.name] = Batch(
                sides[likely].total(), found[likely], sides[other].total(), found[other]
            )
        return batches

    def standings(self) -> tuple[Standing, ...]:
        """What has come of each, in the order in which they were found."""
        shares = {name: (weight, process) for name, weight, process in self.portfolio.shares}
        found = []
        for each in self.watched:
            weight, process = shares[each.name]
            logarithm = float(process.capital().log())
            found.append(
                Standing(
                    str(each),
                    each.pair,
                    each.likely,
                    process.past,
                    weight,
                    logarithm,
                    each.window is not None,
                    each.in_full,
                    breach_of(each.event, each.window, counted_of(process.past)),
                )
            )
        laws = zip(self.laws, self.portfolio.laws, strict=True)
        for law, (_, share, bet) in laws:
            event, likely, counted = self.told(law)
            capital = float(bet.capital().log())
            others = {part for part, _, _ in law.past.outcomes} - event.among
            breach = breach_of(event, None, counted_of(counted), others)
            found.append(
                Standing(
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


def counted_of(batch: Batch) -> EventCounts:
    """How often an event came, as tests of fixed samples have it."""
    return EventCounts(batch.likely, batch.draws, batch.unlikely, batch.others)


def lowest_standing_rungs(rungs: EpsilonConfidenceSequence) -> dict[int, MixtureEProcess]:
    """The lowest few of the rungs that still stand, by their places: those that bet on the next batch.

    The others start when it is their turn. Little is lost by it: what fells a rung takes much longer than what
    fells one some rungs below.
    """
    standing = [(index, each) for index, each in enumerate(rungs.portfolios) if not each.rejected]
    return dict(standing[:AT_ONCE])


def ladder_after_batch(
    rungs: EpsilonConfidenceSequence, moved: Mapping[int, MixtureEProcess]
) -> EpsilonConfidenceSequence:
    """The ladder after a batch on which these of the rungs have bet."""
    portfolios = (moved.get(index, each) for index, each in enumerate(rungs.portfolios))
    return EpsilonConfidenceSequence(rungs.epsilons, tuple(portfolios))


def initial_bets(plan: Plan) -> Bets:
    """The bets before anything is drawn: on what the mechanism foresees, where one of the pairs is its worst."""
    near = Fraction(float(plan.claim.epsilon))
    epsilons = [epsilon for each in RUNGS if (epsilon := near * each / 100) <= HIGHEST]
    bets = Bets(
        start(plan.claim.odds, plan.alpha, plan.claim.delta), ladder(epsilons, plan.alpha, plan.claim.delta)
    )
    known = foreseen_pairs(plan)
    for pair, likely in known:
        for side, weight in ((likely, FORESEEN), (1 - likely, REVERSED)):
            bets = bets.watching(pair, side, WORST, weight / len(known))
    return bets


def foreseen_pairs(plan: Plan) -> list[tuple[int, int]]:
    """The pairs of inputs that the mechanism's worst event is about, with the side for which it is likely."""
    mechanism, worst = plan.claim.mechanism, plan.claim.worst
    if mechanism is None or worst is None:
        return []
    inputs = tuple(map(mechanism.secrets.write, (worst.likely, worst.unlikely)))
    return [
        (index, likely)
        for index, pair in enumerate(plan.pairs)
        for likely, sides in enumerate((pair.sides(), pair.sides()[::-1]))
        if sides == inputs
    ]


def refuse_inconsistent_bets(plan: Plan, bets: Bets) -> None:
    """Refuse bets that were read and are none of this plan."""
    fresh = initial_bets(plan)
    consistent_portfolio(bets.portfolio)
    if bets.ladder.epsilons == fresh.ladder.epsilons:
        consistent_ladder(bets.ladder)
    against = plan.alpha, plan.claim.delta
    if (bets.portfolio.odds, bets.portfolio.alpha, bets.portfolio.delta) != (plan.claim.odds, *against) or (
        bets.ladder.epsilons,
        {(each.alpha, each.delta) for each in bets.ladder.portfolios},
    ) != (fresh.ladder.epsilons, {against}):
        raise damaged_state_refusal("the bets are against another claim")
    names = [each.name for each in bets.watched]
    for each in (bets.portfolio, *bets.ladder.portfolios):
        if [name for name, _, _ in each.shares] != names:
            raise damaged_state_refusal("the bets are not on what is watched")
        if [name for name, _, _ in each.laws] != [law.name for law in bets.laws]:
            raise damaged_state_refusal("the bets are not on the laws that are watched")
    if tuple(each for each in bets.watched if each.event == WORST) != fresh.watched:
        raise damaged_state_refusal("the bets are not on what the mechanism foresees")
    if not all(each.likely in (0, 1) for each in bets.watched) or not bets.pairs() <= {
        *range(len(plan.pairs))
    }:
        raise damaged_state_refusal("the bets are on no pair of inputs")
