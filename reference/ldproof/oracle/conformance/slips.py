"""Known slips: what an implementation would answer that makes this mistake, from the reference's own answers.

A slip changes a request before the reference answers it, or the answer afterwards. Whichever reproduces most of a
program's different answers is what is said of it; it is an explanation, and no proof.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from ldproof.catalogue import mechanism
from ldproof.oracle.conformance.comparison import difference, interval
from ldproof.oracle.conformance.observations import Chances, law, pushed
from ldproof.oracle.conformance.replay import Outcome, Replayed
from ldproof.oracle.ops import answered
from ldproof.programs.messages import Message
from ldproof.rejections import Refused

BLOCK = 16
"""The bytes of a decision."""

PLACES = 16
"""One bit is inverted in one of the first so many places."""

MOST = 24
"""Of draws, so many are replayed with slips."""

Requests = Callable[[Message], Iterator[Message]]
"""From what is asked to what is understood."""

Sent = Callable[[str], str]
"""From an output to what is sent."""

Said = Callable[[Message, Message], Message | None]
"""From a request and its answer to what is answered; nothing where the slip does not concern it."""

Laws = Callable[[str, Mapping[str, str], str], Iterator[Chances]]
"""From a mechanism, its parameters and an input to the law of what is sent, where that is not read off the others."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake in words, as it follows `your program ...`; and what it is a mistake in."""

    words: str
    understood: Requests | None = None
    sent: Sent | None = None
    said: Said | None = None
    law: Laws | None = None

    def answers(self, request: Message) -> Iterator[Message]:
        """What may be answered by mistake."""
        for each in self.understood(request) if self.understood else [request]:
            if self.understood is None or each != request:
                for answer in asked(each):
                    changed = self.changed(request, answer)
                    if changed is not None:
                        yield changed

    def changed(self, request: Message, answer: Message) -> Message | None:
        """A right answer, with the mistake."""
        if self.said is not None:
            return self.said(request, answer)
        if self.sent is None:
            return answer
        outputs = answer.get("outputs")
        if isinstance(outputs, list) and all(isinstance(each, str) for each in outputs):
            return {"outputs": [self.sent(each) for each in outputs]}
        return None

    def laws(self, name: str, parameters: Mapping[str, str], secret: str) -> Iterator[Chances]:
        """The laws of what is sent by mistake."""
        if self.law is not None:
            yield from self.law(name, parameters, secret)
            return
        request = {"op": "law", "mechanism": name, "parameters": parameters, "input": secret}
        for each in self.understood(request) if self.understood else [request]:
            with suppress(Refused, ArithmeticError):
                chances = law(mechanism(name, given(each)), str(each["input"]))
                changed = chances if self.sent is None else pushed(chances, self.sent)
                if self.said is None and changed != law(mechanism(name, parameters), secret):
                    yield changed


@dataclass(frozen=True, slots=True)
class Explanation:
    """The slip that reproduces the most, and how much that is."""

    words: str
    reproduces: int
    of: int

    def __str__(self) -> str:
        return f"it is as if your program {self.words} (so {self.reproduces} of {self.of} such answers)"


def explained(differing: Sequence[Replayed]) -> Explanation | None:
    """The slip that explains most of some differences of one op; nothing where none explains half of them."""
    valid = [each for each in differing if each.outcome is Outcome.DIFFERS and each.vector.answer is not None]
    looked = valid[:MOST]
    found = Counter(words for each in looked for words in reproducing(each))
    if not looked or not found:
        return None
    # The slips are listed in order, the plainest first: of those that reproduce as much, it is the first.
    best = max(found.values())
    words = next(each.words for each in SLIPS if found[each.words] == best)
    return Explanation(words, best, len(looked)) if 2 * best > len(looked) else None


def reproducing(replayed: Replayed) -> Iterator[str]:
    """The slips that give what the program answered."""
    found = {name: thing for name, thing in replayed.answer.items() if name != "taken"}
    for slip in SLIPS:
        if any(same(answer, found) for answer in slip.answers(replayed.vector.request)):
            yield slip.words


def same(mistaken: Message, found: Message) -> bool:
    """Whether an answer is the mistaken one."""
    return difference(mistaken, found) is None


def asked(request: Message) -> Iterator[Message]:
    """The reference's answer, if it has one."""
    try:
        yield answered(request)
    except (Refused, ArithmeticError):
        return


def given(request: Message) -> dict[str, str]:
    """The parameters."""
    parameters = request.get("parameters")
    return dict(parameters) if isinstance(parameters, Mapping) else {}


def setting(change: Callable[[dict[str, str]], Mapping[str, str]]) -> Requests:
    """Some parameters understood otherwise."""
    return lambda request: iter([{**request, "parameters": {**given(request), **change(given(request))}}])


def whole_budget(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The budget of all reports, taken for one report's."""
    for name in ("m", "T", "d"):
        if not parameters.get(name, "").isdigit() or int(parameters[name]) > 100:
            continue
        parts = int(parameters[name])
        try:
            if "odds" in parameters:
                yield {**parameters, "odds": str(Fraction(parameters["odds"]) ** parts)}
            elif "epsilon" in parameters:
                yield {**parameters, "epsilon": str(Fraction(parameters["epsilon"]) * parts)}
        except ValueError:  # a logarithm
            return


def one_reports(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """One report's budget, taken for the one of all."""
    rest = {name: each for name, each in parameters.items() if name != "report_odds"}
    if "report_odds" in parameters:
        yield {**rest, "odds": parameters["report_odds"]}


def base_two(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Powers of 2 in place of those of e."""
    try:
        if (
            "epsilon" in parameters
            and (power := Fraction(parameters["epsilon"])).denominator == 1
            and power < 64
        ):
            rest = {name: each for name, each in parameters.items() if name != "epsilon"}
            yield {**rest, "odds": str(2 ** int(power))}
    except ValueError:
        return


def budgeting(change: Callable[[Mapping[str, str]], Iterator[dict[str, str]]]) -> Requests:
    """The budget understood otherwise."""
    return lambda request: ({**request, "parameters": each} for each in change(given(request)))


def backwards(text: str) -> str:
    """A text from its end, part by part where it has commas."""
    return ",".join(reversed(text.split(","))) if "," in text else text[::-1]


def inverted(text: str) -> str:
    """A text with its bits inverted."""
    return text.translate(str.maketrans("01", "10"))


def reading(change: Callable[[str], str]) -> Requests:
    """The input understood otherwise."""
    return lambda request: iter(
        [{**request, "input": change(secret)}] if isinstance(secret := request.get("input"), str) else []
    )


def tossing(change: Callable[[bytes, bytes, Message], bytes]) -> Requests:
    """Coins read otherwise: those before the decisions' blocks, and the blocks."""

    def requests(request: Message) -> Iterator[Message]:
        coins = request.get("coins")
        if not isinstance(coins, str):
            return
        tape = bytes.fromhex(coins)
        for answer in asked(request):
            taken = answer["taken"]
            used = taken[0] if isinstance(taken, list) else 0
            for head in range(used % BLOCK, used, BLOCK):
                changed = change(tape[:head], tape[head:used], request) + tape[used:]
                yield {**request, "coins": changed.hex()}

    return requests


def byte_by_byte(blocks: bytes) -> bytes:
    """Each byte as the first of a block that is no decoy."""
    return b"".join(bytes([each]) + b"\x80" * (BLOCK - 1) for each in blocks)


def late(head: bytes, rest: bytes, _: Message) -> bytes:
    """What was read last in place of what is read first."""
    tape = head + rest
    return tape[len(rest) :] + tape[: len(rest)]


def turned(data: bytes, size: int) -> bytes:
    """Each number from its last byte."""
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


def behind(text: str, change: Callable[[str], str]) -> str:
    """What is said behind a row, where one is named, changed."""
    row, colon, content = text.rpartition(":")
    return f"{row}{colon}{change(content)}"


def zeros(text: str) -> str:
    """No bit set."""
    return behind(text, lambda content: content.replace("1", "0"))


def one_inverted(place: int) -> Sent:
    """A text with one bit inverted."""
    return lambda text: text[:place] + inverted(text[place : place + 1]) + text[place + 1 :]


def numbers(member: str, change: Callable[[Fraction, Message], Fraction | None]) -> Said:
    """A slip in what becomes of a number."""

    def one(thing: object, request: Message) -> object:
        number = interval(thing)
        if number is None:
            return thing
        ends = [change(each, request) for each in (number.low, number.high)]
        if None in ends:
            return thing
        low, high = sorted(each for each in ends if each is not None)
        if low == high:
            return {"exact": f"{low.numerator}/{low.denominator}"}
        return {"lower": str(float(low)), "upper": str(float(high))}

    def changed(request: Message, answer: Message) -> Message | None:
        thing = answer.get(member)
        if thing is None:
            return None
        new = [one(each, request) for each in thing] if isinstance(thing, list) else one(thing, request)
        return None if new == thing else {member: new}

    return changed


def people(request: Message) -> Fraction:
    """How many there are."""
    return Fraction(given(request).get("N", "1"))


def decided(answer: Message) -> Message | None:
    """The other decision each."""
    other = {"up": "down", "down": "up", "0": "1", "1": "0"}
    words = answer.get("decisions")
    return {"decisions": [other[str(each)] for each in words]} if isinstance(words, list) else None


def rounds(first: Callable[[int, int], int]) -> Callable[[bytes, bytes, Message], bytes]:
    """Coins that choose m rounds in a row, the first of them given T and m."""

    def change(_: bytes, rest: bytes, request: Message) -> bytes:
        known = given(request)
        T, m = int(known["T"]), int(known.get("m", "1"))
        numbers = b"".join((first(T, m) + at).to_bytes(size(T - m + at + 1)) for at in range(m))
        return numbers + rest

    return change


def in_rounds(first: Callable[[int, int], int]) -> Laws:
    """The law of who reports in m rounds in a row, and sends dummies in the others."""

    def laws(name: str, parameters: Mapping[str, str], secret: str) -> Iterator[Chances]:
        if name != "shots.report":
            return
        T, m, r = int(parameters["T"]), int(parameters["m"]), Fraction(parameters.get("r", "0"))
        start = first(T, m)
        end = start + m
        reports = law(mechanism(name, {**parameters, "T": str(m)}), secret[start:end])
        sent = map("".join, product("01", repeat=T))
        dummies = ((each, [r if bit == "1" else 1 - r for bit in each[:start] + each[end:]]) for each in sent)
        yield {each: prod(chances, start=reports[each[start:end]]) for each, chances in dummies}

    return laws


def size(bound: int) -> int:
    """The bytes in which a number below a bound is drawn."""
    return ((bound - 1).bit_length() + 7) // 8 + 1


def of_rounds(change: Callable[[bytes, bytes, Message], bytes]) -> Requests:
    """Coins read otherwise, where rounds are chosen."""
    return lambda request: tossing(change)(request) if given(request).get("T", "").isdigit() else iter(())


SLIPS: Sequence[Slip] = (
    Slip("always sent 0", sent=zeros),
    Slip("inverted every bit that it sent", sent=lambda text: behind(text, inverted)),
    Slip("ignored r, and sent 0 in every round that was not chosen", setting(lambda _: {"r": "0"})),
    Slip(
        "took 1 - r for r",
        setting(lambda known: {"r": str(1 - Fraction(known["r"]))} if "r" in known else {}),
    ),
    Slip(
        "always reported in the first m rounds", of_rounds(rounds(lambda *_: 0)), law=in_rounds(lambda *_: 0)
    ),
    Slip(
        "always reported in the last m rounds",
        of_rounds(rounds(lambda T, m: T - m)),
        law=in_rounds(lambda T, m: T - m),
    ),
    Slip("took every state, or every column, in reverse order", reading(backwards)),
    Slip("inverted every state before it reported", reading(inverted)),
    Slip("sent everything in reverse order", sent=lambda text: behind(text, backwards)),
    *(
        Slip(f"inverted character {place + 1} of what it sent", sent=one_inverted(place))
        for place in range(PLACES)
    ),
    Slip("ignored m, and reported once", setting(lambda known: {"m": "1"} if "m" in known else {})),
    Slip(
        "reported in every round",
        setting(lambda known: {"m": known["T"]} if "m" in known and "T" in known else {}),
    ),
    Slip("spent the whole budget on each report", budgeting(whole_budget)),
    Slip("took one report's budget for the one of all", budgeting(one_reports)),
    Slip("took powers of 2 for powers of e", budgeting(base_two)),
    Slip("drew the rounds, or the row, after the reports", tossing(late)),
    Slip(
        "read one byte for a decision, and not 16", tossing(lambda head, rest, _: head + byte_by_byte(rest))
    ),
    Slip(
        "took the last byte of a block for the most significant one",
        tossing(lambda head, rest, _: head + turned(rest, BLOCK)),
    ),
    Slip(
        "took the last byte of a number for the most significant one",
        tossing(lambda head, rest, _: turned(head, 2) + rest),
    ),
    Slip("gave the opposite sign", said=numbers("estimates", lambda number, _: -number)),
    Slip(
        "forgot to divide by the number of people",
        said=numbers("estimates", lambda number, request: number * people(request)),
    ),
    Slip(
        "divided by the number of people once too often",
        said=numbers("estimates", lambda number, request: number / people(request)),
    ),
    Slip("took the collision probability to be 0", setting(lambda _: {"collision": "0"})),
    Slip("decided the other way", said=lambda _, answer: decided(answer)),
    Slip("gave the square of the value", said=numbers("value", lambda number, _: number * number)),
    Slip("gave the value with the opposite sign", said=numbers("value", lambda number, _: -number)),
    Slip("gave 1 over the value", said=numbers("value", lambda number, _: 1 / number if number else None)),
)
"""The plainest first."""


def each_explained(replayed: Iterable[Replayed]) -> Mapping[str, Explanation]:
    """By op, what explains the differences, where anything does."""
    by_op: dict[str, list[Replayed]] = {}
    for each in replayed:
        by_op.setdefault(str(each.vector.request["op"]), []).append(each)
    found = {op: explained(some) for op, some in by_op.items()}
    return {op: each for op, each in found.items() if each is not None}
