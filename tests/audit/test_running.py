"""Audits from the beginning to the verdict, interrupted or not."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ldproof.audit import AuditState, Plan, Verdict
from ldproof.audit.draw.sources import Command, Source
from ldproof.audit.draw.workers import Pool
from ldproof.audit.running import run
from ldproof.audit.state_file import about, held, load
from ldproof.programs import Limits
from ldproof.rejections import Reason
from tests.audit.asked import SEED, function, plan
from tests.reference.programs.children import PATIENT, Crowd, child
from tests.reference.refusals import refused

LEANING = function("leaning")


def saved(path: Path, asked: Plan, source: Source) -> AuditState | None:
    return load(path, about(asked, source), asked)


def test_an_audit_ends_with_its_verdict() -> None:
    seen: list[AuditState] = []
    found = run(plan("1/10", 10**6), LEANING, seed=SEED, watch=seen.append)
    assert found.verdict is Verdict.REFUTED
    assert seen[-1] == found
    assert [each.verdict for each in seen[:-1]] == [Verdict.NOT_REFUTED] * (len(seen) - 1)
    assert not found.draws()
    assert found.pairs_drawn < 5000


def test_an_audit_ends_where_it_was_told_to() -> None:
    found = run(plan("1"), LEANING, seed=SEED)
    assert found.verdict is Verdict.NOT_REFUTED
    assert found.pairs_drawn == 2000


def test_workers_do_not_matter() -> None:
    alone = run(plan("1"), LEANING, seed=SEED)
    for workers in (1, 2):
        with Pool(workers) as pool:
            assert run(plan("1"), LEANING, executor=pool, seed=SEED) == alone


class Enough(Exception):  # noqa: N818
    """Somebody has seen enough."""


def test_an_audit_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path, whole = tmp_path / "audit", run(plan("1"), LEANING, seed=SEED)
    looks = 0

    def second(_: AuditState) -> None:
        nonlocal looks
        looks += 1
        if looks % 3 == 0:
            raise Enough

    def stopping() -> AuditState | None:
        try:
            return run(plan("1"), LEANING, seed=SEED, state=path, watch=second)
        except Enough:
            return None

    attempts = 0
    while (found := stopping()) is None:
        attempts += 1
        assert attempts < 80
    assert attempts > 5
    assert found == whole == saved(path, plan("1"), LEANING)
    assert run(plan("1"), LEANING, state=path) == whole


def test_nothing_is_shown_that_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "audit"

    def look(course: AuditState) -> None:
        assert course.pairs_drawn == 0 or saved(path, plan("1"), LEANING) == course

    run(plan("1"), LEANING, seed=SEED, state=path, watch=look)


def test_two_auditors_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    with held(path), refused(Reason.IN_USE):
        run(plan("1"), LEANING, state=path)
    assert not path.exists()


AUDITOR = """
import sys
from contextlib import nullcontext
from pathlib import Path
from ldproof.audit.running import run
from ldproof.audit.draw.workers import Pool
from tests.audit.asked import SEED, function, plan

def look(course):
    print(course.pairs_drawn, flush=True)
    sys.stdin.readline()

if __name__ == "__main__":
    with Pool(2) if sys.argv[2] == "pool" else nullcontext() as pool:
        run(plan("1", 1000), function("slow"), executor=pool, seed=SEED, state=Path(sys.argv[1]), watch=look)
"""


def test_an_auditor_that_is_killed_loses_only_what_was_in_flight(tmp_path: Path) -> None:
    script, path = tmp_path / "auditor.py", tmp_path / "audit"
    script.write_text(AUDITOR, encoding="utf-8")
    paths = os.pathsep.join(filter(None, sys.path))
    moments, shown, kills = random.Random(11), 0, 0
    while shown < 1000:
        with subprocess.Popen(
            [sys.executable, str(script), str(path), "here" if kills % 4 else "pool"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
        ) as auditor:
            assert auditor.stdin is not None
            assert auditor.stdout is not None
            looks = moments.randrange(1, 5)
            # After so many it goes on to one more, and no further.
            auditor.stdin.write("\n" * looks)
            auditor.stdin.flush()
            seen = [auditor.stdout.readline() for _ in range(looks)]
            time.sleep(moments.random() / 10)
            auditor.kill()
            seen += auditor.stdout
            assert auditor.wait() in {-signal.SIGKILL, 0}
        kills += auditor.returncode == -signal.SIGKILL
        numbers = [shown, *map(int, filter(str.strip, seen))]
        assert numbers == sorted(numbers), "what was shown before a kill is there after it"
        assert len(numbers) > 1
        shown = numbers[-1]
    assert kills > 2
    assert saved(path, plan("1", 1000), function("slow")) == run(plan("1", 1000), function("slow"), seed=SEED)


def test_no_program_is_left_behind(crowd: Crowd) -> None:
    program = f"""
join({crowd.path!r})
for line in sys.stdin:
    request = json.loads(line)
    say(id=request["id"], outputs=[0] * request["count"])
hang()
"""
    source = Command(tuple(child(program)), "black-box", {}, Limits(seconds=600, grace=0.1))
    assert run(plan("1", 300), source).verdict is Verdict.NOT_REFUTED
    crowd.joined()
    assert crowd.gone()


def test_a_program_that_fails_ends_the_audit_and_leaves_what_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    program = """
for answers in range(1000):
    request = hear()
    say(id=request["id"], outputs=[request["input"]] * request["count"])
"""
    source = Command(tuple(child(program)), "black-box", {}, PATIENT)
    with refused(Reason.PROGRAM_ENDED):
        run(plan("20", 10**6), source, state=path)
    left = saved(path, plan("20", 10**6), source)
    assert left is not None
    assert left.pairs_drawn > 0


@pytest.mark.parametrize("name", ["raising", "imaginary"])
def test_a_function_that_fails_saves_nothing(name: str, tmp_path: Path) -> None:
    with refused(Reason.PROGRAM_ENDED if name == "raising" else Reason.NOT_AN_ANSWER):
        run(plan("1"), function(name), state=tmp_path / "audit")
    assert not [*tmp_path.iterdir()]
