"""Replaying vectors: what a program answers to each, and where that differs from what it must."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ldproof.codec.values import shortened
from ldproof.oracle.conformance.comparison import ULPS, Difference, difference
from ldproof.oracle.ops import DIGITS
from ldproof.oracle.vectors import Vector
from ldproof.programs import Program
from ldproof.programs.messages import Message
from ldproof.rejections import Refused

LONGEST = 1 << 16
"""The characters of an answer that is kept, as slips are sought in it: thousands of longer ones would fill the memory."""


class Outcome(StrEnum):
    """What became of a vector."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNSUPPORTED = "unsupported"
    """The program says that it cannot do such things."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A vector, and what the program answered."""

    vector: Vector
    outcome: Outcome
    answer: Message
    """Nothing in the place of a long one."""
    difference: Difference | None = None


def replay(
    program: Program,
    vectors: Iterable[Vector],
    ulps: int = ULPS,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[Replayed]:
    """Each in turn; a program that falls silent is refused, with the vector at which it did."""
    for vector in vectors:
        op = str(vector.request["op"])
        members = {name: thing for name, thing in vector.request.items() if name != "op"}
        try:
            answer = program.reply(op, **members)
        except Refused as failure:
            raise Refused(
                failure.reason, f"{failure.what}; that was at vector {name_of(vector)}", failure.accepted
            ) from failure
        yield judged(vector, answer, ulps)
        watch()


def judged(vector: Vector, answer: Message, ulps: int) -> Replayed:
    """What an answer to a vector is worth."""
    kept = answer if len(str(answer)) <= LONGEST else {}
    if "unsupported" in answer:
        return Replayed(vector, Outcome.UNSUPPORTED, kept)
    found = refusal(vector, answer) if vector.answer is None else accepted(vector, answer, ulps)
    return Replayed(vector, Outcome.AGREES if found is None else Outcome.DIFFERS, kept, found)


def refusal(vector: Vector, answer: Message) -> Difference | None:
    """Whether what must be refused is, and by its reason if there is one."""
    wanted = f"a refusal, {vector.reason}"
    if "error" not in answer:
        return Difference("the request", wanted, f"an answer, {said(answer)}")
    given = answer.get("reason", vector.reason)
    return None if given == vector.reason else Difference("reason", str(vector.reason), shortened(str(given)))


def accepted(vector: Vector, answer: Message, ulps: int) -> Difference | None:
    """Whether what must be answered is, as it must be."""
    expected = vector.answer or {}
    if "error" in answer:
        return Difference(next(iter(expected)), "an answer", f"a refusal, {said(answer)}")
    digits = vector.request.get("digits", DIGITS)
    return difference(expected, answer, ulps, digits if isinstance(digits, int) else DIGITS)


def said(answer: Message) -> str:
    """An answer in one short line."""
    return shortened(repr({name: thing for name, thing in answer.items() if name != "id"}))[1:-1]


def name_of(vector: Vector) -> str:
    """A vector as it is listed: its kind and its id."""
    return f"{vector.kind}/{vector.id}"
