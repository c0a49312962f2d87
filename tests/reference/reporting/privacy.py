"""Privacy by brute force: what a mechanism states, against the laws of all that its people can send."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

from ldproof.mechanisms import Level, Mechanism

Row = tuple[int, ...]
Sent = TypeVar("Sent", tuple[int, ...], tuple[int | None, ...])


def distance(one: Row, other: Row) -> int:
    """The number of rounds in which two people differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def largest_ratio(one: Mapping[Sent, Fraction], other: Mapping[Sent, Fraction]) -> Fraction:
    """The largest ratio of two laws with the same support."""
    assert one.keys() == other.keys()
    return max(share / other[sent] for sent, share in one.items())


def check_stated_privacy(
    mechanism: Mechanism[Row, Sent], level: Level, laws: Mapping[Row, Mapping[Sent, Fraction]]
) -> Fraction:
    """The largest ratio over all neighbours, which is what is stated.

    The stated pair are neighbours, their event has these odds, and no neighbours reach them in a likelier event.
    """
    stated = mechanism.privacy(level)
    pairs = [
        (laws[one], laws[other])
        for one, other in product(laws, repeat=2)
        if (distance(one, other) == 1 if level == "event" else one != other)
    ]
    odds = max(largest_ratio(one, other) for one, other in pairs)
    assert stated.odds == odds
    likely, unlikely = (
        sum((share for sent, share in laws[each].items() if stated.event(sent)), Fraction(0))
        for each in (stated.likely, stated.unlikely)
    )
    assert mechanism.neighbours(level, stated.likely, stated.unlikely)
    assert likely == odds * unlikely > 0
    for one, other in pairs:
        assert sum(share for sent, share in one.items() if share == odds * other[sent]) <= likely
    return odds
