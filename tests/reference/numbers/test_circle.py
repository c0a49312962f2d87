"""Points of the unit circle and products of complex matrices, against Python's own complex numbers; integrals."""

import cmath
from fractions import Fraction

import pytest

from ldproof.numbers import ball, precision
from ldproof.numbers.circle import imaginary_products, integral, unit_circle_point


@pytest.mark.parametrize(
    "halves", [Fraction(0), Fraction(1, 2), Fraction(-2, 3), Fraction(7, 5), Fraction(10**9 + 1)]
)
def test_turns(halves: Fraction) -> None:
    with precision(128):
        found = unit_circle_point(halves)
        assert (abs(found) - 1).contains(0)
    about = cmath.exp(1j * cmath.pi * float(halves % 2))
    assert complex(float(found.real), float(found.imag)) == pytest.approx(about, abs=1e-15)


def test_quarters_are_exact() -> None:
    found = unit_circle_point(Fraction(1, 2))
    assert (float(found.real), float(found.imag)) == (0.0, 1.0)
    assert found.is_exact()


def test_imaginary_parts_of_products() -> None:
    left = [[unit_circle_point(Fraction(i + 3 * k, 7)) * (k + 1) for i in range(3)] for k in range(4)]
    right = [[unit_circle_point(Fraction(2 * j - k, 5)) for j in range(2)] for k in range(4)]
    found = imaginary_products(left, right)
    assert [len(row) for row in found] == [2, 2, 2]
    for i, row in enumerate(found):
        for j, each in enumerate(row):
            product = sum((left[k][i] * right[k][j] for k in range(4)), unit_circle_point(Fraction(0)) * 0)
            assert each.overlaps(product.imag)
            assert each.rad() < 1e-12


def test_integrals() -> None:
    with precision(128):
        for found, known in (
            (integral(lambda t: t**3), Fraction(1, 4)),
            (integral(lambda t: (unit_circle_point(Fraction(1, 2)) * t) ** 2), Fraction(-1, 3)),
        ):
            assert abs(found - ball(known)) < ball(Fraction(1, 2**100))
        assert abs(integral(lambda t: t.exp()) - ball(1).expm1()) < ball(Fraction(1, 2**100))
