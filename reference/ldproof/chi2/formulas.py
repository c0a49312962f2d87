"""The statistic, the ellipse (7), significance levels and sensitivities."""

from fractions import Fraction
from functools import cmp_to_key, lru_cache

from ldproof.budget import parse_real
from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Elementary, Exact, Real, enclose, least, lift, rational, sqrt
from ldproof.numbers.algebra import Summand, compare_sums, root_sum
from ldproof.parameters import accept_parameters

__all__ = [  # noqa: RUF022  (the catalogue's order)
    "margin_weight",
    "norm_squared",
    "statistic",
    "delta_f",
    "delta_integer",
    "delta_star",
    "delta_t",
    "delta_y1",
    "delta_y2",
    "delta_y2_exact",
    "p_value",
    "quantile",
]

# The statistic and the ellipse as polynomials in a table's cells, by section.
#
# A table has the cells a and b, of m1 cases and m2 controls; N = m1 + m2, and s = a + b is its margin.


def statistic_ratio(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """Equation (6): the statistic where 0 < s < N."""
    N, s = m1 + m2, a + b
    return group_imbalance(a, b, m1, m2) ** 2 * N / (s * (N - s) * m1 * m2)


def statistic(a: int, b: int, m1: int, m2: int) -> Fraction:
    """Equation (6), and 0 where it is 0/0: where s is 0 or N."""
    if a + b in (0, m1 + m2):
        return rational(0)
    return statistic_ratio(rational(a), rational(b), rational(m1), rational(m2))


def group_imbalance(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """h = a m2 - b m1, which is 0 where both groups have the same share."""
    return a * m2 - b * m1


def margin_weight(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """w = 4 s (N - s) / N^2: 1 for the most even margin, near 0 for rare variants."""
    N, s = m1 + m2, a + b
    return 4 * s * (N - s) / N**2


def norm_squared(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """|T(a, b)|^2 of Lemma 3.2 without eigenvectors: ((2s - N)/N)^2 + 4 h^2/(tau m1 m2 N)."""
    N, s = m1 + m2, a + b
    return ((2 * s - N) / N) ** 2 + 4 * group_imbalance(a, b, m1, m2) ** 2 / (tau * m1 * m2 * N)


def least_flip(fall: Exact, excess: Exact) -> Exact:
    """M*'s probability of the wrong answer, e^(-epsilon (d - 1)) / (1 + e^epsilon): fall is that power, excess e^epsilon - 1."""
    return fall / (2 + excess)


def beyond_ellipse(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The left side of (7): N h^2 - tau m1 m2 s (N - s), positive outside the ellipse."""
    N, s = m1 + m2, a + b
    return N * group_imbalance(a, b, m1, m2) ** 2 - tau * m1 * m2 * s * (N - s)


# How much one person can move what noise is added to: by the source's formulas, and exactly.
#
# Neighbours differ in one person's variant; who is a case is public, so a or b changes by 1.

REMEMBERED = 16
"""How many steps are kept, as all tables of the same people have one."""


def delta_f(m1: int, m2: int) -> Fraction:
    """(14): the sensitivity of the statistic where m1 = m2."""
    if m1 != m2:
        raise Refused(
            Reason.OUT_OF_RANGE, f"(14) is for m1 = m2, not for {m1} and {m2}", "m1 = m2, or delta_y1"
        )
    return rational(4 * (m1 + m2), m1 + m2 + 2)


def larger_number(x: Exact, y: Exact) -> Exact:
    """The larger of two numbers."""
    return x + y - least(x, y)


def delta_y1(m1: Exact, m2: Exact) -> Exact:
    """(15): the sensitivity of the statistic."""
    most = larger_number(m1, m2)
    return (m1 + m2) ** 2 / (m1 * m2) * most / (most + 1)


def delta_y2(b: Exact, m1: Exact, m2: Exact) -> Exact:
    """(16): no less than the sensitivity of the statistic where b is public too."""
    most = larger_number(b, m2 - b)
    return (m1 + m2) ** 2 / (m1 * m2) * most / (most + 1)


def delta_y2_exact(b: int, m1: int, m2: int) -> Fraction:
    """The sensitivity of the statistic where b is public: its first step from a = 0, or its last to a = m1.

    The statistic is convex in a, so that its steps grow; and it is the same with all variants flipped.
    """
    return max(abs(statistic(1, each, m1, m2) - statistic(0, each, m1, m2)) for each in (b, m2 - b))


def t_squared(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The square of Delta_T, the bound (12)."""
    N = m1 + m2
    return 4 * ((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2)


def delta_t(m1: Elementary, m2: Elementary, tau: Elementary) -> Elementary:
    """(12): the bound of Theorem 4.1 on the sensitivity of |T|."""
    return sqrt(t_squared(m1, m2, tau))


def star_squared(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The squared length of T's longest step: 4 (M / (m tau N) + 1 / N^2)."""
    N, fewer = m1 + m2, least(m1, m2)
    return 4 * ((N - fewer) / (fewer * tau * N) + 1 / N**2)


def delta_star(m1: Elementary, m2: Elementary, tau: Elementary) -> Elementary:
    """The sensitivity of |T| over real a and b: the longest step of T."""
    return sqrt(star_squared(m1, m2, tau))


Step = tuple[Summand, Summand]
"""How much |T| grows from a table to a neighbour: the root of one squared norm less that of another."""


def delta_integer(m1: int, m2: int, tau: Fraction) -> Real:
    """The sensitivity of |T| itself, over the tables that there are."""
    return root_sum(integer_step(m1, m2, tau))


@lru_cache(REMEMBERED)
def integer_step(m1: int, m2: int, tau: Fraction) -> Step:
    """The step to a neighbouring table, of a case or of a control, by which |T| grows most, as a pair of roots."""
    return max(longest_step(m1, m2, tau), longest_step(m2, m1, tau), key=cmp_to_key(compare_sums))


def longest_step(m1: int, m2: int, tau: Fraction) -> Step:
    """The step in a by which |T| grows most: the last one, to a = m1, in the middle row or in one next to it.

    |T| is convex in a, so that its steps grow. It is a norm around the centre, so that past the centre steps are longer
    in rows nearer to the middle, and of two rows as near in the one that T's axes lean to; but a step of one case, from
    one side of the centre to the other, is the longest in the outermost row there.
    """
    low = m2 // 2 if m1 > 1 else 0
    cells = rational(low if tau < m1 + m2 else m2 - low), rational(m1), rational(m2), tau
    far, near = norm_squared(rational(m1), *cells), norm_squared(rational(m1 - 1), *cells)
    return (rational(1), far), (rational(-1), near)


# The threshold that belongs to a significance level: a quantile of the chi-squared law with one degree of freedom.


def quantile(level: Fraction) -> Real:
    """The tau that a squared standard normal number exceeds with probability `level`."""
    chance = parse_real("level", level)
    if not 0 < chance < 1:
        accept_parameters({"level": level})
    return 2 * lift(Ball.erfcinv, chance, exactly=False) ** 2


def p_value(tau: Fraction) -> Real:
    """The probability that a squared standard normal number exceeds tau."""
    return lift(Ball.erfc, sqrt(parse_real("tau", tau) / 2), exactly=False)


def rounded_quantile(level: Fraction, digits: int) -> Fraction:
    """The quantile of a level, rounded up to so many significant digits, so that no more tables are significant."""
    return Fraction(enclose(quantile(level), digits).upper)
