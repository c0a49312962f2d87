"""All rows with a d-th part of the budget each, or one sampled row with all of it: which estimate varies less."""

from fractions import Fraction

from ldproof.budget import Budget, Quantity
from ldproof.sketch.several import at_each
from ldproof.sketch.variance import variance

__all__ = ["rows_versus_sample"]


def rows_versus_sample(N: int, f: int, w: int, d: int, budget: Budget) -> Quantity:
    """The variance of the mean estimate from all rows, less that from a sampled row, at one budget.

    Where it is positive, sampling is better. The flips are symmetric; what S adds is the same in both.
    """
    both = [variance(word, N, f, N - f, w, d, budget) for word in ("all_rows", "cms")]
    if d == 1:
        return Fraction(0)
    return at_each(both, lambda known: known[0] - known[1], lambda known: known[0] - known[1])
