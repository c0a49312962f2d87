"""The statistic, the ellipse and its map as polynomials in a table's cells, by section.

A table has the cells a and b, of m1 cases and m2 controls; N = m1 + m2, and s = a + b is its margin.
"""

from fractions import Fraction

from ldproof.numbers import Exact, rational

__all__ = ["margin_weight", "norm_squared", "statistic"]


def four_cells(a: Exact, b: Exact, c: Exact, d: Exact) -> Exact:
    """Equation (1): the statistic from all four cells, where no margin is 0."""
    return (a * d - b * c) ** 2 * (a + b + c + d) / ((a + b) * (a + c) * (b + d) * (c + d))


def ratio(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """Equation (6): the statistic where 0 < s < N."""
    N, s = m1 + m2, a + b
    return imbalance(a, b, m1, m2) ** 2 * N / (s * (N - s) * m1 * m2)


def statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    """Equation (6), and 0 where it is 0/0: where s is 0 or N."""
    if a + b in (0, m1 + m2):
        return rational(0)
    return ratio(rational(a), rational(b), rational(m1), rational(m2))


def imbalance(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """h = a m2 - b m1, which is 0 where both groups have the same share."""
    return a * m2 - b * m1


def margin_weight(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """w = 4 s (N - s) / N^2: 1 for the most even margin, near 0 for rare variants."""
    N, s = m1 + m2, a + b
    return 4 * s * (N - s) / N**2


def norm_squared(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """|T(a, b)|^2 of Lemma 3.2 without eigenvectors: ((2s - N)/N)^2 + 4 h^2/(tau m1 m2 N)."""
    N, s = m1 + m2, a + b
    return ((2 * s - N) / N) ** 2 + 4 * imbalance(a, b, m1, m2) ** 2 / (tau * m1 * m2 * N)


def least_flip(fall: Exact, excess: Exact) -> Exact:
    """M*'s probability of the wrong answer, e^(-epsilon (d - 1)) / (1 + e^epsilon): fall is that power, excess e^epsilon - 1."""
    return fall / (2 + excess)


def beyond_ellipse(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The left side of (7): N h^2 - tau m1 m2 s (N - s), positive outside the ellipse."""
    N, s = m1 + m2, a + b
    return N * imbalance(a, b, m1, m2) ** 2 - tau * m1 * m2 * s * (N - s)
