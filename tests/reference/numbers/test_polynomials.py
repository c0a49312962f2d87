"""Polynomials in several variables, against Python's own fractions."""

from fractions import Fraction
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers.polynomials import (
    Polynomial,
    by_squares,
    coefficients,
    constant,
    factors,
    lead,
    lowest_terms,
    monic,
    monomials,
    occurring,
    parts,
    polynomial,
    ring,
    scaled,
)

RING = ring("xyz")
x, y, z = RING.gens()
WRITTEN = st.dictionaries(
    st.tuples(*[st.integers(0, 3)] * 3), st.fractions(max_denominator=50).filter(bool), max_size=5
)


def at(parts: dict[tuple[int, ...], Fraction], point: tuple[Fraction, ...]) -> Fraction:
    return sum(
        (factor * prod(map(pow, point, powers), start=Fraction(1)) for powers, factor in parts.items()),
        Fraction(0),
    )


def value(whole: Polynomial, point: tuple[Fraction, ...]) -> Fraction:
    return at(dict(parts(whole)), point)


@given(WRITTEN, WRITTEN, st.tuples(*[st.fractions(max_denominator=9)] * 3))
def test_sums_and_products_have_the_values_of_theirs(
    one: dict[tuple[int, ...], Fraction], other: dict[tuple[int, ...], Fraction], point: tuple[Fraction, ...]
) -> None:
    left, right = polynomial(RING, one), polynomial(RING, other)
    assert value(left + right, point) == at(one, point) + at(other, point)
    assert value(left * right, point) == at(one, point) * at(other, point)
    assert value(scaled(left, Fraction(2, 3)), point) == at(one, point) * Fraction(2, 3)


@given(WRITTEN)
def test_what_is_put_in_comes_out_in_lexical_order(written: dict[tuple[int, ...], Fraction]) -> None:
    whole = polynomial(RING, written)
    assert parts(whole) == sorted(written.items(), reverse=True)
    assert (monomials(whole), coefficients(whole)) == (
        [powers for powers, _ in parts(whole)],
        [factor for _, factor in parts(whole)],
    )
    assert all(type(power) is int for powers in monomials(whole) for power in powers)
    assert occurring(whole) == [place for place in range(3) if any(powers[place] for powers in written)]


def test_first_coefficients() -> None:
    whole = 3 * x * y + 5 * x - 7
    assert (lead(whole), lead(constant(RING, Fraction(2, 7)))) == (Fraction(3), Fraction(2, 7))
    assert monic(whole) == x * y + scaled(x, Fraction(5, 3)) - constant(RING, Fraction(7, 3))


@given(WRITTEN.filter(bool), WRITTEN.filter(bool), WRITTEN.filter(bool))
def test_lowest_terms_are_of_the_same_quotient(
    top: dict[tuple[int, ...], Fraction],
    bottom: dict[tuple[int, ...], Fraction],
    common: dict[tuple[int, ...], Fraction],
) -> None:
    above, below, times = (polynomial(RING, each) for each in (top, bottom, common))
    found = lowest_terms(above * times, below * times)
    assert found[0] * below == above * found[1]
    assert lead(found[1]) == 1
    assert found[0].gcd(found[1]).is_one()


def test_factors_multiply_to_the_whole() -> None:
    whole = 6 * (x - y) ** 2 * (x * z + 1)
    number, found = factors(whole)
    product = constant(RING, number)
    for factor, power in found:
        product *= factor**power
    assert product == whole
    assert sorted(power for _, power in found) == [1, 2]


def test_a_ring_without_variables_has_numbers() -> None:
    assert lead(constant(ring(()), Fraction(1, 3))) == Fraction(1, 3)


@given(WRITTEN)
def test_squares_of_a_variable_and_what_they_are_multiplied_by_are_the_whole(
    parts_of: dict[tuple[int, ...], Fraction],
) -> None:
    whole = polynomial(RING, parts_of)
    found = by_squares(whole, 1)
    assert all(rest.degrees()[1] < 2 for rest in found.values())
    assert sum((rest * y ** (2 * squares) for squares, rest in found.items()), RING.constant(0)) == whole
