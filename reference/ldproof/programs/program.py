"""Programs of others, which speak the protocol on their standard input and output, and its messages."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self, TypeAlias, TypeVar

from ldproof.errors import Reason, Refused
from ldproof.json_values import (
    LARGEST,
    Value,
    canonical_text,
    encode_members,
    is_finite_value,
    load_json,
    parse_single_digits,
    parse_value,
    shorten_text,
)
from ldproof.programs.processes import STANDARD, Child, Limits

# What was seen of a program's draws, and how often.

Tally: TypeAlias = Counter[str]
"""How often each `DrawnOutput` came, by its key: the same in whatever order draws arrive, and tallies add up."""


@dataclass(frozen=True, slots=True)
class DrawnOutput:
    """One draw: its output, and how many bytes of coins were read for it, if the program says so."""

    output: Value
    taken: int | None = None

    def tally_key(self) -> str:
        """The canonical text of `[output]`, or of `[output, taken]`."""
        return format_key(canonical_text(self.output), self.taken)


def format_key(output: str, taken: int | None = None) -> str:
    """The key, from the canonical text of the output."""
    return f"[{output}]" if taken is None else f"[{output},{taken}]"


def parse_key(key: str) -> DrawnOutput:
    """The draw that has a key; refused if it is none."""
    # Long lists of bits are many.
    if key.startswith("[[") and key.endswith("]]") and (found := parse_single_digits(key[2:-2])) is not None:
        return DrawnOutput(found)
    match load_json(key, allow_nan=True):
        case [output]:
            return DrawnOutput(parse_value(output))
        case [output, int(taken)] if not isinstance(taken, bool) and taken >= 0:
            return DrawnOutput(parse_value(output), taken)
        case _:
            raise Refused(
                Reason.NOT_A_VALUE, f"no key: {shorten_text(key)}", "[output] or [output, bytes taken]"
            )


def is_constant_output(tallies: Iterable[Tally]) -> bool:
    """Whether one and the same output is all there is, however many coins were taken for it."""
    return len({canonical_text(parse_key(key).output) for each in tallies for key in each}) == 1


def count_draws(draws: Iterable[DrawnOutput]) -> Tally:
    """Return how many draws have each key."""
    return Counter(draw.tally_key() for draw in draws)


# The protocol's messages, one JSON object to a line.

PROTOCOL = 1
"""The version of PROTOCOL.md that is spoken here."""

MOST_ID = (1 << 53) - 1
"""The largest number of a request: every language has it, whatever its numbers are."""

ANSWERS = frozenset({"name", "outputs", "estimates", "decisions", "value", "law", "unsupported", "error"})
"""The members of which an answer has one."""

INPUTS, OUTPUTS = frozenset({"input", "inputs"}), frozenset({"outputs"})
"""The members of a request and of an answer in which the values of a black box are."""

SAID = 400
"""The characters of a program's own words that are repeated."""

PARTS_OF_LINE = 8
"""An answer with draws should fill one of so many equal parts of the longest line at most."""

Message: TypeAlias = Mapping[str, object]
Parameters: TypeAlias = Mapping[str, str | list[str]]
"""Numbers as the user wrote them, words, and lists of either."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a program says of itself: its name, and the mechanisms that it knows."""

    name: str
    mechanisms: tuple[str, ...]
    protocol: int = PROTOCOL
    capabilities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By op, the mechanisms or formulas that it answers for; under `coins` those that it draws from given ones, and
    under `inputs` those that it draws for several inputs at once."""


def encode_line(message: Message) -> bytes:
    """The line that says a message, in ASCII."""
    beyond = is_extended_only_in_values(message)
    return (
        json.dumps(message, separators=(",", ":"), default=encode_members, allow_nan=beyond).encode() + b"\n"
    )


def parse_line(line: bytes) -> Message:
    """Parse a line as a message; NaN and infinities are refused except in inputs and outputs."""
    try:
        text = line.decode()
        try:
            message = load_json(text)
        except Refused:
            message = load_json(text, allow_nan=True)
            if not isinstance(message, dict) or not is_extended_only_in_values(message):
                raise
    except UnicodeDecodeError:
        raise _invalid_answer(
            f"bytes that are not UTF-8: {shorten_text(line.decode(errors='replace'))}"
        ) from None
    except Refused as wrong:
        raise _invalid_answer(wrong.what) from None
    if not isinstance(message, dict):
        raise _invalid_answer(f"no JSON object: {shorten_text(line.decode())}")
    return message


def is_extended_only_in_values(message: Message) -> bool:
    """Whether what JSON lacks is only in the inputs of a request, or in the outputs of an answer."""
    values = INPUTS if "op" in message else OUTPUTS
    return all(name in values or is_finite_value(each) for name, each in message.items())


def request_number(request: Message) -> int:
    """The number of a request."""
    number = request.get("id")
    if isinstance(number, int) and is_integer(number) and 1 <= number <= MOST_ID:
        return number
    raise Refused(Reason.NOT_A_REQUEST, "a request without a number", f"an id from 1 to {MOST_ID}")


def parse_answer(line: bytes, number: int) -> Message:
    """Parse a line as the answer to the request of this number."""
    message = parse_line(line)
    if not is_integer(message.get("id")) or message["id"] != number:
        raise _invalid_answer(f"the answer to another request than {number}: {shorten_text(line.decode())}")
    if len(message.keys() & ANSWERS) > 1:
        raise _invalid_answer(f"more than one answer: {shorten_text(line.decode())}")
    return message


def parse_refusal(message: Message) -> Refused | None:
    """The refusal that an answer is; None if it is none."""
    match message:
        case {"unsupported": str(why)}:
            reason, what = Reason.UNSUPPORTED, "does not support this"
        case {"error": str(why)}:
            reason, what = Reason.PROGRAM_REFUSED, "refuses the request"
        case {"unsupported": _} | {"error": _}:
            raise _invalid_answer("`unsupported` or `error` without words")
        case _:
            return None
    return Refused(reason, f"the program {what}: {shorten_text(why, SAID)}", "a request that it can meet")


def parse_description(message: Message) -> Description:
    """Parse the answer to `describe`."""
    match message:
        case {"protocol": int(protocol), "name": str(name), "mechanisms": mechanisms} if is_integer(protocol):
            able = message.get("capabilities", {})
            if isinstance(able, dict):
                each = {op: _parse_texts(names) for op, names in able.items()}
                return Description(name, _parse_texts(mechanisms), protocol, each)
    raise _invalid_answer("no description of the program")


def _parse_texts(things: object) -> tuple[str, ...]:
    """Validate a list of texts."""
    if isinstance(things, list):
        texts = tuple(each for each in things if isinstance(each, str))
        if len(texts) == len(things):
            return texts
    raise _invalid_answer("a description with names that are no list of texts")


def parse_draws(message: Message, count: int, most: float = LARGEST) -> tuple[DrawnOutput, ...]:
    """The draws in an answer, as many as were asked for; none can have read more coins than there were."""
    outputs = message.get("outputs")
    if not isinstance(outputs, list):
        raise _invalid_answer("no list of outputs")
    if len(outputs) != count:
        raise _invalid_answer(f"{len(outputs)} outputs instead of {count}")
    values = [parse_value(output) for output in outputs]
    if "taken" not in message:
        return tuple(DrawnOutput(output) for output in values)
    taken = message["taken"]
    if not isinstance(taken, list) or len(taken) != count:
        raise _invalid_answer("`taken` with another length than `outputs`")
    if not all(is_integer(each) and 0 <= each <= most for each in taken):
        raise _invalid_answer("`taken` that counts no coins")
    return tuple(DrawnOutput(output, each) for output, each in zip(values, taken, strict=True))


def is_integer(thing: object) -> bool:
    """Whether a JSON value is a whole number; a boolean is none."""
    return isinstance(thing, int) and not isinstance(thing, bool)


def _invalid_answer(what: str) -> Refused:
    return Refused(Reason.NOT_AN_ANSWER, what, "a message as PROTOCOL.md describes it")


# A program that is running.

Meant = TypeVar("Meant")


class Partner(Protocol):
    """What answers lines with lines, such as a child process."""

    def exchange_line(self, line: bytes) -> bytes:
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
        self._last_answer_bytes, self._largest_mean_bytes = 0, 1

    def __enter__(self) -> Self:
        """Start it."""
        if self._partner is not None:
            raise RuntimeError("this program was started before")
        self._partner = self.start_partner()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it: by closing its standard input or, after an exception, at once."""
        self.running_partner.close(self._limits.grace if kind is None else 0)

    def start_partner(self) -> Partner:
        """Start what answers."""
        return Child(self._command, self._limits)

    @property
    def running_partner(self) -> Partner:
        """The partner that answers. Raise `RuntimeError` outside of a `with` statement."""
        if self._partner is None:
            raise RuntimeError("a program runs inside a `with` statement")
        return self._partner

    @property
    def last_request(self) -> Message:
        """The request that was sent last."""
        return parse_line(self._line)

    def ask(self, op: str, **members: object) -> Message:
        """Send a request and return its answer; refused if the program declines."""
        return self._ask_and_parse({"op": op, **members}, lambda answer: answer)

    def ask_unparsed(self, op: str, **members: object) -> Message:
        """Send a request and return its answer, also where the program declines."""
        line, number = self._send_request({"op": op, **members})
        return self._parse_or_end(line, lambda line: parse_answer(line, number))

    def describe(self) -> Description:
        """Ask the program to describe itself; refused if it speaks another version."""
        described = self._ask_and_parse({"op": "describe"}, parse_description)
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
        """Ask for `count` independent draws from the program's own coins; in several requests if outputs are long."""
        if count < 1:
            raise Refused(Reason.OUT_OF_RANGE, f"{count} draws", "at least 1")
        value = parse_value(given)
        return self._ask_in_parts(
            mechanism, parameters, count, lambda part: {"input": value, "count": part.stop - part.start}
        )

    def randomize_each(
        self, mechanism: str, parameters: Parameters, inputs: Sequence[Value]
    ) -> tuple[DrawnOutput, ...]:
        """Ask for a draw for each of some inputs, in their order; in several requests if outputs are long.

        It is for programs whose description has `inputs`.
        """
        if not inputs:
            raise Refused(Reason.OUT_OF_RANGE, "draws for no input", "at least 1")
        values = [parse_value(each) for each in inputs]
        return self._ask_in_parts(mechanism, parameters, len(values), lambda part: {"inputs": values[part]})

    def randomize_with(
        self, mechanism: str, parameters: Parameters, given: Value, coins: bytes
    ) -> DrawnOutput:
        """Ask for the one draw from these coins."""
        members = {"input": parse_value(given), "coins": coins.hex()}
        (seen,) = self._ask_draws(mechanism, parameters, members, 1, len(coins))
        return seen

    def _ask_in_parts(
        self, mechanism: str, parameters: Parameters, draws: int, members_of: Callable[[slice], Message]
    ) -> tuple[DrawnOutput, ...]:
        """Ask for draws in several requests, whose answers fill an eighth of the longest line if draws are as long as before.

        A draw counts as long as the longest mean of an answer; before the first, as long as a byte.
        """
        found: list[DrawnOutput] = []
        while len(found) < draws:
            most = max(1, self._limits.line // (PARTS_OF_LINE * self._largest_mean_bytes))
            part = slice(len(found), min(draws, len(found) + most))
            count = part.stop - part.start
            found += self._ask_draws(mechanism, parameters, members_of(part), count)
            self._largest_mean_bytes = max(self._largest_mean_bytes, self._last_answer_bytes // count)
        return tuple(found)

    def _ask_draws(
        self,
        mechanism: str,
        parameters: Parameters,
        members: Message,
        expected: int,
        most: float = LARGEST,
    ) -> tuple[DrawnOutput, ...]:
        """Ask for draws; each may have read at most `most` bytes of coins."""
        request = {"op": "randomize", "mechanism": mechanism, "parameters": parameters, **members}
        return self._ask_and_parse(request, lambda answer: parse_draws(answer, expected, most))

    def _ask_and_parse(self, request: Message, meaning: Callable[[Message], Meant]) -> Meant:
        """Send a request and parse its answer; refused if the program declines."""
        line, number = self._send_request(request)

        def parse_meant(line: bytes) -> Meant | Refused:
            answer = parse_answer(line, number)
            return parse_refusal(answer) or meaning(answer)

        found = self._parse_or_end(line, parse_meant)
        if isinstance(found, Refused):
            raise found
        return found

    def _send_request(self, request: Message) -> tuple[bytes, int]:
        """Send a request; return the line that answers it, and the request's number."""
        self._number += 1
        self._line = encode_line({"id": self._number, **request})
        answer = self.running_partner.exchange_line(self._line)
        self._last_answer_bytes = len(answer)
        return answer, self._number

    def _parse_or_end(self, line: bytes, meaning: Callable[[bytes], Meant]) -> Meant:
        """Parse a line; what is no answer ends the program."""
        try:
            return meaning(line)
        except Refused as wrong:
            raise self.running_partner.end_as_failed(
                Reason.NOT_AN_ANSWER, f"gave {wrong.what}", wrong.accepted
            ) from None
