"""Bounds for Harmony and Basic One-time RAPPOR: other ways to the same digits, and exact probabilities."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest

from ldproof.budget import Budget, parse_budget
from ldproof.counting.bounds import (
    borappor_alpha,
    harmony_lower,
    harmony_lower_at,
    harmony_upper,
    theorem_5,
    theorem_5_crossing,
    theorem_5_printed,
    theorem_5_printed_crossing,
)
from ldproof.errors import Reason
from ldproof.numbers import Ball, Certified, Real, ball, enclose, sign
from ldproof.probability import INFINITE, Infinite, bernstein_bound
from ldproof_proofs.tails.cited import hoeffding_bound
from tests.reference.numbers.decimals import agrees, balls, decimally
from tests.reference.refusals import refused
from tests.tiers import grid

TENTH = Fraction(1, 10)


def failing(N: int, T: int, odds: Fraction, alpha: Fraction) -> Fraction:
    """The probability that Harmony errs by more than alpha in some round, when all N people are active in all.

    A person sends a 1 in each round with probability p/T, and none at all with 1 - p: the numbers of ones are
    multinomial, counted out over how many people one round after another takes.
    """
    p, q = odds / (odds + 1), 1 / (odds + 1)
    fine = [x for x in range(N + 1) if abs((Fraction(x, N) - q / T) / ((p - q) / T) - 1) <= alpha]
    ways = {0: Fraction(1)}
    for _ in range(T):
        ways = {
            sent: sum(
                (ways[sent - x] * (p / T) ** x / factorial(x) for x in fine if sent - x in ways), Fraction(0)
            )
            for sent in range(N + 1)
        }
    silent = (share * (1 - p) ** (N - sent) / factorial(N - sent) for sent, share in ways.items())
    return 1 - factorial(N) * sum(silent, Fraction(0))


def above(bound: Real) -> Fraction:
    """A little more than a bound."""
    return Fraction(enclose(lambda: ball(bound), 15).upper)


def printed_beta(N: int, power: int) -> Fraction:
    """A fraction near e^-power / (N+1)^2."""
    return decimally(lambda n: (-n).exp(), power).limit_denominator(10**30) / (N + 1) ** 2


@pytest.mark.parametrize(
    ("N", "T", "power", "exact"),
    [
        (32, 2, 3, Fraction(6595999991072542925689917533, 39614081257132168796771975168)),
        (16, 3, 4, Fraction(27872209, 268435456)),
    ],
)
def test_theorem_4_is_false_as_printed(N: int, T: int, power: int, exact: Fraction) -> None:
    """Row counting.thm-4: all active, odds 3; other streams have the ledger's bound T / ln(1 / ((N+1)^2 beta))."""
    beta, odds = printed_beta(N, power), Fraction(3)
    alpha = enclose(lambda: ball(harmony_lower(N, T, beta, parse_budget(odds=odds))), 20)
    found = failing(N, T, odds, Fraction(alpha.lower))
    assert found == failing(N, T, odds, Fraction(alpha.upper)) == exact
    assert beta <= found < 1 - beta


@pytest.mark.parametrize(
    ("N", "T", "odds"), grid((1, 3, 7, 12), (1, 2, 5), (Fraction(101, 100), Fraction(100)))
)
def test_theorem_4_is_true_with_beta(N: int, T: int, odds: Fraction) -> None:
    """Over the whole range of beta, an error above this has at least that probability."""
    most = N * (T * (odds + 1) / odds - 1)
    for share in (Fraction(1, 1000), Fraction(1, 2), Fraction(999, 1000)):
        beta = decimally(lambda n: (-n).exp(), share * most).limit_denominator(10**300) / (N + 1) ** 2
        assert failing(N, T, odds, above(harmony_lower(N, T, beta, parse_budget(odds=odds)))) >= beta


def printed_lower(a: Decimal, N: Decimal, T: Decimal, beta: Decimal) -> Decimal:
    prefactor = a * (a + 1) / (a - 1) ** 2 * (1 - 1 / T * (a / (a + 1)))
    return (T / N * prefactor * (1 / ((N + 1) ** 2 * beta)).ln()).sqrt()


@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(3), Fraction(10**6)])
def test_theorem_4_s_bound_is_as_printed(odds: Fraction) -> None:
    """Its prefactor is the variance of a mean of bits that are 1 with probability p/T, in units of (p - q)/T."""
    given = 1000, 10, Fraction(1, 10**9)
    expected = decimally(printed_lower, odds, *given)
    assert agrees(lambda: ball(harmony_lower(*given, parse_budget(odds=odds))), expected)
    N, T, p = 50, 4, odds / (odds + 1)
    law = [(Fraction(x, N), comb(N, x) * (p / T) ** x * (1 - p / T) ** (N - x)) for x in range(N + 1)]
    squares = sum(((rate - p / T) ** 2 * share for rate, share in law), Fraction(0))
    found = enclose(lambda: ball(harmony_lower(N, T, printed_beta(N, 1), parse_budget(odds=odds))) ** 2, 20)
    assert abs(Fraction(found.lower) * ((2 * p - 1) / T) ** 2 / squares - 1) < Fraction(1, 10**15)


def test_theorem_4_says_nothing_of_a_large_beta_and_of_impossible_errors() -> None:
    """Odds 3, N = 10, T = 2: up to 10 (2 - 3/4) / (3/4) = 50/3."""
    harmony_lower(10, 2, printed_beta(10, 16), parse_budget(odds=3))
    for beta in (Fraction(1, 121), Fraction(1, 2), printed_beta(10, 17)):
        with refused(Reason.OUT_OF_RANGE):
            harmony_lower(10, 2, beta, parse_budget(odds=3))


@pytest.mark.parametrize("mu", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("odds", [Fraction(101, 100), Fraction(30)])
def test_harmony_s_bound_solves_bernstein_s(mu: Fraction, odds: Fraction) -> None:
    """For a mean of bits with the rates p/T and q/T, the errors in units of (p-q)/T."""
    N, T, p, q = 500, 7, odds / (odds + 1), 1 / (odds + 1)
    variance = mu * (p / T) * (1 - p / T) + (1 - mu) * (q / T) * (1 - q / T)
    alpha = harmony_upper(N, T, TENTH, parse_budget(odds=odds), mu)

    def bound() -> Ball:
        return T * bernstein_bound(ball(N), ball(variance), Ball(1), ball(alpha) * ball((p - q) / T))

    assert agrees(bound, TENTH, 25)


def test_borappor_s_bound_solves_hoeffding_s() -> None:
    """With p - q = tanh(epsilon / 2T)."""
    N, T, epsilon = 300, 5, Fraction(3, 2)
    gap = decimally(lambda e: (e.exp() - 1) / (e.exp() + 1), epsilon / T)
    assert agrees(
        lambda: T * hoeffding_bound(ball(N), borappor_alpha(*balls(N, T, TENTH, epsilon)) * ball(gap)),
        TENTH,
        25,
    )


def test_bounds_of_arrays_are_those_of_their_numbers() -> None:
    N, T, beta, x = (np.array(each) for each in ([1e3, 1e4], [5.0, 9.0], [1e-8, 1e-9], [1.0, 3.0]))
    for formula in (harmony_lower_at, borappor_alpha):
        one_by_one = [formula(*map(float, each)) for each in zip(N, T, beta, x, strict=True)]
        assert formula(N, T, beta, x).tolist() == pytest.approx(one_by_one, rel=1e-14)


FIGURE = 10**6, 10, Fraction(1, 2 * (10**6 + 1) ** 2)
Crossing = Callable[[int, int, Fraction], Certified | Infinite]


def place(found: Certified | Infinite) -> Fraction:
    assert not isinstance(found, Infinite)
    return Fraction(enclose(found, 15).lower)


@pytest.mark.parametrize(
    ("cross", "bound"), [(theorem_5_crossing, theorem_5), (theorem_5_printed_crossing, theorem_5_printed)]
)
@pytest.mark.parametrize("given", [FIGURE, (10**8, 3, Fraction(1, 10**40))])
def test_bounds_are_equal_at_their_crossing_and_only_there(
    given: tuple[int, int, Fraction], cross: Crossing, bound: Callable[[int, int, Fraction, Budget], Real]
) -> None:
    epsilon, near = place(cross(*given)), Fraction(1, 10**12)

    def order(at: Fraction) -> int:
        glance, harmony = (each(*given, parse_budget(epsilon=at)) for each in (bound, harmony_lower))
        return sign(lambda: ball(glance) - ball(harmony))

    assert [order(epsilon - near), order(epsilon + near)] == [1, -1]
    assert {order(epsilon * share / 20) for share in range(1, 20)} == {1}
    assert {order(epsilon * share) for share in (2, 5, 10)} == {-1}


def test_crossings_are_the_ledgers() -> None:
    """Row counting.fig-2: near 7.82 with theta as printed, so that 8 is right on an integer grid, else near 6.20.

    Row counting.sec-5.2.3: for N = 10,000 and T = 50 they never cross, whatever beta.
    """
    assert abs(place(theorem_5_printed_crossing(*FIGURE)) - Fraction("7.8217")) < Fraction(1, 10**4)
    assert abs(place(theorem_5_crossing(*FIGURE)) - Fraction("6.2026")) < Fraction(1, 10**4)
    for power in (9, 12, 20, 40, 70):
        for cross in (theorem_5_crossing, theorem_5_printed_crossing):
            assert cross(10_000, 50, Fraction(1, 10**power)) is INFINITE
    with refused(Reason.OUT_OF_RANGE):
        theorem_5_crossing(10_000, 50, Fraction(1, 10_001**2))
