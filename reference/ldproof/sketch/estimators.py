"""How often an item is held, from the support that its columns have.

Each row gives an estimate of its own, and all of them are joined to one: by their mean, which is unbiased over
the hashes; by their median; or by their minimum, as the sketch without noise has it. With noise the minimum is
biased and bounds nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from ldproof.budget import Quantity
from ldproof.debias import unbias
from ldproof.numbers import Exact, like
from ldproof.sketch.channels import Channel
from ldproof.sketch.channels.channel import Numbers
from ldproof.sketch.several import at_each


@dataclass(frozen=True, slots=True)
class Hits:
    """The support of several items, and whose it is."""

    supports: Numbers
    """A row for every row of sums, a column for every item."""
    reporters: Numbers
    """How many reports each row has."""
    scale: int
    """How many people a report stands for: d, where it is about one row of d; otherwise 1."""
    shared: bool
    """Whether everybody's reports are about the same hashes, so that collisions do not even out."""
    channel: Channel
    collision: Fraction

    @property
    def weight(self) -> Fraction:
        """What a report counts in the mean."""
        return Fraction(self.scale, len(self.reporters))

    @property
    def N(self) -> Fraction:
        """How many people have reported."""
        return int(self.reporters.sum()) * self.weight


def mean(hits: Hits) -> list[Quantity]:
    """The mean over the rows, with the exact collision probability taken out: unbiased."""
    reporters = int(hits.reporters.sum())
    supports = hits.supports.sum(axis=0).tolist()
    return [_estimate(hits, each, reporters, hits.weight, hits.collision) for each in supports]


def median(hits: Hits) -> list[Quantity]:
    """The median of the rows, collisions taken out of each; of an even number the mean of the middle two."""
    rows = len(hits.reporters)
    low, high = (rows - 1) // 2, rows // 2
    found = _rows(hits, hits.collision)
    return [_middle(_ordered(each, low), _ordered(each, high)) for each in found]


def minimum(hits: Hits) -> list[Quantity]:
    """The least of the rows, collisions and all: the source's section 3.2, in people instead of shares."""
    return [_ordered(each, 0) for each in _rows(hits, Fraction(0))]


def people(support: Exact, reporters: Exact, low: Exact, high: Exact, collision: Exact) -> Exact:
    """How many of the reporters hold an item: noise is taken out first, collisions then."""
    return unbias(unbias(support, reporters * low, high - low), reporters * collision, 1 - collision)


def _rows(hits: Hits, collision: Fraction) -> list[list[Quantity]]:
    """For every item, the estimate of every row."""
    return [
        [
            _estimate(hits, int(support), int(reporters), Fraction(hits.scale), collision)
            for support, reporters in zip(column, hits.reporters, strict=True)
        ]
        for column in hits.supports.T
    ]


def _estimate(hits: Hits, support: int, reporters: int, scale: Fraction, collision: Fraction) -> Quantity:
    def held(rates: Sequence[Exact]) -> Exact:
        low, high = rates
        shared = like(low, collision.numerator) / collision.denominator
        found = people(like(low, support), like(low, reporters), low, high, shared)
        return found * scale.numerator / scale.denominator

    return at_each((hits.channel.low, hits.channel.high), held, held)


def _ordered(rows: Sequence[Quantity], place: int) -> Quantity:
    """The number at this place among all in order; of balls, it is between the lower and the upper ends there."""

    def between(balls: Sequence[arb]) -> arb:
        lowest = sorted(ball.lower() for ball in balls)
        return lowest[place].union(sorted(ball.upper() for ball in balls)[place])

    return at_each(rows, lambda exact: sorted(exact)[place], between)


def _middle(one: Quantity, other: Quantity) -> Quantity:
    return at_each((one, other), _half_way, _half_way)


def _half_way(both: Sequence[Exact]) -> Exact:
    one, other = both
    return (one + other) / 2
