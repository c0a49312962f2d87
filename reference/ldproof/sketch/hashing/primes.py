"""Polynomials over the whole numbers modulo a prime, at many points at once."""

from collections.abc import Sequence

import numpy as np

from ldproof.sketch.hashing.items import Points

MERSENNE = (1 << 61) - 1
"""A prime for which a remainder is found by adding: 2^61 leaves 1."""

HALF = np.uint64(31)
LOW = np.uint64((1 << 31) - 1)


def polynomial(coefficients: Sequence[int], points: Points, P: int) -> Points:
    """Its values modulo P, the leading coefficient first, by Horner's rule."""
    if P == MERSENNE:
        values = np.zeros_like(points)
        for coefficient in coefficients:
            values = _reduced(_times(values, points) + np.uint64(coefficient))
        return values
    # Python's own whole numbers, as no product of the others fits in a word.
    exact = points.astype(np.object_)
    wide = np.zeros_like(exact)
    for coefficient in coefficients:
        wide = (wide * exact + coefficient) % P
    return wide.astype(np.uint64)


def _times(one: Points, other: Points) -> Points:
    """A number below 2^63 that leaves what the product of two numbers below 2^61 leaves.

    With the halves of both, one other = high 2^62 + middle 2^31 + low, where 2^62 leaves 2, and the upper part
    of `middle`, which counts 2^30 2^31, leaves itself.
    """
    high = (one >> HALF) * (other >> HALF)
    middle = (one >> HALF) * (other & LOW) + (one & LOW) * (other >> HALF)
    low = (one & LOW) * (other & LOW)
    upper, lower = middle >> np.uint64(30), middle & np.uint64((1 << 30) - 1)
    return _folded((high << np.uint64(1)) + upper + (lower << HALF)) + _folded(low)


def _folded(number: Points) -> Points:
    """A number of at most 2^61 + 6 that leaves the same."""
    return (number & np.uint64(MERSENNE)) + (number >> np.uint64(61))


def _reduced(number: Points) -> Points:
    """What a number below 2^64 leaves."""
    folded = _folded(number)
    return np.where(folded >= np.uint64(MERSENNE), folded - np.uint64(MERSENNE), folded)
