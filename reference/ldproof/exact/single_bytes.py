"""A byte for each of many decisions between at most two probabilities, compared in the place where it is read.

At least 254 of 256 values decide; whoever ties with one of the probabilities reads on.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Bits, Whole
from ldproof.coins import Coins, fill
from ldproof.exact.digits import Digits

Places = NDArray[np.intp]

WORD = 8
"""So many truth values are looked at together."""

FEW = 1 << 15
"""Of so many truth values, or fewer, each is looked at."""


class SingleBytes:
    """At most so many decisions at a time, in memory that is used again: to get new one would take longer."""

    __slots__ = ("_digits", "_own", "_tied")

    def __init__(self, table: Sequence[Digits], size: int) -> None:
        self._digits = np.frombuffer(b"".join(each.prefix(1) for each in table), np.uint8)
        self._tied = np.empty(_in_words(size), np.bool_)
        self._own = np.empty(size, np.uint8)

    def answer(self, secrets: Whole, answers: Bits, coins: Coins) -> tuple[Places, Bits]:
        """Whose byte is below the digit of the secret; returned is who reads on, and a row per digit of who ties with it."""
        count = answers.size
        bytes_read, own, tied = answers.view(np.uint8), self._own[:count], self._tied[: _in_words(count)]
        fill(bytes_read.data, coins)
        zero, one = self._digits[0], self._digits[-1]
        np.equal(bytes_read, zero, out=tied[:count])
        tied[count:] = False
        if zero == one:
            on = places(tied)
            ties = np.ones((self._digits.size, on.size), np.bool_)
            np.less(bytes_read, zero, out=answers)
        else:
            tied[:count] |= np.equal(bytes_read, one, out=own.view(np.bool_))
            on = places(tied)
            ties = np.equal(bytes_read[on], self._digits[:, np.newaxis])
            np.multiply(secrets.astype(np.uint8, copy=False), zero ^ one, out=own)
            own ^= zero
            np.less(bytes_read, own, out=answers)
        return on, ties


def places(true: Bits) -> Places:
    """Where it is true, quickly if that is rare: in which words, and then where in these."""
    if true.size <= FEW or true.size % WORD:
        return np.flatnonzero(true)
    words = true.view(np.uint64)
    word = places(np.not_equal(words, 0))
    inside = np.flatnonzero(words[word].view(np.bool_))
    place: Places = word[inside >> 3]
    place <<= 3
    inside &= 7
    place |= inside
    return place


def _in_words(count: int) -> int:
    """At least so many truth values, in words of words."""
    return -(-count // WORD**2) * WORD**2
