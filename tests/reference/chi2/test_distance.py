"""Regions of tables, and distances to the other decision against breadth-first search over all tables."""

from fractions import Fraction
from itertools import product
from math import isqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.arrays import Int64Array
from ldproof.chi2.distance import (
    PATIENCE,
    Gap,
    decision_distances,
    distance,
    distance_edges,
    distances_along_rows,
    l1_lower_bound,
    least_between,
    shortest_way_in,
    shortest_way_out,
    way_in,
    way_out,
)
from ldproof.chi2.formulas import beyond_ellipse, statistic
from ldproof.chi2.tables import Region, Table, first_holding, parse_tables
from ldproof.errors import Reason
from tests.reference.chi2.neighbours import Cell, cells, distances_to, neighbours
from tests.reference.refusals import refused
from tests.tiers import run_everything

SIZES = [*product(range(1, 9), repeat=2), (9, 1), (1, 9), (9, 9), (3, 40), (31, 6), (17, 23)]
USUAL = Fraction(96, 25)
THRESHOLDS = (
    *(Fraction(0), Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 3), Fraction(1)),
    USUAL,
    Fraction(7),
)
PEOPLE = st.integers(1, 3000)


@pytest.mark.parametrize(("m1", "m2"), SIZES if run_everything() else SIZES[::3])
def test_distances_are_the_lengths_of_shortest_paths(m1: int, m2: int) -> None:
    """By the way in, by the way out along edges and along rows, and the shortest of several."""
    every = cells(m1, m2)
    for tau in THRESHOLDS:
        region = Region(m1, m2, tau)
        some = [cell for cell in every if statistic(*cell, m1, m2) > tau]
        others = [cell for cell in every if statistic(*cell, m1, m2) <= tau]
        if not some:
            continue
        a, b = np.array(some).T
        there = distances_to(others, m1, m2)
        out = [there[cell] for cell in some]
        assert distances_along_rows(region, a, b).tolist() == way_out(region, a, b).tolist() == out
        assert shortest_way_out(region, a, b) == min(out)
        if others and tau:
            to_some = distances_to(some, m1, m2)
            expected = [max(there[cell], to_some[cell]) for cell in every]
            a, b = np.array(every).T
            assert decision_distances(parse_tables(a, b, m1, m2), tau).tolist() == expected


@pytest.mark.parametrize("m1", range(1, 8))
@pytest.mark.parametrize("closed", [False, True])
def test_regions_hold_the_tables_beyond_the_threshold(m1: int, closed: bool) -> None:
    for m2, tau in product(range(1, 8), map(Fraction, ("1/3", "1", "4", "12") + ("0",) * (not closed))):
        every, region = cells(m1, m2), Region(m1, m2, tau, closed)
        a, b = np.array(every).T
        values = [statistic(*cell, m1, m2) for cell in every]
        expected = [value >= tau if closed else value > tau for value in values]
        assert region.holds(a, b).tolist() == [region.has(*cell) for cell in every] == expected
        assert Region(m2, m1, tau, closed).holds(b, a).tolist() == expected
        left, right = region.row_ends()
        inside = {cell for cell, yes in zip(every, expected, strict=True) if yes}
        for row in range(m2 + 1):
            share, held = Fraction(row * m1, m2), [a for a in range(m1 + 1) if (a, row) in inside]
            assert left[row] == max((a for a in held if a <= share), default=-1)
            assert right[row] == min((a for a in held if a >= share), default=m1 + 1)


@given(PEOPLE, PEOPLE, st.data())
def test_distances_of_neighbours_and_of_mirrored_tables(m1: int, m2: int, data: st.DataObject) -> None:
    """Neighbours on one side are at most 1 apart, and across both are at 1.

    All variants may be flipped, and the groups exchanged.
    """
    tau = Fraction(1, 2)
    a, b = data.draw(st.integers(0, m1)), data.draw(st.integers(0, m2))
    here, side = distance(a, b, m1, m2, tau), Table(a, b, m1, m2).significant(tau)
    for other in neighbours((a, b), m1, m2):
        there = distance(*other, m1, m2, tau)
        if Table(*other, m1, m2).significant(tau) is side:
            assert abs(here - there) <= 1
        else:
            assert here == there == 1
    assert here == distance(m1 - a, m2 - b, m1, m2, tau) == distance(b, a, m2, m1, tau)


def test_distances_of_large_tables() -> None:
    m = 10**9
    # From the centre, steps that raise a and lower b keep s = N/2, so that N h^2 grows to tau m^2 N^2 / 4 soonest.
    assert distance(m // 2, m // 2, m, m, USUAL) == isqrt(USUAL * 2 * m // 4) + 1
    # From the corner they lower h until N h^2 is no more than that.
    assert distance(m, 0, m, m, USUAL) == m - isqrt(USUAL * 2 * m // 4)


def test_the_shortest_way_in() -> None:
    for (m1, m2), tau in product(((4, 9), (8, 8), (30, 7)), THRESHOLDS[2:]):
        region = Region(m1, m2, tau)
        some = [cell for cell in cells(m1, m2) if not region.has(*cell)]
        for shift in range(0, len(some), 5):
            a, b = np.array(some[shift:]).T
            assert shortest_way_in(region, a, b) == way_in(region, a, b).min()


def test_where_there_is_no_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is significant, it is no table, or a thin ellipse lies among too many people."""
    with refused(Reason.OUT_OF_RANGE) as refusal:
        distance(1, 1, 2, 3, Fraction(5))
    assert "at most N = 5" in refusal.value.what
    assert distance(2, 0, 2, 3, Fraction(4999, 1000)) == 1
    with refused(Reason.OUT_OF_RANGE):
        distance(4, 0, 3, 3, Fraction(1))
    monkeypatch.setattr("ldproof.chi2.distance.MOST_ROWS", 1000)
    monkeypatch.setattr("ldproof.chi2.distance.MOST_STEPS", 500)
    assert distance(300, 301, 1000, 1001, Fraction(1, 10**20)) > PATIENCE
    with refused(Reason.TOO_LARGE):
        distance(300, 301, 1001, 1002, Fraction(1, 10**20))
    with refused(Reason.TOO_LARGE):
        Gap(10**6, 10**6, Fraction(1), Fraction(1))


@pytest.mark.parametrize(("m1", "m2"), [(299, 301), (301, 299), (7, 993)])
def test_around_a_thin_ellipse_the_way_is_long(m1: int, m2: int) -> None:
    tau, N = Fraction(1, 10**6), m1 + m2
    a, b = np.indices((m1 + 1, m2 + 1))
    within = N * (a * m2 - b * m1) ** 2 * tau.denominator <= tau.numerator * m1 * m2 * (a + b) * (N - a - b)
    there, longest = np.argwhere(within), 0
    for cell in ((m1 // 3, m2 // 3), (m1 // 2, m2 // 5), (m1, 0), (0, m2 - 1), (1, 1)):
        nearest = int(np.abs(there - cell).sum(axis=1).min())
        assert distance(*cell, m1, m2, tau) == nearest
        start = l1_lower_bound(Region(m1, m2, tau), *np.array([cell]).T).item()
        longest = max(longest, nearest - int(start))
    assert longest > 3 * PATIENCE


def test_the_lower_bound_is_no_longer_than_the_way_out() -> None:
    # All on the diagonal from (m, 0) to (0, m), of which N h^2 <= tau m^2 N^2 / 4 is the middle.
    m = 10**8
    corner = l1_lower_bound(Region(m, m, USUAL), np.array([m]), np.array([0])).item()
    assert corner == pytest.approx(m - (float(USUAL) * m / 2) ** 0.5, rel=1e-14)
    # An ellipse without an inside is the line from (0, 0) to (m1, m2).
    assert l1_lower_bound(Region(3, 3, Fraction(0)), np.array([3, 1]), np.array([1, 2])).tolist() == [2, 1]
    assert l1_lower_bound(Region(4, 6, Fraction(0)), np.array([2]), np.array([6])).item() == pytest.approx(2)
    for (m1, m2), tau in product(((7, 5), (1, 9), (30, 30)), THRESHOLDS[2:]):
        a, b = np.array(cells(m1, m2)).T
        region = Region(m1, m2, tau)
        inside = region.holds(a, b)
        some = parse_tables(a[inside], b[inside], m1, m2)
        assert (l1_lower_bound(region, some.a, some.b) <= decision_distances(some, tau) + 1e-12).all()


# what distances are found with


@pytest.mark.parametrize(("m1", "m2"), [(1, 1), (3, 5), (6, 2)])
def test_edges_are_the_tables_at_a_distance(m1: int, m2: int) -> None:
    region = Region(m1, m2, Fraction(1))
    for (a, b), r in product(cells(m1, m2), range(1, m1 + m2 + 1)):
        found = {
            tuple(int(each.item()) for each in edge.at(np.array([t])))
            for edge in distance_edges(region, np.array([a]), np.array([b]), np.array([r]))
            if edge.exists.item()
            for t in range(edge.low.item(), edge.high.item() + 1)
        }
        assert found == {cell for cell in cells(m1, m2) if abs(cell[0] - a) + abs(cell[1] - b) == r}


def test_on_an_edge_the_quadratic_is_least_where_it_neither_grows_nor_falls() -> None:
    m1, m2, tau, step = 9, 4, Fraction(3, 2), Fraction(1, 1000)
    region = Region(m1, m2, tau)
    for edge in distance_edges(region, np.array([7]), np.array([1]), np.array([3])):
        turn = Fraction(edge.least(region).item())
        before, here, after = (
            beyond_ellipse(7 + edge.across * (3 - t), 1 + edge.up * t, Fraction(m1), Fraction(m2), tau)
            for t in (turn - step, turn, turn + step)
        )
        assert here < min(before, after)


def test_the_first_number_from_which_on_something_holds() -> None:
    thresholds = np.array([0, 0, 0, 3, 9])
    assert first_holding(np.array([0, 1, 5, 5, 5]), lambda steps: steps >= thresholds).tolist() == [
        0,
        0,
        0,
        3,
        5,
    ]


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40))
def test_the_least_of_a_range(values: list[int]) -> None:
    start, stop = np.triu_indices(len(values))
    stop += 1
    ranges = zip(start.tolist(), stop.tolist(), strict=True)
    assert least_between(np.array(values), start, stop).tolist() == [min(values[i:j]) for i, j in ranges]
    assert not least_between(np.array(values), start, start).any()


def pairs(found: tuple[Int64Array, Int64Array]) -> set[Cell]:
    return set(zip(found[0].tolist(), found[1].tolist(), strict=True))


@pytest.mark.parametrize("tau", [Fraction(1), USUAL])
@pytest.mark.parametrize("beta", [Fraction(1, 4), Fraction(1), Fraction(3)])
def test_the_sides_of_a_gap_and_how_far_they_are_apart(tau: Fraction, beta: Fraction) -> None:
    for m1, m2 in product(range(1, 8), repeat=2):
        gap = Gap(m1, m2, tau, beta)
        values = {cell: statistic(*cell, m1, m2) for cell in cells(m1, m2)}
        high = {cell for cell, value in values.items() if value >= tau + beta}
        low = {cell for cell, value in values.items() if value <= tau - beta}
        assert (gap.above, gap.below) == (bool(high), bool(low))
        assert pairs(gap.upper_edge) <= high
        if low:
            assert pairs(gap.lower_edge) <= low
            to_low = distances_to(low, m1, m2)
            assert gap.from_below(*np.array(list(to_low)).T).tolist() == list(to_low.values())
            if high:
                assert gap.length == min(to_low[cell] for cell in high)


def test_a_gap_at_a_threshold_that_is_the_largest_statistic() -> None:
    more = Fraction(101, 100)
    assert [Gap(2, 3, Fraction(4), beta).above for beta in (Fraction(1), more)] == [True, False]
    assert [Gap(2, 3, Fraction(1), beta).below for beta in (Fraction(1), more)] == [True, False]
