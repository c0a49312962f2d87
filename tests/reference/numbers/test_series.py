"""Powers and products of polynomials, beside laws of sums."""

from fractions import Fraction

import pytest
from flint import arb

from ldproof.law import binomial
from ldproof.numbers import ball
from ldproof.numbers.series import power, times

Q = Fraction(2, 3)


@pytest.mark.parametrize("exponent", [0, 1, 5])
def test_powers_and_products(exponent: int) -> None:
    trial = [1 - Q, Q]
    counts = power(trial, exponent)
    assert counts == [binomial(exponent, Q)[k] for k in range(exponent + 1)]
    more = times(counts, power([1 - Q, Q], 2))
    assert more == [binomial(exponent + 2, Q)[k] for k in range(exponent + 3)]
    near = times(power([ball(1 - Q), ball(Q)], exponent), power([ball(1 - Q), ball(Q)], 2))
    assert all(one.overlaps(ball(other)) for one, other in zip(near, more, strict=True))


def test_places_that_are_0_stay() -> None:
    """Also at the end, where a polynomial forgets them."""
    sure = [Fraction(1), Fraction(0)]
    assert times(sure, sure) == power(sure, 2) == [1, 0, 0]
    assert len(times([arb(1), arb(0)], [arb(1), arb(0)])) == len(power([arb(1), arb(0)], 2)) == 3
