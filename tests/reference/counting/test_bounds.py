"""Bounds for Glance: by other ways to the same digits, against exact probabilities, and where they are refused."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest

from ldproof.budget import Budget, parse_budget
from ldproof.counting import bounds
from ldproof.counting.bounds import (
    alpha_one_step,
    bernstein_exponent,
    claim_2,
    condition_2,
    condition_2_boundary,
    condition_natural,
    condition_natural_boundary,
    corollary_3,
    overshoot_error,
    power_below,
    theorem_5,
    theorem_5_printed,
    theta,
    theta_printed,
    theta_sharper,
)
from ldproof.counting.error import tail_probability
from ldproof.counting.worst import largest_error_law
from ldproof.errors import Reason, Refused
from ldproof.numbers import Enclosure, Real, ball, computed_real, enclose, sign
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals
from tests.tiers import grid

TENTH, HALF = Fraction(1, 10), Fraction(1, 2)
SIZES = [(10_000, 50, TENTH), (40, 2, HALF), (10**9, 1000, Fraction(1, 10**9)), (9, 1, TENTH)]


def near(quantity: Real, digits: int = 15) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


def above(bound: Real) -> Fraction:
    """A little more than a bound."""
    return Fraction(near(bound).upper)


def less(one: Real, other: Real) -> bool:
    return sign(lambda: ball(other) - ball(one)) > 0


def exponent(x: Decimal, a: Decimal) -> Decimal:
    """Bernstein's for a mean of centred numbers with variance pq/(p-q)^2, none larger than p/(p-q)."""
    p, q = a / (a + 1), 1 / (a + 1)
    return x**2 / (2 * p * q / (p - q) ** 2 + 2 * (p / (p - q)) * x / 3)


def root(function: Callable[[Decimal], Decimal], level: Decimal) -> Decimal:
    """Where a rising function reaches a level, by halving."""
    low, high = Decimal(0), Decimal(1)
    while function(high) < level:
        high *= 2
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < level else (low, middle)
    return high


def printed_L(N: Decimal, T: Decimal, beta: Decimal) -> Decimal:
    return -(1 - T / N * (4 * T / beta).ln()).ln()


def solved_theta(N: Decimal, T: Decimal, beta: Decimal, a: Decimal) -> Decimal:
    return root(lambda x: exponent(x, a), printed_L(N, T, beta))


def as_printed(N: Decimal, T: Decimal, beta: Decimal, a: Decimal) -> Decimal:
    log = printed_L(N, T, beta)
    inner = (2 * a / 9 * log) ** 2 + 4 * (2 * a / 9) * log
    return 2 * a / (3 * (a - 1)) * log + 3 / (a - 1) * inner.sqrt()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("odds", [Fraction(1001, 1000), Fraction(3), Fraction(10**6)])
def test_theta_is_the_root_of_its_equation_and_is_printed_twice_as_large(
    size: tuple[int, int, Fraction], odds: Fraction
) -> None:
    """Rows counting.claim-1 and counting.eq-1; the sharper theta is smaller."""
    whole, solved = parse_budget(odds=odds), decimally(solved_theta, *size, odds)
    sampling = decimally(lambda N, T, beta: (printed_L(N, T, beta) / 2).sqrt(), *size)
    for bound, expected in (
        (theta, solved),
        (theta_printed, 2 * solved),
        (theta_printed, decimally(as_printed, *size, odds)),
        (theorem_5, 2 * solved),
        (theorem_5_printed, 4 * solved),
        (corollary_3, solved + sampling),
    ):
        assert agrees(partial(ball, bound(*size, whole)), expected, 25)
    assert agrees(lambda: ball(claim_2(*size)), sampling)
    assert less(theta_sharper(*size, whole), theta(*size, whole))


@pytest.mark.parametrize(("N", "T"), [(1, 1), (30, 2), (60, 7)])
def test_the_sharper_L_is_the_sum_over_the_reporters_itself(N: int, T: int) -> None:
    """2T times the mean of e^(-k D) over k ~ Bin(N, 1/T), at this D, is the failure that was asked for."""
    failure = Fraction(1, 3)

    def summed(D: Decimal) -> Decimal:
        mean = sum((comb(N, k) * (T - 1) ** (N - k) * (-k * D).exp() for k in range(N + 1)), Decimal(0))
        return 2 * T * mean / Decimal(T) ** N

    found = enclose(
        lambda: bounds.exponent_needed(bounds.divergence_loss_sharp(ball(N), ball(T), ball(failure))), 40
    )
    assert abs(decimally(summed, Fraction(found.lower)) - failure) < Fraction(1, 10**30)


def test_closed_forms_are_the_same_in_every_number_system() -> None:
    """Bernstein's exponent at a rational point, where p, q and the variance are in it; floats and arrays."""
    a, x, c, b = Fraction(3), TENTH, Fraction(3, 4), Fraction(3, 2)
    assert bernstein_exponent(x, a - 1) == x**2 / (2 * c + 2 * b * x / 3) == Fraction(1, 160)
    L, odds = np.array([0.01, 0.3]), np.array([2.0, 0.5])
    for generic in (bounds.theta_at, bounds.theta_printed_at, bernstein_exponent):
        expected = [generic(0.01, 2.0), generic(0.3, 0.5)]
        assert generic(L, odds).tolist() == pytest.approx(expected, rel=1e-15)
    N, T, beta = np.array([1000.0, 500.0]), np.array([5.0, 3.0]), np.array([0.1, 0.2])
    for lost in (bounds.divergence_loss, bounds.divergence_loss_sharp):
        expected = [lost(1000.0, 5.0, 0.1), lost(500.0, 3.0, 0.2)]
        assert lost(N, T, beta).tolist() == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("N", "T", "beta"), [(6, 1, TENTH), (45, 3, TENTH), (30, 2, Fraction(1, 100))])
@pytest.mark.parametrize("odds", [Fraction(2), Fraction(10), Fraction(1000)])
def test_no_bound_fails_more_often_than_it_says(N: int, T: int, beta: Fraction, odds: Fraction) -> None:
    """Those of Theorem 5 where their conditions hold; the others always."""
    whole = parse_budget(odds=odds)
    for mu in (Fraction(N * share // 3, N) for share in range(4)):
        one_step, corollary = alpha_one_step(N, T, mu, beta, whole), corollary_3(N, T, beta, whole)
        assert less(one_step, corollary)
        claims = [one_step, corollary]
        claims += [theorem_5_printed(N, T, beta, whole)] * condition_2(N, T, mu, beta, whole)
        claims += [theorem_5(N, T, beta, whole)] * condition_natural(N, T, mu, beta, whole)
        for alpha in map(above, claims):
            tail = tail_probability(N, T, mu, alpha, whole)
            assert sign(lambda tail=tail: T * ball(tail) - ball(beta)) <= 0  # type: ignore[misc]


def test_theorem_5_is_false_where_its_condition_fails() -> None:
    """Row counting.thm-5: half of the people always active, at epsilon = 8."""
    N, T, whole = 10_000, 50, parse_budget(epsilon=8)
    assert not condition_2(N, T, HALF, TENTH, whole)
    law = largest_error_law(N, T, N // 2, whole)
    assert law.reached(float(above(theorem_5_printed(N, T, TENTH, whole)))) - law.doubt > 0.107


def test_condition_2_holds_where_the_ledgers_table_says() -> None:
    """Row counting.table: T = 50, N = 10,000, beta = 0.1, 1 <= epsilon <= 8.

    At mu = 1/2 the threshold is near 2.16; at mu = 0.38, where (2) asks most, it is smaller.
    """
    table = {("0.5", "2.16"): True, ("0.5", "2.165"): False, ("0.38", "2.13"): True, ("0.38", "2.14"): False}
    for halves in range(2, 17):
        table |= {(mu, f"{halves}/2"): True for mu in ("0.9995", "0.995", "0", "1")}
        table["0.5", f"{halves}/2"] = halves < 5
    assert table == {
        (mu, epsilon): condition_2(10_000, 50, Fraction(mu), TENTH, parse_budget(epsilon=epsilon))
        for mu, epsilon in table
    }


def entropy(a: Decimal, b: Decimal) -> Decimal:
    return a * (a / b).ln() + (1 - a) * ((1 - a) / (1 - b)).ln()


@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(10), Fraction(400)])
@pytest.mark.parametrize("mu", [Fraction(1, 1000), Fraction(1, 8), HALF, Fraction(9, 10)])
def test_conditions_are_as_written(odds: Fraction, mu: Fraction) -> None:
    """With D infinite where its first argument is no share strictly between 0 and 1."""
    N, T = 2000, 10

    def room(a: Decimal, mu: Decimal, factor: Decimal) -> Decimal:
        distance = factor * solved_theta(Decimal(N), Decimal(T), Decimal("0.1"), a)
        inside = [shifted for shifted in (mu - distance, mu + distance) if 0 < shifted < 1]
        least = min([entropy(shifted, mu) for shifted in inside], default=Decimal(10**6))
        return least - exponent(distance, a)

    for factor, condition in ((2, condition_2), (1, condition_natural)):
        wanted = decimally(room, odds, mu, factor)
        assert abs(wanted) > Fraction(1, 10**6)
        assert condition(N, T, mu, TENTH, parse_budget(odds=odds)) is (wanted > 0)


FORMS = pytest.mark.parametrize(
    ("edge", "condition"),
    [(condition_2_boundary, condition_2), (condition_natural_boundary, condition_natural)],
)
Edge = Callable[[int, int, Fraction, Budget], Real]
Condition = Callable[[int, int, Fraction, Fraction, Budget], bool]


@FORMS
@pytest.mark.parametrize("size", [(10_000, 10), (100_000, 10), (10_000, 50)])
@pytest.mark.parametrize("epsilon", [Fraction(5, 2), Fraction(4), Fraction(10)])
def test_a_condition_holds_up_to_its_boundary_and_no_farther(
    size: tuple[int, int], epsilon: Fraction, edge: Edge, condition: Condition
) -> None:
    whole = parse_budget(epsilon=epsilon)
    found = near(edge(*size, TENTH, whole), 12)
    for share in range(11):
        below = Fraction(found.lower) * share / 10
        above = Fraction(found.upper) + (HALF - Fraction(found.upper)) * share / 10
        held = [condition(*size, mu, TENTH, whole) for mu in (below, 1 - below, above, 1 - above)]
        assert held == [True, True, False, False]


@FORMS
def test_where_a_condition_always_holds_the_boundary_is_one_half(edge: Edge, condition: Condition) -> None:
    """At epsilon = 1; and where theta is more than 1, as no share is that far from another."""
    for whole in (parse_budget(epsilon=1), parse_budget(epsilon="1/100")):
        assert edge(10_000, 10, TENTH, whole) == HALF
        assert all(condition(10_000, 10, Fraction(share, 100), TENTH, whole) for share in range(51))


def test_boundaries_of_the_ledger() -> None:
    """Where (2) just fails, it does so off the middle, as D(mu + theta | mu) is least there.

    The caption of figure 1 has 10,000 people, and from epsilon = 2 on a larger region than the text's 100,000.
    """
    given, whole = (10_000, 50), parse_budget(epsilon="2.15")
    found = near(condition_2_boundary(*given, TENTH, whole), 12)
    assert Decimal("0.352") < found.lower < Decimal("0.353")
    low, high = Fraction(found.lower), Fraction(found.upper) + Fraction(1, 10**6)
    assert [condition_2(*given, mu, TENTH, whole) for mu in (low, high, HALF)] == [True, False, True]
    for whole in (parse_budget(epsilon=epsilon) for epsilon in range(2, 11)):
        text, caption = (near(condition_2_boundary(N, 10, TENTH, whole), 12) for N in (100_000, 10_000))
        assert text.upper < caption.lower


def excess(mu: Decimal, a: Decimal, N: Decimal, T: Decimal, beta: Decimal, alpha: Decimal) -> Decimal:
    """D less L on the side where it is less, by the ledger's formula."""
    L = -(1 - T * (1 - ((beta / (2 * T)).ln() / N).exp())).ln()
    p, q = a / (a + 1), 1 / (a + 1)
    s = q + (p - q) * mu
    rates = [s + way * (p - q) * alpha for way in (1, -1)]
    return min([entropy(rate, s) for rate in rates if 0 < rate < 1], default=Decimal(10**6)) - L


@pytest.mark.parametrize(
    ("size", "odds", "mu"),
    grid(
        [(10_000, 50, TENTH), (40, 2, HALF), (10**9, 10**6, TENTH)],
        [Fraction(3, 2), Fraction(9), Fraction(10**50)],
        [Fraction(0), Fraction(1, 3), HALF, Fraction(1)],
    ),
)
def test_one_step_is_where_the_entropy_is_enough(
    size: tuple[int, int, Fraction], odds: Fraction, mu: Fraction
) -> None:
    """D = L on one side, and more or an impossible error on the other."""
    N, T, beta = size
    found = near(alpha_one_step(N, T, mu, beta, parse_budget(odds=odds)), 30)
    tiny = Fraction(1, 10**9)
    below, reached = Fraction(found.lower) * (1 - tiny), Fraction(found.upper) * (1 + tiny)
    assert decimally(excess, mu, odds, *size, below) < 0 < decimally(excess, mu, odds, *size, reached)


def test_one_step_is_the_largest_error_where_no_smaller_one_is_rare_enough() -> None:
    """One person of whom nothing is known; and the tie, beta/2 = s, at which D(1 | s) is just enough."""
    for beta in (TENTH, HALF):
        found = alpha_one_step(1, 1, Fraction(0), beta, parse_budget(odds=3))
        assert agrees(partial(ball, found), Fraction(3, 2), 20)


@pytest.mark.parametrize("rate", [Fraction(1, 4), HALF, Fraction(7, 10)])
def test_overshoot_is_where_the_entropy_is_enough(rate: Fraction) -> None:
    """Given an alpha, D at it, and alpha again from D; odds are 3, so that p - q = 1/2.

    Without a root it is the largest error: all of two people send a 1 with probability s^2, more than 1/20.
    """
    mu, odds = 2 * (rate - Fraction(1, 4)), parse_budget(odds=3).report_excess()
    enough = decimally(entropy, rate + TENTH / 2, rate)
    found = overshoot_error(10**6, 2, mu, TENTH, odds, computed_real(lambda: ball(enough)))
    assert agrees(found, TENTH, 50)
    found = overshoot_error(2, 1, mu, TENTH, odds, computed_real(lambda: ball(0)))
    assert agrees(found, Fraction(3, 2) - mu, 20)


def test_powers_are_compared_exactly() -> None:
    """At a tie too; and without writing out a long power, as of e^-1000 = 5.07 10^-435."""
    two_thirds, most = Fraction(2, 3), Fraction(999_999, 10**6)
    half_root = computed_real(lambda: ball(2).sqrt() / 2)
    assert [power_below(two_thirds, 5, Fraction(n, 243)) for n in (33, 32, 31)] == [True, False, False]
    assert power_below(Fraction(0), 10**9, Fraction(1, 10**9))
    assert [power_below(most, 10**9, Fraction(1, 10**n)) for n in (434, 435)] == [True, False]
    assert [power_below(half_root, 3, Fraction(n, 1000)) for n in (354, 353)] == [True, False]
    with refused(Reason.UNDECIDED):
        power_below(half_root, 2, HALF)


def test_too_few_people_are_refused_with_what_still_holds() -> None:
    """50 ln 2000 = 380.05; and 50 (1 - (1/1000)^(1/N)) < 1 from N = 342 on."""
    whole, exact = parse_budget(odds=3), "counting.alpha_exact always"
    for N, holds in ((380, f"counting.alpha_one_step here, {exact}"), (300, exact)):
        calls: list[Callable[[], object]] = [
            partial(claim_2, N, 50, TENTH),
            *(partial(bound, N, 50, TENTH, whole) for bound in (theta, theta_printed, corollary_3)),
            *(partial(bound, N, 50, TENTH, whole) for bound in (theorem_5, theorem_5_printed)),
            *(partial(each, N, 50, HALF, TENTH, whole) for each in (condition_2, condition_natural)),
        ]
        for call in calls:
            with pytest.raises(Refused, match="asks for 381") as refusal:
                call()
            assert refusal.value.reason is Reason.TOO_FEW_PEOPLE
            assert refusal.value.accepted == f"more people; {holds}"


def test_the_very_number_of_people_is_accepted() -> None:
    """With 381 the printed bounds hold, with 342 one step; T = 2, N = 3 and beta = 1/2 are a tie for the latter."""
    whole = parse_budget(odds=3)
    assert less(theta(381, 50, TENTH, whole), theta_printed(381, 50, TENTH, whole))
    alpha_one_step(342, 50, HALF, TENTH, whole)
    alpha_one_step(3, 2, HALF, Fraction(501, 1000), whole)
    few = {Reason.TOO_FEW_PEOPLE: [(341, 50, HALF, TENTH, whole), (3, 2, HALF, HALF, whole)]}
    check_refusals(alpha_one_step, few)
    check_refusals(theta_sharper, {Reason.TOO_FEW_PEOPLE: [(3, 2, Fraction(999, 1000), whole)]})
