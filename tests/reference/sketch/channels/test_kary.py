"""One column, drawn by all quarters of its coins and all columns."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ldproof.numbers import Real
from ldproof.sketch.channels import Kary
from tests.reference.sketch.blocks import QUARTERS, Blocks
from tests.reference.sketch.channels.every import exact


@pytest.mark.parametrize("width", [2, 5])
def test_the_law_of_what_is_said(width: int) -> None:
    """Truthful in three quarters: x / (x + w) = 3/4."""
    channel = Kary(width, Real(Fraction(3 * width)))
    assert channel.truthful == Fraction(3, 4)
    for column in range(width):
        said = Counter(
            channel.say(column, Blocks([(coin,), anything]))
            for coin, anything in product(QUARTERS, range(width))
        )
        for content in channel.outputs():
            assert Fraction(said[content], 4 * width) == channel.likelihood(column, content)


def test_its_rates() -> None:
    channel = Kary(5, Real(Fraction(3)))
    assert (channel.low, channel.high) == (Real(Fraction(1, 8)), Real(Fraction(4, 8)))
    assert exact(channel.high) - exact(channel.low) == channel.truthful
