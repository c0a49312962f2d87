"""One side of the bound in one step: the root, and where there is none."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.counting.one_sided import overshoot, power_below
from ldproof.numbers import ball, computed
from ldproof.rejections import Reason
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused


@pytest.mark.parametrize("rate", [Fraction(1, 4), Fraction(1, 2), Fraction(7, 10)])
def test_the_root_is_where_the_entropy_is_enough(rate: Fraction) -> None:
    """Given an alpha, D at it, and alpha again from D; odds are 3, so that p - q = 1/2."""
    mu, alpha = 2 * (rate - Fraction(1, 4)), Fraction(1, 10)

    def entropy(a: Decimal, b: Decimal) -> Decimal:
        return a * (a / b).ln() + (1 - a) * ((1 - a) / (1 - b)).ln()

    enough = decimally(entropy, rate + alpha / 2, rate)
    found = overshoot(
        10**6, 2, mu, Fraction(1, 10), budget(odds=3).report_excess(), computed(lambda: ball(enough))
    )
    assert agrees(found, alpha, 50)


@pytest.mark.parametrize("mu", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_without_a_root_it_is_the_largest_error(mu: Fraction) -> None:
    """All of two people send a 1 with probability s^2, at least 1/16: more than 1/20."""
    found = overshoot(2, 1, mu, Fraction(1, 10), budget(odds=3).report_excess(), computed(lambda: ball(0)))
    assert agrees(found, (1 - Fraction(1, 4)) / Fraction(1, 2) - mu, 20)


def test_powers_are_compared_exactly() -> None:
    """At a tie too; and without writing out a long power."""
    assert power_below(Fraction(2, 3), 5, Fraction(33, 243))
    assert not power_below(Fraction(2, 3), 5, Fraction(32, 243))
    assert not power_below(Fraction(2, 3), 5, Fraction(31, 243))
    assert power_below(Fraction(0), 10**9, Fraction(1, 10**9))
    assert power_below(Fraction(999_999, 10**6), 10**9, Fraction(1, 10**434))  # e^-1000 = 5.07 10^-435
    assert not power_below(Fraction(999_999, 10**6), 10**9, Fraction(1, 10**435))
    assert power_below(computed(lambda: ball(2).sqrt() / 2), 3, Fraction(354, 1000))
    assert not power_below(computed(lambda: ball(2).sqrt() / 2), 3, Fraction(353, 1000))
    with refused(Reason.UNDECIDED):
        power_below(computed(lambda: ball(2).sqrt() / 2), 2, Fraction(1, 2))
