"""Events that are worth betting on: proposed by one half of the past, judged by the other."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress

import numpy as np

from ldproof.audit.learn.columns import (
    Column,
    Half,
    Rule,
    Table,
    feature_column,
    learnt_score,
    parse_score_rows,
    table_of_half,
)
from ldproof.audit.learn.conditions import Members
from ldproof.audit.learn.features import PLAIN, TEXTS, Feature, Look
from ldproof.audit.learn.measures import Measure, parse_measure
from ldproof.audit.learn.sequences import Outputs
from ldproof.numbers import Array
from ldproof.programs import Tally, parse_canonical

# Events: an output is in one if the answer to a feature's question is, and that is the same whoever asks when.

SHOWN, LONGEST = 3, 60
"""So many answers are named, by so many characters at most."""


@dataclass(frozen=True, slots=True)
class Event:
    """That a feature is one of a few values; or, where there are none, a number from `low` to below `high`."""

    feature: Feature
    among: frozenset[str] = frozenset()
    """The labels of answers."""
    low: float | None = None
    high: float | None = None

    def inside(self, outputs: Outputs) -> Members:
        """Which outputs are in it."""
        answers = feature_column(self.feature, outputs)
        if self.among:
            chosen = [index for index, each in enumerate(answers.labels) if each in self.among]
            return np.isin(answers.codes, chosen)
        low, high = (
            end if each is None else each for each, end in ((self.low, -np.inf), (self.high, np.inf))
        )
        found = ~np.isnan(answers.numbers) & (answers.numbers >= low)
        return found & (answers.numbers < high) if self.high is not None else found

    def __str__(self) -> str:
        return self.in_words(SHOWN, LONGEST)

    @property
    def in_full(self) -> str:
        """The event in words, with nothing left out."""
        return self.in_words(None, None)

    def in_words(self, most: int | None, longest: int | None) -> str:
        """The event in words, with so many answers or conditions at most, each with so many characters at most."""
        if self == WORST:
            return "foreseen by the mechanism"
        if self.feature.name == "score":
            return f"{format_score(self.feature, most, longest)} {self.ends()}"
        if self.among:
            named = ", ".join(
                format_answer(self.feature, each, longest) for each in sorted(self.among)[:most]
            )
            left = len(self.among) - len(sorted(self.among)[:most])
            return f"{format_feature(self.feature)} in {named}" + (f" and {left} more" if left else "")
        return f"{format_feature(self.feature)} {self.ends()}"

    def ends(self) -> str:
        """Between which numbers it is, or which ones they are."""
        ends = [f"{sign} {end:.6g}" for sign, end in ((">=", self.low), ("<", self.high)) if end is not None]
        return " and ".join(ends) or f"in {', '.join(sorted(self.among)[:SHOWN])}"


def format_feature(feature: Feature) -> str:
    """A feature in words."""
    return in_words(parse_measure(feature.argument)) if feature.name == "measure" else feature.name


def format_score(feature: Feature, most: int | None, longest: int | None) -> str:
    """A score in words: what weighs most in it."""
    found = sorted(parse_score_rows(feature.argument), key=lambda row: -abs(row[0]))
    if len(found) == 1:
        return f"whether {rule_in_words(found[0][1], longest)}:"
    told = "; ".join(f"{weight:+} if {rule_in_words(rule, longest)}" for weight, rule in found[:most])
    return f"score of {len(found)} conditions ({told}{'; ...' if len(found) > len(found[:most]) else ''})"


def rule_in_words(rule: Rule, longest: int | None) -> str:
    """A rule in words."""
    return " and ".join(f"{in_words(asked)} {how} {end_in_words(end, longest)}" for how, end, asked in rule)


def end_in_words(end: float | str, longest: int | None) -> str:
    """A number, or what has a label."""
    return truncate_text(end, longest) if isinstance(end, str) else f"{end:.6g}"


def in_words(asked: Measure) -> str:
    """A measure in words, as `xor of bits 3, 5`."""
    words, *arguments = asked
    if words == "in":
        return f"{in_words(asked[2:])} of {arguments[0]}"
    return f"{words} ({', '.join(str(each)[:LONGEST] for each in arguments)})" if arguments else str(words)


def format_answer(feature: Feature, answer: str, longest: int | None) -> str:
    """An answer by its label."""
    return truncate_text(str(parse_canonical(answer)) if feature.name in TEXTS else answer, longest)


def truncate_text(text: str, longest: int | None) -> str:
    """A text, or its beginning."""
    return text if longest is None or len(text) <= longest else f"{text[:longest]}..."


WORST = Event(Feature("worst"), frozenset({"true"}))
"""The event that the mechanism foresees."""


def is_valid_event(event: Event) -> bool:
    """Whether there is such a feature, with such an argument."""
    with suppress(LookupError, TypeError, ValueError, OverflowError, FloatingPointError):
        event.inside(Outputs([Look("[0]", 0, None, 0)]))
        return True
    return False


def count_events(events: Iterable[Event], outputs: Outputs, tally: Tally) -> list[int]:
    """How often each event happened among the draws of a tally."""
    found, times = outputs.having(tally), [*tally.values()]
    return [sum(compress(times, each.inside(found).tolist())) for each in events]


# The best events of a feature, by the counts of one half of the past: a set of answers, a threshold, an interval.

FEW = 16
"""So many different answers are taken one by one even where they are numbers."""
OFTEN = 4
"""An answer that came less often is not taken on its own."""
CUTS = 48
"""So many thresholds are tried, each with each other."""


def propose_events(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """Events with the outputs that are in them."""
    numeric = column.numeric and feature.name not in TEXTS
    if len(column.labels) <= FEW or not numeric:
        yield from propose_sets(feature, column, table)
    if len(column.labels) > 2 and numeric:
        yield from propose_ranges(feature, column, table)


def propose_sets(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """The answers that are likelier from the one side, as many as it pays to take; then from the other."""
    one, other = table.grouped(column.codes, len(column.labels))
    often = np.flatnonzero(one + other >= OFTEN)
    order = often[np.argsort((other[often] + 0.5) / (one[often] + 0.5), kind="stable")]
    if not len(order):
        return
    ways = np.stack([order, order[::-1]])
    promises = table.promises(running_sums(one[ways]), running_sums(other[ways]))
    for way, best in zip(ways, promises.argmax(axis=1).tolist(), strict=True):
        chosen = np.zeros(len(column.labels), dtype=bool)
        chosen[way[: best + 1]] = True
        yield (
            Event(feature, frozenset(column.labels[each] for each in np.flatnonzero(chosen))),
            chosen[column.codes],
        )


def propose_ranges(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """The best threshold, and the best interval."""
    numbers = column.numbers
    here = ~np.isnan(numbers) & (table.one + table.other > 0)
    if not here.any():
        return
    ends = cut_points(numbers[here], (table.one + table.other)[here])
    bins = np.searchsorted(ends, np.where(np.isnan(numbers), -np.inf, numbers), side="right")
    # How often a number came that is at least the end; what is no number is in the first bin.
    one, other = (running_sums(each[:0:-1])[::-1] for each in table.grouped(bins, len(ends) + 1))
    lows, highs = np.triu_indices(len(ends), 1)
    within = (np.concatenate([each, each[lows] - each[highs]]) for each in (one, other))
    promises = table.promises(*within)
    low = int(np.argmax(promises[: len(ends)]))
    yield Event(feature, low=float(ends[low])), numbers >= ends[low]
    if len(ends) > 1:
        best = int(np.argmax(promises[len(ends) :]))
        least, most = float(ends[lows[best]]), float(ends[highs[best]])
        yield Event(feature, low=least, high=most), (numbers >= least) & (numbers < most)


def running_sums(numbers: Array) -> Array:
    """The sums of the first ones."""
    sums: Array = np.cumsum(numbers, axis=-1)
    return sums


def cut_points(numbers: Array, times: Array) -> Array:
    """Some of the numbers: at equal shares of the draws, and denser and denser towards the ends."""
    order = np.argsort(numbers, kind="stable")
    ranks = running_sums(times[order])
    tails = 2.0 ** np.arange(int(np.log2(ranks[-1])) + 1)
    wanted = np.concatenate([np.linspace(0, ranks[-1], CUTS), tails, ranks[-1] - tails])
    found: Array = np.unique(numbers[order][np.minimum(np.searchsorted(ranks, wanted), len(order) - 1)])
    return found


# What may be worth asking of the outputs that came.

ALONE = 8
"""So many measures are looked at each on its own."""


def candidate_features(table: Table) -> Iterator[Feature]:
    """The features that these outputs have: the plain ones, leaves where they are few, what tells most, all of it weighed."""
    yield from map(Feature, ("output", "kind", "number"))
    if any(each.taken is not None for each in table.outputs.looks):
        yield from map(Feature, ("taken", "draw"))
        if any(each.worst for each in table.outputs.looks):
            yield Feature("worst, taken")
    leaves = table.outputs.sequence("leaves").shape[1]
    if 1 < leaves <= ALONE:
        yield from (Feature("measure", ("place", "leaves", place)) for place in range(leaves))
    telling, score = learnt_score(table.outputs, table.sides)
    measures = dict.fromkeys(measure for _, _, measure in telling if measure[0] not in PLAIN)
    yield from (Feature("measure", each) for each in [*measures][:ALONE])
    yield from (Feature("score", ((1, (each,)),)) for each in telling[:ALONE])
    if len(score) > 1:
        yield Feature("score", score)


# Which events to bet on: proposed by one half of the past, judged by the other.
#
# Everything here may be wrong without a verdict being so: floats choose what is bet on, and counts of later draws
# decide. Sought is what is likely to pay: of all events that the claim binds, those by which it would show soonest
# that it is broken, and most of all those by which it seems to be.


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event, the side with whose input it is likelier, and what a pair of draws may be expected to show."""

    event: Event
    likely: int
    promise: float


def learnt_events(
    outputs: Outputs, halves: tuple[Half, Half], known: Sequence[Event], odds: float
) -> tuple[Proposal | None, float]:
    """The best event that is none of the known ones, and what the best of those promises; of some outputs' halves.

    Each half proposes, and the other judges. Events that no remembered output tells apart are the same, and so are
    an event and its opposite: to bet on either is to bet on both. Where all are known, none is sought.
    """
    keys = sorted({key for half in halves for tally in (half.one, half.other) for key in tally})
    outputs = outputs.having(keys)
    tables = [table_of_half(half, outputs, odds) for half in halves]
    if not all(each.pairs for each in tables):
        return None, 0.0
    watched = [event.inside(outputs) for event in known]
    certain = np.ones(len(keys), dtype=bool)
    taken = {side.tobytes() for each in (*watched, certain) for side in (each, ~each)}
    left = len(taken) < 1 << len(keys)
    columns: dict[Feature, Column] = {}
    best: Proposal | None = None
    for proposing, judging in (tables, tables[::-1]) if left else ():
        proposed: list[tuple[Event, Members]] = []
        for feature in candidate_features(proposing):
            if feature not in columns:
                columns[feature] = feature_column(feature, outputs)
            found = [*propose_events(feature, columns[feature], proposing)]
            proposed += [each for each in found if each[1].tobytes() not in taken]
        for (event, _), verdict in zip(proposed, judging.judged([each for _, each in proposed]), strict=True):
            if best is None or verdict[1] > best.promise:
                best = Proposal(event, *verdict)
    standing = map(min, *([promise for _, promise in each.judged(watched)] for each in tables))
    return best, max(standing, default=0.0)
