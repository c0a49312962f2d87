"""All rows with a d-th part of the budget each, or one sampled row with all of it: which estimate varies less."""

from ldproof.budget import Budget
from ldproof.numbers import Real
from ldproof.sketch.variance import variance

__all__ = ["rows_versus_sample"]


def rows_versus_sample(N: int, f: int, w: int, d: int, budget: Budget, S: int | None = None) -> Real:
    """The variance of the mean estimate from all rows, less that from a sampled row, at one budget.

    Where it is positive, sampling is better. The flips are symmetric. What S adds is the same in both: it is only
    checked that people can hold their items so, and without it all others hold different ones.
    """
    squares = N - f if S is None else S
    all_rows, sampled = (variance(word, N, f, squares, w, d, budget) for word in ("all_rows", "cms"))
    return Real(0) if d == 1 else all_rows - sampled
