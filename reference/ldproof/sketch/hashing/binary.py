"""Binary fields: polynomials over the field of two elements, written as the bits of a number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ldproof.sketch.hashing.items import Points

BYTE = 8


@dataclass(frozen=True, slots=True)
class BinaryField:
    """GF(2^degree): the numbers below 2^degree; x^degree is the sum of the powers in `tail`."""

    degree: int
    tail: int
    """What x^degree leaves over, as bits; the whole modulus has to be irreducible."""

    @property
    def size(self) -> int:
        """How many elements it has."""
        return 1 << self.degree

    def times(self, one: int, other: int) -> int:
        """The product of two elements."""
        product = 0
        while other:
            if other & 1:
                product ^= one
            one = self.doubled(one)
            other >>= 1
        return product

    def doubled(self, one: int) -> int:
        """An element times x."""
        one <<= 1
        return one ^ (self.size | self.tail) if one >> self.degree else one


GF_2_64 = BinaryField(64, 0b11011)
"""Modulo x^64 + x^4 + x^3 + x + 1."""


def linear(images: Sequence[int], points: Points) -> Points:
    """A map that turns sums into sums, by the images of 1, 2, 4, ...: a table look-up for each byte of a point."""
    mapped = np.zeros_like(points)
    for start in range(0, len(images), BYTE):
        table = np.zeros(1 << BYTE, np.uint64)
        for place, image in enumerate(images[start : start + BYTE]):
            table[1 << place : 2 << place] = table[: 1 << place] ^ np.uint64(image)
        mapped ^= table[(points >> np.uint64(start)) & np.uint64(0xFF)]
    return mapped
