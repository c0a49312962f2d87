"""Draws from a law that is written down, outcome by outcome: for the algorithms as the papers print them.

An algorithm is given `draw` and asks it for every random choice. `draw_with(coins)` draws exactly from coins. A test
can pass a `draw` of its own that follows every path in turn, so that it finds the law of the algorithm's own text.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeVar

from ldproof.coins import Coins
from ldproof.sampling.digits import draw_uniform

Outcome = TypeVar("Outcome")


class RandomChoice(Protocol):
    """A source of random choices."""

    def __call__(self, law: Mapping[Outcome, Fraction], /) -> Outcome:
        """One outcome, each with its own probability; these sum to 1."""


def draw_with(coins: Coins) -> RandomChoice:
    """Draw exactly: a uniform whole number below the probabilities' common denominator picks the outcome.

    For reading and for tests: how many bytes are read may depend on what is secret.
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
