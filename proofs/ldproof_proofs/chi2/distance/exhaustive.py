"""The distance to the other decision is what a search finds: every table of few people, and some of more."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ldproof.chi2.distance import distance, distances
from ldproof.chi2.tables import tables
from ldproof_proofs.chi2.distance.search import Cell, cells, to_other_decision
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

MOST = 9
THRESHOLDS = tuple(Fraction(*each) for each in ((1, 2), (1, 1), (2, 1), (96, 25), (13, 2)))
MORE = ((20, 20), (3, 40), (31, 6))
SCOPE = (
    f"every table of N <= {MOST} people, and of (20, 20), (3, 40) and (31, 6) cases and controls; "
    "tau in {1/2, 1, 2, 96/25, 13/2} where tau < N"
)


def sizes() -> Iterable[tuple[int, int]]:
    """Cases and controls."""
    yield from ((m1, people - m1) for people in range(2, MOST + 1) for m1 in range(1, people))
    yield from MORE


def cases(further: int) -> Iterable[tuple[str, bool]]:
    """All tables of some people at once."""
    for m1, m2 in sizes():
        every = np.array(cells(m1, m2), np.int64)
        for tau in THRESHOLDS:
            if tau < m1 + m2:
                ours = distances(tables(every[:, 0], every[:, 1], m1, m2), tau)
                wanted = to_other_decision(m1, m2, tau)
                yield (
                    f"m = ({m1}, {m2}), tau = {tau}",
                    all(
                        int(steps) == wanted[cell] + further for cell, steps in zip(wanted, ours, strict=True)
                    ),
                )


def tied() -> Anchor[object]:
    """One table at a time."""
    some: tuple[Cell, ...] = ((0, 0), (1, 1), (4, 0), (2, 5), (4, 6))
    tau = Fraction(2)
    return anchor(
        distance,
        lambda: tuple(distance(*cell, 4, 6, tau) for cell in some),
        lambda: tuple(to_other_decision(4, 6, tau)[cell] for cell in some),
    )


def searched(prover: Prover) -> Theorem:
    """Every table."""
    claim = Finite(
        "chi2.distance-is-searched",
        "the distance is the least number of people who must change for the decision to change",
        SCOPE,
        lambda: cases(0),
        lambda: cases(1),
        (tied(),),
    )
    return prover.theorem(claim, ByEnumeration())


def smooth_cases(most: int) -> Iterable[tuple[str, bool]]:
    """Neighbours of one decision have distances that differ by 1 at most; those of two decisions both have 1."""
    for m1, m2 in sizes():
        for tau in THRESHOLDS:
            if tau < m1 + m2 and (m1, m2) not in MORE:
                found = to_other_decision(m1, m2, tau)
                yield (
                    f"m = ({m1}, {m2}), tau = {tau}",
                    all(abs(found[a, b] - found[a + 1, b]) <= most for a in range(m1) for b in range(m2 + 1))
                    and all(
                        abs(found[a, b] - found[a, b + 1]) <= most for a in range(m1 + 1) for b in range(m2)
                    ),
                )


def smooth(prover: Prover) -> Theorem:
    """As the triangle inequality says."""
    claim = Finite(
        "chi2.distance-is-smooth",
        "the distances of neighbours differ by 1 at most",
        f"every pair of neighbours among N <= {MOST} people, tau in {{1/2, 1, 2, 96/25, 13/2}} where tau < N",
        lambda: smooth_cases(1),
        lambda: smooth_cases(0),
    )
    return prover.theorem(claim, ByEnumeration())
