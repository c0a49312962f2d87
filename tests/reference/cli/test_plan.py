"""`ldproof plan`."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ldproof.planning.association import AssociationPlan
from ldproof.planning.count import CountPlan
from ldproof.planning.plan import make_plan
from ldproof.planning.sketches import SketchPlan
from tests.reference.cli.conftest import Run, answer_of
from tests.tiers import slow

COUNT = "count N=40 T=4 odds=81 mu=1/4"
TABLE = ["cases,controls,count\n", "1/2,1/10,3\n", "1/5,1/5,7\n"]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with a table in it."""
    monkeypatch.chdir(tmp_path)
    Path("shares.csv").write_text("".join(TABLE))


@pytest.mark.parametrize(
    "words",
    [
        COUNT,
        f"{COUNT} mechanism=m_glance m=2",
        f"{COUNT} mechanism=future_rand changes=2 theta=1/2",
        "sketch N=20 items=3 epsilon=2 w=2 d=3 mechanism=kary",
        "sketch N=100 items=3 epsilon=4 mechanism=kary alpha=60",
        "count N=40 T=2 mu=1/4 alpha=1/2",
        "count N=2 T=9 epsilon=1 rounds=all mu=1/2",
        pytest.param("sketch N=20 items=3 epsilon=2 bits=5", marks=slow),
        "test m1=20 m2=10 epsilon=9 --table shares.csv",
        pytest.param("count N=40 T=4 odds=81 alpha=1", marks=slow),
        pytest.param("count N=40 T=4 epsilon=1 rounds=all theta=1/2", marks=slow),
        pytest.param("count T=2 odds=81 mu=1/4 alpha=1/2", marks=slow),
        pytest.param("count N=40 odds=81 mu=1/4 alpha=1/2", marks=slow),
    ],
)
def test_answer_is_that_of_the_interface(run: Run, words: str) -> None:
    """In JSON and in words; a table comes from a file."""
    kind, *given = words.removesuffix(" --table shares.csv").split()
    more: dict[str, Sequence[str]] = {"table": TABLE} if "--table" in words else {}
    found = make_plan(kind, **dict(each.split("=", 1) for each in given), **more)
    assert answer_of(run, "plan", f"plan --json {words}") == json.loads(json.dumps(found.to_json()))
    result = run(f"plan {words}")
    assert (result.exit_code, result.stderr) == (0, "")
    if isinstance(found, CountPlan | AssociationPlan | SketchPlan):
        assert found.decides in result.stdout.splitlines()


def test_table_has_a_row_for_every_mechanism(run: Run) -> None:
    """The best first; and the sentence on what the choice hangs on."""
    _, *given = COUNT.split()
    found = make_plan("count", **dict(each.split("=") for each in given))
    assert isinstance(found, CountPlan)
    first, *lines = run(f"plan {COUNT}").stdout.splitlines()
    assert first.split()[:3] == ["mechanism", "one", "round"]
    assert all(line.startswith(row.name) for row, line in zip(found.rows, lines, strict=False))
    assert any(line.startswith("Assumed: ") for line in lines)
    assert run("plan sketch odds=3 bits=3", "counts=[3, 2, 1]").exit_code == 0


def test_every_column_has_its_unit(run: Run) -> None:
    """Shares of people, people, variants, bits or chances; only names, notes and factors have none."""
    bare = {"mechanism", "test", "notes", "event epsilon", "bytes", "bits", "factor", "F"}
    for words in (
        f"{COUNT} theta=1/2",
        "test m1=9 m2=9 tau=1 variants=3 epsilon=3",
        "sketch counts=[9,3] odds=9 bits=3",
    ):
        lines = [*run(f"plan {words}").stdout.splitlines()]
        heads = [line for line in lines if re.match(r"(within|mechanism|test) ", line)]
        assert heads
        for head in heads:
            for name in re.split(r"  +", head.strip()):
                assert name in bare or re.search(
                    r" \((share|chance|people|people\^2|variants|bits)\)$", name
                ), name


@pytest.mark.parametrize(
    "words",
    [
        COUNT,
        f"{COUNT} m=2 r=1/2",
        f"{COUNT} mechanism=future_rand changes=2",
        "count N=200000 T=3 epsilon=1",
        "sketch counts=[9,3] epsilon=2 w=2 d=3",
        "sketch counts=[9,3] epsilon=2 bits=3",
        "test m1=9 m2=9 epsilon=31/311 --table shares.csv",
    ],
)
def test_parameters_are_pasted_as_they_stand(run: Run, words: str) -> None:
    """Each line below one that announces parameters is what `law` takes."""
    lines = run(f"plan {words}").stdout.splitlines()
    pasted = [after for line, after in pairwise(lines) if line.startswith("Its parameters")]
    assert len(pasted) == 1 + ("--table" in words)
    for line in pasted:
        assert run(f"law {line}").exit_code == 0


def test_family_of_a_plan_is_what_the_commands_take(run: Run) -> None:
    """`sketch` takes the family that is named, which is its default, and `law` takes none."""
    said = run("plan sketch counts=[9,3] epsilon=2 bits=3 mechanism=kary").stdout.splitlines()[-1]
    assert re.match(r"Its hashes are of family=quadratic, the default of `ldproof sketch`, which takes", said)
    drawn = "sketch collect kary w=8 d=1 epsilon=2 seed=1"
    named = run(f"{drawn} family=quadratic --state named.json")
    assert (named.exit_code, run(f"{drawn} --state default.json").exit_code) == (0, 0)
    assert json.loads(Path("named.json").read_text()) == json.loads(Path("default.json").read_text())
    assert "has no parameter family" in run("law sketch.kary w=8 d=1 epsilon=2 family=quadratic").stderr


def test_runs_are_made_where_they_are_asked_for(run: Run) -> None:
    """So many, from a seed, beside what is promised; without them nothing is simulated."""
    words = f"{COUNT} --runs 60 --seed 1"
    found: Any = answer_of(run, "plan", f"plan --json {words}")
    assert len(found["simulated"]) == 2 * len(found["rows"])
    for each in found["simulated"]:
        assert each["promised"] == 0.05
        assert 0 <= each["found"] <= 0.05 + 4 * max(each["standard_error"], 0.01)
    assert answer_of(run, "plan", f"plan --json {words}") == found
    assert run(f"plan {words}").stdout.count("above ") == len(found["simulated"])
    assert "simulated" not in answer_of(run, "plan", f"plan --json {COUNT}")


@pytest.mark.parametrize(
    "words",
    [
        "test m1=9 m2=9 tau=1 variants=3 epsilon=3",
        "sketch counts=[9,3] epsilon=2 bits=3",
        pytest.param("sketch counts=[3,2,1] epsilon=1 bits=3", marks=slow),
    ],
)
def test_runs_of_the_other_kinds(run: Run, words: str) -> None:
    found: Any = answer_of(run, "plan", f"plan --json {words} --runs 60 --seed 1")
    (only,) = found["simulated"]
    assert only["promised"] == pytest.approx(only["found"], abs=4 * only["standard_error"])
    assert only["name"] == (found["chosen"] if words.startswith("test") else found["chosen"]["name"])


@slow
def test_required_number_is_shown_beside_the_one_next_to_it(run: Run) -> None:
    result = run("plan count T=2 odds=81 mu=1/4 alpha=1/5")
    assert result.exit_code == 0
    *_, answer, first, second = result.stdout.splitlines()
    assert answer.startswith("N = ")
    assert first.startswith("At N = ")
    assert second.startswith("At N = ")


@slow
@pytest.mark.parametrize(
    "words",
    [
        "test m1=20 m2=10 variants=5 epsilon=9",
        "count N=24 T=3 epsilon=2 mu=1/4",
        "count N=24 T=3 mu=1/4 alpha=1 rounds=all changes=1",
        "sketch N=100 items=5 epsilon=2 bits=8",
    ],
)
def test_picture_marks_the_choice(run: Run, words: str) -> None:
    """The same plan gives the same picture."""
    pytest.importorskip("matplotlib")
    for name in ("one", "other"):
        assert run(f"plan {words} --svg {name}.svg").exit_code == 0
    picture = Path("one.svg").read_bytes()
    assert picture == Path("other.svg").read_bytes()
    assert b"chosen: " in picture
