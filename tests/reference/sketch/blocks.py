"""Coins that stand for all coins of a client whose probabilities are quarters."""

from collections.abc import Iterable
from fractions import Fraction

QUARTERS = (32, 96, 160, 224)
"""A first byte from the inside of every quarter; what follows in a block decides nothing, and is no decoy."""
BLOCK = 16

P, Q = Fraction(1, 4), Fraction(3, 4)


class Blocks:
    """Every read is served what comes next: a whole number, or a block for each of several first bytes."""

    def __init__(self, served: Iterable[int | tuple[int, ...]]) -> None:
        self.served = list(served)

    def read(self, count: int) -> bytes:
        following = self.served.pop(0)
        if isinstance(following, int):
            return following.to_bytes(count)
        content = b"".join(bytes([first]) + bytes([1] * (BLOCK - 1)) for first in following)
        assert len(content) == count
        return content
