"""Programs that answer as the reference does, but for one thing; and what is found of them."""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest, conform
from ldproof.oracle.conformance.comparison import parse_interval
from ldproof.oracle.operations import answer_request
from ldproof.programs.messages import Message, Parameters
from ldproof.programs.serving import InsideProgram

Answer = Callable[[Message], Message]
Text = Callable[[str], str]

OPS = ("coins", "randomize", "inputs", "estimate", "decide", "law")
SURE = Fraction(1, 10**10)
"""Whatever is random here goes wrong less often than that."""


def conformity(
    name: str,
    answer: Answer,
    *ops: str,
    at: Parameters | None = None,
    draws: int = 3000,
    able: Sequence[str] | None = None,
) -> ConformanceFinding:
    """What is found of a program that answers this way; it says that it can do these ops, else all."""
    names = able or [name]

    def said(request: Message) -> Message:
        if request["op"] == "describe":
            capabilities = {"randomize": [], **dict.fromkeys(ops or OPS, names)}
            return {"protocol": 1, "name": "me", "mechanisms": names, "capabilities": capabilities}
        try:
            return answer(request)
        except Refused as refusal:
            return {"error": refusal.what, "reason": str(refusal.reason)}

    with InsideProgram("me", said) as program:
        return conform(program, ConformanceRequest(name, at, alpha=SURE, draws=draws))


def asked(op: str, member: str, change: Callable[[Any], object]) -> Answer:
    """A member of a request, read otherwise."""
    return lambda request: answer_request(
        {**request, member: change(request[member])} if request["op"] == op and member in request else request
    )


def given(op: str, name: str, change: Text) -> Answer:
    """A parameter, read otherwise; what else is to be done then is done."""
    return asked(
        op, "parameters", lambda known: {**known, name: change(known[name])} if name in known else known
    )


def answers(op: str, member: str, change: Callable[[list[Any], Message], object]) -> Answer:
    """A list of an answer, with something done to it."""

    def answer(request: Message) -> Message:
        found = answer_request(request)
        things = found.get(member)
        if request["op"] != op or not isinstance(things, list):
            return found
        return {**found, member: change(things, request)}

    return answer


def outputs(change: Text) -> Answer:
    """Other outputs."""
    return answers("randomize", "outputs", lambda sent, _: [change(str(each)) for each in sent])


def number(change: Callable[[Fraction], Fraction]) -> Callable[[object], object]:
    """A number, with something done to it."""

    def changed(thing: object) -> object:
        known = parse_interval(thing)
        if known is None or known.low != known.high:
            return thing
        value = change(known.low)
        return {"exact": f"{value.numerator}/{value.denominator}"}

    return changed


def estimates(change: Callable[[Fraction], Fraction]) -> Answer:
    """Other estimates."""
    return answers("estimate", "estimates", lambda found, _: [*map(number(change), found)])


def shares(found: list[object], request: Message) -> object:
    """The shares of ones, where reports are given."""
    reports = request.get("reports")
    if not isinstance(reports, list):
        return found
    return [float(each.count("1") / len(each)) for each in reports]


def likelier(found: list[Any], _: Message) -> object:
    """Probabilities that are larger by a billionth of their own."""
    changed = number(lambda each: each * (1 + Fraction(1, 10**9)))
    news: list[Any] = [changed({"exact": each.get("exact")}) for each in found]
    return [{"output": each["output"], **new} for each, new in zip(found, news, strict=True)]


def taking(more: int) -> Answer:
    """Another number of bytes."""
    return answers("randomize", "taken", lambda found, _: [each + more for each in found])


def refusing_r_of_1(request: Message) -> Message:
    known = request.get("parameters")
    if isinstance(known, Mapping) and known.get("r") == "1":
        raise Refused(Reason.OUT_OF_RANGE, "not this one", "another")
    return answer_request(request)


def obliging(request: Message) -> Message:
    """An answer to whatever should be refused."""
    try:
        return answer_request(request)
    except Refused:
        return {"outputs": ["0"]}


def refusing_for_one_reason(request: Message) -> Message:
    try:
        return answer_request(request)
    except Refused as refusal:
        raise Refused(Reason.OUT_OF_RANGE, refusal.what, refusal.accepted) from refusal


def seeded_anew(request: Message) -> Message:
    """Each request's draws have the same coins as the last one's."""
    inputs: Any = request.get("inputs", [request.get("input")] * int(str(request.get("count", 1))))
    coins, sent = random.Random(1), list[object]()
    for each in inputs:
        one = {name: thing for name, thing in request.items() if name not in ("inputs", "count")}
        found: Any = answer_request({**one, "input": each, "coins": coins.randbytes(1 << 10).hex()})[
            "outputs"
        ]
        sent += found
    return {"outputs": sent}


def sticking() -> Answer:
    """Now and then an output is sent again."""
    last: dict[int, str] = {}
    chance = random.Random(1)

    def again(text: str) -> str:
        last[len(text)] = last.get(len(text), text) if chance.random() < 1 / 2 else text
        return last[len(text)]

    return outputs(again)


def later(calls: int, wrong: Answer) -> Answer:
    """Right at first."""
    left = [calls]

    def answer(request: Message) -> Message:
        left[0] -= 1
        return answer_request(request) if left[0] >= 0 else wrong(request)

    return answer


def closest(request: Message) -> Message:
    """The tight odds of events, given for those of users."""
    found = answer_request(request)
    return {**found, "user": found["event"]} if {"user", "event"} <= found.keys() else found


def swapped(size: int) -> Text:
    """Coins of which so many bytes are a number that begins with its last one."""

    def changed(coins: str) -> str:
        try:
            tape = bytes.fromhex(coins)
        except ValueError:
            return coins
        return b"".join(tape[at : at + size][::-1] for at in range(0, len(tape), size)).hex()

    return changed


def parted(change: Text) -> Text:
    """What is behind a row, changed."""
    return lambda text: text.rpartition(":")[0] + ":" + change(text.rpartition(":")[2])


def inverted(text: str) -> str:
    """The other bits."""
    return text.translate(str.maketrans("01", "10"))
