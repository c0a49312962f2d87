"""The way out by rows, and the least of ranges, against all of them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.regions import Region
from ldproof.chi2.rows import along_rows, least_between
from tests.reference.chi2.neighbours import cells, distances_to

THRESHOLDS = (
    Fraction(0),
    Fraction(1, 10**6),
    Fraction(1, 100),
    Fraction(1, 3),
    Fraction(1),
    Fraction(96, 25),
)


@pytest.mark.parametrize(("m1", "m2"), [*product(range(1, 9), repeat=2), (3, 40), (31, 6), (17, 23)])
def test_rows_lead_out_as_fast(m1: int, m2: int) -> None:
    every = cells(m1, m2)
    for tau in THRESHOLDS:
        region = Region(m1, m2, tau)
        to_others = distances_to([cell for cell in every if not region.has(*cell)], m1, m2)
        some = [cell for cell in every if region.has(*cell)]
        if some:
            a, b = np.array(some).T
            assert along_rows(region, a, b).tolist() == [to_others[cell] for cell in some]


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40))
def test_the_least_of_a_range(values: list[int]) -> None:
    start, stop = np.triu_indices(len(values))
    stop += 1
    found = least_between(np.array(values), start, stop)
    assert found.tolist() == [
        min(values[one:other]) for one, other in zip(start.tolist(), stop.tolist(), strict=True)
    ]
    nothing = least_between(np.array(values), start, start)
    assert not nothing.any()
