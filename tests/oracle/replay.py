"""Replays of test vectors against the reference."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ldproof.errors import Refused
from ldproof.oracle.vectors import Vector, recompute_vector
from ldproof.programs.program import Message


def difference_from_vector(vector: Vector, answered: Callable[[Message], Message]) -> str:
    """Return the answer that differs from the vector, or the empty text."""
    try:
        answer = answered(vector.request)
    except Refused as refusal:
        return "" if refusal.reason == vector.reason else f"refused: {refusal}"
    if vector.answer is None:
        return f"not refused: {answer}"
    if not is_consistent_answer(vector.answer, answer):
        return f"{answer}"
    return "" if vector.kind != "privacy" or attains_odds(vector) else "another pair or event"


def attains_odds(vector: Vector) -> bool:
    """Return whether, by the reference, this pair and this event still attain the tight odds."""
    return recompute_vector(vector).more == vector.more


# Whether an answer is the one that a vector gives: the same word for word, but for two enclosures of one number.


def is_consistent_answer(said: object, told: object) -> bool:
    """Return whether an answer has what is expected: all members of an object, and a law in any order."""
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
    """Return whether a number between two decimals can be the exact or enclosed one of an answer."""
    rest = {name: each for name, each in said.items() if name not in ("lower", "upper")}
    if not is_consistent_answer(rest, told):
        return False
    ends = (told.get("exact", told.get("lower")), told.get("exact", told.get("upper")))
    if not all(isinstance(each, str) and each != "inf" for each in ends):
        return False
    low, high = (Fraction(str(each)) for each in ends)
    return low <= Fraction(str(said["upper"])) and Fraction(str(said["lower"])) <= high


def sort_law(things: list[object]) -> list[object]:
    """Return the entries of a law sorted by output; anything else as it is."""
    if all(isinstance(each, Mapping) and "output" in each for each in things):
        return sorted(things, key=lambda each: str(each["output"]) if isinstance(each, Mapping) else "")
    return things
