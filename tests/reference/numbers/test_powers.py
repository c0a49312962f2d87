"""A coefficient of a power, against multiplying everything out."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import ball, fraction, precision
from ldproof.numbers.powers import power_coefficient


def by_hand(weights: dict[tuple[int, int], Fraction], exponent: int, M: int, K: int) -> Fraction:
    """One factor after another."""
    total = {(0, 0): Fraction(1)}
    for _ in range(exponent):
        more: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for ((a, b), share), ((c, d), weight) in product(total.items(), weights.items()):
            more[a + c, b + d] += share * weight
        total = dict(more)
    return total.get((M, K), Fraction(0))


@given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 6), st.data())
def test_it_is_what_multiplying_out_gives(M: int, K: int, exponent: int, data: st.DataObject) -> None:
    fractions = st.fractions(0, 5, max_denominator=7)
    weights = {place: data.draw(fractions) for place in product(range(M + 1), range(K + 1))}
    terms = [
        weights.get((n % (2 * M + 1), n // (2 * M + 1)), Fraction(0)) for n in range((2 * M + 1) * (K + 1))
    ]
    expected = by_hand(weights, exponent, M, K)
    assert power_coefficient(terms, exponent, M, K) == expected
    with precision(128):
        around = power_coefficient([ball(each) for each in terms], exponent, M, K)
        assert fraction(around.lower()) <= expected <= fraction(around.upper())


@pytest.mark.parametrize("small", [Fraction(1, 10**60), Fraction(1, 10**300)])
def test_what_is_fainter_than_rounding_is_still_in_the_ball(small: Fraction) -> None:
    """(1 + e x)^3 has the coefficient e^3 of x^3, and a ball around 0 holds it."""
    with precision(64):
        around = power_coefficient(
            [ball(1), ball(small), ball(0), ball(0), ball(0), ball(0), ball(0)], 3, 3, 0
        )
        assert fraction(around.lower()) <= small**3 <= fraction(around.upper())
        assert around.rad() < 1e-15
