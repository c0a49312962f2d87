"""Programs that answer as the reference does except for one mistake, and the findings about them."""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest, compare_program
from ldproof.oracle.conformance.comparison import parse_interval
from ldproof.oracle.operations import answer_request
from ldproof.programs.program import Message, Parameters
from ldproof.programs.serving import InsideProgram

Answer = Callable[[Message], Message]
Text = Callable[[str], str]

OPS = ("coins", "randomize", "inputs", "estimate", "decide", "law")
SURE = Fraction(1, 10**10)
"""Whatever is random here goes wrong less often than that."""


def conformance_of_answer(
    name: str,
    answer: Answer,
    *ops: str,
    at: Parameters | None = None,
    draws: int = 3000,
    able: Sequence[str] | None = None,
) -> ConformanceFinding:
    """Test a program with these answers; it declares the given ops, or all of them."""
    names = able or [name]

    def answer_or_refuse(request: Message) -> Message:
        if request["op"] == "describe":
            capabilities = {"randomize": [], **dict.fromkeys(ops or OPS, names)}
            return {"protocol": 1, "name": "me", "mechanisms": names, "capabilities": capabilities}
        try:
            return answer(request)
        except Refused as refusal:
            return {"error": refusal.what, "reason": str(refusal.reason)}

    with InsideProgram("me", answer_or_refuse) as program:
        return compare_program(program, ConformanceRequest(name, at, alpha=SURE, draws=draws))


def with_request(op: str, member: str, change: Callable[[Any], object]) -> Answer:
    """Answer with one member of the request changed."""
    return lambda request: answer_request(
        {**request, member: change(request[member])} if request["op"] == op and member in request else request
    )


def with_parameter(op: str, name: str, change: Text) -> Answer:
    """Answer with one parameter changed, if the request has it."""
    return with_request(
        op, "parameters", lambda known: {**known, name: change(known[name])} if name in known else known
    )


def with_answer(op: str, member: str, change: Callable[[list[Any], Message], object]) -> Answer:
    """Answer with one list of the answer changed."""

    def changed_answer(request: Message) -> Message:
        found = answer_request(request)
        things = found.get(member)
        if request["op"] != op or not isinstance(things, list):
            return found
        return {**found, member: change(things, request)}

    return changed_answer


def with_outputs(change: Text) -> Answer:
    """Answer with every output changed."""
    return with_answer("randomize", "outputs", lambda sent, _: [change(str(each)) for each in sent])


def on_number(change: Callable[[Fraction], Fraction]) -> Callable[[object], object]:
    """Apply a function to an exact number of the protocol; leave anything else as it is."""

    def changed_number(thing: object) -> object:
        known = parse_interval(thing)
        if known is None or known.low != known.high:
            return thing
        value = change(known.low)
        return {"exact": f"{value.numerator}/{value.denominator}"}

    return changed_number


def with_estimates(change: Callable[[Fraction], Fraction]) -> Answer:
    """Answer with every estimate changed."""
    return with_answer("estimate", "estimates", lambda found, _: [*map(on_number(change), found)])


def shares_of_ones(found: list[object], request: Message) -> object:
    """Return each round's share of ones in place of the debiased estimate."""
    reports = request.get("reports")
    if not isinstance(reports, list):
        return found
    return [float(each.count("1") / len(each)) for each in reports]


def increased_probabilities(found: list[Any], _: Message) -> object:
    """Increase each probability of a law by a relative 10^-9."""
    changed = on_number(lambda each: each * (1 + Fraction(1, 10**9)))
    news: list[Any] = [changed({"exact": each.get("exact")}) for each in found]
    return [{"output": each["output"], **new} for each, new in zip(found, news, strict=True)]


def with_taken(more: int) -> Answer:
    """Answer with a constant added to every number of bytes taken."""
    return with_answer("randomize", "taken", lambda found, _: [each + more for each in found])


def refuse_r_of_1(request: Message) -> Message:
    known = request.get("parameters")
    if isinstance(known, Mapping) and known.get("r") == "1":
        raise Refused(Reason.OUT_OF_RANGE, "not this one", "another")
    return answer_request(request)


def answer_what_should_be_refused(request: Message) -> Message:
    """Answer an output to every request that the reference refuses."""
    try:
        return answer_request(request)
    except Refused:
        return {"outputs": ["0"]}


def refuse_for_one_reason(request: Message) -> Message:
    try:
        return answer_request(request)
    except Refused as refusal:
        raise Refused(Reason.OUT_OF_RANGE, refusal.what, refusal.accepted) from refusal


def reseed_for_each_request(request: Message) -> Message:
    """Draw the outputs of every request from the same coins."""
    inputs: Any = request.get("inputs", [request.get("input")] * int(str(request.get("count", 1))))
    coins, sent = random.Random(1), list[object]()
    for each in inputs:
        one = {name: thing for name, thing in request.items() if name not in ("inputs", "count")}
        found: Any = answer_request({**one, "input": each, "coins": coins.randbytes(1 << 10).hex()})[
            "outputs"
        ]
        sent += found
    return {"outputs": sent}


def repeating_outputs() -> Answer:
    """Repeat the previous output of the same length with probability 1/2."""
    last: dict[int, str] = {}
    chance = random.Random(1)

    def maybe_repeated(text: str) -> str:
        last[len(text)] = last.get(len(text), text) if chance.random() < 1 / 2 else text
        return last[len(text)]

    return with_outputs(maybe_repeated)


def wrong_after(calls: int, wrong: Answer) -> Answer:
    """Answer rightly to the first `calls` requests, and wrongly from then on."""
    left = [calls]

    def answer_or_err(request: Message) -> Message:
        left[0] -= 1
        return answer_request(request) if left[0] >= 0 else wrong(request)

    return answer_or_err


def event_odds_for_users(request: Message) -> Message:
    """State the tight odds at event level for the user level too."""
    found = answer_request(request)
    return {**found, "user": found["event"]} if {"user", "event"} <= found.keys() else found


def swapping_bytes(size: int) -> Text:
    """Reverse the bytes of each block of `size` bytes of the coins."""

    def swapped_coins(coins: str) -> str:
        try:
            tape = bytes.fromhex(coins)
        except ValueError:
            return coins
        return b"".join(tape[at : at + size][::-1] for at in range(0, len(tape), size)).hex()

    return swapped_coins


def with_content(change: Text) -> Text:
    """Change the content of an output `row:content`, and leave the row."""
    return lambda text: text.rpartition(":")[0] + ":" + change(text.rpartition(":")[2])


def inverted_bits(text: str) -> str:
    """Return the text with 0 and 1 exchanged."""
    return text.translate(str.maketrans("01", "10"))
