"""Child processes that are asked in lines: started, given so much time, and ended with all that they started."""

import os
import selectors
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import IO

from ldproof import defaults
from ldproof.errors import Reason, Refused
from ldproof.json_values import shorten_text
from ldproof.parameters import Between

# What POSIX systems have and others lack: whoever needs it says so, and is refused by name where it is not there.


def require_features(purpose: str, *things: str) -> None:
    """Refuse a purpose for which this system lacks one of the features, each named `module.thing`."""
    if missing := [each for each in things if not has_feature(*each.split("."))]:
        raise Refused(
            Reason.UNAVAILABLE,
            f"{purpose} needs {' and '.join(missing)}, which this operating system does not have",
            "a POSIX system, such as Linux or macOS",
        )


def has_feature(module: str, thing: str) -> bool:
    """Whether this system has a module, and the thing in it."""
    try:
        return hasattr(import_module(module), thing)
    except ModuleNotFoundError:
        return False


# Processes: each leads a session of its own, on POSIX systems.
#
# So its process group can be killed as a whole, except for who has left it, and a Ctrl-C at the terminal is for us
# alone.


def start_process(command: Sequence[str]) -> Popen[bytes]:
    """Start the process that runs a command, without a shell; refused if it cannot be started."""
    require_features("asking a program", "os.killpg", "os.setsid", "select.poll")
    if not command:
        raise Refused(Reason.NO_SUCH_PROGRAM, "no command", "a program and its arguments")
    try:
        return Popen(list(command), bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
    except (OSError, ValueError) as why:
        raise Refused(
            Reason.NO_SUCH_PROGRAM,
            f"the program {shorten_text(command[0])} cannot be started: {getattr(why, 'strerror', None) or why}",
            "a file that can be executed, or the name of one on the PATH",
        ) from None


def kill_group(leader: int) -> None:
    """Kill all processes of a group."""
    # Nobody is, or all belong to somebody else.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


# The three pipes of a child process: whatever it does with them, we neither wait too long nor keep too much.
#
# What is possible is read and written as it becomes possible, so that a child which stops reading because nobody
# reads what it writes cannot lock itself and us.

CHUNK = 1 << 16
"""So many bytes are read at once."""

TIMEOUT = defaults.TIMEOUT
"""The seconds for an answer, if nothing else is said."""
SECONDS = Between(Fraction(0), Fraction(86400), open_low=True)
"""How many may be asked for."""

LONGEST = 10**6
"""The seconds that a selector can wait: some days."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of time and memory for a program's answers."""

    seconds: float = float(TIMEOUT)
    """For an answer."""
    line: int = 1 << 24
    """The bytes of an answer."""
    errors: int = 1 << 16
    """The bytes of standard error that are kept, the last ones."""
    grace: float = 1
    """The seconds in which it may end by itself, once nobody asks or it has stopped answering."""

    def __post_init__(self) -> None:
        patience = 0 < self.seconds <= LONGEST and 0 <= self.grace <= LONGEST
        if not (patience and self.line >= 1 and self.errors >= 1):
            raise Refused(
                Reason.OUT_OF_RANGE, f"the limits {self}", f"seconds up to {LONGEST}, and a byte or more"
            )


STANDARD = Limits()


class Pipes:
    """Our ends of a child's three pipes."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], limits: Limits) -> None:
        self._ends = (stdin, stdout, stderr)
        self._limits = limits
        self._writing = memoryview(b"")
        self._output = bytearray()
        self._line_end = -1
        self._closed = False
        self._errors = bytearray()
        self.input_closed = False
        """Whether the child has closed its standard input."""
        self.output_closed = False
        """Whether nobody can write to its standard output any more."""
        # A selector that the kernel keeps would be shared with whoever forks from us.
        self._selector = selectors.PollSelector()
        for end in self._ends:
            os.set_blocking(end.fileno(), False)
        self._selector.register(stdout, selectors.EVENT_READ, self._read_output)
        self._selector.register(stderr, selectors.EVENT_READ, self._read_errors)

    @property
    def error_text(self) -> str:
        """The end of what the child said on standard error."""
        return self._errors[-self._limits.errors :].decode(errors="replace")

    @property
    def is_writing(self) -> bool:
        """Whether a line is not yet written to its end."""
        return bool(self._writing)

    @property
    def has_unread_output(self) -> bool:
        """Whether output of the child has not been taken."""
        return bool(self._output)

    @property
    def line_too_long(self) -> bool:
        """Whether a line is longer than it may be, with or without its end."""
        return (self._line_end if self._line_end >= 0 else len(self._output)) > self._limits.line

    @property
    def at_end(self) -> bool:
        """Whether all pipes that we read or write are at their end."""
        return not self._selector.get_map()

    def begin_line(self, line: bytes) -> None:
        """Begin to write a line; `poll_pipes` continues it."""
        self._writing = memoryview(line)
        self._selector.register(self._ends[0], selectors.EVENT_WRITE, self._write_more)

    def poll_pipes(self, seconds: float) -> bool:
        """Wait at most so long, read and write what is possible, and return whether anything was.

        Another thread may end the child meanwhile, and close everything: then nobody says anything any more.
        """
        ready = self._selector.select(max(0, seconds))
        for key, _ in ready:
            try:
                key.data(key.fd)
            except (OSError, KeyError):
                if not self._closed:
                    raise
                self.output_closed = True
        return bool(ready)

    def take_line(self) -> bytes | None:
        """The next whole line of the child's output; None if there is none yet."""
        if self._line_end < 0:
            return None
        line = bytes(self._output[: self._line_end])
        del self._output[: self._line_end + 1]
        self._line_end = self._output.find(b"\n")
        return line

    def close_input(self) -> None:
        """Close the child's standard input."""
        if self._writing:
            self._end_writing()
        self._ends[0].close()

    def close(self) -> None:
        """Close everything."""
        self._closed = True
        self._selector.close()
        for end in self._ends:
            end.close()

    def _write_more(self, end: int) -> None:
        try:
            self._writing = self._writing[os.write(end, self._writing) :]
        except BrokenPipeError:
            self.input_closed = True
        if self.input_closed or not self._writing:
            self._end_writing()

    def _end_writing(self) -> None:
        self._writing = memoryview(b"")
        # An interrupt may come before the selector knows of the line.
        with suppress(KeyError):
            self._selector.unregister(self._ends[0])

    def _read_output(self, end: int) -> None:
        heard = os.read(end, CHUNK)
        # Beyond the longest line nothing can be an answer any more, and it is not kept.
        if len(self._output) <= self._limits.line:
            if self._line_end < 0 and (place := heard.find(b"\n")) >= 0:
                self._line_end = len(self._output) + place
            self._output += heard
        if not heard:
            self.output_closed = True
            self._selector.unregister(end)

    def _read_errors(self, end: int) -> None:
        heard = os.read(end, CHUNK)
        self._errors += heard
        if len(self._errors) > self._limits.errors + CHUNK:
            del self._errors[: -self._limits.errors]
        if not heard:
            self._selector.unregister(end)


# A child process that is asked in lines: it answers in time, or is ended with all that it started.

TICK = 0.1
"""The seconds after which we look whether the child is still there, should another process hold its pipes."""

REAPED = 10
"""The seconds in which a killed process is gone; one that we may not kill is left to itself."""

QUOTED = 400
"""The characters of standard error that a refusal quotes, the last ones."""

ANSWER = "one line for each request, once it was read to its end"


class Child:
    """A running child process."""

    def __init__(self, command: Sequence[str], limits: Limits = STANDARD) -> None:
        self._process = start_process(command)
        self._name = f"the program {shorten_text(command[0])}"
        self._limits = limits
        self._owner = os.getpid()
        self._closed = False
        stdin, stdout, stderr = (
            pipe for pipe in (self._process.stdin, self._process.stdout, self._process.stderr) if pipe
        )
        self._pipes = Pipes(stdin, stdout, stderr, limits)

    @property
    def pid(self) -> int:
        """The number of its process, and of its process group."""
        return self._process.pid

    @property
    def error_text(self) -> str:
        """The end of what it said on standard error, as far as it was read."""
        return self._pipes.error_text

    def exchange_line(self, line: bytes) -> bytes:
        """Write a line, and read the one that answers it; otherwise the child is ended."""
        if self._closed or not self._is_owner():
            raise Refused(
                Reason.PROGRAM_ENDED, f"{self._name} is not running any more, or not for us", ANSWER
            )
        if self._pipes.has_unread_output:
            raise self.end_as_failed(Reason.NOT_AN_ANSWER, "said something that it was not asked for", ANSWER)
        until = monotonic() + self._limits.seconds
        self._pipes.begin_line(line)
        while (answer := self._pipes.take_line()) is None:
            self._wait_for_line(until)
        if self._pipes.is_writing:
            raise self.end_as_failed(Reason.NOT_AN_ANSWER, "answered before it had read the request", ANSWER)
        return answer

    def end_as_failed(self, reason: Reason, what: str, accepted: str) -> Refused:
        """End the child, which has failed, and say why."""
        self.close(0)
        said = self.error_text.strip()
        quoted = f"; its standard error ends: {shorten_text(said[-QUOTED:], QUOTED)}" if said else ""
        return Refused(reason, f"{self._name} {what}{quoted}", accepted)

    def close(self, patience: float) -> None:
        """End the child: by the end of its standard input, and after so many seconds by killing its group."""
        self._closed = True
        try:
            self._pipes.close_input()
            if self._is_owner():
                self._read_until(monotonic() + patience)
        finally:
            if self._is_owner():
                self._kill_group()
            self._pipes.close()

    def _wait_for_line(self, until: float) -> None:
        """Read and write some more; refused if the child is late, has ended, or wrote too long a line."""
        left = until - monotonic()
        if left <= 0:
            stuck = " and stopped in the middle of a line" if self._pipes.has_unread_output else ""
            raise self.end_as_failed(
                Reason.PROGRAM_TIMED_OUT,
                f"did not answer within {self._limits.seconds:g} seconds{stuck}",
                "an answer in time, its line ended and flushed, or a longer time limit",
            )
        gone = self._has_ended(0)
        moved = self._pipes.poll_pipes(0 if gone else min(left, TICK))
        if self._pipes.line_too_long:
            raise self.end_as_failed(
                Reason.NOT_AN_ANSWER,
                f"said more than {self._limits.line} bytes in one line",
                "a shorter line, or fewer draws in one request",
            )
        if self._pipes.output_closed or self._pipes.input_closed or (gone and not moved):
            raise self._refusal_at_end()

    def _refusal_at_end(self) -> Refused:
        """The refusal of a child that has ended or closed a pipe; one that is just ending has the time to do so."""
        until = monotonic() + self._limits.grace
        self._read_until(until)
        self._has_ended(max(0, until - monotonic()))
        match self._process.returncode:
            case None:
                what = f"closed its standard {'output' if self._pipes.output_closed else 'input'}"
            case status if status < 0:
                what = f"was ended by signal {-status}"
            case status:
                what = f"ended with exit status {status}"
        stuck = ", in the middle of a line" if self._pipes.has_unread_output else ""
        return self.end_as_failed(Reason.PROGRAM_ENDED, what + stuck, "an answer to every request")

    def _read_until(self, until: float) -> None:
        """Read on until everybody has closed their ends, or until then."""
        while not self._pipes.at_end and (left := until - monotonic()) > 0:
            self._pipes.poll_pipes(left)

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends within so many seconds; if so, its group is killed."""
        if self._process.returncode is None:
            with suppress(TimeoutExpired):
                self._process.wait(seconds)
                kill_group(self.pid)
        return self._process.returncode is not None

    def _is_owner(self) -> bool:
        """Whether this process has started the child; one that was forked from it since has not."""
        return os.getpid() == self._owner

    def _kill_group(self) -> None:
        # Once a process is waited for, its number can become another one's.
        if self._process.returncode is None:
            kill_group(self.pid)
            with suppress(TimeoutExpired):
                self._process.wait(REAPED)
