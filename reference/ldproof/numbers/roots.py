"""Sums of square roots of fractions: whether they are fractions, and their sign, exactly.

Square roots of positive fractions no two of which have a square as their product are linearly independent over
the fractions (Besicovitch 1940). So once such pairs are brought together, a sum is 0 only if nothing is left.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from flint import arb

from ldproof.numbers.balls import Certified, ball, sign


def square_root(value: Fraction) -> Fraction | None:
    """The square root of a fraction of at least 0, if it is a fraction."""
    top = isqrt(value.numerator)
    if top * top != value.numerator:
        return None
    bottom = isqrt(value.denominator)
    return Fraction(top, bottom) if bottom * bottom == value.denominator else None


Summand = tuple[Fraction, Fraction]
"""A multiple c and a radicand r: c sqrt(r)."""


def root_sum(summands: Iterable[Summand]) -> Fraction | Certified:
    """c1 sqrt(r1) + c2 sqrt(r2) + ...: a fraction if it is one."""
    left = independent(summands)
    if not left:
        return Fraction(0)
    if len(left) == 1 and (root := square_root(left[0][1])) is not None:
        return left[0][0] * root
    return lambda: sum((ball(multiple) * ball(radicand).sqrt() for multiple, radicand in left), arb(0))


def root_sum_sign(summands: Iterable[Summand]) -> int:
    """The sign of such a sum."""
    value = root_sum(summands)
    return (value > 0) - (value < 0) if isinstance(value, Fraction) else sign(value)


def negative(summands: Iterable[Summand]) -> tuple[Summand, ...]:
    """Less such a sum."""
    return tuple((-multiple, radicand) for multiple, radicand in summands)


def compared(one: Iterable[Summand], other: Iterable[Summand]) -> int:
    """The sign of one sum less another, for sorting."""
    return root_sum_sign((*one, *negative(other)))


def independent(summands: Iterable[Summand]) -> list[Summand]:
    """The one way to write a sum as plus or minus roots of fractions no two of which are multiples of each other."""
    found: list[Summand] = []
    for multiple, radicand in summands:
        for place, (other, base) in enumerate(found):
            if (both := square_root(radicand * base)) is not None:
                found[place] = (other + multiple * both / base, base)
                break
        else:
            if radicand:
                found.append((multiple, radicand))
    return sorted(
        (Fraction(1 if multiple > 0 else -1), multiple**2 * radicand)
        for multiple, radicand in found
        if multiple
    )
