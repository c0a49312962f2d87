"""How many people's variants must change for a decision to change: whole numbers, for many tables at once.

Neighbours differ by 1 in a or in b, so that this is the distance |a - a'| + |b - b'| to the nearest table on the other
side.
"""

from bisect import bisect_left
from fractions import Fraction

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.edges import edges
from ldproof.chi2.regions import Region, first
from ldproof.chi2.tables import Tables, rational, table
from ldproof.chi2.way_out import way_out
from ldproof.rejections import Reason, Refused

__all__ = ["distance"]


def distance(a: int, b: int, m1: int, m2: int, tau: Fraction) -> int:
    """How many people must change for the decision to change."""
    one, threshold = table(a, b, m1, m2), rational(tau)
    return int(distances(Tables(np.array([one.a]), np.array([one.b]), one.m1, one.m2), threshold).item())


def distances(tables: Tables, tau: Fraction) -> Int64Array:
    """How many people must change for the decision to change, for each of several tables."""
    region = Region(tables.m1, tables.m2, tau)
    found = np.zeros_like(tables.a)
    inside = region.holds(tables.a, tables.b)
    found[inside] = way_out(region, tables.a[inside], tables.b[inside])
    found[~inside] = way_in(region, tables.a[~inside], tables.b[~inside])
    return found


def way_in(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """How far tables that are not significant are from one that is."""
    return first(most_steps(region, a, b), lambda less: reaches(region, a, b, less + 1)) + 1


def shortest_way_in(region: Region, a: Int64Array, b: Int64Array) -> int:
    """The least of these distances."""
    most = most_steps(region, a, b)

    def reached(r: int) -> bool:
        return bool(reaches(region, a, b, np.minimum(r, most)).any())

    far = 1
    while not reached(far):
        far *= 2
    return bisect_left(range(far), 1, key=reached)


def most_steps(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """How far the nearer of (m1, 0) and (0, m2) is, where the statistic is N."""
    if region.tau > region.m1 + region.m2 or (region.tau == region.m1 + region.m2 and not region.closed):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no table is beyond {region.tau}: the statistic is at most N = {region.m1 + region.m2}",
            "a smaller threshold",
        )
    most: Int64Array = np.minimum(region.m1 - a + b, a + region.m2 - b)
    return most


def reaches(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Bits:
    """Whether a table within a distance r, but not beyond (m1, 0) or (0, m2), is significant.

    The others form a convex set. So a ball around a table is in it if its corners are: the ends of its edges, and as
    long as it does not reach beyond those two tables no other.
    """
    found = np.zeros(a.shape, np.bool_)
    for edge in edges(region, a, b, r):
        ends = np.stack((edge.low, edge.high))
        found |= edge.exists & region.holds(*edge.at(ends)).any(axis=0)
    return found
