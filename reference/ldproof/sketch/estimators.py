"""How often an item is held, from the support that its columns have.

Each row gives an estimate of its own, and all of them are joined to one: by their mean, which is unbiased over
the hashes; by their median; or by their minimum, as the sketch without noise has it. With noise the minimum is
biased and bounds nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Protocol

from ldproof.arrays import Int64Array
from ldproof.debias import unbias
from ldproof.numbers import Exact, Real, lift, like
from ldproof.numbers.largest import in_order
from ldproof.sketch.channels import Channel
from ldproof.tails import Known


@dataclass(frozen=True, slots=True)
class Hits:
    """The support of several items, and whose it is."""

    supports: Int64Array
    """A row for every row of sums, a column for every item."""
    reporters: Int64Array
    """How many reports each row has."""
    scale: int
    """How many people a report stands for: d, where it is about one row of d; otherwise 1."""
    shared: bool
    """Whether everybody's reports are about the same hashes, so that collisions do not even out."""
    channel: Channel
    collision: Fraction
    triple: Fraction | None = None
    """The probability that three items share a column, if it is the same for any three."""
    heaviest: int | None = None
    """The largest support of a column in each row, added up: no item has more support."""

    @property
    def weight(self) -> Fraction:
        """What a report counts in the mean."""
        return Fraction(self.scale, len(self.reporters))

    @property
    def N(self) -> Fraction:
        """How many people have reported."""
        return int(self.reporters.sum()) * self.weight


class Join(Protocol):
    """One number from an item's rows, in order."""

    def __call__(self, rows: Sequence[Exact]) -> Exact:
        """Its value."""
        ...


def mean(hits: Hits) -> list[Real]:
    """The mean over the rows, with the exact collision probability taken out: unbiased."""
    reporters = int(hits.reporters.sum())

    def of(support: int) -> Real:
        return lift(
            partial(_held, support, reporters, hits.weight, hits.collision),
            hits.channel.low,
            hits.channel.high,
        )

    return [of(each) for each in hits.supports.sum(axis=0).tolist()]


def median(hits: Hits) -> list[Real]:
    """The median of the rows, collisions taken out of each; of an even number the mean of the middle two."""
    count = len(hits.reporters)
    low, high = (count - 1) // 2, count // 2

    def middle(rows: Sequence[Exact]) -> Exact:
        return (rows[low] + rows[high]) / 2

    return _joined(hits, hits.collision, middle)


def minimum(hits: Hits) -> list[Real]:
    """The least of the rows, collisions and all: the source's section 3.2, in people instead of shares."""

    def least(rows: Sequence[Exact]) -> Exact:
        return rows[0]

    return _joined(hits, Fraction(0), least)


def people(support: Exact, reporters: Exact, low: Exact, high: Exact, collision: Exact) -> Exact:
    """How many of the reporters hold an item: noise is taken out first, collisions then."""
    return unbias(unbias(support, reporters * low, high - low), reporters * collision, 1 - collision)


def _joined(hits: Hits, collision: Fraction, join: Join) -> list[Real]:
    """Of every item the estimates of the rows, in order and joined."""
    reporters: list[int] = hits.reporters.tolist()

    def of(supports: Sequence[int]) -> Real:
        def joined(low: Known, high: Known) -> Known:
            rows = [
                _held(support, count, Fraction(hits.scale), collision, low, high)
                for support, count in zip(supports, reporters, strict=True)
            ]
            return join(in_order(rows))

        return lift(joined, hits.channel.low, hits.channel.high)

    return [of(each) for each in hits.supports.T.tolist()]


def _held(
    support: int, reporters: int, scale: Fraction, collision: Fraction, low: Exact, high: Exact
) -> Exact:
    """How many people hold an item, where each report stands for `scale` of them."""
    found = people(like(low, support), like(low, reporters), low, high, like(low, collision))
    return found * scale.numerator / scale.denominator
