"""Powers and products of polynomials, given by their coefficients: FLINT multiplies those of fractions and of balls."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from flint import arb, arb_poly, fmpq_poly

from ldproof.numbers.rational import from_flint, quotient
from ldproof.numbers.systems import Exact, like


def power(base: Sequence[Exact], exponent: int) -> list[Exact]:
    """A power, with all of its places."""
    places = (len(base) - 1) * exponent + 1
    first = base[0]
    if isinstance(first, arb):
        found = (arb_poly(list(base)) ** exponent).coeffs()
        return found + [arb(0)] * (places - len(found))
    if isinstance(first, Fraction):
        exact = fmpq_poly(list(map(quotient, base))) ** exponent
        return [from_flint(exact[place]) for place in range(places)]
    return reduce(times, [base] * exponent, [like(first, 1)])


def times(one: Sequence[Exact], other: Sequence[Exact]) -> list[Exact]:
    """A product, with all of its places."""
    places = len(one) + len(other) - 1
    first = one[0]
    if isinstance(first, arb):
        found = (arb_poly(list(one)) * arb_poly(list(other))).coeffs()
        return found + [arb(0)] * (places - len(found))
    if isinstance(first, Fraction):
        left, right = (fmpq_poly(list(map(quotient, each))) for each in (one, other))
        exact = left * right
        return [from_flint(exact[place]) for place in range(places)]
    products = [like(first, 0)] * places
    for place, each in enumerate(one):
        for further, factor in enumerate(other, place):
            products[further] = products[further] + each * factor
    return products
