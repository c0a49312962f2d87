"""One bit of the column's row in a Hadamard matrix, at a random place: H[l, c] = (-1)^(ones of l and c together).

The width is a power of two. Row c of H begins with a 1 for every c, which says nothing: `skip` 1 leaves that
place out, `skip` 0 does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.domains import DOMAINS, Whole, settle
from ldproof.exact import Digits, bernoulli, bernoullis, uniform, uniforms
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.reporting import coin
from ldproof.sketch.channels.channel import Content, Contents, column_of, excess_of, whole_below


@dataclass(frozen=True, slots=True)
class Hadamard:
    """A place l of `skip` .. width - 1 and a bit, where 1 stands for the sign -1; `excess` is E - 1."""

    width: int
    skip: int
    excess: Real

    def __post_init__(self) -> None:
        settle(self, width=DOMAINS["w"], skip=Whole(0, 1))
        object.__setattr__(self, "excess", excess_of(self.excess))
        if self.width & (self.width - 1):
            raise Refused(
                Reason.OUT_OF_RANGE, f"no Hadamard matrix of width {self.width}", "a power of two as width"
            )

    @property
    def low(self) -> Real:
        """Rows are orthogonal; without the first place, their product is -1 over all others."""
        if not self.skip:
            return Real(0)
        return -coin.contrast(self.excess) / (self.width - 1)

    @property
    def high(self) -> Real:
        """How much oftener a sign is right than wrong."""
        return coin.contrast(self.excess)

    @property
    def lie(self) -> Real:
        """The probability that the sign is wrong."""
        return coin.lie(self.excess)

    @property
    def support_range(self) -> int:
        """A sign."""
        return 2

    @property
    def bits(self) -> int:
        """A place, which is public, and a sign."""
        return (self.width - self.skip - 1).bit_length() + 1

    def say(self, column: int, coins: Coins) -> Content:
        """A place and a flip are drawn, whatever the column is."""
        column = column_of(self.width, column)
        place = self.skip + uniform(self.width - self.skip, coins)
        return place, sign(place, column) ^ bernoulli(Digits(self.lie), coins)

    def likelihood(self, column: int, content: Content) -> Real:
        """All places alike, and a coin."""
        column = column_of(self.width, column)
        self.check(content)
        place, said = content
        right = said == sign(place, column)

        return (coin.truth(self.excess) if right else coin.lie(self.excess)) / (self.width - self.skip)

    @property
    def outcomes(self) -> int:
        """All places with both signs."""
        return 2 * (self.width - self.skip)

    def outputs(self) -> Iterator[Content]:
        """All places with both signs."""
        return product(range(self.skip, self.width), (0, 1))

    def telling(self, content: Content) -> bool:
        """The sign of column 0, at a place where column 1 has the other."""
        place, said = content
        return said == sign(place, 0) != sign(place, 1)

    def check(self, content: Content) -> None:
        """A place that can be drawn, and a bit."""
        whole_below(content, (self.width, 2))
        if content[0] < self.skip:
            raise Refused(Reason.NOT_A_REPORT, "a report of place 0", f"a place from 1 to {self.width - 1}")

    def tally(self, content: Content) -> Int64Array:
        """The sign at its place."""
        place, said = content
        return np.where(np.arange(self.width) == place, 1 - 2 * said, 0)

    def possible(self, sums: Int64Array, reporters: int) -> bool:
        """Everybody adds one sign; two that differ leave nothing."""
        size = int(np.abs(sums).sum())
        return size <= reporters and (reporters - size) % 2 == 0 and not sums[: self.skip].any()

    def supports(self, sums: Int64Array) -> Int64Array:
        """H times the sums, in log2 w steps of adding and subtracting halves."""
        values, half = sums, 1
        while half < self.width:
            pairs = values.reshape(*sums.shape[:-1], -1, 2, half)
            first, second = pairs[..., 0, :], pairs[..., 1, :]
            values = np.stack((first + second, first - second), axis=-2).reshape(sums.shape)
            half *= 2
        return values

    def contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Everybody's place, then everybody's flip."""
        places = self.skip + uniforms(self.width - self.skip, columns.size, coins)
        lies = bernoullis(Digits(self.lie), columns.size, coins)
        return np.stack((places, (np.bitwise_count(places & columns) & 1) ^ lies), axis=1)

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Everybody adds one sign."""
        return np.stack([self._signs(columns, coins) for columns in groups])

    def _signs(self, columns: Int64Array, coins: Coins) -> Int64Array:
        places, signs = self.contents(columns, coins).T
        minus = np.bincount(places[signs == 1], minlength=self.width)
        return np.bincount(places, minlength=self.width) - 2 * minus


def sign(place: int, column: int) -> int:
    """0 where H has a 1, and 1 where it has a -1."""
    return (place & column).bit_count() & 1
