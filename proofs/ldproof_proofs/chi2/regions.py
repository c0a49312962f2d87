"""The tables on one side of a threshold, against the statistic of each of them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from ldproof.chi2.formulas import statistic_ratio
from ldproof.chi2.tables import Region
from ldproof.numbers import term
from ldproof_proofs.chi2.distance.search import statistic
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

MOST = 6
THRESHOLDS = tuple(Fraction(*each) for each in ((0, 1), (1, 1), (2, 1), (96, 25), (10, 1)))
MANY = 10**9 + 7, 998_244_353
SHARES = tuple((Fraction(i, 11), Fraction(j, 13)) for i in range(1, 6) for j in range(1, 13))
TINY = Fraction(1, 10**40)


def inside(region: Region, a: int, b: int) -> bool:
    """Whether the statistic exceeds tau, or is tau where that counts and the statistic is not 0/0."""
    value = statistic(a, b, region.m1, region.m2)
    return value > region.tau or (region.closed and value == region.tau and 0 < a + b < region.m1 + region.m2)


def ends(region: Region, row: int) -> tuple[int, int]:
    """The last table of a row that is in the region left of equal shares, and the first one right of them."""
    found = [a for a in range(region.m1 + 1) if inside(region, a, row)]
    left = (a for a in found if a * region.m2 <= row * region.m1)
    right = (a for a in found if a * region.m2 >= row * region.m1)
    return max(left, default=-1), min(right, default=region.m1 + 1)


def region_cases(shift: Fraction) -> Iterator[tuple[str, bool]]:
    """All tables one by one and at once, and where rows cross over; each table is once on the edge itself."""
    for m1, m2 in product(range(1, MOST + 1), repeat=2):
        a, b = map(np.ravel, np.meshgrid(np.arange(m1 + 1), np.arange(m2 + 1)))
        cells = [*zip(a.tolist(), b.tolist(), strict=True)]
        edges = {statistic(*cell, m1, m2) for cell in cells}
        for tau, closed in product(sorted({*THRESHOLDS, *edges}), (False, True)):
            region, wanted = Region(m1, m2, tau + shift, closed), Region(m1, m2, tau, closed)
            found = [inside(wanted, *cell) for cell in cells]
            name = f"m1 = {m1}, m2 = {m2}, tau = {tau}{', closed' if closed else ''}"
            yield name, region.holds(a, b).tolist() == found
            yield f"one by one, {name}", [region.has(*cell) for cell in cells] == found
            rows = zip(*(each.tolist() for each in region.row_ends()), strict=True)
            yield f"rows, {name}", list(rows) == [ends(wanted, row) for row in range(m2 + 1)]


def regions(prover: Prover) -> Theorem:
    """The vectorised decision is the statistic's."""
    claim = Finite(
        "chi2.regions",
        "the tables that the sign of (7) puts outside the ellipse are those whose statistic exceeds tau, in all rows at "
        "once too; none where the statistic is 0/0",
        f"m1, m2 <= {MOST}, tau in {', '.join(map(str, THRESHOLDS))}, and the statistic of every table",
        lambda: region_cases(Fraction(0)),
        lambda: region_cases(Fraction(1)),
    )
    return prover.theorem(claim, ByEnumeration())


def near_cases(off: Fraction) -> Iterator[tuple[str, Relation]]:
    """Tables of many people, and thresholds that differ from their statistic by less than floats can tell."""
    m1, m2 = MANY
    for cell in ((int(one * m1), int(other * m2)) for one, other in SHARES):
        a, b = np.array([cell], np.int64).T
        value = statistic(*cell, m1, m2)
        for shift in (-TINY, TINY):
            held = Region(m1, m2, value + shift).holds(a, b).item()
            exact, tau = statistic_ratio(*map(term, (*cell, m1, m2))), value + shift + off
            yield f"(a, b) = {cell}, tau = chi2 + {shift}", below(tau, exact) if held else at_most(exact, tau)


def nearly(prover: Prover) -> Theorem:
    """Where floats are in doubt, fractions decide."""
    claim = Ground(
        "chi2.regions-nearby",
        "a table of many people is significant if tau is 10^-40 less than its statistic, and is not if it is 10^-40 more",
        f"{len(SHARES)} tables of m = {MANY}, with a at multiples of m1/11 and b at those of m2/13",
        lambda: near_cases(Fraction(0)),
        lambda: near_cases(2 * TINY),
    )
    return prover.theorem(claim, ByRecord())
