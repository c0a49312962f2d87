"""Where the search for a way out starts: how far a table is from the ellipse itself, over real cells."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import numpy as np

from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.regions import Region
from ldproof.chi2.way_out import HAIR, l1_lower_bound
from ldproof.numbers import Term, rational, term
from ldproof_proofs.chi2.distance.search import Cell, cells, statistic
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.sums import value

SIZES = ((1, 1), (1, 6), (5, 2), (6, 6), (2, 11))
THRESHOLDS = tuple(rational(*each) for each in ((0, 1), (1, 100), (1, 2), (2, 1), (96, 25), (13, 2)))
CLOSE = rational(1, 10**9)
"""Less than a millionth of the hair by which the search starts earlier."""


def lowest(quadratic: Callable[[Fraction], Fraction]) -> Fraction:
    """Where a convex quadratic is least from 0 to 1, by three of its values."""
    start, middle, end = map(quadratic, (rational(0), rational(1, 2), rational(1)))
    bend = 2 * (start - 2 * middle + end)
    if not bend:
        return rational(int(end < start))
    return min(max((bend + start - end) / (2 * bend), rational(0)), rational(1))


def place(cell: Cell, across: Fraction, up: Fraction, t: Fraction) -> tuple[Fraction, Fraction]:
    """A place on one side of a diamond around a table: at 0 it is straight across, at 1 straight up."""
    a, b = map(rational, cell)
    return a + across * (1 - t), b + up * t


def sides(region: Region, cell: Cell, r: Fraction) -> Iterable[Term]:
    """The left side of (7) where it is least on each side of the diamond at the distance r."""
    m1, m2 = rational(region.m1), rational(region.m2)
    for across, up in product((r, -r), repeat=2):

        def left(t: Fraction, across: Fraction = across, up: Fraction = up) -> Fraction:
            return beyond_ellipse(*place(cell, across, up, t), m1, m2, region.tau)

        a, b = map(term, place(cell, across, up, lowest(left)))
        yield beyond_ellipse(a, b, term(m1), term(m2), term(region.tau))


def cases(off: Fraction) -> Iterable[tuple[str, Relation]]:
    """Every significant table: nothing a little nearer is on the ellipse, and something a little farther is.

    Then there is something at every larger distance, up to that of (0, 0), as the ellipse is convex.
    """
    for (m1, m2), tau in product(SIZES, THRESHOLDS):
        region = Region(m1, m2, tau)
        some = [cell for cell in cells(m1, m2) if statistic(*cell, m1, m2) > tau]
        found = l1_lower_bound(region, *np.array(some, np.int64).reshape(-1, 2).T)
        for cell, length in zip(some, map(rational, found.tolist()), strict=True):
            name = f"{cell} of ({m1}, {m2}), tau = {tau}"
            near, far = (length + off + each for each in (-CLOSE, CLOSE))
            yield f"{name}, farther", at_most(min(sides(region, cell, far), key=value), 0)
            for side, each in enumerate(sides(region, cell, near)):
                yield f"{name}, nearer, side {side}", below(0, each)


def ellipse(prover: Prover) -> Theorem:
    """All significant tables of some people."""
    claim = Ground(
        "chi2.beeline",
        "the search for the way out of a table starts from the real distance between the table and the ellipse, to 10^-9 "
        f"and less {HAIR}",
        "every significant table of (m1, m2) in {(1, 1), (1, 6), (5, 2), (6, 6), (2, 11)}, tau in {0, 1/100, 1/2, 2, 96/25, "
        "13/2}",
        lambda: cases(rational(0)),
        lambda: cases(2 * CLOSE),
    )
    return prover.theorem(claim, ByRecord())
