"""The search over pairs of inputs: which of them seem to leak most, by a quick look at the draws with each input.

It only chooses what is drawn and learnt next, from earlier draws: it costs no evidence, however many pairs there are,
and a wrong choice makes no verdict wrong. So it uses floats. A draw with an input serves all of its pairs.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.claim import Claim
from ldproof.audit.learn.events import (
    RememberedDraws,
    excess_in_standard_errors,
    expected_evidence,
    thin_tally,
)
from ldproof.audit.learn.features import Column, Feature, feature_column
from ldproof.audit.learn.outputs import Outputs, look_at_outputs
from ldproof.numbers import Array

LOOKED_AT, DIFFERENT = 6000, 256
"""Draws that are looked at, from all inputs together; or from each input, if at most 256 outputs are different."""
PLACES, ANSWERS, CUTS = 48, 48, 15
"""Places of leaves that are features, the most frequent values of a feature, and thresholds of its numbers."""
AT_ONCE = 1 << 22
"""Events of pairs that are compared at a time."""


def rank_pairs(
    claim: Claim, remembered: RememberedDraws, sides: Sequence[tuple[int, int]], seed: int
) -> list[tuple[float, int]]:
    """Return the pairs, each after the evidence that its best event promises, the best first."""
    tallies, outputs = sampled_tallies(claim, remembered, seed)
    totals = tallies.sum(axis=1)
    happened = np.concatenate([*event_counts(outputs, tallies)], axis=1)
    pairs = np.array(sides)
    step = max(1, AT_ONCE // max(happened.shape[1], 1))
    scores = np.concatenate(
        [
            best_promise(happened, totals, pairs[start : start + step], float(claim.odds))
            for start in range(0, len(pairs), step)
        ]
    )
    order = np.argsort(-scores, kind="stable")
    return [(float(scores[index]), int(index)) for index in order]


def sampled_tallies(claim: Claim, remembered: RememberedDraws, seed: int) -> tuple[Array, Outputs]:
    """Return how often each output came with each input, in a sample of the draws with each, and the outputs."""
    random, inputs = np.random.default_rng(seed), len(remembered.tallies)
    drawn = [remembered.both_halves(place) for place in range(inputs)]
    few_kinds = len(set().union(*drawn)) <= DIFFERENT
    most = LOOKED_AT if few_kinds else max(LOOKED_AT // inputs, 1)
    few = [thin_tally(each, most, random) if each.total() > most else each for each in drawn]
    keys = sorted({key for each in few for key in each})
    times = np.array([[each[key] for key in keys] for each in few], dtype=float).reshape(inputs, len(keys))
    return times, look_at_outputs(claim, keys)


def quick_features(outputs: Outputs) -> Iterator[Feature]:
    """Return the features that the search looks at: of whole outputs, and what is at the first places."""
    yield from map(Feature, ("output", "kind", "number", "taken", "worst"))
    longest = max((len(each.leaves) for each in outputs.looks), default=0)
    if longest > 1:
        yield Feature("measure", ("length", "leaves"))
        yield from (Feature("measure", ("place", "leaves", place)) for place in range(min(longest, PLACES)))


def event_counts(outputs: Outputs, tallies: Array) -> Iterator[Array]:
    """Return how often events happened with each input: single values of features, and numbers from a threshold on."""
    yield np.zeros((len(tallies), 0))
    for feature in quick_features(outputs):
        values = feature_column(feature, outputs)
        if len(values.labels) > 1:
            yield from (value_counts(values, tallies), threshold_counts(values, tallies))


def value_counts(values: Column, tallies: Array) -> Array:
    """Return how often each of the most frequent values came with each input."""
    found = np.zeros((len(tallies), len(values.labels)))
    np.add.at(found.T, values.codes, tallies.T)
    often = np.argsort(-found.sum(axis=0), kind="stable")[:ANSWERS]
    frequent: Array = found[:, often]
    return frequent


def threshold_counts(values: Column, tallies: Array) -> Array:
    """Return how often numbers came with each input that are at least as large as some of their quantiles."""
    there = ~np.isnan(values.numbers)
    if len(np.unique(values.numbers[there])) < 3:
        return np.zeros((len(tallies), 0))
    ends = np.unique(np.quantile(values.numbers[there], np.linspace(0, 1, CUTS + 2)[1:-1], method="nearest"))
    inside: NDArray[np.bool_] = np.where(there, values.numbers, -np.inf)[:, None] >= ends
    found: Array = tallies @ inside.astype(float)
    return found


def best_promise(happened: Array, totals: Array, pairs: NDArray[np.intp], odds: float) -> Array:
    """Return the evidence that the best event of each pair promises, as if both inputs had as many draws."""
    if not happened.shape[1]:
        return np.zeros(len(pairs))
    rates = happened / np.maximum(totals, 1)[:, None]
    draws = np.minimum(totals[pairs[:, 0]], totals[pairs[:, 1]])
    one, other = (rates[pairs[:, side]] * draws[:, None] for side in (0, 1))
    p1, p0 = (
        (each + 0.5) / (draws[:, None] + 1) for each in (np.maximum(one, other), np.minimum(one, other))
    )
    common = p1 + p0 > 1
    high, low = np.where(common, 1 - p0, p1), np.where(common, 1 - p1, p0)
    best = np.argmax(excess_in_standard_errors(high, low, draws[:, None], odds), axis=1)
    each = np.arange(len(pairs))
    found: Array = np.where(
        draws > 0, expected_evidence(one[each, best], other[each, best], draws, odds), 0.0
    )
    return found
