"""How an item becomes a point: one of the numbers 0 .. size - 1 that a hash family is defined on.

- A whole number is its own point; one that is no point is refused.
- Bytes and text become the first 8 bytes of BLAKE2b, the first most significant, modulo `size`: of the byte 0
  and the bytes, or of the byte 1 and the text in UTF-8. BLAKE2b runs without a key, with a digest of 8 bytes.
- Text is taken as it is. Where one word can be written in several ways (e with an accent is one character or two),
  everybody normalises it in the same way first, or these are several items. So are 5, "5" and b"5".

What is exact of a family is exact between different points. Between whole numbers that is always; of bytes and
texts two share a point with probability 2^-61 or so, if BLAKE2b is as good as random, and whoever has a list of
candidates sees whether two of them do (`points` refuses it). Below 2^61 - 1 points that would be too often, so
there bytes and texts are refused.
"""

from contextlib import suppress
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.domains import own_fraction
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rows import listed

Item: TypeAlias = bytes | str | int
Points: TypeAlias = NDArray[np.uint64]

DIGEST = 8
"""The bytes of a digest: every point fits in a 64-bit word."""

MANY = (1 << 61) - 1
"""So many points are enough for digests."""


def point(item: object, size: int) -> int:
    """The point of one item; a refusal does not say which, as it is a person's secret."""
    match item:
        case bool():
            pass
        case int() if (number := own_fraction(item)) is not None:
            if 0 <= number < size:
                return number.numerator
            raise Refused(Reason.OUT_OF_RANGE, "the item is no point", f"0 to {size - 1}")
        case bytes():
            return _digest(b"\x00" + item, size)
        case str():
            return _digest(b"\x01" + _utf8(item), size)
        case _:
            pass
    raise Refused(Reason.NOT_AN_ITEM, "what is no item", "bytes, text or a whole number")


def points(items: object, size: int) -> Points:
    """The points of several items, all different."""
    found: dict[int, object] = {}
    for item in listed("the items", items):
        here = point(item, size)
        if here in found:
            raise Refused(
                Reason.REPEATED,
                f"the items {quoted(found[here])} and {quoted(item)} are one point",
                "different items",
            )
        found[here] = item
    return np.array(list(found), np.uint64)


def _digest(tagged: bytes, size: int) -> int:
    if size < MANY:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"a digest among {size} points",
            "whole numbers as items, or a family of 2^61 - 1 points at least",
        )
    return int.from_bytes(blake2b(tagged, digest_size=DIGEST).digest()) % size


def _utf8(text: str) -> bytes:
    with suppress(UnicodeEncodeError):  # it holds the text, and would be the refusal's context
        return text.encode()
    raise Refused(Reason.NOT_AN_ITEM, "a text has no UTF-8", "text without lone surrogates")
