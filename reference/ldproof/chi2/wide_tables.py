"""Tables of two groups with more than two columns: the statistic, the trend test, and their sensitivities.

One person's neighbour is in another column of the same group. For genotypes the columns are 0, 1 and 2 copies.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from ldproof.chi2.formulas import least_flip
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, rational
from ldproof.parameters import accept_parameters

__all__ = ["trend_sensitivity"]

Row = tuple[int, ...]
WideTable = tuple[Row, Row]
"""The counts of cases, and those of controls."""
MOST_TABLES = 10**5


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


def trend_change(m1: Exact, m2: Exact) -> Exact:
    """Largest change of `trend_statistic` when one of m1 >= 2 people changes column; for three columns."""
    return 4 * (m1 + m2) ** 2 * (m1 - 1) / (m1 * (m1 * m2 + 4 * m1 - 4))


def trend_sensitivity(m1: int, m2: int) -> Fraction:
    """The sensitivity of the trend test with the weights 0, 1 and 2 of genotypes; tested for at most 7 people, not proved.

    It is the largest change of `trend_statistic` when a case or a control changes column. For all m1 and m2 some change is
    this large. That none is larger is tested on all tables of at most 7 people.
    """
    accept_parameters({"m1": m1, "m2": m2}, "chi2")
    if min(m1, m2) == 1:
        return rational(m1 + m2)
    return max(trend_change(rational(m1), rational(m2)), trend_change(rational(m2), rational(m1)))


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


# The best private test for any statistic: its error depends on how many people decide, as for the source's tables.


def list_rows(people: int, columns: int) -> Iterator[Row]:
    """All counts of so many people in columns."""
    if columns == 1:
        yield (people,)
        return
    for first in range(people + 1):
        for rest in list_rows(people - first, columns - 1):
            yield first, *rest


def list_tables(m1: int, m2: int, columns: int) -> list[WideTable]:
    """All tables of groups of these sizes. Raise `Refused` if there are too many."""
    number = comb(m1 + columns - 1, m1) * comb(m2 + columns - 1, m2)
    if number > MOST_TABLES:
        raise Refused(Reason.TOO_LARGE, f"there are {number} tables", f"at most {MOST_TABLES} tables")
    return [*product(list_rows(m1, columns), list_rows(m2, columns))]


def list_neighbours(table: WideTable) -> Iterator[WideTable]:
    """The tables with somebody in another column."""
    cases, controls = table
    yield from ((row, controls) for row in neighbouring_rows(cases))
    yield from ((cases, row) for row in neighbouring_rows(controls))


def neighbouring_rows(row: Row) -> Iterator[Row]:
    """The counts with somebody in another column."""
    for left, entered in product(range(len(row)), repeat=2):
        if left != entered and row[left]:
            yield tuple(count - (place == left) + (place == entered) for place, count in enumerate(row))


def decision_distances(
    statistic: Callable[[Row, Row], Fraction], tables: Sequence[WideTable], tau: Fraction
) -> Mapping[WideTable, int]:
    """How many people must change for the decision to change, for each table; nothing if all decisions are the same."""
    significant = {table: statistic(*table) > tau for table in tables}
    steps = {
        table: 1
        for table, decision in significant.items()
        if any(significant[each] != decision for each in list_neighbours(table))
    }
    edge = [*steps]
    while edge:
        reached = {each for table in edge for each in list_neighbours(table)} - steps.keys()
        steps |= dict.fromkeys(reached, steps[edge[0]] + 1)
        edge = [*reached]
    return steps


def least_errors(steps: Mapping[WideTable, int], odds: Fraction) -> Mapping[WideTable, Fraction]:
    """The least error at each table of an odds-private test that nowhere errs more than 1/(1 + odds): that of M*."""
    return {table: least_flip(odds ** (1 - each), odds - 1) for table, each in steps.items()}
