"""Tables with more than two columns, by definitions and by every step."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest

from ldproof.chi2.formulas import delta_y1, statistic
from ldproof.chi2.wide_tables import (
    WideTable,
    decision_distances,
    least_errors,
    list_tables,
    trend_change,
    trend_sensitivity,
    trend_statistic,
    wide_sensitivity,
    wide_statistic,
)
from ldproof.errors import Reason
from ldproof_proofs.kernel.programs import Column, Row, solution
from tests.reference.refusals import refused
from tests.tiers import some


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


@pytest.mark.parametrize(("m1", "m2"), [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (2, 4), (4, 2)])
def test_sensitivities_are_the_largest_steps(m1: int, m2: int) -> None:
    assert max(steps(trend_statistic, m1, m2)) == trend_sensitivity(m1, m2)
    both = [wide_sensitivity(Fraction(x), Fraction(y)) for x, y in ((m1, m2), (m2, m1))]
    assert max(steps(wide_statistic, m1, m2)) == max(both) == delta_y1(Fraction(m1), Fraction(m2))


@pytest.mark.parametrize(("statistic_of", "tau"), [(wide_statistic, 3), (trend_statistic, 3)])
@pytest.mark.parametrize(("m1", "m2"), some([(2, 2), (3, 2)]))
def test_the_errors_of_m_star_are_the_least(
    statistic_of: Callable[[Sequence[int], Sequence[int]], Fraction], tau: int, m1: int, m2: int
) -> None:
    """By a linear program over all private tests: the sum of all errors, where none is above 1/(1 + odds)."""
    odds, tables = 3, list_tables(m1, m2, 3)
    steps = decision_distances(statistic_of, tables, Fraction(tau))
    errors = least_errors(steps, Fraction(odds))
    assert errors.keys() == {*tables}
    assert max(steps.values()) > 1
    columns, sums = least_sum_program({table: statistic_of(*table) > tau for table in tables}, odds)
    found = solution(columns, sums)
    assert found is not None
    assert sum(found[: len(tables)]) == sum(errors.values())


def least_sum_program(
    significant: Mapping[WideTable, bool], odds: int
) -> tuple[list[Column], dict[Row, Fraction]]:
    """The least sum of errors over private tests with none above 1/(1 + odds): errors, and then what is left of each row."""
    entries: dict[WideTable, dict[Row, Fraction]] = {
        table: {f"error {table}": Fraction(1)} for table in significant
    }
    sums: dict[Row, Fraction] = {f"error {table}": Fraction(1, 1 + odds) for table in significant}
    for one, other in product(significant, repeat=2):
        if differ_in_one(one, other):
            for answer in (False, True):
                # The probability of an answer is at most odds times that at a neighbour.
                name, constant = f"{answer} {one} {other}", 0
                for table, factor in ((one, 1), (other, -odds)):
                    wrong = significant[table] != answer
                    entries[table][name] = Fraction(factor if wrong else -factor)
                    constant += 0 if wrong else factor
                sums[name] = Fraction(-constant)
    errors = [Column(each, 1.0) for each in entries.values()]
    return [*errors, *(Column({name: Fraction(1)}, 0.0) for name in sums)], sums


def differ_in_one(one: WideTable, other: WideTable) -> bool:
    """Whether one person is in another column."""
    apart = [
        abs(x - y) for mine, theirs in zip(one, other, strict=True) for x, y in zip(mine, theirs, strict=True)
    ]
    same_group = one[0] == other[0] or one[1] == other[1]
    return sum(apart) == 2 and max(apart) == 1 and same_group


def test_too_many_tables_are_refused() -> None:
    assert len(list_tables(2, 3, 3)) == 6 * 10
    with refused(Reason.TOO_LARGE):
        list_tables(100, 100, 3)


def test_groups_of_nobody_have_no_sensitivity() -> None:
    for sizes in ((0, 3), (3, 0), (-1, 3)):
        with refused(Reason.OUT_OF_RANGE):
            trend_sensitivity(*sizes)


def test_without_another_decision_there_are_no_steps() -> None:
    assert decision_distances(wide_statistic, list_tables(2, 2, 3), Fraction(100)) == {}


def test_the_trend_is_less_private_than_independence() -> None:
    """Its step tends to 16 for groups of one size; that of independence to 4."""
    many = Fraction(10**6)
    assert 15 < trend_change(many, many) < 16
    assert 3 < wide_sensitivity(many, many) < 4


@pytest.mark.parametrize(
    ("cases", "controls"), [((1, 2), (1, 2, 3)), ((0, 0), (1, 1)), ((1, 1), (0, 0)), ((2, -1), (1, 1))]
)
def test_what_is_no_table_is_refused(cases: Sequence[int], controls: Sequence[int]) -> None:
    for value in (wide_statistic, trend_statistic):
        with refused(Reason.OUT_OF_RANGE):
            value(cases, controls)
