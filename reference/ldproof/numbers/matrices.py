"""Matrices of balls, and of fractions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import arb, arb_mat, fmpq_mat

from ldproof.numbers.rational import from_flint, quotient


def matrix_product(left: Sequence[Sequence[arb]], right: Sequence[Sequence[arb]]) -> list[list[arb]]:
    """The sums of left[i][k] right[k][j]."""
    product = arb_mat(left) * arb_mat(right)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]


def reduced_rows(rows: Sequence[Mapping[int, Fraction]], columns: int) -> list[dict[int, Fraction]]:
    """The rows of the reduced row echelon form, all given by what is not 0 in them."""
    matrix = fmpq_mat(len(rows), columns)
    for line, row in enumerate(rows):
        for place, value in row.items():
            matrix[line, place] = quotient(value)
    reduced, rank = matrix.rref()
    entries = (((place, reduced[line, place]) for place in range(columns)) for line in range(rank))
    return [{place: from_flint(value) for place, value in row if value != 0} for row in entries]
