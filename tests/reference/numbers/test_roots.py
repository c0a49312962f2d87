"""Roots with a proof that they are there, signs of sums of square roots, and the largest of several real numbers."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.numbers import Ball, Real, ball, enclose, exp, largest_number, log, precision, surely_below
from ldproof.numbers.algebra import (
    Summand,
    compare_sums,
    independent_summands,
    root_between,
    root_sum,
    sort_numbers,
)
from ldproof.numbers.balls import ball_around
from ldproof.numbers.rational import rational_root
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused

FRACTIONS = st.fractions(0, 50, max_denominator=30)


def summands(*pairs: tuple[int | Fraction, int | Fraction]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(multiple), Fraction(radicand)) for multiple, radicand in pairs]


@given(FRACTIONS)
def test_a_square_has_its_root_and_nothing_else_has_one(value: Fraction) -> None:
    assert rational_root(value * value, 2) == value
    found = rational_root(value, 2)
    assert found is None or found * found == value
    assert rational_root(2 * value * value, 2) is None or value == 0


@given(FRACTIONS, st.integers(1, 40))
def test_a_power_has_its_root_of_any_degree(value: Fraction, degree: int) -> None:
    assert rational_root(value**degree, degree) == value
    assert [rational_root(Fraction(each), 10**30) for each in (0, 1, 2)] == [0, 1, None]


def test_known_signs() -> None:
    cases: list[tuple[int, list[tuple[int | Fraction, int | Fraction]]]] = [
        (0, []),
        (0, [(3, 0)]),
        (0, [(1, 2), (1, 8), (-3, 2)]),
        (0, [(1, Fraction(1, 2)), (Fraction(-1, 2), 2)]),
        (1, [(1, 2), (1, 3), (-1, 5)]),
        (-1, [(1, 2), (1, 3), (-1, 10)]),
        (0, [(1, 4), (-2, 1)]),
        (1, [(1, 10**40 + 1), (-1, 10**40)]),
        (0, [(1, 6), (-1, 2), (-1, 3), (1, 2), (1, 3), (-1, Fraction(24, 4))]),
    ]
    for expected, pairs in cases:
        assert root_sum(summands(*pairs)).sign() == expected


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 30)), max_size=5))
def test_the_sign_agrees_with_many_decimals(pairs: list[tuple[int, int]]) -> None:
    with localcontext() as context:
        context.prec = 60
        value = sum((multiple * Decimal(radicand).sqrt() for multiple, radicand in pairs), Decimal(0))
    # Sums of five such roots that are not 0 are far from it: their conjugates' product is a whole number.
    near = abs(value) < Decimal("1e-40")
    assert root_sum(summands(*pairs)).sign() == (0 if near else 1 if value > 0 else -1)


def test_a_sum_is_a_fraction_if_it_is_one() -> None:
    assert root_sum(summands((1, 8), (-2, 2), (3, 4))) == 6
    assert root_sum(summands((1, 2), (-1, 2))) == 0
    assert root_sum([]) == 0
    root = root_sum(summands((1, 2), (1, 1)))
    assert root.exact is None
    assert float(root()) == pytest.approx(1 + 2**0.5)


def test_the_same_sum_is_written_in_one_way() -> None:
    one = independent_summands(summands((1, 8), (1, 3), (2, 1)))
    assert one == independent_summands(summands((Fraction(1, 2), 12), (-2, 2), (1, 32), (1, 4)))
    assert one == summands((1, 3), (1, 4), (1, 8))


def test_sums_are_sorted_by_what_they_come_to() -> None:
    # sqrt(2) - 1, 1/2, sqrt(3) - 1, 1 and 5 - sqrt(9); and 1 again, as 2 sqrt(1/4).
    half = Fraction(1, 2)
    every = summands((1, 2), (-1, 1)), summands((half, 1)), summands((1, 3), (-1, 1)), summands((1, 1))
    sums: list[tuple[Summand, ...]] = [*map(tuple, every), tuple(summands((5, 1), (-1, 9)))]
    for some in permutations(sums):
        assert sorted(some, key=cmp_to_key(compare_sums)) == sums
    assert compare_sums(((Fraction(2), Fraction(1, 4)),), sums[3]) == 0


@pytest.mark.parametrize("power", [2, 40, 400])
def test_a_root_that_is_known(power: int) -> None:
    """2 (1 - x)^power = 1, a root that may be near to 0; and 2 x^power = 1, near to 1."""
    near_0 = root_between(lambda x: 1 - 2 * (1 - x) ** power, lambda x: 2 * power * (1 - x) ** (power - 1))
    near_1 = root_between(lambda x: 2 * x**power - 1, lambda x: 2 * power * x ** (power - 1))
    expected = decimally(lambda n: (-Decimal(2).ln() / n).exp(), power)
    assert agrees(near_1, expected)
    assert agrees(near_0, 1 - expected)


def test_at_few_bits_the_ball_is_wide_and_right() -> None:
    """The root of x = 10^-30 is told from 0 by more bits than these; and without a root there is no answer."""
    found = root_between(lambda x: x - Ball(10) ** -30, lambda _: Ball(1))
    with precision(16):
        assert found().contains(ball(Fraction(1, 10**30)))
    with refused(Reason.UNDECIDED):
        root_between(lambda x: x + 1, lambda _: Ball(1))


SMALL = st.fractions(-5, 5, max_denominator=50)


@given(st.lists(SMALL, min_size=1))
def test_the_largest_of_fractions_is_the_largest_exactly(numbers: list[Fraction]) -> None:
    assert largest_number(numbers).exact == max(numbers)


@given(st.lists(SMALL, min_size=1), st.lists(SMALL))
def test_the_largest_of_others_is_the_one_with_the_largest_argument(
    numbers: list[Fraction], more: list[Fraction]
) -> None:
    """e^x grows, and is above every x."""
    found = largest_number([*map(exp, map(Real, numbers)), *more])
    top = max(numbers)
    expected = exp(Real(top))
    if all(each < expected for each in more):
        assert found is expected or found.exact == expected.exact == 1


def test_what_no_precision_tells_apart_is_enclosed() -> None:
    one, other = log(Real(4)), 2 * log(Real(2))
    found = largest_number([one, other, Real(1)])
    with precision(1000):
        assert found().overlaps(ball(4).log())
        assert found().rel_accuracy_bits() > 900
    assert enclose(found, 20) == enclose(one, 20)


def test_the_largest_is_not_below_any() -> None:
    near = Real(Fraction(1) + Fraction(1, 2**500))
    found = largest_number([near, exp(Real(Fraction(1, 2**500)))])
    with precision(4000):
        assert found() > near()


def test_there_is_no_largest_of_nothing() -> None:
    with refused(Reason.MISSING):
        largest_number([])


def test_among_balls_that_overlap_the_largest_is_taken() -> None:
    """Apart by 2^-500, which is told by more bits than rivals are looked for with."""
    e = exp(Real(1))
    near = [e + Fraction(step, 2**500) for step in (0, 2, 1)]
    for numbers in (near, near[::-1]):
        with precision(1000):
            assert not largest_number(numbers)() < near[1]()
            assert largest_number(numbers)().overlaps(near[1]())


def test_what_no_precision_tells_apart_is_not_below() -> None:
    """ln 2 + ln 3 and ln 6 are one number, computed in two ways."""
    one, other = log(Real(2)) + log(Real(3)), log(Real(6))
    assert not surely_below(one, other)
    assert not surely_below(other, one)
    assert surely_below(one, other + Fraction(1, 10**30))
    assert not surely_below(one, one)


@given(st.lists(SMALL, min_size=1), st.fractions(0, 1))
def test_what_is_in_order_lies_in_balls_in_order(numbers: list[Fraction], radius: Fraction) -> None:
    assert sort_numbers(numbers) == sorted(numbers)
    spread = ball(radius)
    found = sort_numbers([ball_around(ball(each), spread) for each in numbers])
    for exact, around in zip(sorted(numbers), found, strict=True):
        assert around.contains(ball(exact).mid())
    assert all(low.lower() <= high.lower() for low, high in pairwise(found))
