"""What the specimens draw with: exact fractions of uniform bytes. It shares nothing with `ldproof.sampling`."""

from bisect import bisect
from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import lcm

from ldproof.coins import Coins


class Told:  # not abstract: every draw asks whether its coins are such ones, and abstract classes answer slowly
    """Coins that answer a whole draw at once, so that all its answers can be listed."""

    def told(self, whole: int, shares: Sequence[Fraction]) -> int:
        """Which answer comes next: a number below `whole` is drawn, and they have these shares of it."""
        raise NotImplementedError

    def read(self, count: int) -> bytes:
        """As all coins."""
        raise NotImplementedError


def below(bound: int, coins: Coins) -> int:
    """A whole number below the bound, each alike: the last few, which do not divide evenly, are drawn again."""
    if isinstance(coins, Told):
        return coins.told(bound, [Fraction(1, bound)] * bound)
    size = (bound.bit_length() + 7) // 8
    end = 256**size // bound * bound
    while (number := int.from_bytes(coins.read(size))) >= end:
        pass
    return number % bound


def one_of(shares: Sequence[Fraction], coins: Coins) -> int:
    """Which of several answers with these probabilities: the inverse of their sums, over a common denominator.

    Where the probabilities depend on a secret that denominator must not, or the number of bytes read may tell it.
    """
    return fallen(shares, reached(tuple(shares)), coins)


def fallen(shares: Sequence[Fraction], ends: Sequence[int], coins: Coins) -> int:
    """Between which of the sums a number falls."""
    return coins.told(ends[-1], shares) if isinstance(coins, Told) else bisect(ends, below(ends[-1], coins))


@cache
def reached(shares: tuple[Fraction, ...]) -> list[int]:
    """The sums of shares, as multiples of one part in a common denominator."""
    whole = lcm(*(share.denominator for share in shares))
    return [int(total * whole) for total in accumulate(shares)]


def chance(probability: Fraction, coins: Coins) -> bool:
    """True with this probability."""
    return fallen(*either(probability), coins) == 1


@cache
def either(probability: Fraction) -> tuple[tuple[Fraction, Fraction], list[int]]:
    """The shares of a 0 and of a 1, and their sums."""
    shares = 1 - probability, probability
    return shares, reached(shares)


def dealt(total: int, coins: Coins) -> list[int]:
    """The numbers below a total in a random order: cards from a pack that gets thinner."""
    pack = list(range(total))
    return [pack.pop(below(len(pack), coins)) for _ in range(total)]


def sampled(columns: str, coins: Coins) -> tuple[int, int]:
    """One of the rows, all alike, and one's own column there."""
    own = columns.split(",")
    row = below(len(own), coins)
    return row, int(own[row])


@cache
def truth(odds: Fraction) -> Fraction:
    """How often a bit is reported as it is, at these odds."""
    return odds / (1 + odds)


def response(bit: int, odds: Fraction, coins: Coins) -> int:
    """Randomized response."""
    return bit if chance(truth(odds), coins) else 1 - bit


def root(number: Fraction, degree: int) -> Fraction:
    """The root of a fraction that has one."""
    found = Fraction(round(number.numerator ** (1 / degree)), round(number.denominator ** (1 / degree)))
    if found**degree != number:
        raise ValueError(f"{number} has no rational root of degree {degree}")
    return found


def sent(
    states: str, tau: Container[int], report: Callable[[int], int | str], fill: Callable[[int], int | str]
) -> str:
    """A transcript: reports of the states in the rounds of tau, and something else in the others."""
    return "".join(str((report if t in tau else fill)(int(state))) for t, state in enumerate(states))


def gaps(places: int, probability: Fraction, coins: Coins) -> set[int]:
    """The places of the ones among independent bits, by how many zeros come before each.

    So many gaps are drawn, all alike, that the bytes read do not tell how many there was room for.
    """
    shares = zeros(places, probability)
    drawn = [one_of(shares, coins) for _ in range(places)]
    return {reached + before for before, reached in enumerate(accumulate(drawn)) if reached + before < places}


@cache
def zeros(places: int, probability: Fraction) -> tuple[Fraction, ...]:
    """How many zeros come before a one, or that there are no more than so many places."""
    return (
        *((1 - probability) ** zero * probability for zero in range(places)),
        (1 - probability) ** places,
    )
