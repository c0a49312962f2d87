"""Mechanisms by name."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.catalogue.mechanisms import MECHANISMS, mechanism
from ldproof.catalogue.signatures import request
from ldproof.rejections import Reason, Refused


@pytest.mark.parametrize("name", MECHANISMS)
def test_its_parameters_have_domains(name: str) -> None:
    asked = request(MECHANISMS[name])
    assert all(asked.domain(each) for each in asked.names)


def test_one_that_is_there() -> None:
    shots = mechanism("shots.report", {"T": "3", "m": "1", "odds": "3"})
    assert shots.outputs.write(shots.outputs.read("101")) == "101"
    assert shots.likelihood(shots.secrets.read("101"), shots.outputs.read("100")) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("name", "output", "likelihood"),
    [("glance", "-0-", "1/4"), ("harmony", "000", "5/12"), ("harmony_published", "1--", "1/4")],
)
def test_those_that_count(name: str, output: str, likelihood: str) -> None:
    """One report among three rounds, at odds 3."""
    counting = mechanism(f"counting.{name}", {"T": "3", "odds": "3"})
    assert counting.likelihood(counting.secrets.read("101"), counting.outputs.read(output)) == Fraction(
        likelihood
    )
    assert counting.outputs.write(counting.outputs.read(output)) == output


def test_the_budget_of_borappor_is_split_over_all_rounds() -> None:
    counting = mechanism("counting.borappor", {"T": "3", "odds": "27"})
    assert counting.likelihood((1, 0, 1), (1, 0, 0)) == Fraction(9, 64)


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("shots.reports", {}, Reason.UNKNOWN_NAME),
        ("shots.report", {"T": 3, "m": 1}, Reason.BUDGET_NOT_UNIQUE),
        ("shots.report", {"T": 3, "odds": 3}, Reason.MISSING),
        ("shots.report", {"T": 3, "m": 1, "odds": 3, "x": 1}, Reason.UNKNOWN_PARAMETER),
        ("shots.report", {"T": 3, "m": 4, "odds": 3}, Reason.OUT_OF_RANGE),
        ("counting.rappor", {"T": 3, "odds": 3}, Reason.UNKNOWN_NAME),
        ("counting.glance", {"T": 3}, Reason.BUDGET_NOT_UNIQUE),
        ("counting.glance", {"T": 0, "odds": 3}, Reason.OUT_OF_RANGE),
        ("counting.borappor", {"T": 3, "report_odds": 3}, Reason.UNKNOWN_PARAMETER),
        ("counting.harmony", {"T": 3, "m": 1, "odds": 3}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_what_is_refused(name: str, given: Mapping[str, object], reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        mechanism(name, given)
    assert refused.value.reason is reason
