"""Inverse transform sampling, exactly: a uniform number U is looked up in a table of a law's distribution function F.

The outcome is how many of F(0), F(1), ... are at most U. Of them the table has whole numbers c(0), c(1), ... for some
number of bytes, with c(k) <= 256^bytes F(k) <= c(k) + 2. So much of U is read, as a whole number u. If u < c(k), then U
is below F(k); if u >= c(k) + 2, it is not; in between, more bytes of both decide. That ends with probability 1 whatever
F is, as no digit of F has to be certain.

Two bytes of U are enough nearly always: a guide has the outcome that follows from them. Then six more are read, and then
eight at a time. Numbers are drawn in pieces of 2^15: first the two bytes of all of them, then the six of those who need
them, and then, for one after another, all that are still needed. The first byte is the most significant.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from operator import lt

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import known
from ldproof.coins import Coins, fill
from ldproof.exact.digits import Digits
from ldproof.exact.subsets import DRAWS
from ldproof.numbers import Number, Real
from ldproof.rejections import Reason, Refused
from ldproof.rows import listed

Words = NDArray[np.uint64]

GUIDE = 2
"""The bytes of U that the guide is asked about."""

WORD = 8
"""The bytes of U that the table is asked about, and how many are read at a time after that."""

PIECE = 1 << 15
"""How many numbers are drawn at a time, at most: they and their coins stay in the processor's cache."""

UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class Steps:
    """c(first), c(first + 1), ... for some number of bytes, in order; before them c is 0, and after them 256^bytes - 1."""

    first: int
    cuts: Sequence[int]

    def between_ends(self, size: int) -> list[int]:
        """With one for those before and one for those after, whether there are any or not."""
        return [0, *self.cuts, 256**size - 1]


Distribution = Callable[[int], Steps]
"""A distribution function, to any number of bytes."""


class Table:
    """A table for inverse transform sampling: a law whose distribution function is known as closely as one likes."""

    __slots__ = ("_cuts", "_distribution", "_first", "_guide")

    def __init__(self, distribution: Distribution) -> None:
        steps = distribution(WORD)
        self._distribution, self._first = distribution, steps.first
        self._cuts = np.array(steps.between_ends(WORD), np.uint64)
        last_outcome = steps.first + self._cuts.size
        # The guide is made faster, and stays in the processor's cache, where its outcomes are short.
        narrow = next(each for each in (np.int16, np.int32, np.int64) if last_outcome <= np.iinfo(each).max)
        reached = np.arange(steps.first, last_outcome, dtype=narrow)
        self._guide = np.repeat(reached, np.diff(_guided(self._cuts), append=256**GUIDE))
        last = self._cuts[-1]
        for near in (self._cuts, np.minimum(self._cuts, last - 1) + 1):
            self._guide[_guided(near)] = UNDECIDED

    def draw(self, count: int, coins: Coins) -> Int64Array:
        """So many independent outcomes, each with exactly its probability."""
        count = DRAWS.accept("count", count)
        drawn = np.empty(count, np.int64)
        room = np.empty(min(count, PIECE), f">u{GUIDE}")
        for start in range(0, count, PIECE):
            here = drawn[start : start + PIECE]
            read = room[: here.size]
            fill(read.view(np.uint8).data, coins)
            here[:] = self._guide.take(read)
            more = np.flatnonzero(here == UNDECIDED)
            here[more] = self._looked_up(read[more].astype(np.uint64), coins)
        return drawn

    def _looked_up(self, words: Words, coins: Coins) -> Int64Array:
        """The outcomes where the guide has none."""
        rest = np.frombuffer(coins.read((WORD - GUIDE) * words.size), np.uint8)
        for byte in rest.reshape(words.size, WORD - GUIDE).T:
            words = words << np.uint64(8) | byte
        reached = np.searchsorted(self._cuts, words, side="right") - 1
        outcomes = self._first + reached
        for place in np.flatnonzero(words - self._cuts[reached] < 2):
            outcomes[place] = self._read_on(int(words[place]), coins)
        return outcomes

    def _read_on(self, u: int, coins: Coins) -> int:
        """The outcome where the table has none."""
        size = WORD
        while True:
            u = u << 8 * WORD | int.from_bytes(coins.read(WORD))
            size += WORD
            steps = self._distribution(size)
            cuts = steps.between_ends(size)
            reached = bisect_right(cuts, u) - 1
            if u - cuts[reached] >= 2:
                return steps.first + reached


def finite(probabilities: Sequence[Number]) -> Table:
    """The law of the places in a list of probabilities, which add up to 1."""
    digits = [Digits(each) for each in cumulated(probabilities)]
    return Table(lambda size: Steps(0, [int.from_bytes(each.prefix(size)) for each in digits]))


def cumulated(probabilities: Sequence[Number]) -> list[Real]:
    """The distribution function of a list of probabilities but for its last value, which is 1."""
    rates = [known("a probability", each) for each in listed("the probabilities", probabilities)]
    sums = list(accumulate(rates))
    if not sums or _certainly(lambda: sums[-1] != 1):
        raise Refused(Reason.OUT_OF_RANGE, "probabilities that do not add up to 1", "a law")
    if any(_certainly(partial(lt, each, 0)) for each in rates):
        raise Refused(Reason.OUT_OF_RANGE, "a probability below 0", "numbers from 0 to 1")
    return sums[:-1]


def _certainly(is_so: Callable[[], bool]) -> bool:
    """Whether a comparison holds and that is decided: no balls tell a number from an equal one."""
    try:
        return is_so()
    except Refused:
        return False


def _guided(words: Words) -> NDArray[np.intp]:
    """Their first bytes."""
    return (words >> 8 * (WORD - GUIDE)).astype(np.intp)
