"""Where the search for a way out starts: how far a table is from the ellipse itself, over real cells."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.regions import Region
from ldproof.chi2.way_out import HAIR, l1_lower_bound
from ldproof.numbers import rational
from ldproof_proofs.chi2.distance.search import Cell, cells, statistic
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

SIZES = ((1, 1), (1, 6), (5, 2), (6, 6), (2, 11))
THRESHOLDS = tuple(rational(*each) for each in ((0, 1), (1, 100), (1, 2), (2, 1), (96, 25), (13, 2)))
CLOSE = rational(1, 10**9)
"""Less than a millionth of the hair by which the search starts earlier."""


def least(quadratic: Callable[[Fraction], Fraction]) -> Fraction:
    """The least value of a convex quadratic from 0 to 1, by three of its values."""
    start, middle, end = map(quadratic, (rational(0), rational(1, 2), rational(1)))
    bend = 2 * (start - 2 * middle + end)
    if not bend:
        return min(start, end)
    turn = min(max((bend + start - end) / (2 * bend), rational(0)), rational(1))
    return quadratic(turn)


def beyond(region: Region, cell: Cell, across: Fraction, up: Fraction, t: Fraction) -> Fraction:
    """(7) at a place on one side of a diamond around a table: at 0 it is straight across, at 1 straight up."""
    a, b, m1, m2 = map(rational, (*cell, region.m1, region.m2))
    return beyond_ellipse(a + across * (1 - t), b + up * t, m1, m2, region.tau)


def reached(region: Region, cell: Cell, r: Fraction) -> bool:
    """Whether a real point at the distance r is on the ellipse or in it; if so, there is one at every larger distance.

    Up to that of (0, 0), that is: the ellipse is convex.
    """
    return any(least(partial(beyond, region, cell, *way)) <= 0 for way in product((r, -r), repeat=2))


def cases(off: Fraction) -> Iterable[tuple[str, bool]]:
    """Every significant table: nothing a little nearer is on the ellipse, and something a little farther is."""
    for (m1, m2), tau in product(SIZES, THRESHOLDS):
        region = Region(m1, m2, tau)
        some = [cell for cell in cells(m1, m2) if statistic(*cell, m1, m2) > tau]
        found = l1_lower_bound(region, *np.array(some, np.int64).reshape(-1, 2).T)
        for cell, length in zip(some, map(rational, found.tolist()), strict=True):
            near, far = (length + off + each for each in (-CLOSE, CLOSE))
            yield (
                f"{cell} of ({m1}, {m2}), tau = {tau}",
                reached(region, cell, far) and not reached(region, cell, near),
            )


def ellipse(prover: Prover) -> Theorem:
    """All significant tables of some people."""
    claim = Finite(
        "chi2.beeline",
        "the search for the way out of a table starts from the real distance between the table and the ellipse, to 10^-9 "
        f"and less {HAIR}",
        "every significant table of (m1, m2) in {(1, 1), (1, 6), (5, 2), (6, 6), (2, 11)}, tau in {0, 1/100, 1/2, 2, 96/25, "
        "13/2}",
        lambda: cases(rational(0)),
        lambda: cases(2 * CLOSE),
    )
    return prover.theorem(claim, ByEnumeration())
