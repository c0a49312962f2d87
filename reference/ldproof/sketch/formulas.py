"""What the flips of a row of bits cost, and which flips are best at a width.

A bit is 1 with probability q in the item's own column and with probability p in every other one, 0 < p < q < 1.
E = e^epsilon stands for a row's odds.
"""

from fractions import Fraction
from math import ceil, floor

from ldproof.budget import Budget
from ldproof.numbers import Elementary, Exact, Real, least, lift, log, real, sqrt
from ldproof.rejections import Reason, Refused

__all__ = ["bit_epsilon", "optimal_odds", "row_epsilon"]


def row_odds(p: Exact, q: Exact) -> Exact:
    """Section 4.1: a row's largest likelihood ratio between items, as both its own bit and another's change."""
    return q * (1 - p) / (p * (1 - q))


def bit_odds(p: Exact, q: Exact) -> Exact:
    """The largest likelihood ratio of one bit alone: the larger of q / p and (1 - p) / (1 - q)."""
    return 1 / least(p / q, (1 - q) / (1 - p))


def row_epsilon(p: Fraction, q: Fraction) -> Real:
    """The tight epsilon of a row: what section 4.1 says of a bit."""
    return log(real(row_odds(*ordered(p, q))))


def bit_epsilon(p: Fraction, q: Fraction) -> Real:
    """The tight epsilon of one bit."""
    return log(real(bit_odds(*ordered(p, q))))


def optimal_squared(w: Exact, E: Exact) -> Exact:
    """The square of t."""
    return (w - 1 + E) / (E * ((w - 1) * E + 1))


def optimal_root(w: Elementary, E: Elementary) -> Elementary:
    """t = p / (1 - p), at which the estimate of an item that nobody holds varies least; then q / (1 - q) = E t."""
    return sqrt(optimal_squared(w, E))


def optimal_odds(w: int, budget: Budget) -> Real:
    """The best t: between the symmetric 1 / sqrt(E), at w = 2, and 1 / E, which is OUE and best in the limit."""
    return lift(optimal_root, w, budget.odds())


def private_rates(p: Real, q: Real, bits: int) -> tuple[Fraction, Fraction]:
    """Multiples of 2^-bits near p and q that cost no more than they: p rounded up and q rounded down."""
    scale = 1 << bits
    low, high = Fraction(ceil(p * scale), scale), Fraction(floor(q * scale), scale)
    if not 0 < low < high < 1:
        raise Refused(Reason.OUT_OF_RANGE, f"p and q in {bits} bits are {low} and {high}", "more bits")
    return low, high


def ordered(p: Fraction, q: Fraction) -> tuple[Fraction, Fraction]:
    """Both, if p is the smaller one: otherwise a 1 tells of other items."""
    if not p < q:
        raise Refused(Reason.OUT_OF_RANGE, f"p = {p} is not below q = {q}", "p < q")
    return p, q
