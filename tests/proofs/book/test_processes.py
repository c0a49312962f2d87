"""Names are worked on side by side: each once, whoever is lost is missed, and nobody stays behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import pytest

from ldproof.errors import Reason, Refused
from ldproof_proofs.book.processes import spread
from tests.tiers import slow


@dataclass(frozen=True)
class Work:
    """Says who has done what, and leaves a note when it is closed; `end` ends the process, `fail` raises."""

    notes: Path

    def open(self, closing: ExitStack) -> Callable[[str], tuple[str, int]]:
        closing.callback((self.notes / f"closed {os.getpid()}").touch)

        def work(name: str) -> tuple[str, int]:
            if name == "end":
                os._exit(1)
            if name == "refuse":
                raise Refused(Reason.NO_SUCH_PLACE, "here", "elsewhere")
            if name == "fail":
                raise ArithmeticError("no such number")
            (self.notes / f"{name} {os.getpid()}").touch()
            wanted = name.removeprefix("meet ")
            while wanted != name and len({each.name.split()[-1] for each in self.notes.glob("meet *")}) < 2:
                sleep(0.01)
            return name, os.getpid()

        return work


NAMES = [str(number) for number in range(9)]


def test_one_process_is_this_one_and_goes_from_the_first_to_the_last(tmp_path: Path) -> None:
    assert list(spread(Work(tmp_path), NAMES, 1)) == [(name, os.getpid()) for name in NAMES]
    assert (tmp_path / f"closed {os.getpid()}").exists()


@pytest.mark.parametrize(
    ("processes", "names"), [(3, NAMES[:2]), *(pytest.param(each, NAMES, marks=slow) for each in (2, 3, 20))]
)
def test_every_name_is_worked_on_once(processes: int, names: list[str], tmp_path: Path) -> None:
    done = list(spread(Work(tmp_path), names, processes))
    assert sorted(name for name, _ in done) == names
    who = {process for _, process in done}
    assert os.getpid() not in who
    assert len(who) <= min(processes, len(names))
    assert sorted(each.name for each in tmp_path.glob("closed *")) >= sorted(f"closed {each}" for each in who)


@slow
def test_what_is_slow_is_begun_first(tmp_path: Path) -> None:
    """By each of the two, of whatever else it works on; at the same time, as neither would end without the other."""
    slow = ["meet 0", "meet 1"]
    names = ["0", "1", "meet 0", "3", "4", "meet 1"]
    done = list(spread(Work(tmp_path), names, 2, slow))
    first = {process: name for name, process in reversed(done)}
    assert sorted(first.values()) == slow
    assert sorted(name for name, _ in done) == sorted(names)


def test_no_name_is_no_work(tmp_path: Path) -> None:
    assert list(spread(Work(tmp_path), [], 2)) == []


@pytest.mark.parametrize(
    ("name", "reason", "what", "processes"),
    [
        ("end", Reason.WORKER_LOST, ".*end", 2),
        ("refuse", Reason.NO_SUCH_PLACE, "here$", 2),
        ("refuse", Reason.NO_SUCH_PLACE, "here$", 1),
    ],
)
def test_a_lost_process_and_a_refusal_are_told(
    name: str, reason: Reason, what: str, processes: int, tmp_path: Path
) -> None:
    """A refusal is the same, whether it is refused here or elsewhere."""
    with pytest.raises(Refused) as refusal:
        list(spread(Work(tmp_path), ["0", name], processes))
    assert refusal.value.reason is reason
    assert re.match(what, refusal.value.what)


@slow
def test_an_error_of_a_process_is_ours(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"fail: (?s:.*)no such number"):
        list(spread(Work(tmp_path), ["0", "fail"], 2))


INTERRUPTED = """
import os, sys, time
from contextlib import ExitStack
from ldproof_proofs.book.processes import spread

class Endless:
    def open(self, closing):
        return self.work
    def work(self, name):
        open(os.path.join(sys.argv[1], f"{name}.{os.getpid()}"), "w").close()
        time.sleep(600 * (name != "0"))

if __name__ == "__main__":
    try:
        for _ in spread(Endless(), ["0", "1", "2"], 2):
            pass
    except KeyboardInterrupt:
        print("stopped")
"""


def command(tmp_path: Path, text: str) -> tuple[str, str, str]:
    """Run a script, with a folder for its notes."""
    (tmp_path / "script").mkdir()
    (tmp_path / "script" / "script.py").write_text(text)
    (tmp_path / "notes").mkdir()
    return sys.executable, str(tmp_path / "script" / "script.py"), str(tmp_path / "notes")


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_outlives_who_has_started_them(how: signal.Signals, tmp_path: Path) -> None:
    """Whoever works on a name for ten minutes ends at once too. The whole group hears Ctrl-C, and only one speaks."""
    notes = tmp_path / "notes"
    process = subprocess.Popen(
        command(tmp_path, INTERRUPTED),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end = monotonic() + 600
    while len(list(notes.iterdir())) < 3 and process.poll() is None and monotonic() < end:
        sleep(0.01)
    if how is signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    begun = monotonic()
    said, errors = process.communicate(timeout=600)
    assert monotonic() - begun < 300, "the names take 600 seconds"
    if how is not signal.SIGINT:
        assert said == ""
        return
    assert (said, errors) == ("stopped\n", "")
    for note in notes.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(note.suffix[1:]), 0)


def test_what_lies_in_the_current_directory_is_not_imported(tmp_path: Path) -> None:
    """A file with the name of a module of Python's is somebody's own."""
    (tmp_path / "socket.py").write_text("raise SystemExit('the wrong module')")
    quick = INTERRUPTED.replace('time.sleep(600 * (name != "0"))', "return name").replace("pass", "print(_)")
    done = subprocess.run(
        command(tmp_path, quick),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH" or value[0] == "/"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.split()) == ["0", "1", "2"]
