"""Collectors and deciders by name: those of every mechanism that has one, with its own parameters and a few more."""

import pytest

from ldproof.catalogue.collectors import DECISIONS, ESTIMATES, decisions, estimates
from ldproof.catalogue.mechanisms import MECHANISMS
from ldproof.catalogue.signatures import request
from ldproof.rejections import Reason
from tests.reference.refusals import refused


def test_every_mechanism_has_another_side() -> None:
    assert {*ESTIMATES, *DECISIONS} == {*MECHANISMS}
    assert {*ESTIMATES} & {*DECISIONS} == {"shots.report"}


@pytest.mark.parametrize("name", ESTIMATES)
def test_a_collector_is_told_what_a_device_is(name: str) -> None:
    own, more = request(MECHANISMS[name]), request(ESTIMATES[name])
    assert {*own.required} <= {*more.required}
    assert own.budget == more.budget
    assert {*more.names} - {*own.names} in ({"N"}, {"N", "clipped"}, {"collision", "estimator"})


def test_by_name() -> None:
    said = estimates("counting.glance", {"T": "1", "odds": "3", "N": "1"})({"reports": ["1"]})
    assert [each.exact for each in said if each is not None] == [3 / 2]
    assert decisions("shots.report", {"T": "1", "m": "1", "odds": "3", "N": "1", "theta": "1"})(
        {"reports": ["1"]}
    ) == ["up"]
    with refused(Reason.UNKNOWN_NAME):
        estimates("chi2.optimal", {})
    with refused(Reason.MISSING):
        decisions("shots.report", {"T": "1", "m": "1", "odds": "3", "N": "1"})
