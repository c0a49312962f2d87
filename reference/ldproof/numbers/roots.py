"""Real roots, isolated and refined, and sums of square roots, with their exact signs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt

from ldproof.errors import Reason, Refused
from ldproof.numbers.balls import Ball, ball, exact_fraction, interval_newton, precision
from ldproof.numbers.functions import Elementary, like, sqrt
from ldproof.numbers.rational import rational
from ldproof.numbers.real import Number, Real, lift, real

# Real root isolation: roots that have no closed form, bracketed by bisection, proved and refined by interval Newton
# steps.

Function = Callable[..., Ball]
"""A function of where it is asked, and of further numbers."""

HALVINGS = (32, 64, 128, 256)
"""After so many, Newton's steps are tried: more are needed only where the root is very near to an end."""


def root_between(function: Function, slope: Function, *given: Number) -> Real:
    """The root between 0 and 1 of a function that is below 0 before it, and above 0 behind, with the further numbers given.

    That there is no other is the caller's to know; that there is one here is proved.
    """
    further = tuple(map(real, given))
    for halvings in HALVINGS:
        with precision(4 * halvings):
            around = bracket_root(function, halvings, further)
            if is_root_isolated(function, slope, around, [each() for each in further]):
                ends = exact_fraction(around.lower()), exact_fraction(around.upper())
                return lift(partial(enclose_root, function, slope), *ends, *further, exactly=False)
    raise Refused(Reason.UNDECIDED, "the root is not told from an end", "numbers further apart")


def sign_change(function: Function, halvings: int, *given: Number) -> Fraction:
    """A number near to where such a function seems to change its sign: for guesses, as it proves nothing."""
    with precision(4 * halvings):
        return exact_fraction(bracket_root(function, halvings, tuple(map(real, given))).mid())


def bracket_root(function: Function, halvings: int, further: Sequence[Real]) -> Ball:
    """Where it seems to change its sign, judged by the middle of its balls."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(halvings):
        middle = (low + high) / 2
        if function(ball(middle), *[each() for each in further]).mid() > 0:
            high = middle
        else:
            low = middle
    return ball(low).union(ball(high))


def is_root_isolated(function: Function, slope: Function, around: Ball, further: Sequence[Ball]) -> bool:
    """Whether Newton's steps prove, at the precision that is set, that a ball holds exactly one root."""
    try:
        refine_root(function, slope, around, further)
    except Refused:
        return False
    return True


def enclose_root(function: Function, slope: Function, low: Ball, high: Ball, *further: Ball) -> Ball:
    """That root: at fewer bits than the proof took, no more is known of it than the ball."""
    around = low.union(high)
    return (
        refine_root(function, slope, around, further)
        if is_root_isolated(function, slope, around, further)
        else around
    )


def refine_root(function: Function, slope: Function, around: Ball, further: Sequence[Ball]) -> Ball:
    """By Newton's steps."""
    return interval_newton(lambda x: function(x, *further), lambda x: slope(x, *further), around)


# Sums of square roots of fractions: whether they are fractions, and their sign, exactly.
#
# Square roots of positive fractions no two of which have a square as their product are linearly independent over
# the fractions (Besicovitch 1940). So once such pairs are brought together, a sum is 0 only if nothing is left.


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
    left = independent_summands(summands)
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


def negate_summands(summands: Iterable[Summand]) -> tuple[Summand, ...]:
    """Less such a sum."""
    return tuple((-multiple, radicand) for multiple, radicand in summands)


def compare_sums(one: Iterable[Summand], other: Iterable[Summand]) -> int:
    """The sign of one sum less another, for sorting."""
    return root_sum_sign((*one, *negate_summands(other)))


def independent_summands(summands: Iterable[Summand]) -> list[Summand]:
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
