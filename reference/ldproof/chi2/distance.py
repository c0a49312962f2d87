"""How many people's variants must change for a decision to change: whole numbers, for many tables at once.

Neighbours differ by 1 in a or in b, so that this is the distance |a - a'| + |b - b'| to the nearest table on the other
side. The tables at distance r form up to four edges, on each of which (7) is a convex quadratic.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.chi2.regions import Bits, Numbers, Region, first
from ldproof.chi2.tables import Tables, table
from ldproof.numbers import Array
from ldproof.rejections import Reason, Refused

__all__ = ["distance"]

SLACK = 2.0**-44
"""By which share of their summands floats may be off, where they serve as a lower bound; each step takes 2^-53."""

DIRECTIONS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def distance(a: int, b: int, m1: int, m2: int, tau: Fraction) -> int:
    """How many people must change for the decision to change."""
    one = table(a, b, m1, m2)
    return int(distances(Tables(np.array([one.a]), np.array([one.b]), m1, m2), tau)[0])


def distances(tables: Tables, tau: Fraction) -> Numbers:
    """The same for several tables."""
    region = Region(tables.m1, tables.m2, tau)
    found = np.zeros_like(tables.a)
    inside = region.holds(tables.a, tables.b)
    found[inside] = way_out(region, tables.a[inside], tables.b[inside])
    found[~inside] = way_in(region, tables.a[~inside], tables.b[~inside])
    return found


def way_in(region: Region, a: Numbers, b: Numbers) -> Numbers:
    """How far tables that are not significant are from one that is.

    The others form a convex set. So a ball around a table is in it if its corners are: the ends of its edges, and
    as long as it does not reach beyond (m1, 0) and (0, m2), where the statistic is N, no other.
    """
    if region.tau > region.m1 + region.m2 or (region.tau == region.m1 + region.m2 and not region.closed):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no table is beyond {region.tau}: the statistic is at most N = {region.m1 + region.m2}",
            "a smaller threshold",
        )
    most = np.minimum(region.m1 - a + b, a + region.m2 - b)

    def reaches(less: Numbers) -> Bits:
        found = np.zeros(a.shape, np.bool_)
        for edge in edges(region, a, b, less + 1):
            for end in (edge.low, edge.high):
                found |= edge.exists & region.holds(*edge.at(end))
        return found

    return first(most, reaches) + 1


def way_out(region: Region, a: Numbers, b: Numbers) -> Numbers:
    """How far significant tables are from one that is not.

    From the real distance on, rounded down in the safe direction, edges are searched for a table; on an edge the best
    one is next to the quadratic's least point. (0, 0) and (m1, m2) are never significant.
    """
    margin = a + b
    most = np.minimum(margin, region.m1 + region.m2 - margin)
    found = first(most, lambda less: may_leave(region, a, b, less + 1)) + 1
    searching = np.arange(a.size)
    while searching.size:
        here = a[searching], b[searching], found[searching]
        searching = searching[~leaves(region, *here)]
        found[searching] += 1
    return found


def may_leave(region: Region, a: Numbers, b: Numbers, r: Numbers) -> Bits:
    """Whether a real point at distance r may be out of the region; where it is, this never says no."""
    found = np.zeros(a.shape, np.bool_)
    N, weight = region.m1 + region.m2, float(region.tau) * region.m1 * region.m2
    for edge in edges(region, a, b, r):
        real_a, real_b = edge.at_real(np.clip(edge.least(region), edge.low, edge.high))
        one, two = real_a * region.m2, real_b * region.m1
        slant = np.maximum(np.abs(one - two) - SLACK * (one + two), 0)
        margin = (real_a + real_b) * (N - real_a - real_b)
        found |= edge.exists & (N * slant**2 <= weight * (margin + SLACK * N**2))
    return found


def leaves(region: Region, a: Numbers, b: Numbers, r: Numbers) -> Bits:
    """Whether a table at distance r is out of the region."""
    found = np.zeros(a.shape, np.bool_)
    for edge in edges(region, a, b, r):
        below = np.floor(edge.least(region))
        for place in (below, below + 1):
            near = np.clip(place, edge.low, edge.high).astype(np.int64)
            found |= edge.exists & ~region.holds(*edge.at(near))
    return found


@dataclass(frozen=True, slots=True)
class Edge:
    """The tables (a + across (r - t), b + up t) for t from `low` to `high`, where there are any."""

    a: Numbers
    b: Numbers
    r: Numbers
    across: int
    up: int
    low: Numbers
    high: Numbers
    exists: Bits

    def at(self, t: Numbers) -> tuple[Numbers, Numbers]:
        """The table at t; where the edge does not exist, the one in its middle."""
        t, r = np.where(self.exists, t, 0), np.where(self.exists, self.r, 0)
        return self.a + self.across * (r - t), self.b + self.up * t

    def at_real(self, t: Array) -> tuple[Array, Array]:
        """The point at t."""
        return self.a + self.across * (self.r - t), self.b + self.up * t

    def least(self, region: Region) -> Array:
        """The t at which (7) is least on the line that the edge lies on: where its derivative is 0."""
        N, weight = float(region.m1 + region.m2), float(region.tau) * region.m1 * region.m2
        slant = (self.a + self.across * self.r) * float(region.m2) - self.b * float(region.m1)
        margin = (self.a + self.across * self.r + self.b).astype(np.float64)
        tilt = -float(self.across * region.m2 + self.up * region.m1)
        shift = float(self.up - self.across)
        curvature = N * tilt**2 + weight * shift**2
        if not curvature:  # then it is the same everywhere on the line
            return np.zeros(self.a.shape)
        return (weight * shift * (N / 2 - margin) - N * tilt * slant) / curvature


def edges(region: Region, a: Numbers, b: Numbers, r: Numbers) -> Iterator[Edge]:
    """The edges of the tables at distance r, as far as they are tables."""
    for across, up in DIRECTIONS:
        room_across = region.m1 - a if across > 0 else a
        room_up = region.m2 - b if up > 0 else b
        low, high = np.maximum(0, r - room_across), np.minimum(r, room_up)
        yield Edge(a, b, r, across, up, low, high, low <= high)
