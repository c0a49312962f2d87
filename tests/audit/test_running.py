"""Audits from the beginning to the verdict, interrupted or not."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from ldproof.audit import AuditState, Plan, Verdict
from ldproof.audit.draw.sources import Command, Source
from ldproof.audit.draw.workers import Pool
from ldproof.audit.sequential import LEAST_BATCHES
from ldproof.audit.state_file import audit_identity, load_audit, lock_file, run_audit
from ldproof.errors import Reason
from ldproof.programs import Limits
from tests.audit.asked import SEED, function, plan
from tests.reference.programs.children import PATIENT, Crowd, child
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

LEANING = function("leaning")


def saved(path: Path, asked: Plan, source: Source) -> AuditState | None:
    return load_audit(path, audit_identity(asked, source), asked)


@slow
def test_an_audit_ends_with_its_verdict_or_where_it_was_told_to() -> None:
    seen: list[AuditState] = []
    found = run_audit(plan("1/10", 10**6), LEANING, seed=SEED, watch=seen.append)
    assert found.verdict is Verdict.REFUTED
    assert seen[-1] == found
    refuted = [each.verdict is not Verdict.NOT_REFUTED for each in seen]
    assert refuted == sorted(refuted)
    assert sum(refuted) == 1 or len(seen) == 1 + LEAST_BATCHES
    assert not found.draws()
    assert found.pairs_drawn < 5000
    found = run_audit(plan("1", 100), LEANING, seed=SEED)
    assert (found.verdict, found.pairs_drawn) == (Verdict.NOT_REFUTED, 100)


def test_workers_do_not_matter() -> None:
    asked = plan("1", 300 if run_everything() else 60)
    alone = run_audit(asked, LEANING, seed=SEED)
    for workers in (1, 2) if run_everything() else (2,):
        with Pool(workers) as pool:
            assert run_audit(asked, LEANING, executor=pool, seed=SEED) == alone


@slow
def test_an_audit_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path, asked = tmp_path / "audit", plan("1", 1000 if run_everything() else 200)
    whole, looks, attempts = run_audit(asked, LEANING, seed=SEED), count(1), 0

    def look(course: AuditState) -> None:
        """Nothing is shown that is not saved; after every third time somebody has seen enough."""
        assert course.pairs_drawn == 0 or saved(path, asked, LEANING) == course
        if next(looks) % 3 == 0:
            raise KeyboardInterrupt

    found = None
    while found is None:
        attempts += 1
        with suppress(KeyboardInterrupt):
            found = run_audit(asked, LEANING, seed=SEED, state=path, watch=look)
    assert 2 < attempts < 80
    assert found == whole == saved(path, asked, LEANING)
    assert run_audit(asked, LEANING, state=path) == whole


def test_two_auditors_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    with lock_file(path), refused(Reason.IN_USE):
        run_audit(plan("1"), LEANING, state=path)
    assert not path.exists()


AUDITOR = """
import sys
from contextlib import nullcontext
from pathlib import Path
from ldproof.audit.state_file import run_audit as run
from ldproof.audit.draw.workers import Pool
from tests.audit.asked import SEED, function, plan

def look(course):
    print(course.pairs_drawn, flush=True)
    sys.stdin.readline()

if __name__ == "__main__":
    with Pool(2) if sys.argv[2] == "pool" else nullcontext() as pool:
        run(plan("1", int(sys.argv[3])), function("slow"), executor=pool, seed=SEED, state=Path(sys.argv[1]), watch=look)
"""


@pytest.mark.parametrize(("most", "starts"), [(100, 1), pytest.param(1000, 30, marks=slow)])
def test_an_auditor_that_is_killed_loses_only_what_was_in_flight(
    most: int, starts: int, tmp_path: Path
) -> None:
    script, path = tmp_path / "auditor.py", tmp_path / "audit"
    script.write_text(AUDITOR, encoding="utf-8")
    source, asked, moments = function("slow"), plan("1", most), random.Random(11)
    shown, kills = [0], 0
    for start in range(starts):
        how = "here" if (start + 1) % 4 else "pool"
        with subprocess.Popen(
            [sys.executable, str(script), str(path), how, str(most)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as auditor:
            assert auditor.stdin is not None is not auditor.stdout
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
        shown += map(int, filter(str.strip, seen))
    assert kills > starts // 10
    found = run_audit(
        asked, source, seed=SEED, state=path, watch=lambda course: shown.append(course.pairs_drawn)
    )
    assert shown == sorted(shown), "what was shown before a kill is there after it"
    assert len(shown) > starts
    assert saved(path, asked, source) == found == run_audit(asked, source, seed=SEED)


def test_no_program_is_left_behind(crowd: Crowd) -> None:
    program = f"""
join({crowd.path!r})
for line in sys.stdin:
    request = json.loads(line)
    say(id=request["id"], outputs=[0] * request["count"])
hang()
"""
    source = Command(tuple(child(program)), "black-box", {}, Limits(seconds=600, grace=0.1))
    assert run_audit(plan("1", 300), source).verdict is Verdict.NOT_REFUTED
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
        run_audit(plan("20", 10**6), source, state=path)
    left = saved(path, plan("20", 10**6), source)
    assert left is not None
    assert left.pairs_drawn > 0


def test_a_function_that_fails_saves_nothing(tmp_path: Path) -> None:
    for name, reason in (("raising", Reason.PROGRAM_ENDED), ("imaginary", Reason.NOT_AN_ANSWER)):
        with refused(reason):
            run_audit(plan("1"), function(name), state=tmp_path / "audit")
        assert not [*tmp_path.iterdir()]
