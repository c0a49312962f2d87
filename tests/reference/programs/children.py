"""Programs to be asked, each a few lines of Python that run in a process of their own."""

import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path

from ldproof.programs import DrawnOutput, Limits, Program
from ldproof.programs.processes import Child

PRELUDE = """
import json, os, signal, sys, time

def hear():
    return json.loads(sys.stdin.readline())

def say(**members):
    print(json.dumps(members), flush=True)

def hang():
    while True:
        time.sleep(1000)

def join(path):
    global crowd
    crowd = os.open(path, os.O_WRONLY)
    os.write(crowd, b"x")
"""

HONEST = """
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        say(id=request["id"], unsupported="nothing but outputs")
        continue
    say(id=request["id"], outputs=[request["input"]] * request.get("count", 1))
"""

PATIENT = Limits(seconds=600, grace=600)
"""For a child that ends, or answers, by itself: however busy the machine is."""

SHORT = Limits(seconds=0.2, grace=0.1)
"""For a child that does neither."""


def child(script: str, *arguments: str) -> Sequence[str]:
    """The command that runs a script after the prelude."""
    return (sys.executable, "-I", "-S", "-c", PRELUDE + script, *arguments)


def process_of(program: Program) -> Child:
    """The child process of a program that has been started."""
    assert isinstance(program.running_partner, Child)
    return program.running_partner


def ask(script: str, limits: Limits = PATIENT, *arguments: str) -> tuple[DrawnOutput, ...]:
    """Two draws from a child: its first answer."""
    with Program(child(script, *arguments), limits) as program:
        return program.randomize("black-box", {}, "1", 2)


class Crowd:
    """Processes that have joined; whether all of them have ended is known without looking at the time."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = str(path)
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def joined(self) -> None:
        """Wait until somebody has joined."""
        if self._read() != b"x":
            raise AssertionError("nobody joined")

    def gone(self) -> bool:
        """Wait until everybody who has joined, or was forked by somebody who had, has ended."""
        while True:
            if not self._read():
                return True

    def leave(self) -> None:
        """Close our end."""
        os.close(self._reader)

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._reader], [], [], PATIENT.seconds)
        if not ready:
            raise AssertionError("somebody is still there")
        return os.read(self._reader, 1)


def reaped(pid: int) -> bool:
    """Whether a child of ours is neither running nor a zombie."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False
