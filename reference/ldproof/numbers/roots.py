"""Sums of square roots of fractions: whether they are fractions, and their sign, exactly.

Square roots of positive fractions no two of which have a square as their product are linearly independent over
the fractions (Besicovitch 1940). So once such pairs are brought together, a sum is 0 only if nothing is left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ldproof.numbers.rational import rational
from ldproof.numbers.real import Real, lift
from ldproof.numbers.systems import Elementary, like, sqrt


def square_root(value: Fraction) -> Fraction | None:
    """The square root of a fraction of at least 0, if it is a fraction."""
    top = isqrt(value.numerator)
    if top * top != value.numerator:
        return None
    bottom = isqrt(value.denominator)
    return rational(top, bottom) if bottom * bottom == value.denominator else None


Summand = tuple[Fraction, Fraction]
"""A multiple c and a radicand r: c sqrt(r)."""


@dataclass(frozen=True, slots=True)
class RootSum:
    """The function of radicands r1, r2, ... that is c1 sqrt(r1) + c2 sqrt(r2) + ..."""

    multiples: tuple[Fraction, ...]

    def __call__(self, *radicands: Elementary) -> Elementary:
        """Its value."""
        parts = zip(self.multiples, radicands, strict=True)
        return sum((like(each, multiple) * sqrt(each) for multiple, each in parts), like(radicands[0], 0))


def root_sum(summands: Iterable[Summand]) -> Real:
    """c1 sqrt(r1) + c2 sqrt(r2) + ...: a fraction if it is one."""
    left = independent(summands)
    if not left:
        return Real(0)
    if len(left) == 1:
        ((multiple, radicand),) = left
        return multiple * sqrt(Real(radicand))
    multiples = RootSum(tuple(multiple for multiple, _ in left))
    return lift(multiples, *(radicand for _, radicand in left), exactly=False)


def root_sum_sign(summands: Iterable[Summand]) -> int:
    """The sign of such a sum."""
    return root_sum(summands).sign()


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
        (rational(1 if multiple > 0 else -1), multiple**2 * radicand)
        for multiple, radicand in found
        if multiple
    )
