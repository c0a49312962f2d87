"""The best events of a feature, by the counts of one half of the past: a set of answers, a threshold, an interval."""

from collections.abc import Iterator

import numpy as np

from ldproof.audit.learn.columns import Column, Table
from ldproof.audit.learn.conditions import Members
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import TEXTS, Feature
from ldproof.numbers import Array

FEW = 16
"""So many different answers are taken one by one even where they are numbers."""
OFTEN = 4
"""An answer that came less often is not taken on its own."""
CUTS = 48
"""So many thresholds are tried, each with each other."""


def proposals(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """Events with the outputs that are in them."""
    numeric = column.numeric and feature.name not in TEXTS
    if len(column.labels) <= FEW or not numeric:
        yield from sets(feature, column, table)
    if len(column.labels) > 2 and numeric:
        yield from ranges(feature, column, table)


def sets(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """The answers that are likelier from the one side, as many as it pays to take; then from the other."""
    one, other = table.grouped(column.codes, len(column.labels))
    often = np.flatnonzero(one + other >= OFTEN)
    order = often[np.argsort((other[often] + 0.5) / (one[often] + 0.5), kind="stable")]
    if not len(order):
        return
    ways = np.stack([order, order[::-1]])
    promises = table.promises(running(one[ways]), running(other[ways]))
    for way, best in zip(ways, promises.argmax(axis=1).tolist(), strict=True):
        chosen = np.zeros(len(column.labels), dtype=bool)
        chosen[way[: best + 1]] = True
        yield (
            Event(feature, frozenset(column.labels[each] for each in np.flatnonzero(chosen))),
            chosen[column.codes],
        )


def ranges(feature: Feature, column: Column, table: Table) -> Iterator[tuple[Event, Members]]:
    """The best threshold, and the best interval."""
    numbers = column.numbers
    here = ~np.isnan(numbers) & (table.one + table.other > 0)
    if not here.any():
        return
    ends = cuts(numbers[here], (table.one + table.other)[here])
    bins = np.searchsorted(ends, np.where(np.isnan(numbers), -np.inf, numbers), side="right")
    # How often a number came that is at least the end; what is no number is in the first bin.
    one, other = (running(each[:0:-1])[::-1] for each in table.grouped(bins, len(ends) + 1))
    lows, highs = np.triu_indices(len(ends), 1)
    within = (np.concatenate([each, each[lows] - each[highs]]) for each in (one, other))
    promises = table.promises(*within)
    low = int(np.argmax(promises[: len(ends)]))
    yield Event(feature, low=float(ends[low])), numbers >= ends[low]
    if len(ends) > 1:
        best = int(np.argmax(promises[len(ends) :]))
        least, most = float(ends[lows[best]]), float(ends[highs[best]])
        yield Event(feature, low=least, high=most), (numbers >= least) & (numbers < most)


def running(numbers: Array) -> Array:
    """The sums of the first ones."""
    sums: Array = np.cumsum(numbers, axis=-1)
    return sums


def cuts(numbers: Array, times: Array) -> Array:
    """Some of the numbers: at equal shares of the draws, and denser and denser towards the ends."""
    order = np.argsort(numbers, kind="stable")
    ranks = running(times[order])
    tails = 2.0 ** np.arange(int(np.log2(ranks[-1])) + 1)
    wanted = np.concatenate([np.linspace(0, ranks[-1], CUTS), tails, ranks[-1] - tails])
    found: Array = np.unique(numbers[order][np.minimum(np.searchsorted(ranks, wanted), len(order) - 1)])
    return found
