"""Matrices, polynomials and their powers and products, of fractions and of balls; and numbers in order."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from flint import arb, arb_mat, arb_poly, fmpq, fmpq_poly

from ldproof.errors import Reason, Refused
from ldproof.numbers.balls import FIRST_BITS, Ball, precision
from ldproof.numbers.functions import Exact, like
from ldproof.numbers.rational import from_flint, to_flint
from ldproof.numbers.real import Number, Real, lift, real


def matrix_product(left: Sequence[Sequence[arb]], right: Sequence[Sequence[arb]]) -> list[list[arb]]:
    """The sums of left[i][k] right[k][j]."""
    product = arb_mat(left) * arb_mat(right)
    return [[product[i, j] for j in range(product.ncols())] for i in range(product.nrows())]


# Powers of polynomials in x and y, of fractions or balls.
#
# One polynomial stands for one in x alone: y is the power of x that comes after x^(2M), where only terms up to x^M
# matter.

Known = TypeVar("Known", Fraction, arb)
Term = TypeVar("Term", fmpq, arb)
Poly = TypeVar("Poly", fmpq_poly, arb_poly)


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


# The largest of real numbers, which need not be told apart for it, and numbers in order.


def largest_number(numbers: Iterable[Number]) -> Real:
    """The largest: the number itself where balls tell it from the others, otherwise what encloses all that it may be."""
    exact, others = [], dict[int, Real]()
    for each in map(real, numbers):
        if each.exact is None:
            others[id(each)] = each
        else:
            exact.append(each.exact)
    candidates = [*others.values(), *([Real(max(exact))] if exact else [])]
    if not candidates:
        raise Refused(Reason.MISSING, "the largest of no numbers", "one at least")
    with precision(FIRST_BITS):
        # A ball is certainly below another or it is not: what is left out here is not the largest.
        top = reduce(lambda one, other: one.max(other), (each().lower() for each in candidates))
        rivals = [each for each in candidates if not each() < top]
    return rivals[0] if len(rivals) == 1 else lift(largest_ball, *rivals, exactly=False)


def largest_ball(*balls: Ball) -> Ball:
    """The largest of numbers within balls."""
    return reduce(lambda one, other: one.max(other), balls)


def in_order(numbers: Sequence[Known]) -> list[Known]:
    """The least of some numbers, the next one and so on: balls are between the lower and the upper ends at their places."""
    if isinstance(numbers[0], Fraction):
        return sorted(numbers)
    balls = numbers
    lowest, highest = sorted(each.lower() for each in balls), sorted(each.upper() for each in balls)
    return [low.union(high) for low, high in zip(lowest, highest, strict=True)]


def surely_below(one: Real, other: Real) -> bool:
    """Whether one number is certainly less than another: what no precision tells apart is not."""
    try:
        return one is not other and one < other
    except Refused as refusal:
        if refusal.reason is not Reason.UNDECIDED:
            raise
        return False


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
