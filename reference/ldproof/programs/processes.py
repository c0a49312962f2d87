"""Processes: each leads a session of its own, on POSIX systems.

So its process group can be killed as a whole, except for who has left it, and a Ctrl-C at the terminal is for us
alone.
"""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen

from ldproof.codec.values import shortened
from ldproof.programs.posix import needed
from ldproof.rejections import Reason, Refused


def started(command: Sequence[str]) -> Popen[bytes]:
    """The process that runs a command; no shell reads it."""
    needed("asking a program", "os.killpg", "os.setsid", "select.poll")
    if not command:
        raise Refused(Reason.NO_SUCH_PROGRAM, "no command", "a program and its arguments")
    try:
        return Popen(list(command), bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
    except (OSError, ValueError) as why:
        raise Refused(
            Reason.NO_SUCH_PROGRAM,
            f"the program {shortened(command[0])} cannot be started: {getattr(why, 'strerror', None) or why}",
            "a file that can be executed, or the name of one on the PATH",
        ) from None


def kill_group(leader: int) -> None:
    """Kill whoever is left of a group."""
    # Nobody is, or all belong to somebody else.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
