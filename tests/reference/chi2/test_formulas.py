"""The statistic by its definition over cells, and the identity behind the map T."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ldproof.chi2.formulas import (
    beyond_ellipse,
    four_cells,
    margin_weight,
    norm_squared,
    ratio,
    statistic,
)

Cells = tuple[int, int, int, int]


@st.composite
def tables(draw: DrawFn) -> Cells:
    m1, m2 = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    return draw(st.integers(0, m1)), draw(st.integers(0, m2)), m1, m2


def observed_against_expected(a: int, b: int, m1: int, m2: int) -> Fraction:
    """Pearson's sum over the four cells of (observed - expected)^2 / expected."""
    N, s = m1 + m2, a + b
    observed = {(1, 1): a, (1, 0): b, (0, 1): m1 - a, (0, 0): m2 - b}
    rows, columns = {1: s, 0: N - s}, {1: m1, 0: m2}
    total = Fraction(0)
    for (row, column), count in observed.items():
        expected = Fraction(rows[row] * columns[column], N)
        total += (count - expected) ** 2 / expected
    return total


@given(tables())
def test_the_statistic_is_pearsons(cells: Cells) -> None:
    a, b, m1, m2 = cells
    if a + b in (0, m1 + m2):
        assert statistic(*cells) == 0
        return
    assert statistic(*cells) == observed_against_expected(*cells) == ratio(*map(Fraction, cells))
    assert statistic(*cells) == four_cells(*map(Fraction, (a, b, m1 - a, m2 - b)))


@given(tables(), st.fractions(Fraction(1, 10), 20, max_denominator=50))
def test_the_norm_says_how_far_the_statistic_is_from_the_threshold(cells: Cells, tau: Fraction) -> None:
    exact = tuple(map(Fraction, cells))
    a, b, m1, m2 = exact
    norm = norm_squared(a, b, m1, m2, tau)
    assert norm == 1 + (statistic(*cells) / tau - 1) * margin_weight(a, b, m1, m2)
    assert (norm > 1) is (statistic(*cells) > tau) is (beyond_ellipse(a, b, m1, m2, tau) > 0)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [((1, 0, 1, 2), 3), ((0, 0, 3, 4), 0), ((3, 4, 3, 4), 0), ((2, 1, 4, 6), Fraction(80, 63))],
)
def test_by_hand(cells: Cells, expected: Fraction) -> None:
    assert statistic(*cells) == expected


def test_the_ledgers_table() -> None:
    a, b, m1, m2 = map(Fraction, (1, 0, 1, 2))
    assert norm_squared(a, b, m1, m2, Fraction(1)) == Fraction(25, 9)
