"""Errors that are guaranteed: each bound at its alpha is beta, and none lies below the exact one."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.numbers import Ball, Real, ball, enclose, sign
from ldproof.shots.accuracy import failure_bound
from ldproof.shots.alphas import (
    alpha_bernstein,
    alpha_clipped,
    alpha_every_round,
    alpha_paper,
    condition_1,
    failure_bernstein,
    failure_clipped,
    failure_every_round,
    paper_applies,
)
from ldproof.shots.inversion import alpha_exact
from tests.reference.numbers.decimals import agrees, balls, decimally
from tests.reference.shots import printed
from tests.reference.shots.rounds import errors, rates

POINTS = list(
    product(
        [(1, 1), (1, 4), (6, 100), (100, 100)],
        [Fraction(0), Fraction(1, 3), Fraction(1)],
        [Fraction(1, 10**9), Fraction(2), Fraction(60)],
        [Fraction(1, 20), Fraction(999, 1000)],
    )
)
BALLS = Callable[..., Ball]


@pytest.mark.parametrize(("shape", "r", "epsilon", "beta"), POINTS)
def test_each_bound_is_beta_at_its_alpha(
    shape: tuple[int, int], r: Fraction, epsilon: Fraction, beta: Fraction
) -> None:
    N, (m, T) = 1000, shape
    pairs: list[tuple[BALLS, BALLS, bool]] = [
        (alpha_paper, failure_bound, False),
        (alpha_clipped, failure_clipped, False),
        (alpha_bernstein, failure_bernstein, True),
    ]
    for alpha, failure, in_odds in pairs:

        def bound(alpha: BALLS = alpha, failure: BALLS = failure, in_odds: bool = in_odds) -> Ball:
            given = [*balls(N, m, T, r), ball(epsilon / m).expm1() if in_odds else ball(epsilon)]
            return failure(alpha(*balls(beta), *given), *given)

        assert agrees(bound, beta, 25)


@pytest.mark.parametrize("T", [1, 4, 100])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10**9), Fraction(2), Fraction(60)])
@pytest.mark.parametrize("beta", [Fraction(1, 20), Fraction(999, 1000)])
def test_the_bound_for_every_round_is_beta_at_its_alpha(T: int, epsilon: Fraction, beta: Fraction) -> None:
    def bound() -> Ball:
        given = balls(1000, T, epsilon)
        return failure_every_round(alpha_every_round(*balls(beta), *given), *given)

    assert agrees(bound, beta, 25)


def written_clipped(beta: Decimal, N: Decimal, m: Decimal, T: Decimal, r: Decimal, e: Decimal) -> Decimal:
    merit = printed.f(m, T, r, e, (e / m).exp())
    return (T * (2 * T / beta).ln() / ((2 * Decimal(2).ln() - 1) * e * N * merit)).sqrt()


def written_bernstein(beta: Decimal, N: Decimal, m: Decimal, T: Decimal, r: Decimal, e: Decimal) -> Decimal:
    E, L = (e / m).exp(), (2 * T / beta).ln()
    p, q = printed.p(m, T, r, E), printed.q(m, T, r, E)
    V = max(p * (1 - p), q * (1 - q))
    return (L / 3 + (L**2 / 9 + 2 * L * N * V).sqrt()) / (N * (p - q))


@pytest.mark.parametrize(("shape", "r", "epsilon", "beta"), POINTS)
def test_as_the_ledger_writes_them(
    shape: tuple[int, int], r: Fraction, epsilon: Fraction, beta: Fraction
) -> None:
    """Row shots.thm-5."""
    N, (m, T) = 1000, shape
    numbers = (beta, N, m, T, r)
    clipped = decimally(written_clipped, *numbers, epsilon)
    assert agrees(lambda: alpha_clipped(*balls(*numbers, epsilon)), clipped, 30)
    bernstein = decimally(written_bernstein, *numbers, epsilon)
    assert agrees(lambda: alpha_bernstein(*[*balls(*numbers), ball(epsilon / m).expm1()]), bernstein, 30)
    kearns = decimally(
        lambda b, N, T, e: (T * (2 * T / b).ln() / (e * N * (1 - 2 / ((e / T).exp() + 1)))).sqrt(),
        beta,
        N,
        T,
        epsilon,
    )
    assert agrees(lambda: alpha_every_round(*balls(beta, N, T, epsilon)), kearns, 30)


# against exact probabilities


def at_most(exact: Real, bound: Callable[[], Ball]) -> bool:
    """Whether the exact alpha is certainly not larger."""
    return sign(lambda: bound() - ball(exact)) >= 0


@pytest.mark.parametrize("N", [1, 7, 60, 300])
@pytest.mark.parametrize(("m", "T"), [(1, 1), (1, 3), (2, 5), (8, 8)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.parametrize("given", [{"report_odds": 3}, {"epsilon": 9}])
def test_no_bound_is_below_the_exact_alpha(
    N: int, m: int, T: int, r: Fraction, given: dict[str, object]
) -> None:
    """Bernstein's never; that of the source where (1) holds; the sharper constant there too."""
    beta, whole = Fraction(1, 20), budget(m, **given)
    excess, epsilon = whole.report_excess(), whole.epsilon()
    bounds: list[Callable[[], Ball]] = [
        lambda: alpha_bernstein(*[*balls(beta, N, m, T, r), ball(excess)]),
    ]
    if paper_applies(beta, N, m, T, r, whole):
        bounds.append(lambda: alpha_paper(*[*balls(beta, N, m, T, r), ball(epsilon)]))
        bounds.append(lambda: alpha_clipped(*[*balls(beta, N, m, T, r), ball(epsilon)]))
    if m == T:
        bounds.append(lambda: alpha_every_round(*[*balls(beta, N, T), ball(epsilon)]))
    exact = alpha_exact(beta, N, m, T, r, whole)
    assert all(at_most(exact, bound) for bound in bounds)


def clipped_bound(alpha: Fraction, N: int, m: int, T: int, r: Fraction, E: Fraction) -> Fraction:
    """The bound for the clipped Phi, rounded down."""
    found = enclose(lambda: failure_clipped(*[*balls(alpha, N, m, T, r), m * ball(E).log()]), 10)
    return Fraction(found.lower)


@pytest.mark.parametrize(("m", "T"), [(1, 1), (1, 4), (3, 4)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("N", [1, 12])
def test_clipped_the_bound_needs_no_condition(N: int, m: int, T: int, r: Fraction) -> None:
    """For every alpha, at every error that is met: one round's share of the bound."""
    E = Fraction(5)
    p, q = rates(m, T, r, E)
    for active in range(N + 1):
        phi = Fraction(active, N)
        law = [
            (abs(min(max((Fraction(k, N) - q) / (p - q), Fraction(0)), Fraction(1)) - phi), share)
            for k, (_, share) in enumerate(errors(active, N, m, T, r, E))
        ]
        for alpha in {error for error, _ in law if error}:
            exact = sum((share for error, share in law if error >= alpha), Fraction(0))
            assert T * exact <= clipped_bound(alpha, N, m, T, r, E)


def unclipped(N: int, m: int, T: int, r: Fraction, E: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Every error that is met, and T times the exact probability of one at least as large."""
    for active in range(N + 1):
        law = errors(active, N, m, T, r, E)
        for alpha in {error for error, _ in law if error}:
            yield alpha, T * sum((share for error, share in law if error >= alpha), Fraction(0))


def holds(exact: Fraction, bound: Callable[[], Ball]) -> bool:
    """Whether a bound is certainly not below an exact probability."""
    return exact <= Fraction(enclose(bound, 10).lower)


@pytest.mark.parametrize(("m", "T"), [(1, 1), (1, 4), (3, 4)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("N", [1, 12])
def test_bernstein_s_bound_needs_no_condition(N: int, m: int, T: int, r: Fraction) -> None:
    """At every error that is met."""
    for alpha, exact in unclipped(N, m, T, r, Fraction(5)):
        assert holds(exact, partial(lambda a: failure_bernstein(*balls(a, N, m, T, r, 4)), alpha))


@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("N", [1, 12])
def test_unclipped_the_sharper_bound_needs_one(N: int, r: Fraction) -> None:
    """It holds for alpha up to p / (p - q); beyond, for one person and silent dummies, it does not."""
    E = Fraction(2)
    p, q = rates(1, 100, r, E)
    told = {True: True, False: True}
    for alpha, exact in unclipped(N, 1, 100, r, E):
        told[alpha * (p - q) <= p] &= exact <= clipped_bound(alpha, N, 1, 100, r, E)
    assert told[True]
    if N == 1 and not r:
        assert not told[False]


@pytest.mark.parametrize("T", [1, 3])
@pytest.mark.parametrize("N", [1, 12])
@pytest.mark.parametrize("E", [Fraction(101, 100), Fraction(5), Fraction(1000)])
def test_the_bound_for_every_round_is_one(N: int, T: int, E: Fraction) -> None:
    """At every error that is met."""
    for alpha, exact in unclipped(N, T, T, Fraction(0), E):
        bound = partial(lambda a: failure_every_round(ball(a), ball(N), ball(T), T * ball(E).log()), alpha)
        assert holds(exact, bound)


# the condition of the source


@pytest.mark.parametrize(("m", "T"), [(1, 1), (3, 7), (6, 100)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 5)])
def test_condition_1_is_strict(m: int, T: int, r: Fraction) -> None:
    E = Fraction(5, 2)
    limit = printed.condition(Fraction(m), Fraction(T), r, E)
    near = Fraction(1, 10**30)
    for alpha, holds in ((limit - near, True), (limit, False), (limit + near, False)):
        assert condition_1(alpha, m, T, r, budget(m, report_odds=E)) is holds
    assert condition_1(limit, m, T, r, budget(m, epsilon=m * Fraction("0.91"))) is True  # ln(5/2) = 0.916...
    assert condition_1(limit, m, T, r, budget(m, epsilon=m * Fraction("0.92"))) is False


@pytest.mark.parametrize(("m", "epsilon", "holds"), [(1, 1, False), (6, 10, False), (100, 200, True)])
def test_condition_1_fails_in_the_sources_experiments(m: int, epsilon: int, holds: bool) -> None:
    """At epsilon = 1 for every beta, at 10 for every beta up to 0.495106580830..., with N = 10,000 and T = 100."""
    for beta in (Fraction(1, 1000), Fraction(1, 20), Fraction(12, 25), Fraction("0.4951065808")):
        assert paper_applies(beta, 10_000, m, 100, Fraction(0), budget(m, epsilon=epsilon)) is holds
    assert not paper_applies(1 - Fraction(1, 10**9), 10_000, 1, 100, Fraction(0), budget(1, epsilon=1))
    assert paper_applies(Fraction("0.4951065809"), 10_000, 6, 100, Fraction(0), budget(6, epsilon=10))
