"""Functions of several quantities: exact where all of them are, otherwise as close as one likes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add, mul

from flint import arb

from ldproof.budget import Quantity, at_hand
from ldproof.numbers import Exact

REMEMBERED = 1 << 12
"""How many products are kept."""


def at_each(
    quantities: Sequence[Quantity],
    exactly: Callable[[Sequence[Fraction]], Fraction],
    nearly: Callable[[Sequence[arb]], arb],
) -> Quantity:
    """One function of them; one definition serves as both, where it runs on fractions and balls."""
    known = [each for each in quantities if isinstance(each, Fraction)]
    if len(known) == len(quantities):
        return exactly(known)
    return lambda: nearly([at_hand(each) for each in quantities])


@lru_cache(REMEMBERED)
def product(factors: tuple[Quantity, ...]) -> Quantity:
    """All of them multiplied; there is at least one."""
    return at_each(factors, _multiplied, _multiplied)


def _multiplied(factors: Sequence[Exact]) -> Exact:
    return reduce(mul, factors)


def total(parts: Sequence[Quantity], times: int) -> Quantity:
    """All of them added up, and so many times that; there is at least one."""

    def added(known: Sequence[Exact]) -> Exact:
        return reduce(add, known) * times

    return at_each(parts, added, added)
