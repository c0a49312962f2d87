"""The parameters of continual counting, validated once."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from ldproof.budget import Budget
from ldproof.counting.parameters import Parameters, Which, parameters
from ldproof.rejections import Reason
from tests.reference.refusals import refused

EACH = pytest.mark.parametrize("which", Which)


@EACH
def test_numbers_and_texts_mean_the_same(which: Which) -> None:
    reports = 5 if which is Which.BORAPPOR else 1
    expected = Parameters(which, 5, Budget(reports, "epsilon", Fraction(1, 2)))
    for T in (5, "5", "5.0", Fraction(5), "10/2"):
        found = parameters(str(which), T, epsilon="0.5")
        assert found == expected
        assert isinstance(found.T, int)


def test_one_report_has_everything_and_T_reports_share_it() -> None:
    for which in Which:
        chosen = parameters(which, 4, odds=81)
        everything = which is not Which.BORAPPOR
        assert chosen.reports == (1 if everything else 4)
        assert chosen.budget.odds() == 81
        assert chosen.budget.report_excess() == Fraction(80 if everything else 2)


def test_null_and_what_it_counts_for() -> None:
    assert {
        which: (parameters(which, 4, odds=3).silent, parameters(which, 4, odds=3).fill) for which in Which
    } == {
        Which.GLANCE: (True, None),
        Which.HARMONY: (False, Fraction(0)),
        Which.HARMONY_PUBLISHED: (True, Fraction(1, 2)),
        Which.BORAPPOR: (False, None),
    }


@EACH
@pytest.mark.parametrize("T", [1, 10**6])
def test_the_ends_are_inside(which: Which, T: int) -> None:
    assert parameters(which, T, epsilon="1e-9").T == T


@EACH
@pytest.mark.parametrize(
    ("T", "reason"),
    [
        (0, Reason.OUT_OF_RANGE),
        (-1, Reason.OUT_OF_RANGE),
        ("5/2", Reason.NOT_A_WHOLE_NUMBER),
        (10**6 + 1, Reason.TOO_LARGE),
        (5.0, Reason.NOT_EXACT),
        (True, Reason.NOT_A_NUMBER),
        ("many", Reason.NOT_A_NUMBER),
        (None, Reason.NOT_A_NUMBER),
    ],
)
def test_rounds_that_cannot_be_are_refused(which: Which, T: object, reason: Reason) -> None:
    with refused(reason):
        parameters(which, T, epsilon=1)


@EACH
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, Reason.BUDGET_NOT_UNIQUE),
        ({"epsilon": 1, "odds": 3}, Reason.BUDGET_NOT_UNIQUE),
        ({"epsilon": 0}, Reason.OUT_OF_RANGE),
        ({"odds": 1}, Reason.OUT_OF_RANGE),
        ({"epsilon": float("inf")}, Reason.NOT_EXACT),
        ({"m": 1, "epsilon": 1}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_a_budget_is_validated_with_them(which: Which, given: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        parameters(which, 5, **given)


@pytest.mark.parametrize("which", ["", "Glance", "rappor", "harmony "])
def test_a_mechanism_that_is_none_is_refused(which: str) -> None:
    with refused(Reason.UNKNOWN_NAME):
        parameters(which, 5, epsilon=1)


@pytest.mark.parametrize("name", ["which", "T", "budget", "fill", "other"])
def test_they_do_not_change(name: str) -> None:
    chosen = parameters("glance", 5, epsilon=1)
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(chosen, name, 3)
    assert chosen == parameters("glance", 5, epsilon=1)
