"""Signs of sums of square roots, also where they cancel."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cmp_to_key
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers.roots import Summand, compared, independent, root_sum, root_sum_sign, square_root

FRACTIONS = st.fractions(0, 50, max_denominator=30)


def summands(*pairs: tuple[int | Fraction, int | Fraction]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(multiple), Fraction(radicand)) for multiple, radicand in pairs]


@given(FRACTIONS)
def test_a_square_has_its_root_and_nothing_else_has_one(value: Fraction) -> None:
    assert square_root(value * value) == value
    found = square_root(value)
    assert found is None or found * found == value
    assert square_root(2 * value * value) is None or value == 0


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], 0),
        ([(3, 0)], 0),
        ([(1, 2), (1, 8), (-3, 2)], 0),
        ([(1, Fraction(1, 2)), (Fraction(-1, 2), 2)], 0),
        ([(1, 2), (1, 3), (-1, 5)], 1),
        ([(1, 2), (1, 3), (-1, 10)], -1),
        ([(1, 4), (-2, 1)], 0),
        ([(1, 10**40 + 1), (-1, 10**40)], 1),
        ([(1, 6), (-1, 2), (-1, 3), (1, 2), (1, 3), (-1, Fraction(24, 4))], 0),
    ],
)
def test_known_signs(pairs: list[tuple[int | Fraction, int | Fraction]], expected: int) -> None:
    assert root_sum_sign(summands(*pairs)) == expected


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 30)), max_size=5))
def test_it_agrees_with_many_decimals(pairs: list[tuple[int, int]]) -> None:
    with localcontext() as context:
        context.prec = 60
        value = sum((multiple * Decimal(radicand).sqrt() for multiple, radicand in pairs), Decimal(0))
    # Sums of five such roots that are not 0 are far from it: their conjugates' product is a whole number.
    near = abs(value) < Decimal("1e-40")
    assert root_sum_sign(summands(*pairs)) == (0 if near else 1 if value > 0 else -1)


def test_a_sum_is_a_fraction_if_it_is_one() -> None:
    assert root_sum(summands((1, 8), (-2, 2), (3, 4))) == 6
    assert root_sum(summands((1, 2), (-1, 2))) == 0
    assert root_sum([]) == 0
    root = root_sum(summands((1, 2), (1, 1)))
    assert root.exact is None
    assert float(root()) == pytest.approx(1 + 2**0.5)


def test_the_same_sum_is_written_in_one_way() -> None:
    one = independent(summands((1, 8), (1, 3), (2, 1)))
    assert one == independent(summands((Fraction(1, 2), 12), (-2, 2), (1, 32), (1, 4)))
    assert one == summands((1, 3), (1, 4), (1, 8))


def test_sums_are_sorted_by_what_they_come_to() -> None:
    # sqrt(2) - 1, 1/2, sqrt(3) - 1, 1 and 5 - sqrt(9); and 1 again, as 2 sqrt(1/4).
    sums: list[tuple[Summand, ...]] = [
        tuple((Fraction(multiple), Fraction(radicand)) for multiple, radicand in pairs)
        for pairs in (
            [(1, 2), (-1, 1)],
            [(Fraction(1, 2), 1)],
            [(1, 3), (-1, 1)],
            [(1, 1)],
            [(5, 1), (-1, 9)],
        )
    ]
    for some in permutations(sums):
        assert sorted(some, key=cmp_to_key(compared)) == sums
    assert compared(((Fraction(2), Fraction(1, 4)),), sums[3]) == 0
