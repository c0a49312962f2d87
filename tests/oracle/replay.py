"""Replaying a vector: what is answered otherwise than it says."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ldproof.errors import Refused
from ldproof.oracle.vectors import Vector, answer_again
from ldproof.programs.messages import Message


def differs(vector: Vector, answered: Callable[[Message], Message]) -> str:
    """What is answered instead; the empty text if it is what the vector says."""
    try:
        answer = answered(vector.request)
    except Refused as refusal:
        return "" if refusal.reason == vector.reason else f"refused: {refusal}"
    if vector.answer is None:
        return f"not refused: {answer}"
    if not is_consistent_answer(vector.answer, answer):
        return f"{answer}"
    return "" if vector.kind != "privacy" or attains(vector) else "another pair or event"


def attains(vector: Vector) -> bool:
    """Whether the reference still says that this pair and this event attain the tight odds."""
    return answer_again(vector).more == vector.more


# Whether an answer is the one that a vector gives: the same word for word, but for two enclosures of one number.


def is_consistent_answer(said: object, told: object) -> bool:
    """Whether what is told can be what is said: all members of an object, and of a law whatever its order."""
    if isinstance(said, Mapping):
        if not isinstance(told, Mapping):
            return False
        if "lower" in said:
            return is_consistent_enclosure(said, told)
        return all(name in told and is_consistent_answer(each, told[name]) for name, each in said.items())
    if isinstance(said, list):
        if not isinstance(told, list) or len(said) != len(told):
            return False
        return all(map(is_consistent_answer, sort_law(said), sort_law(told)))
    return type(said) is type(told) and said == told


def is_consistent_enclosure(said: Mapping[str, object], told: Mapping[str, object]) -> bool:
    """Whether a number between two decimals can be the one that is told, exactly or between two others."""
    rest = {name: each for name, each in said.items() if name not in ("lower", "upper")}
    if not is_consistent_answer(rest, told):
        return False
    ends = (told.get("exact", told.get("lower")), told.get("exact", told.get("upper")))
    if not all(isinstance(each, str) and each != "inf" for each in ends):
        return False
    low, high = (Fraction(str(each)) for each in ends)
    return low <= Fraction(str(said["upper"])) and Fraction(str(said["lower"])) <= high


def sort_law(things: list[object]) -> list[object]:
    """The probabilities of a law by their outputs; anything else as it stands."""
    if all(isinstance(each, Mapping) and "output" in each for each in things):
        return sorted(things, key=lambda each: str(each["output"]) if isinstance(each, Mapping) else "")
    return things
