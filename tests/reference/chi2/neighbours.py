"""Distances between tables by breadth-first search, one person at a time."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product

from ldproof.numbers import Real, ball
from ldproof.probability import Infinite

Cell = tuple[int, int]


def cells(m1: int, m2: int) -> list[Cell]:
    """All tables of m1 cases and m2 controls."""
    return list(product(range(m1 + 1), range(m2 + 1)))


def neighbours(cell: Cell, m1: int, m2: int) -> Iterator[Cell]:
    """The tables that differ in one person's variant."""
    a, b = cell
    for other in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
        if 0 <= other[0] <= m1 and 0 <= other[1] <= m2:
            yield other


def distances_to(targets: Iterable[Cell], m1: int, m2: int) -> dict[Cell, int]:
    """How far every table is from the nearest of some."""
    found = dict.fromkeys(targets, 0)
    waiting = deque(found)
    while waiting:
        cell = waiting.popleft()
        for other in neighbours(cell, m1, m2):
            if other not in found:
                found[other] = found[cell] + 1
                waiting.append(other)
    return found


def number(quantity: Real | Infinite) -> float:
    """A float next to a real number."""
    assert isinstance(quantity, Real)
    return float(ball(quantity))
