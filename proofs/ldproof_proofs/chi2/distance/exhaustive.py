"""The distance to the other decision is what a search finds: every table of few people, and some of more."""

from collections.abc import Iterable
from itertools import count, product

import numpy as np

from ldproof.chi2.distance import decision_distances, distance, distances_along_rows, shortest_way_in
from ldproof.chi2.tables import Region, parse_tables
from ldproof.numbers import Symbol, rational
from ldproof_proofs.chi2.distance.search import (
    Cell,
    cells,
    least_of,
    statistic,
    statistic_as_term,
    to_other_decision,
)
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

MOST = 9
THRESHOLDS = tuple(rational(*each) for each in ((1, 100), (1, 2), (1, 1), (2, 1), (96, 25), (13, 2)))
MORE = ((8, 6), (20, 20), (3, 40), (31, 6))
SCOPE = (
    f"every table of N <= {MOST} people, and of (8, 6), (20, 20), (3, 40) and (31, 6) cases and controls; "
    "tau in {1/100, 1/2, 1, 2, 96/25, 13/2} where tau < N; and (2, 150) of 10^6 cases and 10^8 controls, tau = 1/10000"
)
FAR, MANY, SMALL = (2, 150), (10**6, 10**8), rational(1, 10_000)
"""A table that is nearer to the ellipse than to any table within, and has too many rows around it to search them."""


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
                some, name = parse_tables(every[:, 0], every[:, 1], m1, m2), f"m = ({m1}, {m2}), tau = {tau}"
                wanted = np.array(list(to_other_decision(m1, m2, tau).values())) + further
                yield name, bool((decision_distances(some, tau) == wanted).all())
                region, out = Region(m1, m2, tau), some.significant(tau)
                by_rows = distances_along_rows(region, some.a[out], some.b[out])
                yield f"{name}, by rows", bool((by_rows == wanted[out]).all())
                for least in range(1, int(wanted[~out].max()) + 1 - further):
                    far_in = ~out & (wanted >= least + further)
                    nearest = shortest_way_in(region, some.a[far_in], some.b[far_in])
                    yield f"{name}, from {least} on", bool(nearest == wanted[far_in].min())
    yield "of many people", distance(*FAR, *MANY, SMALL) == far() + further


def far() -> int:
    """The least distance at which a table is not significant."""
    a, b = FAR
    return next(
        r
        for r in count(1)
        if any(
            statistic(a + across, b + up, *MANY) <= SMALL
            for across in range(max(-r, -a), r + 1)
            for up in (r - abs(across), abs(across) - r)
        )
    )


FEW, SOME = 6, tuple(rational(*each) for each in ((1, 2), (2, 1), (96, 25)))
"""People and thresholds of what is recorded."""


def recorded_cases(further: int) -> Iterable[tuple[str, Relation]]:
    """On which side of tau each table is; and that its distance is the least number of steps to one on the other side."""
    for (m1, m2), tau in product(sizes(), SOME):
        if m1 + m2 <= FEW and tau < m1 + m2:
            name = f"({m1}, {m2}), tau = {tau}"
            found = {cell: statistic_as_term(cell, m1, m2) for cell in cells(m1, m2)}
            above = {cell: statistic(*cell, m1, m2) > tau for cell in found}
            for cell, chi2 in found.items():
                yield f"{name}, {cell}", below(tau, chi2) if above[cell] else at_most(chi2, tau)
            for cell in found:
                ways = ((cell, other) for other in found if above[other] is not above[cell])
                yield from least_of(f"{name}, from {cell}", distance(*cell, m1, m2, tau) + further, ways)


def recorded(prover: Prover) -> Theorem:
    """Every table of few people, as relations that anybody can decide."""
    claim = Ground(
        "chi2.distance-is-least",
        "the distance is the least number of people who must change for the decision to change",
        f"every table of N <= {FEW} people, tau in {{1/2, 2, 96/25}} where tau < N",
        lambda: recorded_cases(0),
        lambda: recorded_cases(-1),
    )
    return prover.theorem(claim, ByRecord())


def tied() -> Anchor[object]:
    """One table at a time."""
    some: tuple[Cell, ...] = ((0, 0), (1, 1), (4, 0), (2, 5), (4, 6))
    tau = rational(2)
    return anchor(
        distance,
        lambda: tuple(distance(*cell, 4, 6, tau) for cell in some),
        lambda: tuple(to_other_decision(4, 6, tau)[cell] for cell in some),
    )


def searched(prover: Prover) -> Theorem:
    """Every table."""
    claim = Finite(
        "chi2.distance-is-searched",
        "the distance is the least number of people who must change for the decision to change; for significant tables the "
        "search by rows finds it too, and for the others the search for the least of several",
        SCOPE,
        lambda: cases(0),
        lambda: cases(1),
        (tied(),),
    )
    return prover.theorem(claim, ByEnumeration())


here, there, other, back, x, y, size = map(Symbol, ("d", "e", "r", "s", "a", "a'", "v"))


def smooth(prover: Prover) -> Iterable[Theorem]:
    """For all tables: of neighbours with one decision the distances differ by 1 at most, and with two both have 1."""
    triangle = {
        "nearest": at_most(here, other),
        "one more": at_most(other, back + 1),
        "attained": equal(back, there),
    }
    yield proposition(
        prover,
        "chi2.distance-is-smooth",
        at_most(here, there + 1),
        triangle,
        {"d": 3, "e": 2, "r": 3, "s": 2},
        mutant=at_most(here, there),
        reason="the triangle inequality",
        reading="d and e are the distances of two neighbours with one decision to the nearest tables with the other one; s = e is "
        "that of the second to its nearest one, and r the first's to the same",
    )
    yield proposition(
        prover,
        "chi2.distance-across",
        at_most(here, 1),
        {"nearest": at_most(here, other), "one step": equal(other, 1)},
        {"d": 1, "r": 1},
        mutant=at_most(here, 0),
        reason="a neighbour has the other decision",
        reading="d is the distance of a table to the nearest one with the other decision, and r = 1 that to a neighbour which has it",
    )
    for name, off in (("up", x - y), ("down", y - x)):
        yield proposition(
            prover,
            f"chi2.distance-one-more-{name}",
            at_most(off.substitute({"a": x + 1}), size + 1),
            {"size": at_most(off, size)},
            {"a": 2, "a'": 1, "v": 1},
            mutant=at_most(size + 3, off),
            reason="|u + 1| <= |u| + 1",
            reading="a and a + 1 are the cells of two neighbours and a' that of any table, v = |a - a'| is no less than a - a' and "
            "than a' - a",
        )
