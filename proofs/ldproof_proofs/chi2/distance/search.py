"""Tables by their definitions: expected counts, neighbours, and breadth-first search one person at a time."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from ldproof.numbers import Term, rational, term
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.law.sums import value

Cell = tuple[int, int]


def cells(m1: int, m2: int) -> list[Cell]:
    """All tables of m1 cases and m2 controls."""
    return list(product(range(m1 + 1), range(m2 + 1)))


@cache
def statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    """The sum of (observed - expected)^2/expected over the four cells; 0 where something is expected 0 times."""
    N, s = m1 + m2, a + b
    if s in (0, N):
        return rational(0)
    # Expected is margin size / N: over one denominator everything is whole.
    cells = ((a, s, m1), (b, s, m2), (m1 - a, N - s, m1), (m2 - b, N - s, m2))
    parts = ((count * N - margin * size) ** 2 * (N - margin) * (N - size) for count, margin, size in cells)
    return rational(sum(parts), N * s * (N - s) * m1 * m2)


def neighbours(cell: Cell, m1: int, m2: int) -> Iterator[Cell]:
    """The tables that differ in one person's variant."""
    a, b = cell
    for other in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
        if 0 <= other[0] <= m1 and 0 <= other[1] <= m2:
            yield other


def found_from(targets: Iterable[Cell], m1: int, m2: int) -> dict[Cell, int]:
    """How far every table is from the nearest of some, one person at a time."""
    found = dict.fromkeys(targets, 0)
    waiting = deque(found)
    while waiting:
        cell = waiting.popleft()
        for other in neighbours(cell, m1, m2):
            if other not in found:
                found[other] = found[cell] + 1
                waiting.append(other)
    return found


def apart(one: Cell, other: Cell) -> Term:
    """How many people's variants must change from one table to another, as a sum of two differences."""
    across, up = (term(max(pair)) - min(pair) for pair in zip(one, other, strict=True))
    return across + up


def statistic_as_term(cell: Cell, m1: int, m2: int) -> Term:
    """(a m2 - b m1)^2 N / (m1 m2 s (N - s)), and 0 where both sides are."""
    (a, b), N = map(term, cell), m1 + m2
    s = a + b
    return term(0) if sum(cell) in (0, N) else (a * m2 - b * m1) ** 2 * N / (m1 * m2 * s * (N - s))


def least_of(name: str, found: int, ways: Iterable[tuple[Cell, Cell]]) -> Iterator[tuple[str, Relation]]:
    """That a number of steps is enough for one of some ways from table to table, and that no other takes less."""
    steps = {way: apart(*way) for way in ways}
    for (one, other), each in steps.items():
        yield f"{name}, {one} to {other}", at_most(found, each)
    yield f"{name}, attained", equal(min(steps.values(), key=value), found)


def to_other_decision(m1: int, m2: int, tau: Fraction) -> dict[Cell, int]:
    """The distance from every table to the other decision; 0 where no table has it."""
    above = {cell for cell in cells(m1, m2) if statistic(*cell, m1, m2) > tau}
    if not above:
        return dict.fromkeys(cells(m1, m2), 0)
    outwards = found_from((cell for cell in cells(m1, m2) if cell not in above), m1, m2)
    inwards = found_from(above, m1, m2)
    return {cell: outwards[cell] if cell in above else inwards[cell] for cell in cells(m1, m2)}


def where(m1: int, m2: int, holds: Callable[[Fraction], bool]) -> list[Cell]:
    """The tables with such a statistic."""
    return [cell for cell in cells(m1, m2) if holds(statistic(*cell, m1, m2))]


@cache
def sides(m1: int, m2: int, tau: Fraction, beta: Fraction) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The tables at tau - beta and below, and those at tau + beta and above."""
    low = where(m1, m2, lambda chi2: chi2 <= tau - beta)
    high = where(m1, m2, lambda chi2: chi2 >= tau + beta)
    return tuple(low), tuple(high)
