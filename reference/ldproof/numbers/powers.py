"""Powers of polynomials in x and y, of fractions or balls.

One polynomial stands for one in x alone: y is the power of x that comes after x^(2M), where only terms up to x^M matter.
"""

from fractions import Fraction
from typing import TypeVar

from flint import arb, arb_poly, fmpq, fmpq_poly

from ldproof.numbers.rational import from_flint, quotient

Known = TypeVar("Known", Fraction, arb)
Term = TypeVar("Term", fmpq, arb)
Poly = TypeVar("Poly", fmpq_poly, arb_poly)


def power_coefficient(terms: list[Known], exponent: int, M: int, K: int) -> Known:
    """The coefficient of x^M y^K in a power; `terms[a + (2M + 1) b]` belongs to x^a y^b, for a <= M and b <= K."""
    place = M + (2 * M + 1) * K
    first = terms[0]
    if isinstance(first, arb):
        return power(arb_poly(terms), exponent, M, K)[place]
    base = fmpq_poly(list(map(quotient, terms)))
    return from_flint(power(base, exponent, M, K)[place])


def power(base: Poly, exponent: int, M: int, K: int) -> Poly:
    """A power up to x^M y^K, by squaring."""
    found = base
    for bit in f"{exponent:b}"[1:]:
        found = cut(found * found, M, K)
        if bit == "1":
            found = cut(found * base, M, K)
    return found


def cut(product: Poly, M: int, K: int) -> Poly:
    """The terms up to x^M y^K."""
    width = 2 * M + 1
    coefficients = product.truncate(width * (K + 1)).coeffs()
    kept = [faint(each) if place % width <= M else 0 * each for place, each in enumerate(coefficients)]
    return type(product)(kept)


def faint(term: Term) -> Term:
    """A ball around 0 for a ball that is smaller than what 1 is rounded by: multiplication then takes less time."""
    if isinstance(term, arb):
        noise = (arb(1) / 3).rad()
        return arb(0, noise) if abs(term) < noise else term
    return term
