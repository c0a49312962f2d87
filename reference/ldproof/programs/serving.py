"""The answering side of the protocol, for mechanisms written in Python.

def draws(mechanism, parameters, given):
    ...                                    # once for each input in a request
    return lambda coins: ...               # once for each output

serve("my program", {"shots.report"}, draws)

Whoever answers more than `describe` and `randomize` brings a function from requests to answers to `answer_stdin`.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from typing import TypeAlias

from ldproof.coins import Coins, CountingCoins, SystemCoins, Tape
from ldproof.errors import Reason, Refused, quote_given
from ldproof.json_values import Value, canonical_text, parse_value
from ldproof.programs.processes import STANDARD
from ldproof.programs.program import (
    PROTOCOL,
    Message,
    Parameters,
    Partner,
    Program,
    encode_line,
    is_integer,
    parse_line,
    request_number,
)

Draw: TypeAlias = Callable[[Coins], Value]
"""One output; all that is random in it comes from the coins."""

MOST_SAID = 1000
"""The characters that a refusal is told in."""

Draws: TypeAlias = Callable[[str, Parameters, Value], Draw]
"""How outputs are drawn for a mechanism, its parameters and an input."""


def serve(name: str, mechanisms: Collection[str], draws: Draws) -> None:
    """Answer each line on standard input with one on standard output, until there are no more.

    What else is printed meanwhile goes to standard error. Whatever `draws` refuses is answered as an error,
    or as unsupported if that is the reason; any other exception ends the program.
    """
    answer_stdin(lambda request: answer_draw_request(request, name, mechanisms, draws))


def answer_stdin(answer: Callable[[Message], Message]) -> None:
    """Answer standard input, line by line."""
    output = sys.stdout.buffer
    with redirect_stdout(sys.stderr), suppress(BrokenPipeError):
        for line in answer_lines(sys.stdin.buffer, answer):
            output.write(line)
            output.flush()


def answer_lines(lines: Iterable[bytes], answer: Callable[[Message], Message]) -> Iterator[bytes]:
    """The line that answers each line."""
    for line in lines:
        number: int | None = None
        try:
            try:
                request = parse_line(line)
            except Refused as wrong:
                raise Refused(Reason.NOT_A_REQUEST, wrong.what, wrong.accepted) from None
            number = request_number(request)
            yield encode_line({"id": number, **answer(request)})
        except Refused as why:
            yield encode_refusal(number, why)


def encode_refusal(number: int | None, why: Refused) -> bytes:
    """The line that declines a request, or what has no number and is none."""
    if why.reason is Reason.UNSUPPORTED:
        return encode_line({"id": number, "unsupported": shorten_refusal(why)})
    return encode_line({"id": number, "error": shorten_refusal(why), "reason": why.reason})


def shorten_refusal(why: Refused) -> str:
    """The text of a refusal, shortened."""
    text = str(why).encode(errors="backslashreplace").decode()  # half a surrogate is no UTF-8
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}..."


def answer_draw_request(request: Message, name: str, mechanisms: Collection[str], draws: Draws) -> Message:
    """The answer to `describe` or `randomize`, without its number."""
    match request:
        case {"op": "describe"}:
            known = [*mechanisms]
            able = {"randomize": known, "inputs": known}
            return {"protocol": PROTOCOL, "name": name, "mechanisms": known, "capabilities": able}
        case {"op": "randomize", "mechanism": str(mechanism), "parameters": dict(parameters)}:
            if mechanism not in mechanisms:
                raise Refused(Reason.UNSUPPORTED, f"no mechanism {mechanism!r}", ", ".join(mechanisms))
            return draw_outputs(request, lambda given: draws(mechanism, parameters, parse_value(given)))
        case {"op": "randomize"}:
            raise Refused(Reason.MISSING, "an incomplete request", "mechanism and parameters")
        case _:
            raise operation_refusal(request, ("describe", "randomize"))


def operation_refusal(request: Message, accepted: Iterable[str]) -> Refused:
    """The refusal of a request that names no operation, or none that is accepted."""
    what = f"no op {quote_given(request['op'])}" if "op" in request else "the request names no op"
    return Refused(Reason.UNSUPPORTED, what, ", ".join(accepted))


def draw_outputs(request: Message, prepared: Callable[[object], Draw]) -> Message:
    """The outputs for the input of a request, or for each of several, and the bytes that each draw has read."""
    ways: list[Draw]
    if "inputs" in request:
        inputs = several_inputs(request)
        by_text = {text: prepared(given) for text, given in dict(inputs).items()}
        ways = [by_text[text] for text, _ in inputs]
        sources: Sequence[CountingCoins | Tape] = [CountingCoins(SystemCoins()) for _ in ways]
    elif "input" in request:
        draw = prepared(request["input"])
        sources = coins_for_draws(request)
        ways = [draw] * len(sources)
    else:
        raise Refused(
            Reason.MISSING, "a request without input", "one with an input, or with several as `inputs`"
        )
    return {
        "outputs": [parse_value(draw(source)) for draw, source in zip(ways, sources, strict=True)],
        "taken": [source.taken for source in sources],
    }


def coins_for_draws(request: Message) -> Sequence[CountingCoins | Tape]:
    """The coins of each draw from one input: fresh ones, or for one draw those that are given."""
    match request:
        case {"count": int(count)} if is_integer(count) and count > 0 and "coins" not in request:
            return [CountingCoins(SystemCoins()) for _ in range(count)]
        case {"coins": str(coins)} if "count" not in request:
            return [Tape(parse_coins(coins))]
        case _:
            raise Refused(Reason.MISSING, "neither a count nor coins, or both", "one of the two")


def several_inputs(request: Message) -> list[tuple[str, object]]:
    """The inputs of a request, with their canonical texts; neither a count nor coins are beside them."""
    inputs = request["inputs"]
    if request.keys() & {"input", "count", "coins"}:
        raise Refused(Reason.REPEATED, "inputs beside an input, a count or coins", "the inputs alone")
    if not isinstance(inputs, list) or not inputs:
        raise Refused(Reason.NOT_A_LIST, "inputs that are no list, or none", "a list of inputs")
    return [(canonical_text(each), each) for each in inputs]


def parse_coins(coins: str) -> bytes:
    """The bytes that a hexadecimal text stands for."""
    # `bytes.fromhex` would leave out spaces.
    if not re.fullmatch("(?:[0-9a-fA-F]{2})*", coins):
        raise Refused(Reason.NOT_A_NUMBER, f"the coins {coins[:80]!r}", "two hexadecimal digits a byte")
    return bytes.fromhex(coins)


# A program that is no process: what answers is asked in this one, by the same lines.


class InsideProgram(Program):
    """A program in this process, by the function that answers its requests; it has no time limit."""

    def __init__(self, name: str, answer: Callable[[Message], Message]) -> None:
        super().__init__((name,), STANDARD)
        self._answerer = Answerer(name, answer)

    def start_partner(self) -> Partner:
        """The function that answers; it needs no start."""
        return self._answerer


class Answerer:
    """Answers lines until it fails."""

    def __init__(self, name: str, answer: Callable[[Message], Message]) -> None:
        self.name = name
        self.answer = answer
        self.ended = False

    def exchange_line(self, line: bytes) -> bytes:
        """The line that answers a line."""
        if self.ended:
            raise Refused(
                Reason.PROGRAM_ENDED, f"{self.name} has failed before", "an answer to every request"
            )
        (answered,) = answer_lines([line], self.answer)
        return answered

    def end_as_failed(self, reason: Reason, what: str, accepted: str) -> Refused:
        """Refuse all further requests."""
        self.close(0)
        return Refused(reason, f"{self.name} {what}", accepted)

    def close(self, _: float) -> None:
        """Refuse all further requests."""
        self.ended = True
