"""The answering side of the protocol, for mechanisms written in Python.

def draws(mechanism, parameters, given):
    ...                                    # once for each request
    return lambda coins: ...               # once for each output

serve("my program", {"shots.report"}, draws)
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from typing import TypeAlias

from ldproof.codec.values import Value, value
from ldproof.coins import Coins, Counted, SystemCoins, Tape
from ldproof.programs.messages import PROTOCOL, Message, Parameters, encode_line, read, whole
from ldproof.rejections import Reason, Refused

Draw: TypeAlias = Callable[[Coins], Value]
"""One output; all that is random in it comes from the coins."""

Draws: TypeAlias = Callable[[str, Parameters, Value], Draw]
"""How outputs are drawn for a mechanism, its parameters and an input."""


def serve(name: str, mechanisms: Collection[str], draws: Draws) -> None:
    """Answer each line on standard input with one on standard output, until there are no more.

    What else is printed meanwhile goes to standard error. Whatever `draws` refuses is answered as an error,
    or as unsupported if that is the reason; any other exception ends the program.
    """
    output = sys.stdout.buffer
    with redirect_stdout(sys.stderr), suppress(BrokenPipeError):
        for answer in answers(sys.stdin.buffer, name, mechanisms, draws):
            output.write(answer)
            output.flush()


def answers(lines: Iterable[bytes], name: str, mechanisms: Collection[str], draws: Draws) -> Iterator[bytes]:
    """The line that answers each line."""
    for line in lines:
        number: object = None
        try:
            request = read(line)
            number = request.get("id")
            answer = answered(request, name, mechanisms, draws)
        except Refused as refusal:
            kind = "unsupported" if refusal.reason is Reason.UNSUPPORTED else "error"
            answer = {kind: str(refusal)}
        yield encode_line({"id": number, **answer})


def answered(request: Message, name: str, mechanisms: Collection[str], draws: Draws) -> Message:
    """What is answered to a request, besides its number."""
    match request:
        case {"op": "describe"}:
            return {"protocol": PROTOCOL, "name": name, "mechanisms": list(mechanisms)}
        case {"op": "randomize", "mechanism": str(mechanism), "parameters": dict(parameters), "input": given}:
            if mechanism not in mechanisms:
                raise Refused(Reason.UNSUPPORTED, f"no mechanism {mechanism!r}", ", ".join(mechanisms))
            return outputs(request, draws(mechanism, parameters, value(given)))
        case {"op": "randomize"}:
            raise Refused(Reason.MISSING, "an incomplete request", "mechanism, parameters and input")
        case _:
            raise Refused(Reason.UNSUPPORTED, f"no op {request.get('op')!r}", "describe, randomize")


def outputs(request: Message, draw: Draw) -> Message:
    """As many draws as are asked for, or the one from given coins; and how many bytes each has read."""
    match request:
        case {"count": int(count)} if whole(count) and count > 0 and "coins" not in request:
            sources: list[Counted | Tape] = [Counted(SystemCoins()) for _ in range(count)]
        case {"coins": str(coins)} if "count" not in request:
            sources = [Tape(tape(coins))]
        case _:
            raise Refused(Reason.MISSING, "neither a count nor coins, or both", "one of the two")
    return {
        "outputs": [value(draw(source)) for source in sources],
        "taken": [source.taken for source in sources],
    }


def tape(coins: str) -> bytes:
    """The coins that a hexadecimal text means."""
    try:
        return bytes.fromhex(coins)
    except ValueError:
        raise Refused(
            Reason.NOT_A_NUMBER, f"the coins {coins[:80]!r}", "two hexadecimal digits a byte"
        ) from None
