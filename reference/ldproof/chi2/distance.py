"""How many people's variants must change for a decision to change."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.tables import Region, Tables, exact_threshold, first_holding, parse_table
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array

__all__ = ["distance"]

# The tables at a distance from a table: up to four edges, on each of which (7) is a convex quadratic.


@dataclass(frozen=True, slots=True)
class Edge:
    """The tables (a + across (r - t), b + up t) for t from `low` to `high`, where there are any."""

    a: Int64Array
    b: Int64Array
    r: Int64Array
    across: int
    up: int
    low: Int64Array
    high: Int64Array
    exists: Bits

    def at(self, t: Int64Array) -> tuple[Int64Array, Int64Array]:
        """The cells (a, b) of the table at t, for one t or several; no table's, where the edge does not exist."""
        return self.a + self.across * (self.r - t), self.b + self.up * t

    def least(self, region: Region) -> Array:
        """The t at which (7) is least on the edge's line, where its derivative is 0."""
        N, weight = float(region.m1 + region.m2), float(region.tau) * region.m1 * region.m2
        slant = (self.a + self.across * self.r) * float(region.m2) - self.b * float(region.m1)
        margin = (self.a + self.across * self.r + self.b).astype(np.float64)
        tilt = -float(self.across * region.m2 + self.up * region.m1)
        shift = float(self.up - self.across)
        curvature = N * tilt**2 + weight * shift**2
        if not curvature:  # then it is the same everywhere on the line
            return np.zeros(self.a.shape)
        return (weight * shift * (N / 2 - margin) - N * tilt * slant) / curvature


def distance_edges(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Iterator[Edge]:
    """Yield the up to four edges of the tables at distance r from each table."""
    for across, room_across in ((1, region.m1 - a), (-1, a)):
        for up, room_up in ((1, region.m2 - b), (-1, b)):
            low, high = np.maximum(0, r - room_across), np.minimum(r, room_up)
            yield Edge(a, b, r, across, up, low, high, low <= high)


# The way out of a thin ellipse's surroundings: few rows have a table that is not significant, and all are looked at.
#
# In a row those tables are from `low` to `high`, and both grow from row to row.

FAR = np.iinfo(np.int64).max


def distances_along_rows(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """The distance of each table in a region to the nearest table outside it, by the rows of the smaller group."""
    if region.m1 < region.m2:
        return distances_along_rows(Region(region.m2, region.m1, region.tau, region.closed), b, a)
    left, right = region.row_ends()
    rows = np.flatnonzero(right - left > 1)
    low, high = left[rows] + 1, right[rows] - 1
    # All is the same with all variants flipped, so that cases may be taken to have the larger share.
    flipped = a * region.m2 < b * region.m1
    a, b = np.where(flipped, region.m1 - a, a), np.where(flipped, region.m2 - b, b)
    start = np.searchsorted(rows, b)
    across = np.maximum(start, np.searchsorted(high, a))
    # Down and left to the row before; up and left to a row up to where `a` itself is reached; up, to that row.
    down = np.where(start > 0, b - rows[start - 1] + a - high[start - 1], FAR)
    least = least_between(rows - high, start, across)
    up = np.where(across > start, a - b + least, FAR)
    straight = rows[across] - b + np.maximum(low[across] - a, 0)
    found: Int64Array = np.minimum.reduce((down, up, straight))
    return found


def least_between(values: Int64Array, start: Int64Array, stop: Int64Array) -> Int64Array:
    """The least of values[start:stop], place by place; 0 if there is none.

    A range is two that overlap, as long as the largest power of 2 that fits: for these the least are known from
    shorter ones.
    """
    found = np.zeros_like(start)
    size, least = 1, values
    while least.size:
        here = stop - start >= size
        found[here] = np.minimum(least[start[here]], least[stop[here] - size])
        least = np.minimum(least[:-size], least[size:])
        size *= 2
    return found


# How far significant tables are from one that is not: searched from the real distance to the ellipse on.

HAIR = 2.0**-10
"""More than floats are off in a distance of up to 2^32: it takes a dozen steps, and each takes 2^-53 of a number."""

PATIENCE = 16
"""After so many distances without a table, rows are quicker."""

MOST_ROWS = 500_000
"""So many rows take a second."""

MOST_STEPS = 10_000
"""Where there are more, so many distances take some seconds."""


def way_out(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """The distance of each table in the region, which are the significant ones, to the nearest table outside it.

    From the real distance on, which is no longer, edges are searched for a table; on an edge the best one is next to
    the quadratic's least point. Around a thin ellipse that may go on for long.
    """
    found = np.ceil(l1_lower_bound(region, a, b) - HAIR).astype(np.int64)
    searching = np.arange(a.size)
    few = min(region.m1, region.m2) <= MOST_ROWS
    for _ in range(PATIENCE if few else MOST_STEPS):
        here = a[searching], b[searching], found[searching]
        searching = searching[~has_table_outside(region, *here)]
        if not searching.size:
            return found
        found[searching] += 1
    if not few:
        raise Refused(
            Reason.TOO_LARGE,
            f"too few tables of m1 = {region.m1} and m2 = {region.m2} have a statistic of at most {float(region.tau)}",
            f"a larger threshold, or at most {MOST_ROWS} people in the smaller group",
        )
    found[searching] = distances_along_rows(region, a[searching], b[searching])
    return found


def shortest_way_out(region: Region, a: Int64Array, b: Int64Array) -> int:
    """The least of the distances that `way_out` finds; few tables are near enough to the ellipse to be searched."""
    about = l1_lower_bound(region, a, b)
    some = np.array([about.argmin()])
    nearest = int(way_out(region, a[some], b[some]).item())
    closer = about < nearest
    return int(way_out(region, a[closer], b[closer]).min(initial=nearest))


def l1_lower_bound(region: Region, a: Int64Array, b: Int64Array) -> Array:
    """The L1 distance of each table in the region to the ellipse, over real points: a lower bound on `way_out`.

    The nearest point is straight across or straight up, or where a diagonal touches the ellipse. In twice the distances
    from the centre, about which all is symmetric, so that cases may be taken to have the larger share.
    """
    m1, m2, tau = float(region.m1), float(region.m2), float(region.tau)
    side = np.sign(a * region.m2 - b * region.m1)
    x, y = side * (2 * a - region.m1), side * (2 * b - region.m2)
    narrow, apart = 2 * tau * m1 * m2 / (m1 + m2), m1 - m2
    wide = sqrt(2 * narrow + apart**2) or 1.0  # 0 where the ellipse is a diagonal, and touched everywhere
    touching = np.abs(x - (m1 * apart + narrow) / wide) + np.abs(y - (m2 * apart - narrow) / wide)
    ways = touching, x - ellipse_border(y, m1, m2, tau), -y - ellipse_border(-x, m2, m1, tau)
    twice: Array = np.minimum.reduce(ways)
    return twice / 2


def ellipse_border(y: Int64Array, m1: float, m2: float, tau: float) -> Array:
    """Twice the distance, right of the centre, at which a row leaves the ellipse; y is twice the row's height."""
    N, weight = m1 + m2, tau * m1
    root = np.sqrt(weight * (weight + N * (m2 - y) * (m2 + y) / m2))
    right: Array = (m1 * (N - tau) * y + N * root) / (N * m2 + weight)
    return right


def has_table_outside(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Bits:
    """For each table, whether a table at distance r from it is outside the region."""
    found = np.zeros(a.shape, np.bool_)
    for edge in distance_edges(region, a, b, r):
        below = np.floor(edge.least(region))
        inside = np.clip(np.stack((below, below + 1)), edge.low, edge.high).astype(np.int64)
        found |= edge.exists & ~region.holds(*edge.at(inside)).all(axis=0)
    return found


# How many people's variants must change for a decision to change: whole numbers, for many tables at once.
#
# Neighbours differ by 1 in a or in b, so that this is the distance |a - a'| + |b - b'| to the nearest table on the
# other side.


def distance(a: int, b: int, m1: int, m2: int, tau: Fraction) -> int:
    """The least number of people whose variant must change for the decision at tau to change."""
    one, threshold = parse_table(a, b, m1, m2), exact_threshold(tau)
    return int(
        decision_distances(Tables(np.array([one.a]), np.array([one.b]), one.m1, one.m2), threshold).item()
    )


def decision_distances(tables: Tables, tau: Fraction) -> Int64Array:
    """For each table, the least number of people whose variant must change for the decision at tau to change."""
    region = Region(tables.m1, tables.m2, tau)
    found = np.zeros_like(tables.a)
    inside = region.holds(tables.a, tables.b)
    found[inside] = way_out(region, tables.a[inside], tables.b[inside])
    found[~inside] = way_in(region, tables.a[~inside], tables.b[~inside])
    return found


def way_in(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """The distance of each table outside the region to the nearest table in it."""
    return (
        first_holding(most_steps(region, a, b), lambda less: has_significant_table(region, a, b, less + 1))
        + 1
    )


def shortest_way_in(region: Region, a: Int64Array, b: Int64Array) -> int:
    """The least of the distances that `way_in` finds."""
    most = most_steps(region, a, b)

    def reached(r: int) -> bool:
        return bool(has_significant_table(region, a, b, np.minimum(r, most)).any())

    far = 1
    while not reached(far):
        far *= 2
    return bisect_left(range(far), 1, key=reached)


def most_steps(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """The distance of each table to the nearer of (m1, 0) and (0, m2); refused if these are not in the region."""
    if region.tau > region.m1 + region.m2 or (region.tau == region.m1 + region.m2 and not region.closed):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no table is beyond {region.tau}: the statistic is at most N = {region.m1 + region.m2}",
            "a smaller threshold",
        )
    most: Int64Array = np.minimum(region.m1 - a + b, a + region.m2 - b)
    return most


def has_significant_table(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Bits:
    """For each table, whether a table within distance r, but not beyond (m1, 0) or (0, m2), is in the region.

    The others form a convex set. So a ball around a table is in it if its corners are: the ends of its edges, and as
    long as it does not reach beyond those two tables no other.
    """
    found = np.zeros(a.shape, np.bool_)
    for edge in distance_edges(region, a, b, r):
        ends = np.stack((edge.low, edge.high))
        found |= edge.exists & region.holds(*edge.at(ends)).any(axis=0)
    return found


# The tables that a beta-error counts: those at tau + beta and above, those at tau - beta and below, and what is
# between.

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

Cells = tuple[Int64Array, Int64Array]


@dataclass(frozen=True)
class Gap:
    """The tables on both sides of a threshold, at least beta away from it."""

    m1: int
    m2: int
    tau: Fraction
    beta: Fraction

    def __post_init__(self) -> None:
        if self.m1 + self.m2 > MOST_PEOPLE:
            raise Refused(
                Reason.TOO_LARGE,
                f"m1 + m2 = {self.m1 + self.m2} is too large to look at every row of tables",
                f"at most {MOST_PEOPLE} people",
            )

    @property
    def above(self) -> bool:
        """Whether any table is at tau + beta or above: the statistic is at most N."""
        return self.tau + self.beta <= self.m1 + self.m2

    @property
    def below(self) -> bool:
        """Whether any table is at tau - beta or below: the statistic is at least 0, and somewhere it is."""
        return self.tau >= self.beta

    @property
    def upper(self) -> Region:
        """The tables at tau + beta and above."""
        return Region(self.m1, self.m2, self.tau + self.beta, closed=True)

    @property
    def lower(self) -> Region:
        """All tables but those at tau - beta and below."""
        return Region(self.m1, self.m2, self.tau - self.beta)

    @cached_property
    def upper_rows(self) -> Cells:
        """In each row the tables at tau + beta and above that are nearest to equal shares.

        Along a row, away from equal shares, the statistic grows, and from where |T| is 1 also |T|.
        """
        left, right = self.upper.row_ends()
        return _row_end_cells(left, left >= 0, right, right <= self.m1)

    @cached_property
    def lower_rows(self) -> Cells:
        """In each row the tables at tau - beta and below that are farthest from equal shares."""
        left, right = self.lower.row_ends()
        left, right = left + 1, right - 1
        there = left <= right
        return _row_end_cells(left, there, right, there)

    @cached_property
    def upper_edge(self) -> Cells:
        """Among the tables at tau + beta and above, those that shortest ways out of them start from.

        The first step, along a row or along a column, leaves them; so it starts at an end of a row or column.
        """
        return _join_mirrored_cells(self.upper_rows, self.mirrored.upper_rows)

    @cached_property
    def lower_edge(self) -> Cells:
        """Among the tables at tau - beta and below, those that shortest ways out of them start from."""
        return _join_mirrored_cells(self.lower_rows, self.mirrored.lower_rows)

    @cached_property
    def mirrored(self) -> "Gap":
        """The gap with cases and controls exchanged."""
        return Gap(self.m2, self.m1, self.tau, self.beta)

    @cached_property
    def length(self) -> int:
        """The least distance between a table of each side; both sides must have one."""
        return shortest_way_out(self.lower, *self.upper_edge)

    def from_below(self, a: Int64Array, b: Int64Array) -> Int64Array:
        """The distance of each table to the nearest table at tau - beta or below; 0 for these."""
        found = np.zeros_like(a)
        beyond = self.lower.holds(a, b)
        found[beyond] = way_out(self.lower, a[beyond], b[beyond])
        return found


def _join_mirrored_cells(rows: Cells, columns: Cells) -> Cells:
    """The tables of rows, and those of columns, whose cells are exchanged."""
    return np.concatenate((rows[0], columns[1])), np.concatenate((rows[1], columns[0]))


def _row_end_cells(left: Int64Array, is_left: Bits, right: Int64Array, is_right: Bits) -> Cells:
    """The tables at the ends of rows, as far as there are any."""
    rows = np.arange(left.size)
    return (
        np.concatenate((left[is_left], right[is_right])),
        np.concatenate((rows[is_left], rows[is_right])),
    )
