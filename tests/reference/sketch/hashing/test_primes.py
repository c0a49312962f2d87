"""Polynomials modulo a prime, beside Python's own whole numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.sketch.hashing.primes import MERSENNE, polynomial

PRIMES = [2, 7, (1 << 31) - 1, MERSENNE, (1 << 64) - 59]
EDGES = [0, 1, (1 << 31) - 1, 1 << 31, (1 << 61) - 2, 1 << 60]


@pytest.mark.parametrize("P", PRIMES)
@given(st.data())
def test_by_powers(P: int, data: st.DataObject) -> None:
    below = st.sampled_from([each for each in EDGES if each < P] + [P - 1]) | st.integers(0, P - 1)
    coefficients = data.draw(st.lists(below, min_size=1, max_size=4))
    points = data.draw(st.lists(below, max_size=6))
    values = polynomial(coefficients, np.array(points, np.uint64), P)
    degree = len(coefficients) - 1
    assert values.tolist() == [
        sum(each * x ** (degree - i) for i, each in enumerate(coefficients)) % P for x in points
    ]
