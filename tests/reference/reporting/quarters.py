"""Coins that stand for all coins of a device at odds 3."""

from collections.abc import Sequence
from itertools import product

from ldproof.exact import Rule

BYTE = Rule(length=1)
QUARTERS = (32, 96, 160, 224)
"""A byte from the inside of every quarter: at odds 3 the thresholds are 1/4 and 3/4, and every coin in a
quarter decides alike, so that these four stand for all, each for a quarter of them."""


class Script:
    """Coins that serve chosen numbers to the draws of rounds, and chosen bytes to the decisions."""

    def __init__(self, numbers: Sequence[int], coins: Sequence[int]) -> None:
        self.numbers, self.coins = list(numbers), list(coins)

    def read(self, count: int) -> bytes:
        """The rounds are drawn first, one number each; every decision takes one byte."""
        return self.numbers.pop(0).to_bytes(count) if self.numbers else bytes([self.coins.pop(0)])


def scripts(T: int, m: int, decisions: int | None = None) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every choice of m rounds and every quarter of every coin: one for each round, unless fewer are read."""
    numbers = list(product(*(range(last + 1) for last in range(T - m, T))))
    return list(product(numbers, product(QUARTERS, repeat=T if decisions is None else decisions)))
