"""A probability as certified base-256 digits, and exact uniform draws."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count as count_from
from math import floor, lcm
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import parse_real
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Number
from ldproof.parameters import Whole, parse_whole

# A probability as base-256 digits, each of them certified.

STEP = 32
"""Digits are computed so many at a time."""


class Digits:
    """The digits after the point of a number in [0, 1]: a fraction, or a real number certified by balls.

    A number with two expansions has the one that ends in zeros; but 1 is (255)(255)(255)... for ever, so that
    U < 1 is decided like every other U < p. A dyadic number given by balls is refused as undecided, as no
    ball is on one side of it: it has to come as a fraction.
    """

    __slots__ = ("_known", "_value")

    def __init__(self, value: Number) -> None:
        number = parse_real("a probability", value)
        if not 0 <= number <= 1:
            raise Refused(Reason.OUT_OF_RANGE, f"{number} is no probability", "a number from 0 to 1")
        self._value = number
        self._known = b""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digits) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def prefix(self, count: int) -> bytes:
        """The first `count` base-256 digits."""
        if count > len(self._known):
            longer = -(-count // STEP) * STEP
            end = 1 << 8 * longer
            self._known = min(floor(self._value * end), end - 1).to_bytes(longer)
        return self._known[:count]

    def above(self, count: int) -> Fraction:
        """The number itself if it is a fraction; otherwise a fraction above it, by 256^-count at most."""
        if self._value.exact is not None:
            return self._value.exact
        return Fraction(int.from_bytes(self.prefix(count)) + 1, 256**count)

    def bits(self) -> Iterator[int]:
        """The binary digits after the point, without end."""
        for place in count_from():
            digit = self.prefix(place // 8 + 1)[-1]
            yield digit >> (7 - place % 8) & 1


# Exact uniform draws: a whole number below a bound by rejection, a subset by Floyd's algorithm.
#
# A number below n takes k bytes, one more than n - 1 has, read as one whole number, the first byte most
# significant. It is rejected, and k more bytes are read, unless it is below the largest multiple of n up to
# 256^k; then it counts modulo n.

Marks = NDArray[np.bool_]

MOST_BYTES = 7
"""What fits in a signed 64-bit word."""

DRAWS = Whole(0, 1 << 40)
"""How many numbers may be drawn together."""

TOGETHER = Whole(0, 10**8)
"""Of how many numbers there may be several sets: 64 of them are in memory at a time."""

MARKS = 1 << 20
"""How many marks there is room for at a time, people times numbers."""

LEAST_GROUP = 64
"""How many people are served at a time, even where that takes more marks."""


def draw_uniform(bound: int, coins: Coins) -> int:
    """Draw a whole number from 0 to below `bound`, all equally likely."""
    bound = parse_whole("the bound", bound)
    size, end = _bytes_and_end(bound)
    while (number := int.from_bytes(coins.read(size))) >= end:
        pass
    return number % bound


def draw_uniforms(bound: int, count: int, coins: Coins) -> Int64Array:
    """Draw `count` numbers from 0 to below `bound`, in rounds: each reads k bytes for all numbers still missing."""
    bound, count = parse_whole("the bound", bound), DRAWS.accept("count", count)
    size, end = _bytes_and_end(bound)
    if size > MOST_BYTES:
        raise Refused(Reason.TOO_LARGE, f"{bound} is too large a bound", f"at most 256^{MOST_BYTES - 1}")
    numbers = _read_numbers(size, count, coins)
    missing = np.flatnonzero(numbers >= end)
    while missing.size:
        numbers[missing] = _read_numbers(size, missing.size, coins)
        missing = missing[numbers[missing] >= end]
    return numbers % bound


def draw_subset(total: int, size: int, coins: Coins) -> tuple[int, ...]:
    """Draw `size` of the numbers 0 .. total - 1, all subsets equally likely; return them in rising order."""
    total, size = _parse_subset_size(total, size)
    chosen: set[int] = set()
    for last in range(total - size, total):
        number = draw_uniform(last + 1, coins)
        chosen.add(last if number in chosen else number)
    return tuple(sorted(chosen))


def draw_memberships(people: int, total: int, size: int, coins: Coins) -> Iterator[Marks]:
    """For each person draw a uniform subset of `size` of 0 .. total - 1; yield rows of marks, group by group.

    People are served in groups of max(64, 2^20 // total), and each step of Floyd's algorithm draws the
    numbers of the whole group by `draw_uniforms`.
    """
    people = DRAWS.accept("people", people)
    total, size = _parse_subset_size(TOGETHER.accept("total", total), size)
    group = max(LEAST_GROUP, MARKS // max(total, 1))
    for start in range(0, people, group):
        person = np.arange(min(group, people - start))
        chosen = np.zeros((person.size, total), np.bool_)
        for last in range(total - size, total):
            number = draw_uniforms(last + 1, person.size, coins)
            number[chosen[person, number]] = last
            chosen[person, number] = True
        yield chosen


def _bytes_and_end(bound: int) -> tuple[int, int]:
    """How many bytes make a number, and the multiple of the bound at which numbers are rejected."""
    if bound < 1:
        raise Refused(Reason.OUT_OF_RANGE, f"nothing is from 0 to below {bound}", "a bound of at least 1")
    size = ((bound - 1).bit_length() + 7) // 8 + 1
    return size, (1 << 8 * size) // bound * bound


def _read_numbers(size: int, count: int, coins: Coins) -> Int64Array:
    numbers = np.zeros(count, np.int64)
    for column in np.frombuffer(coins.read(size * count), np.uint8).reshape(count, size).T:
        numbers = numbers << 8 | column
    return numbers


def _parse_subset_size(total: int, size: int) -> tuple[int, int]:
    total, size = parse_whole("total", total), parse_whole("size", size)
    if not 0 <= size <= total:
        raise Refused(Reason.OUT_OF_RANGE, f"no set of {size} out of {total}", f"a size from 0 to {total}")
    return total, size


# Draws from a law that is written down, outcome by outcome: for the algorithms as the papers print them.
#
# An algorithm is given `draw` and asks it for every random choice. `draw_with(coins)` draws exactly from coins. A test
# can pass a `draw` of its own that follows every path in turn, so that it finds the law of the algorithm's own text.

Outcome = TypeVar("Outcome")


class RandomChoice(Protocol):
    """A source of random choices."""

    def __call__(self, law: Mapping[Outcome, Fraction], /) -> Outcome:
        """One outcome, each with its own probability; these sum to 1."""


def draw_with(coins: Coins) -> RandomChoice:
    """A source of random choices that draws exactly from coins.

    A uniform whole number below the probabilities' common denominator picks the outcome. For reading and for tests: how
    many bytes are read may depend on what is secret.
    """

    def draw(law: Mapping[Outcome, Fraction], /) -> Outcome:
        bound = lcm(*(share.denominator for share in law.values()))
        number = draw_uniform(bound, coins)
        outcomes = iter(law.items())
        outcome, reached = next(outcomes)
        while number >= bound * reached:
            outcome, share = next(outcomes)
            reached += share
        return outcome

    return draw


def equally_likely(outcomes: Iterable[Outcome]) -> dict[Outcome, Fraction]:
    """The uniform law on outcomes that are all different."""
    listed = list(outcomes)
    return dict.fromkeys(listed, Fraction(1, len(listed)))
