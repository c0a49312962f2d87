"""Where the search for a way out starts: how far a table is from the ellipse itself, over real cells."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from ldproof.chi2.distance import HAIR, l1_lower_bound
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.tables import Region
from ldproof.numbers import Term, rational, term
from ldproof_proofs.chi2.distance.search import Cell, cells, statistic
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

Place = tuple[Fraction, Fraction]
"""Real cells."""

SIZES = ((1, 1), (1, 6), (5, 2), (6, 6), (2, 11))
THRESHOLDS = tuple(rational(*each) for each in ((0, 1), (1, 100), (1, 2), (2, 1), (96, 25), (13, 2)))
CLOSE = rational(1, 10**9)
"""Less than a millionth of the hair by which the search starts earlier."""


def left(region: Region, place: Place) -> Fraction:
    """The left side of (7)."""
    return beyond_ellipse(*place, rational(region.m1), rational(region.m2), region.tau)


def left_as_term(region: Region, place: Place) -> Term:
    """The same, before any algebra."""
    a, b = map(term, place)
    return beyond_ellipse(a, b, term(region.m1), term(region.m2), term(region.tau))


def on_side(cell: Cell, across: Fraction, up: Fraction, t: Fraction) -> Place:
    """A place on one side of a diamond around a table: at 0 it is straight across, at 1 straight up."""
    a, b = map(rational, cell)
    return a + across * (1 - t), b + up * t


def lowest(region: Region, side: Callable[[Fraction], Place]) -> Place:
    """Where on a side the left side of (7), which is a convex quadratic there, is least: by three of its values."""
    start, middle, end = (left(region, side(t)) for t in (rational(0), rational(1, 2), rational(1)))
    bend = 2 * (start - 2 * middle + end)
    if not bend:
        return side(rational(int(end < start)))
    return side(min(max((bend + start - end) / (2 * bend), rational(0)), rational(1)))


def lowest_places(region: Region, cell: Cell, r: Fraction) -> list[Place]:
    """Where it is least on each side of the diamond at the distance r."""
    return [lowest(region, partial(on_side, cell, *way)) for way in product((r, -r), repeat=2)]


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
            inmost = min(lowest_places(region, cell, far), key=partial(left, region))
            yield f"{name}, farther", at_most(left_as_term(region, inmost), 0)
            for side, place in enumerate(lowest_places(region, cell, near)):
                yield f"{name}, nearer, side {side}", below(0, left_as_term(region, place))


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
