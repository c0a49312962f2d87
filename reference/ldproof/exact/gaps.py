"""Exact successes among many trials, by the geometric gaps between them: for few successes few coins.

The next k trials all fail with probability (1 - p)^k, and they do if a uniform number U is below that: one U says so for
all k at once. It is compared with these probabilities for k = 1 .. 64. If it is below all of them, 64 trials fail and
nothing is known of the next one, as trials have no memory; otherwise one succeeds after those that fail.

Two bytes of U are read at a time, the first byte most significant, until what was read differs from the digits, as many
of them, of each of these probabilities. Numbers are drawn in rounds, in each as many as last for the trials that are
left if they are as many as is expected of them, rounded down, and one more, but 2^15 at most: the first two bytes of
all of them, then, in their order, what the others still need.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import known
from ldproof.coins import Coins
from ldproof.exact.digits import Digits
from ldproof.exact.subsets import DRAWS
from ldproof.numbers import Number

Short = NDArray[np.int16]

REACH = 64
"""How many trials a number says something about, at most."""

TIED = 2 * REACH
"""What is added to a gap that more bytes have to settle."""

PIECE = 1 << 15
"""How many numbers are drawn at a time, at most: they and what they say stay in the processor's cache."""

SIZE = 2
"""The bytes that are read at a time."""

WORD = 1 << 8 * SIZE
"""How many values they have."""


class Gaps:
    """What uniform numbers say of trials that succeed with one probability."""

    __slots__ = ("_gaps", "_ties", "lasting")

    def __init__(self, probability: Number) -> None:
        failing = [_failing(probability, k) for k in range(1, REACH + 1)]
        words = np.array([int.from_bytes(each.prefix(SIZE)) for each in failing])
        # How many of the words are above each pair of bytes: so many trials fail for sure, and some may fail that tie.
        gaps = REACH - np.searchsorted(words[::-1], np.arange(WORD), side="right")
        gaps[words] += TIED
        self._gaps = gaps.astype(np.int16)
        self._ties = {
            word: [each for each, its in zip(failing, words, strict=True) if its == word] for word in words
        }
        self.lasting = 1 + Fraction(int(words[:-1].sum()), WORD)
        """How many trials a number is about on average, nearly."""

    def draw(self, count: int, coins: Coins) -> Short:
        """For so many numbers, how many trials fail before one succeeds; if it is `REACH`, none has succeeded yet."""
        read = np.frombuffer(coins.read(SIZE * count), ">u2").astype(np.intp)
        gaps = self._gaps.take(read)
        for place in np.flatnonzero(gaps >= TIED):
            gaps[place] += _more(self._ties[read[place]], coins) - TIED
        return gaps


def successes(count: int, probability: Number, coins: Coins) -> Int64Array:
    """Which of so many trials, 0 .. count - 1, succeed, in order; each does with exactly this probability."""
    count, gaps = DRAWS.accept("count", count), Gaps(known("a probability", probability))
    found, start = [np.zeros(0, np.int64)], 0
    while start < count:
        failed = gaps.draw(min(PIECE, int((count - start) / gaps.lasting) + 1), coins)
        succeeded = failed < REACH
        ends = start + np.cumsum(failed + succeeded, dtype=np.int64)
        found.append(ends[succeeded] - 1)
        start = int(ends[-1])
    places = np.concatenate(found)
    return places[: np.searchsorted(places, count)]


def _failing(probability: Number, k: int) -> Digits:
    """The probability that k trials fail."""
    return Digits((1 - probability) ** k)


def _more(tied: Sequence[Digits], coins: Coins) -> int:
    """How many trials more fail, of those whose probabilities begin with the bytes that were read."""
    more, depth = 0, SIZE
    while tied:
        read = coins.read(SIZE)
        following = [(each, each.prefix(depth + SIZE)[depth:]) for each in tied]
        more += sum(read < digits for _, digits in following)
        tied = [each for each, digits in following if digits == read]
        depth += SIZE
    return more
