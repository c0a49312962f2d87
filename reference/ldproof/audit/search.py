"""The search over pairs of inputs: which of them seem to leak most, by a quick look at what was drawn with each input.

It only chooses what is drawn and learnt next, from earlier draws; so it costs no evidence, however many pairs there
are, and may be wrong without a verdict being so. Floats, therefore. A draw with an input serves all of its pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.claim import Claim
from ldproof.audit.learn.columns import (
    Column,
    RememberedDraws,
    column_of_answers,
    excess_in_standard_errors,
    expected_evidence,
    thin_tally,
)
from ldproof.audit.learn.features import PLAIN, Leaf, Look, look_at_output, output_kind
from ldproof.numbers import Array

LOOKED_AT, DIFFERENT = 6000, 256
"""Draws that are looked at, from all inputs together; or from each, where no more outputs than that are different."""
PLACES, ANSWERS, CUTS = 48, 48, 15
"""So many places are asked about, so many answers to a question one by one, and so many thresholds of numbers."""
AT_ONCE = 1 << 22
"""So many events of pairs are compared at a time."""


def rank_pairs(
    claim: Claim, remembered: RememberedDraws, sides: Sequence[tuple[int, int]], seed: int
) -> list[tuple[float, int]]:
    """The pairs by what their best event promises, the best first."""
    tallies, looks = sampled_tallies(claim, remembered, seed)
    totals = tallies.sum(axis=1)
    happened = np.concatenate([*event_counts(looks, tallies)], axis=1)
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


def sampled_tallies(claim: Claim, remembered: RememberedDraws, seed: int) -> tuple[Array, list[Look]]:
    """How often each output was seen with each input, in about as many draws of each; and the outputs taken apart."""
    random, inputs = np.random.default_rng(seed), len(remembered.tallies)
    drawn = [remembered.together(place) for place in range(inputs)]
    few_kinds = len(set().union(*drawn)) <= DIFFERENT
    most = LOOKED_AT if few_kinds else max(LOOKED_AT // inputs, 1)
    few = [thin_tally(each, most, random) if each.total() > most else each for each in drawn]
    keys = sorted({key for each in few for key in each})
    times = np.array([[each[key] for key in keys] for each in few], dtype=float).reshape(inputs, len(keys))
    return times, [look_at_output(claim, key) for key in keys]


def output_questions(looks: Sequence[Look]) -> Iterator[Callable[[Look], Leaf]]:
    """What is asked of an output."""
    yield PLAIN["output"]
    yield output_kind
    yield PLAIN["number"]
    yield lambda each: each.taken
    yield lambda each: each.worst
    longest = max((len(each.leaves) for each in looks), default=0)
    if longest > 1:
        yield lambda each: len(each.leaves)
        for place in range(min(longest, PLACES)):
            yield partial(leaf_at_place, place)


def leaf_at_place(place: int, each: Look) -> Leaf:
    """The leaf at a place."""
    return each.leaves[place] if place < len(each.leaves) else None


def event_counts(looks: Sequence[Look], tallies: Array) -> Iterator[Array]:
    """How often events happened with each input: single answers, and numbers from a threshold on."""
    yield np.zeros((len(tallies), 0))
    for ask in output_questions(looks):
        answers = column_of_answers([ask(each) for each in looks])
        if len(answers.labels) > 1:
            yield from (answer_counts(answers, tallies), threshold_counts(answers, tallies))


def answer_counts(answers: Column, tallies: Array) -> Array:
    """How often each of the most frequent answers was given."""
    found = np.zeros((len(tallies), len(answers.labels)))
    np.add.at(found.T, answers.codes, tallies.T)
    often = np.argsort(-found.sum(axis=0), kind="stable")[:ANSWERS]
    frequent: Array = found[:, often]
    return frequent


def threshold_counts(answers: Column, tallies: Array) -> Array:
    """How often numbers came that are at least some of them."""
    there = ~np.isnan(answers.numbers)
    if len(np.unique(answers.numbers[there])) < 3:
        return np.zeros((len(tallies), 0))
    ends = np.unique(np.quantile(answers.numbers[there], np.linspace(0, 1, CUTS + 2)[1:-1], method="nearest"))
    inside: NDArray[np.bool_] = np.where(there, answers.numbers, -np.inf)[:, None] >= ends
    found: Array = tallies @ inside.astype(float)
    return found


def best_promise(happened: Array, totals: Array, pairs: NDArray[np.intp], odds: float) -> Array:
    """What the best event of each pair promises, as if there were as many draws with the one input as with the other."""
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
