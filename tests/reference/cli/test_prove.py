"""`ldproof prove`, on a small ledger."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.reference.cli.conftest import (
    SOUND,
    Asked,
    Consultant,
    Entry,
    Replaying,
    Run,
    Searching,
    Solver,
    conforming,
)


def test_the_table(run: Run, ledger: Sequence[Entry]) -> None:
    result = run("prove")
    assert result.exit_code == 1
    assert [line.split() for line in result.stdout.splitlines()[: len(ledger) + 1]] == [
        ["claim", "verdict", "evidence", "seconds"],
        ["shots.thm-4", "holds", "proved", "given", "[Hoeffding]", "0.25"],
        ["shots.thm-5", "refuted", "proved", "given", "[Hoeffding]", "0.25"],
        ["sketch.eq-1", "holds", "proved", "given", "[Hoeffding]", "0.25"],
        ["sketch.eq-2", "holds", "failed", "0.25"],
    ]
    assert result.stdout.splitlines()[-1] == (
        "4 claims in 1.0 s. Verdicts: 3 holds, 1 refuted. Evidence: 3 proved, 1 failed."
    )
    assert result.stderr == "sketch.eq-2 is not proved: no proof of 1 < 0\n"


@pytest.mark.parametrize("ledger", [SOUND], indirect=True)
def test_nothing_wrong(run: Run, ledger: Sequence[Entry]) -> None:
    result = run("prove")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (["shots"], ["shots.thm-4", "shots.thm-5"]),
        (["shots.thm-5"], ["shots.thm-5"]),
        (["sketch.eq-1", "shots"], ["shots.thm-4", "shots.thm-5", "sketch.eq-1"]),
    ],
)
def test_what_is_proved(run: Run, wanted: list[str], names: list[str]) -> None:
    result = run("prove", *wanted, "--format", "json")
    assert result.exit_code == 0
    answer = conforming("prove", result.stdout)
    assert isinstance(answer, dict)
    assert [each["name"] for each in answer["entries"]] == names


@pytest.mark.usefixtures("ledger")
def test_a_name_that_is_not_there(run: Run) -> None:
    result = run("prove", "shots.thm4", "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    words, refusal = result.stderr.splitlines()
    assert words == (
        "ldproof: there is no claim or system 'shots.thm4' (unknown-name); accepted: shots.thm-4, shots.thm-5"
    )
    conforming("refusal", refusal)


@pytest.mark.usefixtures("ledger")
def test_json(run: Run) -> None:
    result = run("prove", "sketch", "--format", "json")
    assert result.exit_code == 1
    answer = conforming("prove", result.stdout)
    assert isinstance(answer, dict)
    (theorem,) = answer["entries"][0]["theorems"]
    assert theorem == {
        "name": "sketch.eq-1.upper",
        "statement": "x <= y",
        "evidence": "proved given [Hoeffding]",
        "assumes": ["Hoeffding"],
        "opinions": {"z3": "unsat"},
        "anchors": ["shots.p"],
    }
    assert answer["entries"][1]["failure"] == "no proof of 1 < 0"
    assert answer["totals"] == {
        "entries": 2,
        "failed": 1,
        "theorems": 1,
        "checks": 0,
        "verdicts": {"holds": 2},
        "evidence": {"proved": 1, "failed": 1},
        "seconds": 0.5,
    }


@pytest.mark.usefixtures("ledger")
def test_junit(run: Run) -> None:
    result = run("prove", "sketch", "--format", "junit")
    assert (result.exit_code, result.stderr) == (1, "")
    suites = ET.fromstring(result.stdout)
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    good, bad = suites.iter("testcase")
    assert (good.get("classname"), good.get("name"), good.find("failure")) == ("sketch", "eq-1", None)
    failure = bad.find("failure")
    assert failure is not None
    assert failure.get("message") == "no proof of 1 < 0"


@pytest.mark.usefixtures("ledger")
def test_markdown(run: Run) -> None:
    result = run("prove", "sketch", "--format", "markdown")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "| claim | verdict | evidence | seconds |",
        "| --- | --- | --- | ---: |",
        "| sketch.eq-1 | holds | proved given [Hoeffding] | 0.25 |",
        "| sketch.eq-2 | holds | failed | 0.25 |",
        "",
        "2 claims in 0.5 s. Verdicts: 2 holds. Evidence: 1 proved, 1 failed.",
        "- `sketch.eq-2`: no proof of 1 < 0",
    ]


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize(
    ("options", "prover"),
    [
        ([], Searching(Consultant((Solver("z3"),), None))),
        (["--no-solvers"], Searching(None)),
        (["--smt2", "goals"], Searching(Consultant((Solver("z3"),), Path("goals")))),
        (["--no-solvers", "--smt2", "goals"], Searching(Consultant((), Path("goals")))),
        (["--check"], Replaying("the store")),
    ],
)
def test_which_prover_runs(run: Run, asked: Asked, options: list[str], prover: object) -> None:
    run("prove", "shots.thm-4", *options)
    assert asked.provers == [prover]


@pytest.mark.usefixtures("ledger")
def test_options_that_contradict_each_other(run: Run) -> None:
    result = run("prove", "--check", "--smt2", "goals")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--check" in result.stderr
