"""Events to bet on: proposed by one half of the remembered draws, judged by the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress

import numpy as np

from ldproof.auditor.learn.conditions import (
    Sides,
    learnt_score,
)
from ldproof.auditor.learn.features import (
    AT_LEAST,
    EQUAL,
    PLAIN,
    TEXTS,
    Codes,
    Column,
    Feature,
    Measure,
    Membership,
    Rule,
    feature_column,
)
from ldproof.auditor.learn.outputs import Outputs, ParsedOutput
from ldproof.evidence.event_bets import reverse_i_projection, tight_probabilities
from ldproof.numbers import Array
from ldproof.programs import Tally, is_constant_output, parse_canonical

# The draws that are remembered, to learn events from: of each input two halves.
#
# Events are proposed by one half and judged by the other, so that none looks good for having been chosen. Memory is
# bounded: where there are too many different outputs, a random half of the draws is forgotten. The random numbers are
# seeded, so that an audit that is restored remembers the same draws; no bet depends on their being random.

MOST_OUTPUTS = 1 << 13
"""Different outputs that are remembered in either half, of all inputs together."""
MOST_CHARACTERS = 1 << 22
"""Characters of these outputs."""
FEWEST = 128
"""Different outputs that are remembered of an input, however many inputs there are."""


@dataclass(frozen=True, slots=True)
class Half:
    """Tallies of as many draws with either input of a pair."""

    one: Tally
    other: Tally

    @property
    def pair_count(self) -> int:
        """The number of pairs of draws."""
        return self.one.total()


NOTHING = Half(Counter(), Counter())


def thin_tally(tally: Tally, left: int, random: np.random.Generator) -> Tally:
    """Return a random sample, without replacement, of `left` of the draws in a tally."""
    keys = sorted(tally)
    kept = random.multivariate_hypergeometric([tally[key] for key in keys], left)
    return Counter({key: int(times) for key, times in zip(keys, kept, strict=True) if times})


def bound_tally(tally: Tally, inputs: int, random: np.random.Generator) -> Tally:
    """Return a tally, thinned to half as often as it takes to be small enough for one of this number of inputs."""
    outputs, characters = max(FEWEST, MOST_OUTPUTS // inputs), max(FEWEST, MOST_CHARACTERS // inputs)
    while tally.total() > 1 and (len(tally) > outputs or sum(map(len, tally)) > characters):
        tally = thin_tally(tally, tally.total() // 2, random)
    return tally


@dataclass(frozen=True, slots=True)
class RememberedDraws:
    """Two tallies of each input; further draws go to the one with fewer."""

    tallies: tuple[tuple[Tally, Tally], ...]

    def with_more(self, more: Mapping[int, Tally], seed: int) -> "RememberedDraws":
        """Return this with further draws, by the indices of their inputs, bounded by `bound_tally`."""
        random, changed = np.random.default_rng(seed), [*self.tallies]
        for place, drawn in sorted(more.items()):
            halves = [*changed[place]]
            less = int(halves[0].total() > halves[1].total())
            halves[less] = bound_tally(halves[less] + drawn, len(changed), random)
            changed[place] = halves[0], halves[1]
        return RememberedDraws(tuple(changed))

    def thinned_halves(self, sides: tuple[int, int], seed: int) -> tuple[Half, Half]:
        """Return both halves of a pair of inputs, each thinned to as many draws with either."""
        random = np.random.default_rng(seed)
        found = []
        for half in (0, 1):
            tallies = [self.tallies[side][half] for side in sides]
            left = min(tally.total() for tally in tallies)
            one, other = (thin_tally(each, left, random) if each.total() > left else each for each in tallies)
            found.append(Half(one, other))
        return found[0], found[1]

    def both_halves(self, place: int) -> Tally:
        """Return both tallies of an input, added up."""
        one, other = self.tallies[place]
        return one + other

    def is_constant(self) -> bool:
        """Whether all draws have the same output."""
        return is_constant_output(half for each in self.tallies for half in each)


# Events: sets of outputs, by the value of a feature, which depends on the output alone.

SHOWN, LONGEST = 3, 60
"""The values that the short form of an event names, and the characters of each."""


@dataclass(frozen=True, slots=True)
class Event:
    """That the value of a feature is one of a set; or, if the set is empty, a number from `low` to below `high`."""

    feature: Feature
    among: frozenset[str] = frozenset()
    """The labels of the values."""
    low: float | None = None
    high: float | None = None

    def outputs_inside(self, outputs: Outputs) -> Membership:
        """Return which outputs are in the event."""
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
        """The event in words, without abbreviations."""
        return self.in_words(None, None)

    def in_words(self, most: int | None, longest: int | None) -> str:
        """Return the event in words, with at most `most` values or conditions of at most `longest` characters; None: all."""
        if self == WORST:
            return "foreseen by the mechanism"
        if self.feature.name == "score":
            return f"{format_score(self.feature, most, longest)} {self.interval_text()}"
        if self.among:
            named = ", ".join(
                format_answer(self.feature, each, longest) for each in sorted(self.among)[:most]
            )
            left = len(self.among) - len(sorted(self.among)[:most])
            return f"{format_feature(self.feature)} in {named}" + (f" and {left} more" if left else "")
        return f"{format_feature(self.feature)} {self.interval_text()}"

    def interval_text(self) -> str:
        """Return the interval of the feature in words, or its first values."""
        ends = [f"{sign} {end:.6g}" for sign, end in ((">=", self.low), ("<", self.high)) if end is not None]
        return " and ".join(ends) or f"in {', '.join(sorted(self.among)[:SHOWN])}"


def format_feature(feature: Feature) -> str:
    """Return a feature in words."""
    return measure_in_words(feature.measure) if feature.name == "measure" else feature.name


def format_score(feature: Feature, most: int | None, longest: int | None) -> str:
    """Return a score in words: its rules with the largest weights."""
    found = sorted(feature.score, key=lambda row: -abs(row[0]))
    if len(found) == 1:
        return f"whether {rule_in_words(found[0][1], longest)}:"
    told = "; ".join(f"{weight:+} if {rule_in_words(rule, longest)}" for weight, rule in found[:most])
    return f"score of {len(found)} conditions ({told}{'; ...' if len(found) > len(found[:most]) else ''})"


def rule_in_words(rule: Rule, longest: int | None) -> str:
    """Return a rule in words."""
    return " and ".join(
        f"{measure_in_words(asked)} {how} {end_in_words(end, longest)}" for how, end, asked in rule
    )


def end_in_words(end: float | str, longest: int | None) -> str:
    """Return the number or the label that a condition compares with."""
    return truncate_text(end, longest) if isinstance(end, str) else f"{end:.6g}"


def measure_in_words(asked: Measure) -> str:
    """Return a measure in words, such as `xor (leaves, 3, 5)`."""
    words, *arguments = asked
    if words == "in":
        return f"{measure_in_words(asked[2:])} of {arguments[0]}"
    return f"{words} ({', '.join(str(each)[:LONGEST] for each in arguments)})" if arguments else str(words)


def format_answer(feature: Feature, answer: str, longest: int | None) -> str:
    """Return the value that has a label, as text."""
    return truncate_text(str(parse_canonical(answer)) if feature.name in TEXTS else answer, longest)


def truncate_text(text: str, longest: int | None) -> str:
    """Return a text, or its first characters if it is too long."""
    return text if longest is None or len(text) <= longest else f"{text[:longest]}..."


WORST = Event(Feature("worst"), frozenset({"true"}))
"""The event that the mechanism foresees."""


def is_valid_event(event: Event) -> bool:
    """Whether an event that was read has a feature that can be computed."""
    conditions = [each for _, rule in event.feature.score for each in rule]
    known = all(how in (EQUAL, AT_LEAST) for how, _, _ in conditions)
    if not known or (event.feature.name == "score" and not conditions):
        return False
    with suppress(LookupError, TypeError, ValueError, OverflowError, FloatingPointError):
        event.outputs_inside(Outputs([ParsedOutput("[0]", 0, None, 0)]))
        return True
    return False


def count_events(events: Iterable[Event], outputs: Outputs, tally: Tally) -> list[int]:
    """Return how often each event happened in the draws of a tally, all of whose outputs are among `outputs`."""
    found, times = outputs.with_keys(tally), [*tally.values()]
    return [sum(compress(times, each.outputs_inside(found).tolist())) for each in events]


# What an event promises: the evidence to expect of a pair of draws. Floats, as it only chooses events.

EXPECTED, LEAST = 0.1, 0.01
"""The prior standard deviation of the excess of epsilon: this share of the claim, but at least the second number."""
SURE = 2.0
"""Standard errors that are subtracted from an estimate of the excess that is believed whatever the prior says."""
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(5)
SHARES = WEIGHTS / WEIGHTS.sum()
MOST_EPSILON = 50.0


def expected_evidence(one: Array, other: Array, pairs: Array | int, odds: float) -> Array:
    """Return the expected evidence per pair of draws of events that happened so often with either input.

    It is the mean over a normal posterior of the excess of epsilon, which is shrunk towards 0 by a prior. So of two
    events that may both be tight, the one counts for more that would show it sooner. Where it is larger, it is the
    evidence at the estimate less two standard errors: a large excess is believed once it is clear.
    """
    p1, p0 = ((np.maximum(one, other) + 0.5) / (pairs + 1), (np.minimum(one, other) + 0.5) / (pairs + 1))
    total = p1 + p0
    high, low = np.where(total <= 1, p1, 1 - p0), np.where(total <= 1, p0, 1 - p1)
    claimed = float(np.log(odds))
    excess, error = np.log(high / low) - claimed, ((1 - high) / high + (1 - low) / low) / (pairs + 1)
    prior = max(EXPECTED * claimed, LEAST) ** 2
    mean, spread = excess * prior / (prior + error), np.sqrt(error * prior / (prior + error))
    sure = excess * np.maximum(
        1 - SURE / np.maximum(excess_in_standard_errors(high, low, pairs, odds), SURE), 0
    )
    supposed = np.concatenate([mean[..., None] + spread[..., None] * NODES, sure[..., None]], axis=-1)
    shown = evidence_per_pair(total[..., None], supposed, odds)
    found: Array = np.maximum((shown[..., :-1] * SHARES).sum(axis=-1), shown[..., -1])
    return found


def excess_in_standard_errors(high: Array, low: Array, pairs: Array | int, odds: float) -> Array:
    """Return by how many standard errors estimates exceed the claim; the standard errors are those at the claim."""
    kept = (high + low) / (odds + 1)
    spread = odds * kept * (1 - odds * kept) + odds**2 * kept * (1 - kept)
    found: Array = (high - odds * low) / np.sqrt(spread / (pairs + 1))
    return found


def evidence_per_pair(total: Array, excess: Array, odds: float) -> Array:
    """Return the evidence per pair of draws of an event with p1 + p0 = total, if epsilon exceeds the claim by `excess`."""
    exceeded = excess > 0
    total = np.broadcast_to(total, excess.shape)[exceeded]
    epsilon = np.minimum(np.log(odds) + excess[exceeded], MOST_EPSILON)
    p1, p0 = tight_probabilities(total, np.exp(epsilon))
    u, v = reverse_i_projection(p1, p0, odds)
    shown = np.zeros(excess.shape)
    shown[exceeded] = bernoulli_divergence(p1, u) + bernoulli_divergence(p0, v)
    return shown


def evidence_alone(
    one: Array, other: Array, totals: tuple[int, int], odds: float, delta: float = 0.0
) -> Array:
    """Return the evidence against a claim of events that happened so often in so many draws with either input.

    It is the logarithm of the likelihood ratio of the rates that were seen to the nearest private ones, and 0 where
    those that were seen are private. Delta is subtracted from the larger rate, which is near enough to choose events.
    """
    rates = [(each + 0.5) / (total + 1) for each, total in zip((one, other), totals, strict=True)]
    low = np.minimum(*rates)
    high = np.maximum(np.maximum(*rates) - delta, low)
    breaks = (high > odds * low) | (1 - low > odds * (1 - high))
    found = np.zeros(high.shape)
    u, v = reverse_i_projection(high[breaks], low[breaks], odds)
    found[breaks] = bernoulli_divergence(high[breaks], u) + bernoulli_divergence(low[breaks], v)
    return min(totals) * found


def bernoulli_divergence(p: Array, q: Array) -> Array:
    """Return KL(p || q) of Bernoulli laws, for p and q strictly between 0 and 1."""
    found: Array = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return found


@dataclass(frozen=True, slots=True)
class HalfTable:
    """Different outputs, and how often each came with either input in one half."""

    outputs: Outputs
    one: Array
    other: Array
    pairs: int
    odds: float

    @property
    def input_counts(self) -> Sides:
        """The counts of each output with either input."""
        return Sides(self.one, self.other)

    def judge_events(self, insides: Sequence[Membership]) -> list[tuple[int, float]]:
        """For each event, the input with which it is likelier in this half, and the evidence that it promises."""
        one, other = (np.array([each[inside].sum() for inside in insides]) for each in (self.one, self.other))
        return list(
            zip((one < other).astype(int).tolist(), self.promised_evidence(one, other).tolist(), strict=True)
        )

    def promised_evidence(self, one: Array, other: Array) -> Array:
        """The evidence that events promise that happened so often in this half."""
        return expected_evidence(one, other, self.pairs, self.odds)

    def group_counts(self, codes: Codes, size: int) -> tuple[Array, Array]:
        """Return how often each group of outputs came with either input."""
        one, other = (
            np.bincount(codes, weights=each, minlength=size).astype(float) for each in (self.one, self.other)
        )
        return one, other


def table_of_half(half: Half, outputs: Outputs, odds: float) -> HalfTable:
    """Return the table of one half."""
    keys = [each.key for each in outputs.parsed]
    one, other = (np.array([tally[key] for key in keys], dtype=float) for tally in (half.one, half.other))
    return HalfTable(outputs, one, other, half.pair_count, odds)


# The best events of a feature, by the counts of one half: a set of values, a threshold, an interval.

FEW = 16
"""Different numbers up to which sets of values are tried, too."""
OFTEN = 4
"""The least frequency of a value in a set."""
CUTS = 48
"""Thresholds at equal shares of the draws; all intervals between thresholds are tried."""


def propose_events(feature: Feature, column: Column, table: HalfTable) -> Iterator[tuple[Event, Membership]]:
    """Return the best events of a feature, with the outputs in each."""
    numeric = column.has_numbers and feature.name not in TEXTS
    if len(column.labels) <= FEW or not numeric:
        yield from propose_sets(feature, column, table)
    if len(column.labels) > 2 and numeric:
        yield from propose_ranges(feature, column, table)


def propose_sets(feature: Feature, column: Column, table: HalfTable) -> Iterator[tuple[Event, Membership]]:
    """Return the values that are likelier with one input, as many as promise most together; then with the other."""
    one, other = table.group_counts(column.codes, len(column.labels))
    often = np.flatnonzero(one + other >= OFTEN)
    order = often[np.argsort((other[often] + 0.5) / (one[often] + 0.5), kind="stable")]
    if not len(order):
        return
    ways = np.stack([order, order[::-1]])
    promises = table.promised_evidence(running_sums(one[ways]), running_sums(other[ways]))
    for way, best in zip(ways, promises.argmax(axis=1).tolist(), strict=True):
        chosen = np.zeros(len(column.labels), dtype=bool)
        chosen[way[: best + 1]] = True
        yield (
            Event(feature, frozenset(column.labels[each] for each in np.flatnonzero(chosen))),
            chosen[column.codes],
        )


def propose_ranges(feature: Feature, column: Column, table: HalfTable) -> Iterator[tuple[Event, Membership]]:
    """Return the events of the best threshold and of the best interval."""
    numbers = column.numbers
    here = ~np.isnan(numbers) & (table.one + table.other > 0)
    if not here.any():
        return
    ends = cut_points(numbers[here], (table.one + table.other)[here])
    bins = np.searchsorted(ends, np.where(np.isnan(numbers), -np.inf, numbers), side="right")
    # How often a number came that is at least the end; what is no number is in the first bin.
    one, other = (running_sums(each[:0:-1])[::-1] for each in table.group_counts(bins, len(ends) + 1))
    lows, highs = np.triu_indices(len(ends), 1)
    within = (np.concatenate([each, each[lows] - each[highs]]) for each in (one, other))
    promises = table.promised_evidence(*within)
    low = int(np.argmax(promises[: len(ends)]))
    yield Event(feature, low=float(ends[low])), numbers >= ends[low]
    if len(ends) > 1:
        best = int(np.argmax(promises[len(ends) :]))
        least, most = float(ends[lows[best]]), float(ends[highs[best]])
        yield Event(feature, low=least, high=most), (numbers >= least) & (numbers < most)


def running_sums(numbers: Array) -> Array:
    """Return the cumulative sums."""
    sums: Array = np.cumsum(numbers, axis=-1)
    return sums


def cut_points(numbers: Array, times: Array) -> Array:
    """Return some of the numbers: at equal shares of the draws, and at shares of 1, 2, 4, ... draws from either end."""
    order = np.argsort(numbers, kind="stable")
    ranks = running_sums(times[order])
    tails = 2.0 ** np.arange(int(np.log2(ranks[-1])) + 1)
    wanted = np.concatenate([np.linspace(0, ranks[-1], CUTS), tails, ranks[-1] - tails])
    found: Array = np.unique(numbers[order][np.minimum(np.searchsorted(ranks, wanted), len(order) - 1)])
    return found


# The features that events are proposed of.

ALONE = 8
"""Places, measures and conditions that are features of their own."""


def candidate_features(table: HalfTable) -> Iterator[Feature]:
    """Return the features to propose events of: plain ones, scalars if they are few, the best conditions, and the score."""
    yield from map(Feature, ("output", "kind", "number"))
    if any(each.taken is not None for each in table.outputs.parsed):
        yield from map(Feature, ("taken", "draw"))
        if any(each.worst for each in table.outputs.parsed):
            yield Feature("worst, taken")
    scalars = table.outputs.sequence_matrix("leaves").shape[1]
    if 1 < scalars <= ALONE:
        yield from (Feature("measure", ("place", "leaves", place)) for place in range(scalars))
    telling, score = learnt_score(table.outputs, table.input_counts)
    measures = dict.fromkeys(measure for _, _, measure in telling if measure[0] not in PLAIN)
    yield from (Feature("measure", each) for each in [*measures][:ALONE])
    yield from (Feature("score", score=((1, (each,)),)) for each in telling[:ALONE])
    if len(score) > 1:
        yield Feature("score", score=score)


# Which event to bet on next. Floats choose it, and counts of later draws decide: a bad choice makes no verdict wrong.
# Sought is the event that promises most evidence.


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event, the input with which it is likelier, and the evidence to expect of a pair of draws."""

    event: Event
    likely: int
    promise: float


def learnt_events(
    outputs: Outputs, halves: tuple[Half, Half], known: Sequence[Event], odds: float
) -> tuple[Proposal | None, float]:
    """Return the best event that is not among the known ones, and the evidence that the best of those promises.

    Each half proposes events, and the other judges them. Events with the same remembered outputs are the same, and so
    are an event and its opposite, because a bet on either is a bet on both. If all events are known, return None.
    """
    keys = sorted({key for half in halves for tally in (half.one, half.other) for key in tally})
    outputs = outputs.with_keys(keys)
    tables = [table_of_half(half, outputs, odds) for half in halves]
    if not all(each.pairs for each in tables):
        return None, 0.0
    watched = [event.outputs_inside(outputs) for event in known]
    certain = np.ones(len(keys), dtype=bool)
    taken = {side.tobytes() for each in (*watched, certain) for side in (each, ~each)}
    left = len(taken) < 1 << len(keys)
    columns: dict[Feature, Column] = {}
    best: Proposal | None = None
    for proposing, judging in (tables, tables[::-1]) if left else ():
        proposed: list[tuple[Event, Membership]] = []
        for feature in candidate_features(proposing):
            if feature not in columns:
                columns[feature] = feature_column(feature, outputs)
            found = [*propose_events(feature, columns[feature], proposing)]
            proposed += [each for each in found if each[1].tobytes() not in taken]
        for (event, _), verdict in zip(
            proposed, judging.judge_events([each for _, each in proposed]), strict=True
        ):
            if best is None or verdict[1] > best.promise:
                best = Proposal(event, *verdict)
    standing = map(min, *([promise for _, promise in each.judge_events(watched)] for each in tables))
    return best, max(standing, default=0.0)
