"""The catalogue of formulas is complete, and everything in it can be called by name."""

from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import ldproof
from ldproof.catalogue.formulas import ROOMS, Formula, formula, formulas
from ldproof.domains import meaning
from ldproof.rejections import Reason, Refused

SYSTEMS = ("shots", "counting", "chi2", "sketch")

ALL = pytest.mark.parametrize("each", formulas().values(), ids=formulas())


def test_no_room_is_left_out() -> None:
    """Whatever a system's module lists as public is a formula."""
    house = Path(ldproof.__file__ or "").parent
    modules = {f"{system}.{path.stem}" for system in SYSTEMS for path in (house / system).glob("[!_]*.py")}
    assert {each for each in modules if hasattr(import_module(f"ldproof.{each}"), "__all__")} == set(ROOMS)


def test_every_public_name_is_there() -> None:
    count = sum(len(import_module(f"ldproof.{room}").__all__) for room in ROOMS)
    assert len(formulas()) == count > 0


@ALL
def test_it_can_be_called_by_name(each: Formula) -> None:
    assert formula(each.name) is each
    assert all(each.request.domain(name) for name in each.request.names)
    assert all(meaning(name, each.request.system) for name in each.request.names)
    assert each.summary.endswith(".")
    Draft202012Validator.check_schema(each.request.schema())


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(Refused) as refused:
        formula("p")
    assert (refused.value.reason, refused.value.accepted) == (Reason.UNKNOWN_NAME, "shots.p")


def test_what_kind_it_is() -> None:
    assert not formula("shots.p").ordered
    assert not formula("shots.p").decides
    assert formula("shots.c_star").decides
    assert formula("shots.best_m").decides
