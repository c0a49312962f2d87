"""The specimens' draws: exact fractions of uniform bytes, independent of `ldproof.sampling`."""

from bisect import bisect
from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import copysign, lcm, log

from ldproof.coins import Coins


class ListedCoins:  # not abstract: every draw asks whether its coins are such ones, and abstract classes answer slowly
    """Coins that choose the outcome of a whole draw, so that all its outcomes can be listed."""

    def choose(self, whole: int, shares: Sequence[Fraction]) -> int:
        """Choose an outcome with these probabilities, for a draw of a number below `whole`."""
        raise NotImplementedError

    def read(self, count: int) -> bytes:
        """Return `count` bytes."""
        raise NotImplementedError


def draw_below(bound: int, coins: Coins) -> int:
    """Draw a uniform number below the bound, by rejection."""
    if isinstance(coins, ListedCoins):
        return coins.choose(bound, [Fraction(1, bound)] * bound)
    size = (bound.bit_length() + 7) // 8
    end = 256**size // bound * bound
    while (number := int.from_bytes(coins.read(size))) >= end:
        pass
    return number % bound


def draw_outcome(shares: Sequence[Fraction], coins: Coins) -> int:
    """Draw an outcome with these probabilities, by inversion over a common denominator.

    If the probabilities depend on a secret, the denominator must not, or the number of bytes read reveals it.
    """
    return draw_interval(shares, cumulative_sums(tuple(shares)), coins)


def draw_interval(shares: Sequence[Fraction], ends: Sequence[int], coins: Coins) -> int:
    """Draw a number below the last of the sums, and return the number of sums that it reaches."""
    return (
        coins.choose(ends[-1], shares)
        if isinstance(coins, ListedCoins)
        else bisect(ends, draw_below(ends[-1], coins))
    )


@cache
def cumulative_sums(shares: tuple[Fraction, ...]) -> list[int]:
    """Return the cumulative sums of the probabilities, as multiples of 1 over a common denominator."""
    whole = lcm(*(share.denominator for share in shares))
    return [int(total * whole) for total in accumulate(shares)]


def draw_true(probability: Fraction, coins: Coins) -> bool:
    """Return True with this probability."""
    return draw_interval(*two_outcomes(probability), coins) == 1


@cache
def two_outcomes(probability: Fraction) -> tuple[tuple[Fraction, Fraction], list[int]]:
    """Return the probabilities of 0 and 1, and their cumulative sums."""
    shares = 1 - probability, probability
    return shares, cumulative_sums(shares)


def draw_permutation(total: int, coins: Coins) -> list[int]:
    """Draw a uniform permutation of the numbers below `total`."""
    pack = list(range(total))
    return [pack.pop(draw_below(len(pack), coins)) for _ in range(total)]


def draw_row(columns: str, coins: Coins) -> tuple[int, int]:
    """Draw a uniform row, and return it with the person's own column there."""
    own = columns.split(",")
    row = draw_below(len(own), coins)
    return row, int(own[row])


@cache
def truth_probability(odds: Fraction) -> Fraction:
    """Return the probability of the true bit at these odds."""
    return odds / (1 + odds)


def draw_response(bit: int, odds: Fraction, coins: Coins) -> int:
    """Draw by randomized response."""
    return bit if draw_true(truth_probability(odds), coins) else 1 - bit


def rational_root(number: Fraction, degree: int) -> Fraction:
    """Return the rational root of a fraction; raise ValueError if there is none."""
    found = Fraction(round(number.numerator ** (1 / degree)), round(number.denominator ** (1 / degree)))
    if found**degree != number:
        raise ValueError(f"{number} has no rational root of degree {degree}")
    return found


def transcript(
    states: str, tau: Container[int], report: Callable[[int], int | str], fill: Callable[[int], int | str]
) -> str:
    """Return the transcript: reports of the states in the rounds of tau, and the filling in all others."""
    return "".join(str((report if t in tau else fill)(int(state))) for t, state in enumerate(states))


def draw_ones(places: int, probability: Fraction, coins: Coins) -> set[int]:
    """Draw the places of the ones among independent bits, by the gaps between them.

    The number of gaps is fixed, so that the number of bytes read does not reveal the ones.
    """
    shares = gap_law(places, probability)
    drawn = [draw_outcome(shares, coins) for _ in range(places)]
    return {reached + before for before, reached in enumerate(accumulate(drawn)) if reached + before < places}


@cache
def gap_law(places: int, probability: Fraction) -> tuple[Fraction, ...]:
    """Return the probabilities of each number of zeros before the first one, and of no one in `places` bits."""
    return (
        *((1 - probability) ** zero * probability for zero in range(places)),
        (1 - probability) ** places,
    )


Cells = tuple[int, int]
"""How many of the cases, and how many of the controls, have the variant."""


def parse_cells(text: str) -> Cells:
    """Return the two counts of a table from its text."""
    a, b = map(int, text.split(","))
    return a, b


def draw_float(coins: Coins) -> float:
    """Draw the middle of one of 2^48 intervals from 0 to 1."""
    return (int.from_bytes(coins.read(6)) + 0.5) / 256**6


def draw_laplace(scale: float, coins: Coins) -> float:
    """Draw Laplace noise by the inverse distribution function, in floats."""
    u = draw_float(coins)
    return copysign(scale * log(2 * min(u, 1 - u)), u - 0.5)
