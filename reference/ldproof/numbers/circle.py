"""Complex numbers within balls: points of the unit circle, imaginary parts of a matrix product, and integrals."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from flint import acb, arb, arb_mat

from ldproof.numbers.rational import quotient

Complex: TypeAlias = acb
"""A complex number, its real and its imaginary part within balls."""


def unit_circle_point(halves: Fraction) -> Complex:
    """The point of the unit circle after so many half turns."""
    angle = quotient(halves)
    return acb(arb.cos_pi_fmpq(angle), arb.sin_pi_fmpq(angle))


def imaginary_products(
    left: Sequence[Sequence[Complex]], right: Sequence[Sequence[Complex]]
) -> list[list[arb]]:
    """The imaginary part of sum_k left[k][i] right[k][j], for all i and j."""
    rows = [part for row in left for part in ([each.real for each in row], [each.imag for each in row])]
    columns = [part for row in right for part in ([each.imag for each in row], [each.real for each in row])]
    product = arb_mat(rows).transpose() * arb_mat(columns)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]


def integral(function: Callable[[Complex], Complex]) -> arb:
    """The real part of an analytic function's integral from 0 to 1."""
    return acb.integral(lambda point, _: function(point), acb(0), acb(1)).real
