"""The plan of an audit, the draws that it asks for, and the sizes of its batches."""

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
"""The most pairs of draws; `multivariate_hypergeometric` of NumPy takes no more."""
DRAWING = Whole(1, MOST)
"""The domain of the number of pairs of draws."""
FIRST, SOON, GROWN, GROWTH = 6, 30, 100, 40
"""The size of a batch after n pairs of draws is max(6, min(n // 30, 100), n // 40)."""
FEWEST, MANIEST, CALLS = 50, 10_000, 16
"""A batch is drawn in 16 calls of equal size, but of at least 50 and at most 10,000 draws; the last may be shorter."""
BEGINNINGS = 16
"""The parts of a batch after each of which the claim may be refuted."""
LEARNING, LESS_OFTEN = 100, 1.5
"""Events are learnt after 100 pairs of draws, and again each time their number has grown by the factor 1.5."""


class Verdict(StrEnum):
    """What an audit says so far."""

    REFUTED = "violated"
    DEPENDENT = "not independent"
    NOT_REFUTED = "not refuted"


@dataclass(frozen=True)  # without slots, so that the inputs are kept
class Plan:
    """The claim, the pairs of inputs to test, alpha, and the most pairs of draws."""

    claim: Claim
    pairs: tuple[Pair, ...]
    alpha: Fraction
    most: int
    """The most pairs of draws, from all pairs of inputs together."""
    throughout: bool = False
    """Whether to go on after a refutation, for a tighter lower bound."""

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
        """The different inputs of the pairs, in the order of the pairs."""
        return tuple({canonical_text(each): each for pair in self.pairs for each in pair.sides()}.values())

    @cached_property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """The indices of the two inputs of each pair among `inputs`."""
        place = {canonical_text(each): index for index, each in enumerate(self.inputs)}
        return tuple(
            (place[canonical_text(pair.one)], place[canonical_text(pair.other)]) for pair in self.pairs
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """A request for `count` outputs, each with an input that a fair coin picks from `inputs`."""

    batch: int
    inputs: tuple[Value, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The outputs of a draw: a tally for each input; and, if it is known, their order."""

    tallies: tuple[Tally, ...]
    order: tuple[int, ...] = ()
    """The index of the input of each output, in the order of the outputs."""
    keys: Collection[str] = ()

    def beginnings(self) -> Iterator[tuple[Tally, ...]]:
        """Return the tallies of the first outputs, of more and more of them but not of all; none if the order is unknown."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in self.tallies)
        ends = {len(self.order) * part // BEGINNINGS for part in range(1, BEGINNINGS)}
        for place, (side, key) in enumerate(zip(self.order, self.keys, strict=True)):
            if place and place in ends:
                yield tuple(map(Counter, found))
            found[side][key] += 1


@dataclass(frozen=True, slots=True)
class Standing:
    """An event that is bet on, or the best event of a law, with its counts and its capital."""

    name: str
    pair: int
    likely: int
    """The input of the pair, 0 or 1, with which the event is bet to be likelier."""
    counts: Batch
    """The counts since it is bet on."""
    weight: Fraction
    capital: float
    """The logarithm of the capital that a bet of 1 has become."""
    serial: bool = False
    """Whether it is an event of several draws."""
    in_full: str = ""
    """The name without abbreviations."""
    breach: str = ""
    """The kind of breach that the event shows; see `bets.Breach`."""


SURVEY = -1
"""In the place of the index of a pair: a batch with draws from all inputs."""


@dataclass(frozen=True, slots=True)
class Point:
    """A batch in the history: what was drawn from, and after it the pairs of draws, the logarithm of the capital, the bound."""

    turn: int
    """The index of the pair of inputs that was drawn from, or `SURVEY`."""
    pairs: int
    logarithm: Fraction
    bound: Fraction | None


def next_batch_size(drawn: int, most: int) -> int:
    """Return the number of pairs of draws in the next batch, after `drawn` of at most `most`; 0 if none are left."""
    return max(0, min(max(FIRST, min(drawn // SOON, GROWN), drawn // GROWTH), most - drawn))


def call_size(count: int) -> int:
    """Return an equal share of a batch for each of `CALLS` calls, at least `FEWEST` and at most `MANIEST` draws."""
    return min(max(FEWEST, -(-count // CALLS)), MANIEST)


def refits_due(drawn: int) -> int:
    """Return how often events have been learnt after this many pairs of draws."""
    count, due = 0, float(LEARNING)
    while due <= drawn:
        count, due = count + 1, due * LESS_OFTEN
    return count
