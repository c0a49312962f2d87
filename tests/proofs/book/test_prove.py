"""`ldproof prove`, on a small ledger."""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.proving import Search
from ldproof_proofs.book.reports import Report, listed, place
from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.book.conftest import FAILURE, REPLAY, SOUND, Asked, outcome
from tests.reference.cli.code_hosts import annotated, validated
from tests.reference.cli.conftest import Run, conforming


def test_the_table(run: Run, ledger: Sequence[Entry]) -> None:
    """A line for each claim, in the order in which they are decided."""
    result = run("prove")
    assert result.exit_code == 1
    evidence = ["proved", "given", "[Hoeffding];", "1", "of", "2", "sentences", "are", "prose"]
    assert [line.split() for line in result.stdout.splitlines()[: len(ledger) + 1]] == [
        ["claim", "verdict", "seconds", "evidence"],
        ["sketch.eq-2", "holds", "0.25", "failed"],
        ["sketch.eq-1", "holds", "0.25", *evidence],
        ["shots.thm-5", "refuted", "0.25", *evidence],
        ["shots.thm-4", "holds", "0.25", *evidence],
    ]
    words, total = result.stdout.splitlines()[-1].split(" in ")
    assert words == "4 claims"
    assert total.partition(" s. ")[2] == (
        "Verdicts: 3 holds, 1 refuted. Evidence: 3 proved given, 1 failed. Solvers' opinions: 12 remembered, 4 asked."
    )
    assert result.stderr == "sketch.eq-2 is not proved: no proof of 1 < 0\n"


@pytest.mark.usefixtures("ledger")
def test_a_line_is_written_before_the_next_claim_is_decided() -> None:
    """In a pipe too: nobody waits for the end to see the beginning."""
    read, write = os.pipe()
    with os.fdopen(read) as reader, os.fdopen(write, "w") as writer, redirect_stdout(writer):
        lines = listed(SOUND, (Report(entry, outcome(entry.name)) for entry in SOUND))
        for entry in SOUND:
            next(lines)
            header = reader.readline() if entry is SOUND[0] else "claim"
            assert header.startswith("claim")
            assert reader.readline().startswith(entry.name)


@pytest.mark.parametrize("ledger", [SOUND], indirect=True)
def test_nothing_wrong(run: Run, ledger: Sequence[Entry]) -> None:
    result = run("prove")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.usefixtures("ledger")
def test_claims_and_systems_are_chosen_by_name(run: Run) -> None:
    for wanted, names in (
        (["shots"], ["shots.thm-4", "shots.thm-5"]),
        (["shots.thm-5"], ["shots.thm-5"]),
        (["sketch.eq-1", "shots"], ["shots.thm-4", "shots.thm-5", "sketch.eq-1"]),
    ):
        result = run("prove", *wanted, "--format", "json")
        assert result.exit_code == 0
        answer = conforming("prove", result.stdout)
        assert isinstance(answer, dict)
        assert [each["name"] for each in answer["entries"]] == names


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
    totals = answer["totals"]
    assert totals.pop("seconds") >= 0
    assert totals == {
        "entries": 2,
        "failed": 1,
        "theorems": 1,
        "checks": 0,
        "verdicts": {"holds": 2},
        "evidence": {"proved given": 1, "failed": 1},
        "opinions": {"remembered": 6, "asked": 2},
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
def test_sarif_and_github(run: Run) -> None:
    """Both list the unproved claims only."""
    result = run("prove", "--format", "sarif")
    assert (result.exit_code, result.stderr) == (1, "")
    rules, (found,) = validated(result.stdout)
    assert rules == {"proved": "What the ledger says of a claim is shown."}
    assert (found["ruleId"], found["level"], found["message"]) == ("proved", "error", {"text": FAILURE})
    on_github = run("prove", "--format", "github")
    assert on_github.exit_code == 1
    assert annotated(on_github.stdout) == [("error", {"title": "proved: sketch.eq-2"}, FAILURE)]
    ((name, _, message),) = annotated(run("prove", "shots", "--format", "github").stdout)
    assert (name, message.partition(" in ")[0]) == ("notice", "2 claims")


def test_every_entry_is_found_where_it_is_written() -> None:
    for name in CLAIMS:
        found = place(name)
        assert found is not None
        assert f'"{name}"' in found.file.read_text(encoding="utf-8").splitlines()[found.line - 1]


@pytest.mark.usefixtures("ledger")
def test_markdown(run: Run) -> None:
    result = run("prove", "sketch", "--format", "markdown")
    assert result.exit_code == 1
    *lines, totals, failure = result.stdout.splitlines()
    assert lines == [
        "| claim | verdict | seconds | evidence |",
        "| --- | --- | ---: | --- |",
        "| sketch.eq-1 | holds | 0.25 | proved given [Hoeffding]; 1 of 2 sentences are prose |",
        "| sketch.eq-2 | holds | 0.25 | failed |",
        "",
    ]
    assert totals.startswith("2 claims in ")
    assert failure == "- `sketch.eq-2`: no proof of 1 < 0"


def test_options_choose_a_search_or_a_replay(run: Run, asked: Asked, ledger: Sequence[Entry]) -> None:
    for options, wanted in (
        ("", Search(solvers=True, afresh=False, smt2=None)),
        ("--no-solvers", Search(solvers=False, afresh=False, smt2=None)),
        ("--afresh", Search(solvers=True, afresh=True, smt2=None)),
        ("--smt2 goals", Search(solvers=True, afresh=False, smt2=Path("goals"))),
        ("--no-solvers --smt2 goals", Search(solvers=False, afresh=False, smt2=Path("goals"))),
        ("--check", REPLAY),
    ):
        run(f"prove shots.thm-4 {options}")
        assert asked.wanted.pop() == wanted


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize(
    "options",
    [
        "--check --smt2 goals",
        "--check --afresh",
        "--no-solvers --afresh",
        "--export objects --smt2 goals",
        "--export objects --afresh",
        "--coq proofs --smt2 goals",
        "--coq proofs --afresh",
        "--export objects --coq proofs",
    ],
)
def test_options_that_contradict_each_other_are_refused(run: Run, options: str) -> None:
    result = run(f"prove {options}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(option in result.stderr for option in options.split() if option.startswith("--"))


@pytest.mark.usefixtures("ledger")
def test_a_name_that_is_not_there(run: Run) -> None:
    result = run("prove", "shots.thm4", "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    words, refusal = result.stderr.splitlines()
    accepted = "shots.thm-4, shots.thm-5, shots"
    assert (
        words
        == f"ldproof: there is no claim, system or chapter 'shots.thm4' (unknown-name); accepted: {accepted}"
    )
    conforming("refusal", refusal)
    assert "accepted: shots, shots.thm-" in run("prove", "shot").stderr


@pytest.mark.usefixtures("ledger")
def test_without_a_solver_nothing_is_searched_for_but_on_demand(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    result = run("prove", "shots")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "z3 is not installed (not-installed)" in result.stderr
    assert run("prove", "shots", "--no-solvers").exit_code == 0
    with pytest.raises(ModuleNotFoundError), installed():
        raise ModuleNotFoundError(name="ldproof_proofs.ledger")


@pytest.mark.usefixtures("ledger")
def test_it_says_that_no_solver_is_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing that they answered is remembered; nothing is said where nobody wants them asked."""
    monkeypatch.setattr(Search, "is_silent", lambda _: True)
    assert run("prove").stderr.startswith(
        "ldproof: solvers are not asked, as none of their answers is remembered; "
    )
    assert "solvers" not in run("prove", "--no-solvers").stderr


def test_the_real_ledger_is_proved_replayed_and_explained(run: Run) -> None:
    for option in ("--check", "--no-solvers"):
        answer = conforming("prove", run("prove", "shots.c-star", option, "--format", "json").stdout)
        assert isinstance(answer, dict)
        assert answer["entries"][0]["verdict"] == "corrected"
    for style in ("text", "markdown", "latex"):
        explained = run("explain", "shots.c-star", "--format", style)
        assert (explained.exit_code, explained.stderr) == (0, "")
        assert "shots.fig-1" in explained.stdout
