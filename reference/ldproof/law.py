"""Finite laws: what comes out, and with which probability."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Generic, TypeVar

from ldproof.domains import Logarithm, Whole, exactly
from ldproof.numbers import rational
from ldproof.numbers.rational import FRACTIONS
from ldproof.rejections import Reason, Refused

Outcome = TypeVar("Outcome", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


class Infinite(Enum):
    """Odds beyond every bound: something can happen under one law and never under the other."""

    INFINITE = "inf"

    def __str__(self) -> str:
        return self.value


INFINITE = Infinite.INFINITE

NONE = rational(0)
"""The probability of what does not happen."""

Odds = Fraction | Infinite
"""How much likelier something is under one law than under another."""


@dataclass(frozen=True, slots=True)
class Law(Generic[Outcome]):
    """Finitely many outcomes, each with its positive probability; made by `law`."""

    probabilities: Mapping[Outcome, Fraction]

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self.probabilities.get(outcome, NONE)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.probabilities)

    def __len__(self) -> int:
        return len(self.probabilities)

    def of(self, event: Callable[[Outcome], bool]) -> Fraction:
        """The probability of an event."""
        return total(share for outcome, share in self.probabilities.items() if event(outcome))

    def pushforward(self, function: Callable[[Outcome], Other]) -> "Law[Other]":
        """The law of a function of the outcome."""
        return law((function(outcome), share) for outcome, share in self.probabilities.items())

    def then(self, next_law: "Callable[[Outcome], Law[Other]]") -> "Law[tuple[Outcome, Other]]":
        """Adaptive composition: a second law that is chosen after seeing the first outcome."""
        return gathered(
            ((first, second), *times(share, next_share))
            for first, share in self.probabilities.items()
            for second, next_share in next_law(first).probabilities.items()
        )

    def product(self, other: "Law[Other]") -> "Law[tuple[Outcome, Other]]":
        """The joint law of two independent outcomes."""
        return self.then(lambda _: other)

    def mean(self, value: Callable[[Outcome], Fraction]) -> Fraction:
        """The expectation of a number read off the outcome."""
        return self.moment(value, 1)

    def moment(self, value: Callable[[Outcome], Fraction], order: int) -> Fraction:
        """The expectation of a power."""
        order = COUNTED.accept("order", order)
        return total(
            share * number("a value", value(outcome)) ** order
            for outcome, share in self.probabilities.items()
        )

    def variance(self, value: Callable[[Outcome], Fraction]) -> Fraction:
        """The expected squared distance from the mean."""
        mean = self.mean(value)
        return self.moment(lambda outcome: value(outcome) - mean, 2)


OURS = frozenset({*FRACTIONS, int, bool})
"""The types of exact numbers that are Python's own, or this package's."""
COUNTED = Whole(0, (1 << 63) - 1)
"""How often something is done."""


def number(name: str, value: object) -> Fraction | int:
    """An exact number as Python's own: one of an array has 64 bits, and would overflow in a power."""
    if isinstance(value, Fraction | int) and type(value) in OURS:
        return value
    if isinstance(found := exactly(name, value), Logarithm):
        raise Refused(Reason.NOT_A_NUMBER, f"{name} = {found} is not a fraction", "an exact number")
    return found


def law(shares: Iterable[tuple[Outcome, Fraction]]) -> Law[Outcome]:
    """The law with these shares; shares of one outcome add up, and all of them make 1."""
    known = ((outcome, number("a probability", share)) for outcome, share in shares)
    return gathered((outcome, share.numerator, share.denominator) for outcome, share in known)


def gathered(shares: Iterable[tuple[Outcome, int, int]]) -> Law[Outcome]:
    """The law with shares top / bottom, two whole numbers each, which need not be in lowest terms."""
    listed = []
    for outcome, top, bottom in shares:
        if top < 0:
            raise Refused(
                Reason.NOT_A_LAW,
                f"{outcome} has probability {rational(top, bottom)}",
                "probabilities of at least 0",
            )
        if top:
            listed.append((outcome, top, bottom))
    # Over one denominator they add up without a common factor to look for each time.
    whole = lcm(*{bottom for _, _, bottom in listed})
    parts: defaultdict[Outcome, int] = defaultdict(int)
    for outcome, top, bottom in listed:
        parts[outcome] += top * (whole // bottom)
    if (found := sum(parts.values())) != whole:
        raise Refused(
            Reason.NOT_A_LAW,
            f"the probabilities add up to {rational(found, whole)}",
            "probabilities that add up to 1",
        )
    return Law({outcome: rational(part, whole) for outcome, part in parts.items()})


def times(one: Fraction | int, other: Fraction | int) -> tuple[int, int]:
    """A product, not in lowest terms."""
    return one.numerator * other.numerator, one.denominator * other.denominator


def total(parts: Iterable[Fraction]) -> Fraction:
    """A sum, over one denominator."""
    listed = list(parts)
    whole = lcm(*{part.denominator for part in listed})
    return rational(sum(part.numerator * (whole // part.denominator) for part in listed), whole)


def mixture(parts: Iterable[tuple[Fraction, Law[Outcome]]]) -> Law[Outcome]:
    """The law of drawing a law first, and from it then."""
    return gathered(
        (outcome, *times(number("a weight", weight), share))
        for weight, part in parts
        for outcome, share in part.probabilities.items()
    )


def tight_odds(one: Law[Outcome], other: Law[Outcome]) -> Odds:
    """The largest likelihood ratio: the least E with `one(S) <= E other(S)` for every S; infinite off `other`'s support."""
    return most(odds(share, other[outcome]) for outcome, share in one.probabilities.items())


def symmetric_odds(one: Law[Outcome], other: Law[Outcome]) -> Odds:
    """The largest likelihood ratio either way: the least E that serves both."""
    return most((tight_odds(one, other), tight_odds(other, one)))


def odds(above: Fraction, below: Fraction) -> Odds:
    """A likelihood ratio: of two probabilities of one outcome, the upper one positive."""
    return above / below if below else INFINITE


def most(candidates: Iterable[Odds]) -> Odds:
    """The largest."""
    largest = NONE
    for candidate in candidates:
        if isinstance(candidate, Infinite):
            return candidate
        largest = max(largest, candidate)
    return largest


def hockey_stick(one: Law[Outcome], other: Law[Outcome], at: Fraction) -> Fraction:
    """The least delta with `one(S) <= at other(S) + delta` for every event S."""
    at = rational(number("the odds", at))
    gaps = (share - at * other[outcome] for outcome, share in one.probabilities.items())
    return total(max(gap, NONE) for gap in gaps)


def binomial(count: int, chance: Fraction) -> Law[int]:
    """The number of successes among `count` independent trials."""
    count, chance = COUNTED.accept("count", count), rational(number("chance", chance))
    hit, every = chance.numerator, chance.denominator
    miss = every - hit
    weights = [1]
    for _ in range(count):
        weights = [stayed * miss + fewer * hit for fewer, stayed in pairwise((0, *weights, 0))]
    return gathered((k, weight, every**count) for k, weight in enumerate(weights))
