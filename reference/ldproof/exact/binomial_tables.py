"""Exact Binomial numbers by inverse transform sampling: each is drawn from a table, or is a sum of a few that are.

Where all numbers of trials are the same, there is a table for that number. Otherwise there are tables for 1, 2, 4, ...
trials, and a number for 2^j trials is drawn where the binary digit of 2^j is 1: all those for one trial come first, in
order, then all those for two, and so on.

The weights w(k) of k successes, scaled so that the largest is 2^bits, follow from each other by their ratios, and are
rounded down. They fall on either side of the largest, so that an error does not grow on the way, and a step adds less
than 1: no error is above n, and none of a sum of weights above (n + 1)^2. For an irrational p a slightly larger fraction
is taken: among n uniform numbers one is between the two with probability n times their distance at most, and F(k) is not
further off.
"""

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from ldproof.arrays import Int64Array, numbers
from ldproof.coins import Coins
from ldproof.exact.digits import Digits
from ldproof.exact.inversion import Steps, Table

KEPT = 128
"""How many tables are kept for the next time."""


def binomials(counts: ArrayLike, probability: Digits, coins: Coins) -> Int64Array:
    """A number of successes for each number of trials, each of which succeeds with exactly this probability."""
    trials = numbers("the numbers of trials", counts, "draw")
    most = int(trials.max(initial=0))
    if most and (trials == most).all():
        return table(most, probability).draw(trials.size, coins)
    drawn = np.zeros(trials.size, np.int64)
    for place in range(most.bit_length()):
        having = np.flatnonzero((trials & 1 << place) != 0)
        drawn[having] += table(1 << place, probability).draw(having.size, coins)
    return drawn


@lru_cache(maxsize=KEPT)
def table(n: int, probability: Digits) -> Table:
    """The number of successes among n trials, for any number of draws."""
    return Table(partial(distribution, n, probability))


def distribution(n: int, probability: Digits, size: int) -> Steps:
    """F to so many bytes: p adds 1/256 to the error at most, and the weights 1/2, before it is rounded down."""
    length = (n + 1).bit_length()
    p = probability.above(size + length // 8 + 2)
    first, weights = _weights(n, p, 8 * size + 2 * length + 2)
    reached = list(accumulate(weights))
    whole, end = reached[-1] + (n + 1) ** 2, 256**size - 1
    cuts = [(each << 8 * size) // whole for each in reached]
    here = slice(bisect_left(cuts, 1), bisect_left(cuts, end))
    return Steps(first + here.start, cuts[here])


def _weights(n: int, p: Fraction, bits: int) -> tuple[int, list[int]]:
    """Those that are not rounded to 0, and the number of successes that the first of them belongs to."""
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
