"""Tables of two groups with more than two columns: the statistic, the trend test, and their sensitivities.

One person's neighbour is in another column of the same group. For genotypes the columns are 0, 1 and 2 copies.
"""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, rational

__all__ = ["trend_sensitivity", "trend_statistic", "trend_step", "wide_sensitivity", "wide_statistic"]


def wide_statistic(cases: Sequence[int], controls: Sequence[int]) -> Fraction:
    """The chi-squared statistic of a table with a column for each value; a column that nobody has adds nothing."""
    m1, m2, columns = check_table(cases, controls)
    shares = sum((rational(b * b, a + b) for a, b in columns), rational(0))
    return rational((m1 + m2) ** 2, m1 * m2) * (shares - rational(m2**2, m1 + m2))


def wide_sensitivity(m1: Exact, m2: Exact) -> Exact:
    """The sensitivity of `wide_statistic` in a step of a case, for any number of columns but one."""
    return (m1 + m2) ** 2 / (m1 * m2) * m2 / (m2 + 1)


def trend_statistic(cases: Sequence[int], controls: Sequence[int]) -> Fraction:
    """Cochran and Armitage's statistic with the columns' numbers as weights; 0 where all people are in one column."""
    m1, m2, _ = check_table(cases, controls)
    N, everybody = m1 + m2, [a + b for a, b in zip(cases, controls, strict=True)]
    first, second = (sum(weight**power * each for weight, each in enumerate(everybody)) for power in (1, 2))
    spread = N * second - first**2
    if not spread:
        return rational(0)
    apart = N * sum(weight * each for weight, each in enumerate(cases)) - m1 * first
    return rational(N * apart**2, m1 * m2 * spread)


def trend_step(m1: Exact, m2: Exact) -> Exact:
    """The largest step of the trend statistic by one of m1 people, at least two, with three columns."""
    return 4 * (m1 + m2) ** 2 * (m1 - 1) / (m1 * (m1 * m2 + 4 * m1 - 4))


def trend_sensitivity(m1: int, m2: int) -> Fraction:
    """The sensitivity of the trend statistic with three columns: the larger step of both groups; N for a person alone."""
    if min(m1, m2) == 1:
        return rational(m1 + m2)
    return max(trend_step(rational(m1), rational(m2)), trend_step(rational(m2), rational(m1)))


def check_table(cases: Sequence[int], controls: Sequence[int]) -> tuple[int, int, list[tuple[int, int]]]:
    """The sizes of both groups and the columns that somebody has. Raise `Refused` if this is no table."""
    m1, m2 = sum(cases), sum(controls)
    if len(cases) != len(controls) or min(*cases, *controls, m1 - 1, m2 - 1) < 0:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{list(cases)} and {list(controls)} are no table",
            "as many counts of cases as of controls, none negative, with somebody in each group",
        )
    return m1, m2, [(a, b) for a, b in zip(cases, controls, strict=True) if a + b]
