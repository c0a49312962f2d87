"""Regions of tables, decided table by table and row by row."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.chi2.formulas import statistic
from ldproof.chi2.regions import Region, first
from tests.reference.chi2.neighbours import cells

THRESHOLDS = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(4), Fraction(12))


@pytest.mark.parametrize(("m1", "m2"), list(product(range(1, 8), repeat=2)))
@pytest.mark.parametrize("closed", [False, True])
def test_it_holds_the_tables_beyond_the_threshold(m1: int, m2: int, closed: bool) -> None:
    every = cells(m1, m2)
    for tau in THRESHOLDS:
        if closed and tau == 0:
            continue
        region = Region(m1, m2, tau, closed)
        held = region.holds(np.array([a for a, _ in every]), np.array([b for _, b in every]))
        values = [statistic(*cell, m1, m2) for cell in every]
        expected = [value >= tau if closed else value > tau for value in values]
        assert held.tolist() == [region.has(*cell) for cell in every] == expected
        left, right = region.row_ends()
        inside = {cell for cell, yes in zip(every, expected, strict=True) if yes}
        for b in range(m2 + 1):
            share = Fraction(b * m1, m2)
            assert left[b] == max((a for a in range(m1 + 1) if (a, b) in inside and a <= share), default=-1)
            assert right[b] == min(
                (a for a in range(m1 + 1) if (a, b) in inside and a >= share), default=m1 + 1
            )
        exchanged = Region(m2, m1, tau, closed)
        assert exchanged.holds(np.array([b for _, b in every]), np.array([a for a, _ in every])).tolist() == (
            expected
        )


def test_the_first_number_from_which_on_something_holds() -> None:
    many = np.array([0, 1, 5, 5, 5])
    thresholds = np.array([0, 0, 0, 3, 9])
    assert first(many, lambda steps: steps >= thresholds).tolist() == [0, 0, 0, 3, 5]
