"""What is said to a solver's process and by it: a question and a reply, each one line of JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import sha256

SHOWN = 200
"""The most characters of a text by others that a reader is shown."""


class Answer(StrEnum):
    """Whether a script can be satisfied."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reply:
    """A solver's answer, the numbers in its model, and the reason if it has no answer."""

    answer: Answer
    version: str = ""
    model: Mapping[str, str] = field(default_factory=dict)
    """The value of each constant: `numerator/denominator`, or a description of an irrational number."""
    reason: str = ""


def digest(script: str) -> str:
    """What identifies a script: a reply says which one it answers, and is remembered by it."""
    return sha256(script.encode()).hexdigest()


def question(script: str, seconds: float) -> str:
    """The line that asks about a script, to be answered in so many seconds of processor time."""
    return json.dumps([script, seconds])


def asked(text: str) -> tuple[str, float]:
    """The script and the seconds of a question."""
    script, seconds = json.loads(text)
    return str(script), float(seconds)


def line(reply: Reply, script: str) -> str:
    """The line that replies to a script."""
    return json.dumps({"about": digest(script), **asdict(reply)})


def parse(text: bytes, script: str) -> Reply:
    """The reply to a script that a line says, or a ValueError."""
    try:
        found: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    match found:
        case {"about": about, **reply} if about == digest(script):
            return as_reply(reply)
        case _:
            raise ValueError("not a reply to this question")


def as_reply(found: object) -> Reply:
    """The reply that a JSON object says, or a ValueError."""
    match found:
        case {"answer": answer, "version": str(version), "model": dict(model), "reason": str(reason)}:
            values = {str(name): str(value) for name, value in model.items()}
            return Reply(Answer(answer), shown(version), values, shown(reason))
        case _:
            raise ValueError("not a reply")


def shown(text: str) -> str:
    """A text by others, on one line and not too long."""
    return "".join(character if character.isprintable() else " " for character in text[:SHOWN])
