"""A share of the fuzzed cases, and that each kind of flaw would be seen; `python -m tests.fuzz 100000 SEED` has them all."""

import json
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from tests.fuzz.invocations import harmless, invocation
from tests.fuzz.judging import Slow, flaws_of_invocation, flaws_of_line, within
from tests.fuzz.lines import line
from tests.fuzz.running import fuzzed

SHARE = 1000
SECONDS = 2
"""Of processor time for an answer; what takes longer is counted, and `python -m tests.fuzz` has more patience."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_share() -> None:
    found = fuzzed(SHARE, "a share", SECONDS)
    assert found.flaws == []
    assert found.ends.total() + len(found.slow) == SHARE
    assert len(found.slow) <= SHARE // 100
    assert {
        "invocation: 0",
        "invocation: 1",
        "invocation: 2",
        "invocation: 3",
        "line: answered",
    } <= found.ends.keys()


def test_a_case_is_made_from_its_number() -> None:
    one, again, other = (
        [(invocation(Random(f"{seed}:{number}")), line(Random(f"{seed}:{number}"))) for number in range(20)]
        for seed in "aab"
    )
    assert one == again != other


@pytest.mark.parametrize(
    ("raised", "flaw"),
    [
        (KeyError("oh"), "raised KeyError: 'oh'"),
        (SystemExit(70), "ends with 70"),
        (SystemExit(1), "1 where there is no verdict"),
        (SystemExit(2), "no reason is named"),
        (SystemExit(3), "no reason is named"),
    ],
)
def test_another_end_is_noticed(monkeypatch: pytest.MonkeyPatch, raised: BaseException, flaw: str) -> None:
    def fail(*_: object) -> NoReturn:
        raise raised

    monkeypatch.setattr("ldproof.catalogue.evaluate", fail)
    assert flaw in flaws_of_invocation(["eval", "shots.c_star"])[1]


@pytest.mark.parametrize(
    ("said", "flaw"),
    [("nan", "no number in the answer"), ("Traceback (most recent call last)", "a traceback")],
)
def test_other_words_are_noticed(monkeypatch: pytest.MonkeyPatch, said: str, flaw: str) -> None:
    monkeypatch.setattr("ldproof.cli.evaluate.sentence", lambda *_: said)
    assert flaws_of_invocation(["eval", "shots.c_star"])[1] == [flaw]


def test_other_json_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof.catalogue.members", lambda _: {"exact": float("nan")})
    assert "raised ValueError" in flaws_of_invocation(["eval", "shots.c_star", "--json"])[1][0]
    monkeypatch.setattr("ldproof.cli.evaluate.say_json", lambda thing: print(json.dumps(thing)))
    assert "no JSON: ValueError: no number: NaN" in flaws_of_invocation(["eval", "shots.c_star", "--json"])[1]
    monkeypatch.setattr("ldproof.cli.endings.say_json", lambda *_, **__: None)
    assert any("no JSON" in flaw for flaw in flaws_of_invocation(["eval", "nothing", "--json"])[1])


def test_another_answer_to_a_line_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = json.dumps({"id": 1, "op": "describe"}).encode() + b"\n"
    assert flaws_of_line(asked) == ("answered", [])
    monkeypatch.setattr("tests.fuzz.judging.answered", lambda _: {})
    assert flaws_of_line(asked)[1] == ["nothing is answered"]
    monkeypatch.setattr("tests.fuzz.judging.answers", lambda *_: [b'{"id":1,"value":NaN}\n'])
    assert flaws_of_line(asked)[1] == ["no JSON: no number: NaN"]
    monkeypatch.setattr("tests.fuzz.judging.answers", lambda *_: [b'{"id":1,"error":"x","reason":"y"}\n'])
    assert flaws_of_line(asked)[1] == ["no reason is named"]


def test_what_takes_too_long_is_given_up() -> None:
    with pytest.raises(Slow):
        endless(0.05)


def test_also_where_the_first_time_falls_into_a_clearing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what is raised there, so it is said again."""
    monkeypatch.setattr("tests.fuzz.judging.AGAIN", 0.05)
    with pytest.raises(Slow):
        endless(0.05, Clinging())


class Clinging:
    """What never ends by itself to be cleared up."""

    def __del__(self) -> None:
        """Only an exception ends it."""
        while True:
            pass


def endless(seconds: float, *held: object) -> NoReturn:
    """What never ends by itself, after something that is dropped."""
    with within(seconds):
        del held
        while True:
            pass


@pytest.mark.parametrize(
    "words",
    [
        ["prove"],
        ["prove", "shots"],
        ["prove", "--json"],
        ["book", "pages"],
        ["--install-completion"],
    ],
)
def test_what_would_do_harm_is_left_out(words: list[str]) -> None:
    assert not harmless(words)


def test_a_refusal_is_no_flaw() -> None:
    assert flaws_of_invocation(["eval", "nothing"]) == ("2", [])
