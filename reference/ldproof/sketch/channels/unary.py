"""A bit for every column: 1 with probability q for one's own, with p for every other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.codec.values import SingleDigits
from ldproof.coins import Coins
from ldproof.domains import DOMAINS, settle
from ldproof.exact import BY_SECRET, Digits, bernoullis, binomials, by_secrets, successes
from ldproof.numbers import Exact, Real, lift
from ldproof.sketch.channels.channel import Content, Contents, column_of, rate, whole_below

REMEMBERED = 1 << 10
"""How many probabilities of rows are kept, as many rows have the same."""


@dataclass(frozen=True, slots=True)
class Unary:
    """The flips of a row."""

    width: int
    p: Real
    q: Real

    def __post_init__(self) -> None:
        settle(self, width=DOMAINS["w"])
        for name in ("p", "q"):
            object.__setattr__(self, name, rate(name, getattr(self, name)))

    @property
    def low(self) -> Real:
        """Another column's bit."""
        return self.p

    @property
    def high(self) -> Real:
        """One's own column's bit."""
        return self.q

    @property
    def support_range(self) -> int:
        """A bit."""
        return 1

    @property
    def bits(self) -> int:
        """One for every column."""
        return self.width

    def say(self, column: int, coins: Coins) -> Content:
        """Every bit by one table, so that the number of bytes read tells nothing of the column."""
        own = (np.arange(self.width) == column_of(self.width, column)).astype(np.uint8)
        return tuple(by_secrets((Digits(self.p), Digits(self.q)), own, coins, BY_SECRET).astype(int).tolist())

    def likelihood(self, column: int, content: Content) -> Real:
        """The bits are independent."""
        column = column_of(self.width, column)
        self.check(content)
        return row_chance(self.p, self.q, content[column], sum(content) - content[column], self.width)

    @property
    def outcomes(self) -> int:
        """All rows of bits."""
        return 1 << self.width

    def outputs(self) -> Iterator[Content]:
        """All rows of bits."""
        return product((0, 1), repeat=self.width)

    def telling(self, content: Content) -> bool:
        """Column 0 says yes and column 1 no."""
        return content[0] > content[1]

    def check(self, content: Content) -> None:
        """A bit for every column."""
        # Rows are many, and some of them long.
        whole = isinstance(content, SingleDigits) or (
            type(content) is tuple and {*map(type, content)} <= {int}
        )
        if not (whole and len(content) == self.width and {*content} <= {0, 1}):
            whole_below(content, (2,) * self.width)

    def tally(self, content: Content) -> Int64Array:
        """Each bit at its column."""
        return np.array(content, np.int64)

    def possible(self, sums: Int64Array, reporters: int) -> bool:
        """At most everybody's bit is 1."""
        return bool(((sums >= 0) & (sums <= reporters)).all())

    def supports(self, sums: Int64Array) -> Int64Array:
        """The ones themselves."""
        return sums

    def contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """The ones elsewhere as they fall, by the gaps between them; then everybody's own bit."""
        bits = np.zeros(columns.size * self.width, np.uint8)
        bits[successes(bits.size, self.p, coins)] = 1
        rows = bits.reshape(columns.size, self.width)
        rows[np.arange(columns.size), columns] = bernoullis(Digits(self.q), columns.size, coins)
        return rows

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Two Binomial numbers for each column: of ones from those whose own it is, and from the others."""
        own = np.stack([np.bincount(columns, minlength=self.width) for columns in groups])
        others = np.array([[columns.size] for columns in groups]) - own
        ones = binomials(others.ravel(), Digits(self.p), coins) + binomials(
            own.ravel(), Digits(self.q), coins
        )
        return ones.reshape(own.shape)


@lru_cache(REMEMBERED)
def row_chance(p: Real, q: Real, own: int, others: int, width: int) -> Real:
    """The probability of a row with this bit in one's own column, and so many ones in others."""

    def chance(low: Exact, high: Exact) -> Exact:
        return (high if own else 1 - high) * low**others * (1 - low) ** (width - 1 - others)

    return lift(chance, p, q)
