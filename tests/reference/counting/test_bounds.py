"""Bounds for Glance: by other ways to the same digits, against exact probabilities, and where they are refused."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import numpy as np
import pytest

from ldproof.budget import budget
from ldproof.counting import bounds
from ldproof.counting.bounds import (
    alpha_one_step,
    bernstein_exponent,
    claim_2,
    condition_2,
    condition_natural,
    corollary_3,
    exponent_needed,
    lost_sharply,
    theorem_5,
    theorem_5_printed,
    theta,
    theta_printed,
    theta_sharper,
)
from ldproof.counting.tail import tail_probability
from ldproof.counting.worst import worst
from ldproof.numbers import Real, ball, enclose, sign
from ldproof.rejections import Reason, Refused
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused

TENTH = Fraction(1, 10)
POINTS = [
    (N, T, beta, odds)
    for (N, T, beta) in (
        (10_000, 50, TENTH),
        (40, 2, Fraction(1, 2)),
        (10**9, 1000, Fraction(1, 10**9)),
        (9, 1, TENTH),
    )
    for odds in (Fraction(1001, 1000), Fraction(3), Fraction(10**6))
]


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


@pytest.mark.parametrize(("N", "T", "beta", "odds"), POINTS)
def test_theta_is_the_root_of_its_equation_and_is_printed_twice_as_large(
    N: int, T: int, beta: Fraction, odds: Fraction
) -> None:
    """Rows counting.claim-1 and counting.eq-1."""

    def halved(N: Decimal, T: Decimal, beta: Decimal, a: Decimal) -> Decimal:
        return root(lambda x: exponent(x, a), printed_L(N, T, beta))

    def printed(N: Decimal, T: Decimal, beta: Decimal, a: Decimal) -> Decimal:
        log = (1 / (1 - T / N * (4 * T / beta).ln())).ln()
        inner = (2 * a / 9 * log) ** 2 + 4 * (2 * a / 9) * log
        return 2 * a / (3 * (a - 1)) * log + 3 / (a - 1) * inner.sqrt()

    whole = budget(odds=odds)
    solved = decimally(halved, N, T, beta, odds)
    assert agrees(lambda: ball(theta(N, T, beta, whole)), solved, 25)
    assert agrees(lambda: ball(theta_printed(N, T, beta, whole)), 2 * solved, 25)
    assert agrees(lambda: ball(theta_printed(N, T, beta, whole)), decimally(printed, N, T, beta, odds))
    assert agrees(lambda: ball(theorem_5(N, T, beta, whole)), 2 * solved, 25)
    assert agrees(lambda: ball(theorem_5_printed(N, T, beta, whole)), 4 * solved, 25)
    sampling = decimally(lambda N, T, beta: (printed_L(N, T, beta) / 2).sqrt(), N, T, beta)
    assert agrees(lambda: ball(claim_2(N, T, beta)), sampling)
    assert agrees(lambda: ball(corollary_3(N, T, beta, whole)), solved + sampling, 25)


def test_bernstein_s_exponent_at_a_rational_point() -> None:
    """The other way has p, q and the variance in it."""
    a, x = Fraction(3), TENTH
    c, b = Fraction(3, 4), Fraction(3, 2)
    assert bernstein_exponent(x, a - 1) == x**2 / (2 * c + 2 * b * x / 3) == Fraction(1, 160)
    row = bernstein_exponent(np.array([0.1, 0.3]), np.array([2.0, 1.0]))
    assert row.tolist() == [bernstein_exponent(0.1, 2.0), bernstein_exponent(0.3, 1.0)]


@pytest.mark.parametrize(("N", "T"), [(1, 1), (30, 2), (60, 7)])
def test_the_sharper_L_is_the_sum_over_the_reporters_itself(N: int, T: int) -> None:
    """2T times the mean of e^(-k D) over k ~ Bin(N, 1/T), at this D, is the failure that was asked for."""
    failure = Fraction(1, 3)

    def summed(D: Decimal) -> Decimal:
        mean = sum((comb(N, k) * (T - 1) ** (N - k) * (-k * D).exp() for k in range(N + 1)), Decimal(0))
        return 2 * T * mean / Decimal(T) ** N

    found = enclose(lambda: exponent_needed(lost_sharply(ball(N), ball(T), ball(failure))), 40)
    assert abs(decimally(summed, Fraction(found.lower)) - failure) < Fraction(1, 10**30)


@pytest.mark.parametrize(("N", "T", "beta", "odds"), POINTS)
def test_the_sharper_theta_is_smaller(N: int, T: int, beta: Fraction, odds: Fraction) -> None:
    whole = budget(odds=odds)
    assert less(theta_sharper(N, T, beta, whole), theta(N, T, beta, whole))


def less(one: Real, other: Real) -> bool:
    return sign(lambda: ball(other) - ball(one)) > 0


# against exact probabilities


def above(bound: Real) -> Fraction:
    """A little more than a bound."""
    return Fraction(enclose(lambda: ball(bound), 15).upper)


def split_errors(
    N: int, T: int, M: int, odds: Fraction, noise: Fraction, sampling: Fraction
) -> tuple[Fraction, Fraction]:
    """The probabilities, in one round, that either part of the error reaches so much; an empty round does."""
    p, q = odds / (odds + 1), 1 / (odds + 1)
    parts = [Fraction(T - 1, T) ** N] * 2
    for A, B in product(range(M + 1), range(N - M + 1)):
        k = A + B
        if not k:
            continue
        chance = comb(M, A) * comb(N - M, B) * Fraction(T - 1) ** (N - k) / Fraction(T) ** N
        law = [
            (i + j, comb(A, i) * p**i * q ** (A - i) * comb(B, j) * q**j * p ** (B - j))
            for i, j in product(range(A + 1), range(B + 1))
        ]
        off = [
            share for ones, share in law if abs((Fraction(ones, k) - q) / (p - q) - Fraction(A, k)) >= noise
        ]
        parts[0] += chance * sum(off, Fraction(0))
        parts[1] += chance * (abs(Fraction(A, k) - Fraction(M, N)) >= sampling)
    return parts[0], parts[1]


@pytest.mark.parametrize(("N", "T", "beta"), [(4, 1, TENTH), (8, 2, Fraction(1, 2)), (11, 2, Fraction(1, 5))])
@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(9)])
def test_each_claim_has_half_of_beta(N: int, T: int, beta: Fraction, odds: Fraction) -> None:
    """Claims 1 and 2, each part of the error by itself, over all reporters and all coins."""
    whole = budget(odds=odds)
    noise, sampling = above(theta_sharper(N, T, beta, whole)), above(claim_2(N, T, beta))
    for M in range(0, N + 1, 2):
        assert all(T * part <= beta / 2 for part in split_errors(N, T, M, odds, noise, sampling))


def fails(N: int, T: int, mu: Fraction, alpha: Fraction, odds: Fraction, beta: Fraction) -> bool:
    """Whether T times the exact probability of one round is above beta."""
    tail = tail_probability(N, T, mu, alpha, budget(odds=odds))
    return sign(lambda: T * ball(tail) - ball(beta)) > 0


@pytest.mark.parametrize(("N", "T", "beta"), [(6, 1, TENTH), (45, 3, TENTH), (30, 2, Fraction(1, 100))])
@pytest.mark.parametrize("odds", [Fraction(2), Fraction(10), Fraction(1000)])
def test_no_bound_fails_more_often_than_it_says(N: int, T: int, beta: Fraction, odds: Fraction) -> None:
    """Those of Theorem 5 where their conditions hold; the others always."""
    whole = budget(odds=odds)
    for share in range(4):
        mu = Fraction(N * share // 3, N)
        assert not fails(N, T, mu, above(corollary_3(N, T, beta, whole)), odds, beta)
        one_step = alpha_one_step(N, T, mu, beta, whole)
        assert not fails(N, T, mu, above(one_step), odds, beta)
        assert less(one_step, corollary_3(N, T, beta, whole))
        if condition_2(N, T, mu, beta, whole):
            assert not fails(N, T, mu, above(theorem_5_printed(N, T, beta, whole)), odds, beta)
        if condition_natural(N, T, mu, beta, whole):
            assert not fails(N, T, mu, above(theorem_5(N, T, beta, whole)), odds, beta)


def test_theorem_5_is_false_where_its_condition_fails() -> None:
    """Row counting.thm-5: half of the people always active, at epsilon = 8."""
    N, T, whole = 10_000, 50, budget(epsilon=8)
    assert not condition_2(N, T, Fraction(1, 2), TENTH, whole)
    law = worst(N, T, N // 2, whole)
    assert law.reached(float(above(theorem_5_printed(N, T, TENTH, whole)))) - law.doubt > 0.107


# the conditions


@pytest.mark.parametrize("halves", range(2, 17))
def test_the_table_of_the_experiment(halves: int) -> None:
    """Row counting.table: T = 50, N = 10,000, beta = 0.1, 1 <= epsilon <= 8."""
    whole = budget(epsilon=Fraction(halves, 2))
    given = 10_000, 50

    def printed(mu: str) -> bool:
        return condition_2(*given, Fraction(mu), TENTH, whole)

    assert printed("0.9995")
    assert printed("0.995")
    assert printed("0.5") is (halves < 5)
    assert printed("0")
    assert printed("1")


def test_the_threshold_of_the_general_case() -> None:
    """Row counting.table: at mu = 1/2 it is near 2.16; at mu = 0.38, where (2) asks most, it is smaller."""

    def printed(mu: str, epsilon: str) -> bool:
        return condition_2(10_000, 50, Fraction(mu), TENTH, budget(epsilon=epsilon))

    assert printed("0.5", "2.16")
    assert not printed("0.5", "2.165")
    assert printed("0.38", "2.13")
    assert not printed("0.38", "2.14")


def entropy(a: Decimal, b: Decimal) -> Decimal:
    return a * (a / b).ln() + (1 - a) * ((1 - a) / (1 - b)).ln()


@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(10), Fraction(400)])
@pytest.mark.parametrize("mu", [Fraction(1, 1000), Fraction(1, 8), Fraction(1, 2), Fraction(9, 10)])
def test_the_conditions_as_written(odds: Fraction, mu: Fraction) -> None:
    """With D infinite where its first argument is no share strictly between 0 and 1."""
    N, T = 2000, 10
    whole = budget(odds=odds)

    def room(a: Decimal, mu: Decimal, natural: bool) -> Decimal:
        L = printed_L(Decimal(N), Decimal(T), Decimal("0.1"))
        distance = root(lambda x: exponent(x, a), L) * (1 if natural else 2)
        inside = [shifted for shifted in (mu - distance, mu + distance) if 0 < shifted < 1]
        return min([entropy(shifted, mu) for shifted in inside], default=Decimal(10**6)) - exponent(
            distance, a
        )

    for natural, condition in ((False, condition_2), (True, condition_natural)):
        wanted = decimally(lambda a, mu, natural=natural: room(a, mu, natural), odds, mu)
        assert abs(wanted) > Fraction(1, 10**6)
        assert condition(N, T, mu, TENTH, whole) is (wanted > 0)


# one step


@pytest.mark.parametrize(
    ("N", "T", "beta"), [(10_000, 50, TENTH), (40, 2, Fraction(1, 2)), (10**9, 10**6, TENTH)]
)
@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(9), Fraction(10**50)])
@pytest.mark.parametrize("mu", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
def test_one_step_is_what_it_is_said_to_be(
    N: int, T: int, beta: Fraction, odds: Fraction, mu: Fraction
) -> None:
    """D = L on one side, and more or an impossible error on the other; L by the ledger's formula."""

    def excesses(mu: Decimal, a: Decimal, N: Decimal, T: Decimal, beta: Decimal, alpha: Decimal) -> Decimal:
        L = -(1 - T * (1 - ((beta / (2 * T)).ln() / N).exp())).ln()
        p, q = a / (a + 1), 1 / (a + 1)
        s = q + (p - q) * mu
        rates = [s + way * (p - q) * alpha for way in (1, -1)]
        return min([entropy(rate, s) for rate in rates if 0 < rate < 1], default=Decimal(10**6)) - L

    found = enclose(lambda: ball(alpha_one_step(N, T, mu, beta, budget(odds=odds))), 30)
    below, reached = (
        decimally(excesses, mu, odds, N, T, beta, Fraction(each) * (1 + way * Fraction(1, 10**9)))
        for each, way in ((found.lower, -1), (found.upper, 1))
    )
    assert below < 0 < reached


@pytest.mark.parametrize("beta", [TENTH, Fraction(1, 2)])
def test_one_step_is_the_largest_error_where_no_smaller_one_is_rare_enough(beta: Fraction) -> None:
    """One person of whom nothing is known; and the tie, beta/2 = s, at which D(1 | s) is just enough."""
    found = alpha_one_step(1, 1, Fraction(0), beta, budget(odds=3))
    assert agrees(lambda: ball(found), Fraction(3, 2), 20)


# refusals


@pytest.mark.parametrize(
    ("N", "holds"),
    [
        (380, "counting.alpha_one_step here, counting.alpha_exact always"),
        (300, "counting.alpha_exact always"),
    ],
)
def test_too_few_people_are_told_what_still_holds(N: int, holds: str) -> None:
    """50 ln 2000 = 380.05; and 50 (1 - (1/1000)^(1/N)) < 1 from N = 342 on."""
    whole, half = budget(odds=3), Fraction(1, 2)
    every: list[Callable[[], object]] = [
        partial(claim_2, N, 50, TENTH),
        *(partial(bound, N, 50, TENTH, whole) for bound in (theta, theta_printed, corollary_3)),
        *(partial(bound, N, 50, TENTH, whole) for bound in (theorem_5, theorem_5_printed)),
        *(partial(condition, N, 50, half, TENTH, whole) for condition in (condition_2, condition_natural)),
    ]
    for call in every:
        with pytest.raises(Refused) as refusal:
            call()
        assert refusal.value.reason is Reason.TOO_FEW_PEOPLE
        assert "asks for 381" in refusal.value.what
        assert refusal.value.accepted == f"more people; {holds}"


def test_at_the_very_number_of_people() -> None:
    """With 381 the printed bounds hold, with 342 one step; T = 2, N = 3 and beta = 1/2 are a tie for the latter."""
    whole = budget(odds=3)
    assert less(theta(381, 50, TENTH, whole), theta_printed(381, 50, TENTH, whole))
    alpha_one_step(342, 50, Fraction(1, 2), TENTH, whole)
    with refused(Reason.TOO_FEW_PEOPLE):
        alpha_one_step(341, 50, Fraction(1, 2), TENTH, whole)
    with refused(Reason.TOO_FEW_PEOPLE):
        alpha_one_step(3, 2, Fraction(1, 2), Fraction(1, 2), whole)
    alpha_one_step(3, 2, Fraction(1, 2), Fraction(501, 1000), whole)
    with refused(Reason.TOO_FEW_PEOPLE):
        theta_sharper(3, 2, Fraction(999, 1000), whole)


def test_arrays_are_as_numbers() -> None:
    """All closed forms that run on floats."""
    L, x = np.array([0.01, 0.3]), np.array([2.0, 0.5])
    for generic in (bounds.theta_at, bounds.theta_printed_at):
        assert generic(L, x).tolist() == pytest.approx([generic(0.01, 2.0), generic(0.3, 0.5)], rel=1e-15)
    N, T, beta = np.array([1000.0, 500.0]), np.array([5.0, 3.0]), np.array([0.1, 0.2])
    for lost in (bounds.lost, bounds.lost_sharply):
        assert lost(N, T, beta).tolist() == pytest.approx(
            [lost(1000.0, 5.0, 0.1), lost(500.0, 3.0, 0.2)], rel=1e-14
        )
