"""The tables on one side of an ellipse: decided exactly for many at once, and where each row of tables crosses over."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.numbers import rational

DOUBT = 2.0**-48
"""How far a product of some whole numbers in floats may be off, relative to itself: each step takes 2^-53."""


@dataclass(frozen=True, slots=True)
class Region:
    """The tables of m1 cases and m2 controls whose statistic exceeds tau; if `closed`, those at tau too."""

    m1: int
    m2: int
    tau: Fraction
    closed: bool = False

    def holds(self, a: Int64Array, b: Int64Array) -> Bits:
        """Which tables are in it: floats decide where they can, fractions elsewhere."""
        N, margin = self.m1 + self.m2, a + b
        slant, spread = a * self.m2 - b * self.m1, margin * (N - margin)
        left = N * slant.astype(np.float64) ** 2
        right = float(self.tau) * self.m1 * self.m2 * spread.astype(np.float64)
        found: Bits = left > right
        # Where both groups have the same share the statistic is 0, or 0/0: that leaves no doubt.
        even = slant == 0
        if self.closed and not self.tau:
            found |= even & (spread > 0)
        doubtful = ~even & (np.abs(left - right) <= DOUBT * (left + right))
        for place in zip(*doubtful.nonzero(), strict=True):
            found[place] = self.has(int(a[place]), int(b[place]))
        return found

    def has(self, a: int, b: int) -> bool:
        """Whether one table is in it; never where the statistic is 0/0."""
        side = beyond_ellipse(*[rational(each) for each in (a, b, self.m1, self.m2, self.tau)])
        return side > 0 or (self.closed and side == 0 and 0 < a + b < self.m1 + self.m2)

    def row_ends(self) -> tuple[Int64Array, Int64Array]:
        """For b = 0, ..., m2: the last a on the left that is in it, and the first on the right; -1 and m1 + 1 if none.

        Along a row the statistic falls to 0, where both groups have the same share, and rises again; and it is the
        same with all variants flipped.
        """
        b = np.arange(self.m2 + 1)
        even = b * self.m1 // self.m2
        left = even - first(even + 1, lambda steps: self.holds(even - steps, b))
        return left, self.m1 - left[::-1]


def first(many: Int64Array, holds: Callable[[Int64Array], Bits]) -> Int64Array:
    """The least number of 0, ..., many - 1 from which on something holds, place by place; `many` if there is none.

    Places that are settled are asked again, about `many` too, and not listened to.
    """
    low, high = np.zeros_like(many), many.copy()
    while (open_ := low < high).any():
        middle = (low + high) // 2
        found = holds(middle)
        high = np.where(open_ & found, middle, high)
        low = np.where(open_ & ~found, middle + 1, low)
    return low
