"""The parameters of m-shot reporting, validated once."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from ldproof.budget import Budget
from ldproof.rejections import Reason
from ldproof.shots.parameters import Parameters, parameters
from tests.reference.refusals import refused


@pytest.mark.parametrize(
    ("T", "m", "r"),
    [(5, 2, Fraction(1, 3)), ("5", "2", "1/3"), ("5.0", Fraction(2), "2/6"), ("5e0", "4/2", "02/06")],
)
def test_numbers_and_texts_mean_the_same(T: object, m: object, r: object) -> None:
    expected = Parameters(5, 2, Fraction(1, 3), Budget(2, "epsilon", Fraction(1, 2)))
    assert parameters(T, m, r, epsilon="0.5") == expected
    assert isinstance(parameters(T, m, r, epsilon=1).T, int)


def test_dummies_are_0_unless_something_else_is_said() -> None:
    assert parameters(3, 1, odds=3) == parameters(3, 1, 0, odds=3)


def test_the_budget_is_split_over_the_m_reports() -> None:
    for way, value in {"odds": 81, "report_odds": 3, "epsilon": "ln(81)"}.items():
        chosen = parameters(9, 4, **{way: value})
        assert chosen.budget.report_excess() == 2
        assert chosen.budget.odds() == 81


@pytest.mark.parametrize(("T", "m"), [(1, 1), (10**6, 1), (10**6, 10**6)])
@pytest.mark.parametrize("r", [0, 1, "1e-300"])
def test_the_ends_are_inside(T: int, m: int, r: object) -> None:
    chosen = parameters(T, m, r, epsilon="1e-9")
    assert (chosen.T, chosen.m, str(chosen.r)) == (T, m, str(Fraction(str(r))))


@pytest.mark.parametrize(
    ("T", "m", "r", "reason"),
    [
        (5, 6, 0, Reason.OUT_OF_RANGE),
        (5, 0, 0, Reason.OUT_OF_RANGE),
        (0, 0, 0, Reason.OUT_OF_RANGE),
        (-1, 1, 0, Reason.OUT_OF_RANGE),
        (10**12, 1, 0, Reason.TOO_LARGE),
        (5, 10**12, 0, Reason.TOO_LARGE),
        ("1e12", 1, 0, Reason.TOO_LARGE),
        (5, "1.5", 0, Reason.NOT_A_WHOLE_NUMBER),
        (5, 2.0, 0, Reason.NOT_EXACT),
        (True, 1, 0, Reason.NOT_A_NUMBER),
        (None, 1, 0, Reason.NOT_A_NUMBER),
        (5, 2, "-0.1", Reason.OUT_OF_RANGE),
        (5, 2, "1.1", Reason.OUT_OF_RANGE),
        (5, 2, 0.5, Reason.NOT_EXACT),
        (5, 2, "nan", Reason.NOT_A_NUMBER),
        (5, 2, "1/0", Reason.NOT_A_NUMBER),
        (5, 2, None, Reason.NOT_A_NUMBER),
    ],
)
def test_what_is_outside_is_refused_for_its_reason(T: object, m: object, r: object, reason: Reason) -> None:
    with refused(reason):
        parameters(T, m, r, epsilon=1)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, Reason.BUDGET_NOT_UNIQUE),
        ({"epsilon": 1, "odds": 3}, Reason.BUDGET_NOT_UNIQUE),
        ({"epsilon": 0}, Reason.OUT_OF_RANGE),
        ({"report_odds": "1"}, Reason.OUT_OF_RANGE),
        ({"epsilon": float("inf")}, Reason.NOT_EXACT),
    ],
)
def test_a_budget_is_validated_with_them(given: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        parameters(5, 2, **given)


@pytest.mark.parametrize("name", ["T", "m", "r", "budget", "other"])
def test_they_do_not_change(name: str) -> None:
    chosen = parameters(5, 2, epsilon=1)
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(chosen, name, 3)
    assert chosen == parameters(5, 2, epsilon=1)
