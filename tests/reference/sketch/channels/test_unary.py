"""A row of bits, drawn by all quarters of its coins."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ldproof.numbers import Real, ball, computed
from ldproof.sketch.channels import Unary
from tests.reference.sketch.blocks import QUARTERS, Blocks, P, Q

WIDTH = 3


@pytest.mark.parametrize("column", range(WIDTH))
def test_the_law_of_what_is_said(column: int) -> None:
    channel = Unary(WIDTH, Real(P), Real(Q))
    said = Counter(channel.say(column, Blocks([coins])) for coins in product(QUARTERS, repeat=WIDTH))
    for content in channel.outputs():
        assert Fraction(said[content], len(QUARTERS) ** WIDTH) == channel.likelihood(column, content)


def test_irrational_rates() -> None:
    channel = Unary(3, computed(lambda: ball(Fraction(2)).sqrt() / 8), Real(Fraction(1, 2)))
    share = channel.likelihood(1, (1, 0, 1))
    assert abs(float(ball(share)) - (2**0.5 / 8) ** 2 / 2) < 1e-12
    assert channel.bits == 3
