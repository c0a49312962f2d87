"""Replays of test vectors against the reference."""

from collections.abc import Callable

from ldproof.errors import Refused
from ldproof.oracle.vectors import Vector
from ldproof.oracle.vectors.laws import mechanism_privacy_case
from ldproof.oracle.vectors.vector import is_consistent_answer
from ldproof.programs.messages import Message


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
    name, given, said = vector.request["mechanism"], vector.request["parameters"], vector.more["attained"]
    if not (isinstance(name, str) and isinstance(given, dict) and isinstance(said, dict)):
        raise TypeError(vector)
    return any(each.more == vector.more for each in mechanism_privacy_case(name, given, said["level"]))
