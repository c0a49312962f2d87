"""Exact Binomial draws: how many of n uniform numbers are below p, found one binary digit at a time.

The next binary digit of a number still undecided is a fair bit, so one random bit per undecided number is
read and the ones are counted. Where p's own digit is 1, the zeros turn out below p; where it is 0, the ones
turn out not to be; the others stay undecided, until nobody is left. That takes about 2n bits.

For u undecided numbers ceil(u / 8) bytes are read; the bits count from each byte's most significant one, and
those beyond u are ignored.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.arrays import Int64Array, numbers
from ldproof.coins import Coins
from ldproof.domains import Whole
from ldproof.exact.digits import Digits
from ldproof.rejections import Reason, Refused

TRIALS = Whole(0, 10**18)
"""How many trials there may be; 2 bits are read for each."""

PARTS = Whole(1, 1 << 62)
"""The denominators of parts: twice as much has room in 64 bits."""

PIECE = 1 << 16
"""The bytes of coins in hand at a time; a whole number of 8-byte words."""


def binomial(count: int, probability: Digits, coins: Coins) -> int:
    """The number of successes among so many trials, each with exactly this probability."""
    below, undecided = 0, TRIALS.accept("the number of trials", count)
    bits = probability.bits()
    while undecided:
        ones = _ones(undecided, coins)
        if next(bits):
            below, undecided = below + undecided - ones, ones
        else:
            undecided -= ones
    return below


def thinnings(counts: ArrayLike, kept: ArrayLike, among: int, coins: Coins) -> Int64Array:
    """A number of successes for each number of trials, each with a probability `kept / among` of its own.

    All bytes for the first digit come before those for the second. A single one consumes the same coins as in `binomial`.
    One digit's coins are in memory together.
    """
    whole, trials = PARTS.accept("among", among), numbers("the numbers of trials", counts, "draw")
    parts = numbers("the parts", kept, "draw", high=PARTS.high)
    if parts.size != trials.size or parts.max(initial=0) > whole:
        raise Refused(
            Reason.OUT_OF_RANGE, f"a part of {whole} that is no probability", f"parts from 0 to {whole}"
        )
    return _by_digits(trials, _long_division(parts, whole), coins)


def _long_division(kept: Int64Array, among: int) -> Iterator[NDArray[np.bool_]]:
    """The binary digits of several fractions; those of 1 are 1 for ever, as in `Digits`."""
    rest = kept
    while True:
        rest = 2 * rest
        digit = rest >= among
        rest -= among * digit
        yield digit


def _by_digits(counts: Int64Array, digits: Iterator[int | NDArray[np.bool_]], coins: Coins) -> Int64Array:
    below, undecided = np.zeros_like(counts), counts
    while undecided.any():
        ones = _ones_of_each(undecided, coins)
        zeros, digit = undecided - ones, next(digits)
        below += zeros * digit
        undecided = np.where(digit, ones, zeros)
    return below


def _ones(count: int, coins: Coins) -> int:
    ones = 0
    while count > 8 * PIECE:
        words = np.frombuffer(coins.read(PIECE), np.uint64)
        ones += int(np.bitwise_count(words).sum())
        count -= 8 * PIECE
    rest = int.from_bytes(coins.read(-(-count // 8))) >> -count % 8
    return ones + rest.bit_count()


def _ones_of_each(counts: Int64Array, coins: Coins) -> Int64Array:
    ones = np.zeros_like(counts)
    some = np.flatnonzero(counts)
    sizes = -(-counts[some] // 8)
    ends = np.cumsum(sizes)
    read = np.frombuffer(coins.read(int(ends[-1])), np.uint8).copy()
    read[ends - 1] &= (0xFF << (-counts[some] % 8)).astype(np.uint8)
    ones[some] = np.add.reduceat(np.bitwise_count(read), ends - sizes, dtype=np.int64)
    return ones
