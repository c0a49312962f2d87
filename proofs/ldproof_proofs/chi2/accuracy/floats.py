"""The floats by which tables are sorted: what each mechanism's reach grows with, within the error that is allowed for."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product

import numpy as np

from ldproof.chi2.distance import Gap
from ldproof.chi2.error import approximate_reach, smallest_root_sum
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Ball, Term, ball, rational, sign, sqrt, term
from ldproof_proofs.chi2.distance.search import Cell, cells, statistic
from ldproof_proofs.chi2.law.noise import ADDED, FIRST, norm
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, below
from ldproof_proofs.kernel.theorem import Theorem

SIZES = ((1, 1), (1, 4), (3, 3), (7, 2), (20, 30))
THRESHOLDS = tuple(rational(*each) for each in ((1, 2), (1, 1), (96, 25), (6, 1)))
CLOSE = rational(1, 10**12)
"""A thousandth of what the reference takes for near."""


def distance(kind: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction) -> Ball:
    """How far |T| is from 1; or the statistic from tau, over tau and over what (16) has of a row."""
    if kind not in FIRST:
        return abs(ball(norm(cell, m1, m2, tau)).sqrt() - 1)
    most = max(cell[1], m2 - cell[1])
    share = rational(most, most + 1) if kind is PrivateTestName.ALGORITHM_1_Y2 else 1
    return ball(abs(statistic(*cell, m1, m2) - tau) / tau / share)


def close(found: float, kind: PrivateTestName, cell: Cell, gap: Gap, further: Fraction) -> bool:
    """Whether a float is near to this distance."""
    value, tau = Fraction(found), gap.tau + further

    def room() -> Ball:
        exact = distance(kind, cell, gap.m1, gap.m2, tau)
        return ball(CLOSE) * (1 + exact) - abs(ball(value) - exact)

    return sign(room) > 0


def cases(further: Fraction) -> Iterable[tuple[str, bool]]:
    """Every table at once."""
    for (m1, m2), tau, kind in product(SIZES, THRESHOLDS, ADDED):
        every, gap = cells(m1, m2), Gap(m1, m2, tau, rational(0))
        a, b = np.array(every, np.int64).T
        found = approximate_reach(kind, gap, (a, b)).tolist()
        yield (
            f"{kind}, m = ({m1}, {m2}), tau = {tau}",
            all(close(*each, gap, further) for each in zip(found, (kind,) * len(every), every, strict=True)),
        )


def sorted_by(prover: Prover) -> Theorem:
    """All tables of some people."""
    claim = Finite(
        "chi2.sorted-by-floats",
        "the floats that tables are sorted by are | |T| - 1 | or |chi2 - tau|/tau, for (16) over max{b, d}/(max{b, d} + 1); "
        "their error is at most 10^-12 of 1 plus that",
        "every table of (m1, m2) in {(1, 1), (1, 4), (3, 3), (7, 2), (20, 30)}, tau in {1/2, 1, 96/25, 6}",
        lambda: cases(rational(0)),
        lambda: cases(rational(1, 10**6)),
    )
    return prover.theorem(claim, ByEnumeration())


def least_cases(turned: int) -> Iterable[tuple[str, Relation]]:
    """sqrt(n + shift) - sqrt(n): what is said to be the smallest is below the others."""
    for shift in (Fraction(1), Fraction(1, 10**15)):
        ways = [((Fraction(1), n + shift), (Fraction(-1), Fraction(n))) for n in (2, 5, 3, 7)]
        for some in permutations(ways, 3):
            least = smallest_root_sum(some)
            for other in some:
                if other != least:
                    name = f"{shift}, {[str(way[1][1]) for way in some]}, {other[1][1]}"
                    sums = [roots(least), roots(other)][::turned]
                    yield name, below(*sums)


def roots(way: tuple[tuple[Fraction, Fraction], ...]) -> Term:
    """A sum of roots."""
    one, *others = (factor * sqrt(term(under)) for factor, under in way)
    return sum(others, one)


def told_apart(prover: Prover) -> Theorem:
    """Sums that floats do not tell apart, too."""
    claim = Ground(
        "chi2.smallest-sum",
        "of several sums of roots the smallest one is found",
        "sqrt(n + x) - sqrt(n) for three different n of 2, 3, 5, 7 in every order, x in {1, 10^-15}",
        lambda: least_cases(1),
        lambda: least_cases(-1),
    )
    return prover.theorem(claim, ByRecord())
