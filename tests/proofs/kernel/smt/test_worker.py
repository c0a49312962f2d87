"""Whatever a process does, there is a line or a reason, in time, and nothing of the process is left."""

import os
from pathlib import Path
from threading import Timer
from time import sleep

import pytest

from ldproof_proofs.kernel.smt.worker import MOST_BYTES, NoLine, Worker
from tests.proofs.kernel.smt.fakes import ABANDONING, PATIENCE, SILENT, fake, released


def run(source: str, *arguments: str, question: str = "", seconds: float = PATIENCE) -> bytes:
    with Worker(fake(source, *arguments).command) as worker:
        return worker.answer(question, seconds)


def test_the_question_is_read_and_the_first_line_returned() -> None:
    assert run("print(input()[::-1]); print('more')", question="abc") == b"cba"


def test_a_question_is_not_in_the_way_of_a_process_that_does_not_read_it() -> None:
    assert run("print('read nothing')", question="x" * 10_000_000) == b"read nothing"


def test_a_line_may_come_in_pieces() -> None:
    assert run("for c in 'a line\\n': print(c, end='', flush=True)") == b"a line"


def test_an_end_without_a_line_is_a_reason() -> None:
    for source, status in (
        ("", 0),
        ("raise SystemExit(3)", 3),
        ("print('no end', end='')", 0),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -11),
    ):
        with pytest.raises(NoLine, match=rf"ended without a line \(exit status {status}\)"):
            run(source)


SPENDING = "import signal; signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)\nwhile True: pass"


def test_a_process_that_has_used_up_its_processor_time_says_so() -> None:
    with pytest.raises(NoLine, match="no processor time left"):
        run(SPENDING)


def test_a_command_that_does_not_exist_is_a_reason() -> None:
    with pytest.raises(NoLine, match="could not be started"):
        Worker(("/nowhere/solver",))


def test_a_silent_process_that_ignores_requests_to_end_is_killed_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "lock"

    def under_way() -> bool:
        return lock.exists() and lock.read_text() == "held"

    class Late(Timer):
        """Goes off once the process is under way."""

        def run(self) -> None:
            while not under_way():
                sleep(0.01)
            super().run()

    monkeypatch.setattr("ldproof_proofs.kernel.smt.worker.Timer", Late)
    with pytest.raises(NoLine, match="timeout"):
        run(SILENT, str(lock), seconds=0.1)
    assert under_way()
    assert released(lock)


def test_a_process_without_an_output_is_not_waited_for() -> None:
    with pytest.raises(NoLine, match="ended without a line"):
        run("import os, time; os.close(1); time.sleep(6000)")


def test_the_processes_that_a_process_leaves_are_killed(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert run(ABANDONING, str(lock), "done") == b"done"
    assert lock.read_text() == "held"
    assert released(lock)


def test_endless_output_is_not_read_to_its_end() -> None:
    with pytest.raises(NoLine, match=f"more than {MOST_BYTES} bytes"):
        run("import os\nwhile True: os.write(1, b'x' * 65536)")


def test_no_zombie_is_left() -> None:
    """No child has ended that nobody has waited for; what other tests have started may run on."""
    run("print()")
    try:
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        ended = None
    assert ended is None
