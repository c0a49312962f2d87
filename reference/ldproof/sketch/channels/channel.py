"""What every channel does, so that a collector need not know which one it hears."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import index
from typing import Protocol, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import known
from ldproof.coins import Coins
from ldproof.domains import POSITIVE, UNIT
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused, quoted

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


def rate(name: str, value: object) -> Real:
    """A probability, known already or as exactly as it is said."""
    found = known(name, value)
    if found.exact is not None:
        UNIT.hold(name, found.exact, found.exact)
    return found


def excess_of(value: object) -> Real:
    """The odds less 1 of whatever is said."""
    found = known("excess", value)
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
                f"a report with {quoted(number)} in it",
                f"whole numbers from 0 to {end - 1}",
            )
