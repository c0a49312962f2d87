"""Plugins of other packages: they are found, and a broken one does not affect the built-in names."""

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from ldproof.cli.main import app
from ldproof.errors import Reason
from ldproof.names import (
    OnDemand,
    Plugin,
    WithPlugins,
    find_named,
    plugin_at_fault,
    plugin_of_module,
    plugins_by_system,
)
from ldproof.registry import MECHANISMS, all_formulas, make_mechanism
from ldproof.strategies import inputs, mechanisms, neighbours, outputs, parameters
from tests.reference.cli.conftest import Run
from tests.reference.refusals import refused
from tests.strategies.test_given import find_smallest

CRASHING = """
import os, time
from tests.oracle.contract.specimens import Kary

class Crashing(Kary):
    def likelihood(self, secret, output):
        return super().likelihood(secret, output) / (output - output)

class Leaving(Kary):
    def likelihood(self, secret, output):
        raise SystemExit(0)

def half(x: float) -> float:
    return x / [][0]

class Interrupting(Kary):
    def likelihood(self, secret, output):
        raise KeyboardInterrupt

class Gone(Kary):
    def randomize(self, secret, coins):
        os._exit(0)

class Waiting(Kary):
    def randomize(self, secret, coins):
        time.sleep(1000)

MECHANISMS = {"kary": Crashing, "leaving": Leaving, "interrupting": Interrupting, "gone": Gone, "waiting": Waiting}
__all__ = ["half"]
"""
HOLLOW = """
from ldproof.mechanisms import Randomizer
from tests.oracle.contract.specimens import InFloats, Kary

class Floats(InFloats):
    pass

class Unwritten(Randomizer[int, int]):
    pass

MECHANISMS = {"nothing": lambda: None, "floats": Floats, "unwritten": Unwritten}
"""
SOUND = "from tests.oracle.contract.specimens import Kary\nMECHANISMS = {'kary': Kary}\n"
FILES = {
    "sound": SOUND,
    "raises": "raise SystemError('no such luck')\n",
    "leaves": "raise SystemExit(0)\n",
    "wrong": "from nowhere import nothing\n",
    "bare": "",
    "crashing": CRASHING,
    "hollow": HOLLOW,
    "listed": "MECHANISMS = ['kary']\n",
    "numbers": "MECHANISMS = {'kary': 7}\n",
    "formulas": "__all__ = ['twice']\ndef twice(x: float) -> float:\n    '''Two of it.'''\n    return 2 * x\n",
    "constants": "__all__ = ['two']\ntwo = 2\n",
    "named": "__all__ = 7\n",
}
POINTS = [
    *(("ldproof.mechanisms", name, f"plugged_{name}") for name in FILES),
    ("ldproof.mechanisms", "gone", "plugged_gone"),
    ("ldproof.mechanisms", "first", "plugged_package.first"),
    ("ldproof.mechanisms", "second", "plugged_package.second"),
    ("ldproof.mechanisms", "formulas.dotted", "plugged_sound"),
    ("ldproof.mechanisms", "sound.dotted", "plugged_sound"),
    ("ldproof.mechanisms", "shots", "plugged_sound"),
    ("ldproof.mechanisms", "twofold", "plugged_sound"),
    ("ldproof.mechanisms", "twofold", "plugged_bare"),
    *(
        ("ldproof.formulas", name, f"plugged_{name}")
        for name in ("formulas", "constants", "named", "raises", "leaves", "crashing")
    ),
]


@pytest.fixture
def run() -> Run:
    return lambda *arguments: CliRunner().invoke(app, arguments, catch_exceptions=False)


@pytest.fixture(autouse=True)
def _plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, text in FILES.items():
        (tmp_path / f"plugged_{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint(name, module, group) for group, name, module in POINTS]

    def found(group: str) -> Iterable[EntryPoint]:
        mine = [each for each in points if each.group == group]
        return mine or entry_points(group=group)

    monkeypatch.setattr("importlib.metadata.entry_points", found)
    plugins_by_system.cache_clear()
    yield
    plugins_by_system.cache_clear()
    for name in [each for each in sys.modules if each.startswith("plugged_")]:
        del sys.modules[name]


def test_what_is_brought_is_there() -> None:
    assert make_mechanism("sound.kary", {"odds": 5}).privacy("user").odds == 5
    assert all_formulas()["formulas.twice"].summary == "Two of it."
    theirs = [name for name in MECHANISMS if name not in MECHANISMS.ours]
    crashing = [f"crashing.{name}" for name in ("kary", "leaving", "interrupting", "gone", "waiting")]
    hollow = [f"hollow.{name}" for name in ("nothing", "floats", "unwritten")]
    dotted = ["formulas.dotted.kary", "sound.dotted.kary"]
    assert theirs == ["sound.kary", *crashing, *hollow, *dotted]
    assert make_mechanism("sound.dotted.kary", {"odds": 5}) == make_mechanism("sound.kary", {"odds": 5})
    assert [*MECHANISMS.names_with_prefix("so")] == ["sound.kary", "sound.dotted.kary"]
    assert len(MECHANISMS) == len(MECHANISMS.ours) + 11


def test_what_is_broken_is_named_when_it_is_asked_for() -> None:
    for name, why in (
        ("raises", "SystemError: no such luck"),
        ("leaves", "SystemExit: 0"),
        ("wrong", "ModuleNotFoundError: No module named 'nowhere'"),
        ("gone", "ModuleNotFoundError: No module named 'plugged_gone'"),
        ("bare", "AttributeError: module 'plugged_bare' has no attribute 'MECHANISMS'"),
        ("listed", "its MECHANISMS is a list, and no mapping"),
        ("numbers", "its MECHANISMS has 'kary': 7"),
        ("shots", "the name is one of ours"),
        ("twofold", "without a name brings it too"),
    ):
        with refused(Reason.UNAVAILABLE) as refusal:
            find_named("mechanism", f"{name}.kary", MECHANISMS)
        assert refusal.value.what.startswith(f"{name}, which the package without a name brings as plugged_")
        assert refusal.value.what.endswith(f": {why}")
    for name, why in (
        ("constants", "its __all__ has two, and no function"),
        ("named", "its __all__ is an int, and no list"),
        ("raises", "SystemError: no such luck"),
    ):
        with refused(Reason.UNAVAILABLE) as refusal:
            find_named("formula", f"{name}.two", all_formulas())
        assert refusal.value.what.endswith(f": {why}")
    with refused(Reason.UNAVAILABLE):
        parameters("raises.kary")


def test_ours_go_on_without_what_is_broken(run: Run) -> None:
    for command in (
        "--help",
        "law shots.report T=2 m=1 odds=3 --input 10",
        "law sound.kary odds=3 --input 1",
        "eval --list",
        "eval shots.p T=3 m=1 r=0 odds=3",
        "explain --list",
    ):
        found = run(*command.split())
        assert (found.exit_code, found.stderr) == (0, ""), command


def test_an_error_of_theirs_is_not_ours(run: Run) -> None:
    found = run("law", "crashing.kary", "odds=3", "--input", "1")
    assert (found.exit_code, found.stdout) == (3, "")
    assert found.stderr == (
        "ldproof: crashing, which the package without a name brings as plugged_crashing: ZeroDivisionError: fmpq division by zero"
        " (likelihood, plugged_crashing, line 7) (program-ended); accepted: a package that is repaired\n"
    )
    assert run("eval", "crashing.half", "x=3").exit_code == 3
    left = run("law", "crashing.leaving", "odds=3", "--input", "1")
    assert (left.exit_code, left.stdout) == (3, "")
    assert "SystemExit: 0 (likelihood, plugged_crashing, line 11) (program-ended)" in left.stderr
    ended = run("check", "crashing.leaving", "odds=3")
    assert (ended.exit_code, "broken: likelihood: likelihood(0, 0) raises SystemExit: 0" in ended.stdout) == (
        1,
        True,
    )
    for name, why in (
        (
            "interrupting",
            "crashing, which the package without a name brings as plugged_crashing: KeyboardInterrupt",
        ),
        ("gone", "ends the process, with status 0 (program-ended)"),
        ("waiting", "takes more than 0.5 seconds (program-timed-out)"),
    ):
        checked = run("check", f"crashing.{name}", "odds=3", "--timeout", "0.5")
        assert (checked.exit_code, checked.stdout) == (3, "")
        assert why in checked.stderr
        assert "Traceback" not in checked.stderr
    with pytest.raises(ZeroDivisionError) as ours:
        _ = 1 / 0
    assert plugin_at_fault(ours.value) is None


def test_what_is_no_mechanism_is_no_error_of_ours(run: Run) -> None:
    """Where it breaks down is in our code, on a thing of theirs."""
    nothing = "hollow.nothing makes a NoneType, which has no secrets and no outputs and no likelihood and no"
    for name, status, why in (
        ("nothing", 2, nothing),
        ("floats", 3, ", of Floats) (program-ended)"),
        ("unwritten", 3, "TypeError: Can't instantiate abstract class Unwritten with"),
    ):
        found = run("law", f"hollow.{name}", "--input", "1")
        assert (found.exit_code, found.stdout) == (status, "")
        assert why in found.stderr
        assert status == 2 or "brings as plugged_hollow: " in found.stderr


def test_whose_a_module_is() -> None:
    found = {name: plugin_of_module(f"plugged_package.{name}") for name in ("first", "second", "other")}
    assert {name: each and each.system for name, each in found.items()} == {
        "first": "first",
        "second": "second",
        "other": "first",
    }
    assert plugin_of_module("ldproof.probability") is None


def test_a_name_that_nobody_has_is_as_before(run: Run) -> None:
    found = run("law", "sound.karry", "odds=3", "--input", "1")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "there is no mechanism 'sound.karry' (unknown-name); accepted: sound.kary" in found.stderr
    assert run("law", "raises.kary", "--input", "1").exit_code == 2


def test_strategies_draw_what_others_bring() -> None:
    assert find_smallest(parameters("sound.kary")) == {"epsilon": 1}
    drawn = find_smallest(mechanisms("sound.kary"), lambda made: "odds" in made.parameters)
    assert (drawn.name, str(drawn.made)) == (
        "sound.kary",
        str(make_mechanism("sound.kary", drawn.parameters)),
    )
    assert find_smallest(inputs(drawn), lambda text: text > "1") == "2"
    assert find_smallest(outputs(drawn)) == "0"
    assert find_smallest(neighbours(drawn), lambda pair: "2" in pair) == ("0", "2")


def test_nothing_of_others_is_loaded_for_ours() -> None:
    entered: list[str] = []

    def enter(plugin: Plugin) -> dict[str, int]:
        entered.append(plugin.system)
        return {f"{plugin.system}.x": 1}

    things = WithPlugins(OnDemand(["shots"], lambda _: {"shots.x": 0}), "ldproof.mechanisms", enter)
    assert things["shots.x"] == 0
    assert [*things.names_with_prefix("shots.")] == ["shots.x"]
    assert entered == []
    assert things["sound.x"] == 1
    assert entered == ["sound"]
