"""What an audit is about, what it asks for, and what it says."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ldproof.audit.claims import Claim
from ldproof.audit.pairs import Pair
from ldproof.domains import PROPER, settle, whole
from ldproof.programs import Value
from ldproof.rejections import Reason, Refused

MOST = 10**9 - 1
"""Pairs of draws; NumPy draws lots among no more."""
FIRST, GROWTH = 100, 40
"""A batch has so many pairs of draws, or one for so many of those before it."""
LEARNING, LESS_OFTEN = 200, 1.5
"""Events are learnt after so many pairs of draws, and again each time they are so many times as many."""


class Verdict(StrEnum):
    """What an audit may say so far."""

    REFUTED = "violated"
    NOT_REFUTED = "not refuted"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is claimed, on which pairs of inputs it is tried, and how long."""

    claim: Claim
    pairs: tuple[Pair, ...]
    alpha: Fraction
    most: int
    """Pairs of draws from each pair of inputs, at most."""
    throughout: bool = False
    """Whether as many are drawn even after the verdict, for a better bound."""

    def __post_init__(self) -> None:
        settle(self, claim=Claim, pairs=tuple, alpha=PROPER, throughout=bool)
        object.__setattr__(self, "most", whole("most", self.most))
        if not self.pairs:
            raise Refused(Reason.MISSING, "there is no pair of inputs", "one at least")
        if not 0 < self.most <= MOST:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{self.most} pairs of draws", f"a whole number from 1 to {MOST}"
            )


@dataclass(frozen=True, slots=True)
class Draw:
    """So many outputs for one input are wanted."""

    batch: int
    pair: int
    side: int
    given: Value
    count: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What the bets on one event have come to."""

    name: str
    pair: int
    likely: int
    """The side with whose input the event is bet to be likelier."""
    counts: tuple[int, int, int]
    """Pairs of draws since it is watched, and how often it happened with the likely input and with the other."""
    weight: Fraction
    capital: float
    """The logarithm of what a bet of 1 has become."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the plot: pairs of draws, the logarithm of the capital, and the bound."""

    pairs: int
    logarithm: Fraction
    bound: Fraction | None


def size(drawn: int, most: int) -> int:
    """How many pairs of draws the next batch has; none where more are there than are wanted."""
    return max(0, min(max(FIRST, drawn // GROWTH), most - drawn))


def refits_due(drawn: int) -> int:
    """How often events have been learnt after so many pairs of draws."""
    count, due = 0, float(LEARNING)
    while due <= drawn:
        count, due = count + 1, due * LESS_OFTEN
    return count
