"""`ldproof plan`."""

import json

import pytest

from ldproof.planning.count import CountPlan
from ldproof.planning.plan import plan
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


def test_the_answer_and_the_one_next_to_it(run: Run) -> None:
    result = run("plan", "count", "T=2", "odds=81", "mu=1/4", "alpha=1/5")
    assert result.exit_code == 0
    *_, answer, first, second = result.stdout.splitlines()
    assert answer.startswith("N = ")
    assert first.startswith("At N = ")
    assert second.startswith("At N = ")


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
