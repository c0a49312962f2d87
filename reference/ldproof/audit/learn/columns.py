"""Remembered draws, the values of features as arrays, the evidence that events promise, and a learnt classifier."""

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
    Members,
    Sides,
    conditions_on_wholes,
    evenly_spaced,
    outputs_meeting,
    telling_conditions,
)
from ldproof.audit.learn.features import (
    PLAIN,
    Condition,
    Feature,
    Leaf,
    Measure,
    Row,
    Rule,
    leaf_label,
    leaf_number,
)
from ldproof.audit.learn.measures import measure_outputs
from ldproof.audit.learn.sequences import Outputs
from ldproof.evidence.event_bets import reverse_i_projection, tight_probabilities
from ldproof.json_values import LARGEST
from ldproof.numbers import Array
from ldproof.programs import Tally, is_constant_output

# The draws that are remembered, to learn events from: of each input two halves.
#
# Events are proposed by one half and judged by the other, so that none looks good for having been chosen. Memory is
# bounded: where there are too many different outputs, a random half of the draws is forgotten. The random numbers are
# seeded, so that an audit that is restored remembers the same draws; no bet depends on their being random.

MOST_OUTPUTS = 1 << 13
"""Different outputs that are remembered in either half, of all inputs together."""
LONGEST = 1 << 22
"""Characters of these outputs."""
FEWEST = 128
"""Different outputs that are remembered of an input, however many inputs there are."""


@dataclass(frozen=True, slots=True)
class Half:
    """Tallies of as many draws with either input of a pair."""

    one: Tally
    other: Tally

    @property
    def pairs(self) -> int:
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
    outputs, characters = max(FEWEST, MOST_OUTPUTS // inputs), max(FEWEST, LONGEST // inputs)
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

    def halves(self, sides: tuple[int, int], seed: int) -> tuple[Half, Half]:
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

    def constant(self) -> bool:
        """Whether all draws have the same output."""
        return is_constant_output(half for each in self.tallies for half in each)


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


def bernoulli_divergence(p: Array, q: Array) -> Array:
    """Return KL(p || q) of Bernoulli laws, for p and q strictly between 0 and 1."""
    found: Array = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return found


# A classifier of the input, learnt from one half of the remembered draws: a score that adds up weights of rules.
#
# A rule is a condition or a pair of conditions. Its weight comes from a logistic regression on the rules in which the
# sides differ most. Weights are integers, so that their sum does not depend on the order.

MOST = 64
"""The most single conditions in a score."""
TOGETHER = 10
"""Conditions of which all pairs are tried."""
ROOTS, BRANCHES = 2, 6
"""Conditions whose outputs are searched for further ones, and the most that are found in each."""
MOST_WITHIN = 1 << 10
"""Outputs in which further conditions are searched."""
SURELY = 16.0
"""The least difference of the sides in those; the best of some thousand conditions has nearly as much by chance."""
RIDGE = 4.0
"""The penalty on squared weights."""
STEPS = 8
"""Newton's steps."""
PARTS = 1000
"""The factor by which weights are multiplied before they are rounded."""


def learnt_score(outputs: Outputs, sides: Sides) -> tuple[list[Condition], tuple[Row, ...]]:
    """Return the conditions in which the sides differ most, and the rows of a score; none if they differ in nothing."""
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
    """Return the rules for a regression, with the outputs that meet each."""
    singles = [(each, outputs_meeting(each, past)) for each in telling[:MOST]]
    yield from (((condition,), found) for condition, found in singles)

    def squared_difference(inside: Members) -> float:
        return float(sides.squared_difference(sides.one[inside].sum(), sides.other[inside].sum()))

    top = [(condition, found, squared_difference(found)) for condition, found in singles[:TOGETHER]]
    for (one, first, much), (other, second, more) in combinations(top, 2):
        both = first & second
        if squared_difference(both) > TELLING + max(much, more):
            yield (one, other), both
    for root, inside in singles[:ROOTS]:
        for condition in conditions_within(inside, past, sides):
            yield (root, condition), inside & outputs_meeting(condition, past)


def conditions_within(inside: Members, past: Outputs, sides: Sides) -> list[Condition]:
    """Return the conditions that tell most about the outputs in `inside`, weighted as if either input were as frequent."""
    places = evenly_spaced(np.flatnonzero(inside), MOST_WITHIN)
    one, other = sides.one[places], sides.other[places]
    middle = (one.sum() + other.sum()) / 2
    level = Sides(one, other, (middle / max(one.sum(), 1), middle / max(other.sum(), 1)))
    found = conditions_on_wholes(past.at(places), level)[:BRANCHES] if len(places) > FEW else []
    return [condition for told, condition in found if told > SURELY]


def logistic_weights(inside: Array, one: Array, other: Array) -> Array:
    """Return the weights of a ridge logistic regression, by Newton's method."""
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
    """Return the score of each output: the weights of the rules that it meets, added up."""
    found = np.zeros(len(outputs.looks))
    for weight, rule in rows:
        met = np.ones(len(found), dtype=bool)
        for condition in rule:
            met &= outputs_meeting(condition, outputs)
        found += weight * met
    return found


# The remembered outputs as arrays: how often each came, and its values of a feature.

Codes: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Table:
    """Different outputs, and how often each came with either input in one half."""

    outputs: Outputs
    one: Array
    other: Array
    pairs: int
    odds: float

    @property
    def sides(self) -> Sides:
        """How often each output came with either input."""
        return Sides(self.one, self.other)

    def judge_events(self, insides: Sequence[Members]) -> list[tuple[int, float]]:
        """For each event, the input with which it is likelier in this half, and the evidence that it promises."""
        one, other = (np.array([each[inside].sum() for inside in insides]) for each in (self.one, self.other))
        return list(
            zip((one < other).astype(int).tolist(), self.promised_evidence(one, other).tolist(), strict=True)
        )

    def promised_evidence(self, one: Array, other: Array) -> Array:
        """The evidence that events promise that happened so often in this half."""
        return expected_evidence(one, other, self.pairs, self.odds)

    def group_counts(self, codes: Codes, size: int) -> tuple[Array, Array]:
        """How often each group of outputs came with either input."""
        one, other = (
            np.bincount(codes, weights=each, minlength=size).astype(float) for each in (self.one, self.other)
        )
        return one, other


@dataclass(frozen=True, slots=True)
class Column:
    """The values of a feature: the labels of the different values, the index of each output's label, and numbers."""

    labels: tuple[str, ...]
    codes: Codes
    numbers: Array
    """NaN where the value is no number."""

    @property
    def numeric(self) -> bool:
        """Whether any value is a number."""
        return not bool(np.isnan(self.numbers).all())


def table_of_half(half: Half, outputs: Outputs, odds: float) -> Table:
    """Return the table of one half."""
    keys = [each.key for each in outputs.looks]
    one, other = (np.array([tally[key] for key in keys], dtype=float) for tally in (half.one, half.other))
    return Table(outputs, one, other, half.pairs, odds)


def feature_column(feature: Feature, outputs: Outputs) -> Column:
    """Return the values of a feature."""
    if feature.name == "measure":
        return measure_column(feature.measure, outputs)
    if feature.name == "score":
        return column_of_numbers(scores_of_outputs(feature.score, outputs))
    ask = PLAIN[feature.name]
    return column_of_answers([ask(each) for each in outputs.looks])


def measure_column(asked: Measure, outputs: Outputs) -> Column:
    """Return the values of a measure: the leaf itself if it asks for one by its place or path, else a number."""
    match asked:
        case ("in", str(path), *inner):
            return measure_column(tuple(inner), outputs.part(path))
        case ("path", str(path)):
            there = outputs.leaves_at(path)
            return column_of_answers([there.get(row) for row in range(len(outputs.looks))])
        case ("place", "leaves", int(place)):
            return column_of_answers([leaf_at(each.leaves, place) for each in outputs.looks])
        case _:
            return column_of_numbers(measure_outputs(asked, outputs))


def leaf_at(leaves: Sequence[Leaf], place: int) -> Leaf:
    """Return the leaf at a place; NULL if there is none."""
    return leaves[place] if 0 <= place < len(leaves) else None


def column_of_numbers(numbers: Array) -> Column:
    """Return the column of these numbers; 0 and -0 have the same label, and NaN has the label of NULL."""
    different, codes = np.unique(numbers + 0.0, return_inverse=True)
    labels = tuple("null" if np.isnan(each) else repr(float(each)) for each in different)
    return Column(labels, codes.astype(np.intp), numbers)


def column_of_answers(answers: Sequence[Leaf]) -> Column:
    """Return the column of these values, one for each output."""
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
