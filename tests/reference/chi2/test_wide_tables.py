"""Tables with more than two columns, by definitions and by every step."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from ldproof.chi2.formulas import delta_y1, statistic
from ldproof.chi2.wide_tables import (
    trend_sensitivity,
    trend_statistic,
    trend_step,
    wide_sensitivity,
    wide_statistic,
)
from ldproof.errors import Reason
from tests.reference.refusals import refused


def rows(people: int, columns: int) -> list[tuple[int, ...]]:
    return [each for each in product(range(people + 1), repeat=columns) if sum(each) == people]


@pytest.mark.parametrize(("m1", "m2"), [(2, 3), (4, 1)])
def test_two_columns_are_those_of_the_source(m1: int, m2: int) -> None:
    """And their weights are 0 and 1: the trend is the same."""
    for (d, a), (c, b) in product(rows(m1, 2), rows(m2, 2)):
        assert wide_statistic((d, a), (c, b)) == trend_statistic((d, a), (c, b)) == statistic(a, b, m1, m2)


def steps(value: Callable[[Sequence[int], Sequence[int]], Fraction], m1: int, m2: int) -> list[Fraction]:
    """By how much somebody in either group moves a statistic with three columns."""
    found = []
    for swapped, (one, other) in enumerate(((m1, m2), (m2, m1))):
        for row, still in product(rows(one, 3), rows(other, 3)):
            for i, j in ((0, 1), (0, 2), (1, 2)):
                if row[i]:
                    new = [count - (place == i) + (place == j) for place, count in enumerate(row)]
                    pair = [value(still, each) if swapped else value(each, still) for each in (row, new)]
                    found.append(abs(pair[0] - pair[1]))
    return found


@pytest.mark.parametrize(("m1", "m2"), [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (2, 4)])
def test_sensitivities_are_the_largest_steps(m1: int, m2: int) -> None:
    assert max(steps(trend_statistic, m1, m2)) == trend_sensitivity(m1, m2)
    both = [wide_sensitivity(Fraction(x), Fraction(y)) for x, y in ((m1, m2), (m2, m1))]
    assert max(steps(wide_statistic, m1, m2)) == max(both) == delta_y1(Fraction(m1), Fraction(m2))


def test_the_trend_is_less_private_than_independence() -> None:
    """Its step tends to 16 for groups of one size; that of independence to 4."""
    many = Fraction(10**6)
    assert 15 < trend_step(many, many) < 16
    assert 3 < wide_sensitivity(many, many) < 4


@pytest.mark.parametrize(
    ("cases", "controls"), [((1, 2), (1, 2, 3)), ((0, 0), (1, 1)), ((1, 1), (0, 0)), ((2, -1), (1, 1))]
)
def test_what_is_no_table_is_refused(cases: Sequence[int], controls: Sequence[int]) -> None:
    for value in (wide_statistic, trend_statistic):
        with refused(Reason.OUT_OF_RANGE):
            value(cases, controls)
