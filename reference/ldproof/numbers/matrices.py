"""Matrices of balls."""

from collections.abc import Sequence

from flint import arb, arb_mat


def matrix_product(left: Sequence[Sequence[arb]], right: Sequence[Sequence[arb]]) -> list[list[arb]]:
    """The sums of left[i][k] right[k][j]."""
    product = arb_mat(left) * arb_mat(right)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]
