"""How the numbers of an audit are written: never on the wrong side."""

from fractions import Fraction

import pytest

from ldproof.rendering.verdicts import below, percent, rough, share_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.000"),
        (Fraction(2, 3), "0.666"),
        (Fraction(1), "1.000"),
        (Fraction(-2, 3), "-0.667"),
        (Fraction(-1, 2), "-0.500"),
        (Fraction(-7, 3), "-2.334"),
        (Fraction(12345678, 10000), "1234.567"),
        (Fraction(-1, 10**9), "-0.001"),
    ],
)
def test_a_decimal_below(value: Fraction, text: str) -> None:
    assert below(value, 3) == text


def test_shares() -> None:
    alpha = Fraction(1, 20)
    assert share_of(Fraction(-5), alpha) == 0
    assert share_of(Fraction(7), alpha) == 1
    assert share_of(Fraction(3, 2), alpha) == pytest.approx(0.5007, abs=1e-4)
    assert [percent(each) for each in (0.0, 0.005, 0.5, 0.999, 1.0)] == ["0%", "0%", "50%", "99%", "100%"]


def test_large_numbers() -> None:
    assert [rough(each) for each in (7526.4, 999_999_999.0, 3.25e17)] == ["7,526", "999,999,999", "3.2e+17"]
