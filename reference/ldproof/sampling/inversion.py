"""Inverse transform sampling, exactly: categorical draws, and successes by their gaps."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import floor
from operator import lt

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import parse_real
from ldproof.coins import Coins, fill_from_coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Number, Real
from ldproof.parameters import parse_whole
from ldproof.rows import list_row
from ldproof.sampling.bernoulli_draws import BY_SECRET, BlockRule
from ldproof.sampling.digits import DRAWS, Digits

# Inverse transform sampling, exactly: a uniform number U is looked up in a table of a law's distribution function F.
#
# The outcome is how many of F(0), F(1), ... are at most U. Of them the table has whole numbers c(0), c(1), ... for some
# number of bytes, with c(k) <= 256^bytes F(k) <= c(k) + 2. So much of U is read, as a whole number u. If u < c(k), then
# U is below F(k); if u >= c(k) + 2, it is not; in between, more bytes of both decide. That ends with probability 1
# whatever F is, as no digit of F has to be certain.
#
# Two bytes of U are enough nearly always: a guide has the outcome that follows from them. Then six more are read, and
# then eight at a time. Numbers are drawn in pieces of 2^15: first the two bytes of all of them, then the six of those
# who need them, and then, for one after another, all that are still needed. The first byte is the most significant.

Words = NDArray[np.uint64]

GUIDE = 2
"""The bytes of U that the guide is asked about."""

WORD = 8
"""The bytes of U that the table is asked about, and how many are read at a time after that."""

PIECE = 1 << 15
"""How many numbers are drawn at a time, at most: they and their coins stay in the processor's cache."""

UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class Steps:
    """c(first), c(first + 1), ... for some number of bytes, in order; before them c is 0, and after them 256^bytes - 1."""

    first: int
    cuts: Sequence[int]

    def between_ends(self, size: int) -> list[int]:
        """The cuts with 0 before them and 256^size - 1 after them."""
        return [0, *self.cuts, 256**size - 1]


Distribution = Callable[[int], Steps]
"""A distribution function, to any number of bytes."""


class InversionTable:
    """A table for inverse transform sampling: a law whose distribution function is known as closely as one likes."""

    __slots__ = ("_cuts", "_distribution", "_first", "_guide")

    def __init__(self, distribution: Distribution) -> None:
        steps = distribution(WORD)
        self._distribution, self._first = distribution, steps.first
        self._cuts = np.array(steps.between_ends(WORD), np.uint64)
        last_outcome = steps.first + self._cuts.size
        # The guide is made faster, and stays in the processor's cache, where its outcomes are short.
        narrow = next(each for each in (np.int16, np.int32, np.int64) if last_outcome <= np.iinfo(each).max)
        reached = np.arange(steps.first, last_outcome, dtype=narrow)
        self._guide = np.repeat(reached, np.diff(_first_bytes(self._cuts), append=256**GUIDE))
        last = self._cuts[-1]
        for near in (self._cuts, np.minimum(self._cuts, last - 1) + 1):
            self._guide[_first_bytes(near)] = UNDECIDED

    def draw(self, count: int, coins: Coins) -> Int64Array:
        """Draw `count` independent outcomes, each with exactly its probability."""
        count = DRAWS.accept("count", count)
        drawn = np.empty(count, np.int64)
        room = np.empty(min(count, PIECE), f">u{GUIDE}")
        for start in range(0, count, PIECE):
            here = drawn[start : start + PIECE]
            read = room[: here.size]
            fill_from_coins(read.view(np.uint8).data, coins)
            here[:] = self._guide.take(read)
            more = np.flatnonzero(here == UNDECIDED)
            here[more] = self._looked_up(read[more].astype(np.uint64), coins)
        return drawn

    def _looked_up(self, words: Words, coins: Coins) -> Int64Array:
        """The outcomes where the guide has none."""
        rest = np.frombuffer(coins.read((WORD - GUIDE) * words.size), np.uint8)
        for byte in rest.reshape(words.size, WORD - GUIDE).T:
            words = words << np.uint64(8) | byte
        reached = np.searchsorted(self._cuts, words, side="right") - 1
        outcomes = self._first + reached
        for place in np.flatnonzero(words - self._cuts[reached] < 2):
            outcomes[place] = self._read_on(int(words[place]), coins)
        return outcomes

    def _read_on(self, u: int, coins: Coins) -> int:
        """The outcome where the table has none."""
        size = WORD
        while True:
            u = u << 8 * WORD | int.from_bytes(coins.read(WORD))
            size += WORD
            steps = self._distribution(size)
            cuts = steps.between_ends(size)
            reached = bisect_right(cuts, u) - 1
            if u - cuts[reached] >= 2:
                return steps.first + reached


def table_of_law(probabilities: Sequence[Number]) -> InversionTable:
    """The inversion table of the law on 0, 1, ... that has these probabilities; refused unless they add up to 1."""
    digits = [Digits(each) for each in cumulated_sums(probabilities)]
    return InversionTable(lambda size: Steps(0, [int.from_bytes(each.prefix(size)) for each in digits]))


def cumulated_sums(probabilities: Sequence[Number]) -> list[Real]:
    """The partial sums of probabilities but for the last, 1; refused unless they add up to 1 and none is below 0."""
    rates = [parse_real("a probability", each) for each in list_row("the probabilities", probabilities)]
    sums = list(accumulate(rates))
    if not sums or _is_certain(lambda: sums[-1] != 1):
        raise Refused(Reason.OUT_OF_RANGE, "probabilities that do not add up to 1", "a law")
    if any(_is_certain(partial(lt, each, 0)) for each in rates):
        raise Refused(Reason.OUT_OF_RANGE, "a probability below 0", "numbers from 0 to 1")
    return sums[:-1]


def _is_certain(is_so: Callable[[], bool]) -> bool:
    """Whether a comparison holds and that is decided: no balls tell a number from an equal one."""
    try:
        return is_so()
    except Refused:
        return False


def _first_bytes(words: Words) -> NDArray[np.intp]:
    """Their first bytes."""
    return (words >> 8 * (WORD - GUIDE)).astype(np.intp)


# Exact categorical draws: inverse transform sampling, with coins whose number tells nothing of the secret.
#
# How coins are consumed is part of the specification. There is a law for each secret, over the same outcomes. A uniform
# number U is looked up in the distribution function F of the secret's own law: the outcome is how many of F(0), F(1),
# ... are at most U; the last of them, which is 1, and any that is known to be 0 or 1, need no looking up.
#
# Blocks of `rule.length` bytes of U are read, the first byte the most significant. With n bytes read, as a whole number
# u, let c be the whole number next to 256^n F(k). If u is neither c nor c - 1, then U is on one side of F(k) for
# certain. So the draw stops after the first block at which that is so for *every* F(k) of *every* secret, and which
# does not end in `rule.decoy` zero bytes. How many blocks are read depends on the coins and the laws, and not on the
# secret.
#
# A number next to 256^n F is known from balls even where F is dyadic, which no digit of F is: 1/2 may be a sum of
# irrational probabilities.

HALF = Fraction(1, 2)


class Categorical:
    """A law for each secret: the probabilities of the same outcomes, in order."""

    __slots__ = ("_first", "_rows", "_rule", "_zeros")

    def __init__(self, laws: Sequence[Sequence[Number]], rule: BlockRule = BY_SECRET) -> None:
        sums = [cumulated_sums(each) for each in laws]
        self._zeros = [sum(each.exact == 0 for each in row) for row in sums]
        self._rows = [[each for each in row if each.exact not in (0, 1)] for row in sums]
        self._rule = rule
        self._first = self._cuts(rule.length)

    def draw(self, secret: int, coins: Coins) -> int:
        """Draw an outcome's place with exactly the probability that `laws[secret]` gives it."""
        if not 0 <= (place := parse_whole("the secret", secret)) < len(self._rows):
            raise Refused(Reason.OUT_OF_RANGE, "a secret without a law", f"0 to {len(self._rows) - 1}")
        u, size, (cuts, near) = 0, 0, self._first
        while True:
            block = coins.read(self._rule.length)
            u, size = u << 8 * len(block) | int.from_bytes(block), size + len(block)
            if size > self._rule.length:
                cuts, near = self._cuts(size)
            decoy = self._rule.decoy > 0 and not any(block[-self._rule.decoy :])
            if u not in near and not decoy:
                return self._zeros[place] + bisect_left(cuts[place], u)

    def _cuts(self, size: int) -> tuple[list[list[int]], frozenset[int]]:
        """For each secret the whole numbers next to 256^size F, and at which of its values u decides nothing."""
        cuts = [[rounded_binary(each, 8 * size) for each in row] for row in self._rows]
        return cuts, frozenset(near for row in cuts for cut in row for near in (cut - 1, cut))


def rounded_binary(number: Real, bits: int) -> int:
    """2^bits times a number, rounded to the nearest whole number, halves up."""
    return floor(number * (1 << bits) + HALF)


# Exact successes among many trials, by the geometric gaps between them: for few successes few coins.
#
# The next k trials all fail with probability (1 - p)^k, and they do if a uniform number U is below that: one U says so
# for all k at once. It is compared with these probabilities for k = 1 .. 64. If it is below all of them, 64 trials fail
# and nothing is known of the next one, as trials have no memory; otherwise one succeeds after those that fail.
#
# Two bytes of U are read at a time, the first byte most significant, until what was read differs from the digits, as
# many of them, of each of these probabilities. Numbers are drawn in rounds, in each as many as last for the trials that
# are left if they are as many as is expected of them, rounded down, and one more, but 2^15 at most: the first two bytes
# of all of them, then, in their order, what the others still need.

Short = NDArray[np.int16]

REACH = 64
"""How many trials a number says something about, at most."""

TIED = 2 * REACH
"""What is added to a gap that more bytes have to settle."""


SIZE = 2
"""The bytes that are read at a time."""

WORD_VALUES = 1 << 8 * SIZE
"""How many values they have."""


class Gaps:
    """What uniform numbers say of trials that succeed with one probability."""

    __slots__ = ("_gaps", "_ties", "lasting")

    def __init__(self, probability: Number) -> None:
        failing = [_failing_probability(probability, k) for k in range(1, REACH + 1)]
        words = np.array([int.from_bytes(each.prefix(SIZE)) for each in failing])
        # How many of the words are above each pair of bytes: so many trials fail for sure, and some may fail that tie.
        gaps = REACH - np.searchsorted(words[::-1], np.arange(WORD_VALUES), side="right")
        gaps[words] += TIED
        self._gaps = gaps.astype(np.int16)
        self._ties = {
            word: [each for each, its in zip(failing, words, strict=True) if its == word] for word in words
        }
        self.lasting = 1 + Fraction(int(words[:-1].sum()), WORD_VALUES)
        """How many trials a number is about on average, nearly."""

    def draw(self, count: int, coins: Coins) -> Short:
        """For each of `count` numbers, how many trials fail before the next success; `REACH` if none succeeds."""
        read = np.frombuffer(coins.read(SIZE * count), ">u2").astype(np.intp)
        gaps = self._gaps.take(read)
        for place in np.flatnonzero(gaps >= TIED):
            gaps[place] += _count_further_failures(self._ties[read[place]], coins) - TIED
        return gaps


def draw_successes(count: int, probability: Number, coins: Coins) -> Int64Array:
    """The places, rising, of the successes among trials 0 .. count - 1; each succeeds with this probability."""
    count, gaps = DRAWS.accept("count", count), Gaps(parse_real("a probability", probability))
    found, start = [np.zeros(0, np.int64)], 0
    while start < count:
        failed = gaps.draw(min(PIECE, int((count - start) / gaps.lasting) + 1), coins)
        succeeded = failed < REACH
        ends = start + np.cumsum(failed + succeeded, dtype=np.int64)
        found.append(ends[succeeded] - 1)
        start = int(ends[-1])
    places = np.concatenate(found)
    return places[: np.searchsorted(places, count)]


def _failing_probability(probability: Number, k: int) -> Digits:
    """The probability that k trials fail."""
    return Digits((1 - probability) ** k)


def _count_further_failures(tied: Sequence[Digits], coins: Coins) -> int:
    """How many trials more fail, of those whose probabilities begin with the bytes that were read."""
    more, depth = 0, SIZE
    while tied:
        read = coins.read(SIZE)
        following = [(each, each.prefix(depth + SIZE)[depth:]) for each in tied]
        more += sum(read < digits for _, digits in following)
        tied = [each for each, digits in following if digits == read]
        depth += SIZE
    return more
