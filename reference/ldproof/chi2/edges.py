"""The tables at a distance from a table: up to four edges, on each of which (7) is a convex quadratic."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.regions import Region
from ldproof.numbers import Array


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
        """The table at t, or the tables at several; they are none where the edge does not exist."""
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


def edges(region: Region, a: Int64Array, b: Int64Array, r: Int64Array) -> Iterator[Edge]:
    """The edges of the tables at distance r, as far as they are tables."""
    for across, room_across in ((1, region.m1 - a), (-1, a)):
        for up, room_up in ((1, region.m2 - b), (-1, b)):
            low, high = np.maximum(0, r - room_across), np.minimum(r, room_up)
            yield Edge(a, b, r, across, up, low, high, low <= high)
