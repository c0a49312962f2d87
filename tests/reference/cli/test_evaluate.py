"""`ldproof eval`."""

import re
from fractions import Fraction

import pytest

from ldproof.catalogue import formulas
from tests.reference.cli.conftest import Run, conforming

P = ("shots.p", "m=2", "T=3", "r=0")
F = ("shots.expected_f", "N=1", "m=1", "T=2", "r=0", "theta=1")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ((*P, "odds=9"), {"name": "shots.p", "exact": "1/2"}),
        (
            ("shots.estimate", "ones=4", "N=4", "T=1", "m=1", "r=0", "odds=3"),
            {"name": "shots.estimate", "exact": "3/2"},
        ),
        (
            (*P, "epsilon=0.5", "--digits", "3"),
            {"name": "shots.p", "lower": "0.374784", "upper": "0.374785"},
        ),
        (
            (*F, "report_odds=3"),
            {"name": "shots.expected_f", "exact": "23/64", "assumes": "independent rounds"},
        ),
    ],
)
def test_what_a_program_reads(run: Run, arguments: tuple[str, ...], answer: object) -> None:
    result = run("eval", *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert conforming("eval", result.stdout) == answer


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ((*P, "odds=9"), "shots.p = 1/2 = 0.5\n"),
        ((*F, "report_odds=3"), "shots.expected_f = 23/64 = 0.359375 assuming independent rounds\n"),
        ((*P, "epsilon=1/2", "--digits", "3"), "shots.p is 0.37478...\n"),
    ],
)
def test_what_people_read(run: Run, arguments: tuple[str, ...], answer: str) -> None:
    result = run("eval", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (0, answer, "")


@pytest.mark.parametrize("value", [True, False])
def test_conditions(run: Run, monkeypatch: pytest.MonkeyPatch, value: bool) -> None:
    monkeypatch.setattr("ldproof.catalogue.evaluate", lambda *_: value)
    assert conforming("eval", run("eval", "shots.p", "--json").stdout) == {"name": "shots.p", "holds": value}
    assert run("eval", "shots.p").stdout == f"shots.p {'holds' if value else 'does not hold'}\n"


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        ((), 2, "missing"),
        (("shots.pp",), 2, "unknown-name"),
        (P, 2, "budget-not-unique"),
        ((*P, "odds=0.5"), 2, "out-of-range"),
        ((*P, "odds=three"), 2, "not-a-number"),
        ((*P, "odds=9", "odds=9"), 2, "repeated"),
        ((*P, "odds=9", "--digits", "4001"), 2, "too-large"),
        ((*P, "odds=9\n9"), 2, "not-a-number"),
        ((*P, "odds=[9]"), 2, "not-a-number"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], status: int, reason: str) -> None:
    result = run("eval", *arguments, "--json")
    assert (result.exit_code, result.stdout) == (status, "")
    in_words, for_programs = result.stderr.splitlines()
    assert in_words.startswith("ldproof: ")
    assert f"({reason}); accepted: " in in_words
    refusal = conforming("refusal", for_programs)
    assert isinstance(refusal, dict)
    assert refusal["reason"] == reason


def test_what_is_undecided(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*_: object) -> Fraction:
        from ldproof.rejections import Reason, Refused

        raise Refused(Reason.UNDECIDED, "the value is undecided", "numbers further apart")

    monkeypatch.setattr("ldproof.catalogue.evaluate", undecided)
    result = run("eval", "shots.p")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == ("ldproof: the value is undecided (undecided); accepted: numbers further apart\n")


def test_the_list(run: Run) -> None:
    listed = conforming("eval-list", run("eval", "--list", "--json").stdout)
    assert isinstance(listed, list)
    assert [each["name"] for each in listed] == list(formulas())
    lines = run("eval", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(formulas())


def test_the_list_of_a_system_and_of_a_formula(run: Run) -> None:
    """With what the parameters are: what each stands for, and what it may be."""
    names = [name for name in formulas() if name.startswith("chi2.")]
    listed = conforming("eval-list", run("eval", "chi2", "--list", "--json").stdout)
    assert isinstance(listed, list)
    assert [each["name"] for each in listed] == names
    found, parameters = run("eval", "--list", "chi2").stdout.split("\n\n")
    assert [line.split()[0] for line in found.splitlines()[1:]] == names
    asked = {name for each in names for name in formulas()[each].request.names}
    assert {line.split()[0] for line in parameters.splitlines()[1:]} == asked
    _, alone = run("eval", "--list", "shots.p").stdout.split("\n\n")
    assert [re.split("  +", line.strip()) for line in alone.splitlines()[1:4]] == [
        ["m", "in how many of the rounds a person reports", "a whole number from 1 to 10^6"],
        ["T", "the number of rounds", "a whole number from 1 to 10^6"],
        ["r", "the probability that a dummy is 1", "an exact number with 0 <= it <= 1"],
    ]
    wrong = run("eval", "--list", "shot")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "(unknown-name); accepted: shots, shots." in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("shots.P",), "accepted: shots.p, "),
        (("shots.p", "t=3", "m=1", "odds=3"), "shots.p has no parameter t (did you mean T?) ("),
        (("shots.p", "T=3", "m=1", "eps=3"), "shots.p has no parameter eps (did you mean epsilon?) ("),
        (
            ("shots.p", "T=3", "reportodds=3"),
            "shots.p has no parameter reportodds (did you mean report_odds?) (",
        ),
        (("shots.p", "T=3", "zzz=3"), "shots.p has no parameter zzz ("),
    ],
)
def test_what_was_meant(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("eval", *arguments)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
