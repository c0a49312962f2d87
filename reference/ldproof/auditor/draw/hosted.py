"""`python -m ldproof.auditor.draw.hosted MODULE:FUNCTION NAME`: a function of Python as a program that speaks the protocol.

So it is asked in a process of its own, which may hang or crash. It draws from given coins if it names `coins`.
"""

import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from inspect import signature
from pathlib import Path

from ldproof.auditor.draw.functions import bind_call, refuse_asynchronous
from ldproof.auditor.draw.sources import MOST, importable_from, load_function
from ldproof.coins import Coins, SystemCoins, Tape
from ldproof.errors import Reason, Refused
from ldproof.json_values import parse_value
from ldproof.parameters import Whole
from ldproof.programs import Parameters, parse_key
from ldproof.programs.program import PROTOCOL, Message, is_integer
from ldproof.programs.serving import answer_stdin, parse_coins, several_inputs, shorten_refusal

COUNT = Whole(1, MOST)
"""How many draws may be asked for at once."""


def request_handler(place: str, name: str, function: Callable[..., object]) -> Callable[[Message], Message]:
    """Return the function that answers requests for a mechanism by a function of Python."""
    refuse_asynchronous(place, function)

    def answer_request(request: Message) -> Message:
        match request:
            case {"op": "describe"}:
                return describe_program(place, name, function)
            case {"op": "randomize", "mechanism": str(asked), "parameters": dict(given)} if asked == name:
                return answer_with_function(place, function, given, request)
            case _:
                raise Refused(Reason.UNSUPPORTED, "another request", f"to randomize as {name}")

    return answer_request


def describe_program(place: str, name: str, function: Callable[..., object]) -> Message:
    """Return the answer to `describe`."""
    tosses = False
    with suppress(TypeError, ValueError):  # some that are written in C do not say
        tosses = "coins" in signature(function).parameters
    able = {"randomize": [name], "coins": [name] if tosses else [], "inputs": [name]}
    return {"protocol": PROTOCOL, "name": place, "mechanisms": [name], "capabilities": able}


def answer_with_function(
    place: str, function: Callable[..., object], given: Parameters, request: Message
) -> Message:
    """Return the answer to `randomize`. Raise `Refused` for what the function refuses; other errors are answered."""
    called = bind_call(place, function, given)
    coins: Coins = SystemCoins()
    match request:
        case {"inputs": _}:
            different = dict(several_inputs(request))
            place_of = {text: number for number, text in enumerate(different)}
            secrets = [*map(parse_value, different.values())]
            order = [place_of[text] for text, _ in several_inputs(request)]
        case {"input": secret, "count": int(count)} if is_integer(count) and "coins" not in request:
            COUNT.accept("count", count)
            secrets, order = [parse_value(secret)], [0] * count
        case {"input": secret, "coins": str(text)} if "count" not in request:
            if not called.tosses:
                raise Refused(Reason.UNSUPPORTED, f"{place} takes no coins", "a count")
            secrets, order, coins = [parse_value(secret)], [0], Tape(parse_coins(text))
        case _:
            raise Refused(
                Reason.MISSING,
                "neither a count nor coins, or both",
                "an input with one of the two, or inputs",
            )
    try:
        draws = [*map(parse_key, called.sample(secrets, order, coins))]
    except Refused as failure:
        if failure.reason is Reason.PROGRAM_REFUSED and isinstance(failure.__cause__, Refused):
            raise failure.__cause__ from None
        return {"error": shorten_refusal(failure)}
    known = [each.taken for each in draws]
    taken = {} if None in known else {"taken": known}
    return {"outputs": [each.output for each in draws], **taken}


def open_handler(place: str, name: str) -> Callable[[Message], Message]:
    """Return the function that answers requests; if there is no function at the place, it refuses each request."""
    with redirect_stdout(sys.stderr):
        try:
            return request_handler(place, name, load_function(place))
        except Refused as why:
            refusal: Message = {"error": why.what, "reason": why.reason}
            return lambda _: refusal


def main() -> None:
    """Answer standard input."""
    _, place, name = sys.argv
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # it is for who asks; one that a function raises is the function's
    with importable_from(Path.cwd()):
        answer_stdin(open_handler(place, name))


if __name__ == "__main__":
    main()
