"""How far significant tables are from one that is not: searched from the real distance to the ellipse on."""

from math import sqrt

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.edges import edges
from ldproof.chi2.regions import Region
from ldproof.chi2.rows import along_rows
from ldproof.numbers import Array
from ldproof.rejections import Reason, Refused

HAIR = 2.0**-10
"""More than floats are off in a distance of up to 2^32: it takes a dozen steps, and each takes 2^-53 of a number."""

PATIENCE = 16
"""After so many distances without a table, rows are quicker."""

MOST_ROWS = 500_000
"""So many rows take a second."""

MOST_STEPS = 10_000
"""Where there are more, so many distances take some seconds."""


def way_out(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """How far significant tables are from one that is not.

    From the real distance on, which is no longer, edges are searched for a table; on an edge the best one is next to
    the quadratic's least point. Around a thin ellipse that may go on for long.
    """
    found = np.ceil(l1_lower_bound(region, a, b) - HAIR).astype(np.int64)
    searching = np.arange(a.size)
    few = min(region.m1, region.m2) <= MOST_ROWS
    for _ in range(PATIENCE if few else MOST_STEPS):
        here = a[searching], b[searching], found[searching]
        searching = searching[~leaves(region, *here)]
        if not searching.size:
            return found
        found[searching] += 1
    if not few:
        raise Refused(
            Reason.TOO_LARGE,
            f"too few tables of m1 = {region.m1} and m2 = {region.m2} have a statistic of at most {float(region.tau)}",
            f"a larger threshold, or at most {MOST_ROWS} people in the smaller group",
        )
    found[searching] = along_rows(region, a[searching], b[searching])
    return found


def shortest_way_out(region: Region, a: Int64Array, b: Int64Array) -> int:
    """The least of these distances, for which few tables are near enough to the ellipse itself."""
    about = l1_lower_bound(region, a, b)
    some = np.array([about.argmin()])
    nearest = int(way_out(region, a[some], b[some]).item())
    closer = about < nearest
    return int(way_out(region, a[closer], b[closer]).min(initial=nearest))


def l1_lower_bound(region: Region, a: Int64Array, b: Int64Array) -> Array:
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


def border(y: Int64Array, m1: float, m2: float, tau: float) -> Array:
    """Twice how far to the right of the centre a row leaves the ellipse, from twice how far above the centre it is."""
    N, weight = m1 + m2, tau * m1
    root = np.sqrt(weight * (weight + N * (m2 - y) * (m2 + y) / m2))
    right: Array = (m1 * (N - tau) * y + N * root) / (N * m2 + weight)
    return right


def leaves(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Bits:
    """Whether a table at distance r is out of the region."""
    found = np.zeros(a.shape, np.bool_)
    for edge in edges(region, a, b, r):
        below = np.floor(edge.least(region))
        inside = np.clip(np.stack((below, below + 1)), edge.low, edge.high).astype(np.int64)
        found |= edge.exists & ~region.holds(*edge.at(inside)).all(axis=0)
    return found
