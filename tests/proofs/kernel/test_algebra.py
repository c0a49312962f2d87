"""Polynomials in several variables and row echelon forms, each against its definition."""

from fractions import Fraction
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import ball, precision
from ldproof.numbers.balls import unit_circle_point
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    by_squares,
    constant_polynomial,
    fraction_coefficients,
    irreducible_factors,
    leading_coefficient,
    lowest_terms,
    make_monic,
    monomial_powers,
    monomial_terms,
    occurring_variables,
    polynomial_ring,
    reduced_rows,
    scale_polynomial,
    sum_of_monomials,
    unit_integral,
)

Parts = dict[tuple[int, ...], Fraction]

RING = polynomial_ring("xyz")
x, y, z = RING.gens()
WRITTEN = st.dictionaries(
    st.tuples(*[st.integers(0, 3)] * 3), st.fractions(max_denominator=50).filter(bool), max_size=5
)


def at(written: Parts, point: tuple[Fraction, ...]) -> Fraction:
    terms = (factor * prod(map(pow, point, powers), start=Fraction(1)) for powers, factor in written.items())
    return sum(terms, Fraction(0))


def value(whole: Polynomial, point: tuple[Fraction, ...]) -> Fraction:
    return at(dict(monomial_terms(whole)), point)


@given(WRITTEN, WRITTEN, st.tuples(*[st.fractions(max_denominator=9)] * 3))
def test_sums_and_products_have_the_values_of_theirs(
    one: Parts, other: Parts, point: tuple[Fraction, ...]
) -> None:
    left, right = sum_of_monomials(RING, one), sum_of_monomials(RING, other)
    assert value(left + right, point) == at(one, point) + at(other, point)
    assert value(left * right, point) == at(one, point) * at(other, point)
    assert value(scale_polynomial(left, Fraction(2, 3)), point) == at(one, point) * Fraction(2, 3)


@given(WRITTEN)
def test_a_polynomial_is_taken_apart_in_lexical_order_and_by_squares(written: Parts) -> None:
    whole = sum_of_monomials(RING, written)
    found = monomial_terms(whole)
    assert found == sorted(written.items(), reverse=True)
    assert monomial_powers(whole) == [powers for powers, _ in found]
    assert fraction_coefficients(whole) == [factor for _, factor in found]
    assert all(type(power) is int for powers in monomial_powers(whole) for power in powers)
    occurring = [place for place in range(3) if any(powers[place] for powers in written)]
    assert occurring_variables(whole) == occurring
    squares = by_squares(whole, 1)
    assert all(rest.degrees()[1] < 2 for rest in squares.values())
    assert sum((rest * y ** (2 * times) for times, rest in squares.items()), RING.constant(0)) == whole


@given(*[WRITTEN.filter(bool)] * 3)
def test_lowest_terms_are_of_the_same_quotient(top: Parts, bottom: Parts, common: Parts) -> None:
    above, below, times = (sum_of_monomials(RING, each) for each in (top, bottom, common))
    found = lowest_terms(above * times, below * times)
    assert found[0] * below == above * found[1]
    assert leading_coefficient(found[1]) == 1
    assert found[0].gcd(found[1]).is_one()


def test_leading_coefficients_and_factors() -> None:
    whole = 3 * x * y + 5 * x - 7
    assert (leading_coefficient(whole), leading_coefficient(constant_polynomial(RING, Fraction(2, 7)))) == (
        Fraction(3),
        Fraction(2, 7),
    )
    assert leading_coefficient(constant_polynomial(polynomial_ring(()), Fraction(1, 3))) == Fraction(1, 3)
    assert make_monic(whole) == x * y + scale_polynomial(x, Fraction(5, 3)) - constant_polynomial(
        RING, Fraction(7, 3)
    )
    multiplied = 6 * (x - y) ** 2 * (x * z + 1)
    number, found = irreducible_factors(multiplied)
    assert (
        prod((factor**power for factor, power in found), start=constant_polynomial(RING, number))
        == multiplied
    )
    assert sorted(power for _, power in found) == [1, 2]


def test_reduced_rows_solve_the_equations() -> None:
    """2x + y = 5 and x - 3y = -1, and their sum, which says nothing new: x = 2, y = 1; and some that contradict."""
    rows = [{0: 2, 1: 1, 2: 5}, {0: 1, 1: -3, 2: -1}, {0: 3, 1: -2, 2: 4}]
    exact = [{place: Fraction(value) for place, value in row.items()} for row in rows]
    assert reduced_rows(exact, 3) == [{0: 1, 2: 2}, {1: 1, 2: 1}]
    assert reduced_rows([{0: Fraction(1), 1: Fraction(1)}, {0: Fraction(1, 3)}], 2) == [{0: 1}, {1: 1}]
    assert reduced_rows([{}], 2) == []


def test_integrals_from_0_to_1() -> None:
    with precision(128):
        for found, known in (
            (unit_integral(lambda t: t**3), ball(Fraction(1, 4))),
            (unit_integral(lambda t: (unit_circle_point(Fraction(1, 2)) * t) ** 2), ball(Fraction(-1, 3))),
            (unit_integral(lambda t: t.exp()), ball(1).expm1()),
        ):
            assert abs(found - known) < ball(Fraction(1, 2**100))
