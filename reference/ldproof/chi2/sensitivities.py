"""How much one person can move what noise is added to: by the source's formulas, and exactly.

Neighbours differ in one person's variant; who is a case is public, so a or b changes by 1.
"""

from fractions import Fraction
from functools import cmp_to_key, lru_cache

from ldproof.chi2.formulas import norm_squared, statistic
from ldproof.numbers import Elementary, Exact, Real, least, rational, sqrt
from ldproof.numbers.roots import Summand, compared, root_sum
from ldproof.rejections import Reason, Refused

__all__ = [
    "delta_f",
    "delta_integer",
    "delta_star",
    "delta_t",
    "delta_y1",
    "delta_y2",
    "delta_y2_exact",
]

REMEMBERED = 16
"""How many steps are kept, as all tables of the same people have one."""


def delta_f(m1: int, m2: int) -> Fraction:
    """(14): the sensitivity of the statistic where m1 = m2."""
    if m1 != m2:
        raise Refused(
            Reason.OUT_OF_RANGE, f"(14) is for m1 = m2, not for {m1} and {m2}", "m1 = m2, or delta_y1"
        )
    return rational(4 * (m1 + m2), m1 + m2 + 2)


def larger(x: Exact, y: Exact) -> Exact:
    """The larger of two numbers."""
    return x + y - least(x, y)


def delta_y1(m1: Exact, m2: Exact) -> Exact:
    """(15): the sensitivity of the statistic."""
    most = larger(m1, m2)
    return (m1 + m2) ** 2 / (m1 * m2) * most / (most + 1)


def delta_y2(b: Exact, m1: Exact, m2: Exact) -> Exact:
    """(16): no less than the sensitivity of the statistic where b is public too."""
    most = larger(b, m2 - b)
    return (m1 + m2) ** 2 / (m1 * m2) * most / (most + 1)


def delta_y2_exact(b: int, m1: int, m2: int) -> Fraction:
    """The sensitivity of the statistic where b is public: its first step from a = 0, or its last to a = m1.

    The statistic is convex in a, so that its steps grow; and it is the same with all variants flipped.
    """
    return max(abs(statistic(1, each, m1, m2) - statistic(0, each, m1, m2)) for each in (b, m2 - b))


def t_squared(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The square of (12)."""
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
    """The step, of a case or of a control, by which |T| grows most."""
    return max(longest_step(m1, m2, tau), longest_step(m2, m1, tau), key=cmp_to_key(compared))


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
