"""Products of matrices of balls, against the sums; reduced rows of fractions."""

from fractions import Fraction

from ldproof.numbers import ball
from ldproof.numbers.matrices import matrix_product, reduced_rows


def test_every_sum_is_within_its_ball() -> None:
    left = [[Fraction(i + 1, 3 * k + 1) for k in range(4)] for i in range(2)]
    right = [[Fraction(j - k, 7) for j in range(3)] for k in range(4)]
    found = matrix_product(*([[ball(each) for each in row] for row in side] for side in (left, right)))
    for i, row in enumerate(found):
        for j, each in enumerate(row):
            exact = sum((left[i][k] * right[k][j] for k in range(4)), Fraction(0))
            assert each.contains(ball(exact).mid())
            assert each.rad() < ball(Fraction(1, 2**40))


def test_reduced_rows_solve_the_equations() -> None:
    """2x + y = 5 and x - 3y = -1, and their sum, which says nothing new: x = 2, y = 1."""
    rows = [{0: 2, 1: 1, 2: 5}, {0: 1, 1: -3, 2: -1}, {0: 3, 1: -2, 2: 4}]
    exact = [{place: Fraction(value) for place, value in row.items()} for row in rows]
    assert reduced_rows(exact, 3) == [{0: 1, 2: 2}, {1: 1, 2: 1}]


def test_equations_that_contradict_each_other_have_a_row_with_nothing_before_the_sum() -> None:
    assert reduced_rows([{0: Fraction(1), 1: Fraction(1)}, {0: Fraction(1, 3)}], 2) == [{0: 1}, {1: 1}]
    assert reduced_rows([{}], 2) == []
