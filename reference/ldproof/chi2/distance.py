"""How many people's variants must change for a decision to change: whole numbers, for many tables at once.

Neighbours differ by 1 in a or in b, so that this is the distance |a - a'| + |b - b'| to the nearest table on the other
side. The tables at distance r form up to four edges, on each of which (7) is a convex quadratic.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from ldproof.chi2.regions import Bits, Numbers, Region, first
from ldproof.chi2.tables import Tables, table
from ldproof.numbers import Array
from ldproof.rejections import Reason, Refused

__all__ = ["distance"]

HAIR = 2.0**-10
"""More than floats are off in a distance of up to 2^32: it takes a dozen steps, and each takes 2^-53 of a number."""


def distance(a: int, b: int, m1: int, m2: int, tau: Fraction) -> int:
    """How many people must change for the decision to change."""
    one = table(a, b, m1, m2)
    return int(distances(Tables(np.array([one.a]), np.array([one.b]), m1, m2), tau).item())


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

    From the real distance on, which is no longer, edges are searched for a table; on an edge the best one is next to
    the quadratic's least point.
    """
    found = np.ceil(beeline(region, a, b) - HAIR).astype(np.int64)
    searching = np.arange(a.size)
    while searching.size:
        here = a[searching], b[searching], found[searching]
        searching = searching[~leaves(region, *here)]
        found[searching] += 1
    return found


def beeline(region: Region, a: Numbers, b: Numbers) -> Array:
    """How far tables in the region are from the ellipse, |a - a'| + |b - b'|, over real a' and b'.

    The nearest point is straight across or straight up, or where a diagonal touches the ellipse. In twice the distances
    from the centre, about which all is symmetric, so that cases may be taken to have the larger share.
    """
    m1, m2, tau = float(region.m1), float(region.m2), float(region.tau)
    side = np.sign(a * region.m2 - b * region.m1)
    x, y = side * (2 * a - region.m1), side * (2 * b - region.m2)
    narrow, apart = 2 * tau * m1 * m2 / (m1 + m2), m1 - m2
    wide = sqrt(2 * narrow + apart**2) or 1.0  # 0 where the ellipse is a diagonal, and touched everywhere
    touching = np.abs(x - (m1 * apart + narrow) / wide) + np.abs(y - (m2 * apart - narrow) / wide)
    ways = touching, x - border(y, m1, m2, tau), -y - border(-x, m2, m1, tau)
    twice: Array = np.minimum.reduce(ways)
    return twice / 2


def border(y: Numbers, m1: float, m2: float, tau: float) -> Array:
    """Twice how far to the right of the centre a row leaves the ellipse, from twice how far above the centre it is."""
    N, weight = m1 + m2, tau * m1
    root = np.sqrt(weight * (weight + N * (m2 - y) * (m2 + y) / m2))
    right: Array = (m1 * (N - tau) * y + N * root) / (N * m2 + weight)
    return right


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
        """The table at t; it is none where the edge does not exist."""
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
    for across, room_across in ((1, region.m1 - a), (-1, a)):
        for up, room_up in ((1, region.m2 - b), (-1, b)):
            low, high = np.maximum(0, r - room_across), np.minimum(r, room_up)
            yield Edge(a, b, r, across, up, low, high, low <= high)
