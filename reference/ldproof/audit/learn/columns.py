"""The outputs that are remembered, their answers as arrays, and a classifier that is learnt from them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.conditions import (
    FEW,
    TELLING,
    Condition,
    Members,
    Sides,
    evenly_spaced,
    of_wholes,
    outputs_meeting,
    telling_conditions,
)
from ldproof.audit.learn.features import PLAIN, Feature, Leaf, leaf_label, leaf_number
from ldproof.audit.learn.measures import Measure, measure_outputs, parse_measure
from ldproof.audit.learn.sequences import Outputs
from ldproof.errors import Reason, Refused
from ldproof.evidence.event_bets import reverse_i_projection, tight_probabilities
from ldproof.json_values import LARGEST
from ldproof.numbers import Array
from ldproof.programs import Tally, Value, is_constant_output

# What is remembered of the draws from a pair of inputs, to learn events from: two halves of the past.
#
# Events are proposed by one half and judged by the other, so that none looks good for having been chosen. Memory is
# bounded: where there are too many different outputs, half of all draws is forgotten, by lot. The lots are seeded, so
# that a course that is restored remembers the same; nothing that is bet depends on their being random.

MOST_OUTPUTS = 1 << 13
"""Different outputs that are remembered of a half."""

LONGEST = 1 << 22
"""Characters that are."""


@dataclass(frozen=True, slots=True)
class Half:
    """Tallies of as many draws with either input."""

    one: Tally
    other: Tally

    def __post_init__(self) -> None:
        if self.one.total() != self.other.total():
            raise Refused(
                Reason.WRONG_COUNT, "a half has sides that differ", "as many draws with either input"
            )

    @property
    def pairs(self) -> int:
        """How many pairs of draws."""
        return self.one.total()

    def with_more(self, one: Tally, other: Tally, seed: int) -> "Half":
        """Some more draws, and half of all forgotten while they are too many to remember."""
        half, random = Half(self.one + one, self.other + other), np.random.default_rng(seed)
        while half.pairs > 1 and half.too_large():
            left = half.pairs // 2
            half = Half(thin_tally(half.one, left, random), thin_tally(half.other, left, random))
        return half

    def too_large(self) -> bool:
        """Whether that is too much to remember."""
        keys = [*self.one, *self.other]
        return len(keys) > MOST_OUTPUTS or sum(map(len, keys)) > LONGEST


NOTHING = Half(Counter(), Counter())


def thin_tally(tally: Tally, left: int, random: np.random.Generator) -> Tally:
    """So many of the draws, whichever they are."""
    keys = sorted(tally)
    kept = random.multivariate_hypergeometric([tally[key] for key in keys], left)
    return Counter({key: int(times) for key, times in zip(keys, kept, strict=True) if times})


# What is remembered of the draws with each input: two halves, so that what one proposes the other judges.

FEWEST = 128
"""So many different outputs of an input are remembered however many inputs there are."""


@dataclass(frozen=True, slots=True)
class RememberedDraws:
    """For each input two tallies; more goes to the one with less. Where there is too much, half is forgotten by lot."""

    tallies: tuple[tuple[Tally, Tally], ...]

    def with_more(self, more: Mapping[int, Tally], seed: int) -> "RememberedDraws":
        """Some more draws, by the places of their inputs."""
        random, inputs = np.random.default_rng(seed), len(self.tallies)
        outputs, characters = max(FEWEST, MOST_OUTPUTS // inputs), max(FEWEST, LONGEST // inputs)
        changed = [*self.tallies]
        for place, drawn in sorted(more.items()):
            halves = [*changed[place]]
            less = int(halves[0].total() > halves[1].total())
            tally = halves[less] + drawn
            while tally.total() > 1 and (len(tally) > outputs or sum(map(len, tally)) > characters):
                tally = thin_tally(tally, tally.total() // 2, random)
            halves[less] = tally
            changed[place] = halves[0], halves[1]
        return RememberedDraws(tuple(changed))

    def halves(self, sides: tuple[int, int], seed: int) -> tuple[Half, Half]:
        """As many draws with either side of a pair, in both halves."""
        random = np.random.default_rng(seed)
        found = []
        for half in (0, 1):
            tallies = [self.tallies[side][half] for side in sides]
            left = min(tally.total() for tally in tallies)
            one, other = (thin_tally(each, left, random) if each.total() > left else each for each in tallies)
            found.append(Half(one, other))
        return found[0], found[1]

    def together(self, place: int) -> Tally:
        """Both halves of an input's."""
        one, other = self.tallies[place]
        return one + other

    def constant(self) -> bool:
        """Whether one and the same output came every time."""
        return is_constant_output(half for each in self.tallies for half in each)


# What an event promises: the evidence that a pair of draws may be expected to give. Floats, as it only chooses.

EXPECTED, LEAST = 0.1, 0.01
"""A claim that is broken is expected to be so by about this share of epsilon, or by so much at least."""
SURE = 2.0
"""Or by the estimate less so many of its standard errors."""
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(5)
SHARES = WEIGHTS / WEIGHTS.sum()
MOST_EPSILON = 50.0


def expected_evidence(one: Array, other: Array, pairs: Array | int, odds: float) -> Array:
    """What events promise that happened so often with either input, in so many pairs of draws.

    It is the mean over what the excess of epsilon may be, given its estimate and what is expected: so that of two
    events that may both be tight, the one counts for more that would show it sooner. Where it is more, it is the
    evidence at the estimate less some standard errors, so that what nobody expects is believed once it is plain.
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
    """By how many standard errors the claim is exceeded: of the claim, as an estimate of 0 has none that is any use."""
    kept = (high + low) / (odds + 1)
    spread = odds * kept * (1 - odds * kept) + odds**2 * kept * (1 - kept)
    found: Array = (high - odds * low) / np.sqrt(spread / (pairs + 1))
    return found


def evidence_per_pair(total: Array, excess: Array, odds: float) -> Array:
    """What a pair of draws shows by an event of this total probability, if the claim is exceeded by so much."""
    exceeded = excess > 0
    total = np.broadcast_to(total, excess.shape)[exceeded]
    epsilon = np.minimum(np.log(odds) + excess[exceeded], MOST_EPSILON)
    p1, p0 = tight_probabilities(total, np.exp(epsilon))
    u, v = reverse_i_projection(p1, p0, odds)
    shown = np.zeros(excess.shape)
    shown[exceeded] = bernoulli_divergence(p1, u) + bernoulli_divergence(p0, v)
    return shown


def bernoulli_divergence(p: Array, q: Array) -> Array:
    """KL(p || q) of coins that are neither 0 nor 1."""
    found: Array = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return found


# Which side an output came from, learnt from one half of the past: a score that adds up weights of conditions.
#
# The conditions that tell most are weighed together by a logistic regression; of the most telling ones also two at a
# time. Weights are whole numbers, so that their sum is the same in whatever order.

MOST = 64
"""So many conditions are weighed."""
TOGETHER = 10
"""So many are looked at two at a time."""
ROOTS, BRANCHES = 2, 6
"""Of the outputs that meet one of so many conditions, so many more are weighed that tell those apart."""
MOST_WITHIN = 1 << 10
"""No more outputs are looked at for that."""
SURELY = 16.0
"""By so much at least: the best of some thousand conditions tells nearly as much by chance."""
RIDGE = 4.0
"""The penalty on squared weights: as if each had been met so often by chance."""
STEPS = 8
"""Newton's steps."""
PARTS = 1000
"""Weights are whole numbers of these parts."""

Rule: TypeAlias = tuple[Condition, ...]
"""That one condition is met, or two are."""
Row: TypeAlias = tuple[int, Rule]
"""A rule with its weight."""


def learnt_score(outputs: Outputs, sides: Sides) -> tuple[list[Condition], tuple[Row, ...]]:
    """The conditions that tell most, and the rows of a score; none where nothing tells."""
    seen = np.flatnonzero(sides.one + sides.other)
    past = outputs.at(seen)
    here = Sides(sides.one[seen], sides.other[seen])
    telling = [condition for _, condition in telling_conditions(past, here)]
    rules: list[Rule] = []
    inside: list[Members] = []
    known: set[bytes] = set()
    for rule, found in candidate_rules(telling, past, here):
        if not {found.tobytes(), (~found).tobytes()} & known:
            known.add(found.tobytes())
            rules.append(rule)
            inside.append(found)
    if not rules:
        return telling, ()
    weights = np.rint(PARTS * logistic_weights(np.stack(inside, axis=1).astype(float), here.one, here.other))
    return telling, tuple((int(weight), rule) for weight, rule in zip(weights, rules, strict=True) if weight)


def candidate_rules(
    telling: Sequence[Condition], past: Outputs, sides: Sides
) -> Iterator[tuple[Rule, Members]]:
    """What may be weighed, with the outputs that it is met by."""
    singles = [(each, outputs_meeting(each, past)) for each in telling[:MOST]]
    yield from (((condition,), found) for condition, found in singles)

    def told(inside: Members) -> float:
        return float(sides.told(sides.one[inside].sum(), sides.other[inside].sum()))

    top = [(condition, found, told(found)) for condition, found in singles[:TOGETHER]]
    for (one, first, much), (other, second, more) in combinations(top, 2):
        both = first & second
        if told(both) > TELLING + max(much, more):
            yield (one, other), both
    for root, inside in singles[:ROOTS]:
        for condition in conditions_within(inside, past, sides):
            yield (root, condition), inside & outputs_meeting(condition, past)


def conditions_within(inside: Members, past: Outputs, sides: Sides) -> list[Condition]:
    """What tells most of some outputs only, of whose sides as many are thought to have come."""
    places = evenly_spaced(np.flatnonzero(inside), MOST_WITHIN)
    one, other = sides.one[places], sides.other[places]
    middle = (one.sum() + other.sum()) / 2
    level = Sides(one, other, (middle / max(one.sum(), 1), middle / max(other.sum(), 1)))
    found = of_wholes(past.at(places), level)[:BRANCHES] if len(places) > FEW else []
    return [condition for told, condition in found if told > SURELY]


def logistic_weights(inside: Array, one: Array, other: Array) -> Array:
    """The weights of a penalised logistic regression, by Newton's method."""
    design = np.concatenate([inside, np.ones((len(inside), 1))], axis=1)
    penalty = np.full(design.shape[1], RIDGE)
    penalty[-1] = 1e-6
    weights = np.zeros(design.shape[1])
    times = one + other
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (one - times * chance) - penalty * weights
        curvature = (design * (times * chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    found: Array = weights[:-1]
    return found


def scores_of_outputs(rows: Sequence[Row], outputs: Outputs) -> Array:
    """The score of each output."""
    found = np.zeros(len(outputs.looks))
    for weight, rule in rows:
        met = np.ones(len(found), dtype=bool)
        for condition in rule:
            met &= outputs_meeting(condition, outputs)
        found += weight * met
    return found


def parse_score_rows(argument: Value) -> tuple[Row, ...]:
    """The rows of a score that was saved."""
    found = []
    for row in argument if isinstance(argument, tuple) else (None,):
        match row:
            case (int(weight), tuple(rule)):
                found.append((weight, tuple(map(parse_condition, rule))))
            case _:
                raise ValueError("no row of a score")
    return tuple(found)


def parse_condition(argument: Value) -> Condition:
    """The condition that was saved."""
    match argument:
        case ("=", str(label), asked):
            return "=", label, parse_measure(asked)
        case ("=" | ">=" as how, int() | float() as end, asked):
            return how, float(end), parse_measure(asked)
        case _:
            raise ValueError("no condition")


# The outputs that are remembered, as arrays: how often each came, and what each answers to a question.

Codes: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Table:
    """Different outputs, and how often each came from either side in one half of the past."""

    outputs: Outputs
    one: Array
    other: Array
    pairs: int
    odds: float

    @property
    def sides(self) -> Sides:
        """How often each output came from either side."""
        return Sides(self.one, self.other)

    def judged(self, insides: Sequence[Members]) -> list[tuple[int, float]]:
        """For each event the side with which it is likelier here, and what it promises."""
        one, other = (np.array([each[inside].sum() for inside in insides]) for each in (self.one, self.other))
        return list(zip((one < other).astype(int).tolist(), self.promises(one, other).tolist(), strict=True))

    def promises(self, one: Array, other: Array) -> Array:
        """What events promise that happened so often here."""
        return expected_evidence(one, other, self.pairs, self.odds)

    def grouped(self, codes: Codes, size: int) -> tuple[Array, Array]:
        """How often each group of outputs came from either side."""
        one, other = (
            np.bincount(codes, weights=each, minlength=size).astype(float) for each in (self.one, self.other)
        )
        return one, other


@dataclass(frozen=True, slots=True)
class Column:
    """What all outputs answer: the different answers by their labels, which of them each gives, and numbers."""

    labels: tuple[str, ...]
    codes: Codes
    numbers: Array
    """NaN where the answer is no number."""

    @property
    def numeric(self) -> bool:
        """Whether any answer is a number."""
        return not bool(np.isnan(self.numbers).all())


def table_of_half(half: Half, outputs: Outputs, odds: float) -> Table:
    """One half of the past."""
    keys = [each.key for each in outputs.looks]
    one, other = (np.array([tally[key] for key in keys], dtype=float) for tally in (half.one, half.other))
    return Table(outputs, one, other, half.pairs, odds)


def feature_column(feature: Feature, outputs: Outputs) -> Column:
    """The answers to a feature's question."""
    if feature.name == "measure":
        return of_measure(parse_measure(feature.argument), outputs)
    if feature.name == "score":
        return of_numbers(scores_of_outputs(parse_score_rows(feature.argument), outputs))
    ask = PLAIN[feature.name]
    return column_of_answers([ask(each) for each in outputs.looks])


def of_measure(asked: Measure, outputs: Outputs) -> Column:
    """What a measure says: a leaf itself, by its label, where it is what is at a place or at the end of a way."""
    match asked:
        case ("in", str(way), *inner):
            return of_measure(tuple(inner), outputs.part(way))
        case ("path", str(way)):
            there = outputs.leaves_at(way)
            return column_of_answers([there.get(row) for row in range(len(outputs.looks))])
        case ("place", "leaves", int(place)):
            return column_of_answers([leaf_at(each.leaves, place) for each in outputs.looks])
        case _:
            return of_numbers(measure_outputs(asked, outputs))


def leaf_at(leaves: Sequence[Leaf], place: int) -> Leaf:
    """The leaf at a place; NULL where there is none."""
    return leaves[place] if 0 <= place < len(leaves) else None


def of_numbers(numbers: Array) -> Column:
    """The column of these numbers, of which 0 and -0 are one and the same; NaN where there is none."""
    different, codes = np.unique(numbers + 0.0, return_inverse=True)
    labels = tuple("null" if np.isnan(each) else repr(float(each)) for each in different)
    return Column(labels, codes.astype(np.intp), numbers)


def column_of_answers(answers: Sequence[Leaf]) -> Column:
    """The column of these answers, one for each output."""
    # 0.0 and -0.0 are equal, and NaN is not even itself.
    same = [(type(each), repr(each) if type(each) is float else each) for each in answers]
    known = dict(zip(same, answers, strict=True))
    different = sorted(
        ((leaf_label(each), key, leaf_number(each)) for key, each in known.items()), key=itemgetter(0)
    )
    place = {key: index for index, (_, key, _) in enumerate(different)}
    codes = np.fromiter(map(place.__getitem__, same), np.intp, len(same))
    numbers = np.array([np.nan if each is None else each for _, _, each in different], dtype=float)
    return Column(tuple(text for text, _, _ in different), codes, np.clip(numbers, -LARGEST, LARGEST)[codes])
