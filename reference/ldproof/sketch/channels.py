"""How a column is said with noise: a bit for every column, one bit of a Hadamard row, or one column."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof import rounds
from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.json_values import SingleDigits
from ldproof.numbers import Exact, Real, lift
from ldproof.rows import parse_index
from ldproof.sampling import (
    BY_SECRET,
    Digits,
    draw_bernoulli,
    draw_bernoullis,
    draw_binomials,
    draw_by_secrets,
    draw_successes,
    draw_uniform,
    draw_uniforms,
)

# What every channel does, so that a collector need not know which one it hears.

Content: TypeAlias = tuple[int, ...]
"""What is said: a few whole numbers."""
Contents: TypeAlias = NDArray[np.int64] | NDArray[np.uint8]
"""What many people say, a row for each."""


@dataclass(frozen=True, slots=True)
class Channel(ABC):
    """A column among `width`, said with noise.

    Collectors add up rows of sums, and read from them how much support each column has.
    """

    width: int
    low: Real
    """The expected support of another column."""
    high: Real
    """The expected support of one's own column."""
    support_range: ClassVar[int] = 1
    """The largest support that a report can give, less the smallest."""
    number_names: ClassVar[tuple[str, ...]] = ()
    """The names of a content's numbers, where they are few."""

    @property
    def gap(self) -> Real:
        """How much more support one's own column is expected to have than another."""
        return self.high - self.low

    @property
    def has_signed_columns(self) -> bool:
        """Whether a column has two signs, so that another item in it takes support away as often as it adds to it."""
        return False

    @property
    @abstractmethod
    def ranges(self) -> tuple[range, ...]:
        """The range of each number of a content."""

    @property
    def content_count(self) -> int:
        """The number of contents."""
        return prod(map(len, self.ranges))

    @property
    def bits(self) -> int:
        """The number of bits that name a content."""
        return (self.content_count - 1).bit_length()

    def list_contents(self) -> Iterator[Content]:
        """All contents, in order."""
        return product(*self.ranges)

    def check_content(self, content: Content) -> None:
        """Refuse what is no content of this channel."""
        validate_content(content, self.ranges)

    @abstractmethod
    def draw_content(self, column: int, coins: Coins) -> Content:
        """Draw the content of one person's report exactly, by as many bytes whatever the column is."""

    @abstractmethod
    def likelihood(self, column: int, content: Content) -> Real:
        """The probability of a content, given the column."""

    @property
    def farthest_column(self) -> int:
        """The column that differs from column 0 with the largest probability."""
        return 1

    @abstractmethod
    def favours_first(self, content: Content) -> bool:
        """Whether a content is likelier for column 0 than for the farthest one, which is then as much as possible."""

    def content_sums(self, content: Content) -> Int64Array:
        """The row of sums that one content makes."""
        return self.row_sums(np.array([content], np.int64))

    def row_sums(self, contents: Contents) -> Int64Array:
        """The row of sums that several contents make."""
        found: Int64Array = self.table_sums(np.zeros(len(contents), np.int64), 1, contents)[0]
        return found

    @abstractmethod
    def table_sums(
        self, rows: Int64Array, d: int, contents: Contents, counts: Int64Array | None = None
    ) -> Int64Array:
        """The d rows of sums that several contents make, each in its row, once or `counts` times."""

    def count_cells(
        self, rows: Int64Array, d: int, contents: Contents, weights: Int64Array | None
    ) -> Int64Array:
        """The d rows of weights, added up by the first number of each content; floats are exact up to 2^53."""
        found = np.bincount(rows * self.width + contents[:, 0], weights, minlength=d * self.width)
        return found.astype(np.int64).reshape(d, self.width)

    @abstractmethod
    def is_possible(self, sums: Int64Array, reporters: int) -> bool:
        """Whether this row of sums can come from `reporters` reports."""

    def column_supports(self, sums: Int64Array) -> Int64Array:
        """The support of each column, from a row of sums along the last axis."""
        return sums

    @abstractmethod
    def draw_contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Draw a content for each of many people, a row for each, exactly: for simulations."""

    def draw_sums(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """For each group of people's columns draw the row of sums of their contents."""
        return np.stack([self.row_sums(self.draw_contents(columns, coins)) for columns in groups])


def column_of(width: int, column: object) -> int:
    """The column as an int from 0 to width - 1; a refusal does not quote it, as it is a person's secret."""
    return parse_index("there is no such column", column, width)


def validate_content(content: Content, ranges: tuple[range, ...]) -> None:
    """Refuse a content that is not a few whole numbers, each in its range."""
    if not isinstance(content, tuple):
        raise Refused(Reason.NOT_A_REPORT, "a report that is no tuple", f"{len(ranges)} numbers in a tuple")
    if len(content) != len(ranges):
        raise Refused(
            Reason.WRONG_LENGTH, f"a report of {len(content)} numbers", f"{len(ranges)} numbers in a report"
        )
    for number, each in zip(content, ranges, strict=True):
        if type(number) is not int or number not in each:
            raise Refused(
                Reason.NOT_A_REPORT,
                f"a report with {quote_given(number)} in it",
                f"whole numbers from {each.start} to {each.stop - 1}",
            )


# A bit for every column: 1 with probability q for one's own, with p for every other. These are `high` and `low`.

REMEMBERED = 1 << 10
"""How many probabilities of rows are kept, as many rows have the same."""


@dataclass(frozen=True, slots=True)
class Unary(Channel):
    """Unary encoding: a bit for each column, 1 with probability `high` for one's own and `low` for every other."""

    @property
    def ranges(self) -> tuple[range, ...]:
        """The range of a bit for each column."""
        return (range(2),) * self.width

    @property
    def content_count(self) -> int:
        """The number of rows of bits."""
        return 1 << self.width

    def check_content(self, content: Content) -> None:
        """Refuse what is not a bit for every column."""
        # Rows are many, and some of them long.
        whole = isinstance(content, SingleDigits) or (
            type(content) is tuple and {*map(type, content)} <= {int}
        )
        if not (whole and len(content) == self.width and {*content} <= {0, 1}):
            validate_content(content, self.ranges)

    def draw_content(self, column: int, coins: Coins) -> Content:
        """Draw every bit by one table, so that the number of bytes read tells nothing of the column."""
        own = (np.arange(self.width) == column).astype(np.uint8)
        return tuple(
            draw_by_secrets((Digits(self.low), Digits(self.high)), own, coins, BY_SECRET).astype(int).tolist()
        )

    def likelihood(self, column: int, content: Content) -> Real:
        """The probability of a row of bits, which are independent, given the column."""
        return row_chance(self.low, self.high, content[column], sum(content) - content[column], self.width)

    def favours_first(self, content: Content) -> bool:
        """Whether column 0 has a 1 and column 1 a 0."""
        return content[0] > content[1]

    def row_sums(self, contents: Contents) -> Int64Array:
        """The number of ones at each column."""
        found: Int64Array = contents.sum(axis=0, dtype=np.int64)
        return found

    def table_sums(
        self, rows: Int64Array, d: int, contents: Contents, counts: Int64Array | None = None
    ) -> Int64Array:
        """The number of ones at each column, row by row."""
        table = np.zeros((d, self.width), np.int64)
        np.add.at(table, rows, contents if counts is None else contents * counts[:, np.newaxis])
        return table

    def is_possible(self, sums: Int64Array, reporters: int) -> bool:
        """Whether each sum is from 0 to `reporters`."""
        return bool(((sums >= 0) & (sums <= reporters)).all())

    def draw_contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Draw the ones of other columns by the gaps between them, then everybody's own bit."""
        bits = np.zeros(columns.size * self.width, np.uint8)
        bits[draw_successes(bits.size, self.low, coins)] = 1
        rows = bits.reshape(columns.size, self.width)
        rows[np.arange(columns.size), columns] = draw_bernoullis(Digits(self.high), columns.size, coins)
        return rows

    def draw_sums(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """For each group draw two binomial numbers for each column: ones from its own people, and from all others."""
        own = np.stack([np.bincount(columns, minlength=self.width) for columns in groups])
        others = np.array([[columns.size] for columns in groups]) - own
        ones = draw_binomials(others.ravel(), Digits(self.low), coins) + draw_binomials(
            own.ravel(), Digits(self.high), coins
        )
        return ones.reshape(own.shape)


@lru_cache(REMEMBERED)
def row_chance(p: Real, q: Real, own: int, others: int, width: int) -> Real:
    """The probability of a row of bits: `own` in one's own column, and `others` ones among all other columns."""

    def chance(low: Exact, high: Exact) -> Exact:
        return (high if own else 1 - high) * low**others * (1 - low) ** (width - 1 - others)

    return lift(chance, p, q)


# One bit of the column's row in a Hadamard matrix, at a random place: H[l, c] = (-1)^(ones of l and c together).
#
# The width is a power of two. Row c of H begins with a 1 for every c, which says nothing: `skip` 1 leaves that
# place out, `skip` 0 does not. `skip` width/2 is a Count-Sketch: at these places row c + width/2 is row c times -1, so
# that c is one of width/2 columns, with the sign 1 or -1.


@dataclass(frozen=True, slots=True)
class Hadamard(Channel):
    """A place l of `skip` .. width - 1 and a bit, where 1 stands for the sign -1; `excess` is E - 1.

    A sign is right oftener than wrong by `high`. Rows are orthogonal; without the first place, their product is -1 over
    all others, and without the first half of all places, -1 over all others on average over the other columns.
    """

    low: Real = field(init=False, repr=False, compare=False)
    high: Real = field(init=False, repr=False, compare=False)
    skip: int
    excess: Real
    support_range: ClassVar[int] = 2
    number_names: ClassVar[tuple[str, ...]] = ("place", "sign")

    def __post_init__(self) -> None:
        if self.width & (self.width - 1):
            raise Refused(
                Reason.OUT_OF_RANGE, f"no Hadamard matrix of width {self.width}", "a power of two as width"
            )
        high = rounds.contrast(self.excess)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "low", -high / (self.width - 1) if self.skip else Real(0))

    @property
    def has_signed_columns(self) -> bool:
        """Whether this is a Count-Sketch; one of a single column is what is left of two without the first place."""
        return self.skip > 1

    @property
    def lie(self) -> Real:
        """The probability that the sign is wrong."""
        return rounds.lie(self.excess)

    @property
    def ranges(self) -> tuple[range, ...]:
        """The ranges of a place, which is public, and of a bit that is its sign."""
        return range(self.skip, self.width), range(2)

    def draw_content(self, column: int, coins: Coins) -> Content:
        """Draw a place and a flip of its sign, whatever the column is."""
        place = self.skip + draw_uniform(self.width - self.skip, coins)
        return place, hadamard_bit(place, column) ^ draw_bernoulli(Digits(self.lie), coins)

    def likelihood(self, column: int, content: Content) -> Real:
        """The probability of a place, all equally likely, and a sign, given the column."""
        place, said = content
        right = said == hadamard_bit(place, column)
        return (rounds.truth(self.excess) if right else self.lie) / (self.width - self.skip)

    @property
    def farthest_column(self) -> int:
        """In a Count-Sketch, column 0 with the other sign; otherwise all columns differ from it at as many places."""
        return self.skip if self.has_signed_columns else 1

    def favours_first(self, content: Content) -> bool:
        """Whether the sign is that of column 0, at a place where the farthest column has the other."""
        place, said = content
        return said == hadamard_bit(place, 0) != hadamard_bit(place, self.farthest_column)

    def table_sums(
        self, rows: Int64Array, d: int, contents: Contents, counts: Int64Array | None = None
    ) -> Int64Array:
        """The sum of the signs at each place, row by row."""
        signs = np.where(contents[:, 1] == 1, -1, 1)
        return self.count_cells(rows, d, contents, signs if counts is None else signs * counts)

    def is_possible(self, sums: Int64Array, reporters: int) -> bool:
        """Whether the sums can come from `reporters` signs: by size, by parity, and 0 at a skipped place."""
        size = int(np.abs(sums).sum())
        return size <= reporters and (reporters - size) % 2 == 0 and not sums[: self.skip].any()

    def column_supports(self, sums: Int64Array) -> Int64Array:
        """The Hadamard matrix times the sums, in log2 w steps."""
        values, half = sums, 1
        while half < self.width:
            pairs = values.reshape(*sums.shape[:-1], -1, 2, half)
            first, second = pairs[..., 0, :], pairs[..., 1, :]
            values = np.stack((first + second, first - second), axis=-2).reshape(sums.shape)
            half *= 2
        return values

    def draw_contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Draw everybody's place, then everybody's flip."""
        places = self.skip + draw_uniforms(self.width - self.skip, columns.size, coins)
        lies = draw_bernoullis(Digits(self.lie), columns.size, coins)
        return np.stack((places, (np.bitwise_count(places & columns) & 1) ^ lies), axis=1)


def hadamard_bit(place: int, column: int) -> int:
    """0 where the Hadamard matrix has a 1, and 1 where it has a -1."""
    return (place & column).bit_count() & 1


# One column: one's own with probability E/(E + w - 1), each other one with 1/(E + w - 1).


@dataclass(frozen=True, slots=True)
class Kary(Channel):
    """k-ary randomized response, where k is the width; `excess` is E - 1."""

    low: Real = field(init=False, repr=False, compare=False)
    high: Real = field(init=False, repr=False, compare=False)
    excess: Real
    number_names: ClassVar[tuple[str, ...]] = ("column",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", 1 / (self.excess + self.width))
        object.__setattr__(self, "high", (1 + self.excess) / (self.excess + self.width))

    @property
    def truthful(self) -> Real:
        """The probability of saying one's own column; otherwise a uniform column is said, which may be the same."""
        return self.excess / (self.excess + self.width)

    @property
    def ranges(self) -> tuple[range, ...]:
        """The range of a column."""
        return (range(self.width),)

    def draw_content(self, column: int, coins: Coins) -> Content:
        """Draw a decision and a column, whether or not that column is used."""
        truthful = draw_bernoulli(Digits(self.truthful), coins)
        anything = draw_uniform(self.width, coins)
        return (column if truthful else anything,)

    def likelihood(self, column: int, content: Content) -> Real:
        """`high` if the content is the column, otherwise `low`."""
        return self.high if content == (column,) else self.low

    def favours_first(self, content: Content) -> bool:
        """Whether the content is column 0."""
        return content == (0,)

    def table_sums(
        self, rows: Int64Array, d: int, contents: Contents, counts: Int64Array | None = None
    ) -> Int64Array:
        """The number of times that each column is said, row by row."""
        return self.count_cells(rows, d, contents, counts)

    def is_possible(self, sums: Int64Array, reporters: int) -> bool:
        """Whether the sums are not negative and add up to `reporters`."""
        return bool((sums >= 0).all() and sums.sum() == reporters)

    def draw_contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """Draw everybody's decision, then everybody's uniform column."""
        truthful = draw_bernoullis(Digits(self.truthful), columns.size, coins)
        anything = draw_uniforms(self.width, columns.size, coins)
        return np.where(truthful, columns, anything)[:, np.newaxis]
