"""`ldproof reproduce`, with small figures in the place of the sources'."""

import sys
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ldproof.cli.reproduce import format_simulated
from ldproof.coins import Coins, SeededCoins
from ldproof.errors import Reason
from ldproof.experiments.figures import Figure, Measured, SimulatedMean, exact_case
from ldproof.experiments.registry import FIGURES
from ldproof.experiments.shots import ActivityStream, experiment_1, experiment_2
from tests.reference.cli.conftest import Run, answer_of, conforming, refusal_of
from tests.tiers import slow

ONE = experiment_1(
    "toy.fig-1", "section 1", Fraction(1), "F is largest at m = 1.", {1: "0.71"}, stream=ActivityStream(10, 2)
)
TWO = experiment_2("toy.fig-2", "section 2", Fraction(3), "They agree.", N=10, rounds=(1, 3))


@pytest.fixture(autouse=True)
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof.cli.reproduce.FIGURES", {each.name: each for each in (ONE, TWO)})


def test_answer_has_exact_simulated_and_printed_numbers(run: Run) -> None:
    found: Any = answer_of(run, "reproduce", "reproduce toy.fig-1 --runs 3 --seed s --json")
    (figure,) = found["figures"]
    members = {"name": "toy.fig-1", "place": "section 1", "axis": "m", "quantity": "F-measure", "seed": "s"}
    assert figure | members | {"says": "F is largest at m = 1."} == figure
    first, second = figure["points"]
    assert [(each["curve"], each["at"], each["printed"]) for each in (first, second)] == [
        ("r = 0", 1, "0.71"),
        ("r = 0", 2, None),
    ]
    assert first["exact"].pop("assumes") == "independent rounds"
    for each in (first, second):
        assert 0 < Decimal(each["exact"]["lower"]) < Decimal(each["exact"]["upper"]) < 1
        assert each["simulated"]["runs"] == 3
        assert 0 <= Fraction(each["simulated"]["mean"]["exact"]) <= 1
        assert set(each["asides"]) == {"recall", "found at theta"}
    assert len(figure["remarks"]) == len(figure["notes"]) == 2
    found = answer_of(run, "reproduce", "reproduce --runs 0 --json")
    assert [each["name"] for each in found["figures"]] == ["toy.fig-1", "toy.fig-2"]
    assert all(point["simulated"] is None for each in found["figures"] for point in each["points"])


def test_seed_decides(run: Run) -> None:
    first, again, other = (
        run(f"reproduce toy.fig-2 --runs 20 --json --seed {seed}").stdout for seed in "aab"
    )
    assert first == again
    assert first.replace('"seed": "a"', "") != other.replace('"seed": "b"', "")


def test_table_of_a_figure(run: Run) -> None:
    result = run("reproduce toy.fig-1 toy.fig-1 --runs 2")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[:3] == ["toy.fig-1 (section 1)", "printed: F is largest at m = 1.", ""]
    assert lines[3].split("  ")[0] == "curve"
    assert lines[3].split() == [
        "curve",
        "m",
        "F-measure",
        "simulated",
        "printed",
        "recall",
        "found",
        "at",
        "theta",
    ]
    first, second = (line.split() for line in lines[4:6])
    assert first[:4] == ["r", "=", "0", "1"]
    assert first[4].endswith("*")
    assert (first[6], first[8]) == ("±", "0.71")
    assert not second[4].endswith("*")
    assert len(second) == len(first) - 1
    assert lines[6:8] == ["", "* assuming independent rounds"]
    assert lines[8].startswith("With r = 0, the F-measure is largest at m = ")
    assert lines[9:] == ["By (7), m* = 1.", *ONE.notes, ""]


def test_standard_error_follows_the_mean() -> None:
    assert format_simulated(SimulatedMean(100, Fraction(1, 2), Fraction(1, 40))) == "0.50000 ± 0.025"


def test_rows_appear_as_they_are_computed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever becomes of the second point, the first is there, and flushed."""

    def fail(runs: int, coins: Coins) -> Measured:
        raise BrokenPipeError

    first, second = ONE.cases
    half = replace(ONE, cases=[first, replace(second, measure=fail)])
    monkeypatch.setattr("ldproof.cli.reproduce.FIGURES", {half.name: half})
    monkeypatch.setattr("ldproof.cli.text.silence_stream", lambda _: None)
    result = run("reproduce toy.fig-1 --runs 0")
    *_, names, row = result.stdout.splitlines()
    assert (result.exit_code, names.split()[0], row[:5]) == (0, "curve", "r = 0")


def test_what_is_exact_has_no_simulated_column(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = Figure(
        "toy.exact",
        "nowhere",
        "",
        "x",
        "y",
        [exact_case("y", 1, lambda: Measured(Fraction(1, 2), None))],
        (),
        lambda _: (),
    )
    monkeypatch.setattr("ldproof.cli.reproduce.FIGURES", {exact.name: exact})
    lines = run("reproduce toy.exact --runs 20").stdout.splitlines()
    assert [each.split() for each in lines[3:5]] == [["curve", "x", "y", "printed"], ["y", "1", "0.50000"]]
    assert "All numbers are exact, and nothing is random: no runs are made." in lines


def test_parts_are_reproduced_by_the_name_of_the_whole(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And drawn together, beside a picture of each."""
    parts = {each.name: replace(each, part_of="toy.whole") for each in (ONE, TWO)}
    monkeypatch.setattr("ldproof.cli.reproduce.FIGURES", parts)
    assert run(f"reproduce toy.whole --runs 0 --svg {tmp_path}").exit_code == 0
    assert {each.name for each in tmp_path.iterdir()} == {
        f"toy.{each}.svg" for each in ("fig-1", "fig-2", "whole")
    }
    assert run("reproduce toy.holes --runs 0").exit_code == 2


DEAR = ("chi2.rare-variants-1000000", "chi2.fig-3", "counting.fig-3", "shots.fig-2d", "shots.fig-2e")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=slow) if name in DEAR else name for name in FIGURES],
)
def test_every_aside_has_a_column(name: str) -> None:
    """One point of each curve."""
    figure = FIGURES[name]
    points = {case.curve: case for case in figure.cases}.values()
    found = [set(case.measure(0, SeededCoins(b"")).asides) for case in points]
    assert set().union(*found) == set(figure.beside)


def test_list_of_figures(run: Run) -> None:
    assert conforming("reproduce-list", run("reproduce --list --json").stdout) == [
        {"name": each.name, "place": each.place, "says": each.says} for each in (ONE, TWO)
    ]
    table = run("reproduce --list").stdout.splitlines()
    assert [line.split()[0] for line in table] == ["figure", "toy.fig-1", "toy.fig-2"]
    assert len(run("reproduce toy.fig-2 --list").stdout.splitlines()) == 2


@slow
def test_pictures_are_written_or_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The table is there all the same; without matplotlib it is said before anything is computed."""
    monkeypatch.chdir(tmp_path)
    result = run("reproduce --runs 0 --svg new/pictures --png .")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count(TWO.notes[-1]) == 1
    assert sorted(each.name for each in Path("new/pictures").iterdir()) == ["toy.fig-1.svg", "toy.fig-2.svg"]
    assert sorted(each.name for each in Path().glob("*.png")) == ["toy.fig-1.png", "toy.fig-2.png"]
    Path("new/toy.fig-1.png").mkdir()
    result = run("reproduce toy.fig-1 --runs 0 --png new")
    assert (result.exit_code, result.stdout[:9]) == (2, "toy.fig-1")
    assert f"({Reason.NO_SUCH_PLACE})" in result.stderr
    for drawing in ("ldproof.pictures", "ldproof.experiments.pictures"):
        monkeypatch.delitem(sys.modules, drawing, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refusal = refusal_of(run, "reproduce toy.fig-1 --png .")
    assert refusal["reason"] == Reason.NOT_INSTALLED
    assert ".[plots]" in f"{refusal['what']} {refusal['accepted']}"
    assert run("reproduce toy.fig-1 --runs 0").exit_code == 0
