"""Whether an answer is the one that a vector gives: the same word for word, but for two enclosures of one number."""

from collections.abc import Mapping
from fractions import Fraction


def agrees(said: object, told: object) -> bool:
    """Whether what is told can be what is said: all members of an object, and of a law whatever its order."""
    if isinstance(said, Mapping):
        if not isinstance(told, Mapping):
            return False
        if "lower" in said:
            return enclosed(said, told)
        return all(name in told and agrees(each, told[name]) for name, each in said.items())
    if isinstance(said, list):
        if not isinstance(told, list) or len(said) != len(told):
            return False
        return all(map(agrees, ordered(said), ordered(told)))
    return type(said) is type(told) and said == told


def enclosed(said: Mapping[str, object], told: Mapping[str, object]) -> bool:
    """Whether a number between two decimals can be the one that is told, exactly or between two others."""
    rest = {name: each for name, each in said.items() if name not in ("lower", "upper")}
    if not agrees(rest, told):
        return False
    ends = (told.get("exact", told.get("lower")), told.get("exact", told.get("upper")))
    if not all(isinstance(each, str) and each != "inf" for each in ends):
        return False
    low, high = (Fraction(str(each)) for each in ends)
    return low <= Fraction(str(said["upper"])) and Fraction(str(said["lower"])) <= high


def ordered(things: list[object]) -> list[object]:
    """The probabilities of a law by their outputs; anything else as it stands."""
    if all(isinstance(each, Mapping) and "output" in each for each in things):
        return sorted(things, key=lambda each: str(each["output"]) if isinstance(each, Mapping) else "")
    return things
