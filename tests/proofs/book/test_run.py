"""The real ledger, and what is said where what it needs is not installed."""

import sys

import pytest

from ldproof_proofs.book.installed import installed
from tests.reference.cli.conftest import Run, conforming


@pytest.mark.usefixtures("ledger")
def test_no_solvers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    result = run("prove", "shots")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "z3 is not installed (not-installed)" in result.stderr
    assert run("prove", "shots", "--no-solvers").exit_code == 0


def test_a_module_of_ours_that_is_missing_is_our_error() -> None:
    with pytest.raises(ModuleNotFoundError), installed():
        raise ModuleNotFoundError(name="ldproof_proofs.ledger")


def test_the_real_ledger(run: Run) -> None:
    for options in (["--check"], ["--no-solvers"]):
        result = run("prove", "shots.c-star", *options, "--format", "json")
        assert (result.exit_code, result.stderr) == (0, "")
        answer = conforming("prove", result.stdout)
        assert isinstance(answer, dict)
        assert answer["entries"][0]["verdict"] == "corrected"
    for style in ("text", "markdown", "latex"):
        explained = run("explain", "shots.c-star", "--format", style)
        assert (explained.exit_code, explained.stderr) == (0, "")
        assert "shots.fig-1" in explained.stdout
