"""The bias of the minimum, beside everything that can happen, and in both directions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import Budget
from ldproof.numbers import Real, ball
from ldproof.rejections import Reason
from ldproof.sketch.bias import alike, min_bias
from ldproof.sketch.channels import Unary
from ldproof.sketch.plan import Rows
from tests.reference.refusals import refused
from tests.reference.sketch.brute import estimates, functions
from tests.reference.sketch.channels.every import exact

P, Q = Fraction(1, 4), Fraction(2, 3)


def by_enumeration(held: Sequence[int], w: int, d: int) -> Fraction:
    """The mean over all functions of the least of d rows, which are independent under each."""
    expected, choices = Fraction(0), 0
    for hashes in functions(w, max(held) + 1, d):
        choices += 1
        laws = [
            estimates(Rows.ALL, Unary(w, Real(P), Real(Q)), (row,), held, Fraction(0)).probabilities.items()
            for row in hashes
        ]
        for rows in product(*laws):
            share = Fraction(1)
            for _, each in rows:
                share *= each
            expected += share * min(value for value, _ in rows)
    return expected / choices - held.count(0)


@pytest.mark.parametrize(
    ("held", "w", "d"),
    [((0, 1, 2), 2, 2), ((0, 1, 1), 2, 2), ((0, 0, 1), 3, 1), ((1, 1, 2, 2), 2, 2), ((0,), 2, 3)],
)
def test_the_bias_by_enumeration(held: Sequence[int], w: int, d: int) -> None:
    squares = sum(held.count(item) ** 2 for item in set(held) - {0})
    N, f = len(held), held.count(0)
    assert min_bias(N, f, w, d, S=squares, p=P, q=Q) == by_enumeration(held, w, d)
    if squares == N - f:
        assert min_bias(N, f, w, d, p=P, q=Q) == by_enumeration(held, w, d)


def test_one_row_is_biased_by_its_collisions_alone() -> None:
    assert min_bias(20, 5, 4, 1, p=P, q=Q) == Fraction(15, 4)


def test_it_is_biased_downwards_and_upwards() -> None:
    """Without collisions the least noise is taken; one item that others hold in great numbers adds to every row."""
    alone = exact(min_bias(50, 50, 2, 4, p=P, q=Q))
    assert alone < -5
    crowded = exact(min_bias(400, 0, 2, 2, p=Fraction(1, 10), q=Fraction(9, 10), S=160000))
    assert crowded > 90


def test_the_budget_is_split_over_the_rows() -> None:
    """At odds 81 over two rows p = 1/4 and q = 3/4, each row's odds being 9."""
    budget = Budget(1, "odds", Fraction(81))
    assert min_bias(10, 2, 3, 2, budget) == min_bias(10, 2, 3, 2, p=P, q=Fraction(3, 4))
    near = min_bias(10, 2, 3, 2, Budget(1, "epsilon", Fraction(4394449154672, 10**12)))
    assert near.exact is None
    assert abs(near() - ball(exact(min_bias(10, 2, 3, 2, budget)))) < 1e-9


def test_long_fractions_become_balls() -> None:
    found = min_bias(3000, 100, 16, 30, p=P, q=Q)
    assert found.exact is None
    fewer = ball(min_bias(3000, 100, 16, 29, p=P, q=Q))
    assert 0 < found() < fewer < 181


def test_other_items_are_alike() -> None:
    assert alike(10, 4, 6) == [1] * 6
    assert alike(10, 4, 18) == [3, 3]
    assert alike(10, 4, 36) == [6]
    assert alike(10, 10, 0) == []


@pytest.mark.parametrize("S", [0, 5, 13, 24, 30, 37])
def test_squares_that_no_equal_counts_have(S: int) -> None:
    with refused(Reason.OUT_OF_RANGE):
        min_bias(10, 4, 8, 2, S=S, p=P, q=Q)


def test_what_else_is_refused() -> None:
    with refused(Reason.TOO_LARGE):
        min_bias(10**4 + 1, 4, 8, 2, p=P, q=Q)
    with refused(Reason.UNKNOWN_PARAMETER):
        min_bias(10, 4, 8, 2, Budget(1, "odds", Fraction(9)), p=P, q=Q)
    with refused(Reason.BUDGET_NOT_UNIQUE):
        min_bias(10, 4, 8, 2)
