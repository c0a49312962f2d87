"""What refutes Theorem 5 without its condition, against the reference's exact tail."""

from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.counting.tail import tail_probability
from ldproof.numbers import ball
from ldproof.reporting.coin import lie
from ldproof_proofs.counting.bounds.condition import sampled


@pytest.mark.parametrize("distance", [Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)])
def test_sampling_is_the_tail_but_for_lies(distance: Fraction) -> None:
    """With odds of 10^12 they differ by the probability of a lie at most."""
    odds = 10**12
    exact = ball(tail_probability(6, 2, Fraction(1, 2), distance, budget(1, odds=odds)))
    gap = exact - ball(sampled(6, 3, distance))
    assert abs(gap) <= ball(6 * lie(Fraction(odds - 1)))
