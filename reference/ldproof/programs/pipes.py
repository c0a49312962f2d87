"""The three pipes of a child process: whatever it does with them, we neither wait too long nor keep too much.

What is possible is read and written as it becomes possible, so that a child which stops reading because nobody
reads what it writes cannot lock itself and us.
"""

import os
import selectors
from dataclasses import dataclass
from fractions import Fraction
from typing import IO

from ldproof.domains import Between
from ldproof.rejections import Reason, Refused

CHUNK = 1 << 16
"""So many bytes are read at once."""

TIMEOUT = "60"
"""The seconds for an answer, if nothing else is said."""
SECONDS = Between(Fraction(0), Fraction(86400), open_low=True)
"""How many may be asked for."""

LONGEST = 10**6
"""The seconds that a selector can wait: some days."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much patience and room a program is given."""

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
    """Our ends of them."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], limits: Limits) -> None:
        self._ends = (stdin, stdout, stderr)
        self._limits = limits
        self._writing = memoryview(b"")
        self._said = bytearray()
        self._end = -1
        self._closed = False
        self._errors = bytearray()
        self.deaf = False
        """Whether the child has closed its standard input."""
        self.silent = False
        """Whether nobody can write to its standard output any more."""
        # A selector that the kernel keeps would be shared with whoever forks from us.
        self._selector = selectors.PollSelector()
        for end in self._ends:
            os.set_blocking(end.fileno(), False)
        self._selector.register(stdout, selectors.EVENT_READ, self._hear)
        self._selector.register(stderr, selectors.EVENT_READ, self._note)

    @property
    def errors(self) -> str:
        """The end of what the child said on standard error."""
        return self._errors[-self._limits.errors :].decode(errors="replace")

    @property
    def writing(self) -> bool:
        """Whether a line is not yet written to its end."""
        return bool(self._writing)

    @property
    def midway(self) -> bool:
        """Whether something was said that was not taken."""
        return bool(self._said)

    @property
    def too_long(self) -> bool:
        """Whether a line is longer than it may be, with or without its end."""
        return (self._end if self._end >= 0 else len(self._said)) > self._limits.line

    @property
    def over(self) -> bool:
        """Whether there is nothing left to read or write."""
        return not self._selector.get_map()

    def say(self, line: bytes) -> None:
        """Begin to write a line; `turn` goes on with it."""
        self._writing = memoryview(line)
        self._selector.register(self._ends[0], selectors.EVENT_WRITE, self._write)

    def poll(self, seconds: float) -> bool:
        """Read and write what is possible, and wait so long for something to be; whether anything was.

        Another thread may end the child meanwhile, and close everything: then nobody says anything any more.
        """
        ready = self._selector.select(max(0, seconds))
        for key, _ in ready:
            try:
                key.data(key.fd)
            except (OSError, KeyError):
                if not self._closed:
                    raise
                self.silent = True
        return bool(ready)

    def take(self) -> bytes | None:
        """A whole line, if there is one."""
        if self._end < 0:
            return None
        line = bytes(self._said[: self._end])
        del self._said[: self._end + 1]
        self._end = self._said.find(b"\n")
        return line

    def hang_up(self) -> None:
        """Close the child's standard input."""
        if self._writing:
            self._written()
        self._ends[0].close()

    def close(self) -> None:
        """Close everything."""
        self._closed = True
        self._selector.close()
        for end in self._ends:
            end.close()

    def _write(self, end: int) -> None:
        try:
            self._writing = self._writing[os.write(end, self._writing) :]
        except BrokenPipeError:
            self.deaf = True
        if self.deaf or not self._writing:
            self._written()

    def _written(self) -> None:
        self._writing = memoryview(b"")
        self._selector.unregister(self._ends[0])

    def _hear(self, end: int) -> None:
        heard = os.read(end, CHUNK)
        # Beyond the longest line nothing can be an answer any more, and it is not kept.
        if len(self._said) <= self._limits.line:
            if self._end < 0 and (place := heard.find(b"\n")) >= 0:
                self._end = len(self._said) + place
            self._said += heard
        if not heard:
            self.silent = True
            self._selector.unregister(end)

    def _note(self, end: int) -> None:
        heard = os.read(end, CHUNK)
        self._errors += heard
        if len(self._errors) > self._limits.errors + CHUNK:
            del self._errors[: -self._limits.errors]
        if not heard:
            self._selector.unregister(end)
