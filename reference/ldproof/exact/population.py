"""Exact Bernoulli draws, many at once: the decisions of `bernoulli`, in rounds.

Each round reads one block for every decision that has not stopped, in the order of the decisions; all blocks
of a round come before those of the next. A single decision consumes the same coins here and there.
"""

from collections.abc import Sequence
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Bits, Whole, whole_numbers
from ldproof.coins import Coins, fill
from ldproof.exact.bernoulli import LAZY, Rule
from ldproof.exact.digits import Digits
from ldproof.exact.single_bytes import SingleBytes
from ldproof.exact.subsets import DRAWS
from ldproof.rejections import Reason, Refused

Columns = NDArray[np.uint8]
Secrets = Whole

PIECE = 1 << 20
"""The bytes of coins in hand at a time: more would not stay in the processor's cache, fewer would be lost on calls."""


def bernoullis(probability: Digits, count: int, coins: Coins, rule: Rule = LAZY) -> Bits:
    """So many independent answers, each True with exactly this probability."""
    # One zero for everybody takes no memory.
    return _answers((probability,), np.broadcast_to(np.uint8(0), DRAWS.accept("count", count)), coins, rule)


def by_secrets(table: Sequence[Digits], secrets: Secrets, coins: Coins, rule: Rule = LAZY) -> Bits:
    """An independent answer per secret, True with exactly the probability that the table has there."""
    places = whole_numbers("the secrets", secrets, "decision")
    signed = places.dtype.kind == "i"
    if places.size and ((signed and places.min() < 0) or places.max() >= len(table)):
        raise Refused(Reason.OUT_OF_RANGE, "a secret without a probability", f"0 to {len(table) - 1}")
    return _answers(table, places, coins, rule)


def _answers(table: Sequence[Digits], secrets: Secrets, coins: Coins, rule: Rule) -> Bits:
    answers = np.empty(secrets.size, np.bool_)
    size = max(1, PIECE // rule.length)
    if rule == LAZY and len(table) <= 2:
        first = SingleBytes(table, min(size, secrets.size)).answer
    else:
        first = partial(_Round(table, min(size, secrets.size), rule).answer, 0)
    # The first round goes piece by piece; all that is kept of it is the few decisions that read on.
    places, own, ties = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], [np.zeros((len(table), 0), np.bool_)]
    for start in range(0, secrets.size, size):
        here = slice(start, start + size)
        some = _narrow(secrets[here], len(table))
        more, tied = first(some, answers[here], coins)
        places.append(start + more)
        own.append(some[more].astype(np.intp))
        ties.append(tied)
    place, secret, tied = np.concatenate(places), np.concatenate(own), np.concatenate(ties, axis=1)
    depth = rule.length
    while place.size:
        answer = np.empty(place.size, np.bool_)
        more, ties_again = _Round(table, place.size, rule).answer(depth, secret, answer, coins, tied)
        answers[place[np.flatnonzero(answer)]] = True
        place, secret, tied = place[more], secret[more], ties_again
        depth += rule.length
    return answers


class _Round:
    """A block for each of at most so many decisions, in memory that is used again: to get new one would take longer."""

    __slots__ = ("_below", "_blocks", "_rule", "_spare", "_table", "_tied")

    def __init__(self, table: Sequence[Digits], size: int, rule: Rule) -> None:
        self._table, self._rule = table, rule
        self._blocks = np.empty((size, rule.length), np.uint8)
        self._tied = np.empty((len(table), size), np.bool_)
        self._below, self._spare = np.empty((2, size), np.bool_)

    def answer(
        self, depth: int, secrets: Secrets, answers: Bits, coins: Coins, tied: Bits | None = None
    ) -> tuple[NDArray[np.intp], Bits]:
        """Who turns out to be below; returned is who reads on, and a row per probability of whether they tie with it.

        `tied` are such rows of all that was read before; at first, everybody ties.
        """
        count = secrets.size
        blocks, spare, ties = self._blocks[:count], self._spare[:count], self._tied[:, :count]
        fill(blocks.ravel().data, coins)
        columns = np.ascontiguousarray(blocks.T)
        digits = [each.prefix(depth + self._rule.length)[depth:] for each in self._table]
        for secret, own in enumerate(digits):
            below = self._below[:count] if secret else answers
            _compare(columns, own, below, ties[secret], spare)
            if tied is not None:
                below &= tied[secret]
                ties[secret] &= tied[secret]
            if len(digits) > 1:
                below &= np.equal(secrets, secret, out=spare)
            if secret:
                answers |= below
        more = ties[0] if len(ties) == 1 else reduce(partial(np.logical_or, out=spare), ties)
        if self._rule.decoy:
            more = more | np.logical_and.reduce(columns[-self._rule.decoy :] == 0)
        on = np.flatnonzero(more)
        return on, ties[:, on]


def _narrow(secrets: Secrets, kinds: int) -> Secrets:
    """The secrets in a byte each where that is room enough: there is less to read."""
    return secrets.astype(np.uint8, copy=False) if kinds <= 256 else secrets


def _compare(columns: Columns, digits: bytes, below: Bits, tied: Bits, spare: Bits) -> None:
    """Whose bytes are below the digits, and whose are the same."""
    np.less(columns[0], digits[0], out=below)
    np.equal(columns[0], digits[0], out=tied)
    for column, digit in zip(columns[1:], digits[1:], strict=True):
        np.less(column, digit, out=spare)
        spare &= tied
        below |= spare
        tied &= np.equal(column, digit, out=spare)
