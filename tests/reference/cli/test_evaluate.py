"""`ldproof eval` and `ldproof law`."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from ldproof.errors import Reason, Refused
from ldproof.registry import all_formulas
from tests.reference.cli.conftest import Run, answer_of, conforming, refusal_of

P = "shots.p m=2 T=3 r=0"
F = "shots.expected_f N=1 m=1 T=2 r=0 theta=1 report_odds=3"


@pytest.mark.parametrize(
    ("words", "answer", "text"),
    [
        (f"{P} odds=9", {"exact": "1/2"}, "shots.p = 1/2 = 0.5"),
        (
            "shots.estimate ones=4 N=4 T=1 m=1 r=0 odds=3",
            {"exact": "3/2"},
            "shots.estimate = 3/2 = 1.5",
        ),
        (
            F,
            {"exact": "23/64", "assumes": "independent rounds"},
            "shots.expected_f = 23/64 = 0.359375 assuming independent rounds",
        ),
        (
            f"{P} epsilon=0.5 --digits 3",
            {"lower": "0.374784", "upper": "0.374785"},
            "shots.p is 0.37478...",
        ),
    ],
)
def test_value_in_json_and_text(run: Run, words: str, answer: dict[str, str], text: str) -> None:
    assert answer_of(run, "eval", f"eval --json {words}") == {"name": words.split(maxsplit=1)[0], **answer}
    result = run(f"eval {words}")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{text}\n", "")


@pytest.mark.parametrize("value", [True, False])
def test_conditions_hold_or_do_not(run: Run, monkeypatch: pytest.MonkeyPatch, value: bool) -> None:
    monkeypatch.setattr("ldproof.results.evaluate_formula", lambda *_: value)
    assert answer_of(run, "eval", "eval shots.p --json") == {"name": "shots.p", "holds": value}
    assert run("eval shots.p").stdout == f"shots.p {'holds' if value else 'does not hold'}\n"


def test_undecided_value_has_a_status_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*_: object) -> Fraction:
        raise Refused(Reason.UNDECIDED, "the value is undecided", "numbers further apart")

    monkeypatch.setattr("ldproof.results.evaluate_formula", undecided)
    result = run("eval shots.p")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "ldproof: the value is undecided (undecided); accepted: numbers further apart\n"


def test_list_of_all_of_a_system_and_of_a_formula(run: Run) -> None:
    """With the parameters of some: what each stands for, and what it may be."""
    for words, names in (
        ("eval --list", list(all_formulas())),
        ("eval --list chi2", [name for name in all_formulas() if name.startswith("chi2.")]),
    ):
        listed = conforming("eval-list", run(f"{words} --json").stdout)
        assert isinstance(listed, list)
        assert [each["name"] for each in listed] == names
        found, *parameters = run(words).stdout.split("\n\n")
        assert [line.split()[0] for line in found.splitlines()[1:]] == names
        asked = {name for each in names for name in all_formulas()[each].request.names}
        assert all({line.split()[0] for line in each.splitlines()[1:]} == asked for each in parameters)
        assert len(parameters) == ("chi2" in words)
    _, alone = run("eval --list shots.p").stdout.split("\n\n")
    assert [re.split("  +", line.strip()) for line in alone.splitlines()[1:4]] == [
        ["m", "in how many of the rounds a person reports", "a whole number from 1 to 10^6"],
        ["T", "the number of rounds", "a whole number from 1 to 10^6"],
        ["r", "the probability that a dummy is 1", "an exact number with 0 <= it <= 1"],
    ]


LAW = "shots.report T=3 m=1 r=0 odds=3 --digits 3 --input 101"


def test_law_in_json(run: Run) -> None:
    """With the tight epsilon; bounds of what is irrational."""
    law: Any = answer_of(run, "law", f"law --json {LAW}")
    for level in (law.pop("user"), law.pop("event")):
        assert level["odds"] == {"exact": "3/1"}
        epsilon = {end: Decimal(decimal) for end, decimal in level["epsilon"].items()}
        assert epsilon["lower"] < Decimal(3).ln() < epsilon["upper"]
    shares = {"000": "5/12", "001": "1/4", "010": "1/12", "100": "1/4"}
    assert law == {
        "mechanism": "shots.report",
        "input": "101",
        "law": [{"output": output, "exact": share} for output, share in shares.items()],
    }
    law = answer_of(run, "law", "law shots.report T=2 m=1 r=1/2 epsilon=1 --input 01 --json")
    assert [set(each) for each in law["law"]] == [{"output", "lower", "upper"}] * 4


def test_law_as_a_table(run: Run) -> None:
    result = run(f"law {LAW} --output 000")
    assert (result.exit_code, result.stderr) == (0, "")
    tight = ["  odds = 3", "  epsilon is 1.0986..."]
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "output  probability",
        "000     5/12 ≈ 0.417",
        "",
        "at user level, tight:",
        *tight,
        "at event level, tight:",
        *tight,
    ]


def test_law_without_an_input_is_the_tight_epsilon(run: Run) -> None:
    """Even where there are far too many outputs to list."""
    words = "law shots.report T=100000 m=6 r=0 odds=64"
    lines = run(words).stdout.splitlines()
    assert [line for line in lines if "odds" in line] == ["  odds = 64", "  odds = 2"]
    tight: Any = answer_of(run, "law", f"{words} --json")
    assert set(tight) == {"mechanism", "user", "event"}
    assert (tight["user"]["odds"], tight["event"]["odds"]) == ({"exact": "64/1"}, {"exact": "2/1"})


TABLE = "m1=161 m2=161 tau=96/25 epsilon=1"


def test_law_of_a_table_among_too_many_to_list(run: Run) -> None:
    """Its row is told; the tight epsilon is where it can be found without looking at every pair, and needs an input else."""
    law: Any = answer_of(run, "law", f"law chi2.algorithm_2 {TABLE} --input 126,100 --json")
    assert (law["user"], law["event"]) == (None, None)
    assert [each["output"] for each in law["law"]] == ["0", "1"]
    words = run(f"law chi2.algorithm_2 {TABLE} --input 126,100").stdout.splitlines()
    assert [line.split(":")[0] for line in words[-2:]] == ["at user level", "at event level"]
    assert refusal_of(run, f"law chi2.algorithm_2 {TABLE}")["reason"] == Reason.TOO_MANY_OUTCOMES
    optimal: Any = answer_of(run, "law", f"law chi2.optimal {TABLE.replace('epsilon=1', 'odds=3')} --json")
    assert optimal["user"]["odds"] == {"exact": "3/1"}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("law cms w=4 d=2 odds=9 --input 2,0", "law sketch.cms w=4 d=2 odds=9 --input 2,0"),
        ("law report T=3 m=1 r=0 odds=3 --json", "law shots.report T=3 m=1 r=0 odds=3 --json"),
        (
            "eval sketch.alpha_mean mechanism=sketch.cms N=100 f=3 w=4 d=2 delta=1/20 odds=3",
            "eval sketch.alpha_mean mechanism=cms N=100 f=3 w=4 d=2 delta=1/20 odds=3",
        ),
    ],
)
def test_mechanisms_are_named_with_their_system_or_without(run: Run, short: str, full: str) -> None:
    one, other = run(short), run(full)
    assert (one.exit_code, one.stderr) == (0, "")
    assert one.stdout == other.stdout


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("law cns w=4", "sketch.cms"),
        ("law optimal w=4", "chi2.optimal, sketch.optimal"),
        ("audit cns --pair 0 1 -- cat", "sketch.cms"),
        ("conform cns -- cat", "sketch.cms"),
        ("eval sketch.alpha_mean mechanism=cns N=9 f=3 w=4 d=2 delta=1/20 odds=3", "did you mean cms?"),
    ],
)
def test_an_unknown_mechanism_is_answered_with_those_spelt_alike(run: Run, words: str, near: str) -> None:
    found = run(words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert near in found.stderr
