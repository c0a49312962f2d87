"""`ldproof test`."""

from pathlib import Path
from typing import Any

import pytest

from ldproof.errors import Reason
from tests.reference.cli.conftest import Run, answer_of, refusal_of

GIVEN = "m1=20 m2=20 epsilon=2"
TABLE = "variant,a,b\nrs1,15,3\nrs2,7,7\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with a table in it."""
    monkeypatch.chdir(tmp_path)
    Path("variants.csv").write_text(TABLE)


@pytest.mark.parametrize(
    "words",
    [
        "a=15 b=3",
        "a=15 b=3 rates=[3/4,1/4] level=1%",
        "a=15 b=3 mechanism=optimal tau=3.84",
        "a=15 b=3 mechanism=algorithm_1_f",
        "--table variants.csv",
    ],
)
def test_answers_come_in_json_and_in_words(run: Run, words: str) -> None:
    """What is the same in both runs is what does not depend on the draws."""
    found: Any = answer_of(run, "test", f"test --json {GIVEN} {words}")
    again: Any = answer_of(run, "test", f"test --format json {GIVEN} {words}")
    names = [each["name"] for each in found["variants"]]
    assert names == (["rs1", "rs2"] if "--table" in words else [None])
    for each in (found, again):
        del each["variants"]
    assert found == again
    assert found["calibrated"] == ("tau" not in words)
    assert (found["power"] is None) == ("rates" not in words)
    result = run(f"test {GIVEN} {words}")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"tau={found['parameters']['tau']}" in result.stdout
    assert result.stdout.startswith(("variant ", "significant", "not significant"))


def test_variants_come_as_csv(run: Run) -> None:
    result = run(f"test {GIVEN} --table variants.csv --format csv")
    assert (result.exit_code, result.stderr) == (0, "")
    header, *rows = result.stdout.splitlines()
    assert header == "variant,significant,statistic,p_value"
    assert [row.split(",")[0] for row in rows] == ["rs1", "rs2"]
    assert all(row.split(",")[1] in {"0", "1"} and float(row.split(",")[3]) <= 1 for row in rows)


def test_many_variants_are_not_all_shown(run: Run) -> None:
    Path("variants.csv").write_text("a,b\n" + "1,1\n" * 70)
    result = run("test m1=20 m2=20 epsilon=140 --table variants.csv")
    assert "\nand 6 more, which --format csv writes\n" in result.stdout
    assert (
        len(run("test m1=20 m2=20 epsilon=140 --table variants.csv --format csv").stdout.splitlines()) == 71
    )


def test_optimal_test_is_a_mechanism_that_law_takes(run: Run) -> None:
    """Its words are pasted as they stand."""
    lines = run(f"test {GIVEN} a=15 b=3 mechanism=optimal").stdout.splitlines()
    (test,) = (line.removeprefix("test: ") for line in lines if line.startswith("test: "))
    assert run(f"law {test} --input 15,3").exit_code == 0


@pytest.mark.parametrize(
    ("words", "reason", "accepted"),
    [
        ("test a=1 b=1 m1=9 m2=9", Reason.BUDGET_NOT_UNIQUE, "exactly one of epsilon, odds"),
        ("test a=1 b=1 m1=9 m2=9 epsilon=1 power=1", Reason.UNKNOWN_PARAMETER, "rates"),
        ("test a=12 b=1 m1=9 m2=9 epsilon=1", Reason.OUT_OF_RANGE, "a whole number from 0 to 9"),
        ("test m1=9 m2=9 epsilon=1", Reason.MISSING, "a, b, m1 and m2"),
        ("test m1=9 m2=9 epsilon=1 --table nothing.csv", Reason.NO_SUCH_PLACE, "a file"),
        ("test a=1 b=1 m1=9 m2=9 epsilon=1/100 mechanism=optimal", Reason.OUT_OF_RANGE, "more people"),
        ("test a=1 b=1 m1=9 m2=8 epsilon=1 mechanism=algorithm_1_f", Reason.OUT_OF_RANGE, "algorithm_1_y1"),
        ("law noisy_distance", Reason.UNKNOWN_NAME, "ldproof test --help"),
        ("law chi2.noisy_distance", Reason.UNKNOWN_NAME, "ldproof test mechanism=noisy_distance"),
        ("test a=1 b=1 m1=9 m2=9 epsilon=1 mechanism=algorithm_2", Reason.OUT_OF_RANGE, "another mechanism"),
        ("test a=1 b=1 m1=10000 m2=10000 epsilon=1", Reason.TOO_LARGE, "at most 4000000 tables"),
    ],
)
def test_refusal_names_what_is_accepted(run: Run, words: str, reason: Reason, accepted: str) -> None:
    found = refusal_of(run, words)
    assert found["reason"] == reason
    assert accepted in found["accepted"]


def test_refusal_calls_no_group_size_optional(run: Run) -> None:
    """Without a budget only the budget is asked for, and unknown names are answered with all that are known."""
    assert refusal_of(run, "test a=1 b=1")["accepted"] == "exactly one of epsilon, odds"
    found = refusal_of(run, "test a=1 b=1 pwer=1 epsilon=1")
    assert found["accepted"].startswith("any of a, b, m1, m2, table, ")
    assert "optional" not in found["accepted"]
