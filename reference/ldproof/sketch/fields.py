"""Items as points of a finite field, and polynomials over binary and prime fields."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.errors import Reason, Refused, quote_given
from ldproof.parameters import plain_fraction
from ldproof.rows import list_row

# How an item becomes a point: one of the numbers 0 .. size - 1 that a hash family is defined on.
#
# - A whole number is its own point; one that is no point is refused.
# - Bytes and text become the first 8 bytes of BLAKE2b, the first most significant, modulo `size`: of the byte 0
#   and the bytes, or of the byte 1 and the text in UTF-8. BLAKE2b runs without a key, with a digest of 8 bytes.
# - Text is taken as it is. Where one word can be written in several ways (e with an accent is one character or two),
#   everybody normalises it in the same way first, or these are several items. So are 5, "5" and b"5".
#
# What is exact of a family is exact between different points. Between whole numbers that is always; of bytes and
# texts two share a point with probability 2^-61 or so, if BLAKE2b is as good as random, and whoever has a list of
# candidates sees whether two of them do (`item_points` refuses it). Below 2^61 - 1 points that would be too often, so
# there bytes and texts are refused.

Item: TypeAlias = bytes | str | int
Points: TypeAlias = NDArray[np.uint64]

DIGEST = 8
"""The bytes of a digest: every point fits in a 64-bit word."""

MANY = (1 << 61) - 1
"""So many points are enough for digests."""


def item_point(item: object, size: int) -> int:
    """The point of one item, from 0 to size - 1; a refusal does not quote it, as it is a person's secret."""
    match item:
        case bool():
            pass
        case int() if (number := plain_fraction(item)) is not None:
            if 0 <= number < size:
                return number.numerator
            raise Refused(Reason.OUT_OF_RANGE, "the item is no point", f"0 to {size - 1}")
        case bytes():
            return _digest_point(b"\x00" + item, size)
        case str():
            return _digest_point(b"\x01" + _encode_utf8(item), size)
        case _:
            pass
    raise Refused(Reason.NOT_AN_ITEM, "what is no item", "bytes, text or a whole number")


def item_points(items: object, size: int) -> Points:
    """The points of several items; refused unless they are all different."""
    found: dict[int, object] = {}
    for item in list_row("the items", items):
        here = item_point(item, size)
        if here in found:
            raise Refused(
                Reason.REPEATED,
                f"the items {quote_given(found[here])} and {quote_given(item)} are one point",
                "different items",
            )
        found[here] = item
    return np.array(list(found), np.uint64)


def _digest_point(tagged: bytes, size: int) -> int:
    if size < MANY:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"a digest among {size} points",
            "whole numbers as items, or a family of 2^61 - 1 points at least",
        )
    return int.from_bytes(blake2b(tagged, digest_size=DIGEST).digest()) % size


def _encode_utf8(text: str) -> bytes:
    with suppress(UnicodeEncodeError):  # it holds the text, and would be the refusal's context
        return text.encode()
    raise Refused(Reason.NOT_AN_ITEM, "a text has no UTF-8", "text without lone surrogates")


# Binary fields: polynomials over the field of two elements, written as the bits of a number.

BYTE = 8


@dataclass(frozen=True, slots=True)
class BinaryField:
    """GF(2^degree): the numbers below 2^degree; x^degree is the sum of the powers in `tail`."""

    degree: int
    tail: int
    """What x^degree leaves over, as bits; the whole modulus has to be irreducible."""

    @property
    def size(self) -> int:
        """The number of elements."""
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


def apply_linear_map(images: Sequence[int], points: Points) -> Points:
    """The images of points under a linear map over GF(2), given by the images of 1, 2, 4, ..."""
    mapped = np.zeros_like(points)
    for start in range(0, len(images), BYTE):
        table = np.zeros(1 << BYTE, np.uint64)
        for place, image in enumerate(images[start : start + BYTE]):
            table[1 << place : 2 << place] = table[: 1 << place] ^ np.uint64(image)
        mapped ^= table[(points >> np.uint64(start)) & np.uint64(0xFF)]
    return mapped


# Polynomials over the whole numbers modulo a prime, at many points at once.

MERSENNE = (1 << 61) - 1
"""A prime for which a remainder is found by adding: 2^61 leaves 1."""

HALF = np.uint64(31)
LOW = np.uint64((1 << 31) - 1)


def evaluate_polynomial(coefficients: Sequence[int], points: Points, P: int) -> Points:
    """A polynomial's values at points modulo P, its leading coefficient first, by Horner's rule."""
    if P == MERSENNE:
        values = np.zeros_like(points)
        for coefficient in coefficients:
            values = _reduce_mersenne(_multiply_points(values, points) + np.uint64(coefficient))
        return values
    # Python's own whole numbers, as no product of the others fits in a word.
    exact = points.astype(np.object_)
    wide = np.zeros_like(exact)
    for coefficient in coefficients:
        wide = (wide * exact + coefficient) % P
    return wide.astype(np.uint64)


def _multiply_points(one: Points, other: Points) -> Points:
    """A number below 2^63 congruent to the product of two numbers below 2^61, modulo 2^61 - 1.

    With the halves of both, one other = high 2^62 + middle 2^31 + low, where 2^62 leaves 2, and the upper part
    of `middle`, which counts 2^30 2^31, leaves itself.
    """
    high = (one >> HALF) * (other >> HALF)
    middle = (one >> HALF) * (other & LOW) + (one & LOW) * (other >> HALF)
    low = (one & LOW) * (other & LOW)
    upper, lower = middle >> np.uint64(30), middle & np.uint64((1 << 30) - 1)
    return _fold_mersenne((high << np.uint64(1)) + upper + (lower << HALF)) + _fold_mersenne(low)


def _fold_mersenne(number: Points) -> Points:
    """A number of at most 2^61 + 6 congruent to a number below 2^64, modulo 2^61 - 1."""
    return (number & np.uint64(MERSENNE)) + (number >> np.uint64(61))


def _reduce_mersenne(number: Points) -> Points:
    """The remainder of a number below 2^64 modulo 2^61 - 1."""
    folded = _fold_mersenne(number)
    return np.where(folded >= np.uint64(MERSENNE), folded - np.uint64(MERSENNE), folded)
