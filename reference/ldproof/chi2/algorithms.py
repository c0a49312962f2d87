"""Algorithms 1 and 2 of the source, private chi-squared tests with Laplace noise, line for line.

For reading and for tests, NOT FOR USE: the noise is a float. Which floats `Lap` can give depends on its scale, and
which sums then come out depends on the data, so that the privacy of the real-valued noise is not this code's. The
curator's `decide` is one exact draw with the same law. This file shares no code with that law and the formulas of this
package.

Where it departs from the print:

- The statistic is exact, and 0 where (1) is 0/0, that is if nobody or everybody has the variant.
- In (10) the shift is inside the bracket that the diagonal matrix scales, as (A.2) derives it; our copy has it outside.
- Both algorithms require m1 and m2 in the print. `algorithm_1` does not take them: no line of it reads them, as (1) is
  a function of the whole table and Delta is an argument. Line 1 of both prints the cells a and b only.
- A dataset has a pair (SNP_j, Y) for each person, both 0 or 1, for the variant and for being a case.

Preconditions: m1 >= 1 cases and m2 >= 1 controls in D, N = m1 + m2, tau > 0, epsilon > 0, Delta > 0; and for (10) not
both tau = N and m1 <= m2, where it divides by 0.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import hypot, log, sqrt

from ldproof.coins import Coins
from ldproof.sampling import draw_uniform

Dataset = Sequence[tuple[int, int]]

POINTS = 2**52
"""How many values `Lap` draws from."""


def Lap(scale: float, coins: Coins) -> float:
    """Laplace noise: the distribution function's inverse at one of the numbers (k + 1/2)/2^52, drawn uniformly."""
    U = (draw_uniform(POINTS, coins) + 0.5) / POINTS
    return scale * log(2 * U) if U < 0.5 else -scale * log(2 * (1 - U))


def contingency_table(D: Dataset) -> tuple[int, int, int, int]:
    """Table 1: a cases and b controls with the variant, c cases and d controls without."""
    a, b, c, d = (list(D).count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0)))
    return a, b, c, d


def chi_squared(a: int, b: int, c: int, d: int) -> Fraction:
    """Equation (1), and 0 where it is 0/0."""
    N = a + b + c + d
    if a + b in (0, N):
        return Fraction(0)
    return Fraction((a * d - b * c) ** 2 * N, (a + b) * (a + c) * (b + d) * (c + d))


def T(a: int, b: int, m1: int, m2: int, tau: float) -> tuple[float, float]:
    """Equation (10), in floats: the affine map that makes the ellipse (7) the unit circle.

    Where one group is more than a million times the other, `lambda_1 - A` cancels, and no digit of it is right.
    """
    N = m1 + m2
    A = m2**2 * N + tau * m1 * m2  # (7)
    B = m1**2 * N + tau * m1 * m2
    C = m1 * m2 * (tau - N)
    D = -tau * m1 * m2 * N
    root = sqrt((A + B) ** 2 - 4 * A * B + 4 * C**2)  # appendix A.1
    lambda_1, lambda_2 = (A + B + root) / 2, (A + B - root) / 2
    length = sqrt(C**2 + (lambda_1 - A) ** 2)
    shift_1 = D / (2 * length) * (C + lambda_1 - A) / lambda_1
    shift_2 = D / (2 * length) * (C + lambda_2 - B) / lambda_2
    R = D**2 * (lambda_2 * (C + lambda_1 - A) ** 2 + lambda_1 * (C + lambda_2 - B) ** 2)  # (11)
    R /= 4 * lambda_1 * lambda_2 * (C**2 + (lambda_1 - A) ** 2)
    return (
        sqrt(lambda_1 / R) * (C / length * a + (lambda_1 - A) / length * b + shift_1),
        sqrt(lambda_2 / R) * (-(lambda_1 - A) / length * a + C / length * b + shift_2),
    )


def Delta_T(m1: int, m2: int, tau: float) -> float:
    """Equation (12)."""
    N = m1 + m2
    return 2 * sqrt(((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2))


def algorithm_1(D: Dataset, tau: float, epsilon: float, Delta: float, coins: Coins) -> int:
    """Algorithm 1: 1 for a significant statistic, 0 otherwise; Delta is a sensitivity, such as (14) to (16)."""
    a, b, c, d = contingency_table(D)  # 1: calculate contingency table cell (a, b) with Dataset D
    chi2 = chi_squared(a, b, c, d)  # 2: calculate chi^2 with equation (1)
    if chi2 + Lap(Delta / epsilon, coins) > tau:  # 3: if chi^2 + Lap(Delta/epsilon) > tau then
        return 1  # 4: return 1 (significant)
    else:  # noqa: RET505  # 5: else
        return 0  # 6: return 0 (not significant)
    # 7: end if


def algorithm_2(D: Dataset, m1: int, m2: int, tau: float, epsilon: float, coins: Coins) -> int:
    """Algorithm 2: 1 for a table outside the ellipse, 0 otherwise."""
    a, b, _, _ = contingency_table(D)  # 1: calculate contingency table cell (a, b)^t with Dataset D
    norm = hypot(*T(a, b, m1, m2, tau))  # 2: calculate |T((a, b)^t)|_2 with equation (10)
    Delta = Delta_T(m1, m2, tau)  # 3: calculate Delta_T with equation (12)
    if norm + Lap(Delta / epsilon, coins) > 1:  # 4: if |T((a, b)^t)|_2 + Lap(Delta/epsilon) > 1 then
        return 1  # 5: return 1
    else:  # noqa: RET505  # 6: else
        return 0  # 7: return 0
    # 8: end if
