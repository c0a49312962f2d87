"""`ldproof.conform`: its arguments, and its results, which are those of the command line."""

import json
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from ldproof import Refused, conform, mechanism
from ldproof.budget import parse_budget
from ldproof.cli.main import app
from ldproof.coins import Coins
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.tiers import slow

REPORT = mechanism("shots.report", T=2, m=1, odds=3)


def right(bits: str, T: str, m: str, coins: Coins, r: str = "0", **budget: str) -> object:
    """The reference, at whatever parameters it is told."""
    return mechanism("shots.report", T=T, m=m, r=r, **budget).randomize(bits, coins)


def inverted(bits: str, coins: Coins) -> str:
    """Every bit the other way round."""
    return str(REPORT.randomize(bits, coins)).translate({48: "1", 49: "0"})


def test_function_is_held_against_the_shipped_vectors() -> None:
    found = conform(right, "shots.report", draws=1000)
    assert (found.verdict, found.conforms, found.differences) == ("conforms", True, ())
    assert json.loads(found.to_json())["vectors"]["agree"] > 200


def test_wrong_function_differs_bit_for_bit_and_by_its_law() -> None:
    found = conform(inverted, REPORT, draws=500)
    assert not found.conforms
    assert any(each.startswith("randomize/") for each in found.differences)
    assert any(each.startswith("shots.report: ") for each in found.differences)
    assert json.loads(found.to_json())["verdict"] == "differs"
    assert found._repr_html_().startswith("<table><caption>differs")
    with pytest.raises(Refused, match="conforms"):
        assert found


@slow
def test_program_is_asked_by_its_command() -> None:
    found = conform([sys.executable, "-m", "ldproof.oracle"], REPORT, draws=1000)
    assert found.conforms
    assert shlex.split(found.how_to_repeat)[-4:] == ["--", sys.executable, "-m", "ldproof.oracle"]


@slow
def test_command_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "held.py").write_text("def wrong(bits, coins):\n    return bits + bits\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    found = conform(import_module("held").wrong, REPORT, draws=100)
    _, *words = shlex.split(found.how_to_repeat)
    told = CliRunner().invoke(app, [*words, "--json"])
    assert (told.exit_code, told.stderr) == (1, "")
    again, here = json.loads(told.stdout), json.loads(found.to_json())
    assert again.pop("program") == "held:wrong" == here.pop("program")
    assert again == here


def test_mechanism_without_a_name_is_held_against() -> None:
    """An object is lent its class's name for as long as it is asked for."""
    own, other = (RandomizedResponse(3, parse_budget(odds=odds)) for odds in (3, 5))
    found = conform(own.randomize, own, draws=300)
    assert (found.verdict, found.differences) == ("conforms", ())
    assert found.how_to_repeat.endswith(", RandomizedResponse)")
    assert '"agree": 200' in found.to_json()
    found = conform(other.randomize, mechanism(own), draws=300)
    assert not found.conforms
    assert found.differences[0].startswith("randomize/")
