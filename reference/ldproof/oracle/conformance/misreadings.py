"""What can be understood otherwise: parameters, the budget, an input, and the order and meaning of coins."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod

from ldproof.catalogue import MECHANISMS, mechanism
from ldproof.exact import BY_SECRET
from ldproof.oracle.conformance.observations import Chances, law
from ldproof.oracle.conformance.slip import Laws, Requests, asked, given
from ldproof.oracle.vectors.draws import compared
from ldproof.programs.messages import Message

BLOCK = BY_SECRET.length
"""The bytes of a decision."""


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
        tape, used = bytes.fromhex(coins), read(request)
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


Chosen = Callable[[bytes, Collection[bytes]], bool]
"""Whether a block is meant, given the blocks that tie."""


def decoyed(block: bytes, ties: Collection[bytes]) -> bool:
    """Whether another block is read after this one as it is a decoy, and for no other reason."""
    return not any(block[-BY_SECRET.decoy :]) and block not in ties


def tied(block: bytes, ties: Collection[bytes]) -> bool:
    """Whether it is as this one ties, and for no other reason."""
    return any(block[-BY_SECRET.decoy :]) and block in ties


def stopping(chosen: Chosen, step: int) -> Requests:
    """Some of the blocks after which another one is read, moved by so little that none is."""

    def requests(request: Message) -> Iterator[Message]:
        coins, name, secret = (request.get(member) for member in ("coins", "mechanism", "input"))
        if not (isinstance(coins, str) and isinstance(secret, str) and name in MECHANISMS.ours):
            return
        known, taken = mechanism(str(name), given(request)), read(request)
        ties = {each.prefix(BLOCK) for each in compared(known, secret)} if taken else set[bytes]()
        tape, at = bytes.fromhex(coins), taken % BLOCK
        while at < taken:
            block = tape[at : at + BLOCK]
            moved = int.from_bytes(block) + step
            if chosen(block, ties) and 0 <= moved < 1 << 8 * BLOCK:
                other = tape[:at] + moved.to_bytes(BLOCK) + tape[at + BLOCK :]
                if 0 < (less := read({**request, "coins": other.hex()})) < taken:
                    tape, taken = other, less
            at += BLOCK
        yield {**request, "coins": tape.hex()}

    return requests


def read(request: Message) -> int:
    """The bytes of coins that are taken; none where there is no answer."""
    return next((taken[0] for answer in asked(request) if isinstance(taken := answer["taken"], list)), 0)


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
