"""What a solver's process writes: a reply, as one line of JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum

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


def line(reply: Reply) -> str:
    """The line that says a reply."""
    return json.dumps(asdict(reply))


def parse(text: bytes) -> Reply:
    """The reply that a line says, or a ValueError."""
    try:
        found: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    match found:
        case {"answer": answer, "version": str(version), "model": dict(model), "reason": str(reason)}:
            values = {str(name): str(value) for name, value in model.items()}
            return Reply(Answer(answer), shown(version), values, shown(reason))
        case _:
            raise ValueError("not a reply")


def shown(text: str) -> str:
    """A text by others, on one line and not too long."""
    return "".join(character if character.isprintable() else " " for character in text[:SHOWN])
