"""Powers and products of polynomials, given by their coefficients: of fractions exactly, of balls within balls."""

from collections.abc import Sequence

from flint import arb, arb_poly, fmpq_poly

from ldproof.numbers.powers import Known
from ldproof.numbers.rational import from_flint, quotient


def power(base: Sequence[Known], exponent: int) -> list[Known]:
    """A power, with all of its places."""
    places = (len(base) - 1) * exponent + 1
    first = base[0]
    if isinstance(first, arb):
        found = (arb_poly(list(base)) ** exponent).coeffs()
        return found + [arb(0)] * (places - len(found))
    exact = fmpq_poly(list(map(quotient, base))) ** exponent
    return [from_flint(exact[place]) for place in range(places)]


def times(one: Sequence[Known], other: Sequence[Known]) -> list[Known]:
    """A product, with all of its places."""
    places = len(one) + len(other) - 1
    first = one[0]
    if isinstance(first, arb):
        found = (arb_poly(list(one)) * arb_poly(list(other))).coeffs()
        return found + [arb(0)] * (places - len(found))
    left, right = (fmpq_poly(list(map(quotient, each))) for each in (one, other))
    exact = left * right
    return [from_flint(exact[place]) for place in range(places)]
