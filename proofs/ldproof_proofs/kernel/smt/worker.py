"""A process that answers lines with lines, each in time; when it is closed, nothing of it is left."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import Timer
from types import TracebackType
from typing import Self

from ldproof_proofs.kernel.smt.limits import NO_TIME_LEFT

MOST_BYTES = 1 << 20
"""The longest line that is read."""


class NoLine(Exception):  # noqa: N818  (it is an answer)
    """Why a process has not written a line."""


class Worker:
    """A command that runs until it is closed, in a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self.answered = 0
        """How many lines it has written so far."""
        self._late = False
        if not hasattr(os, "killpg"):
            raise NoLine("it could not be started: whoever starts it must be able to kill its process group")
        try:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        except OSError as error:
            raise NoLine(f"it could not be started: {error}") from error

    def answer(self, question: str, seconds: float) -> bytes:
        """The line that it writes when it reads a line; or NoLine, and then it has been closed."""
        timer = Timer(seconds, self._time_over)
        timer.start()
        try:
            line, end, _ = self._exchange(question.encode() + b"\n").partition(b"\n")
        finally:
            timer.cancel()
        if end:
            self.answered += 1
            return line
        self.close()
        if self._late:
            raise NoLine("timeout")
        if len(line) > MOST_BYTES:
            raise NoLine(f"its line has more than {MOST_BYTES} bytes")
        if self._process.returncode == -signal.SIGVTALRM:
            raise NoLine(NO_TIME_LEFT)
        raise NoLine(f"it ended without a line (exit status {self._process.returncode})")

    def close(self) -> None:
        """Kill it, and all that it has started."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, question: bytes) -> bytes:
        """What it writes, up to the first line's end or its own."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None or stdin.closed:
            return b""
        with suppress(BrokenPipeError):  # whoever does not read may answer all the same
            stdin.write(question)
            stdin.flush()
        heard = bytearray()
        while b"\n" not in heard and len(heard) <= MOST_BYTES:
            piece = os.read(stdout.fileno(), 1 << 16)
            if not piece:
                break
            heard += piece
        return bytes(heard)

    def _time_over(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        # The group is killed before its leader is waited for: until then nobody else can get its number.
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
