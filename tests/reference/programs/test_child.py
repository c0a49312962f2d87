"""Children that misbehave as processes: each ends in a clear refusal, and nothing of it is left."""

import os
import signal
import subprocess
import sys

import pytest

from ldproof.errors import OTHERS_FAULT, Reason, Refused
from ldproof.programs import DrawnOutput, Limits, Program
from ldproof.programs.processes import Child, kill_group, start_process
from tests.reference.programs.children import HONEST, PATIENT, SHORT, Crowd, ask, child, process_of, reaped
from tests.reference.refusals import refused
from tests.tiers import slow

LARGE = "x" * (1 << 20)
"""A request that fits in no pipe."""
GRACELESS = Limits(600, grace=0.1)


def test_child_that_ends_says_how() -> None:
    for script, said in (
        ("", "ended with exit status 0"),
        ("sys.exit(3)", "ended with exit status 3"),
        ("hear(); sys.exit(3)", "ended with exit status 3"),
        ("hear(); os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
        ("hear(); raise OSError('the disk is full')", "OSError: the disk is full"),
        ("hear(); print('{\"id\": 1, \"outputs\": [1, 2]}', end='')", "status 0, in the middle of a line"),
        ("hear(); os.close(1); sys.stderr.write('é' * 100000); os._exit(4)", "ended with exit status 4"),
        ("hear(); sys.stderr.buffer.write(b'\\xff\\x1b[31m'); sys.exit(1)", r"\ufffd\x1b[31m"),
    ):
        with refused(Reason.PROGRAM_ENDED) as refusal:
            ask(script)
        assert said in refusal.value.what.replace("�", r"\ufffd")
    for script, said in (
        ("hear(); os.close(1); hang()", "closed its standard output"),
        ("os.close(0); say(); hang()", "closed its standard input"),
    ):
        with Program(child(script), GRACELESS) as program:
            with refused(Reason.PROGRAM_ENDED) as refusal:
                program.randomize("black-box", {}, LARGE, 1)
            assert said in refusal.value.what
            assert reaped(process_of(program).pid)


@pytest.mark.parametrize("given", ["1", pytest.param(LARGE, marks=slow)], ids=["small", "large"])
@pytest.mark.parametrize(
    "script",
    [
        "hang()",
        "hear(); hang()",
        "hear(); sys.stdout.write('{'); sys.stdout.flush(); hang()",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN); hang()",
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "while True: sys.stderr.write('x' * 1000)",
        "hear()\nwhile True: sys.stderr.write('x' * 1000)",
    ],
)
def test_child_that_does_not_answer_is_out_of_time(script: str, given: str) -> None:
    with Program(child(script), SHORT) as program, refused(Reason.PROGRAM_TIMED_OUT):
        program.randomize("black-box", {}, given, 1)
    assert reaped(process_of(program).pid)


ORPHAN = """
join(sys.argv[1])
if os.fork() == 0:
    {grandchild}
    hang()
"""


@pytest.mark.parametrize("grandchild", ["pass", "os.close(1); os.close(2)"], ids=["with pipes", "without"])
@pytest.mark.parametrize("parent", [HONEST, "hear(); os._exit(5)", "hear(); hang()"])
def test_nobody_is_left_of_a_family(parent: str, grandchild: str, crowd: Crowd) -> None:
    """An orphan that holds the pipes does not make us wait, either."""
    limits = SHORT if "hang" in parent else Limits(600, grace=0.1 if parent is HONEST else 600)
    with Program(child(ORPHAN.format(grandchild=grandchild) + parent, crowd.path), limits) as program:
        crowd.joined()
        if parent is HONEST:
            assert program.randomize("black-box", {}, 7, 1) == (DrawnOutput(7),)
        else:
            reason = Reason.PROGRAM_TIMED_OUT if "hang" in parent else Reason.PROGRAM_ENDED
            with refused(reason) as refusal:
                program.randomize("black-box", {}, 7, 1)
            assert ("ended with exit status 5" in refusal.value.what) == ("_exit" in parent)
    assert reaped(process_of(program).pid)
    assert crowd.gone()


ESCAPE = """
out, into = os.pipe()
escaped = os.fork()
if escaped == 0:
    os.setsid()
    os.write(into, b"x")
    hang()
os.read(out, 1)
say(id=hear()["id"], outputs=[escaped])
os._exit(0)
"""


def test_grandchild_that_left_the_group_does_not_make_us_wait() -> None:
    with Program(child(ESCAPE), GRACELESS) as program:
        (seen,) = program.randomize("black-box", {}, 1, 1)
        with refused(Reason.PROGRAM_ENDED):
            program.randomize("black-box", {}, 1, 1)
    assert isinstance(seen.output, int)
    os.kill(seen.output, signal.SIGKILL)


def test_child_may_end_after_its_answer_and_not_before() -> None:
    assert ask("hear(); say(id=1, outputs=[1, 2])") == (DrawnOutput(1), DrawnOutput(2))
    with Program(child("hear(); sys.exit(3)"), PATIENT) as program:
        with refused(Reason.PROGRAM_ENDED):
            program.describe()
        with pytest.raises(Refused, match="not running any more"):
            program.describe()


def test_leaving_twice_is_leaving_once() -> None:
    one = Child(child(HONEST))
    assert one.exchange_line(b'{"id":1,"op":"randomize","input":0}\n') == b'{"id": 1, "outputs": [0]}'
    one.close(600)
    assert one._process.returncode == 0
    one.close(600)
    assert reaped(one.pid)


def test_child_that_does_not_end_with_its_input_is_killed() -> None:
    with Program(child(f"{HONEST}\nhang()"), GRACELESS) as program:
        program.randomize("black-box", {}, 1, 1)
    assert process_of(program)._process.returncode == -signal.SIGKILL


def test_child_that_we_may_not_kill_meets_the_end_of_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(group: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "killpg", forbidden)
    one = Child(child(HONEST))
    one.close(0)
    assert one._process.returncode == 0
    assert reaped(one.pid)


def test_command_that_cannot_be_started_is_a_wrong_request() -> None:
    for command in (
        (),
        ("no-such-command-anywhere",),
        ("/",),
        (__file__,),
        (f"{__file__}/x",),
        ("a\0b",),
        ("",),
    ):
        with refused(Reason.NO_SUCH_PROGRAM):
            start_process(command)
    ours = {Reason.NO_SUCH_PROGRAM, Reason.NOT_A_VALUE}
    others = {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED}
    assert others | {Reason.NOT_AN_ANSWER, Reason.UNSUPPORTED} <= OTHERS_FAULT
    assert not ours & OTHERS_FAULT


def test_child_leads_a_group() -> None:
    process = start_process(("sh", "-c", "exit 7"))
    process.communicate()
    assert process.returncode == 7
    process = start_process(child("print(os.getpgrp() == os.getsid(0) == os.getpid(), flush=True); hang()"))
    assert process.stdout is not None
    assert process.stdout.readline() == b"True\n"
    kill_group(process.pid)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    kill_group(process.pid)


OWNER = """
import sys
from ldproof.programs import Program
with Program(sys.argv[1:]) as program:
    program.describe()
"""


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "script"),
    [
        (signal.SIGINT, "signal.signal(signal.SIGTERM, signal.SIG_IGN); hear(); join(sys.argv[1]); hang()"),
        (signal.SIGKILL, "hear(); join(sys.argv[1]); hear()"),
    ],
    ids=["an interrupt ends the child", "if we are killed it meets the end of its input"],
)
def test_child_does_not_outlive_us(number: signal.Signals, script: str, crowd: Crowd) -> None:
    command = [sys.executable, "-c", OWNER, *child(script, crowd.path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as owner:
        crowd.joined()
        owner.send_signal(number)
        _, errors = owner.communicate()
    assert ("KeyboardInterrupt" in errors) == (number == signal.SIGINT)
    assert crowd.gone()


FORKING = """
import os, sys
from ldproof.programs import Program
from ldproof.errors import Refused
with Program(sys.argv[1:]) as program:
    program.randomize("black-box", {}, 1, 1)
    if os.fork() == 0:
        try:
            program.randomize("black-box", {}, 1, 1)
        except Refused as refusal:
            print(refusal.reason, flush=True)
        program.__exit__(None, None, None)
        os._exit(0)
    os.wait()
    print(program.randomize("black-box", {}, 2, 1)[0].output)
"""


def test_fork_of_the_owner_ends_nothing() -> None:
    command = [sys.executable, "-c", FORKING, *child(HONEST)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["program-ended", "2"]
