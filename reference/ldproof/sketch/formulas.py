"""Closed forms for rows of bits: their odds, the best flips at a width, and what a report tells under known hashes."""

from fractions import Fraction
from math import ceil, floor

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Elementary, Exact, Real, least, lift_elementary, log, real, sqrt
from ldproof.sketch import hashing

__all__ = ["collision", "bit_epsilon", "optimal_odds", "row_epsilon"]  # noqa: RUF022  (the catalogue's order)

# The exact probability that two different points share a column, over all hashes of a family.


def collision(w: int, family: str = "ideal", P: int | None = None) -> Fraction:
    """The collision probability of two different items; P is the prime of an affine or textbook family."""
    return hashing.hash_family(family, w, P).collision


# What the flips of a row of bits cost, and which flips are best at a width.
#
# A bit is 1 with probability q in the item's own column and with probability p in every other one, 0 < p < q < 1.
# E = e^epsilon stands for a row's odds.


def row_odds(p: Exact, q: Exact) -> Exact:
    """Section 4.1: a row's largest likelihood ratio between items, as both its own bit and another's change."""
    return q * (1 - p) / (p * (1 - q))


def bit_odds(p: Exact, q: Exact) -> Exact:
    """The largest likelihood ratio of one bit alone: max(q / p, (1 - p) / (1 - q))."""
    return 1 / least(p / q, (1 - q) / (1 - p))


def row_epsilon(p: Fraction, q: Fraction) -> Real:
    """The tight epsilon of a row: what section 4.1 says of a bit."""
    return log(real(row_odds(*check_order(p, q))))


def bit_epsilon(p: Fraction, q: Fraction) -> Real:
    """The tight epsilon of one bit."""
    return log(real(bit_odds(*check_order(p, q))))


def optimal_squared(w: Exact, E: Exact) -> Exact:
    """The square of `optimal_root`."""
    return (w - 1 + E) / (E * ((w - 1) * E + 1))


def optimal_root(w: Elementary, E: Elementary) -> Elementary:
    """t = p / (1 - p), at which the estimate of an item that nobody holds varies least; then q / (1 - q) = E t."""
    return sqrt(optimal_squared(w, E))


def optimal_odds(w: int, budget: Budget) -> Real:
    """The best t: between the symmetric 1 / sqrt(E), at w = 2, and 1 / E, which is OUE and best in the limit."""
    return lift_elementary(optimal_root, w, budget.odds())


def private_rates(p: Real, q: Real, bits: int) -> tuple[Fraction, Fraction]:
    """Multiples of 2^-bits: p rounded up and q down, so that they cost no more; refused unless 0 < p < q < 1."""
    scale = 1 << bits
    low, high = Fraction(ceil(p * scale), scale), Fraction(floor(q * scale), scale)
    if not 0 < low < high < 1:
        raise Refused(Reason.OUT_OF_RANGE, f"p and q in {bits} bits are {low} and {high}", "more bits")
    return low, high


def check_order(p: Fraction, q: Fraction) -> tuple[Fraction, Fraction]:
    """Return p and q; refuse p >= q, with which a 1 would tell of other items."""
    if not p < q:
        raise Refused(Reason.OUT_OF_RANGE, f"p = {p} is not below q = {q}", "p < q")
    return p, q


# The probabilities p and q of a 1 at another column and at one's own, for rows of bits with a budget.
#
# A row's odds are E = q (1 - p) / (p (1 - q)). So t = p / (1 - p) fixes both: q / (1 - q) = E t.


def flip_probabilities(word: str, w: int, budget: Budget) -> tuple[Real, Real]:
    """The p and q of a row at its share of the budget: those of `oue`, of `optimal`, or else symmetric ones."""
    E = budget.report_power(1)
    if word == "oue":
        # q is a fraction whatever E is, and is not to be found from balls.
        return oue_probability(E), Real(Fraction(1, 2))
    t = lift_elementary(optimal_root, w, E) if word == "optimal" else budget.report_power(Fraction(-1, 2))
    return probability_of_odds(t), probability_of_odds(E * t)


def oue_probability(E: Exact) -> Exact:
    """The p of OUE, where t = 1/E."""
    return 1 / (1 + E)


def probability_of_odds(odds: Exact) -> Exact:
    """odds / (1 + odds)."""
    return odds / (1 + odds)
