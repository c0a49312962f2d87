"""The program as a process: its streams, signals, and what it does where nobody reads or hears."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from time import sleep
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ldproof.cli import audit as audit_command
from ldproof.cli.main import ALLOCATIONS
from ldproof.errors import Reason
from tests.reference.cli.conftest import Run, conforming
from tests.tiers import slow

LDPROOF = (sys.executable, "-m", "ldproof")
BOX = "audit black-box odds=3 --pair 0 1"
COUNTS = f"{BOX} --counts counts.csv"
FAIR = f"{BOX} --counts fair.csv"
NOTHING = "ldproof: stopped, and nothing is kept; with --state FILE the same command would go on\n"
ROOM = b"the exit status is that of what was found"

MINE = """
import os
import signal
from pathlib import Path
from time import sleep

def kept(bit):
    return 0

def loud(bit, coins):
    print("a word on the way")
    return bit ^ (coins.read(1)[0] < 50)

def gone(bit):
    if bit and not os.path.exists("gone"):
        open("gone", "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return 0

def interrupted(bit):
    raise KeyboardInterrupt

def hang(bit):
    Path("begun").touch()
    sleep(1000)
"""
HANGING = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open("begun.new", "w") as file:
    file.write(str(os.getpid()))
os.rename("begun.new", "begun")
time.sleep(1000)
"""


def slowly(*rows: tuple[object, ...]) -> list[Any]:
    """Rows of a table for the full tier."""
    return [pytest.param(*row, marks=slow) for row in rows]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a module, a program, and counts of a violation and of none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "hanging.py").write_text(HANGING)
    (tmp_path / "mean.py").write_text("raise KeyboardInterrupt")
    (tmp_path / "counts.csv").write_text("input,output,count\n0,0,900\n0,1,100\n1,0,100\n1,1,900\n")
    (tmp_path / "fair.csv").write_text("input,output,count\n0,0,9\n0,1,9\n1,0,9\n1,1,9\n")
    return tmp_path


def in_shell(words: str, where: str, asked: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """`ldproof` with streams that a shell redirects."""
    command = f"{shlex.join(LDPROOF)} {words} {where}"
    return subprocess.run(command, shell=True, input=asked, capture_output=True, check=False)


def ran(words: str) -> "subprocess.CompletedProcess[str]":
    """`ldproof` with these words."""
    return subprocess.run([*LDPROOF, *shlex.split(words)], capture_output=True, text=True, check=False)


def started(words: str) -> "subprocess.Popen[str]":
    """`ldproof`, not waited for, as the leader of a session."""
    command, pipe = [*LDPROOF, *shlex.split(words)], subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def awaited(path: Path, process: "subprocess.Popen[str]") -> None:
    """Wait for a file."""
    while not path.exists():
        assert process.poll() is None
        sleep(0.01)


def test_value_is_printed_by_a_process() -> None:
    done = ran("eval shots.c_star --digits 3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "shots.c_star is 0.5743...\n", "")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("eval --list", 0),
        *slowly(
            (COUNTS, 1),
            ("--help", 0),
            ("audit --help", 0),
            ("--version", 0),
            (f"{COUNTS} --json", 1),
            (f"{FAIR} --json", 0),
            (f"{BOX} --pairs 100 --svg a.svg --python mine:kept", 0),
        ),
    ],
)
def test_nothing_is_lost_with_a_reader_that_goes_away(words: str, status: int) -> None:
    """The exit status stays, nobody complains, and a picture is written."""
    with started(words) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == status
    assert "--svg" not in words or ET.parse("a.svg").getroot().tag.endswith("svg")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    ("words", "where", "status"),
    [
        (COUNTS, ">/dev/full", 1),
        *(
            pytest.param(words, where, status, marks=slow)
            for words, where, status in (
                (COUNTS, ">&-", 1),
                (COUNTS, "<&- >&- 2>&-", 1),
                (COUNTS, ">/dev/full 2>/dev/full", 1),
                (f"{BOX} --counts fair.csv", ">/dev/full", 0),
                (f"{BOX} --counts fair.csv", ">&-", 0),
                ("check sketch.kary w=2 d=1 odds=3", ">/dev/full", 0),
            )
        ),
    ],
)
def test_verdict_is_not_lost_for_want_of_room(words: str, where: str, status: int) -> None:
    done = in_shell(words, where)
    assert (done.returncode, done.stdout) == (status, b"")
    complaints = done.stderr.splitlines()
    assert len(complaints) == ("2>" not in where)
    assert all(ROOM in each for each in complaints)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    ("words", "where", "said"),
    [
        ("eval --list --json", ">/dev/full", b"No space left on device"),
        pytest.param("oracle", ">&-", b"Bad file descriptor", marks=slow),
        *slowly(*((words, ">/dev/full", b"No space left") for words in ("--version", "vectors", "oracle"))),
    ],
)
def test_output_without_room_is_no_error_of_ours(words: str, where: str, said: bytes) -> None:
    done = in_shell(words, where, b'{"id":1,"op":"describe"}\n')
    assert done.returncode == 2
    first, *machine = done.stderr.splitlines()
    assert first.startswith(b"ldproof: writing: " + said)
    assert b"(no-such-place)" in first
    assert len(machine) == ("--json" in words)
    assert all(conforming("refusal", line.decode()) for line in machine)


@pytest.mark.parametrize(
    ("words", "where", "status"),
    [
        ("eval --bogus", "2>/dev/full", 2),
        *slowly(
            ("eval nothing", "2>&-", 2),
            ("bogus", "2>&-", 2),
            ("eval --bogus", "2>&-", 2),
            ("oracle", "<&-", 0),
        ),
    ],
)
def test_complaints_that_nobody_hears_are_dropped(words: str, where: str, status: int) -> None:
    done = in_shell(words, where)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


SETTINGS = """
import gc, os, sys
from ldproof.cli.main import main
assert "numpy" not in sys.modules  # which reads the number of threads when it is imported
sys.argv = ["ldproof", "--version"]
try:
    main()
except SystemExit as left:
    assert not left.code, left.code
print(os.environ["OPENBLAS_NUM_THREADS"], gc.get_threshold()[0])
"""


@pytest.mark.parametrize(("given", "threads"), [({}, 1), *slowly(({"OPENBLAS_NUM_THREADS": "2"}, 2))])
def test_linear_algebra_has_one_thread_unless_others_are_asked_for(
    given: dict[str, str], threads: int
) -> None:
    """And garbage is seldom collected."""
    without = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    words = [sys.executable, "-c", SETTINGS]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=without | given)
    assert done.stdout.splitlines()[-1] == f"{threads} {ALLOCATIONS}"


@slow
def test_workers_draw_what_one_process_draws(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The output of functions is not part of the answer."""
    words = f"{BOX} --pairs 50 --json --seed s --python mine:loud"
    workers = ran(f"{words} --workers 2")
    assert conforming("audit", workers.stdout)
    assert "a word on the way" in workers.stderr
    monkeypatch.setattr(audit_command, "Pool", lambda _: nullcontext())
    here = run(words)
    *_, answer = here.stdout.splitlines(keepends=True)
    assert (workers.returncode, workers.stdout) == (here.exit_code, answer)


@slow
def test_draws_lost_with_a_process_are_told_of() -> None:
    """Draws that are made anew look as if nothing had happened, and whether a process is killed may tell the input."""
    first, second = (ran(f"{BOX} --pairs 20 --json --python mine:gone") for _ in range(2))
    assert [json.loads(each.stdout)["verdict"] for each in (first, second)] == ["not refuted"] * 2
    assert "lost 1 time, and other draws were made" in first.stderr
    assert second.stderr == ""


@slow
@pytest.mark.parametrize("place", ["mine:interrupted", "mean:f"])
def test_interrupt_of_a_function_is_its_own(place: str) -> None:
    done = ran(f"{BOX} --pairs 20 --python {place}")
    assert (done.returncode, done.stdout) == (3, "")
    assert re.search(rf"raised KeyboardInterrupt.* \({Reason.PROGRAM_ENDED}\)", done.stderr)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("options", "sign", "said"),
    [
        ("-- sh -c 'touch begun; exec sleep 1000'", "begun", NOTHING),
        pytest.param("--python mine:hang", "begun", NOTHING, marks=slow),
        pytest.param(
            "--state state -- sh -c 'touch begun; exec sleep 1000'",
            "begun",
            "ldproof: stopped during the first batch, and nothing is kept\n",
            marks=slow,
        ),
        pytest.param(
            "--state state --pairs 100000000 --python mine:kept",
            "state",
            "ldproof: stopped; the same command goes on from state, all but the last batch kept\n",
            marks=slow,
        ),
    ],
)
def test_interruption_says_what_is_kept(options: str, sign: str, said: str) -> None:
    """Ctrl-C reaches workers too, and only we answer it. Nobody is waited for."""
    with started(f"{BOX} {options}") as process:
        awaited(Path(sign), process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate() == ("", said)
    assert process.returncode == 128 + signal.SIGINT
    if sign == "state":
        again = ran(f"{BOX} --json --state state --pairs 100 --python mine:kept")
        assert json.loads(again.stdout)["samples"] >= 200


@slow
@pytest.mark.parametrize(
    ("source", "sign", "number"),
    [
        (f"{sys.executable} hanging.py", "begun", signal.SIGTERM),
        *slowly(
            (f"{sys.executable} hanging.py", "begun", signal.SIGHUP),
            ("", "state", signal.SIGTERM),
        ),
    ],
)
def test_termination_waits_for_no_program_and_leaves_no_lock(
    here: Path, source: str, sign: str, number: signal.Signals
) -> None:
    """A program that ends with us has not failed, and is not asked again; a terminal that is closed ends us, too."""
    drawn = f"-- {source}" if source else "--pairs 100000000 --python mine:kept"
    with started(f"{BOX} --state state {drawn}") as process:
        awaited(here / sign, process)
        assert (here / "state.lock").exists()
        process.send_signal(number)
        assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 128 + number
    assert [each.name for each in here.glob("state*")] == ([] if source else ["state"])
    if source:
        with pytest.raises(ProcessLookupError):
            os.kill(int((here / "begun").read_text()), 0)
