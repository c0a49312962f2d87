"""A program of somebody else's, which speaks the protocol on its standard input and output."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

from ldproof.errors import Reason, Refused
from ldproof.json_values import LARGEST, Value, parse_value
from ldproof.programs import messages
from ldproof.programs.messages import PROTOCOL, Description, DrawnOutput, Message, Parameters
from ldproof.programs.processes import STANDARD, Child, Limits

Meant = TypeVar("Meant")


class Partner(Protocol):
    """What answers lines with lines, such as a child process."""

    def exchange(self, line: bytes) -> bytes:
        """The line that answers a line."""
        ...

    def end_as_failed(self, reason: Reason, what: str, accepted: str) -> Refused:
        """End it, as it has failed, and say why."""
        ...

    def close(self, patience: float) -> None:
        """End it, after so many seconds at once."""
        ...


class Program:
    """A program that runs inside a `with` statement, and is not restarted.

    Whatever is no answer ends it, and every later request is refused. What it answers is its own business.
    """

    def __init__(self, command: Sequence[str], limits: Limits = STANDARD) -> None:
        self._command = tuple(command)
        self._limits = limits
        self._partner: Partner | None = None
        self._number = 0
        self._line = b"{}"

    def __enter__(self) -> Self:
        """Start it."""
        if self._partner is not None:
            raise RuntimeError("this program was started before")
        self._partner = self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it: by closing its standard input or, after an exception, at once."""
        self.partner.close(self._limits.grace if kind is None else 0)

    def start(self) -> Partner:
        """Start what answers."""
        return Child(self._command, self._limits)

    @property
    def partner(self) -> Partner:
        """What answers; raises a `RuntimeError` outside of a `with` statement."""
        if self._partner is None:
            raise RuntimeError("a program runs inside a `with` statement")
        return self._partner

    @property
    def last_request(self) -> Message:
        """The request that was sent last."""
        return messages.parse_line(self._line)

    def ask(self, op: str, **members: object) -> Message:
        """Send a request and return its answer; refused if the program declines."""
        return self._ask({"op": op, **members}, lambda answer: answer)

    def reply(self, op: str, **members: object) -> Message:
        """Send a request and return its answer, also where the program declines."""
        line, number = self._exchange({"op": op, **members})
        return self._parse_or_end(line, lambda line: messages.parse_answer(line, number))

    def describe(self) -> Description:
        """Ask the program to describe itself; refused if it speaks another version."""
        described = self._ask({"op": "describe"}, messages.parse_description)
        if described.protocol != PROTOCOL:
            raise Refused(
                Reason.UNSUPPORTED,
                f"the program speaks version {described.protocol} of the protocol",
                f"version {PROTOCOL}",
            )
        return described

    def randomize(
        self, mechanism: str, parameters: Parameters, given: Value, count: int
    ) -> tuple[DrawnOutput, ...]:
        """Ask for `count` independent draws from the program's own coins."""
        if count < 1:
            raise Refused(Reason.OUT_OF_RANGE, f"{count} draws", "at least 1")
        return self._draw(mechanism, parameters, count, input=parse_value(given), count=count)

    def randomize_each(
        self, mechanism: str, parameters: Parameters, inputs: Sequence[Value]
    ) -> tuple[DrawnOutput, ...]:
        """Ask for a draw for each of some inputs, in their order; for programs whose description has `inputs`."""
        if not inputs:
            raise Refused(Reason.OUT_OF_RANGE, "draws for no input", "at least 1")
        return self._draw(mechanism, parameters, len(inputs), inputs=[parse_value(each) for each in inputs])

    def randomize_with(
        self, mechanism: str, parameters: Parameters, given: Value, coins: bytes
    ) -> DrawnOutput:
        """Ask for the one draw from these coins."""
        (seen,) = self._draw(
            mechanism, parameters, 1, len(coins), input=parse_value(given), coins=coins.hex()
        )
        return seen

    def _draw(
        self, mechanism: str, parameters: Parameters, expected: int, most: float = LARGEST, **members: object
    ) -> tuple[DrawnOutput, ...]:
        """Ask for draws; each may have read at most `most` bytes of coins."""
        request = {"op": "randomize", "mechanism": mechanism, "parameters": parameters, **members}
        return self._ask(request, lambda answer: messages.parse_draws(answer, expected, most))

    def _ask(self, request: Message, meaning: Callable[[Message], Meant]) -> Meant:
        """Send a request and parse its answer; refused if the program declines."""
        line, number = self._exchange(request)

        def meant(line: bytes) -> Meant | Refused:
            answer = messages.parse_answer(line, number)
            return messages.parse_refusal(answer) or meaning(answer)

        found = self._parse_or_end(line, meant)
        if isinstance(found, Refused):
            raise found
        return found

    def _exchange(self, request: Message) -> tuple[bytes, int]:
        """Send a request; return the line that answers it, and the request's number."""
        self._number += 1
        self._line = messages.encode_line({"id": self._number, **request})
        return self.partner.exchange(self._line), self._number

    def _parse_or_end(self, line: bytes, meaning: Callable[[bytes], Meant]) -> Meant:
        """Parse a line; what is no answer ends the program."""
        try:
            return meaning(line)
        except Refused as wrong:
            raise self.partner.end_as_failed(
                Reason.NOT_AN_ANSWER, f"gave {wrong.what}", wrong.accepted
            ) from None
