"""Exact Bernoulli draws, one or many at once, and what the number of bytes read reveals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Bits, Whole, parse_whole_array
from ldproof.coins import Coins, fill_from_coins
from ldproof.errors import Reason, Refused
from ldproof.parameters import parse_whole
from ldproof.sampling.digits import DRAWS, Digits

# Exact Bernoulli draws: is a uniform number U, whose base-256 digits are the coins, below the probability?
#
# How coins are consumed is part of the specification. A decision has a table of probabilities, a secret that
# picks one of them, and a rule. It reads blocks of `rule.length` bytes and stops after the first block at which
#
# - what it has read so far differs from the digits, as many of them, of *every* probability in the table, and
# - the block is no decoy: it does not end in `rule.decoy` zero bytes (where that is 0, there are no decoys).
#
# The answer is whether what was read is below the digits of the secret's own probability, the first byte being
# the most significant. All probabilities are compared, over all bytes. So the number of bytes read depends on
# the coins and on the table, but not on the secret.


@dataclass(frozen=True, slots=True)
class BlockRule:
    """How many bytes a block has, and how many zero bytes end a decoy (0: there are no decoys)."""

    length: int
    decoy: int = 0

    def __post_init__(self) -> None:
        for name in ("length", "decoy"):
            object.__setattr__(self, name, parse_whole(name, getattr(self, name)))
        if self.length < 1 or not 0 <= self.decoy <= self.length:
            raise Refused(Reason.OUT_OF_RANGE, f"{self} is no rule", "length >= 1 and 0 <= decoy <= length")


LAZY = BlockRule(length=1)
"""For simulations and collectors: one byte decides 255 times in 256."""

BLOCKS = BlockRule(length=16)
"""For a coin that depends on nobody's secret: a second block is read with probability 2^-128."""

# Why decoys: a tie alone would speak. Let odds be 3, the table 1/4 = (64)(0)(0)... and 3/4 = (192)(0)(0)...
# After a tie with either, U is at least 1/4: a secret that picks 1/4 never says yes after two blocks, one
# that picks 3/4 may. Decoys come from all over [0, 1) and outnumber the ties 2^96 to 1, so that among those
# who read on the odds are, to that accuracy, what they are for everybody (`answer_drift`).
BY_SECRET = BlockRule(length=16, decoy=4)
"""For a person's client: a second block is read with probability 2^-32, and then reveals next to nothing."""


def draw_bernoulli(probability: Digits, coins: Coins, rule: BlockRule = BLOCKS) -> bool:
    """Draw True with exactly this probability."""
    return draw_by_secret((probability,), 0, coins, rule)


def draw_by_secret(table: Sequence[Digits], secret: int, coins: Coins, rule: BlockRule = BY_SECRET) -> bool:
    """Draw True with exactly the probability `table[secret]`, by as many bytes whatever the secret is."""
    if type(secret) is not int or not 0 <= secret < len(table):  # which one it is is nobody's business
        raise Refused(Reason.OUT_OF_RANGE, "a secret without a probability", f"0 to {len(table) - 1}")
    read = b""
    while True:
        block = coins.read(rule.length)
        read += block
        drawn = int.from_bytes(read)
        gaps = [drawn - int.from_bytes(probability.prefix(len(read))) for probability in table]
        decoy = rule.decoy > 0 and not any(block[-rule.decoy :])
        if all(gaps) and not decoy:  # nobody ties
            return gaps[secret] < 0


# What the number of bytes read reveals: the joint law of an answer and the number of blocks it took.


def joint_law(
    table: Sequence[Digits], secret: int, rule: BlockRule, most: int
) -> dict[tuple[bool, int], Fraction]:
    """The probability of each (answer, number of blocks read) for one secret, up to `most` blocks; the rest reads on.

    It is counted from the digits alone: of all strings of so many blocks, `reading` read on, and `under[j]`
    of these are below the digits of probability j, which always read on themselves.
    """
    blocks = 1 << 8 * rule.length
    decoys = _decoys_below(blocks, rule)
    reading, under = 1, [0] * len(table)
    law: dict[tuple[bool, int], Fraction] = {}
    for read in range(1, most + 1):
        digits = [int.from_bytes(probability.prefix(read * rule.length)) for probability in table]
        ties = {string for string in digits if not _is_decoy(string, rule)}
        longer = reading * blocks
        reading = reading * decoys + len(ties)
        for place, string in enumerate(digits):
            block, above = string % blocks, under[place]
            under[place] = above * decoys + _decoys_below(block, rule) + sum(tie < string for tie in ties)
            if place == secret:
                yes = above * blocks + block - under[place]
                law[True, read] = Fraction(yes, blocks**read)
                law[False, read] = Fraction(longer - reading - yes, blocks**read)
    return law


def answer_drift(table: Sequence[Digits], rule: BlockRule) -> Fraction:
    """A bound on |Pr[True | number of blocks read] - p|, for each p of the table and each number of blocks.

    It is 2(k + 2)/(d - 1), for k probabilities and d >= k decoys among the blocks. In terms of `joint_law`: let f
    be what follows the digits of p (0 <= f <= 1) and e = under + f - p reading, which starts as 0. Each block
    turns e into d e + g + t' - p t, with 0 <= g < 2 for rounding, t <= k ties that are no decoys, and t' of
    them below. As `reading` grows by the factor d at least, |e| <= reading (k + 2)/(d - 1). Of the strings
    that stop, yes - p stopping = (b - d) e - g - t' + p t, for b blocks; with stopping = (b - d) reading - t
    this is at most 2(k + 2)/(d - 1) of them, since k <= d and 256 d <= b.
    """
    decoys = _decoys_below(1 << 8 * rule.length, rule)
    if decoys < max(2, len(table)):
        raise Refused(Reason.OUT_OF_RANGE, f"{decoys} decoys are too few", "as many as probabilities, and 2")
    return Fraction(2 * (len(table) + 2), decoys - 1)


def _is_decoy(string: int, rule: BlockRule) -> bool:
    return rule.decoy > 0 and string % (1 << 8 * rule.decoy) == 0


def _decoys_below(block: int, rule: BlockRule) -> int:
    """How many of the blocks below this one are decoys: the multiples of 256^decoy, counted from 0."""
    return -(-block >> 8 * rule.decoy) if rule.decoy else 0


# Exact Bernoulli draws, many at once: the decisions of `draw_bernoulli`, in rounds.
#
# Each round reads one block for every decision that has not stopped, in the order of the decisions; all blocks
# of a round come before those of the next. A single decision consumes the same coins here and there.

Columns = NDArray[np.uint8]

PIECE = 1 << 20
"""The bytes of coins in hand at a time: more would not stay in the processor's cache, fewer would be lost on calls."""


def draw_bernoullis(probability: Digits, count: int, coins: Coins, rule: BlockRule = LAZY) -> Bits:
    """`count` independent answers, each True with exactly this probability."""
    # One zero for everybody takes no memory.
    return _draw_answers(
        (probability,), np.broadcast_to(np.uint8(0), DRAWS.accept("count", count)), coins, rule
    )


def draw_by_secrets(table: Sequence[Digits], secrets: Whole, coins: Coins, rule: BlockRule = LAZY) -> Bits:
    """For each secret an independent answer that is True with exactly the probability `table[secret]`."""
    places = parse_whole_array("the secrets", secrets, "decision")
    signed = places.dtype.kind == "i"
    if places.size and ((signed and places.min() < 0) or places.max() >= len(table)):
        raise Refused(Reason.OUT_OF_RANGE, "a secret without a probability", f"0 to {len(table) - 1}")
    return _draw_answers(table, places, coins, rule)


def _draw_answers(table: Sequence[Digits], secrets: Whole, coins: Coins, rule: BlockRule) -> Bits:
    answers = np.empty(secrets.size, np.bool_)
    size = max(1, PIECE // rule.length)
    # The first round goes piece by piece; all that is kept of it is the few decisions that read on.
    places, own, ties = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], [np.zeros((len(table), 0), np.bool_)]
    for start in range(0, secrets.size, size):
        here = slice(start, start + size)
        some = secrets[here]
        answers[here], more, tied = _answer_round(table, 0, some, coins, rule)
        places.append(start + more)
        own.append(some[more].astype(np.intp))
        ties.append(tied)
    place, secret, tied = np.concatenate(places), np.concatenate(own), np.concatenate(ties, axis=1)
    depth = rule.length
    while place.size:
        answer, more, ties_again = _answer_round(table, depth, secret, coins, rule, tied)
        answers[place[answer]] = True
        place, secret, tied = place[more], secret[more], ties_again
        depth += rule.length
    return answers


def _answer_round(
    table: Sequence[Digits],
    depth: int,
    secrets: Whole,
    coins: Coins,
    rule: BlockRule,
    tied: Bits | None = None,
) -> tuple[Bits, NDArray[np.intp], Bits]:
    """Who turns out to be below; who reads on; and a row per probability of whether these tie with it.

    `tied` are such rows of all that was read before; at first, everybody ties.
    """
    blocks = np.empty((secrets.size, rule.length), np.uint8)
    fill_from_coins(blocks.ravel().data, coins)
    columns = np.ascontiguousarray(blocks.T)
    answers, ties = np.zeros(secrets.size, np.bool_), np.ones((len(table), secrets.size), np.bool_)
    for secret, each in enumerate(table):
        below = np.zeros(secrets.size, np.bool_)
        for column, digit in zip(columns, each.prefix(depth + rule.length)[depth:], strict=True):
            below |= ties[secret] & (column < digit)
            ties[secret] &= column == digit
        if tied is not None:
            below &= tied[secret]
            ties[secret] &= tied[secret]
        answers |= below & (secrets == secret)
    more = np.logical_or.reduce(ties)
    if rule.decoy:
        more |= np.logical_and.reduce(columns[-rule.decoy :] == 0)
    on = np.flatnonzero(more)
    return answers, on, ties[:, on]
