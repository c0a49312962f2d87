"""One question to one process: its first line in time, and then nothing of it is left."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from socket import socket, socketpair
from subprocess import DEVNULL, Popen
from tempfile import TemporaryFile
from time import monotonic

MOST_BYTES = 1 << 20
"""The longest line that is read."""


class NoLine(Exception):  # noqa: N818  (it is an answer)
    """Why a process has not written a line."""


def first_line(command: Sequence[str], question: str, seconds: float) -> bytes:
    """The first line that a command writes when it reads a question, or NoLine.

    Whatever it does, it and its process group are killed: after the line, or after so many seconds.
    """
    deadline = monotonic() + seconds
    ours, theirs = socketpair()
    # A file and not a pipe: a process that does not read its question cannot keep us from asking it.
    with ours, TemporaryFile() as paper:
        paper.write(question.encode())
        paper.seek(0)
        with theirs:
            try:
                process = Popen(
                    command, stdin=paper, stdout=theirs.fileno(), stderr=DEVNULL, start_new_session=True
                )
            except OSError as error:
                raise NoLine(f"it could not be started: {error}") from error
        try:
            found = _line(ours, deadline)
        finally:
            _end(process)
    if found is None:
        raise NoLine(f"it ended without a line (exit status {process.returncode})")
    return found


def _line(ours: socket, deadline: float) -> bytes | None:
    """The bytes before the first line's end; None if the other side closed before it."""
    heard = bytearray()
    while len(heard) <= MOST_BYTES:
        left = deadline - monotonic()
        if left <= 0:
            raise NoLine("timeout")
        ours.settimeout(left)
        try:
            piece = ours.recv(1 << 16)
        except TimeoutError:
            continue
        start, end, _ = piece.partition(b"\n")
        heard += start
        if end:
            return bytes(heard)
        if not piece:
            return None
    raise NoLine(f"its line has more than {MOST_BYTES} bytes")


def _end(process: Popen[bytes]) -> None:
    # The group is killed before its leader is waited for: until then nobody else can get its number.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
