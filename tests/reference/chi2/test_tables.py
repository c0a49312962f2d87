"""Tables from counts, bits, matrices and text; decisions exact where floats cannot tell."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.chi2.formulas import statistic
from ldproof.chi2.significance import quantile
from ldproof.chi2.tables import Table, table, tables
from ldproof.numbers import Ball, ball, computed
from ldproof.rejections import Reason
from tests.reference.refusals import refused


def test_a_table_from_counts() -> None:
    assert table("3", 0, "3", "4") == Table(3, 0, 3, 4)


@pytest.mark.parametrize("cells", [(7, 2, 3, 4), (-1, 2, 3, 4), (1, 5, 3, 4), (1, -1, 3, 4), (1, 2, 0, 4)])
def test_no_table_has_impossible_cells(cells: tuple[int, int, int, int]) -> None:
    with refused(Reason.OUT_OF_RANGE):
        Table(*cells)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ((1, 1, 0, 3), Reason.OUT_OF_RANGE),
        ((1, 1, 3, 0), Reason.OUT_OF_RANGE),
        ((4, 1, 3, 3), Reason.OUT_OF_RANGE),
        ((1, 4, 3, 3), Reason.OUT_OF_RANGE),
        ((-1, 1, 3, 3), Reason.OUT_OF_RANGE),
        ((1, 1, 3, 10**10), Reason.TOO_LARGE),
        (("1/2", 1, 3, 3), Reason.NOT_A_WHOLE_NUMBER),
        ((1.0, 1, 3, 3), Reason.NOT_EXACT),
        (("one", 1, 3, 3), Reason.NOT_A_NUMBER),
    ],
)
def test_counts_that_are_refused(counts: tuple[object, ...], reason: Reason) -> None:
    with refused(reason):
        table(*counts)


@pytest.mark.parametrize("tau", [Fraction(96, 25), Fraction(1), Fraction(8, 3), Fraction(7)])
def test_the_decision_is_whether_the_statistic_exceeds_the_threshold(tau: Fraction) -> None:
    m1, m2 = 6, 8
    cells = list(product(range(m1 + 1), range(m2 + 1)))
    every = tables(np.array([a for a, _ in cells]), np.array([b for _, b in cells]), m1, m2)
    expected = [statistic(a, b, m1, m2) > tau for a, b in cells]
    assert every.significant(tau).tolist() == expected
    assert [table(a, b, m1, m2).significant(tau) for a, b in cells] == expected


def test_ties_are_not_significant_however_large_the_table_is() -> None:
    # With a = m1 and b = 0 the statistic is N.
    m = 10**9
    cells = np.array([m, m, m - 1]), np.array([0, 0, 0])
    for tau, expected in ((Fraction(10**6), [True] * 3),):
        assert tables(*cells, m, m).significant(tau).tolist() == expected
    small = tables(np.array([5, 5]), np.array([0, 0]), 5, 7)
    assert small.significant(Fraction(12)).tolist() == [False, False]
    assert small.significant(Fraction(12) - Fraction(1, 10**40)).tolist() == [True, True]


def test_an_irrational_threshold_is_decided_too() -> None:
    tau = quantile(Fraction(1, 20))
    m1, m2 = 7, 9
    for a, b in product(range(m1 + 1), range(m2 + 1)):
        assert table(a, b, m1, m2).significant(tau) is (statistic(a, b, m1, m2) > Fraction("3.8414588"))


@pytest.mark.parametrize(
    ("tau", "reason"),
    [
        (0, Reason.OUT_OF_RANGE),
        (Fraction(-1), Reason.OUT_OF_RANGE),
        (3.84, Reason.NOT_EXACT),
        ("much", Reason.NOT_A_NUMBER),
    ],
)
def test_thresholds_that_are_refused(tau: str, reason: Reason) -> None:
    with refused(reason):
        table(5, 1, 50, 50).significant(tau)
    with refused(reason):
        tables([5], [1], 50, 50).significant(tau)


def test_thresholds_are_numbers_or_text() -> None:
    assert table(5, 0, 50, 50).significant("3.84")
    assert not table(5, 1, 50, 50).significant("96/25")
    assert tables([5, 5], [0, 1], 50, 50).significant(3).tolist() == [True, False]


def test_many_tables_at_an_irrational_threshold() -> None:
    m1, m2 = 7, 9
    every = list(product(range(m1 + 1), range(m2 + 1)))
    many = tables([a for a, _ in every], [b for _, b in every], m1, m2)
    expected = [table(*cell, m1, m2).significant(quantile(Fraction(1, 20))) for cell in every]
    assert many.significant(quantile(Fraction(1, 20))).tolist() == expected
    # A threshold that is a little below a statistic, and one a little above: nearer than the digits that are tried first.
    value = statistic(2, 7, m1, m2)
    for off, held in ((-1, True), (1, False)):

        def near(off: int = off) -> Ball:
            return ball(value) + off * ball(Fraction(1, 10**40)) * ball(2).sqrt()

        found = dict(zip(every, many.significant(computed(near)).tolist(), strict=True))
        assert found[2, 7] is held


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (np.array([1, 2]), np.array([1]), Reason.WRONG_LENGTH),
        (np.array([[1]]), np.array([[1]]), Reason.WRONG_LENGTH),
        (np.array([4]), np.array([1]), Reason.OUT_OF_RANGE),
        (np.array([1]), np.array([-1]), Reason.OUT_OF_RANGE),
        (np.array([0.5]), np.array([1.0]), Reason.NOT_A_WHOLE_NUMBER),
        ([1, None], [1, 1], Reason.MISSING),
    ],
)
def test_arrays_that_are_refused(a: ArrayLike, b: ArrayLike, reason: Reason) -> None:
    with refused(reason):
        tables(a, b, 3, 3)


def test_durations_are_no_counts() -> None:
    with refused(Reason.NOT_A_WHOLE_NUMBER):
        tables(np.array([1, 2], "timedelta64[s]"), [1, 2], 3, 3)
