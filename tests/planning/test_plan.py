"""The interface: what its own example says, and what is told meanwhile."""

import doctest
from dataclasses import FrozenInstanceError, fields

import pytest

import ldproof.planning
from ldproof.planning.plan import KINDS, plan


def test_its_example() -> None:
    outcome = doctest.testmod(ldproof.planning)
    assert outcome.attempted >= 3
    assert not outcome.failed


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("count", {"N": 8, "T": 2, "odds": 9}),
        ("count", {"T": 2, "odds": 9, "alpha": "1/2"}),
        ("test", {"m1": 9, "m2": 9, "variants": 2, "epsilon": 1}),
        ("sketch", {"counts": [3, 2], "epsilon": 1, "bits": 4}),
    ],
)
def test_what_is_found_is_frozen_and_each_step_is_told(kind: str, given: dict[str, object]) -> None:
    told: list[str] = []
    found = plan(kind, told.append, **given)
    assert kind in KINDS
    assert told
    assert found.to_json()["decides"] == found.decides
    assert plan(kind, **given).to_json() == found.to_json()
    with pytest.raises(FrozenInstanceError):
        setattr(found, fields(found)[0].name, None)
