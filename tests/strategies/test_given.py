"""Parameters by their domains: every mechanism's, and the smallest that offend."""

import json
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator

from ldproof.catalogue import MECHANISMS
from ldproof.catalogue.signatures import request
from ldproof.domains import AT_MOST
from ldproof.interface.mechanisms import Mechanism, mechanism
from ldproof.rejections import Reason
from ldproof.strategies import mechanisms, parameters
from tests.reference.refusals import refused

Example = TypeVar("Example")

FEW = settings(max_examples=15, phases=[Phase.generate], suppress_health_check=[*HealthCheck])


def smallest(strategy: SearchStrategy[Example], offends: object = None) -> Example:
    """What a failure shrinks to."""
    condition = offends if callable(offends) else lambda _: True
    return find(
        strategy, lambda each: bool(condition(each)), settings=settings(derandomize=True, database=None)
    )


@pytest.mark.parametrize("name", [*MECHANISMS])
def test_every_mechanism_takes_what_is_drawn(name: str) -> None:
    asked = request(MECHANISMS[name])
    ways: set[str] = set()

    @FEW
    @given(parameters(name))
    def drawn(found: dict[str, int | Fraction | str]) -> None:
        made = mechanism(name, **found)
        written = {each: value if isinstance(value, int) else str(value) for each, value in found.items()}
        Draft202012Validator(asked.schema()).validate(json.loads(json.dumps(written)))
        assert all(
            Fraction(found[small]) <= Fraction(found[large])
            for small, large in AT_MOST.items()
            if {small, large} <= {*found}
        )
        assert str(made).startswith(name)
        ways.update(found.keys() & {*asked.budget})

    drawn()
    assert ways or not asked.budget


@pytest.mark.parametrize(
    ("name", "offends", "least"),
    [
        ("shots.report", lambda p: p["T"] >= 5, {"T": 5, "m": 1, "epsilon": 1}),
        ("shots.report", lambda p: p["m"] >= 3, {"T": 3, "m": 3, "epsilon": 1}),
        ("shots.report", lambda p: p.get("r", 0) > 0, {"T": 1, "m": 1, "r": 1, "epsilon": 1}),
        ("counting.glance", lambda p: "odds" in p, {"T": 1, "odds": 2}),
        ("chi2.optimal", lambda p: p["m1"] >= 2, {"m1": 2, "m2": 1, "tau": 1, "epsilon": 1}),
        ("sketch.kary", lambda p: p["w"] > 2 and p["d"] > 2, {"w": 3, "d": 3, "epsilon": 1}),
        ("shots.report", lambda p: p.get("r", 0) * 5 % 5, {"T": 1, "m": 1, "r": "1/2", "epsilon": 1}),
        ("counting.harmony", lambda p: p.get("epsilon", 0) > 15, {"T": 1, "epsilon": 16}),
        ("counting.harmony", lambda p: p.get("epsilon", 1) < Fraction(1, 3), {"T": 1, "epsilon": "1/4"}),
        ("counting.borappor", lambda p: p.get("odds", 2) < Fraction(3, 2), {"T": 1, "odds": "4/3"}),
        (
            "chi2.beta_optimal",
            lambda p: p["tau"].denominator == 5 and p["beta"] > 2,
            {"m1": 1, "m2": 1, "tau": "1/5", "beta": 3, "epsilon": 1},
        ),
        ("sketch.unary", lambda p: p["p"] > Fraction(1, 2), {"w": 2, "d": 1, "p": "2/3", "q": "3/4"}),
    ],
)
def test_they_shrink_to_the_smallest(name: str, offends: object, least: dict[str, int | str]) -> None:
    assert smallest(parameters(name), offends) == {each: Fraction(value) for each, value in least.items()}


SIMPLEST: dict[str, int | str] = {
    "T": 1,
    "m": 1,
    "m1": 1,
    "m2": 1,
    "tau": 1,
    "beta": 1,
    "w": 2,
    "d": 1,
    "epsilon": 1,
    "p": "1/3",
    "q": "1/2",
}


@pytest.mark.parametrize("name", [*MECHANISMS])
def test_the_smallest_of_every_mechanism(name: str) -> None:
    found = smallest(parameters(name))
    assert found == {each: Fraction(SIMPLEST[each]) for each in found}
    assert {*found} == {*request(MECHANISMS[name]).required, *request(MECHANISMS[name]).budget[:1]}


def test_larger_ones_where_they_are_asked_for() -> None:
    assert smallest(parameters("shots.report", largest=100), lambda p: p["T"] > 8)["T"] == 9
    with pytest.raises(Exception, match=r"No examples found"):
        smallest(parameters("shots.report"), lambda p: p["T"] > 8)


@FEW
@given(mechanisms())
def test_any_mechanism(made: Mechanism) -> None:
    assert made.name in MECHANISMS
    assert made == mechanism(made.name, **made.parameters)


@pytest.mark.parametrize(
    ("name", "largest", "reason"),
    [
        ("shots.raport", 8, Reason.UNKNOWN_NAME),
        (3, 8, Reason.NOT_A_WORD),
        ("shots.report", 1, Reason.OUT_OF_RANGE),
        ("shots.report", 2.5, Reason.NOT_EXACT),
    ],
)
def test_what_is_refused(name: str, largest: int, reason: Reason) -> None:
    with refused(reason):
        parameters(name, largest=largest)
