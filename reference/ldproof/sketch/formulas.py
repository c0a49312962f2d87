"""What the flips of a row of bits cost, and which flips are best at a width.

A bit is 1 with probability q in the item's own column and with probability p in every other one, 0 < p < q < 1.
E = e^epsilon stands for a row's odds.
"""

from fractions import Fraction

from ldproof.budget import Budget, Quantity, at_hand, rational_root
from ldproof.numbers import Elementary, Exact, ball, floor, least, sqrt
from ldproof.rejections import Reason, Refused

__all__ = ["bit_epsilon", "optimal_odds", "row_epsilon"]


def row_odds(p: Exact, q: Exact) -> Exact:
    """Section 4.1: how much likelier a row can become by the item, as both its own bit and another's change."""
    return q * (1 - p) / (p * (1 - q))


def bit_odds(p: Exact, q: Exact) -> Exact:
    """The same of one bit alone: the larger of q / p and (1 - p) / (1 - q)."""
    return 1 / least(p / q, (1 - q) / (1 - p))


def row_epsilon(p: Fraction, q: Fraction) -> Quantity:
    """The tight epsilon of a row: what section 4.1 says of a bit."""
    return logarithm(row_odds(*ordered(p, q)))


def bit_epsilon(p: Fraction, q: Fraction) -> Quantity:
    """The tight epsilon of one bit."""
    return logarithm(bit_odds(*ordered(p, q)))


def optimal_squared(w: Exact, E: Exact) -> Exact:
    """The square of t."""
    return (w - 1 + E) / (E * ((w - 1) * E + 1))


def optimal_root(w: Elementary, E: Elementary) -> Elementary:
    """t = p / (1 - p), at which the estimate of an item that nobody holds varies least; then q / (1 - q) = E t."""
    return sqrt(optimal_squared(w, E))


def optimal_odds(w: int, budget: Budget) -> Quantity:
    """The same t: between the symmetric 1 / sqrt(E), at w = 2, and 1 / E, which is OUE and best in the limit."""
    E = budget.odds()
    if isinstance(E, Fraction) and (t := rational_root(optimal_squared(Fraction(w), E), 2)) is not None:
        return t
    return lambda: optimal_root(ball(w), at_hand(E))


def private_rates(p: Quantity, q: Quantity, bits: int) -> tuple[Fraction, Fraction]:
    """Multiples of 2^-bits near p and q that cost no more than they: p rounded up and q rounded down."""
    scale = 1 << bits
    low, high = Fraction(-below(p, -scale), scale), Fraction(below(q, scale), scale)
    if not 0 < low < high < 1:
        raise Refused(Reason.OUT_OF_RANGE, f"p and q in {bits} bits are {low} and {high}", "more bits")
    return low, high


def below(rate: Quantity, scale: int) -> int:
    """The whole part of a multiple of a rate."""
    return rate * scale // 1 if isinstance(rate, Fraction) else floor(lambda: rate() * scale)


def ordered(p: Fraction, q: Fraction) -> tuple[Fraction, Fraction]:
    """Both, if p is the smaller one: otherwise a 1 tells of other items."""
    if not p < q:
        raise Refused(Reason.OUT_OF_RANGE, f"p = {p} is not below q = {q}", "p < q")
    return p, q


def logarithm(odds: Fraction) -> Quantity:
    """The epsilon that odds above 1 are."""
    return lambda: ball(odds).log()
