"""The way out of a thin ellipse's surroundings: few rows have a table that is not significant, and all are looked at.

In a row those tables are from `low` to `high`, and both grow from row to row.
"""

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.chi2.regions import Region

FAR = np.iinfo(np.int64).max


def along_rows(region: Region, a: Int64Array, b: Int64Array) -> Int64Array:
    """How far tables in a region are from those that are not, by the rows of the smaller group."""
    if region.m1 < region.m2:
        return along_rows(Region(region.m2, region.m1, region.tau, region.closed), b, a)
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
