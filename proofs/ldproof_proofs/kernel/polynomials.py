"""Polynomials in a field's generators: without squares of roots, over a common denominator, and as terms again."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from flint import fmpq, fmpq_mpoly

from ldproof.numbers import Term, exp, term
from ldproof_proofs.kernel.field import Field, Quotient, quotient


def occurring(*polynomials: fmpq_mpoly) -> frozenset[int]:
    """The places of the generators in them."""
    return frozenset(
        place for each in polynomials for place, degree in enumerate(each.degrees()) if degree > 0
    )


def common_denominator(bottoms: Iterable[fmpq_mpoly]) -> fmpq_mpoly:
    """The least common multiple."""
    different = {str(bottom): bottom for bottom in bottoms}.values()
    return reduce(lambda one, other: one * (other / one.gcd(other)), different)


def without_squares(field: Field, polynomials: Sequence[fmpq_mpoly]) -> Sequence[fmpq_mpoly]:
    """Polynomials with what is under a root in the place of its square, all multiplied by one denominator."""
    found = list(polynomials)
    for place, under in field.roots():
        most = max((each.degrees()[place] // 2 for each in found), default=0)
        if most:
            found = [_without(each, place, under, most) for each in found]
    return found


def _without(polynomial: fmpq_mpoly, place: int, under: Quotient, most: int) -> fmpq_mpoly:
    context = polynomial.context()
    if polynomial.degrees()[place] < 2:
        return polynomial * under.bottom**most
    total = context.constant(0)
    for monomial, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        squares, odd = divmod(int(monomial[place]), 2)
        rest = context.from_dict({(*monomial[:place], odd, *monomial[place + 1 :]): coefficient})
        total += rest * under.top**squares * under.bottom ** (most - squares)
    return total


def as_term(field: Field, top: fmpq_mpoly, bottom: fmpq_mpoly) -> Term:
    """A quotient of polynomials as a term; to divide by an exponential needs no denominator."""
    reduced = quotient(top, bottom)
    powers = [
        min(int(monomial[place]) for monomial in reduced.bottom.monoms())
        for place in range(top.context().nvars())
    ]
    inverses = [
        0 if power == 0 or field.origin(place).operator != "exp" else power
        for place, power in enumerate(powers)
    ]
    rest = reduced.bottom / top.context().from_dict({tuple(inverses): fmpq(1)})
    factor = term(1)
    for place, power in enumerate(inverses):
        for _ in range(power):
            factor = _times(factor, exp(-field.origin(place).arguments[0]))
    whole = _times(_polynomial(field, reduced.top), factor)
    return whole if rest.is_one() else whole / _polynomial(field, rest)


def _polynomial(field: Field, polynomial: fmpq_mpoly) -> Term:
    parts = []
    for monomial, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        part = term(Fraction(int(coefficient.p), int(coefficient.q)))
        for place, power in enumerate(map(int, monomial)):
            if power:
                origin = field.origin(place)
                part = _times(part, origin if power == 1 else origin**power)
        parts.append(part)
    return reduce(lambda one, other: one + other, parts) if parts else term(0)


def _times(one: Term, other: Term) -> Term:
    """A product, without a factor of 1."""
    if one is term(1):
        return other
    return one if other is term(1) else one * other
