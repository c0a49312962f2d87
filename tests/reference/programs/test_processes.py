"""Processes that cannot be started, or killed."""

import os
import signal
from subprocess import Popen

import pytest

from ldproof.programs.child import Child
from ldproof.programs.processes import kill_group, started
from ldproof.rejections import OTHERS_FAULT, Reason
from tests.reference.programs.children import HONEST, child, reaped
from tests.reference.refusals import refused


def finished(process: Popen[bytes]) -> int:
    """Its exit status, with its pipes closed."""
    process.communicate()
    return process.returncode


@pytest.mark.parametrize(
    "command", [(), ("no-such-command-anywhere",), ("/",), (__file__,), (f"{__file__}/x",), ("a\0b",), ("",)]
)
def test_what_cannot_be_started_is_a_wrong_request(command: tuple[str, ...]) -> None:
    with refused(Reason.NO_SUCH_PROGRAM):
        started(command)
    assert Reason.NO_SUCH_PROGRAM not in OTHERS_FAULT


def test_whoever_is_started_leads_a_group() -> None:
    process = started(("sh", "-c", "exit 7"))
    assert finished(process) == 7
    process = started(child("print(os.getpgrp() == os.getsid(0) == os.getpid(), flush=True); hang()"))
    assert process.stdout is not None
    assert process.stdout.readline() == b"True\n"
    kill_group(process.pid)
    assert finished(process) == -signal.SIGKILL
    kill_group(process.pid)


def test_one_that_we_may_not_kill_meets_the_end_of_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(group: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "killpg", forbidden)
    one = Child(child(HONEST))
    one.close(0)
    assert one._process.returncode == 0
    assert reaped(one.pid)
