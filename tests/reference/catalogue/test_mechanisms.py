"""Mechanisms by name."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.catalogue.mechanisms import MECHANISMS, mechanism
from ldproof.catalogue.signatures import request
from ldproof.domains import domain
from ldproof.rejections import Reason, Refused


@pytest.mark.parametrize("name", MECHANISMS)
def test_its_parameters_have_domains(name: str) -> None:
    asked = request(MECHANISMS[name])
    assert all(domain(each, asked.system) for each in asked.names)


def test_one_that_is_there() -> None:
    shots = mechanism("shots.report", {"T": "3", "m": "1", "odds": "3"})
    assert shots.write_output(shots.read_output("101")) == "101"
    assert shots.likelihood(shots.read_secret("101"), shots.read_output("100")) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("shots.reports", {}, Reason.UNKNOWN_NAME),
        ("shots.report", {"T": 3, "m": 1}, Reason.BUDGET_NOT_UNIQUE),
        ("shots.report", {"T": 3, "odds": 3}, Reason.MISSING),
        ("shots.report", {"T": 3, "m": 1, "odds": 3, "x": 1}, Reason.UNKNOWN_PARAMETER),
        ("shots.report", {"T": 3, "m": 4, "odds": 3}, Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_refused(name: str, given: Mapping[str, object], reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        mechanism(name, given)
    assert refused.value.reason is reason
