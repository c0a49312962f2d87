"""Replaying vectors: the first that is answered otherwise than it says."""

from collections.abc import Callable, Iterable

from ldproof.oracle.vectors import Vector
from ldproof.oracle.vectors.agreement import agrees
from ldproof.programs.messages import Message
from ldproof.rejections import Refused


def differs(vector: Vector, answered: Callable[[Message], Message]) -> str:
    """What is answered instead; the empty text if it is what the vector says."""
    try:
        answer = answered(vector.request)
    except Refused as refusal:
        return "" if refusal.reason == vector.reason else f"refused: {refusal}"
    if vector.answer is None:
        return f"not refused: {answer}"
    return "" if agrees(vector.answer, answer) else f"{answer}"


def first_difference(vectors: Iterable[Vector], answered: Callable[[Message], Message]) -> str:
    """The first vector with another answer, and that."""
    for vector in vectors:
        if found := differs(vector, answered):
            return f"{vector.kind} {vector.id}: {found}"
    return ""
