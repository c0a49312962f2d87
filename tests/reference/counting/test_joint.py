"""Failure in some round, against all tau and coins; and that more than the shares of active people matters."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.counting import joint, tail
from ldproof.counting.joint import tail_constant_users
from ldproof.counting.reporters import empty_round
from ldproof.counting.tail import tail_probability
from ldproof.numbers import Enclosure, Real, ball, enclose, precision
from ldproof.rejections import Reason
from tests.reference.counting import everybody
from tests.reference.refusals import refused

FILLS = (None, Fraction(0), Fraction(1, 2), Fraction(1, 3))
SHAPES = [(N, T) for N in range(1, 5) for T in range(1, 4)]


def near(quantity: Real, digits: int = 15) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


@pytest.mark.parametrize(("N", "T"), SHAPES)
def test_all_tau_and_coins(N: int, T: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of 1/3, 1 and 3/2; the second is met exactly. In fractions and in balls."""
    odds = Fraction(3)
    for M, fill, alpha in product(range(N + 1), FILLS, (Fraction(1, 3), Fraction(1), Fraction(3, 2))):

        def estimate(bits: Sequence[int], fill: Fraction | None = fill) -> Fraction | None:
            return everybody.glance(bits, odds) if fill is None else everybody.filled(bits, fill, N, T, odds)

        expected = everybody.fails(everybody.constant(N, M, T), odds, alpha, estimate)
        asked = N, T, M, alpha, budget(1, odds=odds), fill
        assert tail_constant_users(*asked) == expected
        with monkeypatch.context() as patch:
            patch.setattr(joint, "brief", lambda *_: False)
            with precision(128):
                around = ball(tail_constant_users(*asked))
                assert around.overlaps(ball(expected))
                assert around.rad() < 1e-30


def test_the_largest_error_depends_on_more_than_the_shares() -> None:
    """Row counting.laws: half of four people active in both of two rounds; the same two, or one of them both times."""
    odds = Fraction(3)
    same, other = [(1, 1), (1, 1), (0, 0), (0, 0)], [(1, 1), (1, 0), (0, 1), (0, 0)]
    assert everybody.shares(same) == everybody.shares(other) == [Fraction(1, 2)] * 2

    def glance(bits: Sequence[int]) -> Fraction | None:
        return everybody.glance(bits, odds)

    assert everybody.fails(same, odds, Fraction(1), glance) == Fraction(453, 512)
    assert everybody.fails(other, odds, Fraction(1), glance) == Fraction(457, 512)
    assert tail_constant_users(4, 2, 2, Fraction(1), budget(1, odds=3)) == Fraction(453, 512)


@pytest.mark.parametrize(
    ("N", "T", "logarithm", "expected"),
    [
        (32, 2, 3, Fraction(6595999991072542925689917533, 39614081257132168796771975168)),
        (16, 3, 4, Fraction(27872209, 268435456)),
    ],
)
def test_theorem_4_as_printed_asks_for_a_probability_that_it_does_not_get(
    N: int, T: int, logarithm: int, expected: Fraction
) -> None:
    """Row counting.thm-4: e^epsilon = 3, everybody active, beta = e^-logarithm / (N+1)^2; the bound's square is rational."""
    a = Fraction(3)
    square = Fraction(T, N) * a * (a + 1) / (a - 1) ** 2 * (1 - a / (T * (a + 1))) * logarithm
    # The errors |3T k / 2N - 3/2| are multiples of 3T/2N apart: of those above the bound the least is asked for.
    errors = {abs(Fraction(4 * T * k, 2 * N) - Fraction(1, 2) - 1) for k in range(N + 1)}
    least = min(error for error in errors if error**2 > square)
    found = tail_constant_users(N, T, N, least, budget(1, odds=3), Fraction(0))
    assert found.exact is not None
    assert found == expected
    assert found < 1 - Fraction(1, (N + 1) ** 2)


def test_the_larger_of_these_by_counting_ones() -> None:
    """16 people report in one of 3 rounds: the coefficient of a sum over all numbers of ones, multinomial."""
    N, T = 16, 3
    alpha = Fraction(13, 10)
    total = Fraction(0)
    # Each person sends a 1 in round t with probability 1/4, for t = 1, 2, 3, and none with probability 1/4.
    ways: dict[tuple[int, ...], int] = {(0, 0, 0): 1}
    for _ in range(N):
        more: dict[tuple[int, ...], int] = {}
        for ones, count in ways.items():
            for t in range(T + 1):
                place = tuple(k + (t == u) for u, k in enumerate(ones))
                more[place] = more.get(place, 0) + count
        ways = more
    for ones, count in ways.items():
        estimates = [Fraction(2 * T * k, N) - Fraction(1, 2) for k in ones]
        if any(abs(estimate - 1) >= alpha for estimate in estimates):
            total += Fraction(count, 4**N)
    assert (
        tail_constant_users(N, T, N, alpha, budget(1, odds=3), Fraction(0))
        == total
        == Fraction(27872209, 268435456)
    )


@pytest.mark.parametrize(
    ("N", "T", "M", "fill"), [(30, 4, 11, None), (40, 3, 40, Fraction(0)), (24, 6, 0, None)]
)
def test_balls_hold_the_fractions(
    N: int, T: int, M: int, fill: Fraction | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = tail_constant_users(N, T, M, Fraction(1, 2), budget(1, odds=9), fill)
    assert exact.exact is not None
    monkeypatch.setattr(tail, "MOST_BITS", 0)
    assert near(tail_constant_users(N, T, M, Fraction(1, 2), budget(1, odds=9), fill), 30).contains(
        exact.exact
    )


def test_ten_thousand_people_are_between_one_round_and_the_sum_of_all() -> None:
    """Everybody active, as in section 6; Bonferroni needs two rounds together, the union bound only one."""
    whole = budget(1, epsilon=4)
    for alpha, fill in ((Fraction(1, 20), None), (Fraction(1, 3), Fraction(0))):
        one = near(tail_probability(10_000, 50, Fraction(1), alpha, whole, fill))
        some = near(tail_constant_users(10_000, 50, 10_000, alpha, whole, fill))
        assert one.lower < some.lower
        assert some.upper < 50 * one.upper


def test_an_error_that_cannot_be_leaves_the_empty_rounds() -> None:
    whole = budget(1, epsilon=1)
    assert tail_constant_users(60, 5, 20, Fraction(50), whole, Fraction(0)) == 0
    assert tail_constant_users(60, 5, 20, Fraction(50), whole) == empty_round(60, 5)


@pytest.mark.parametrize(("N", "T", "M"), [(10_000, 50, 5_000), (10**6, 10**4, 10**6)])
def test_refusals(N: int, T: int, M: int) -> None:
    with refused(Reason.TOO_LARGE):
        tail_constant_users(N, T, M, Fraction(1, 2), budget(1, epsilon=1))
