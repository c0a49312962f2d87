"""The distance to the other decision against breadth-first search over all tables."""

from fractions import Fraction
from itertools import product
from math import isqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.distance import distance, distances, shortest_way_in, way_in
from ldproof.chi2.formulas import statistic
from ldproof.chi2.regions import Region
from ldproof.chi2.tables import Table, tables
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import cells, distances_to, neighbours
from tests.reference.refusals import refused

THRESHOLDS = (Fraction(1, 100), Fraction(1, 3), Fraction(1), Fraction(96, 25), Fraction(7))


@pytest.mark.parametrize(("m1", "m2"), list(product(range(1, 10), repeat=2)))
def test_it_is_the_length_of_a_shortest_path(m1: int, m2: int) -> None:
    every = cells(m1, m2)
    arrays = tables(np.array([a for a, _ in every]), np.array([b for _, b in every]), m1, m2)
    for tau in THRESHOLDS:
        if tau >= m1 + m2:
            continue
        beyond = {cell for cell in every if statistic(*cell, m1, m2) > tau}
        from_beyond, to_beyond = (
            distances_to([cell for cell in every if cell not in beyond], m1, m2),
            distances_to(beyond, m1, m2),
        )
        expected = [from_beyond[cell] if cell in beyond else to_beyond[cell] for cell in every]
        assert distances(arrays, tau).tolist() == expected


@given(st.integers(1, 3000), st.integers(1, 3000), st.data())
def test_neighbours_on_one_side_are_at_most_1_apart_and_across_both_are_at_1(
    m1: int, m2: int, data: st.DataObject
) -> None:
    tau = Fraction(1, 2)
    cell = data.draw(st.integers(0, m1)), data.draw(st.integers(0, m2))
    here = distance(*cell, m1, m2, tau)
    sides = Table(*cell, m1, m2).significant(tau)
    for other in neighbours(cell, m1, m2):
        there = distance(*other, m1, m2, tau)
        if Table(*other, m1, m2).significant(tau) is sides:
            assert abs(here - there) <= 1
        else:
            assert here == there == 1


@given(st.integers(1, 3000), st.integers(1, 3000), st.data())
def test_the_same_with_all_variants_flipped_and_with_groups_exchanged(
    m1: int, m2: int, data: st.DataObject
) -> None:
    a, b = data.draw(st.integers(0, m1)), data.draw(st.integers(0, m2))
    tau = Fraction(3, 2)
    here = distance(a, b, m1, m2, tau)
    assert here == distance(m1 - a, m2 - b, m1, m2, tau) == distance(b, a, m2, m1, tau)


def test_large_tables() -> None:
    m = 10**9
    # From the centre, steps that raise a and lower b keep s = N/2, so that N h^2 grows to tau m^2 N^2 / 4 soonest.
    assert distance(m // 2, m // 2, m, m, Fraction(96, 25)) == isqrt(Fraction(96, 25) * 2 * m // 4) + 1
    # From the corner they lower h until N h^2 is no more than that.
    assert distance(m, 0, m, m, Fraction(96, 25)) == m - isqrt(Fraction(96, 25) * 2 * m // 4)


def test_the_shortest_way_in() -> None:
    for (m1, m2), tau in product(((4, 9), (8, 8), (30, 7)), THRESHOLDS):
        region = Region(m1, m2, tau)
        some = [cell for cell in cells(m1, m2) if not region.has(*cell)]
        for shift in range(0, len(some), 5):
            a, b = np.array(some[shift:]).T
            assert shortest_way_in(region, a, b) == way_in(region, a, b).min()


def test_where_nothing_is_significant_there_is_no_distance() -> None:
    with refused(Reason.OUT_OF_RANGE) as refusal:
        distance(1, 1, 2, 3, Fraction(5))
    assert "at most N = 5" in refusal.value.what
    assert distance(2, 0, 2, 3, Fraction(4999, 1000)) == 1


def test_what_is_not_a_table() -> None:
    with refused(Reason.OUT_OF_RANGE):
        distance(4, 0, 3, 3, Fraction(1))
