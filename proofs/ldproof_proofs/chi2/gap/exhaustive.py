"""How far the tables at tau + beta and above are from those at tau - beta and below: what a search finds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from ldproof.chi2.distance import Cells, Gap
from ldproof_proofs.chi2.distance.search import Cell, cells, found_from, least_of, sides, statistic_as_term
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

SIZES = ((1, 1), (1, 4), (4, 2), (3, 3), (5, 5), (2, 9), (8, 8), (3, 12))
THRESHOLDS = tuple(Fraction(*each) for each in ((1, 2), (2, 1), (96, 25), (6, 1)))
FEW = 6
MARGINS = tuple(Fraction(*each) for each in ((1, 4), (1, 1), (2, 1), (5, 1)))
SCOPE = (
    "(m1, m2) in {(1, 1), (1, 4), (4, 2), (3, 3), (5, 5), (2, 9), (8, 8), (3, 12)}, tau in {1/2, 2, 96/25, 6}, "
    "beta in {1/4, 1, 2, 5}"
)


def cases(further: int) -> Iterable[tuple[str, bool]]:
    """Which sides there are, how far apart they are, and how far every table is from the lower one."""
    for (m1, m2), tau, beta in product(SIZES, THRESHOLDS, MARGINS):
        gap, name = Gap(m1, m2, tau, beta), f"m = ({m1}, {m2}), tau = {tau}, beta = {beta}"
        low, high = sides(m1, m2, tau, beta)
        yield f"{name}, sides", (gap.above, gap.below) == (bool(high), bool(low))
        if low:
            steps = found_from(low, m1, m2)
            if m1 + m2 <= FEW:
                every = np.array(cells(m1, m2))
                found = gap.from_below(*every.T).tolist()
                yield f"{name}, steps", found == [steps[cell] for cell in cells(m1, m2)]
            if high:
                yield f"{name}, length", gap.length == min(steps[cell] for cell in high) + further


SMALL = ((1, 4), (4, 2), (3, 3), (2, 5))
"""Cases and controls of what is recorded."""


def recorded_cases(further: int) -> Iterable[tuple[str, Relation]]:
    """On which side each table is, or between both; and that no way from the lower to the upper one takes fewer steps."""
    for (m1, m2), tau, beta in product(SMALL, THRESHOLDS, MARGINS):
        name, gap = f"({m1}, {m2}), tau = {tau}, beta = {beta}", Gap(m1, m2, tau, beta)
        low, high = sides(m1, m2, tau, beta)
        for cell in cells(m1, m2) if low and high else ():
            chi2 = statistic_as_term(cell, m1, m2)
            if cell in low:
                yield f"{name}, {cell} is low", at_most(chi2, tau - beta)
            else:
                yield f"{name}, {cell} is not low", below(tau - beta, chi2)
            if cell in high:
                yield f"{name}, {cell} is high", at_most(tau + beta, chi2)
            else:
                yield f"{name}, {cell} is not high", below(chi2, tau + beta)
        if low and high:
            yield from least_of(name, gap.length + further, product(low, high))


def recorded(prover: Prover) -> Theorem:
    """All tables of few people, as relations that anybody can decide."""
    claim = Ground(
        "chi2.gap-is-least",
        "the distance between {chi2 >= tau + beta} and {chi2 <= tau - beta} is the least number of people who must change",
        "(m1, m2) in {(1, 4), (4, 2), (3, 3), (2, 5)}, tau in {1/2, 2, 96/25, 6}, beta in {1/4, 1, 2, 5}, where there are both",
        lambda: recorded_cases(0),
        lambda: recorded_cases(-1),
    )
    return prover.theorem(claim, ByRecord())


def pairs(found: Cells) -> set[Cell]:
    """Tables as pairs."""
    return set(zip(*(each.tolist() for each in found), strict=True))


def nearest(high: Sequence[Cell], m1: int, m2: int) -> set[Cell]:
    """In each row, on either side of equal shares, the table that is nearest to them."""
    found = set()
    for row in range(m2 + 1):
        left = [(a, b) for a, b in high if b == row and a * m2 < b * m1]
        right = [(a, b) for a, b in high if b == row and a * m2 > b * m1]
        found |= {max(left)} if left else set()
        found |= {min(right)} if right else set()
    return found


def ends(low: Sequence[Cell], m2: int) -> set[Cell]:
    """The first and the last table of each row."""
    rows = ([(a, b) for a, other in low if other == b] for b in range(m2 + 1))
    return {end for row in rows if row for end in (min(row), max(row))}


def row_cases(further: int) -> Iterable[tuple[str, bool]]:
    """The candidates for largest errors and for shortest ways, row by row and column by column."""
    for (m1, m2), tau, beta in product(SIZES, THRESHOLDS, MARGINS):
        gap, name = Gap(m1, m2, tau, beta), f"m = ({m1}, {m2}), tau = {tau}, beta = {beta}"
        low, high = sides(m1, m2, tau, beta)
        if high:
            rows, columns = nearest(high, m1, m2), nearest([(b, a) for a, b in high], m2, m1)
            yield f"{name}, above", pairs(gap.upper_rows) == rows
            yield f"{name}, leaving", pairs(gap.upper_edge) == rows | {(a, b) for b, a in columns}
        if low:
            yield f"{name}, below", pairs(gap.lower_rows) == ends(low, m2 - further)


def rows(prover: Prover) -> Theorem:
    """All tables of some people."""
    claim = Finite(
        "chi2.rows-are-searched",
        "in every row and column the tables at tau + beta and above that are nearest to equal shares, and those at "
        "tau - beta and below that are farthest from them, are what a search finds",
        SCOPE,
        lambda: row_cases(0),
        lambda: row_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def searched(prover: Prover) -> Theorem:
    """All tables of some people."""
    claim = Finite(
        "chi2.gap-is-searched",
        "the distance between {chi2 >= tau + beta} and {chi2 <= tau - beta}, and that of every table from the latter, is "
        "the least number of people who must change",
        f"{SCOPE}; the latter for N <= {FEW}",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
