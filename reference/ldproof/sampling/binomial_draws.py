"""Exact Binomial and multinomial numbers."""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.arrays import Int64Array, parse_naturals
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.parameters import Whole
from ldproof.sampling.digits import Digits
from ldproof.sampling.inversion import InversionTable, Steps

# Exact Binomial draws: how many of n uniform numbers are below p, found one binary digit at a time.
#
# The next binary digit of a number still undecided is a fair bit, so one random bit per undecided number is
# read and the ones are counted. Where p's own digit is 1, the zeros turn out below p; where it is 0, the ones
# turn out not to be; the others stay undecided, until nobody is left. That takes about 2n bits.
#
# For u undecided numbers ceil(u / 8) bytes are read; the bits count from each byte's most significant one, and
# those beyond u are ignored.

TRIALS = Whole(0, 10**18)
"""How many trials there may be; 2 bits are read for each."""

PARTS = Whole(1, 1 << 62)
"""The denominators of parts: twice as much has room in 64 bits."""

PIECE = 1 << 16
"""The bytes of coins in hand at a time; a whole number of 8-byte words."""


def draw_binomial(count: int, probability: Digits, coins: Coins) -> int:
    """Draw a Binomial(count, probability) number exactly, reading about 2 `count` bits."""
    below, undecided = 0, TRIALS.accept("the number of trials", count)
    bits = probability.bits()
    while undecided:
        ones = _count_ones(undecided, coins)
        if next(bits):
            below, undecided = below + undecided - ones, ones
        else:
            undecided -= ones
    return below


def draw_thinnings(counts: ArrayLike, kept: ArrayLike, among: int, coins: Coins) -> Int64Array:
    """For each i draw a Binomial number of `counts[i]` trials with probability `kept[i] / among`.

    All bytes for the first digit come before those for the second. A single one consumes the same coins as in
    `draw_binomial`. One digit's coins are in memory together.
    """
    whole, trials = PARTS.accept("among", among), parse_naturals("the numbers of trials", counts, "draw")
    parts = parse_naturals("the parts", kept, "draw", high=PARTS.high)
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


def _count_ones(count: int, coins: Coins) -> int:
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


# Exact Binomial numbers by inverse transform sampling: each is drawn from a table, or is a sum of a few that are.
#
# Where all numbers of trials are the same, there is a table for that number. Otherwise there are tables for 1, 2, 4,
# ... trials, and a number for 2^j trials is drawn where the binary digit of 2^j is 1: all those for one trial come
# first, in order, then all those for two, and so on.
#
# The weights w(k) of k successes, scaled so that the largest is 2^bits, follow from each other by their ratios, and are
# rounded down. They fall on either side of the largest, so that an error does not grow on the way, and a step adds less
# than 1: no error is above n, and none of a sum of weights above (n + 1)^2. For an irrational p a slightly larger
# fraction is taken: among n uniform numbers one is between the two with probability n times their distance at most, and
# F(k) is not further off.

KEPT = 128
"""How many tables are kept for the next time."""


def draw_binomials(counts: ArrayLike, probability: Digits, coins: Coins) -> Int64Array:
    """For each count draw a Binomial(count, probability) number exactly."""
    trials = parse_naturals("the numbers of trials", counts, "draw")
    most = int(trials.max(initial=0))
    if most and (trials == most).all():
        return binomial_table(most, probability).draw(trials.size, coins)
    drawn = np.zeros(trials.size, np.int64)
    for place in range(most.bit_length()):
        having = np.flatnonzero((trials & 1 << place) != 0)
        drawn[having] += binomial_table(1 << place, probability).draw(having.size, coins)
    return drawn


@lru_cache(maxsize=KEPT)
def binomial_table(n: int, probability: Digits) -> InversionTable:
    """The inversion table of the Binomial(n, probability) law, which draws any number of times."""
    return InversionTable(partial(binomial_distribution, n, probability))


def binomial_distribution(n: int, probability: Digits, size: int) -> Steps:
    """The distribution function of the Binomial(n, probability) law to `size` bytes, as `InversionTable` takes it."""
    length = (n + 1).bit_length()
    p = probability.above(size + length // 8 + 2)
    first, weights = _binomial_weights(n, p, 8 * size + 2 * length + 2)
    reached = list(accumulate(weights))
    whole, end = reached[-1] + (n + 1) ** 2, 256**size - 1
    cuts = [(each << 8 * size) // whole for each in reached]
    here = slice(bisect_left(cuts, 1), bisect_left(cuts, end))
    return Steps(first + here.start, cuts[here])


def _binomial_weights(n: int, p: Fraction, bits: int) -> tuple[int, list[int]]:
    """The least number of successes whose weight is not rounded to 0, and the weights from it on."""
    yes, no = p.numerator, p.denominator - p.numerator
    likeliest = min(n, (n + 1) * yes // (yes + no))
    up, down, weight = [], [], 1 << bits
    for k in range(likeliest, n + 1):
        if not weight:
            break
        up.append(weight)
        weight = weight * ((n - k) * yes) // ((k + 1) * no or 1)
    weight = 1 << bits
    for k in range(likeliest, 0, -1):
        weight = weight * (k * no) // ((n - k + 1) * yes)
        if not weight:
            break
        down.append(weight)
    return likeliest - len(down), down[::-1] + up


# Exact multinomial numbers: how many of some people are in each cell, where everybody's cell is a uniform choice.
#
# The cells are halved, and who is in the first half is a Binomial number of those who are in both; then the halves are,
# and so on, until each has one cell. A first half that is not as large as the second has one cell less.

CELLS = Whole(1, 10**9)
"""How many cells there may be."""


def draw_multinomials(counts: ArrayLike, cells: int, coins: Coins) -> Int64Array:
    """For each number of people a row: how many are in each of `cells` cells, all equally likely."""
    groups = parse_naturals("the numbers of people", counts, "group")
    people, widths = groups[:, np.newaxis], np.array([CELLS.accept("cells", cells)])
    while (widths > 1).any():
        firsts = np.zeros_like(people)
        # There are at most two widths, next to each other; NumPy's own search for them would load its masked arrays.
        for width in sorted({int(widths.min()), int(widths.max())} - {1}):
            here = np.flatnonzero(widths == width)
            share = Digits(Fraction(width // 2, width))
            drawn = draw_binomials(people[:, here].ravel(), share, coins)
            firsts[:, here] = drawn.reshape(len(groups), here.size)
        people = np.stack((firsts, people - firsts), axis=2).reshape(len(groups), 2 * widths.size)
        widths = np.stack((widths // 2, widths - widths // 2), axis=1).ravel()
        people, widths = people[:, widths > 0], widths[widths > 0]
    return people
