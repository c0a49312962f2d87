"""A child process that is asked in lines: it answers in time, or is ended with all that it started."""

import os
from collections.abc import Sequence
from contextlib import suppress
from subprocess import TimeoutExpired
from time import monotonic

from ldproof.codec.values import shortened
from ldproof.programs.pipes import STANDARD, Limits, Pipes
from ldproof.programs.processes import kill_group, started
from ldproof.rejections import Reason, Refused

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
        self._process = started(command)
        self._name = f"the program {shortened(command[0])}"
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
    def errors(self) -> str:
        """The end of what it said on standard error, as far as it was read."""
        return self._pipes.errors

    def exchange(self, line: bytes) -> bytes:
        """Write a line, and read the one that answers it; otherwise the child is ended."""
        if self._closed or not self._ours():
            raise Refused(
                Reason.PROGRAM_ENDED, f"{self._name} is not running any more, or not for us", ANSWER
            )
        if self._pipes.midway:
            raise self.failed(Reason.NOT_AN_ANSWER, "said something that it was not asked for", ANSWER)
        until = monotonic() + self._limits.seconds
        self._pipes.say(line)
        while (answer := self._pipes.take()) is None:
            self._go_on(until)
        if self._pipes.writing:
            raise self.failed(Reason.NOT_AN_ANSWER, "answered before it had read the request", ANSWER)
        return answer

    def failed(self, reason: Reason, what: str, accepted: str) -> Refused:
        """End the child, which has failed, and say why."""
        self.close(0)
        said = self.errors.strip()
        quoted = f"; its standard error ends: {shortened(said[-QUOTED:], QUOTED)}" if said else ""
        return Refused(reason, f"{self._name} {what}{quoted}", accepted)

    def close(self, patience: float) -> None:
        """End the child: by the end of its standard input, and after so many seconds by killing its group."""
        self._closed = True
        try:
            self._pipes.hang_up()
            if self._ours():
                self._listen(monotonic() + patience)
        finally:
            if self._ours():
                self._kill()
            self._pipes.close()

    def _go_on(self, until: float) -> None:
        """Read and write some more, if there is any sense in it."""
        left = until - monotonic()
        if left <= 0:
            stuck = " and stopped in the middle of a line" if self._pipes.midway else ""
            raise self.failed(
                Reason.PROGRAM_TIMED_OUT,
                f"did not answer within {self._limits.seconds:g} seconds{stuck}",
                "an answer in time, its line ended and flushed, or a longer time limit",
            )
        gone = self._gone(0)
        moved = self._pipes.poll(0 if gone else min(left, TICK))
        if self._pipes.too_long:
            raise self.failed(
                Reason.NOT_AN_ANSWER,
                f"said more than {self._limits.line} bytes in one line",
                "a shorter line, or fewer draws in one request",
            )
        if self._pipes.silent or self._pipes.deaf or (gone and not moved):
            raise self._fallen()

    def _fallen(self) -> Refused:
        """Why there will be no answer; a child that is just ending is given the time to say so."""
        until = monotonic() + self._limits.grace
        self._listen(until)
        self._gone(max(0, until - monotonic()))
        match self._process.returncode:
            case None:
                what = f"closed its standard {'output' if self._pipes.silent else 'input'}"
            case status if status < 0:
                what = f"was ended by signal {-status}"
            case status:
                what = f"ended with exit status {status}"
        stuck = ", in the middle of a line" if self._pipes.midway else ""
        return self.failed(Reason.PROGRAM_ENDED, what + stuck, "an answer to every request")

    def _listen(self, until: float) -> None:
        """Read on until everybody has closed their ends, or until then."""
        while not self._pipes.over and (left := until - monotonic()) > 0:
            self._pipes.poll(left)

    def _gone(self, seconds: float) -> bool:
        """Whether the process ends within so many seconds; then nobody that it has started is left, either."""
        if self._process.returncode is None:
            with suppress(TimeoutExpired):
                self._process.wait(seconds)
                kill_group(self.pid)
        return self._process.returncode is not None

    def _ours(self) -> bool:
        """Whether we have started it; whoever was forked from us since has our pipes, but no child."""
        return os.getpid() == self._owner

    def _kill(self) -> None:
        # Once a process is waited for, its number can become another one's.
        if self._process.returncode is None:
            kill_group(self.pid)
            with suppress(TimeoutExpired):
                self._process.wait(REAPED)
