"""FutureRand of arXiv 2112.12279: counting where a person's state changes a few times at most.

T is 2^L, and before the first round the state is 0. A person draws one of the levels 0, ..., L. At level h she reports
at the end of each block of 2^h rounds by how much her state has changed in it: 1, 0 or -1. At most `changes` of these
differences are not 0.

Beforehand she draws `changes` signs. Each is -1, a flip, with the odds 1 to `sign_odds`. If the number of flips is not
from `fewest_flips` to `most_flips`, the row of signs is replaced by a uniform draw among all such rows, itself included.
The i-th difference that is not 0 is sent times the i-th sign, and in the place of a 0 a uniform sign. The sign -1 is sent
as the bit 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key, lru_cache
from itertools import pairwise, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import Level, Privacy, parse_level
from ldproof.numbers import Exact, Real
from ldproof.numbers.rational import bit_size
from ldproof.parameters import Schema, validate_fields
from ldproof.rounds import Bits, Transcripts, is_neighbouring, refuse_long_rows

if TYPE_CHECKING:
    from ldproof.sampling import Digits

__all__ = ["future_rand_variance"]

FEW = 10
"""The most rounds for which all states and transcripts are listed."""

MOST_BITS = 1 << 16
"""The most binary digits of `sign_odds`, times `changes`."""

States = tuple[int, ...]
Transcript = tuple[int | None, ...]


# The signs: the law of the number of flips.


@dataclass(frozen=True)
class NoisySigns:
    """A row of `changes` signs, drawn beforehand."""

    changes: int
    sign_odds: Fraction
    fewest_flips: int
    most_flips: int

    def replaced_rows(self) -> list[int]:
        """For each number of flips, how many rows have it and are replaced."""
        k = self.changes
        return [
            0 if self.fewest_flips <= flips <= self.most_flips else comb(k, flips) for flips in range(k + 1)
        ]

    @cached_property
    def row_shares(self) -> tuple[int, ...]:
        """For each number of flips, the probability of a single row that has it, times `denominator`."""
        k, kept, flipped = self.changes, self.sign_odds.numerator, self.sign_odds.denominator
        replaced = self.replaced_rows()
        shares = [kept ** (k - flips) * flipped**flips for flips in range(k + 1)]
        together, others = sum(map(int.__mul__, replaced, shares)), max(1, sum(replaced))
        return tuple(
            together if rows else share * others for rows, share in zip(replaced, shares, strict=True)
        )

    @cached_property
    def denominator(self) -> int:
        """The common denominator of `row_shares`."""
        odds = self.sign_odds
        whole: int = (odds.numerator + odds.denominator) ** self.changes
        return whole * max(1, sum(self.replaced_rows()))

    def prefix_probability(self, length: int, flips: int) -> Fraction:
        """The probability that the row begins with some `length` signs, so many of them flips."""
        rest, shares = self.changes - length, self.row_shares[flips:]
        return Fraction(sum(comb(rest, more) * shares[more] for more in range(rest + 1)), self.denominator)

    @cached_property
    def mean_sign(self) -> Fraction:
        """The mean of each sign."""
        k = self.changes
        total = sum(comb(k, flips) * (k - 2 * flips) * share for flips, share in enumerate(self.row_shares))
        return Fraction(total, k * self.denominator)

    def draw_flips(self, coins: Coins) -> list[int]:
        """Draw the row: 1 for each flip. As many bytes are read whether or not it is replaced."""
        from ldproof.sampling import draw_bernoulli, draw_uniform  # noqa: PLC0415  (slow to import)

        flip = flip_digits(self.sign_odds)
        flips = [int(draw_bernoulli(flip, coins)) for _ in range(self.changes)]
        rows = self.replaced_rows()
        number = draw_uniform(sum(rows), coins) if any(rows) else 0
        return nth_row(rows, number) if rows[sum(flips)] else flips


@lru_cache
def flip_digits(sign_odds: Fraction) -> "Digits":
    """The probability of a flip."""
    from ldproof.sampling import Digits  # noqa: PLC0415  (slow to import)

    return Digits(1 / (sign_odds + 1))


def nth_row(rows: Sequence[int], number: int) -> list[int]:
    """The row of this number, from 0: of fewer flips first, then in the order of the rows as binary numbers."""
    k, flips = len(rows) - 1, 0
    while number >= rows[flips]:
        number -= rows[flips]
        flips += 1
    found = []
    for rest in reversed(range(k)):
        without = comb(rest, flips)
        found.append(int(number >= without))
        if found[-1]:
            number -= without
            flips -= 1
    return found


# What a person may have, and what she sends.


@dataclass(frozen=True, slots=True)
class FewChanges:
    """Rows of T states that change at most `changes` times, the first time from 0."""

    T: int
    changes: int

    @property
    def rows(self) -> Bits:
        """All rows of T states."""
        return Bits("a state", self.T, FEW)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text with a digit for each round."""
        return self.rows.schema

    def __iter__(self) -> Iterator[States]:
        return (states for states in self.rows if count_changes(states) <= self.changes)

    def read(self, thing: object) -> States:
        """The states of a text with a digit for each round; a refusal does not quote it, as it may be a secret."""
        return self.row(self.rows.read(thing))

    def write(self, value: States) -> str:
        """The text with a digit for each round."""
        return self.rows.write(self.row(value))

    def row(self, value: object) -> States:
        """A tuple of states from any row of them; refused if it changes too often."""
        states = self.rows.row(value)
        if count_changes(states) > self.changes:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"states that change more than {self.changes} times",
                f"at most {self.changes} changes; a first state of 1 counts as one",
            )
        return states


def count_changes(states: Sequence[int]) -> int:
    """How often the state changes, the first time from 0."""
    return sum(map(int.__ne__, (0, *states), states))


@dataclass(frozen=True, slots=True)
class LevelTranscripts:
    """Transcripts with a bit in every 2^h-th round, for some level h, and NULL in the others."""

    T: int

    @property
    def rows(self) -> Transcripts:
        """Transcripts with bits and NULL in any rounds."""
        return Transcripts(self.T, FEW, null=True)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text with a character for each round."""
        return self.rows.schema

    def __iter__(self) -> Iterator[Transcript]:
        refuse_long_rows(self.T, FEW)
        for level in range(self.T.bit_length()):
            width = 1 << level
            for bits in product((0, 1), repeat=self.T >> level):
                sent = iter(bits)
                yield tuple(None if t % width else next(sent) for t in range(1, self.T + 1))

    def read(self, thing: object) -> Transcript:
        """The transcript of a text with a character for each round; one of no level has probability 0."""
        return self.rows.read(thing)

    def write(self, value: Transcript) -> str:
        """The text that `read` reads."""
        return self.rows.write(value)

    def row(self, value: object) -> Transcript:
        """A tuple of T bits or None from any row of them."""
        return self.rows.row(value)


def find_level(seen: Sequence[int | None]) -> int | None:
    """The level whose rounds, and no others, have bits; None if there is none."""
    width = next((t for t, bit in enumerate(seen, start=1) if bit is not None), 0)
    if width & (width - 1) or not width:
        return None
    if any((bit is None) != (t % width > 0) for t, bit in enumerate(seen, start=1)):
        return None
    return width.bit_length() - 1


def block_differences(states: Sequence[int], level: int) -> list[int]:
    """By how much the state changes in each block of 2^level rounds."""
    width = 1 << level
    return [last - before for before, last in pairwise((0, *states[width - 1 :: width]))]


def states_changing_in(T: int, rounds: Sequence[int]) -> States:
    """The states of T rounds that change in these rounds only."""
    changing, found, state = {*rounds}, [], 0
    for t in range(1, T + 1):
        state ^= t in changing
        found.append(state)
    return tuple(found)


# The mechanism.
#
# Let w(i) be the probability of a row of k signs with i flips. At level h, let n differences of the states be not 0, and
# let f of them have been sent with the other sign. The probability of the reports is 2^n Q(n, f), up to a factor that is
# the same for all states; Q(n, f) is the sum of C(k - n, j) w(f + j). As 2^n Q(n, f) is a mean of 2^k w, no ratio is
# above max w / min w. As 2 k <= T, two rows of states can have all their changes in different rounds, and some reports
# of level 0 have any two numbers of flips. So max w / min w is the tight odds.
#
# States that differ in one round have n and n differences that are not 0 (a change moves to the next round), n and n + 1, or
# n and n + 2. As 2^n Q(n, f) = (2^(n + 1) Q(n + 1, f) + 2^(n + 1) Q(n + 1, f + 1)) / 2, the odds of the first case are
# largest for n = k. Those of the second do not exceed those of the first for n + 1. Those of the third are largest for
# n + 2 = k.


@dataclass(frozen=True)
class FutureRand:
    """FutureRand, as `ldproof.counting.future_rand` says. T is a power of 2, and `changes` at most T/2."""

    T: int
    changes: int
    sign_odds: Fraction
    fewest_flips: int
    most_flips: int

    def __post_init__(self) -> None:
        validate_fields(self, "T", "changes", "sign_odds", "fewest_flips", "most_flips")
        if self.T & (self.T - 1):
            raise Refused(Reason.OUT_OF_RANGE, f"T = {self.T} is no power of 2", "2, 4, 8, ...")
        if 2 * self.changes > self.T:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"changes = {self.changes} is more than half of T = {self.T}",
                f"at most {self.T // 2} changes",
            )
        if self.changes * bit_size(self.sign_odds) > MOST_BITS:
            raise Refused(
                Reason.TOO_LARGE,
                f"{self.changes} signs with odds of {bit_size(self.sign_odds)} binary digits",
                f"a product of at most {MOST_BITS}",
            )
        if self.gap <= 0:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"a sign whose mean is {self.gap} with {self.fewest_flips} to {self.most_flips} flips",
                f"fewest_flips=0 most_flips={self.changes}, or other numbers with which it is above 0",
            )

    @property
    def levels(self) -> int:
        """The number of levels."""
        return self.T.bit_length()

    @cached_property
    def signs(self) -> NoisySigns:
        """The signs that are drawn beforehand."""
        return NoisySigns(self.changes, self.sign_odds, self.fewest_flips, self.most_flips)

    @property
    def gap(self) -> Fraction:
        """The mean of a sign."""
        return self.signs.mean_sign

    @property
    def secrets(self) -> FewChanges:
        """The space of secrets: states that change at most `changes` times."""
        return FewChanges(self.T, self.changes)

    @property
    def outputs(self) -> LevelTranscripts:
        """The space of transcripts: a bit in every round of a level, and NULL in the others."""
        return LevelTranscripts(self.T)

    def likelihood(self, secret: States, output: Transcript) -> Real:
        """The probability of a transcript, given the states."""
        states, seen = self.secrets.row(secret), self.outputs.row(output)
        level = find_level(seen)
        if level is None:
            return Real(0)
        length = sum(map(abs, block_differences(states, level)))
        chance = self.signs.prefix_probability(length, self.count_flips(states, seen, level))
        return Real(chance / (self.levels << ((self.T >> level) - length)))

    def sent_probability(self, states: States, t: int) -> Fraction:
        """The probability that the report of round t, from 1, is the bit 1."""
        found = Fraction(0)
        for level in range(self.levels):
            if t % (1 << level) == 0:
                difference = block_differences(states[:t], level)[-1]
                found += (1 + difference * self.gap) / (2 * self.levels)
        return found

    def reporting_probability(self, t: int) -> Fraction:
        """The probability that something is reported in round t."""
        return Fraction((t & -t).bit_length(), self.levels)

    def flips_law(self, states: States, level: int) -> tuple[Fraction, ...]:
        """For each number of flips, its probability at a level."""
        length = sum(map(abs, block_differences(states, level)))
        chance = self.signs.prefix_probability
        return tuple(comb(length, flips) * chance(length, flips) for flips in range(length + 1))

    def count_flips(self, states: States, seen: Sequence[int | None], level: int) -> int:
        """How many of the differences that are not 0 are sent with the other sign."""
        sent = seen[(1 << level) - 1 :: 1 << level]
        pairs = zip(block_differences(states, level), sent, strict=True)
        return sum(each != 0 and bit != (each > 0) for each, bit in pairs)

    def randomize(self, secret: States, coins: Coins) -> Transcript:
        """Draw the level and the signs, and then the report of each block, when it ends."""
        from ldproof.sampling import draw_uniform  # noqa: PLC0415  (slow to import, and a law does without)

        states = self.secrets.row(secret)
        level = draw_uniform(self.levels, coins)
        flips, sent = iter(self.signs.draw_flips(coins)), list[int | None]([None] * self.T)
        for block, difference in enumerate(block_differences(states, level), start=1):
            uniform = draw_uniform(2, coins)  # read in any case
            bit = int(difference > 0) ^ next(flips) if difference else uniform
            sent[(block << level) - 1] = bit
        return tuple(sent)

    def neighbours(self, level: Level, one: States, other: States, /) -> bool:
        """Whether two secrets differ in some round, or at event level in exactly one."""
        return is_neighbouring(level, self.secrets.row(one), self.secrets.row(other))

    def privacy(self, level: Level, /) -> Privacy[States, Transcript]:
        """The tight odds, which some reports of the first level reach."""
        find = self.find_event_odds if parse_level(level) == "event" else self.find_user_odds
        odds, one, other = find()
        likely, unlikely = (states_changing_in(self.T, rounds) for rounds in (one, other))

        def is_reached(output: Transcript) -> bool:
            above, below = (self.likelihood(states, output) for states in (likely, unlikely))
            return bool(above) and above == below * odds

        return Privacy(
            Real(odds), likely, unlikely, is_reached, "reports with the largest likelihood ratio of all"
        )

    def spread_rounds(self, count: int) -> list[int]:
        """The first rounds of `count` blocks, as wide as `changes` blocks in the first half can be."""
        width = 1 << (self.T // (2 * self.changes)).bit_length() - 1
        return [1 + width * place for place in range(count)]

    def find_user_odds(self) -> tuple[Fraction, Sequence[int], Sequence[int]]:
        """The tight odds of all states, and the rounds in which those change that reach them."""
        shares, spread = self.signs.row_shares, self.spread_rounds(self.changes)
        return Fraction(max(shares), min(shares)), spread, [self.T + 1 - t for t in spread]

    def find_event_odds(self) -> tuple[Fraction, Sequence[int], Sequence[int]]:
        """The tight odds of states that differ in one round, and the rounds in which those change that reach them."""
        shares, k, middle = self.signs.row_shares, self.changes, self.T // 2
        earlier, shorter = self.spread_rounds(k - 1), self.spread_rounds(k - 2)
        sooner, later, longer = [*earlier, middle], [*earlier, middle + 1], [*shorter, middle, middle + 1]
        found = [OddsCase(max(pair), min(pair), sooner, later) for pair in pairwise(shares)]
        for flips in range(k - 1):
            each = shares[flips : flips + 3]
            mean = each[0] + 2 * each[1] + each[2]
            found.append(OddsCase(mean, 4 * min(each), shorter, longer))
            found.append(OddsCase(4 * max(each), mean, longer, shorter))
        largest = max(found, key=cmp_to_key(compare_odds))
        return Fraction(largest.above, largest.below), largest.likely, largest.unlikely


class OddsCase(NamedTuple):
    """The likelihood ratio `above`/`below`, and the rounds in which the likely and the unlikely states change."""

    above: int
    below: int
    likely: Sequence[int]
    unlikely: Sequence[int]


def compare_odds(one: OddsCase, other: OddsCase) -> int:
    """Compare two ratios, without reducing numbers of so many digits: above 0 if the first is larger."""
    return one.above * other.below - other.above * one.below


# Estimates: a mean of 1 for each unit of difference, over the blocks that make up the first t rounds.


def blocks_until(t: int) -> Iterator[tuple[int, int]]:
    """The level and the last round of each of the fewest blocks that make up rounds 1 to t."""
    last = 0
    for level in reversed(range(t.bit_length())):
        if t >> level & 1:
            last += 1 << level
            yield level, last


def future_rand_variance(
    N: int,
    T: int,
    t: int,
    mu: Fraction,
    changes: int,
    sign_odds: Fraction,
    fewest_flips: int,
    most_flips: int,
) -> Real:
    """The variance of the estimate of round t with FutureRand."""
    made = FutureRand(T, changes, sign_odds, fewest_flips, most_flips)
    given = (Fraction(N), mu, Fraction(made.levels), Fraction(t.bit_count()), made.gap)
    return Real(variance_at(*given))


def variance_at(N: Exact, mu: Exact, levels: Exact, blocks: Exact, gap: Exact) -> Exact:
    """The variance of an estimate from this many blocks: of N people each is at one of the levels."""
    return (levels * blocks / (gap * gap) - mu) / N
