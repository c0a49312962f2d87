"""Values for programs and for people."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.catalogue import Value, as_json
from ldproof.law import INFINITE
from ldproof.numbers import Enclosure
from ldproof.rendering.values import sentence


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(5, 12), "x = 5/12 ≈ 0.41667"),
        (Fraction(-1, 4), "x = -1/4 = -0.25"),
        (Fraction(6), "x = 6"),
        (INFINITE, "x = inf"),
        (
            Enclosure(Decimal("0.3"), Decimal("0.4")),
            "x is between 0.3 and 0.4",
        ),
    ],
)
def test_how_it_is_said(value: Value, said: str) -> None:
    assert sentence("x", value, 5) == said


def test_a_fraction_too_long_to_read() -> None:
    long = Fraction(-(10**5000), 3)
    assert len(as_json(long)["exact"]) == 5004
    assert sentence("x", long, 5) == (
        "x = a fraction of 5001 by 1 digits, which --json writes out, ≈ -3.3333E+4999"
    )
