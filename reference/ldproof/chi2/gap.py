"""The tables that a beta-error counts: those at tau + beta and above, those at tau - beta and below, and what is between."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.chi2.regions import Region
from ldproof.chi2.way_out import shortest_way_out, way_out
from ldproof.rejections import Reason, Refused

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

Cells = tuple[Int64Array, Int64Array]


@dataclass(frozen=True)
class Gap:
    """The two sides of a threshold, beta away from it."""

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
        return _ends(left, left >= 0, right, right <= self.m1)

    @cached_property
    def lower_rows(self) -> Cells:
        """In each row the tables at tau - beta and below that are farthest from equal shares."""
        left, right = self.lower.row_ends()
        left, right = left + 1, right - 1
        there = left <= right
        return _ends(left, there, right, there)

    @cached_property
    def upper_edge(self) -> Cells:
        """Among the tables at tau + beta and above, those that shortest ways out of them start from.

        The first step, along a row or along a column, leaves them; so it starts at an end of a row or column.
        """
        return _both(self.upper_rows, self.mirrored.upper_rows)

    @cached_property
    def lower_edge(self) -> Cells:
        """Among the tables at tau - beta and below, those that shortest ways out of them start from."""
        return _both(self.lower_rows, self.mirrored.lower_rows)

    @cached_property
    def mirrored(self) -> "Gap":
        """The gap with cases and controls exchanged."""
        return Gap(self.m2, self.m1, self.tau, self.beta)

    @cached_property
    def length(self) -> int:
        """The distance between the two sides, both of which must be there."""
        return shortest_way_out(self.lower, *self.upper_edge)

    def from_below(self, a: Int64Array, b: Int64Array) -> Int64Array:
        """How far tables are from those at tau - beta and below; 0 for these."""
        found = np.zeros_like(a)
        beyond = self.lower.holds(a, b)
        found[beyond] = way_out(self.lower, a[beyond], b[beyond])
        return found


def _both(rows: Cells, columns: Cells) -> Cells:
    """The tables of rows, and those of columns, whose cells are exchanged."""
    return np.concatenate((rows[0], columns[1])), np.concatenate((rows[1], columns[0]))


def _ends(left: Int64Array, is_left: Bits, right: Int64Array, is_right: Bits) -> Cells:
    """The tables at the ends of rows, as far as there are any."""
    rows = np.arange(left.size)
    return (
        np.concatenate((left[is_left], right[is_right])),
        np.concatenate((rows[is_left], rows[is_right])),
    )
