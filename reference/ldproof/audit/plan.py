"""What an audit is about, what it asks for, and what it says."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from ldproof.audit.claim import Claim, Pair
from ldproof.errors import Reason, Refused
from ldproof.evidence import Batch
from ldproof.parameters import PROPER, Whole, parse_whole, validate_fields
from ldproof.programs import Tally, Value, canonical_text

MOST = 10**9 - 1
"""Pairs of draws; NumPy draws lots among no more."""
DRAWING = Whole(1, MOST)
"""How many pairs of draws may be asked for."""
FIRST, SOON, GROWN, GROWTH = 6, 30, 100, 40
"""A batch has so many pairs of draws; or one for so many of those before it, up to so many; or one for so many."""
FEWEST, MANIEST, CALLS = 50, 10_000, 16
"""Draws are asked for in so many calls, of so many at least and at most; the last one may be shorter."""
BEGINNINGS = 16
"""In so many parts of a batch it may be found out whether a claim is refuted."""
LEARNING, LESS_OFTEN = 100, 1.5
"""Events are learnt after so many pairs of draws, and again each time they are so many times as many."""


class Verdict(StrEnum):
    """What an audit may say so far."""

    REFUTED = "violated"
    DEPENDENT = "not independent"
    NOT_REFUTED = "not refuted"


@dataclass(frozen=True)  # without slots, so that the inputs are kept
class Plan:
    """What is claimed, on which pairs of inputs it is tried, and how long."""

    claim: Claim
    pairs: tuple[Pair, ...]
    alpha: Fraction
    most: int
    """Pairs of draws, at most, from all pairs of inputs together."""
    throughout: bool = False
    """Whether as many are drawn even after the verdict, for a better bound."""

    def __post_init__(self) -> None:
        validate_fields(self, claim=Claim, pairs=tuple, alpha=PROPER, throughout=bool)
        object.__setattr__(self, "most", parse_whole("most", self.most))
        if not self.pairs:
            raise Refused(Reason.MISSING, "there is no pair of inputs", "one at least")
        if not 0 < self.most <= MOST:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{self.most} pairs of draws", f"a whole number from 1 to {MOST}"
            )

    @cached_property
    def inputs(self) -> tuple[Value, ...]:
        """All inputs of the pairs, each once."""
        return tuple({canonical_text(each): each for pair in self.pairs for each in pair.sides()}.values())

    @cached_property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """Where the sides of each pair are among the inputs."""
        place = {canonical_text(each): index for index, each in enumerate(self.inputs)}
        return tuple(
            (place[canonical_text(pair.one)], place[canonical_text(pair.other)]) for pair in self.pairs
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """So many outputs are wanted, one after the other, each with the input that a coin picks from these."""

    batch: int
    inputs: tuple[Value, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came: how often each output came with each of the inputs; and, if it is known, in which order."""

    tallies: tuple[Tally, ...]
    order: tuple[int, ...] = ()
    """The place of each draw's input among the inputs."""
    keys: Collection[str] = ()

    def beginnings(self) -> Iterator[tuple[Tally, ...]]:
        """The tallies of some beginnings, each longer than the one before it and shorter than all, where the order is known."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in self.tallies)
        ends = {len(self.order) * part // BEGINNINGS for part in range(1, BEGINNINGS)}
        for place, (side, key) in enumerate(zip(self.order, self.keys, strict=True)):
            if place and place in ends:
                yield tuple(map(Counter, found))
            found[side][key] += 1


@dataclass(frozen=True, slots=True)
class Standing:
    """What the bets on one event have come to."""

    name: str
    pair: int
    likely: int
    """The side with whose input the event is bet to be likelier."""
    counts: Batch
    """Since it is watched."""
    weight: Fraction
    capital: float
    """The logarithm of what a bet of 1 has become."""
    serial: bool = False
    """Whether it is an event of several draws, which are not independent if it happens too often."""
    in_full: str = ""
    """The name with nothing left out."""
    breach: str = ""
    """The kind of breach that it shows, if it shows one."""


SURVEY = -1
"""A turn for all inputs instead of a pair."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the plot: whose turn it was, all pairs of draws so far, the logarithm of the capital, and the bound."""

    turn: int
    """The pair of inputs that was drawn from, or `SURVEY`."""
    pairs: int
    logarithm: Fraction
    bound: Fraction | None


def next_batch_size(drawn: int, most: int) -> int:
    """How many pairs of draws the next batch has; none where more are there than are wanted."""
    return max(0, min(max(FIRST, min(drawn // SOON, GROWN), drawn // GROWTH), most - drawn))


def in_a_call(count: int) -> int:
    """How many of so many draws are asked for in one call."""
    return min(max(FEWEST, -(-count // CALLS)), MANIEST)


def refits_due(drawn: int) -> int:
    """How often events have been learnt after so many pairs of draws."""
    count, due = 0, float(LEARNING)
    while due <= drawn:
        count, due = count + 1, due * LESS_OFTEN
    return count
