"""Tight odds against laws in which every transcript of every input is listed."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from ldproof.counting.future_rand import FutureRand
from ldproof.counting.mechanism import Loloha, Memoized
from ldproof.mechanisms import LEVELS, Level
from ldproof.numbers import Real

Row = tuple[int, ...]
Sent = TypeVar("Sent")


def tight_odds(made: Loloha | Memoized, level: Level) -> Real:
    """Return the odds that a mechanism states."""
    odds = made.privacy(level).odds
    assert isinstance(odds, Real)
    return odds


def largest_ratio(laws: Mapping[Row, Mapping[Sent, Fraction]], T: int, level: Level) -> Fraction:
    """Return the largest ratio of a transcript's probabilities under rows that differ in any or in one of T rounds."""
    return max(
        share / laws[other][sent]
        for one, other in product(laws, laws)
        if 0 < sum(map(int.__ne__, one, other)) <= (T if level == "user" else 1)
        for sent, share in laws[one].items()
    )


def check_tight_odds(
    made: Loloha | Memoized | FutureRand,
    laws: Mapping[Row, Mapping[Any, Fraction]],  # each has outputs of its own
) -> None:
    """Check the stated odds of both levels, and that the stated event reaches them between the stated neighbours."""
    for level in LEVELS:
        stated, most = made.privacy(level), largest_ratio(laws, made.T, level)
        assert stated.odds == most
        assert made.neighbours(level, stated.likely, stated.unlikely)
        likely, unlikely = (
            sum(share for sent, share in laws[states].items() if stated.event(sent))
            for states in (stated.likely, stated.unlikely)
        )
        assert likely == most * unlikely > 0


class TapeCoins:
    """Coins from a list of choices: one of `cells` equal parts for a block of 16 bytes, otherwise a number below a bound."""

    def __init__(self, chosen: Sequence[int], bounds: Iterable[int], cells: int) -> None:
        self.chosen, self.bounds, self.cells = iter(chosen), iter(bounds), cells
        self.sizes = list[int]()
        """How many choices there were for each."""

    def read(self, count: int) -> bytes:
        if count % 16:
            self.sizes.append(next(self.bounds))
            return next(self.chosen).to_bytes(count)
        part, blocks = 256 // self.cells, count // 16
        self.sizes += [self.cells] * blocks
        return b"".join(bytes([part * next(self.chosen) + part // 2] * 16) for _ in range(blocks))
