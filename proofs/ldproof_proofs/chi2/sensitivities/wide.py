"""Tables with more than two columns: the sensitivities of the statistic and of the trend test."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from ldproof.chi2.wide_tables import (
    Row,
    list_rows,
    neighbouring_rows,
    trend_change,
    trend_sensitivity,
    trend_statistic,
    wide_sensitivity,
    wide_statistic,
)
from ldproof.numbers import Symbol, Term, rational, term
from ldproof_proofs.chi2.accuracy.symbols import m1, m2
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

b, s, u, v = map(Symbol, "bsuv")
FEW = 7
"""How many people the tables have at most."""
COLUMNS = 3


def leaves(prover: Prover) -> Theorem:
    """A case that leaves a column raises its share of the statistic by at most m2/(m2 + 1); one that enters lowers it so."""
    change = b**2 / (s - 1) - b**2 / s
    return proposition(
        prover,
        "chi2.column-left",
        at_most(change, m2 / (m2 + 1)),
        {"b >= 1": at_most(1, b), "b <= m2": at_most(b, m2), "s >= b + 1": at_most(b + 1, s)},
        {"b": 2, "m2": 2, "s": 3},
        reason="it is at most b^2/(b (b + 1)), where s is b + 1",
        mutant=at_most(2 * change, m2 / (m2 + 1)),
        reading="b controls are in a column of s people, one of them the case that leaves it",
    )


def step(prover: Prover) -> Theorem:
    """What a case that leaves one column for another adds to the statistic."""
    factor, most = (m1 + m2) ** 2 / (m1 * m2), wide_sensitivity(m1, m2)
    return proposition(
        prover,
        "chi2.wide-step",
        at_most(factor * (u - v), most),
        {
            "m1 >= 1": at_most(1, m1),
            "m2 >= 1": at_most(1, m2),
            "u": at_most(u, m2 / (m2 + 1)),
            "v": at_most(0, v),
        },
        {"m1": 2, "m2": 2, "u": Fraction(1, 2), "v": 0},
        reason="u - v <= u",
        mutant=at_most(2 * factor * (u - v), most),
        reading="u is by how much the part of the column that is left rises, and v by how much that of the other falls",
    )


def by_definition(cases: Row, controls: Row) -> Fraction:
    """The sum of (observed - expected)^2 / expected over all cells."""
    m1, N = sum(cases), sum(cases) + sum(controls)
    found = rational(0)
    for row, size in ((cases, m1), (controls, N - m1)):
        for here, column in zip(row, map(sum, zip(cases, controls, strict=True)), strict=True):
            if column:
                expected = rational(column * size, N)
                found += (here - expected) ** 2 / expected
    return found


def by_correlation(cases: Row, controls: Row) -> Fraction:
    """N times the squared correlation of the column's number and of being a case."""
    people = [
        (column, state)
        for state, row in ((1, cases), (0, controls))
        for column, n in enumerate(row)
        for _ in range(n)
    ]
    N = len(people)

    def covariance(one: int, other: int) -> Fraction:
        means = [rational(sum(person[each] for person in people), N) for each in (one, other)]
        return sum(((person[one] - means[0]) * (person[other] - means[1]) for person in people), rational(0))

    spread = covariance(0, 0) * covariance(1, 1)
    return N * covariance(0, 1) ** 2 / spread if spread else rational(0)


def values_of_neighbours(
    value: Callable[[Row, Row], Fraction], m1: int, m2: int, columns: int
) -> Iterator[tuple[Fraction, Fraction]]:
    """The values of a statistic at any two tables that differ in the column of one case; each pair once."""
    for controls in list_rows(m2, columns):
        for cases in list_rows(m1, columns):
            for other in neighbouring_rows(cases):
                if cases < other:
                    yield value(cases, controls), value(other, controls)


def steps(value: Callable[[Row, Row], Fraction], m1: int, m2: int, columns: int) -> list[Term]:
    """By how much a case moves a statistic."""
    return [term(max(pair)) - min(pair) for pair in values_of_neighbours(value, m1, m2, columns)]


def largest_trend_step(m1: int, m2: int) -> Fraction:
    """The largest change of the trend statistic when a case or a control changes column: groups exchange, and cases step."""
    sizes = ((m1, m2), (m2, m1))
    pairs = [pair for each in sizes for pair in values_of_neighbours(by_correlation, *each, COLUMNS)]
    return max(max(pair) - min(pair) for pair in pairs)


def step_cases(loose: Fraction) -> Iterator[tuple[str, Relation]]:
    """Both statistics by their definitions, and their largest steps."""
    for everybody in range(2, FEW + 1):
        for one in range(1, everybody):
            other = everybody - one
            name = f"m1 = {one}, m2 = {other}"
            for columns in (2, 3):
                largest = wide_sensitivity(rational(one), rational(other)) * loose
                yield from sums.largest(
                    f"{name}, {columns} columns", steps(wide_statistic, one, other, columns), largest
                )
            if one > 1:
                largest = trend_change(rational(one), rational(other)) * loose
                yield from sums.largest(f"{name}, trend", steps(trend_statistic, one, other, 3), largest)
            for cases, controls in (
                (x, y) for x in list_rows(one, COLUMNS) for y in list_rows(other, COLUMNS)
            ):
                yield (
                    f"{cases} and {controls}",
                    equal(term(wide_statistic(cases, controls)) * 1, by_definition(cases, controls)),
                )
                yield (
                    f"{cases} and {controls}, trend",
                    equal(term(trend_statistic(cases, controls)) * 1, by_correlation(cases, controls)),
                )


def counted(prover: Prover) -> Theorem:
    """Step by step."""
    claim = Ground(
        "chi2.wide-tables-by-steps",
        "the largest step of the statistic by a case is N^2/(m1 m2) m2/(m2 + 1) for two columns and for three, and that of the trend "
        "statistic with the weights 0, 1 and 2, if m1 >= 2, 4 N^2 (m1 - 1)/(m1 (m1 m2 + 4 m1 - 4)); both statistics are those of "
        "their definitions",
        f"all tables of at most {FEW} people, two and three columns",
        lambda: step_cases(rational(1)),
        lambda: step_cases(rational(2)),
        values=lambda: {"people": Fraction(FEW), "columns": Fraction(COLUMNS)},
        anchors=(
            anchor(
                trend_sensitivity,
                lambda: trend_sensitivity(2, 3),
                lambda: largest_trend_step(2, 3),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def trend(prover: Prover) -> Theorem:
    """The step of the trend statistic that is so large: all controls are in the middle, and a case leaves the column of 0."""
    N = m1 + m2
    apart, spread = N * (2 * m1 - 2) - m1 * (2 * m1 - 2 + m2), N * (m2 + 4 * m1 - 4) - (2 * m1 - 2 + m2) ** 2
    before = N * apart**2 / (m1 * m2 * spread)
    return proposition(
        prover,
        "chi2.trend-attained",
        equal(N - before, trend_change(m1, m2)),
        {"m1 >= 2": at_most(2, m1), "m2 >= 1": at_most(1, m2)},
        {"m1": 3, "m2": 2},
        reason="multiply out",
        mutant=equal(N - 2 * before, trend_change(m1, m2)),
        reading="all controls are in the column of weight 1, and all cases in that of weight 2, where the statistic is N; before, "
        "a case was in that of weight 0",
    )
