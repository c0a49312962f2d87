"""Roots with a proof that they are there."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.numbers import Ball, ball, precision
from ldproof.numbers.isolation import root
from ldproof.rejections import Reason
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused


@pytest.mark.parametrize("power", [2, 40, 400])
def test_a_root_that_is_known(power: int) -> None:
    """2 (1 - x)^power = 1, a root that may be near to 0; and 2 x^power = 1, near to 1."""
    near_0 = root(lambda x: 1 - 2 * (1 - x) ** power, lambda x: 2 * power * (1 - x) ** (power - 1))
    near_1 = root(lambda x: 2 * x**power - 1, lambda x: 2 * power * x ** (power - 1))
    expected = decimally(lambda n: (-Decimal(2).ln() / n).exp(), power)
    assert agrees(near_1, expected)
    assert agrees(near_0, 1 - expected)


def test_at_few_bits_the_ball_is_wide_and_right() -> None:
    """The root of x = 10^-30 is told from 0 by more bits than these."""
    found = root(lambda x: x - Ball(10) ** -30, lambda _: Ball(1))
    with precision(16):
        assert found().contains(ball(Fraction(1, 10**30)))


def test_without_a_root_there_is_no_answer() -> None:
    with refused(Reason.UNDECIDED):
        root(lambda x: x + 1, lambda _: Ball(1))
