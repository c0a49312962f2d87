"""One column: one's own with probability E/(E + w - 1), each other one with 1/(E + w - 1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.domains import DOMAINS, settle
from ldproof.exact import Digits, bernoulli, bernoullis, uniform, uniforms
from ldproof.numbers import Real
from ldproof.sketch.channels.channel import Content, Contents, column_of, excess_of, whole_below


@dataclass(frozen=True, slots=True)
class Kary:
    """k-ary randomized response, where k is the width; `excess` is E - 1."""

    width: int
    excess: Real

    def __post_init__(self) -> None:
        settle(self, width=DOMAINS["w"])
        object.__setattr__(self, "excess", excess_of(self.excess))

    @property
    def low(self) -> Real:
        """The probability of another column."""
        return 1 / (self.excess + self.width)

    @property
    def high(self) -> Real:
        """The probability of one's own column."""
        return (1 + self.excess) / (self.excess + self.width)

    @property
    def truthful(self) -> Real:
        """The probability of saying the column; otherwise any column is said, which may be the same."""
        return self.excess / (self.excess + self.width)

    @property
    def support_range(self) -> int:
        """A column is said or not."""
        return 1

    @property
    def bits(self) -> int:
        """A column."""
        return (self.width - 1).bit_length()

    def say(self, column: int, coins: Coins) -> Content:
        """A decision and a column are drawn, whether or not that column is used."""
        column = column_of(self.width, column)
        truthful = bernoulli(Digits(self.truthful), coins)
        anything = uniform(self.width, coins)
        return (column if truthful else anything,)

    def likelihood(self, column: int, content: Content) -> Real:
        """One of two."""
        column = column_of(self.width, column)
        self.check(content)
        return self.high if content == (column,) else self.low

    @property
    def outcomes(self) -> int:
        """All columns."""
        return self.width

    def outputs(self) -> Iterator[Content]:
        """All columns."""
        return ((column,) for column in range(self.width))

    def telling(self, content: Content) -> bool:
        """Column 0 is said."""
        return content == (0,)

    def check(self, content: Content) -> None:
        """A column."""
        whole_below(content, (self.width,))

    def tally(self, content: Content) -> Int64Array:
        """One at the column."""
        return np.bincount(content, minlength=self.width)

    def possible(self, sums: Int64Array, reporters: int) -> bool:
        """Everybody says one column."""
        return bool((sums >= 0).all() and sums.sum() == reporters)

    def supports(self, sums: Int64Array) -> Int64Array:
        """Who said it."""
        return sums

    def contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Everybody's decision, then everybody's other column."""
        truthful = bernoullis(Digits(self.truthful), columns.size, coins)
        anything = uniforms(self.width, columns.size, coins)
        return np.where(truthful, columns, anything)[:, np.newaxis]

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Everybody says one."""
        said = [self.contents(columns, coins).ravel() for columns in groups]
        return np.stack([np.bincount(each, minlength=self.width) for each in said])
