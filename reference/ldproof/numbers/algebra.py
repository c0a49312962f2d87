"""Matrices, polynomials, sorting, roots, and sums of square roots, over fractions and balls."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import TypeVar

from flint import arb, arb_mat, arb_poly, fmpq, fmpq_poly

from ldproof.errors import Reason, Refused
from ldproof.numbers.balls import Ball, ball, exact_fraction, interval_newton, precision
from ldproof.numbers.functions import Elementary, Exact, like, sqrt
from ldproof.numbers.rational import from_flint, rational, rational_root, to_flint
from ldproof.numbers.real import Number, Real, lift, real

Known = TypeVar("Known", Fraction, arb)
Term = TypeVar("Term", fmpq, arb)
Poly = TypeVar("Poly", fmpq_poly, arb_poly)


def matrix_product(left: Sequence[Sequence[arb]], right: Sequence[Sequence[arb]]) -> list[list[arb]]:
    """The sums of left[i][k] right[k][j]."""
    product = arb_mat(left) * arb_mat(right)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]


# Powers and products of polynomials, given by their coefficients: FLINT multiplies those of fractions and of balls.


def polynomial_power(base: Sequence[Exact], exponent: int) -> list[Exact]:
    """A power, with all of its places."""
    places = (len(base) - 1) * exponent + 1
    first = base[0]
    if isinstance(first, arb):
        found = (arb_poly(list(base)) ** exponent).coeffs()
        return found + [arb(0)] * (places - len(found))
    if isinstance(first, Fraction):
        exact = fmpq_poly(list(map(to_flint, base))) ** exponent
        return [from_flint(exact[place]) for place in range(places)]
    return reduce(polynomial_product, [base] * exponent, [like(first, 1)])


def polynomial_product(one: Sequence[Exact], other: Sequence[Exact]) -> list[Exact]:
    """A product, with all of its places."""
    places = len(one) + len(other) - 1
    first = one[0]
    if isinstance(first, arb):
        found = (arb_poly(list(one)) * arb_poly(list(other))).coeffs()
        return found + [arb(0)] * (places - len(found))
    if isinstance(first, Fraction):
        left, right = (fmpq_poly(list(map(to_flint, each))) for each in (one, other))
        exact = left * right
        return [from_flint(exact[place]) for place in range(places)]
    products = [like(first, 0)] * places
    for place, each in enumerate(one):
        for further, factor in enumerate(other, place):
            products[further] = products[further] + each * factor
    return products


# Powers of polynomials in x and y, of fractions or balls.
#
# One polynomial stands for one in x alone: y is the power of x that comes after x^(2M), where only terms up to x^M
# matter.


def power_coefficient(terms: list[Known], exponent: int, M: int, K: int) -> Known:
    """The coefficient of x^M y^K in a power; `terms[a + (2M + 1) b]` belongs to x^a y^b, for a <= M and b <= K."""
    place = M + (2 * M + 1) * K
    first = terms[0]
    if isinstance(first, arb):
        return bivariate_power(arb_poly(terms), exponent, M, K)[place]
    base = fmpq_poly(list(map(to_flint, terms)))
    return from_flint(bivariate_power(base, exponent, M, K)[place])


def bivariate_power(base: Poly, exponent: int, M: int, K: int) -> Poly:
    """A power up to x^M y^K, by squaring."""
    found = base
    for bit in f"{exponent:b}"[1:]:
        found = truncate_powers(found * found, M, K)
        if bit == "1":
            found = truncate_powers(found * base, M, K)
    return found


def truncate_powers(product: Poly, M: int, K: int) -> Poly:
    """The terms up to x^M y^K."""
    width = 2 * M + 1
    coefficients = product.truncate(width * (K + 1)).coeffs()
    kept = [
        flush_small_ball(each) if place % width <= M else 0 * each for place, each in enumerate(coefficients)
    ]
    return type(product)(kept)


def flush_small_ball(term: Term) -> Term:
    """A ball around 0 for a ball that is smaller than what 1 is rounded by: multiplication then takes less time."""
    if isinstance(term, arb):
        noise = (arb(1) / 3).rad()
        return arb(0, noise) if abs(term) < noise else term
    return term


# Sorting.


def sort_numbers(numbers: Sequence[Known]) -> list[Known]:
    """The numbers in ascending order; the k-th ball encloses the k-th smallest number."""
    if isinstance(numbers[0], Fraction):
        return sorted(numbers)
    balls = numbers
    lowest, highest = sorted(each.lower() for each in balls), sorted(each.upper() for each in balls)
    return [low.union(high) for low, high in zip(lowest, highest, strict=True)]


# Real root isolation: roots that have no closed form, bracketed by bisection, proved and refined by interval Newton
# steps.

Function = Callable[..., Ball]
"""A function of x in [0, 1], and of further arguments."""

HALVINGS = (32, 64, 128, 256)
"""The numbers of bisections after which Newton's steps are tried; a root very near to 0 or 1 needs more."""


def root_between(function: Function, slope: Function, *given: Number) -> Real:
    """The root in (0, 1) of a function that is negative below it and positive above it, at the given further arguments.

    That a root is here is proved; that it is the only one in (0, 1) is assumed. Raises `Refused` if the proof fails.
    """
    further = tuple(map(real, given))
    for halvings in HALVINGS:
        with precision(4 * halvings):
            around = bracket_root(function, halvings, further)
            if proved_root(function, slope, around, [each() for each in further]) is not None:
                ends = exact_fraction(around.lower()), exact_fraction(around.upper())
                return lift(partial(enclose_root, function, slope), *ends, *further, exactly=False)
    raise Refused(Reason.UNDECIDED, "the root is too near to 0 or 1", "numbers further apart")


def sign_change(function: Function, halvings: int, *given: Number) -> Fraction:
    """An approximate root of such a function in (0, 1), without a proof."""
    with precision(4 * halvings):
        return exact_fraction(bracket_root(function, halvings, tuple(map(real, given))).mid())


def bracket_root(function: Function, halvings: int, further: Sequence[Real]) -> Ball:
    """A ball around an approximate root in (0, 1), by bisection on the signs of midpoints, without a proof."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(halvings):
        middle = (low + high) / 2
        if function(ball(middle), *[each() for each in further]).mid() > 0:
            high = middle
        else:
            low = middle
    return ball(low).union(ball(high))


def proved_root(function: Function, slope: Function, around: Ball, further: Sequence[Ball]) -> Ball | None:
    """An enclosure of the only root in a ball, by Newton's steps at the current precision; None without a proof."""
    try:
        return interval_newton(lambda x: function(x, *further), lambda x: slope(x, *further), around)
    except Refused:
        return None


def enclose_root(function: Function, slope: Function, low: Ball, high: Ball, *further: Ball) -> Ball:
    """An enclosure of the root in [low, high], which is the interval itself if the precision is too low to refine it."""
    around = low.union(high)
    closer = proved_root(function, slope, around, further)
    return around if closer is None else closer


# Sums of square roots of fractions: whether they are fractions, and their sign, exactly.
#
# Square roots of positive fractions no two of which have a square as their product are linearly independent over
# the fractions (Besicovitch 1940). So once such pairs are brought together, a sum is 0 only if nothing is left.

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


def negate_summands(summands: Iterable[Summand]) -> tuple[Summand, ...]:
    """The summands of the negated sum."""
    return tuple((-multiple, radicand) for multiple, radicand in summands)


def compare_sums(one: Iterable[Summand], other: Iterable[Summand]) -> int:
    """The sign of one sum less another, for sorting."""
    return root_sum((*one, *negate_summands(other))).sign()


def independent_summands(summands: Iterable[Summand]) -> list[Summand]:
    """The one way to write a sum as plus or minus roots of fractions no two of which are multiples of each other."""
    found: list[Summand] = []
    for multiple, radicand in summands:
        for place, (other, base) in enumerate(found):
            if (both := rational_root(radicand * base, 2)) is not None:
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
