"""A program that is no process: what answers is asked in this one, by the same lines."""

from collections.abc import Callable
from typing import Self

from ldproof.programs.messages import Message
from ldproof.programs.pipes import STANDARD
from ldproof.programs.program import Partner, Program
from ldproof.programs.serving import answers
from ldproof.rejections import Reason, Refused


class InsideProgram(Program):
    """A program by what answers its requests; it has all the time that it takes."""

    def __init__(self, name: str, answer: Callable[[Message], Message]) -> None:
        super().__init__((name,), STANDARD)
        self._answerer = Answerer(name, answer)
        self._entered = False

    def __enter__(self) -> Self:
        """It is there already."""
        self._entered = True
        return self

    @property
    def partner(self) -> Partner:
        """Who is asked."""
        if not self._entered:
            raise RuntimeError("a program runs inside a `with` statement")
        return self._answerer


class Answerer:
    """Answers lines until it fails."""

    def __init__(self, name: str, answer: Callable[[Message], Message]) -> None:
        self.name = name
        self.answer = answer
        self.ended = False

    def exchange(self, line: bytes) -> bytes:
        """The line that answers a line."""
        if self.ended:
            raise Refused(
                Reason.PROGRAM_ENDED, f"{self.name} has failed before", "an answer to every request"
            )
        (answered,) = answers([line], self.answer)
        return answered

    def failed(self, reason: Reason, what: str, accepted: str) -> Refused:
        """It is asked nothing more."""
        self.close(0)
        return Refused(reason, f"{self.name} {what}", accepted)

    def close(self, _: float) -> None:
        """It is asked nothing more."""
        self.ended = True
