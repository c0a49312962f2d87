"""Known mistakes: what a program that makes one would answer."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

from ldproof.chi2.mechanism import ChiSquared
from ldproof.chi2.tables import Region
from ldproof.errors import Refused
from ldproof.oracle.conformance.comparison import parse_interval
from ldproof.oracle.conformance.observations import Chances, listed_law, pushforward_law
from ldproof.oracle.operations import answer_request
from ldproof.oracle.steps import BLOCK, compared_probabilities
from ldproof.programs.program import Message, encode_line, parse_line
from ldproof.registry import MECHANISMS, make_mechanism
from ldproof.sampling import BY_SECRET

# A mistake: what a program that makes a known mistake would answer, from the reference's own answers.

Requests = Callable[[Message], Iterator[Message]]
"""Maps a request to the requests that a mistaken program may read in it."""

Sent = Callable[[str], str]
"""Maps a right output to the one that a mistaken program sends."""

Said = Callable[[Message, Message], Sequence[Message]]
"""Maps a request and its right answer to the possible mistaken answers; none if the mistake does not concern it."""

Laws = Callable[[str, Mapping[str, str], str], Iterator[Chances]]
"""Maps a mechanism, its parameters and an input to the mistaken law, if it does not follow from the other changes."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake: words that follow `your program ...`, and a change of requests, outputs, answers or laws."""

    words: str
    understood: Requests | None = None
    sent: Sent | None = None
    said: Said | None = None
    law: Laws | None = None

    def misread_requests(self, request: Message) -> list[Message]:
        """The requests that a request is read as; itself if the mistake is made after reading it."""
        if self.understood is None:
            return [request]
        return [each for each in self.understood(request) if each != request]

    def may_read_right(self, request: Message) -> bool:
        """Whether a program with this mistake may read a request as it is."""
        return self.understood is not None and request in self.understood(request)

    def mistaken_answers(self, request: Message) -> Iterator[Message]:
        """The answers to a request that a program with this mistake may give."""
        for each in self.misread_requests(request):
            for answer in reference_answers(each):
                yield from self.changed_answers(request, answer)

    def would_refuse(self, request: Message) -> bool:
        """Whether the reference refuses every request that this mistake makes of a request."""
        others = [] if self.understood is None else self.misread_requests(request)
        return bool(others) and not any(map(reference_answers, others))

    def changed_answers(self, request: Message, answer: Message) -> Sequence[Message]:
        """Return the possible mistaken answers in the place of a right one; none if the mistake does not concern it."""
        if self.said is not None:
            return self.said(request, answer)
        if self.sent is None:
            return [answer]
        outputs = answer.get("outputs")
        if isinstance(outputs, list) and all(isinstance(each, str) for each in outputs):
            return [{"outputs": [self.sent(each) for each in outputs]}]
        return []

    def mistaken_laws(self, name: str, parameters: Mapping[str, str], secret: str) -> Iterator[Chances]:
        """The laws of outputs under this mistake that differ from the right one."""
        if self.law is not None:
            yield from self.law(name, parameters, secret)
            return
        request = {"op": "law", "mechanism": name, "parameters": parameters, "input": secret}
        for each in self.misread_requests(request):
            with suppress(Refused, ArithmeticError):
                chances = listed_law(make_mechanism(name, given_parameters(each)), str(each["input"]))
                changed = chances if self.sent is None else pushforward_law(chances, self.sent)
                if self.said is None and changed != listed_law(make_mechanism(name, parameters), secret):
                    yield changed


def reference_answers(request: Message) -> tuple[Message, ...]:
    """The reference's answer in a tuple, which is empty if it refuses."""
    return cached_answers(encode_line(request))


@lru_cache(maxsize=1 << 12)
def cached_answers(line: bytes) -> tuple[Message, ...]:
    """The reference's answer to a line, cached: most mistakes change the answer to the same request."""
    try:
        return (answer_request(parse_line(line)),)
    except (Refused, ArithmeticError):
        return ()


def given_parameters(request: Message) -> dict[str, str]:
    """The parameters of a request."""
    parameters = request.get("parameters")
    return dict(parameters) if isinstance(parameters, Mapping) else {}


# What can be understood otherwise: parameters, the budget, an input, and the order and meaning of coins.


def misread_parameters(change: Callable[[dict[str, str]], Mapping[str, str]]) -> Requests:
    """The mistake of reading some parameters as other values."""
    return lambda request: iter(
        [{**request, "parameters": {**given_parameters(request), **change(given_parameters(request))}}]
    )


def whole_budget(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The mistake of taking the whole budget for each report's: the changed parameters."""
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


def report_budget(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The mistake of taking one report's budget for the whole: the changed parameters."""
    rest = {name: each for name, each in parameters.items() if name != "report_odds"}
    if "report_odds" in parameters:
        yield {**rest, "odds": parameters["report_odds"]}


def base_two(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The mistake of taking powers of 2 for powers of e: the changed parameters."""
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


def misread_budget(change: Callable[[Mapping[str, str]], Iterator[dict[str, str]]]) -> Requests:
    """The mistake of reading the budget as another one."""
    return lambda request: ({**request, "parameters": each} for each in change(given_parameters(request)))


def reverse_text(text: str) -> str:
    """Reverse the order of a text's comma-separated parts, or of its characters if it has no comma."""
    return ",".join(reversed(text.split(","))) if "," in text else text[::-1]


def invert_bits(text: str) -> str:
    """Invert all bits of a text."""
    return text.translate(str.maketrans("01", "10"))


def misread_input(change: Callable[[str], str]) -> Requests:
    """The mistake of reading the input as another one."""
    return lambda request: iter(
        [{**request, "input": change(secret)}] if isinstance(secret := request.get("input"), str) else []
    )


def misread_coins(change: Callable[[bytes, bytes, Message], bytes]) -> Requests:
    """The mistake of reading coins otherwise, given those before the blocks of decisions, and the blocks."""

    def changed_requests(request: Message) -> Iterator[Message]:
        coins = request.get("coins")
        if not isinstance(coins, str):
            return
        tape, used = bytes.fromhex(coins), bytes_read(request)
        for head in range(used % BLOCK, used, BLOCK):
            changed = change(tape[:head], tape[head:used], request) + tape[used:]
            yield {**request, "coins": changed.hex()}

    return changed_requests


def byte_by_byte(blocks: bytes) -> bytes:
    """For each byte a block of coins that begins with it and is no decoy."""
    return b"".join(bytes([each]) + b"\x80" * (BLOCK - 1) for each in blocks)


def rotate_coins(head: bytes, rest: bytes, _: Message) -> bytes:
    """The coins with `head` moved to the end: the last part is read first."""
    tape = head + rest
    return tape[len(rest) :] + tape[: len(rest)]


def reverse_bytes(data: bytes, size: int) -> bytes:
    """Bytes in which each group of `size` is reversed."""
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


Chosen = Callable[[bytes, Collection[bytes]], bool]
"""Whether a mistake concerns a block, given the blocks that tie."""


def is_only_decoy(block: bytes, ties: Collection[bytes]) -> bool:
    """Whether a block makes the reader go on because it is a decoy, and for no other reason."""
    return not any(block[-BY_SECRET.decoy :]) and block not in ties


def is_only_tie(block: bytes, ties: Collection[bytes]) -> bool:
    """Whether a block makes the reader go on because it ties, and for no other reason."""
    return any(block[-BY_SECRET.decoy :]) and block in ties


def stop_at_blocks(chosen: Chosen, step: int) -> Requests:
    """The mistake of stopping after a `chosen` block, where the reference reads on.

    In the coins, the block's number is changed by `step`, so that the reference stops there too; later coins stay.
    """

    def stopping_requests(request: Message) -> Iterator[Message]:
        coins, name, secret = (request.get(member) for member in ("coins", "mechanism", "input"))
        if not (isinstance(coins, str) and isinstance(secret, str) and name in MECHANISMS.ours):
            return
        known, taken = make_mechanism(str(name), given_parameters(request)), bytes_read(request)
        ties = (
            {each.prefix(BLOCK) for each in compared_probabilities(known, secret)} if taken else set[bytes]()
        )
        tape, at = bytes.fromhex(coins), taken % BLOCK
        while at < taken:
            block = tape[at : at + BLOCK]
            moved = int.from_bytes(block) + step
            if chosen(block, ties) and 0 <= moved < 1 << 8 * BLOCK:
                other = tape[:at] + moved.to_bytes(BLOCK) + tape[at + BLOCK :]
                if 0 < (less := bytes_read({**request, "coins": other.hex()})) < taken:
                    tape, taken = other, less
            at += BLOCK
        yield {**request, "coins": tape.hex()}

    return stopping_requests


def bytes_read(request: Message) -> int:
    """The number of bytes of coins that the reference reads; 0 if it refuses."""
    return next(
        (taken[0] for answer in reference_answers(request) if isinstance(taken := answer["taken"], list)), 0
    )


def consecutive_round_coins(first: Callable[[int, int], int]) -> Callable[[bytes, bytes, Message], bytes]:
    """Coins that choose m rounds in a row, the first of them given T and m."""

    def choose_in_a_row(_: bytes, rest: bytes, request: Message) -> bytes:
        known = given_parameters(request)
        T, m = int(known["T"]), int(known.get("m", "1"))
        numbers = b"".join((first(T, m) + at).to_bytes(bytes_per_number(T - m + at + 1)) for at in range(m))
        return numbers + rest

    return choose_in_a_row


def consecutive_round_law(first: Callable[[int, int], int]) -> Laws:
    """The law of who reports in m rounds in a row, and sends dummies in the others."""

    def law_in_a_row(name: str, parameters: Mapping[str, str], secret: str) -> Iterator[Chances]:
        if name != "shots.report":
            return
        T, m, r = int(parameters["T"]), int(parameters["m"]), Fraction(parameters.get("r", "0"))
        start = first(T, m)
        end = start + m
        reports = listed_law(make_mechanism(name, {**parameters, "T": str(m)}), secret[start:end])
        sent = map("".join, product("01", repeat=T))
        dummies = ((each, [r if bit == "1" else 1 - r for bit in each[:start] + each[end:]]) for each in sent)
        yield {each: prod(chances, start=reports[each[start:end]]) for each, chances in dummies}

    return law_in_a_row


def bytes_per_number(bound: int) -> int:
    """The number of bytes in which a number below a bound is drawn."""
    return ((bound - 1).bit_length() + 7) // 8 + 1


def misread_round_coins(change: Callable[[bytes, bytes, Message], bytes]) -> Requests:
    """The mistake of reading coins otherwise, where rounds are chosen."""
    return lambda request: (
        misread_coins(change)(request) if given_parameters(request).get("T", "").isdigit() else iter(())
    )


# Known mistakes: the mistakes that are named where they reproduce what a program says.

PLACES = 16
"""The number of places in which an inverted bit is tried."""


def change_after_row(text: str, change: Callable[[str], str]) -> str:
    """Change what follows the row, where an output names one."""
    row, colon, content = text.rpartition(":")
    return f"{row}{colon}{change(content)}"


def clear_bits(text: str) -> str:
    """Clear all bits of an output."""
    return change_after_row(text, lambda content: content.replace("1", "0"))


def shift_places(places: int) -> Sent:
    """Move every part of an output some places later; the last ones come to the front."""

    def shift_parts(content: str) -> str:
        parts = content.split(",") if "," in content else [*content]
        return ("," if "," in content else "").join(parts[-places:] + parts[:-places])

    return lambda text: change_after_row(text, shift_parts)


def increment_number(text: str) -> str:
    """Add 1 to the number that follows the row."""
    return change_after_row(
        text, lambda content: str(int(content) + 1) if ":" in text and content.isdecimal() else content
    )


def increment_row(text: str) -> str:
    """Add 1 to the row."""
    row, colon, content = text.rpartition(":")
    return f"{int(row) + 1}:{content}" if colon and row.isdecimal() else text


def reorder_estimates(change: Callable[[list[object]], list[object]]) -> Said:
    """The mistake of giving the estimates in another order."""

    def answer_reordered(_: Message, answer: Message) -> Sequence[Message]:
        found = answer.get("estimates")
        new = change(found) if isinstance(found, list) else found
        return [] if new == found else [{"estimates": new}]

    return answer_reordered


def invert_bit_at(place: int) -> Sent:
    """Invert one bit of a text."""
    return lambda text: text[:place] + invert_bits(text[place : place + 1]) + text[place + 1 :]


def change_number(member: str, change: Callable[[Fraction, Message], Fraction | None]) -> Said:
    """The mistake of giving a changed member of an answer, with each end of an interval changed."""

    def change_each_end(thing: object, request: Message) -> object:
        number = parse_interval(thing)
        if number is None:
            return thing
        ends = [change(each, request) for each in (number.low, number.high)]
        if None in ends or ends == [number.low, number.high]:
            return thing
        low, high = sorted(each for each in ends if each is not None)
        if low == high:
            return {"exact": f"{low.numerator}/{low.denominator}"}
        return {"lower": str(float(low)), "upper": str(float(high))}

    def answer_changed(request: Message, answer: Message) -> Sequence[Message]:
        thing = answer.get(member)
        if thing is None:
            return []
        new = (
            [change_each_end(each, request) for each in thing]
            if isinstance(thing, list)
            else change_each_end(thing, request)
        )
        return [] if new == thing else [{member: new}]

    return answer_changed


def people_count(request: Message) -> Fraction:
    """Return the parameter N of a request, 1 if it is not given."""
    return Fraction(given_parameters(request).get("N", "1"))


def invert_decisions(_: Message, answer: Message) -> Sequence[Message]:
    """Invert every decision."""
    other = {"up": "down", "down": "up", "0": "1", "1": "0"}
    words = answer.get("decisions")
    return [{"decisions": [other[str(each)] for each in words]}] if isinstance(words, list) else []


def decide_at_tau(request: Message, answer: Message) -> Sequence[Message]:
    """Decide 1 also for the tables whose statistic is tau."""
    tables, name = request.get("tables"), str(request.get("mechanism"))
    if not (isinstance(tables, list) and name in MECHANISMS.ours):
        return []
    known = make_mechanism(name, given_parameters(request))
    if not isinstance(known, ChiSquared):
        return []
    region = Region(known.m1, known.m2, known.test.tau, closed=True)
    new = [str(int(region.has(each.a, each.b))) for each in map(known.secrets.read, tables)]
    return [] if new == answer.get("decisions") else [{"decisions": new}]


def decide_above_theta(request: Message, answer: Message) -> Sequence[Message]:
    """Decide down also in the rounds whose estimate is theta.

    Where an estimate cannot be told from theta, floats fall on either side of it: then two answers are possible.
    """
    given, decisions = given_parameters(request), answer.get("decisions")
    if "theta" not in given or not isinstance(decisions, list):
        return []
    theta = Fraction(given.pop("theta"))
    for found in reference_answers({**request, "op": "estimate", "parameters": given}):
        estimates = found["estimates"]
        if isinstance(estimates, list):
            intervals = [*map(parse_interval, estimates)]
            ties = [each is not None and each.low == theta == each.high for each in intervals]
            near = [each is not None and each.low <= theta <= each.high for each in intervals]
            possible = [
                ["down" if tie else said for tie, said in zip(places, decisions, strict=True)]
                for places in (ties, near)
            ]
            return [] if possible[1] == decisions else [{"decisions": each} for each in possible]
    return []


MISTAKES: Sequence[Mistake] = (
    Mistake("always sent 0", sent=clear_bits),
    Mistake("inverted every bit that it sent", sent=lambda text: change_after_row(text, invert_bits)),
    Mistake(
        "ignored r, and sent 0 in every round that was not chosen", misread_parameters(lambda _: {"r": "0"})
    ),
    Mistake(
        "took 1 - r for r",
        misread_parameters(
            lambda known: {"r": str(1 - Fraction(known.get("r", "0")))} if "m" in known else {}
        ),
    ),
    Mistake(
        "always reported in the first m rounds",
        misread_round_coins(consecutive_round_coins(lambda *_: 0)),
        law=consecutive_round_law(lambda *_: 0),
    ),
    Mistake(
        "always reported in the last m rounds",
        misread_round_coins(consecutive_round_coins(lambda T, m: T - m)),
        law=consecutive_round_law(lambda T, m: T - m),
    ),
    Mistake("took every state, or every column, in reverse order", misread_input(reverse_text)),
    Mistake("inverted every state before it reported", misread_input(invert_bits)),
    Mistake("sent everything in reverse order", sent=lambda text: change_after_row(text, reverse_text)),
    Mistake("sent everything one place late", sent=shift_places(1)),
    Mistake("sent everything one place early", sent=shift_places(-1)),
    Mistake("sent 0 where nothing is to be sent", sent=lambda text: text.replace("-", "0")),
    Mistake("numbered columns from 1", sent=increment_number),
    Mistake("numbered rows from 1", sent=increment_row),
    *(
        Mistake(f"inverted character {place + 1} of what it sent", sent=invert_bit_at(place))
        for place in range(PLACES)
    ),
    Mistake(
        "ignored m, and reported once", misread_parameters(lambda known: {"m": "1"} if "m" in known else {})
    ),
    Mistake(
        "reported in every round",
        misread_parameters(lambda known: {"m": known["T"]} if "m" in known and "T" in known else {}),
    ),
    Mistake("spent the whole budget on each report", misread_budget(whole_budget)),
    Mistake("took one report's budget for the one of all", misread_budget(report_budget)),
    Mistake("took powers of 2 for powers of e", misread_budget(base_two)),
    Mistake("drew the rounds, or the row, after the reports", misread_coins(rotate_coins)),
    Mistake("did not read on after a decoy", stop_at_blocks(is_only_decoy, 1)),
    Mistake("did not read on after a tie, and took it for a no", stop_at_blocks(is_only_tie, 1)),
    Mistake("did not read on after a tie, and took it for a yes", stop_at_blocks(is_only_tie, -1)),
    Mistake(
        "read one byte for a decision, and not 16",
        misread_coins(lambda head, rest, _: head + byte_by_byte(rest)),
    ),
    Mistake(
        "took the last byte of a block for the most significant one",
        misread_coins(lambda head, rest, _: head + reverse_bytes(rest, BLOCK)),
    ),
    Mistake(
        "took the last byte of a number for the most significant one",
        misread_coins(lambda head, rest, _: reverse_bytes(head, 2) + rest),
    ),
    Mistake("gave the opposite sign", said=change_number("estimates", lambda number, _: -number)),
    Mistake(
        "forgot to divide by the number of people",
        said=change_number("estimates", lambda number, request: number * people_count(request)),
    ),
    Mistake(
        "divided by the number of people once too often",
        said=change_number("estimates", lambda number, request: number / people_count(request)),
    ),
    Mistake("gave the estimates in reverse order", said=reorder_estimates(lambda found: found[::-1])),
    Mistake(
        "gave the estimates one place late", said=reorder_estimates(lambda found: found[-1:] + found[:-1])
    ),
    Mistake(
        "gave the estimates one place early", said=reorder_estimates(lambda found: found[1:] + found[:1])
    ),
    Mistake(
        "cut the estimates off at 0 and 1",
        said=change_number("estimates", lambda number, _: min(max(number, Fraction(0)), Fraction(1))),
    ),
    Mistake("took the collision probability to be 0", misread_parameters(lambda _: {"collision": "0"})),
    Mistake("decided the other way", said=invert_decisions),
    Mistake("decided 1 by >= tau, where the reference does by > tau", said=decide_at_tau),
    Mistake("decided up by > theta, where the reference does by >= theta", said=decide_above_theta),
    Mistake("gave the square of the value", said=change_number("value", lambda number, _: number * number)),
    Mistake("gave the value with the opposite sign", said=change_number("value", lambda number, _: -number)),
    Mistake(
        "gave 1 over the value", said=change_number("value", lambda number, _: 1 / number if number else None)
    ),
)
"""All known mistakes, the plainest first."""
