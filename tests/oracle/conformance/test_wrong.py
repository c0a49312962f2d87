"""Programs that are wrong in one way each, over all systems and ops: each is found, in words that point at the mistake."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from ldproof.catalogue import MECHANISMS
from ldproof.oracle.conformance import Asked, Verdict, conform
from ldproof.oracle.conformance.comparison import interval
from ldproof.oracle.ops import answered
from ldproof.programs.inside import InsideProgram
from ldproof.programs.messages import Message
from ldproof.rejections import Reason, Refused
from ldproof.rendering.conformity import sentences

Answer = Callable[[Message], Message]
Text = Callable[[str], str]


def outputs(change: Text, *, own: bool = False) -> Answer:
    """Other outputs; of its own coins alone, if it is so said."""

    def answer(request: Message) -> Message:
        found = answered(request)
        if request["op"] != "randomize" or (own and "coins" in request):
            return found
        sent = found["outputs"]
        assert isinstance(sent, list)
        return {**found, "outputs": [change(str(each)) for each in sent]}

    return answer


def asked(op: str, member: str, change: Callable[[object], object]) -> Answer:
    """A member of a request, read otherwise."""
    return lambda request: answered(
        {**request, member: change(request[member])} if request["op"] == op and member in request else request
    )


def given(name: str, change: Text, *ops: str) -> Answer:
    """A parameter, read otherwise; what else is to be done then is done."""

    def answer(request: Message) -> Message:
        known = request["parameters"]
        assert isinstance(known, Mapping)
        if request["op"] not in ops or name not in known:
            return answered(request)
        return answered({**request, "parameters": {**known, name: change(str(known[name]))}})

    return answer


def answers(op: str, member: str, change: Callable[[list[object], Message], object]) -> Answer:
    """A list of an answer, with something done to it."""

    def answer(request: Message) -> Message:
        found = answered(request)
        things = found.get(member)
        if request["op"] != op or not isinstance(things, list):
            return found
        return {**found, member: change(things, request)}

    return answer


def number(change: Callable[[Fraction], Fraction]) -> Callable[[object], object]:
    """A number, with something done to it."""

    def changed(thing: object) -> object:
        known = interval(thing)
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
    return [float(str(each).count("1") / len(str(each))) for each in reports]


def chances(change: Callable[[Fraction], Fraction]) -> Answer:
    """Other probabilities in a law."""

    def changed(found: list[object], _: Message) -> object:
        pairs = [each for each in found if isinstance(each, dict)]
        new = [number(change)({"exact": each.get("exact")}) for each in pairs]
        return [
            {"output": each["output"], **new_one}
            for each, new_one in zip(pairs, new, strict=True)
            if isinstance(new_one, dict)
        ]

    return answers("law", "law", changed)


def taking(more: int) -> Answer:
    """Another number of bytes."""
    return answers(
        "randomize", "taken", lambda found, _: [each + more for each in found if isinstance(each, int)]
    )


def refusing(name: str, value: str) -> Answer:
    """Right, but for a parameter that it does not take."""

    def answer(request: Message) -> Message:
        known = request.get("parameters")
        if isinstance(known, Mapping) and known.get(name) == value:
            raise Refused(Reason.OUT_OF_RANGE, "not this one", "another")
        return answered(request)

    return answer


def obliging(request: Message) -> Message:
    """An answer to whatever should be refused."""
    try:
        return answered(request)
    except Refused:
        return {"outputs": ["0"]} if request["op"] == "randomize" else {"estimates": [0]}


def one_reason(request: Message) -> Message:
    """All is refused for the same reason."""
    try:
        return answered(request)
    except Refused as refusal:
        raise Refused(Reason.OUT_OF_RANGE, refusal.what, refusal.accepted) from refusal


def seeded_anew(request: Message) -> Message:
    """Each request's draws have the same coins as the last one's."""
    if request["op"] != "randomize" or "coins" in request:
        return answered(request)
    inputs = request.get("inputs", [request.get("input")] * int(str(request.get("count", 1))))
    assert isinstance(inputs, list)
    coins = random.Random(1)
    sent = []
    for each in inputs:
        one = {name: thing for name, thing in request.items() if name not in ("inputs", "count")}
        found = answered({**one, "input": each, "coins": coins.randbytes(1 << 10).hex()})["outputs"]
        assert isinstance(found, list)
        sent += found
    return {"outputs": sent}


def sticking() -> Answer:
    """Now and then an output is sent again."""
    last: dict[str, str] = {}
    chance = random.Random(1)

    def again(text: str) -> str:
        key = str(len(text))
        last[key] = last.get(key, text) if chance.random() < 1 / 2 else text
        return last[key]

    return outputs(again, own=True)


def later(calls: int, wrong: Answer) -> Answer:
    """Right at first."""
    left = [calls]

    def answer(request: Message) -> Message:
        left[0] -= 1
        return answered(request) if left[0] >= 0 else wrong(request)

    return answer


def closest(request: Message) -> Message:
    """The tight odds of events, given for those of users."""
    found = answered(request)
    return {**found, "user": found["event"]} if {"user", "event"} <= found.keys() else found


def just_above(request: Message) -> Message:
    """What is exactly at the threshold does not reach it."""
    known = request["parameters"]
    assert isinstance(known, Mapping)
    if request["op"] != "decide" or "theta" not in known:
        return answered(request)
    theta = str(Fraction(str(known["theta"])) + Fraction(1, 10**15))
    return answered({**request, "parameters": {**known, "theta": theta}})


def from_the_end(thing: object) -> object:
    """A list, or a text, from its end."""
    return thing[::-1] if isinstance(thing, list | str) else thing


def swapped(size: int) -> Callable[[object], object]:
    """Coins of which so many bytes are a number that begins with its last one."""

    def changed(coins: object) -> object:
        try:
            tape = bytes.fromhex(str(coins))
        except ValueError:
            return coins
        return b"".join(tape[at : at + size][::-1] for at in range(0, len(tape), size)).hex()

    return changed


def parted(change: Text) -> Text:
    """What is behind a row, changed."""
    return lambda text: text.rpartition(":")[0] + ":" + change(text.rpartition(":")[2])


FLIP = str.maketrans("01", "10")


@dataclass(frozen=True, slots=True)
class Wrong:
    """A mechanism, what answers in its name, and what has to be said of it."""

    mechanism: str
    answer: Answer
    said: str


SHOTS, GLANCE, KARY, CMS = "shots.report", "counting.glance", "sketch.kary", "sketch.cms"
TABLES, OPTIMAL = "chi2.algorithm_2", "chi2.optimal"
WRONG: Mapping[str, Wrong] = {
    # What is drawn.
    "a round late": Wrong(
        SHOTS, outputs(lambda text: text[-1:] + text[:-1]), "your program sent everything one place late"
    ),
    "a round early": Wrong(
        "counting.borappor",
        outputs(lambda text: text[1:] + text[:1]),
        "your program sent everything one place early",
    ),
    "from the end": Wrong(
        SHOTS, outputs(lambda text: text[::-1]), "your program sent everything in reverse order"
    ),
    "one report more": Wrong(SHOTS, given("m", lambda m: str(int(m) + 1), "randomize"), "came with input"),
    "one report": Wrong(
        SHOTS, given("m", lambda _: "1", "randomize"), "your program ignored m, and reported once"
    ),
    "1 - r": Wrong(
        SHOTS,
        given("r", lambda r: str(1 - Fraction(r)) if Fraction(r) <= 1 else r, "randomize"),
        "your program took 1 - r for r",
    ),
    "0 for silence": Wrong(
        GLANCE,
        outputs(lambda text: text.replace("-", "0")),
        "your program sent 0 where nothing is to be sent",
    ),
    "inverted": Wrong(
        "counting.harmony",
        outputs(lambda text: text.translate(FLIP)),
        "your program inverted every bit that it sent",
    ),
    "columns from 1": Wrong(
        KARY, outputs(parted(lambda column: str(int(column) + 1))), "your program numbered columns from 1"
    ),
    "rows from 1": Wrong(
        KARY, outputs(lambda text: f"{int(text[0]) + 1}{text[1:]}"), "your program numbered rows from 1"
    ),
    "bits inverted": Wrong(
        CMS,
        outputs(parted(lambda bits: bits.translate(FLIP))),
        "your program inverted every bit that it sent",
    ),
    "sign": Wrong(
        "sketch.hcms",
        outputs(lambda text: text[:-1] + text[-1].translate(FLIP)),
        "expected '1:3,1', found '1:3,0'",
    ),
    "the last bit of its own coins": Wrong(
        SHOTS,
        outputs(lambda text: text[:-1] + text[-1:].translate(FLIP), own=True),
        "an output that cannot come",
    ),
    "rounds of another row": Wrong(
        "sketch.hcms",
        asked("randomize", "input", from_the_end),
        "your program took every state, or every column, in reverse order",
    ),
    # Coins.
    "numbers from their last byte": Wrong(SHOTS, asked("randomize", "coins", swapped(2)), "taken: expected"),
    "blocks from their last byte": Wrong(
        OPTIMAL,
        asked("randomize", "coins", swapped(16)),
        "your program took the last byte of a block for the most significant one",
    ),
    "a byte too many": Wrong(SHOTS, taking(1), "taken: expected 17, found 18"),
    "a byte too few": Wrong(TABLES, taking(-1), "taken: expected 16, found 15"),
    "seeded anew": Wrong(SHOTS, seeded_anew, "they are to be independent"),
    "the same again": Wrong(SHOTS, sticking(), "they are to be independent"),
    # Estimates.
    "not debiased": Wrong(SHOTS, answers("estimate", "estimates", shares), "on average at place"),
    "rounds from the end": Wrong(
        SHOTS,
        answers("estimate", "estimates", lambda found, _: found[::-1]),
        "your program gave the estimates in reverse order",
    ),
    "rounds late": Wrong(
        GLANCE,
        answers("estimate", "estimates", lambda found, _: found[-1:] + found[:-1]),
        "your program gave the estimates one place late",
    ),
    "thousandths": Wrong(
        SHOTS, estimates(lambda each: Fraction(round(each * 1000), 1000)), "expected 1/6, found 167/1000"
    ),
    "short floats": Wrong(
        SHOTS,
        estimates(lambda each: Fraction(float(np.float32(float(each))))),
        "expected 1/6, found 11184811/67108864",
    ),
    "cut off": Wrong(
        SHOTS,
        estimates(lambda each: min(max(each, Fraction(0)), Fraction(1))),
        "your program cut the estimates off at 0 and 1",
    ),
    "nobody is 0": Wrong(
        GLANCE,
        answers("estimate", "estimates", lambda found, _: [0 if each is None else each for each in found]),
        "estimates: expected None, found 0",
    ),
    "minimum": Wrong(
        KARY,
        asked(
            "estimate",
            "parameters",
            lambda known: {**known, "estimator": "minimum"} if isinstance(known, Mapping) else known,
        ),
        "estimates 1: expected -1/2, found -1/4",
    ),
    "items from the end": Wrong(
        KARY, asked("estimate", "columns", from_the_end), "estimates 2: expected 3, found -1"
    ),
    # Decisions.
    "> for >=": Wrong(SHOTS, just_above, "expected 'up', found 'down'"),
    "twice the threshold": Wrong(
        OPTIMAL,
        given("tau", lambda tau: str(2 * Fraction(tau)), "decide", "randomize"),
        "expected '1', found '0'",
    ),
    "groups swapped": Wrong(
        TABLES,
        asked(
            "decide",
            "tables",
            lambda tables: (
                [",".join(str(each).split(",")[::-1]) for each in tables]
                if isinstance(tables, list)
                else tables
            ),
        ),
        "decisions 4: expected '0', found '1'",
    ),
    # Laws and formulas.
    "nearly the law": Wrong(
        SHOTS,
        chances(lambda each: each * (1 + Fraction(1, 10**9))),
        "expected 3/4, found 3000000003/4000000000",
    ),
    "one output too few": Wrong(
        SHOTS,
        answers("law", "law", lambda found, _: found[:-1]),
        "law, output 1: expected 1/4, found nothing",
    ),
    "one output twice": Wrong(
        SHOTS,
        answers("law", "law", lambda found, _: [*found, found[0]]),
        "law, output 0: expected one probability, found several",
    ),
    "who are neighbours": Wrong(
        SHOTS, closest, "your program erred where any two secrets of a person are neighbours"
    ),
    # What is refused, and what is not.
    "r = 1 refused": Wrong(SHOTS, refusing("r", "1"), "your program erred where r is 1"),
    "nothing refused": Wrong(
        SHOTS, obliging, "the request: expected a refusal, tape-exhausted, found an answer"
    ),
    "one reason": Wrong(SHOTS, one_reason, "reason: expected tape-exhausted, found 'out-of-range'"),
    # What it remembers.
    "right at first": Wrong(
        SHOTS, later(300, outputs(lambda text: text[::-1])), "your program sent everything in reverse order"
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_program_is_found_and_why_is_said(name: str) -> None:
    wrong = WRONG[name]
    able = [wrong.mechanism]
    ops = ("coins", "randomize", "inputs", "estimate", "decide", "law")

    def answer(request: Message) -> Message:
        if request["op"] == "describe":
            return {"protocol": 1, "name": "me", "mechanisms": able, "capabilities": dict.fromkeys(ops, able)}
        try:
            return wrong.answer(request)
        except Refused as refusal:
            return {"error": refusal.what, "reason": str(refusal.reason)}

    with InsideProgram("me", answer) as program:
        finding = conform(program, Asked(wrong.mechanism, alpha=Fraction(1, 10**10), draws=3000))
    assert finding.verdict is Verdict.DIFFERS
    said = "\n".join(sentences(finding))
    assert wrong.said in said, said


def test_every_system_has_wrong_programs() -> None:
    assert {each.mechanism.partition(".")[0] for each in WRONG.values()} == {
        name.partition(".")[0] for name in MECHANISMS.ours
    }
