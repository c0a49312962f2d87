"""What may be worth asking of the outputs that came."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias
from zlib import crc32

import numpy as np

from ldproof.audit.learn.columns import Table, answered
from ldproof.audit.learn.features import Feature, Leaf, Look, label, number, place

FEW = 16
"""So many different leaves are counted each on its own."""
MOST_PLACES = 128
"""Where there are more, no more than these are looked at."""
LARGEST = 1e100
"""Larger numbers are this large, where only means are compared."""
BEST_PLACES = 6
"""So many places are looked at each on its own."""
BINS = 8
"""Into so many bins leaves are put that are many numbers."""
TELLING = 4.0
"""A place tells something if the sides differ there by so much, in standard errors squared for each answer."""
PARTS = 1000
"""Weights are whole numbers of these parts, so that their sum is the same in whatever order."""

Row: TypeAlias = tuple[int, tuple[str, ...], tuple[float, ...], tuple[int, ...]]


def features(table: Table) -> Iterator[Feature]:
    """The features that these outputs have."""
    yield from map(Feature, ("output", "kind", "number"))
    if any(each.taken is not None for each in table.looks):
        yield from map(Feature, ("taken", "draw"))
        if any(each.worst for each in table.looks):
            yield Feature("worst, taken")
    longest = max((len(each.leaves) for each in table.looks), default=0)
    if longest > 1:
        yield from map(Feature, ("length", "changes", "sum"))
        for symbol in symbols(table.looks):
            yield Feature("count", symbol)
            yield Feature("first", symbol)
        yield from places(table, shortlist(table, longest))


def symbols(looks: Iterable[Look]) -> list[str]:
    """The labels of leaves, if they are few."""
    found: set[str] = set()
    for each in looks:
        found.update(map(label, each.leaves))
        if len(found) > FEW:
            return []
    return sorted(found)


def shortlist(table: Table, longest: int) -> Iterable[int]:
    """The places to look at: where there are too many, those with the most different means of what is there."""
    if longest <= MOST_PLACES:
        return range(longest)
    lengths = [len(each.leaves) for each in table.looks]
    where = np.concatenate([np.arange(length) for length in lengths])
    there = np.clip([coded(leaf) for each in table.looks for leaf in each.leaves], -LARGEST, LARGEST)
    means, squares = [], []
    for side in (table.one, table.other):
        times = np.repeat(side, lengths) / table.pairs
        means.append(np.bincount(where, times * there))
        squares.append(np.bincount(where, times * there**2))
    spread = squares[0] - means[0] ** 2 + squares[1] - means[1] ** 2
    apart = np.abs(means[0] - means[1]) / np.sqrt(np.maximum(spread, 1 / table.pairs))
    return map(int, np.argsort(-apart, kind="stable")[:MOST_PLACES])


@lru_cache(maxsize=1 << 14, typed=True)
def coded(leaf: Leaf) -> float:
    """A number for a leaf: its own, or else whichever."""
    found = number(leaf)
    return crc32(label(leaf).encode()) / 2**32 if found is None else float(found)


def places(table: Table, candidates: Iterable[int]) -> Iterator[Feature]:
    """The places that tell most, each on its own, and all that tell anything weighed together.

    A place weighs as the logarithm of how much likelier its answer is from the one side, as if all were independent.
    """
    telling = sorted((found for index in candidates if (found := weighed(table, index))), reverse=True)
    for _, row in telling[:BEST_PLACES]:
        yield Feature("place", row[0])
    if len(telling) > 1:
        yield Feature("score", tuple(sorted(row for _, row in telling)))


def weighed(table: Table, index: int) -> tuple[float, Row] | None:
    """How much a place tells, with its row of a score; none where that is little."""
    column = answered([place(index)(each) for each in table.looks])
    labels, codes, edges = column.labels, column.codes, np.array([])
    if len(labels) > FEW:
        if np.isnan(column.numbers).any():
            return None
        edges = np.unique(np.quantile(column.numbers, np.linspace(0, 1, BINS + 1)[1:-1]))
        labels, codes = (), np.searchsorted(edges, column.numbers, side="right")
    one, other = table.grouped(codes, len(labels) or len(edges) + 1)
    told = float(np.sum((one - other) ** 2 / np.maximum(one + other, 1)))
    if told <= TELLING * (len(one) - 1):
        return None
    weights = np.rint(PARTS * np.log((one + 0.5) / (other + 0.5)))
    return told, (index, labels, tuple(map(float, edges)), tuple(map(int, weights)))
