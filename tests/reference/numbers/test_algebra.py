"""Choices, primes, polynomials and their powers, matrices and points of the unit circle, each against its definition."""

import cmath
from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import ball, exact_fraction, precision
from ldproof.numbers.algebra import matrix_product, polynomial_power, polynomial_product, power_coefficient
from ldproof.numbers.balls import imaginary_products, unit_circle_point
from ldproof.numbers.rational import binomial_coefficient, bit_size, fraction_text, is_prime
from ldproof.probability import binomial_law


def test_an_exact_value_is_written_in_full_and_takes_as_many_bits_as_its_parts() -> None:
    assert fraction_text(Fraction(-5, 12)) == "-5/12"
    assert fraction_text(Fraction(6)) == "6/1"
    assert len(fraction_text(Fraction(10**5000))) == 5003
    assert bit_size() == 0
    assert bit_size(Fraction(-5, 12)) == len("101") + len("1100")
    assert bit_size(Fraction(-5, 12), Fraction(0)) == len("101") + len("1100") + len("0") + len("")


def test_choices_are_counted() -> None:
    for many, some in ((0, 0), (1, 0), (1, 1), (7, 3), (200, 100), (2000, 3)):
        assert binomial_coefficient(many, some) == comb(many, some)


def test_primes_are_those_of_a_sieve_and_no_pseudoprimes() -> None:
    composite = {low * high for low in range(2, 45) for high in range(2, 1000)}
    assert [n for n in range(2000) if is_prime(n)] == [n for n in range(2, 2000) if n not in composite]
    assert all(map(is_prime, ((1 << 61) - 1, (1 << 31) - 1, (1 << 64) - 59)))
    pseudoprimes = 561, 3215031751, 3825123056546413051, ((1 << 31) - 1) ** 2, (1 << 64) - 1
    assert not any(map(is_prime, pseudoprimes))


# powers in one variable


@pytest.mark.parametrize("exponent", [0, 1, 5])
def test_powers_and_products_are_laws_of_sums(exponent: int) -> None:
    q = Fraction(2, 3)
    counts = polynomial_power([1 - q, q], exponent)
    assert counts == [binomial_law(exponent, q)[k] for k in range(exponent + 1)]
    more = polynomial_product(counts, polynomial_power([1 - q, q], 2))
    assert more == [binomial_law(exponent + 2, q)[k] for k in range(exponent + 3)]
    near = polynomial_product(
        polynomial_power([ball(1 - q), ball(q)], exponent), polynomial_power([ball(1 - q), ball(q)], 2)
    )
    assert all(one.overlaps(ball(other)) for one, other in zip(near, more, strict=True))


def test_places_that_are_0_stay() -> None:
    """Also at the end, where a polynomial forgets them."""
    sure = [Fraction(1), Fraction(0)]
    assert polynomial_product(sure, sure) == polynomial_power(sure, 2) == [1, 0, 0]
    assert (
        len(polynomial_product([arb(1), arb(0)], [arb(1), arb(0)]))
        == len(polynomial_power([arb(1), arb(0)], 2))
        == 3
    )


def multiplied_out(
    weights: dict[tuple[int, int], Fraction], exponent: int
) -> defaultdict[tuple[int, int], Fraction]:
    """The coefficients of a power, one factor after another."""
    total = defaultdict(Fraction, {(0, 0): Fraction(1)})
    for _ in range(exponent):
        more: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for ((a, b), share), ((c, d), weight) in product(total.items(), weights.items()):
            more[a + c, b + d] += share * weight
        total = more
    return total


@given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 6), st.data())
def test_a_coefficient_of_a_power_is_what_multiplying_out_gives(
    M: int, K: int, exponent: int, data: st.DataObject
) -> None:
    weights = {
        place: data.draw(st.fractions(0, 5, max_denominator=7))
        for place in product(range(M + 1), range(K + 1))
    }
    width = 2 * M + 1
    terms = [weights.get((n % width, n // width), Fraction(0)) for n in range(width * (K + 1))]
    expected = multiplied_out(weights, exponent)[M, K]
    assert power_coefficient(terms, exponent, M, K) == expected
    with precision(128):
        around = power_coefficient([ball(each) for each in terms], exponent, M, K)
        assert exact_fraction(around.lower()) <= expected <= exact_fraction(around.upper())


@pytest.mark.parametrize("small", [Fraction(1, 10**60), Fraction(1, 10**300)])
def test_what_is_fainter_than_rounding_is_still_in_the_ball(small: Fraction) -> None:
    """(1 + e x)^3 has the coefficient e^3 of x^3, and a ball around 0 holds it."""
    with precision(64):
        around = power_coefficient([ball(each) for each in (1, small, 0, 0, 0, 0, 0)], 3, 3, 0)
        assert exact_fraction(around.lower()) <= small**3 <= exact_fraction(around.upper())
        assert around.rad() < 1e-15


# matrices and the unit circle


def test_every_sum_of_a_product_is_within_its_ball() -> None:
    left = [[Fraction(i + 1, 3 * k + 1) for k in range(4)] for i in range(2)]
    right = [[Fraction(j - k, 7) for j in range(3)] for k in range(4)]
    found = matrix_product(*([[ball(each) for each in row] for row in side] for side in (left, right)))
    for i, j in product(range(2), range(3)):
        exact = sum((left[i][k] * right[k][j] for k in range(4)), Fraction(0))
        assert found[i][j].contains(ball(exact).mid())
        assert found[i][j].rad() < ball(Fraction(1, 2**40))


def test_points_of_the_unit_circle() -> None:
    for halves in (Fraction(0), Fraction(1, 2), Fraction(-2, 3), Fraction(7, 5), Fraction(10**9 + 1)):
        with precision(128):
            found = unit_circle_point(halves)
            assert (abs(found) - 1).contains(0)
        about = cmath.exp(1j * cmath.pi * float(halves % 2))
        assert complex(float(found.real), float(found.imag)) == pytest.approx(about, abs=1e-15)
    quarter = unit_circle_point(Fraction(1, 2))
    assert (float(quarter.real), float(quarter.imag)) == (0.0, 1.0)
    assert quarter.is_exact()


def test_imaginary_parts_of_products() -> None:
    left = [[unit_circle_point(Fraction(i + 3 * k, 7)) * (k + 1) for i in range(3)] for k in range(4)]
    right = [[unit_circle_point(Fraction(2 * j - k, 5)) for j in range(2)] for k in range(4)]
    found = imaginary_products(left, right)
    assert [len(row) for row in found] == [2, 2, 2]
    for i, j in product(range(3), range(2)):
        whole = sum((left[k][i] * right[k][j] for k in range(4)), unit_circle_point(Fraction(0)) * 0)
        assert found[i][j].overlaps(whole.imag)
        assert found[i][j].rad() < 1e-12
