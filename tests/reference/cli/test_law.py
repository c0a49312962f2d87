"""`ldproof law`."""

from decimal import Decimal

from ldproof.rejections import Reason
from tests.reference.cli.conftest import Run, conforming

EXACT = ("law", "shots.report", "T=3", "m=1", "r=0", "odds=3", "--digits", "3")


def test_what_a_program_reads(run: Run) -> None:
    result = run(*EXACT, "--input", "101", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    law = conforming("law", result.stdout)
    assert isinstance(law, dict)
    for level in (law.pop("user"), law.pop("event")):
        assert level["odds"] == {"exact": "3/1"}
        epsilon = {end: Decimal(decimal) for end, decimal in level["epsilon"].items()}
        assert epsilon["lower"] < Decimal(3).ln() < epsilon["upper"]
    assert law == {
        "mechanism": "shots.report",
        "input": "101",
        "law": [
            {"output": "000", "exact": "5/12"},
            {"output": "001", "exact": "1/4"},
            {"output": "010", "exact": "1/12"},
            {"output": "100", "exact": "1/4"},
        ],
    }


def test_what_people_read(run: Run) -> None:
    result = run(*EXACT, "--input", "101", "--output", "000")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "output  probability",
        "000     5/12 ≈ 0.417",
        "",
        "at user level, tight:",
        "  odds = 3",
        "  epsilon is 1.0986...",
        "at event level, tight:",
        "  odds = 3",
        "  epsilon is 1.0986...",
    ]


def test_without_an_input_there_is_the_tight_epsilon(run: Run) -> None:
    """Even where there are far too many outputs to list."""
    asked = ("law", "shots.report", "T=100000", "m=6", "r=0", "odds=64")
    lines = run(*asked).stdout.splitlines()
    assert [line for line in lines if "odds" in line] == ["  odds = 64", "  odds = 2"]
    told = conforming("law", run(*asked, "--json").stdout)
    assert isinstance(told, dict)
    assert set(told) == {"mechanism", "user", "event"}
    assert (told["user"]["odds"], told["event"]["odds"]) == ({"exact": "64/1"}, {"exact": "2/1"})
    alone = run(*asked, "--output", "1")
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert "accepted: --input X" in alone.stderr


def test_an_irrational_law(run: Run) -> None:
    result = run("law", "shots.report", "T=2", "m=1", "r=1/2", "epsilon=1", "--input", "01", "--json")
    assert result.exit_code == 0
    law = conforming("law", result.stdout)
    assert isinstance(law, dict)
    assert [set(each) for each in law["law"]] == [{"output", "lower", "upper"}] * 4


def test_what_is_refused(run: Run) -> None:
    for arguments, reason in (
        ((*EXACT, "--input", "10"), Reason.WRONG_LENGTH),
        ((*EXACT, "--input", "101", "x=1"), Reason.UNKNOWN_PARAMETER),
        (("law", "shots.reports", "--input", "1"), Reason.UNKNOWN_NAME),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"({reason})" in result.stderr
