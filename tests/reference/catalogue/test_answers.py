"""Answers: exact where they can be."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.catalogue.answers import Assumed, Value, answer, as_json, decimal, members
from ldproof.law import INFINITE
from ldproof.numbers import Enclosure, Real, ball, computed


def test_what_is_exact_stays_exact() -> None:
    assert answer(Real(Fraction(1, 3)), 5) == Fraction(1, 3)
    assert answer(INFINITE, 5) is INFINITE


def test_an_enclosure_without_width_is_exact() -> None:
    assert answer(computed(lambda: ball(9).sqrt()), 5) == 3
    assert answer(computed(lambda: ball(0) * ball(2).sqrt()), 5) == 0


def test_everything_else_is_enclosed() -> None:
    found = answer(computed(lambda: ball(2).sqrt()), 5)
    assert isinstance(found, Enclosure)
    assert found.lower < Decimal(2).sqrt() < found.upper


def test_a_decimal_beside_a_fraction() -> None:
    assert decimal(Fraction(2, 3), 5) in {Decimal("0.66666"), Decimal("0.66667")}
    assert decimal(Fraction(-1, 4), 5) == Decimal("-0.25")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(5, 12), {"exact": "5/12"}),
        (Fraction(-1, 4), {"exact": "-1/4"}),
        (Fraction(6), {"exact": "6/1"}),
        (INFINITE, {"exact": "inf"}),
        (Enclosure(Decimal("0.3"), Decimal("0.4")), {"lower": "0.3", "upper": "0.4"}),
    ],
)
def test_how_it_is_written(value: Value, written: dict[str, str]) -> None:
    assert as_json(value) == written
    assert members(value) == written
    assert members(Assumed(value, "so")) == {**written, "assumes": "so"}


@pytest.mark.parametrize("holds", [False, True])
def test_whether_it_holds(holds: bool) -> None:
    assert members(holds) == {"holds": holds}
