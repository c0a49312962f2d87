"""The tables on one side of a threshold, against the statistic of each of them."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ldproof.chi2.formulas import statistic
from ldproof.chi2.regions import Region
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

MOST = 7
THRESHOLDS = (Fraction(1), Fraction(7, 3), Fraction(96, 25))


def inside(region: Region, a: int, b: int) -> bool:
    """Whether the statistic exceeds tau, or is tau where that counts and the statistic is not 0/0."""
    value = statistic(a, b, region.m1, region.m2)
    return value > region.tau or (region.closed and value == region.tau and 0 < a + b < region.m1 + region.m2)


def region_cases(shift: Fraction) -> Iterator[tuple[str, bool]]:
    """Each table by itself, all at once, and where rows cross over."""
    for m1 in range(1, MOST + 1):
        for m2 in range(1, MOST + 1):
            for tau in THRESHOLDS:
                for closed in (False, True):
                    region, wanted = Region(m1, m2, tau + shift, closed), Region(m1, m2, tau, closed)
                    a, b = map(np.ravel, np.meshgrid(np.arange(m1 + 1), np.arange(m2 + 1)))
                    found = [inside(wanted, *cell) for cell in zip(a.tolist(), b.tolist(), strict=True)]
                    name = f"m1 = {m1}, m2 = {m2}, tau = {tau}{', closed' if closed else ''}"
                    yield name, region.holds(a, b).tolist() == found
                    left, right = region.row_ends()
                    yield (
                        f"rows, {name}",
                        all(
                            inside(wanted, place, row) == (place <= left[row] or place >= right[row])
                            for row in range(m2 + 1)
                            for place in range(m1 + 1)
                        ),
                    )


def regions(prover: Prover) -> Theorem:
    """The vectorised decision is the statistic's."""
    claim = Finite(
        "chi2.regions",
        "the tables that the sign of (7) puts outside the ellipse are those whose statistic exceeds tau, in all rows at "
        "once too; none where the statistic is 0/0",
        f"m1, m2 <= {MOST}, tau in {', '.join(map(str, THRESHOLDS))}",
        lambda: region_cases(Fraction(0)),
        lambda: region_cases(Fraction(1)),
    )
    return prover.theorem(claim, ByEnumeration())
