"""Exact categorical draws: inverse transform sampling, with coins whose number tells nothing of the secret.

How coins are consumed is part of the specification. There is a law for each secret, over the same outcomes. A uniform
number U is looked up in the distribution function F of the secret's own law: the outcome is how many of F(0), F(1), ...
are at most U; the last of them, which is 1, and any that is known to be 0 or 1, need no looking up.

Blocks of `rule.length` bytes of U are read, the first byte the most significant. With n bytes read, as a whole number u,
let c be the whole number next to 256^n F(k). If u is neither c nor c - 1, then U is on one side of F(k) for certain. So
the draw stops after the first block at which that is so for *every* F(k) of *every* secret, and which does not end in
`rule.decoy` zero bytes. How many blocks are read depends on the coins and the laws, and not on the secret.

A number next to 256^n F is known from balls even where F is dyadic, which no digit of F is: 1/2 may be a sum of
irrational probabilities.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from math import floor

from ldproof.coins import Coins
from ldproof.domains import whole
from ldproof.exact.bernoulli import BY_SECRET, Rule
from ldproof.exact.inversion import cumulated
from ldproof.numbers import Number, Real
from ldproof.rejections import Reason, Refused

HALF = Fraction(1, 2)


class Categorical:
    """A law for each secret: the probabilities of the same outcomes, in order."""

    __slots__ = ("_first", "_rows", "_rule", "_zeros")

    def __init__(self, laws: Sequence[Sequence[Number]], rule: Rule = BY_SECRET) -> None:
        sums = [cumulated(each) for each in laws]
        self._zeros = [sum(each.exact == 0 for each in row) for row in sums]
        self._rows = [[each for each in row if each.exact not in (0, 1)] for row in sums]
        self._rule = rule
        self._first = self._cuts(rule.length)

    def draw(self, secret: int, coins: Coins) -> int:
        """The place of an outcome, with exactly the probability that it has for this secret."""
        if not 0 <= (place := whole("the secret", secret)) < len(self._rows):
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
        cuts = [[rounded(each, 8 * size) for each in row] for row in self._rows]
        return cuts, frozenset(near for row in cuts for cut in row for near in (cut - 1, cut))


def rounded(number: Real, bits: int) -> int:
    """The whole number next to 2^bits times a number; of two that are as near, the larger one."""
    return floor(number * (1 << bits) + HALF)
