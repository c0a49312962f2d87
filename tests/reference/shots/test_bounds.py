"""Bounds on the error of Phi: as printed, as the ledger writes them, and against exact probabilities of failure."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial

import pytest

from ldproof.budget import parse_budget
from ldproof.numbers import Ball, ball, enclose
from ldproof.shots import error as alphas
from ldproof.shots.formulas import failure_bound, largest_alpha
from tests.reference.numbers.decimals import agrees, balls, close, decimally
from tests.reference.shots import printed
from tests.reference.shots.rounds import errors, rates
from tests.tiers import grid

SHAPES = [(1, 1), (2, 3), (7, 7), (1, 10**6), (10**6, 10**6)]
BUDGETS = [Fraction(1, 10**9), Fraction(1, 2), Fraction(3), Fraction(700)]
DUMMIES = [Fraction(0), Fraction(1, 3), Fraction(1)]
Bound = Callable[..., Ball]


def on_balls(function: Bound, *numbers: Fraction | int) -> Ball:
    return function(*balls(*numbers))


@pytest.mark.parametrize(("shape", "epsilon", "r"), grid(SHAPES, BUDGETS, DUMMIES))
def test_theorem_5_is_as_printed(shape: tuple[int, int], epsilon: Fraction, r: Fraction) -> None:
    """The right side of (2), and condition (1) to the digits of a float."""
    m, T = shape
    for alpha in (Fraction(1, 100), Fraction(1, 3)):
        given = alpha, 1000, m, T, r, epsilon
        expected = decimally(printed.bound, *given)
        assert agrees(partial(on_balls, failure_bound, *given), expected, 50)
        assert failure_bound(*map(float, given)) == pytest.approx(float(expected), rel=1e-11)
    excess = decimally(lambda m, e: (e / m).exp() - 1, m, epsilon)
    numbers = [Fraction(float(each)) for each in (m, T, r, excess)]
    expected = decimally(lambda m, T, r, x: printed.condition(m, T, r, 1 + x), *numbers)
    assert close(largest_alpha(*map(float, numbers)), expected, 16)
    assert agrees(partial(on_balls, largest_alpha, *numbers), expected, 50)


def written_clipped(beta: Decimal, N: Decimal, m: Decimal, T: Decimal, r: Decimal, e: Decimal) -> Decimal:
    merit = printed.f(m, T, r, e, (e / m).exp())
    return (T * (2 * T / beta).ln() / ((2 * Decimal(2).ln() - 1) * e * N * merit)).sqrt()


def written_bernstein(beta: Decimal, N: Decimal, m: Decimal, T: Decimal, r: Decimal, e: Decimal) -> Decimal:
    E, L = (e / m).exp(), (2 * T / beta).ln()
    p, q = printed.p(m, T, r, E), printed.q(m, T, r, E)
    V = max(p * (1 - p), q * (1 - q))
    return (L / 3 + (L**2 / 9 + 2 * L * N * V).sqrt()) / (N * (p - q))


def written_every_round(beta: Decimal, N: Decimal, T: Decimal, e: Decimal) -> Decimal:
    return (T * (2 * T / beta).ln() / (e * N * (1 - 2 / ((e / T).exp() + 1)))).sqrt()


@pytest.mark.parametrize(
    ("shape", "r", "epsilon", "beta"),
    grid(
        [(1, 1), (1, 4), (6, 100), (100, 100)],
        DUMMIES,
        [Fraction(1, 10**9), Fraction(2), Fraction(60)],
        [Fraction(1, 20), Fraction(999, 1000)],
    ),
)
def test_every_bound_is_beta_at_its_alpha(
    shape: tuple[int, int], r: Fraction, epsilon: Fraction, beta: Fraction
) -> None:
    """And the alphas are as the ledger writes them, row shots.thm-5."""
    N, (m, T) = 1000, shape

    def in_epsilon() -> list[Ball]:
        return balls(N, m, T, r, epsilon)

    def in_odds() -> list[Ball]:
        return [*balls(N, m, T, r), ball(epsilon / m).expm1()]

    def every_round() -> list[Ball]:
        return balls(N, T, epsilon)

    def check(
        alpha: Bound, failure: Bound, given: Callable[[], list[Ball]], written: Fraction | None
    ) -> None:
        assert agrees(lambda: failure(alpha(ball(beta), *given()), *given()), beta, 25)
        assert written is None or agrees(lambda: alpha(ball(beta), *given()), written, 30)

    clipped, bernstein = (
        decimally(written, beta, N, m, T, r, epsilon) for written in (written_clipped, written_bernstein)
    )
    every = decimally(written_every_round, beta, N, T, epsilon)
    check(alphas.alpha_paper, failure_bound, in_epsilon, None)
    check(alphas.alpha_clipped, alphas.failure_clipped, in_epsilon, clipped)
    check(alphas.alpha_bernstein, alphas.failure_bernstein, in_odds, bernstein)
    check(alphas.alpha_every_round, alphas.failure_every_round, every_round, every)


def lower(bound: Callable[[], Ball]) -> Fraction:
    return Fraction(enclose(bound, 10).lower)


def reached(law: list[tuple[Fraction, Fraction]]) -> Iterator[tuple[Fraction, Fraction]]:
    """Every error that is met, and the probability of one at least as large."""
    for alpha in {error for error, _ in law if error}:
        yield alpha, sum((share for error, share in law if error >= alpha), Fraction(0))


@pytest.mark.parametrize(("m", "T"), [(1, 1), (1, 4), (3, 4), (3, 3)])
@pytest.mark.parametrize("r", DUMMIES)
@pytest.mark.parametrize(("N", "odds"), [(1, "5"), (12, "5"), (12, "101/100"), (30, "1000")])
def test_no_bound_is_below_the_probability_of_its_failure(
    N: int, odds: str, m: int, T: int, r: Fraction
) -> None:
    """In T rounds together, at every error that is met.

    The source's bound under (1), and its sharper constant where alpha is at most p/(p - q) or Phi is clipped;
    Bernstein's always, and Kearns and Saul's for m = T.
    """
    E = Fraction(odds)
    p, q = rates(m, T, r, E)

    def in_epsilon(failure: Bound, alpha: Fraction) -> Fraction:
        return lower(lambda: failure(*balls(alpha, N, m, T, r), m * ball(E).log()))

    for active in {0, N // 3, N}:
        law = errors(active, N, m, T, r, E)
        for alpha, share in reached(law):
            assert T * share <= lower(partial(on_balls, alphas.failure_bernstein, alpha, N, m, T, r, E - 1))
            if alpha < q / (p - q):
                assert T * share <= in_epsilon(failure_bound, alpha)
            if alpha <= p / (p - q):
                assert T * share <= in_epsilon(alphas.failure_clipped, alpha)
            if m == T:
                assert T * share <= in_epsilon(
                    lambda a, N, _m, T, _r, e: alphas.failure_every_round(a, N, T, e), alpha
                )
        estimates = [
            min(max((Fraction(ones, N) - q) / (p - q), Fraction(0)), Fraction(1)) for ones in range(N + 1)
        ]
        clipped = [
            (abs(phi - Fraction(active, N)), share) for phi, (_, share) in zip(estimates, law, strict=True)
        ]
        for alpha, share in reached(clipped):
            assert T * share <= in_epsilon(alphas.failure_clipped, alpha)


def test_theorem_5_is_false_without_condition_1() -> None:
    """Row shots.thm-5: N = 1, T = 100, m = 1, E = 2, r = 0, nobody active: who lies is off by (1 - q)/(p - q)."""
    T, E = 100, Fraction(2)
    p, q = rates(1, T, Fraction(0), E)
    alpha = (1 - q) / (p - q)
    assert T * errors(0, 1, 1, T, Fraction(0), E)[1][1] == Fraction(1, 3)
    assert (
        errors(0, 1, 1, T, Fraction(0), E)[1][0]
        == alpha
        > largest_alpha(Fraction(1), Fraction(T), Fraction(0), E - 1)
    )
    claimed = enclose(lambda: failure_bound(*[*balls(alpha, 1, 1, T, 0), ball(E).log()]), 15)
    assert Decimal("5.3e-20") < claimed.lower <= claimed.upper < Decimal("5.5e-20")


@pytest.mark.parametrize(("m", "T"), [(1, 1), (3, 7), (6, 100)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 5)])
def test_condition_1_is_strict(m: int, T: int, r: Fraction) -> None:
    E, near = Fraction(5, 2), Fraction(1, 10**30)
    limit = printed.condition(Fraction(m), Fraction(T), r, E)
    for alpha, holds in ((limit - near, True), (limit, False), (limit + near, False)):
        assert alphas.condition_1(alpha, m, T, r, parse_budget(m, report_odds=E)) is holds
    # ln(5/2) = 0.916...
    assert alphas.condition_1(limit, m, T, r, parse_budget(m, epsilon=m * Fraction("0.91"))) is True
    assert alphas.condition_1(limit, m, T, r, parse_budget(m, epsilon=m * Fraction("0.92"))) is False


def test_condition_1_fails_in_the_sources_experiments() -> None:
    """At epsilon = 1 for every beta, at 10 for every beta up to 0.495106580830..., with N = 10,000 and T = 100."""
    betas = ("1/1000", "1/20", "12/25", "0.4951065808", "0.4951065809", "0.999999999")
    for m, epsilon, least in ((1, 1, 6), (6, 10, 4), (100, 200, 0)):
        given = m, 100, Fraction(0), parse_budget(m, epsilon=epsilon)
        found = [alphas.paper_applies(Fraction(beta), 10_000, *given) for beta in betas]
        assert found == [place >= least for place in range(len(betas))]
