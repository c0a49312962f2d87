"""Exact Bernoulli draws, many at once: the decisions of `bernoulli`, in rounds.

Each round reads one block for every decision that has not stopped, in the order of the decisions; all blocks
of a round come before those of the next. A single decision consumes the same coins here and there.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.exact.bernoulli import LAZY, Rule
from ldproof.exact.digits import Digits
from ldproof.rejections import Reason, Refused

Bits = NDArray[np.bool_]
Secrets = NDArray[np.uint8] | NDArray[np.int64]

PIECE = 1 << 18
"""The bytes of coins in hand at a time: they and the comparisons stay in the processor's cache."""


def bernoullis(probability: Digits, count: int, coins: Coins, rule: Rule = LAZY) -> Bits:
    """So many independent answers, each True with exactly this probability."""
    return by_secrets((probability,), np.zeros(count, np.uint8), coins, rule)


def by_secrets(table: Sequence[Digits], secrets: Secrets, coins: Coins, rule: Rule = LAZY) -> Bits:
    """An independent answer per secret, True with exactly the probability that the table has there."""
    answers = np.zeros(secrets.size, np.bool_)
    if not secrets.size:
        return answers
    if not 0 <= secrets.min() <= secrets.max() < len(table):
        raise Refused(Reason.OUT_OF_RANGE, "a secret without a probability", f"0 to {len(table) - 1}")
    # The first round goes piece by piece; all that is kept of it is the few decisions that read on.
    digits = [probability.prefix(rule.length) for probability in table]
    size = max(1, PIECE // rule.length)
    places, ties = [], []
    for start in range(0, secrets.size, size):
        piece = slice(start, start + size)
        tied = np.ones((len(table), secrets[piece].size), np.bool_)
        more = _round(digits, secrets[piece], answers[piece], tied, coins, rule)
        places.append(start + more)
        ties.append(tied[:, more])
    place, tied = np.concatenate(places), np.concatenate(ties, axis=1)
    depth = rule.length
    while place.size:
        digits = [probability.prefix(depth + rule.length)[depth:] for probability in table]
        answer = answers[place]
        more = _round(digits, secrets[place], answer, tied, coins, rule)
        answers[place] = answer
        place, tied = place[more], tied[:, more]
        depth += rule.length
    return answers


def _round(
    digits: Sequence[bytes], secrets: Secrets, answer: Bits, tied: Bits, coins: Coins, rule: Rule
) -> NDArray[np.intp]:
    """Read a block per decision, update the answers and the ties in place, and find who reads on."""
    blocks = np.frombuffer(coins.read(secrets.size * rule.length), np.uint8).reshape(-1, rule.length)
    columns = np.ascontiguousarray(blocks.T)
    for secret, expected in enumerate(digits):
        own = secrets == secret
        for byte, digit in zip(columns, expected, strict=True):
            answer |= own & tied[secret] & (byte < digit)
            tied[secret] &= byte == digit
    more: Bits = np.logical_or.reduce(tied)
    if rule.decoy:
        more |= np.logical_and.reduce(columns[-rule.decoy :] == 0)
    return np.flatnonzero(more)
