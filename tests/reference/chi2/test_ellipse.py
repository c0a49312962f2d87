"""The map T, mended and as printed, against the identity that does without it."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.chi2.ellipse import (
    a_coefficient,
    b_coefficient,
    c_coefficient,
    conic,
    eigenvalues,
    image,
    printed_image,
    scale,
)
from ldproof.chi2.formulas import beyond_ellipse, norm_squared
from ldproof.numbers import Real, ball, sign, sqrt
from ldproof.rejections import Reason
from tests.reference.refusals import refused

SHAPES = [
    (m1, m2, tau)
    for m1, m2 in ((1, 1), (2, 2), (1, 4), (5, 2), (6, 3), (3, 6))
    for tau in (Fraction(1), Fraction(96, 25), Fraction(m1 + m2), Fraction(20))
]


@pytest.mark.parametrize(("m1", "m2", "tau"), SHAPES)
def test_the_map_has_the_norm_of_the_identity(m1: int, m2: int, tau: Fraction) -> None:
    for a, b in product(range(m1 + 1), range(m2 + 1)):
        x, y = image(a, b, m1, m2, tau)
        exact = norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)
        difference = (x**2 + y**2 - exact)()
        assert difference.contains(0)
        assert difference.rad() < 1e-10


@pytest.mark.parametrize(("m1", "m2", "tau"), SHAPES)
def test_the_conic_is_the_sign_that_decides(m1: int, m2: int, tau: Fraction) -> None:
    shape = Fraction(m1), Fraction(m2), tau
    for a, b in product(range(m1 + 1), range(m2 + 1)):
        cells = Fraction(a), Fraction(b)
        assert conic(*cells, *shape) == beyond_ellipse(*cells, *shape)


@pytest.mark.parametrize(("m1", "m2", "tau"), SHAPES)
def test_eigenvalues_have_the_matrix_trace_and_determinant(m1: int, m2: int, tau: Fraction) -> None:
    shape = ball(m1), ball(m2), ball(tau)
    first, second = eigenvalues(*shape)
    A, B, C = a_coefficient(*shape), b_coefficient(*shape), c_coefficient(*shape)
    assert (first + second - A - B).contains(0)
    assert (first * second - A * B + C**2).contains(0)
    N = m1 + m2
    assert (A * B - C**2 - ball(tau * m1 * m2 * N**3)).contains(0)
    assert sign(lambda: ball(scale(Fraction(m1), Fraction(m2), tau))) == 1


def test_as_printed_the_centre_does_not_go_to_the_origin() -> None:
    centre = 1, 1, 2, 2, Fraction(1)
    x, y = printed_image(*centre)
    assert abs(sqrt(x**2 + y**2) - (sqrt(Real(2)) - 1)) < Fraction(1, 10**12)
    assert all(part().contains(0) for part in image(*centre))


def test_as_printed_it_is_undefined_at_a_threshold_of_n() -> None:
    with refused(Reason.DIVISION_BY_ZERO):
        printed_image(1, 1, 2, 3, Fraction(5))
    x, y = printed_image(1, 1, 3, 2, Fraction(5))
    assert (x**2 + y**2)().is_finite()
