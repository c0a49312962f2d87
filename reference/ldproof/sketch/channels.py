"""How a column is said with noise: a bit for every column, one bit of a Hadamard row, or one column."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import index
from typing import Protocol, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof import rounds
from ldproof.arrays import Int64Array
from ldproof.budget import parse_real
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.json_values import SingleDigits
from ldproof.numbers import Exact, Real, lift
from ldproof.parameters import POSITIVE, UNIT, Whole, parameter_domain, validate_fields
from ldproof.sampling import (
    BY_SECRET,
    Digits,
    by_secrets,
    draw_bernoulli,
    draw_bernoullis,
    draw_binomials,
    draw_successes,
    draw_uniform,
    draw_uniforms,
)

# What every channel does, so that a collector need not know which one it hears.

Content: TypeAlias = tuple[int, ...]
"""What is said: a few whole numbers."""
Contents: TypeAlias = NDArray[np.int64] | NDArray[np.uint8]
"""What many people say, a row for each."""


class Channel(Protocol):
    """A column among `width`, said with noise.

    Collectors add up `tallies`, and read from a sum of them how much support each column has. On average a
    report supports its own column by `high` and every other one by `low`.
    """

    @property
    def width(self) -> int:
        """How many columns there are."""
        ...

    @property
    def low(self) -> Real:
        """The expected support of another column."""
        ...

    @property
    def high(self) -> Real:
        """The expected support of one's own column."""
        ...

    @property
    def support_range(self) -> int:
        """The largest support that a report can give, less the smallest."""
        ...

    @property
    def bits(self) -> int:
        """How many bits are said."""
        ...

    def say(self, column: int, coins: Coins) -> Content:
        """One person's report, drawn exactly, by as many bytes whatever the column is."""
        ...

    def likelihood(self, column: int, content: Content) -> Real:
        """The probability of a content."""
        ...

    @property
    def outcomes(self) -> int:
        """How many contents there are."""
        ...

    def outputs(self) -> Iterator[Content]:
        """Everything that can be said, in order."""
        ...

    def telling(self, content: Content) -> bool:
        """Whether a content is likelier for column 0 than for column 1, which is then as much as possible."""
        ...

    def check(self, content: Content) -> None:
        """Refuse what is never said."""
        ...

    def tally(self, content: Content) -> Int64Array:
        """What one content adds to a row of sums."""
        ...

    def possible(self, sums: Int64Array, reporters: int) -> bool:
        """Whether a row of sums can come from so many reports."""
        ...

    def supports(self, sums: Int64Array) -> Int64Array:
        """How much support each column has, from sums along the last axis."""
        ...

    def contents(self, columns: Int64Array, coins: Coins) -> Contents:
        """A content of each of many people, one in a row, drawn exactly: for simulations."""
        ...

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """For each group of columns the row of sums of as many people's contents, drawn together if it can be."""
        ...


def parse_rate(name: str, value: object) -> Real:
    """A probability, known already or as exactly as it is said."""
    found = parse_real(name, value)
    if found.exact is not None:
        UNIT.hold(name, found.exact, found.exact)
    return found


def excess_of(value: object) -> Real:
    """The odds less 1 of whatever is said."""
    found = parse_real("excess", value)
    if found.exact is not None:
        POSITIVE.hold("excess", found.exact, found.exact)
    return found


def column_of(width: int, column: object) -> int:
    """One of the columns; a refusal does not say which was asked for, as it is a person's secret."""
    if type(column) is int and 0 <= column < width:
        return column
    if isinstance(column, SupportsIndex) and not isinstance(column, bool):
        with suppress(TypeError):  # a duration calls itself a whole number too
            if 0 <= (found := index(column)) < width:
                return found
    raise Refused(Reason.OUT_OF_RANGE, "there is no such column", f"a whole number from 0 to {width - 1}")


def whole_below(content: Content, ends: tuple[int, ...]) -> None:
    """Refuse a content that is not a few whole numbers, each from 0 to below its end."""
    if not isinstance(content, tuple):
        raise Refused(Reason.NOT_A_REPORT, "a report that is no tuple", f"{len(ends)} numbers in a tuple")
    if len(content) != len(ends):
        raise Refused(
            Reason.WRONG_LENGTH, f"a report of {len(content)} numbers", f"{len(ends)} numbers in a report"
        )
    for number, end in zip(content, ends, strict=True):
        if type(number) is not int or not 0 <= number < end:
            raise Refused(
                Reason.NOT_A_REPORT,
                f"a report with {quote_given(number)} in it",
                f"whole numbers from 0 to {end - 1}",
            )


# A bit for every column: 1 with probability q for one's own, with p for every other.

REMEMBERED = 1 << 10
"""How many probabilities of rows are kept, as many rows have the same."""


@dataclass(frozen=True, slots=True)
class Unary:
    """The flips of a row."""

    width: int
    p: Real
    q: Real

    def __post_init__(self) -> None:
        validate_fields(self, width=parameter_domain("w"))
        for name in ("p", "q"):
            object.__setattr__(self, name, parse_rate(name, getattr(self, name)))

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
        bits[draw_successes(bits.size, self.p, coins)] = 1
        rows = bits.reshape(columns.size, self.width)
        rows[np.arange(columns.size), columns] = draw_bernoullis(Digits(self.q), columns.size, coins)
        return rows

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Two Binomial numbers for each column: of ones from those whose own it is, and from the others."""
        own = np.stack([np.bincount(columns, minlength=self.width) for columns in groups])
        others = np.array([[columns.size] for columns in groups]) - own
        ones = draw_binomials(others.ravel(), Digits(self.p), coins) + draw_binomials(
            own.ravel(), Digits(self.q), coins
        )
        return ones.reshape(own.shape)


@lru_cache(REMEMBERED)
def row_chance(p: Real, q: Real, own: int, others: int, width: int) -> Real:
    """The probability of a row with this bit in one's own column, and so many ones in others."""

    def chance(low: Exact, high: Exact) -> Exact:
        return (high if own else 1 - high) * low**others * (1 - low) ** (width - 1 - others)

    return lift(chance, p, q)


# One bit of the column's row in a Hadamard matrix, at a random place: H[l, c] = (-1)^(ones of l and c together).
#
# The width is a power of two. Row c of H begins with a 1 for every c, which says nothing: `skip` 1 leaves that
# place out, `skip` 0 does not.


@dataclass(frozen=True, slots=True)
class Hadamard:
    """A place l of `skip` .. width - 1 and a bit, where 1 stands for the sign -1; `excess` is E - 1."""

    width: int
    skip: int
    excess: Real

    def __post_init__(self) -> None:
        validate_fields(self, width=parameter_domain("w"), skip=Whole(0, 1))
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
        return -rounds.contrast(self.excess) / (self.width - 1)

    @property
    def high(self) -> Real:
        """How much oftener a sign is right than wrong."""
        return rounds.contrast(self.excess)

    @property
    def lie(self) -> Real:
        """The probability that the sign is wrong."""
        return rounds.lie(self.excess)

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
        place = self.skip + draw_uniform(self.width - self.skip, coins)
        return place, hadamard_bit(place, column) ^ draw_bernoulli(Digits(self.lie), coins)

    def likelihood(self, column: int, content: Content) -> Real:
        """All places alike, and a coin."""
        column = column_of(self.width, column)
        self.check(content)
        place, said = content
        right = said == hadamard_bit(place, column)

        return (rounds.truth(self.excess) if right else rounds.lie(self.excess)) / (self.width - self.skip)

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
        return said == hadamard_bit(place, 0) != hadamard_bit(place, 1)

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
        places = self.skip + draw_uniforms(self.width - self.skip, columns.size, coins)
        lies = draw_bernoullis(Digits(self.lie), columns.size, coins)
        return np.stack((places, (np.bitwise_count(places & columns) & 1) ^ lies), axis=1)

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Everybody adds one sign."""
        return np.stack([self._signs(columns, coins) for columns in groups])

    def _signs(self, columns: Int64Array, coins: Coins) -> Int64Array:
        places, signs = self.contents(columns, coins).T
        minus = np.bincount(places[signs == 1], minlength=self.width)
        return np.bincount(places, minlength=self.width) - 2 * minus


def hadamard_bit(place: int, column: int) -> int:
    """0 where H has a 1, and 1 where it has a -1."""
    return (place & column).bit_count() & 1


# One column: one's own with probability E/(E + w - 1), each other one with 1/(E + w - 1).


@dataclass(frozen=True, slots=True)
class Kary:
    """k-ary randomized response, where k is the width; `excess` is E - 1."""

    width: int
    excess: Real

    def __post_init__(self) -> None:
        validate_fields(self, width=parameter_domain("w"))
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
        truthful = draw_bernoulli(Digits(self.truthful), coins)
        anything = draw_uniform(self.width, coins)
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
        truthful = draw_bernoullis(Digits(self.truthful), columns.size, coins)
        anything = draw_uniforms(self.width, columns.size, coins)
        return np.where(truthful, columns, anything)[:, np.newaxis]

    def crowds(self, groups: Sequence[Int64Array], coins: Coins) -> Int64Array:
        """Everybody says one."""
        said = [self.contents(columns, coins).ravel() for columns in groups]
        return np.stack([np.bincount(each, minlength=self.width) for each in said])
