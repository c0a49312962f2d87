"""Products of matrices of balls, against the sums."""

from fractions import Fraction

from ldproof.numbers import ball
from ldproof.numbers.matrices import matrix_product


def test_every_sum_is_within_its_ball() -> None:
    left = [[Fraction(i + 1, 3 * k + 1) for k in range(4)] for i in range(2)]
    right = [[Fraction(j - k, 7) for j in range(3)] for k in range(4)]
    found = matrix_product(*([[ball(each) for each in row] for row in side] for side in (left, right)))
    for i, row in enumerate(found):
        for j, each in enumerate(row):
            exact = sum((left[i][k] * right[k][j] for k in range(4)), Fraction(0))
            assert each.contains(ball(exact).mid())
            assert each.rad() < ball(Fraction(1, 2**40))
