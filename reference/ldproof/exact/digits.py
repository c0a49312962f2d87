"""A probability as base-256 digits, each of them certified."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count as count_from
from math import floor

from ldproof.budget import known
from ldproof.numbers import Number
from ldproof.rejections import Reason, Refused

STEP = 32
"""Digits are computed so many at a time."""


class Digits:
    """The digits after the point of a number in [0, 1]: a fraction, or a real number certified by balls.

    A number with two expansions has the one that ends in zeros; but 1 is (255)(255)(255)... for ever, so that
    U < 1 is decided like every other U < p. A dyadic number given by balls is refused as undecided, as no
    ball is on one side of it: it has to come as a fraction.
    """

    __slots__ = ("_known", "_value")

    def __init__(self, value: Number) -> None:
        number = known("a probability", value)
        if not 0 <= number <= 1:
            raise Refused(Reason.OUT_OF_RANGE, f"{number} is no probability", "a number from 0 to 1")
        self._value = number
        self._known = b""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digits) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def prefix(self, count: int) -> bytes:
        """The first so many digits."""
        if count > len(self._known):
            longer = -(-count // STEP) * STEP
            self._known = min(self._shifted(8 * longer), (1 << 8 * longer) - 1).to_bytes(longer)
        return self._known[:count]

    def above(self, count: int) -> Fraction:
        """The number itself if it is a fraction; else one that is larger, by 256^-count at most."""
        if self._value.exact is not None:
            return self._value.exact
        return Fraction(int.from_bytes(self.prefix(count)) + 1, 256**count)

    def bits(self) -> Iterator[int]:
        """The binary digits, for ever."""
        for place in count_from():
            digit = self.prefix(place // 8 + 1)[-1]
            yield digit >> (7 - place % 8) & 1

    def _shifted(self, bits: int) -> int:
        """The whole part, once so many binary digits have moved in front of the point."""
        return floor(self._value * (1 << bits))
