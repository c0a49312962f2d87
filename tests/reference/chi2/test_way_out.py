"""The way out of significant tables: against all tables, and where it is long or unknown."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.chi2.distance import distance, distances
from ldproof.chi2.regions import Region
from ldproof.chi2.tables import tables
from ldproof.chi2.way_out import MOST_ROWS, PATIENCE, l1_lower_bound, shortest_way_out, way_out
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import cells, distances_to
from tests.reference.refusals import refused

THRESHOLDS = (Fraction(1, 100), Fraction(1, 3), Fraction(1), Fraction(96, 25), Fraction(7))


@pytest.mark.parametrize(("m1", "m2"), [*product(range(1, 9), repeat=2), (3, 40), (31, 6), (17, 23)])
def test_it_is_the_length_of_a_shortest_path(m1: int, m2: int) -> None:
    every = cells(m1, m2)
    for tau in (Fraction(0), Fraction(1, 10**6), *THRESHOLDS):
        region = Region(m1, m2, tau)
        to_others = distances_to([cell for cell in every if not region.has(*cell)], m1, m2)
        some = [cell for cell in every if region.has(*cell)]
        if some:
            a, b = np.array(some).T
            expected = [to_others[cell] for cell in some]
            assert way_out(region, a, b).tolist() == expected
            assert shortest_way_out(region, a, b) == min(expected)


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


def test_among_too_many_people_a_thin_ellipse_is_refused() -> None:
    m = 2 * MOST_ROWS
    with refused(Reason.TOO_LARGE):
        distance(m // 3, m // 3 + 1, m - 1, m, Fraction(1, 10**20))


def test_the_way_out_is_no_shorter_than_the_real_one() -> None:
    m, tau = 10**8, Fraction(96, 25)
    corner = np.array([m]), np.array([0])
    # All on the diagonal from (m, 0) to (0, m), of which N h^2 <= tau m^2 N^2 / 4 is the middle.
    assert l1_lower_bound(Region(m, m, tau), *corner).item() == pytest.approx(
        m - (float(tau) * m / 2) ** 0.5, rel=1e-14
    )
    # An ellipse without an inside is the line from (0, 0) to (m1, m2).
    assert l1_lower_bound(Region(3, 3, Fraction(0)), np.array([3, 1]), np.array([1, 2])).tolist() == [2, 1]
    assert l1_lower_bound(Region(4, 6, Fraction(0)), np.array([2]), np.array([6])).item() == pytest.approx(2)
    for m1, m2 in ((7, 5), (1, 9), (30, 30)):
        every = cells(m1, m2)
        a, b = np.array(every).T
        for threshold in THRESHOLDS:
            region = Region(m1, m2, threshold)
            inside = region.holds(a, b)
            some = tables(a[inside], b[inside], m1, m2)
            assert (l1_lower_bound(region, some.a, some.b) <= distances(some, threshold) + 1e-12).all()
