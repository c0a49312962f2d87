"""What the proofs compute with FLINT: polynomials in several variables, row echelon forms, and integrals."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from flint import Ordering, acb, arb, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx

from ldproof.numbers.rational import from_flint, to_flint


def reduced_rows(rows: Sequence[Mapping[int, Fraction]], columns: int) -> list[dict[int, Fraction]]:
    """The rows of the reduced row echelon form, each by its entries that are not 0."""
    matrix = fmpq_mat(len(rows), columns)
    for line, row in enumerate(rows):
        for place, value in row.items():
            matrix[line, place] = to_flint(value)
    reduced, rank = matrix.rref()
    entries = (((place, reduced[line, place]) for place in range(columns)) for line in range(rank))
    return [{place: from_flint(value) for place, value in row if value != 0} for row in entries]


def unit_integral(function: Callable[[acb], acb]) -> arb:
    """The real part of an analytic function's integral from 0 to 1."""
    return acb.integral(lambda point, _: function(point), acb(0), acb(1)).real


# Polynomials in several variables. Powers are a monomial's exponents, in the order of the ring's variables.

Polynomial: TypeAlias = fmpq_mpoly
Ring: TypeAlias = fmpq_mpoly_ctx
Powers: TypeAlias = tuple[int, ...]


def polynomial_ring(names: Iterable[str]) -> Ring:
    """The polynomials in these variables, their monomials in lexical order."""
    return fmpq_mpoly_ctx.get([*names] or ["v"], Ordering.lex)


def constant_polynomial(of: Ring, value: Fraction) -> Polynomial:
    """A number as a polynomial."""
    return of.constant(to_flint(value))


def sum_of_monomials(of: Ring, parts: Mapping[Powers, Fraction]) -> Polynomial:
    """A sum of monomials, each with its coefficient."""
    return of.from_dict({powers: to_flint(factor) for powers, factor in parts.items()})


def monomial_powers(whole: Polynomial) -> list[Powers]:
    """The powers of its monomials, in the ring's order."""
    return [tuple(map(int, powers)) for powers in whole.monoms()]


def fraction_coefficients(whole: Polynomial) -> list[Fraction]:
    """The coefficients of its monomials, in the ring's order."""
    return list(map(from_flint, whole.coeffs()))


def monomial_terms(whole: Polynomial) -> list[tuple[Powers, Fraction]]:
    """Its monomials and their coefficients."""
    return list(zip(monomial_powers(whole), fraction_coefficients(whole), strict=True))


def raw_terms(whole: Polynomial) -> Iterable[tuple[Powers, Fraction]]:
    """Its monomials and their coefficients, the powers as FLINT's integers: for comparing them, without a conversion."""
    return zip(whole.monoms(), fraction_coefficients(whole), strict=True)


def by_squares(whole: Polynomial, place: int) -> dict[int, Polynomial]:
    """The polynomials c_k, each with degree 1 at most in a variable v, for which the polynomial is the sum of c_k v^(2k)."""
    found: defaultdict[int, dict[Powers, fmpq]] = defaultdict(dict)
    for powers, factor in zip(monomial_powers(whole), whole.coeffs(), strict=True):
        squares, odd = divmod(powers[place], 2)
        found[squares][*powers[:place], odd, *powers[place + 1 :]] = factor
    return {squares: whole.context().from_dict(parts) for squares, parts in found.items()}


def leading_coefficient(whole: Polynomial) -> Fraction:
    """The first coefficient; of a constant its value."""
    return from_flint(whole.coefficient(0))


def scale_polynomial(whole: Polynomial, factor: Fraction) -> Polynomial:
    """A polynomial times a number."""
    return whole * to_flint(factor)


def make_monic(whole: Polynomial) -> Polynomial:
    """A polynomial over its first coefficient."""
    return whole / whole.coefficient(0)


def irreducible_factors(whole: Polynomial) -> tuple[Fraction, Sequence[tuple[Polynomial, int]]]:
    """A number, and irreducible polynomials with the powers of them that make up a polynomial."""
    content, found = whole.factor()
    return from_flint(content), [(factor, int(power)) for factor, power in found]


def occurring_variables(*wholes: Polynomial) -> list[int]:
    """The places of the variables in them."""
    return sorted({place for each in wholes for place, degree in enumerate(each.degrees()) if degree > 0})


def lowest_terms(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A quotient without a common factor, the denominator's first coefficient 1."""
    common = top.gcd(bottom)
    top, bottom = top / common, bottom / common
    first = bottom.coefficient(0)
    return top / first, bottom / first
