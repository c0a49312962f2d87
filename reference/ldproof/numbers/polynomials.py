"""Polynomials in several variables, their coefficients fractions: FLINT multiplies, divides and factors them.

Powers are a monomial's exponents, in the order of the ring's variables.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ldproof.numbers.rational import from_flint, quotient

Polynomial: TypeAlias = fmpq_mpoly
Ring: TypeAlias = fmpq_mpoly_ctx
Powers: TypeAlias = tuple[int, ...]


def ring(names: Iterable[str]) -> Ring:
    """The polynomials in these variables, their monomials in lexical order."""
    return fmpq_mpoly_ctx.get([*names] or ["v"], Ordering.lex)


def constant(of: Ring, value: Fraction) -> Polynomial:
    """A number as a polynomial."""
    return of.constant(quotient(value))


def polynomial(of: Ring, parts: Mapping[Powers, Fraction]) -> Polynomial:
    """A sum of monomials, each with its coefficient."""
    return of.from_dict({powers: quotient(factor) for powers, factor in parts.items()})


def monomials(whole: Polynomial) -> list[Powers]:
    """The powers in it, the first in the ring's order first."""
    return [tuple(map(int, powers)) for powers in whole.monoms()]


def coefficients(whole: Polynomial) -> list[Fraction]:
    """The number before each of them."""
    return list(map(from_flint, whole.coeffs()))


def parts(whole: Polynomial) -> list[tuple[Powers, Fraction]]:
    """Its monomials and their coefficients."""
    return list(zip(monomials(whole), coefficients(whole), strict=True))


def entries(whole: Polynomial) -> Iterable[tuple[Powers, Fraction]]:
    """Likewise, where powers are only compared: these stay FLINT's whole numbers, which take long to convert."""
    return zip(whole.monoms(), coefficients(whole), strict=True)


def by_squares(whole: Polynomial, place: int) -> dict[int, Polynomial]:
    """What each number of squares of a variable is multiplied by, which has it once at most."""
    found: defaultdict[int, dict[Powers, fmpq]] = defaultdict(dict)
    for powers, factor in zip(monomials(whole), whole.coeffs(), strict=True):
        squares, odd = divmod(powers[place], 2)
        found[squares][*powers[:place], odd, *powers[place + 1 :]] = factor
    return {squares: whole.context().from_dict(parts) for squares, parts in found.items()}


def lead(whole: Polynomial) -> Fraction:
    """The first coefficient; of a constant its value."""
    return from_flint(whole.coefficient(0))


def scaled(whole: Polynomial, factor: Fraction) -> Polynomial:
    """A polynomial times a number."""
    return whole * quotient(factor)


def monic(whole: Polynomial) -> Polynomial:
    """A polynomial over its first coefficient."""
    return whole / whole.coefficient(0)


def factors(whole: Polynomial) -> tuple[Fraction, Sequence[tuple[Polynomial, int]]]:
    """A number, and irreducible polynomials with the powers of them that make up a polynomial."""
    content, found = whole.factor()
    return from_flint(content), [(factor, int(power)) for factor, power in found]


def occurring(*wholes: Polynomial) -> list[int]:
    """The places of the variables in them."""
    return sorted({place for each in wholes for place, degree in enumerate(each.degrees()) if degree > 0})


def lowest_terms(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A quotient without a common factor, the denominator's first coefficient 1."""
    common = top.gcd(bottom)
    top, bottom = top / common, bottom / common
    first = bottom.coefficient(0)
    return top / first, bottom / first
