"""What `ldproof.conform` takes, and that it says what the command line says."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import ldproof
from ldproof import Reason, Refused, conform, mechanism
from ldproof.budget import budget
from ldproof.coins import Coins
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused

REPORT = mechanism("shots.report", T=2, m=1, odds=3)


def right(bits: str, T: str, m: str, coins: Coins, r: str = "0", **budget: str) -> object:
    """The reference, at whatever parameters it is told."""
    return mechanism("shots.report", T=T, m=m, r=r, **budget).randomize(bits, coins)


def inverted(bits: str, coins: Coins) -> str:
    """Every bit the other way round."""
    return str(REPORT.randomize(bits, coins)).translate({48: "1", 49: "0"})


def test_a_function_is_held_against_the_shipped_vectors() -> None:
    found = conform(right, "shots.report", draws=200)
    assert (found.verdict, found.conforms, found.differences) == ("conforms", True, ())
    assert json.loads(found.to_json())["vectors"]["agree"] > 200


def test_a_function_that_differs() -> None:
    """Bit for bit, and by its law."""
    found = conform(inverted, REPORT, draws=500)
    assert not found.conforms
    assert any(each.startswith("randomize/") for each in found.differences)
    assert any(each.startswith("shots.report: ") for each in found.differences)
    assert json.loads(found.to_json())["verdict"] == "differs"
    assert found._repr_html_().startswith("<table><caption>differs")
    with pytest.raises(Refused, match="conforms"):
        assert found


def test_a_program_by_its_command() -> None:
    found = conform([sys.executable, "-m", "ldproof.oracle"], REPORT, draws=100)
    assert found.conforms
    assert shlex.split(found.how_to_repeat)[-4:] == ["--", sys.executable, "-m", "ldproof.oracle"]


MINE = """
def wrong(bits):
    return bits
"""


def test_the_command_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "held.py").write_text(MINE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    held = import_module("held")

    found = conform(held.wrong, REPORT)
    words = shlex.split(found.how_to_repeat)
    command = [sys.executable, "-m", *words, "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (told.returncode, told.stderr) == (1, "")
    again, here = json.loads(told.stdout), json.loads(found.to_json())
    assert again.pop("program") == "held:wrong" == here.pop("program")
    assert again == here


def raises(bits: str) -> str:
    raise KeyError(bits)


@pytest.mark.parametrize(
    ("program", "asked", "options", "reason"),
    [
        ("./program", REPORT, {}, Reason.NOT_A_VALUE),
        (7, REPORT, {}, Reason.NOT_A_VALUE),
        ([7], REPORT, {}, Reason.NOT_A_WORD),
        ([], REPORT, {}, Reason.NO_SUCH_PROGRAM),
        (right, "shots.raport", {}, Reason.UNKNOWN_NAME),
        (right, 7, {}, Reason.UNKNOWN_NAME),
        (right, REPORT, {"alpha": 0.5}, Reason.NOT_EXACT),
        (right, REPORT, {"draws": 0}, Reason.OUT_OF_RANGE),
        (right, REPORT, {"ulps": -1}, Reason.OUT_OF_RANGE),
        (right, REPORT, {"seconds": 0}, Reason.OUT_OF_RANGE),
        (right, REPORT, {"known_failures": "law/1"}, Reason.NOT_A_LIST),
        (right, REPORT, {"known_failures": [1]}, Reason.NOT_A_WORD),
        (right, REPORT, {"known_failures": ["law/none"]}, Reason.UNKNOWN_NAME),
        (raises, REPORT, {}, Reason.PROGRAM_REFUSED),
    ],
)
def test_what_is_refused(program: object, asked: object, options: dict[str, object], reason: Reason) -> None:
    call: Callable[..., object] = ldproof.conform
    with refused(reason):
        call(program, asked, **options)


def test_a_mechanism_without_a_name_is_held_against() -> None:
    """An object is lent its class's name for as long as it is asked for, and nobody finds it afterwards."""
    own, other = (RandomizedResponse(3, budget(odds=odds)) for odds in (3, 5))
    found = conform(own.randomize, own, draws=300)
    assert (found.verdict, found.differences) == ("conforms", ())
    assert found.how_to_repeat.endswith(", RandomizedResponse)")
    assert '"agree": 200' in found.to_json()
    found = conform(other.randomize, mechanism(own), draws=300)
    assert not found.conforms
    assert found.differences[0].startswith("randomize/")
    with refused(Reason.UNKNOWN_NAME):
        conform(lambda value: 0, "RandomizedResponse")
