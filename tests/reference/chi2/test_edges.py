"""The tables at a distance: all of them, and no others; and where an edge's quadratic is least."""

from fractions import Fraction

import numpy as np
import pytest

from ldproof.chi2.edges import edges
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.regions import Region
from tests.reference.chi2.neighbours import cells


@pytest.mark.parametrize(("m1", "m2"), [(1, 1), (3, 5), (6, 2)])
def test_they_are_the_tables_at_a_distance(m1: int, m2: int) -> None:
    region = Region(m1, m2, Fraction(1))
    for a, b in cells(m1, m2):
        for r in range(1, m1 + m2 + 1):
            found = {
                tuple(int(each.item()) for each in edge.at(np.array([t])))
                for edge in edges(region, np.array([a]), np.array([b]), np.array([r]))
                if edge.exists.item()
                for t in range(edge.low.item(), edge.high.item() + 1)
            }
            assert found == {cell for cell in cells(m1, m2) if abs(cell[0] - a) + abs(cell[1] - b) == r}


def test_on_a_line_the_quadratic_is_least_where_it_neither_grows_nor_falls() -> None:
    m1, m2, tau = 9, 4, Fraction(3, 2)
    step = Fraction(1, 1000)
    for edge in edges(Region(m1, m2, tau), np.array([7]), np.array([1]), np.array([3])):
        turn = Fraction(edge.least(Region(m1, m2, tau)).item())

        def value(t: Fraction, across: int = edge.across, up: int = edge.up) -> Fraction:
            return beyond_ellipse(7 + across * (3 - t), 1 + up * t, Fraction(m1), Fraction(m2), tau)

        assert value(turn) < min(value(turn - step), value(turn + step))
