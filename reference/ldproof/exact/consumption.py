"""What the number of bytes read reveals: the joint law of an answer and the number of blocks it took."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.exact.bernoulli import Rule
from ldproof.exact.digits import Digits
from ldproof.rejections import Reason, Refused


def joint(table: Sequence[Digits], secret: int, rule: Rule, most: int) -> dict[tuple[bool, int], Fraction]:
    """The probability of (answer, blocks read), up to so many blocks; the rest has not stopped by then.

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


def drift(table: Sequence[Digits], rule: Rule) -> Fraction:
    """How far the answer's probability, given the number of blocks, is from the table's own p at most.

    It is 2(k + 2)/(d - 1), for k probabilities and d >= k decoys among the blocks. In terms of `joint`: let f
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


def _is_decoy(string: int, rule: Rule) -> bool:
    return rule.decoy > 0 and string % (1 << 8 * rule.decoy) == 0


def _decoys_below(block: int, rule: Rule) -> int:
    """How many of the blocks below this one are decoys: the multiples of 256^decoy, counted from 0."""
    return -(-block >> 8 * rule.decoy) if rule.decoy else 0
