"""`ldproof plan`."""

import json
from pathlib import Path

import pytest

from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan
from ldproof.planning.plan import plan
from ldproof.planning.sketches import SketchPlan
from ldproof.rejections import Reason
from tests.reference.cli.conftest import Run, conforming

COUNT = ("plan", "count", "N=40", "T=4", "odds=81", "mu=1/4")


@pytest.mark.parametrize(
    "given",
    [
        COUNT[2:],
        ("N=40", "T=4", "epsilon=1", "rounds=all", "theta=1/2"),
        ("N=40", "T=4", "odds=81", "alpha=1"),
        ("T=2", "odds=81", "mu=1/4", "alpha=1/2"),
        ("N=40", "T=2", "mu=1/4", "alpha=1/2"),
        ("N=40", "odds=81", "mu=1/4", "alpha=1/2"),
        ("N=2", "T=9", "epsilon=1", "rounds=all", "mu=1/2"),
    ],
)
def test_what_a_program_reads(run: Run, given: tuple[str, ...]) -> None:
    """It is what the interface gives, and the schema takes it."""
    result = run("plan", "count", *given, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = plan("count", **dict(each.split("=", 1) for each in given))
    assert conforming("plan", result.stdout) == json.loads(json.dumps(found.to_json()))


def test_what_people_read(run: Run) -> None:
    """A row for every mechanism, the best first, and the sentence that decides."""
    found = plan("count", **dict(each.split("=") for each in COUNT[2:]))
    result = run(*COUNT)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert isinstance(found, CountPlan)
    names = [row.name for row in found.rows]
    assert lines[0].split()[:3] == ["mechanism", "one", "round"]
    for name, line in zip(names, lines[1:], strict=False):
        assert line.startswith(name)
    assert found.decides in lines
    assert any(line.startswith("This hangs on: ") for line in lines)


def test_runs_are_made_where_they_are_asked_for(run: Run) -> None:
    """So many, from a seed, beside what is promised; without them nothing is simulated."""
    given = (*COUNT, "--runs", "400", "--seed", "1")
    result = run(*given, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = conforming("plan", result.stdout)
    assert isinstance(found, dict)
    assert len(found["simulated"]) == 2 * len(found["rows"])
    for each in found["simulated"]:
        assert each["promised"] == 0.05
        assert 0 <= each["found"] <= 0.05 + 4 * max(each["standard_error"], 0.01)
    assert run(*given, "--json").stdout == result.stdout
    assert run(*given).stdout.count("above ") == len(found["simulated"])
    assert "simulated" not in json.loads(run(*COUNT, "--json").stdout)
    assert run("plan", "count", "N=40", "T=4", "odds=81", "--runs", "9").stderr.startswith(
        "ldproof: runs without mu (missing)"
    )
    assert run(*COUNT, "--runs", "1").exit_code == 2


@pytest.mark.parametrize(
    "given",
    [
        ("test", "m1=9", "m2=9", "tau=1", "variants=3", "epsilon=3"),
        ("sketch", "counts=[9,3]", "epsilon=2", "bits=3"),
        ("sketch", "counts=[3,2,1]", "epsilon=1", "bits=3"),
    ],
)
def test_runs_of_the_other_kinds(run: Run, given: tuple[str, ...]) -> None:
    result = run("plan", *given, "--runs", "60", "--seed", "1", "--json")
    found = conforming("plan", result.stdout)
    assert isinstance(found, dict)
    (only,) = found["simulated"]
    assert only["promised"] == pytest.approx(only["found"], abs=4 * only["standard_error"])
    assert only["name"] == (found["chosen"] if given[0] == "test" else found["chosen"]["name"])


def test_the_answer_and_the_one_next_to_it(run: Run) -> None:
    result = run("plan", "count", "T=2", "odds=81", "mu=1/4", "alpha=1/5")
    assert result.exit_code == 0
    *_, answer, first, second = result.stdout.splitlines()
    assert answer.startswith("N = ")
    assert first.startswith("At N = ")
    assert second.startswith("At N = ")


def test_tests_and_sketches(run: Run, tmp_path: Path) -> None:
    """What a program reads of both, and what people do; the table comes from a file."""
    table = tmp_path / "shares.csv"
    lines = ["cases,controls,count\n", "1/2,1/10,3\n", "1/5,1/5,7\n"]
    table.write_text("".join(lines))
    asked = ("m1=20", "m2=10", "epsilon=9")
    for kind, given, more in (
        ("test", asked, {"table": lines}),
        ("sketch", ("N=100", "items=5", "epsilon=2", "bits=8"), {}),
    ):
        extra = ("--table", str(table)) if more else ()
        found = plan(kind, **dict(each.split("=", 1) for each in given), **more)
        result = run("plan", kind, *given, *extra, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        assert conforming("plan", result.stdout) == json.loads(json.dumps(found.to_json()))
        read = run("plan", kind, *given, *extra)
        assert read.exit_code == 0
        assert isinstance(found, AssociationPlan | SketchPlan)
        assert found.decides in read.stdout.splitlines()
    assert run("plan", "sketch", "counts=[60, 30, 10]", "odds=3", "--json").exit_code == 0
    assert f"({Reason.UNKNOWN_PARAMETER})" in run("plan", "sketch", *asked, "--table", str(table)).stderr
    assert f"({Reason.NO_SUCH_PLACE})" in run("plan", "test", *asked, "--table", str(tmp_path / "no")).stderr


@pytest.mark.parametrize(
    "given",
    [
        ("count", "N=24", "T=3", "epsilon=2", "mu=1/4"),
        ("count", "N=24", "T=3", "mu=1/4", "alpha=1", "rounds=all"),
        ("test", "m1=20", "m2=10", "variants=5", "epsilon=9"),
        ("sketch", "N=100", "items=5", "epsilon=2", "bits=8"),
    ],
)
def test_a_picture(run: Run, tmp_path: Path, given: tuple[str, ...]) -> None:
    """The choice is marked in it, and the same plan gives the same picture."""
    pytest.importorskip("matplotlib")
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for path in (one, other):
        assert run("plan", *given, "--svg", str(path)).exit_code == 0
    assert one.read_bytes() == other.read_bytes()
    assert b"chosen: " in one.read_bytes() or b"<!-- chosen: " in one.read_bytes()
    missing = run("plan", *given, "--svg", str(tmp_path / "no" / "one.svg"))
    assert f"({Reason.NO_SUCH_PLACE})" in missing.stderr


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("counts", "N=4"), Reason.UNKNOWN_NAME),
        (("count", "N=4"), Reason.MISSING),
        (("count", "N=4", "T=2", "epsilon=1", "m=1"), Reason.UNKNOWN_PARAMETER),
        (("count", "N=4", "T=2", "epsilon=1", "alpha=1/1000"), Reason.OUT_OF_RANGE),
        (("count", "N=4", "alpha=1/1000"), Reason.MISSING),
        (("count", "N=4", "epsilon=1", "alpha=1/1000"), Reason.OUT_OF_RANGE),
        (("count", "N=[4]", "T=2", "epsilon=1"), Reason.NOT_A_NUMBER),
        (("count", "N=4", "T=2", "epsilon=ln(1/2)"), Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_refused(run: Run, given: tuple[str, ...], reason: Reason) -> None:
    result = run("plan", *given)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"({reason})" in result.stderr
