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
    assert [line.partition(" between ")[0].rstrip() for line in result.stdout.splitlines()] == [
        "output  probability",
        "000     5/12 ≈ 0.417",
        "",
        "at user level, tight:",
        "  odds = 3",
        "  epsilon is",
        "",
        "at event level, tight:",
        "  odds = 3",
        "  epsilon is",
    ]


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
    assert run(*EXACT).exit_code == 2
