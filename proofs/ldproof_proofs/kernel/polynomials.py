"""Polynomials in a field's generators: without squares of roots, over a common denominator, and as terms again."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from ldproof.numbers import Term, exp, term
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    by_squares,
    monomial_powers,
    monomial_terms,
    sum_of_monomials,
)
from ldproof_proofs.kernel.field import Field, Quotient, quotient


def common_denominator(bottoms: Iterable[Polynomial]) -> Polynomial:
    """The least common multiple."""
    different = {str(bottom): bottom for bottom in bottoms}.values()
    return reduce(lambda one, other: one * (other / one.gcd(other)), different)


def without_squares(field: Field, polynomials: Sequence[Polynomial]) -> Sequence[Polynomial]:
    """Polynomials with what is under a root in the place of its square, all multiplied by one denominator."""
    found = list(polynomials)
    for place, under in field.roots():
        most = max((each.degrees()[place] // 2 for each in found), default=0)
        if most:
            found = [_without(each, place, under, most) for each in found]
    return found


def _without(whole: Polynomial, place: int, under: Quotient, most: int) -> Polynomial:
    if whole.degrees()[place] < 2:
        return whole if under.bottom.is_one() else whole * under.bottom**most
    total = whole.context().constant(0)
    for squares, rest in by_squares(whole, place).items():
        total += rest * under.top**squares * under.bottom ** (most - squares)
    return total


def as_term(field: Field, top: Polynomial, bottom: Polynomial) -> Term:
    """A quotient of polynomials as a term; to divide by an exponential needs no denominator."""
    reduced = quotient(top, bottom)
    powers = [
        min(powers[place] for powers in monomial_powers(reduced.bottom))
        for place in range(top.context().nvars())
    ]
    inverses = [
        0 if power == 0 or field.origin(place).operator != "exp" else power
        for place, power in enumerate(powers)
    ]
    rest = reduced.bottom / sum_of_monomials(top.context(), {tuple(inverses): Fraction(1)})
    factor = term(1)
    for place, power in enumerate(inverses):
        for _ in range(power):
            factor = _times(factor, exp(-field.origin(place).arguments[0]))
    whole = _times(_polynomial(field, reduced.top), factor)
    return whole if rest.is_one() else whole / _polynomial(field, rest)


def _polynomial(field: Field, whole: Polynomial) -> Term:
    found = []
    for monomial, coefficient in monomial_terms(whole):
        part = term(coefficient)
        for place, power in enumerate(monomial):
            if power:
                origin = field.origin(place)
                part = _times(part, origin if power == 1 else origin**power)
        found.append(part)
    return reduce(lambda one, other: one + other, found) if found else term(0)


def _times(one: Term, other: Term) -> Term:
    """A product, without a factor of 1."""
    if one is term(1):
        return other
    return one if other is term(1) else one * other
