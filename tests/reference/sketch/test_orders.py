"""Order statistics, beside all outcomes of the rows."""

from fractions import Fraction
from itertools import product
from math import prod
from statistics import median as middle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.law import law
from ldproof.numbers import ball
from ldproof.sketch.orders import at_least, median, minimum, running

LAWS = st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
@given(LAWS)
def test_minimum_and_median(d: int, weights: list[int]) -> None:
    row = [Fraction(each, sum(weights)) for each in weights]
    outcomes = [(rows, prod(row[v] for v in rows)) for rows in product(range(len(row)), repeat=d)]
    assert law(enumerate(minimum(row, d))) == law((min(rows), Fraction(share)) for rows, share in outcomes)
    expected = law((int(2 * middle(rows)), Fraction(share)) for rows, share in outcomes)
    assert law(median(row, d).items()) == expected
    near = [ball(each) for each in row]
    assert all(
        one.overlaps(ball(other)) for one, other in zip(minimum(near, d), minimum(row, d), strict=True)
    )
    twice = median(near, d)
    assert all(each.overlaps(ball(expected[value])) for value, each in twice.items())


def test_tails() -> None:
    row = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    assert running(row) == [0, Fraction(1, 2), Fraction(5, 6), 1]
    assert at_least(row) == [1, Fraction(1, 2), Fraction(1, 6), 0]
