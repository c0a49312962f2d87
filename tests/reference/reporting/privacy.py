"""How far two people are apart, and how far the laws of what they send."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

Row = tuple[int, ...]
Sent = TypeVar("Sent", tuple[int, ...], tuple[int | None, ...])


def distance(one: Row, other: Row) -> int:
    """The number of rounds in which two people differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def largest_ratio(one: Mapping[Sent, Fraction], other: Mapping[Sent, Fraction]) -> Fraction:
    """The largest ratio of two laws with the same support."""
    assert one.keys() == other.keys()
    return max(share / other[sent] for sent, share in one.items())
