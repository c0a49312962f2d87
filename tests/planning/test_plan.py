"""The interface of plans: its own example, its progress reports, and its refusals."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason, Refused
from ldproof.planning.association import AssociationPlan
from ldproof.planning.plan import KINDS, make_plan
from ldproof.planning.requirement import Requirement
from ldproof.registry import make_mechanism
from ldproof.sketch.plan import draw_plan
from tests.reference.refusals import refused
from tests.tiers import run_everything


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("count", {"N": 8, "T": 2, "odds": 9}),
        ("count", {"N": 12, "odds": 9, "mu": "1/2", "alpha": "3/5"}),
        ("test", {"m1": 9, "m2": 9, "variants": 2, "epsilon": 1}),
        ("sketch", {"counts": [3, 2], "epsilon": 1, "bits": 4 if run_everything() else 2}),
    ],
)
def test_plan_is_frozen_and_reports_each_step(kind: str, given: Mapping[str, object]) -> None:
    told: list[str] = []
    found = make_plan(kind, told.append, **given)
    assert kind in KINDS
    assert told
    assert found.to_json()["decides"] == found.decides
    assert make_plan(kind, **given).to_json() == found.to_json()
    with pytest.raises(FrozenInstanceError):
        setattr(found, fields(found)[0].name, None)


COUNT: Mapping[str, object] = {"N": 10, "T": 2, "epsilon": 1}
TABLE = ["cases,controls,count", "1/2,1/10,3", "1/5,1/5,7", "0,3/10,1", "9/10,0,2"]
ROWS: Mapping[str, object] = {"m1": 5, "m2": 5, "table": TABLE, "epsilon": 1}
VARIANTS: Mapping[str, object] = {"m1": 5, "m2": 5, "variants": 3, "epsilon": 1}
ITEMS: Mapping[str, object] = {"N": 5, "items": 2, "epsilon": 1}
NEEDED: Mapping[str, object] = {"T": 2, "epsilon": 1}


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        ("count", {}, Reason.MISSING),
        ("count", {"N": 10, "T": 2}, Reason.BUDGET_NOT_UNIQUE),
        ("count", {**COUNT, "odds": 3}, Reason.BUDGET_NOT_UNIQUE),
        ("count", {"N": 10, "T": 2, "report_odds": 3}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "mu": "1/3"}, Reason.NOT_A_WHOLE_NUMBER),
        ("count", {**COUNT, "rounds": "first"}, Reason.MISSING),
        ("count", {**COUNT, "mu": "1/2", "rounds": "worst"}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "rounds": "last"}, Reason.UNKNOWN_NAME),
        ("count", {**COUNT, "epsilon": 0}, Reason.OUT_OF_RANGE),
        ("count", {"N": 10, "T": 3, "epsilon": "1e-310"}, Reason.OUT_OF_RANGE),
        ("count", {"N": 10, "T": 3, "odds": 1 + Fraction(1, 10**310)}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "epsilon": 0.5}, Reason.NOT_EXACT),
        ("count", {**COUNT, "beta": 1}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "N": 0}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "beta": "1e-300"}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "tell": 1}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "kind": 1}, Reason.UNKNOWN_PARAMETER),
        ("count", {"alpha": 1}, Reason.MISSING),
        ("count", {"N": 4, "alpha": 1}, Reason.MISSING),
        ("count", {"N": 4, "T": 2}, Reason.BUDGET_NOT_UNIQUE),
        ("count", NEEDED, Reason.MISSING),
        ("count", {**NEEDED, "alpha": 0}, Reason.OUT_OF_RANGE),
        ("count", {**NEEDED, "alpha": "ln(2)"}, Reason.NOT_A_NUMBER),
        ("count", {**NEEDED, "alpha": 1, "q": 3}, Reason.UNKNOWN_PARAMETER),
        ("count", {**NEEDED, "alpha": 1, "m": 3}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "m": 3}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "r": 0}, Reason.MISSING),
        ("count", {**COUNT, "mechanism": "m_glance"}, Reason.MISSING),
        ("count", {**COUNT, "mechanism": "glance", "m": 1}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "mechanism": "m_glance", "m": 1, "r": 0}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "mechanism": "cms"}, Reason.UNKNOWN_NAME),
        ("count", {**COUNT, "mechanism": "loloha"}, Reason.UNKNOWN_NAME),
        ("count", {**COUNT, "mechanism": "future_rand"}, Reason.MISSING),
        ("count", {**COUNT, "mechanism": "future_rand", "changes": 1, "m": 1}, Reason.UNKNOWN_PARAMETER),
        ("count", {**COUNT, "changes": 0}, Reason.OUT_OF_RANGE),
        ("count", {**COUNT, "N": 10**9 + 1}, Reason.TOO_LARGE),
        ("test", {"epsilon": 1}, Reason.MISSING),
        ("test", {"m1": 5, "m2": 5, "variants": 3}, Reason.BUDGET_NOT_UNIQUE),
        ("test", {**VARIANTS, "variants": 0}, Reason.OUT_OF_RANGE),
        ("test", {**VARIANTS, "tau": 1, "level": "1/2"}, Reason.REPEATED),
        ("test", {**VARIANTS, "m1": 1, "m2": 1}, Reason.OUT_OF_RANGE),
        ("test", {**ROWS, "table": "text"}, Reason.NOT_A_LIST),
        ("test", {**ROWS, "table": []}, Reason.MISSING),
        ("test", {**ROWS, "table": TABLE[:1]}, Reason.MISSING),
        ("test", {**ROWS, "table": [*TABLE, "1"]}, Reason.WRONG_LENGTH),
        ("test", {**ROWS, "table": [*TABLE, "2,0,1"]}, Reason.OUT_OF_RANGE),
        ("test", {**ROWS, "table": [*TABLE, "1,0,x"]}, Reason.NOT_A_NUMBER),
        ("test", {"table": TABLE, "epsilon": 1}, Reason.MISSING),
        ("test", {**ROWS, "variants": 3}, Reason.UNKNOWN_PARAMETER),
        ("test", {**ROWS, "m1": 3, "m2": 2, "table": ["case,x", "1,1", "0,0"]}, Reason.WRONG_COUNT),
        ("test", {**ROWS, "table": ["a\rb", "1,1", "0,0"]}, Reason.NOT_A_LIST),
        ("test", {**VARIANTS, "rule": "dominant"}, Reason.UNKNOWN_PARAMETER),
        ("test", {**VARIANTS, "rule": "nonsense"}, Reason.UNKNOWN_NAME),
        ("test", {"m1": 5, "m2": 5, "variants": 3, "report_odds": 2}, Reason.UNKNOWN_PARAMETER),
        ("sketch", {"epsilon": 1}, Reason.MISSING),
        ("sketch", {"N": 5, "items": 2}, Reason.BUDGET_NOT_UNIQUE),
        ("sketch", {**ITEMS, "profile": "normal"}, Reason.UNKNOWN_NAME),
        ("sketch", {**ITEMS, "bits": 0}, Reason.OUT_OF_RANGE),
        ("sketch", {"counts": "12", "epsilon": 1}, Reason.NOT_A_LIST),
        ("sketch", {"counts": [], "epsilon": 1}, Reason.NOT_A_LIST),
        ("sketch", {"counts": [0, 0], "epsilon": 1}, Reason.OUT_OF_RANGE),
        ("sketch", {"counts": [-1, 2], "epsilon": 1}, Reason.OUT_OF_RANGE),
        ("sketch", {"counts": [1.5], "epsilon": 1}, Reason.NOT_EXACT),
        ("sketch", {"counts": [1], "N": 1, "epsilon": 1}, Reason.UNKNOWN_PARAMETER),
        ("sketch", {**ITEMS, "m": 3}, Reason.UNKNOWN_PARAMETER),
        ("sketch", {**ITEMS, "w": 1}, Reason.OUT_OF_RANGE),
        ("sketch", {**ITEMS, "w": 3, "mechanism": "hcms"}, Reason.OUT_OF_RANGE),
        ("sketch", {**ITEMS, "d": 2, "mechanism": "per_user"}, Reason.OUT_OF_RANGE),
        ("sketch", {**ITEMS, "w": 9, "d": 2, "bits": 3, "mechanism": "cms"}, Reason.OUT_OF_RANGE),
        ("sketch", {**ITEMS, "mechanism": "report"}, Reason.UNKNOWN_NAME),
        ("sketch", {**ITEMS, "alpha": 5}, Reason.OUT_OF_RANGE),
        ("sketch", {**ITEMS, "alpha": 1, "bits": 4, "mechanism": "oue"}, Reason.OUT_OF_RANGE),
    ],
)
def test_odd_requests_are_refused(kind: str, given: Mapping[str, object], reason: Reason) -> None:
    with refused(reason):
        make_plan(kind, **given)


def test_invalid_number_in_a_table_is_located() -> None:
    with pytest.raises(Refused, match=r"controls of line 6 = 'x'"):
        make_plan("test", **{**ROWS, "table": [*TABLE, "1,x,1"]})


PASTED = (
    ("count", {"N": 24, "T": 3, "mu": "1/4", "epsilon": 2}),
    ("count", {"N": 10, "T": 2, "odds": 81}),
    ("count", {"N": 10, "T": 1, "epsilon": "1/3", "mu": "1/2"}),
    ("count", {"N": 24, "T": 3, "epsilon": 2, "changes": 2}),
    ("count", {"N": 10**7, "T": 30, "odds": 81}),
    ("count", {"N": 10**9, "T": 7, "epsilon": 2, "mu": "1/1000", "rounds": "all"}),
    ("count", {"N": 10, "T": 4, "epsilon": 2, "mechanism": "counting.m_glance", "m": 2}),
    ("sketch", {"counts": [60, 30, 10], "epsilon": 2, "w": 4, "d": 3}),
    ("sketch", {"counts": [60, 30, 10], "epsilon": 4, "mechanism": "sketch.kary", "alpha": 60}),
    ("test", {"m1": 10, "m2": 10, "variants": 3, "epsilon": 1}),
    ("test", {"m1": 10, "m2": 6, "variants": 2, "odds": 9}),
    ("test", {"m1": 10, "m2": 10, "table": TABLE, "odds": 3}),
    ("sketch", {"counts": [60, 30, 10], "epsilon": 2, "bits": 11 if run_everything() else 4}),
    ("sketch", {"N": 100, "items": 3, "odds": 9, "bits": 7 if run_everything() else 2}),
)


@pytest.mark.parametrize(("kind", "given"), PASTED)
def test_named_mechanisms_can_be_made(kind: str, given: Mapping[str, object]) -> None:
    """Each mechanism in the JSON, with the parameters beside it; a sketch also as a plan, without a family."""
    found = make_plan(kind, **given)
    assert not isinstance(found, Requirement)
    rows = found.to_json()["rows"]
    assert isinstance(rows, list)
    for row in rows:
        word, parameters = row["mechanism"], row["parameters"]
        name = f"sketch.{word}" if kind == "sketch" else word
        make_mechanism(name, parameters)
        if kind == "sketch":
            sketched = {key: each for key, each in parameters.items() if key not in {"w", "d"}}
            made = draw_plan(word, parameters["w"], parameters.get("d"), SeededCoins(b"paste"), **sketched)
            assert made.bits == row["bits"]
    chosen = found.chosen
    said, *pairs = chosen.as_command.split()
    make_mechanism(said, dict(pair.split("=") for pair in pairs))


def test_budget_of_a_test_is_at_most_its_share() -> None:
    """The cube root of 3 is irrational, and is rounded down."""
    found = make_plan("test", m1=10, m2=10, variants=3, odds=3)
    assert isinstance(found, AssociationPlan)
    odds = Fraction(found.chosen.parameters["odds"])
    assert 3 - Fraction(1, 10**38) < odds**3 < 3
