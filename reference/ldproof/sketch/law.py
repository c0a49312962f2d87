"""The law of a row of bits, and what reports cost under hashes that are known: only rows that differ tell of an item."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ldproof.arrays import Int64Array
from ldproof.law import Law, law
from ldproof.numbers import Exact, like
from ldproof.rejections import Reason, Refused

FEW = 16
"""The most bits of which all rows are listed."""


def likelihood(seen: Sequence[int], column: int, p: Exact, q: Exact) -> Exact:
    """The probability of a row of bits, bit by bit: a 1 with probability q in the item's column, otherwise p."""
    found = like(p, 1)
    for place, bit in enumerate(seen):
        rate = q if place == column else p
        found = found * (rate if bit else 1 - rate)
    return found


def row(width: int, column: int, p: Fraction, q: Fraction) -> Law[tuple[int, ...]]:
    """The law of a row."""
    if width > FEW:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"a row of {width} bits has 2^{width} values",
            f"at most {FEW} bits, or one row whose likelihood is asked",
        )
    return law((seen, likelihood(seen, column, p, q)) for seen in product((0, 1), repeat=width))


def most_differing(columns: Int64Array) -> int:
    """Delta: the number of rows in which two items' hashes differ, at most over all pairs of items.

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
    """The tight odds of one row, whichever it is: the largest over the rows, and not their product."""
    return row_odds if most_differing(columns) else like(row_odds, 1)
