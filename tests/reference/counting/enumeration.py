"""Tight odds against laws in which every transcript of every input is listed."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

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


def check_tight_odds(made: Loloha | Memoized, laws: Mapping[Row, Mapping[Row, Fraction]]) -> None:
    """Check the stated odds of both levels, and that they are reached by the stated neighbours and event."""
    for level in LEVELS:
        stated = made.privacy(level)
        assert stated.odds == largest_ratio(laws, made.T, level)
        assert stated.event(stated.likely)
        assert laws[stated.likely][stated.likely] / laws[stated.unlikely][stated.likely] == stated.odds
        assert made.neighbours(level, stated.likely, stated.unlikely)
