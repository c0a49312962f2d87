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

from ldproof.auditor import AuditPlan, AuditState, Verdict
from ldproof.auditor.draw.executor import Pool
from ldproof.auditor.draw.sources import CommandSource, Source
from ldproof.auditor.sequential import LEAST_BATCHES
from ldproof.auditor.state_file import audit_identity, load_audit, lock_file, run_audit
from ldproof.errors import Reason
from ldproof.programs import Limits
from tests.audit.asked import SEED, make_function, make_plan
from tests.reference.programs.children import PATIENT, Crowd, child
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

LEANING = make_function("leaning")


def load_saved(path: Path, asked: AuditPlan, source: Source) -> AuditState | None:
    return load_audit(path, audit_identity(asked, source), asked)


@slow
def test_audit_ends_with_its_verdict_or_its_limit() -> None:
    seen: list[AuditState] = []
    found = run_audit(make_plan("1/10", 10**6), LEANING, seed=SEED, watch=seen.append)
    assert found.verdict is Verdict.REFUTED
    assert seen[-1] == found
    refuted = [each.verdict is not Verdict.NOT_REFUTED for each in seen]
    assert refuted == sorted(refuted)
    assert sum(refuted) == 1 or len(seen) == 1 + LEAST_BATCHES
    assert found.next_draw() is None
    assert found.pairs_drawn < 5000
    found = run_audit(make_plan("1", 100), LEANING, seed=SEED)
    assert (found.verdict, found.pairs_drawn) == (Verdict.NOT_REFUTED, 100)


def test_result_does_not_depend_on_the_number_of_workers() -> None:
    asked = make_plan("1", 300 if run_everything() else 60)
    alone = run_audit(asked, LEANING, seed=SEED)
    for workers in (1, 2) if run_everything() else (2,):
        with Pool(workers) as pool:
            assert run_audit(asked, LEANING, executor=pool, seed=SEED) == alone


@slow
def test_interrupted_audit_continues_from_its_file(tmp_path: Path) -> None:
    path, asked = tmp_path / "audit", make_plan("1", 1000 if run_everything() else 200)
    whole, parsed, attempts = run_audit(asked, LEANING, seed=SEED), count(1), 0

    def stop_every_third(course: AuditState) -> None:
        """Assert that the shown audit is saved, and stop at every third call."""
        assert course.pairs_drawn == 0 or load_saved(path, asked, LEANING) == course
        if next(parsed) % 3 == 0:
            raise KeyboardInterrupt

    found = None
    while found is None:
        attempts += 1
        with suppress(KeyboardInterrupt):
            found = run_audit(asked, LEANING, seed=SEED, state=path, watch=stop_every_third)
    assert 2 < attempts < 80
    assert found == whole == load_saved(path, asked, LEANING)
    assert run_audit(asked, LEANING, state=path) == whole


def test_concurrent_audits_cannot_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    with lock_file(path), refused(Reason.IN_USE):
        run_audit(make_plan("1"), LEANING, state=path)
    assert not path.exists()


AUDITOR = """
import sys
from contextlib import nullcontext
from pathlib import Path
from ldproof.auditor.state_file import run_audit as run
from ldproof.auditor.draw.executor import Pool
from tests.audit.asked import SEED, make_function, make_plan

def show_pairs(course):
    print(course.pairs_drawn, flush=True)
    sys.stdin.readline()

if __name__ == "__main__":
    with Pool(2) if sys.argv[2] == "pool" else nullcontext() as pool:
        run(
            make_plan("1", int(sys.argv[3])),
            make_function("slow"),
            executor=pool,
            seed=SEED,
            state=Path(sys.argv[1]),
            watch=show_pairs,
        )
"""


@pytest.mark.parametrize(("most", "starts"), [(100, 1), pytest.param(1000, 30, marks=slow)])
def test_killed_audit_loses_only_the_current_batch(most: int, starts: int, tmp_path: Path) -> None:
    script, path = tmp_path / "auditor.py", tmp_path / "audit"
    script.write_text(AUDITOR, encoding="utf-8")
    source, asked, moments = make_function("slow"), make_plan("1", most), random.Random(11)
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
            parsed = moments.randrange(1, 5)
            # After so many it goes on to one more, and no further.
            auditor.stdin.write("\n" * parsed)
            auditor.stdin.flush()
            seen = [auditor.stdout.readline() for _ in range(parsed)]
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
    assert load_saved(path, asked, source) == found == run_audit(asked, source, seed=SEED)


def test_every_program_is_ended(crowd: Crowd) -> None:
    program = f"""
join({crowd.path!r})
for line in sys.stdin:
    request = json.loads(line)
    say(id=request["id"], outputs=[0] * request["count"])
hang()
"""
    source = CommandSource(tuple(child(program)), "black-box", {}, Limits(seconds=600, grace=0.1))
    assert run_audit(make_plan("1", 300), source).verdict is Verdict.NOT_REFUTED
    crowd.joined()
    assert crowd.gone()


@slow
def test_failing_program_ends_the_audit_and_keeps_the_file(tmp_path: Path) -> None:
    path = tmp_path / "audit"
    program = """
for answers in range(1000):
    request = hear()
    say(id=request["id"], outputs=[request["input"]] * request["count"])
"""
    source = CommandSource(tuple(child(program)), "black-box", {}, PATIENT)
    with refused(Reason.PROGRAM_ENDED):
        run_audit(make_plan("20", 10**6), source, state=path)
    left = load_saved(path, make_plan("20", 10**6), source)
    assert left is not None
    assert left.pairs_drawn > 0


def test_function_that_fails_at_once_saves_nothing(tmp_path: Path) -> None:
    for name, reason in (("raising", Reason.PROGRAM_ENDED), ("imaginary", Reason.NOT_AN_ANSWER)):
        with refused(reason):
            run_audit(make_plan("1"), make_function(name), state=tmp_path / "audit")
        assert not [*tmp_path.iterdir()]
