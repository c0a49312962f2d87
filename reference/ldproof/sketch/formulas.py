"""Closed forms for rows of bits: their odds, the best flips at a width, and what a report tells under known hashes."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Elementary, Exact, Real, least, lift, like, log, real, sqrt
from ldproof.probability import Law, law_of_shares
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
    return lift(optimal_root, w, budget.odds())


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
    t = optimal_odds(w, budget) if word == "optimal" else budget.report_power(Fraction(-1, 2))
    return probability_of_odds(t), probability_of_odds(E * t)


def oue_probability(E: Exact) -> Exact:
    """The p of OUE, where t = 1/E."""
    return 1 / (1 + E)


def probability_of_odds(odds: Exact) -> Exact:
    """odds / (1 + odds)."""
    return odds / (1 + odds)


# The law of a row of bits, and what reports cost under hashes that are known: only rows that differ tell of an item.

FEW = 16
"""The most bits of which all rows are listed."""


def row_likelihood(seen: Sequence[int], column: int, p: Exact, q: Exact) -> Exact:
    """The probability of a row of bits `seen`: a 1 has probability q in the item's column, and p elsewhere."""
    found = like(p, 1)
    for place, bit in enumerate(seen):
        rate = q if place == column else p
        found = found * (rate if bit else 1 - rate)
    return found


def noisy_row_law(width: int, column: int, p: Fraction, q: Fraction) -> Law[tuple[int, ...]]:
    """The law of a row of bits for the item's column; refused if the row has more than `FEW` bits."""
    if width > FEW:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"a row of {width} bits has 2^{width} values",
            f"at most {FEW} bits, or one row whose likelihood is asked",
        )
    return law_of_shares((seen, row_likelihood(seen, column, p, q)) for seen in product((0, 1), repeat=width))


def most_differing(columns: Int64Array) -> int:
    """Delta: the largest number of rows in which the columns of two items differ, over all pairs of items.

    There is a row of columns for each hash, with a column for each item.
    """
    differing = (columns[:, [item]] != columns[:, :item] for item in range(1, columns.shape[1]))
    return max((int(each.sum(axis=0).max()) for each in differing), default=0)


def all_rows_odds(row_odds: Exact, columns: Int64Array) -> Exact:
    """Section 4.1: the tight odds of all rows, each of which is told of at `row_odds`; less than all if items collide."""
    found = like(row_odds, 1)
    for _ in range(most_differing(columns)):
        found = found * row_odds
    return found


def sampled_row_odds(row_odds: Exact, columns: Int64Array) -> Exact:
    """The tight odds of one sampled row: `row_odds`, or 1 if no two items' columns differ in any row."""
    return row_odds if most_differing(columns) else like(row_odds, 1)
