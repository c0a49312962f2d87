"""Values and the numbers of an audit, as people read them: never on the wrong side."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.auditor.report import evidence_share, format_percent, format_rough_count, round_down
from ldproof.numbers import Enclosure
from ldproof.probability import INFINITE
from ldproof.results import Certified, Value, value_as_json


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(5, 12), "x = 5/12 ≈ 0.41667"),
        (Fraction(-1, 4), "x = -1/4 = -0.25"),
        (Fraction(6), "x = 6"),
        (INFINITE, "x = inf"),
        (Enclosure(Decimal("0.3"), Decimal("0.4")), "x is between 0.3 and 0.4"),
    ],
)
def test_sentence_on_a_value(value: Value, said: str) -> None:
    assert Certified(value, digits=5).sentence("x") == said


def test_fraction_too_long_to_read_is_rounded() -> None:
    long = Fraction(-(10**5000), 3)
    assert len(value_as_json(long)["exact"]) == 5004
    assert Certified(long, digits=5).sentence("x") == (
        "x = a fraction of 5001 by 1 digits, which --json writes out, ≈ -3.3333E+4999"
    )


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
def test_decimal_is_rounded_down(value: Fraction, text: str) -> None:
    assert round_down(value, 3) == text


def test_share_of_the_evidence_is_rounded_down() -> None:
    alpha = Fraction(1, 20)
    assert evidence_share(Fraction(-5), alpha) == 0
    assert evidence_share(Fraction(7), alpha) == 1
    assert evidence_share(Fraction(3, 2), alpha) == pytest.approx(0.5007, abs=1e-4)
    assert [format_percent(each) for each in (0.0, 0.005, 0.5, 0.999, 1.0)] == [
        "0%",
        "0%",
        "50%",
        "99%",
        "100%",
    ]


def test_large_numbers_are_short() -> None:
    assert [format_rough_count(each) for each in (7526.4, 999_999_999.0, 3.25e17)] == [
        "7,526",
        "999,999,999",
        "3.2e+17",
    ]
