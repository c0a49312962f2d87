"""Error bounds of the source, and the condition they ask for."""

from ldproof.numbers import Elementary, Exact
from ldproof.reporting.coin import contrast
from ldproof.shots.formulas import figure_of_merit
from ldproof.tails import chernoff, union

__all__ = ["failure_bound", "largest_alpha"]


def failure_bound(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """Equation (2): at most this is the probability that some round's error reaches alpha, under (1)."""
    return union(T, chernoff(figure_of_merit(m, T, r, epsilon) * epsilon * N / T, alpha))


def largest_alpha(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """Equation (1): the bound (2) is stated for alpha below this."""
    return 1 / excess + (T / m - 1) * r / contrast(excess)
