"""The m and r of the least error, of the largest F-measure and of the least variance, against every m and many r."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest

from ldproof.budget import parse_budget
from ldproof.errors import Reason
from ldproof.numbers import Real
from ldproof.shots import search
from ldproof.shots.detection import detection_probability
from ldproof.shots.error import error_quantile, largest_quantile
from ldproof.shots.mechanism import Shots
from ldproof.shots.search import (
    DUMMIES,
    DetectionSearch,
    largest_f,
    least_error,
    least_variance,
    ranked_candidates,
    round_variance,
)
from tests.reference.refusals import refused
from tests.reference.shots import rounds
from tests.tiers import grid

TAILS = [Fraction(1, 20), Fraction(1, 1000), Fraction(2, 5)]
HALF = Fraction(1, 2)


def every(T: int, odds: int) -> list[Shots]:
    whole = parse_budget(odds=odds)
    return [Shots(T, m, r, whole.over(m)) for m, r in product(range(1, T + 1), DUMMIES) if m < T or r == 0]


def exact(value: Real) -> Fraction:
    assert value.exact is not None
    return value.exact


# 4096 has whole roots for every m up to 4, and 3^60 for every m up to 6.
@pytest.mark.parametrize(
    ("N", "T", "odds"), [(1, 4, 4096), (9, 4, 4096), (30, 3, 64), (12, 6, 3**60), (3, 1, 5)]
)
def test_no_other_m_and_r_is_better(N: int, T: int, odds: int) -> None:
    """With r = 0, 1/2 and 1 only, which are also compared if a search for every r is given up."""
    for tail, active in product(TAILS, (0, N // 3, N // 2, N, None)):
        found = least_error(N, T, parse_budget(odds=odds), tail, active, every_r=False)
        errors = [
            exact(
                largest_quantile(each, N, tail) if active is None else error_quantile(each, N, active, tail)
            )
            for each in every(T, odds)
        ]
        assert found.value == min(errors)
        assert errors[every(T, odds).index(found.shots)] == min(errors)
        assert found.bound is None


def quantile(law: list[tuple[Fraction, Fraction]], tail: Fraction) -> Fraction:
    """The largest error that is reached with a probability above the tail."""
    reached = Fraction(0)
    for error, share in sorted(law, reverse=True):
        reached += share
        if reached > tail:
            return error
    raise AssertionError(law)


def many_dummies(N: int, active: int, m: int, T: int, E: Fraction) -> set[Fraction]:
    """Some r, among them all at which the mean number of ones is a multiple of 1/2, and some r right beside them."""
    p, q = rounds.rates(m, T, Fraction(0), E)
    first, last = active * p + (N - active) * q, N * (1 - Fraction(m, T))
    centres = {(Fraction(k, 2) - first) / last for k in range(2 * N + 1)}
    moved = {centre + step for centre in centres for step in (Fraction(-1, 10**4), Fraction(1, 10**4))}
    return {r for r in centres | moved | {Fraction(k, 40) for k in range(41)} if 0 <= r <= 1}


@pytest.mark.parametrize(
    ("N", "T", "E", "active", "tail"),
    [
        (5, 2, 9, 2, Fraction(1, 20)),
        (5, 2, 9, None, Fraction(1, 20)),
        (6, 3, 2**6, 3, Fraction(1, 5)),
        (4, 4, 3**12, 0, Fraction(1, 3)),
        (7, 3, 5**6, 7, Fraction(1, 1000)),
        (6, 3, 2**6, None, Fraction(1, 5)),
    ],
)
def test_no_r_has_an_error_below_the_bound(
    N: int, T: int, E: int, active: int | None, tail: Fraction
) -> None:
    """No exact error is below it, at about fifty r for each m."""
    found = least_error(N, T, parse_budget(odds=E), tail, active)
    crowds = range(N + 1) if active is None else [active]

    def error_at(m: int, r: Fraction) -> Fraction:
        root = Fraction(round(E ** (1 / m)))
        assert root**m == E
        return max(quantile(rounds.errors(each, N, m, T, r, root), tail) for each in crowds)

    value = error_at(found.shots.m, found.shots.r)
    assert found.value == value
    assert found.bound is not None
    assert found.bound == pytest.approx(max(0.0, float(value - max(value, Fraction(1, N)) / 1000)), abs=1e-9)
    for m in range(1, T):
        root = Fraction(round(E ** (1 / m)))
        tried = many_dummies(N, crowds[-1], m, T, root)
        assert min(error_at(m, r) for r in tried) >= found.bound
    assert error_at(T, Fraction(0)) >= found.bound


@pytest.mark.parametrize(
    ("N", "T", "epsilon", "mu", "least", "of_ends"),
    [
        (40, 6, 9, "1/5", 0.16232, 0.17881),
        (40, 3, 2, "1/5", 0.29564, 0.33283),
        (40, 6, 9, None, 0.19680, 0.19680),
    ],
)
def test_another_r_is_better_where_the_share_of_active_people_is_known(
    N: int, T: int, epsilon: int, mu: str | None, least: float, of_ends: float
) -> None:
    """Where it is not, none is in this case."""
    asked = N, T, parse_budget(epsilon=epsilon), Fraction(1, 20), int(N * Fraction(mu)) if mu else None
    assert float(least_error(*asked).value) == pytest.approx(least, rel=1e-3)
    assert float(least_error(*asked, every_r=False).value) == pytest.approx(of_ends, rel=1e-3)


def test_search_is_given_up_where_halving_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two idle people send one 1 with probability 1/2 at q = 1/2 only: r = 7/12 for m = 1. There the error is 0."""
    monkeypatch.setattr(search, "MOST_STEPS", 1000)
    found = least_error(2, 4, parse_budget(odds=3), HALF, 0)
    assert quantile(rounds.errors(0, 2, 1, 4, Fraction(7, 12), Fraction(3)), HALF) == 0
    assert found.bound is None
    assert found.value <= least_error(2, 4, parse_budget(odds=3), HALF, 0, every_r=False).value


@pytest.mark.parametrize(("N", "T", "odds"), [(9, 4, 4096), (40, 6, 3**60), (7, 5, 2)])
def test_no_other_m_and_r_has_less_variance(N: int, T: int, odds: int) -> None:
    for active in (0, N // 2, N, None):
        found = round_variance(least_variance(N, T, parse_budget(odds=odds), active), N, active)
        assert all(found <= round_variance(each, N, active) for each in every(T, odds))


@pytest.mark.parametrize("given", [{"epsilon": 2}, {"epsilon": "1/100"}, {"odds": 10**6}])
def test_what_is_ruled_out_is_worse(given: Mapping[str, object]) -> None:
    """Bounds in floats against certified quantiles: what is certainly reached is reached, at one r and between two."""
    N, T, active, tail = 60, 5, 20, Fraction(1, 20)
    for each in ranked_candidates(N, T, parse_budget(1, **given), active):
        r = each.shots.r
        least = float(error_quantile(each.shots, N, active, tail))
        assert not each.varies_beyond(N, active, least * 1.00001, float(tail), r, r)
        assert each.varies_beyond(N, active, least * 0.3, float(tail), r, r)
        assert each.surely_exceeds(N, active, least * 0.99, float(tail), r, r)
        assert not each.surely_exceeds(N, active, least * 1.00001, float(tail), r, r)
        for low, high in pairwise(Fraction(k, 4) for k in range(5)):
            between = Shots(T, each.shots.m, (low + high) / 2, each.shots.budget)
            error = float(error_quantile(between, N, active, tail))
            assert not each.surely_exceeds(N, active, error * 1.00001, float(tail), low, high)
            assert not each.varies_beyond(N, active, error * 1.00001, float(tail), low, high)
            near = (low + high) / 2 + Fraction(1, 10**9)
            assert each.surely_exceeds(N, active, error * 0.97, float(tail), (low + high) / 2, near)


@pytest.mark.parametrize(("active", "low", "high"), [(0, Fraction(0), HALF), (60, HALF, Fraction(1))])
def test_variance_of_an_interval_is_the_least_on_it(active: int, low: Fraction, high: Fraction) -> None:
    """Nearly nobody lies: idle people's bits hardly vary at r = 0, active people's at r = 1, and both do at r = 1/2."""
    for each in ranked_candidates(60, 5, parse_budget(odds=10**60), active):
        if each.shots.m < 5:
            assert each.varies_beyond(60, active, 1e-3, 0.05, HALF, HALF)
            assert not each.varies_beyond(60, active, 1e-3, 0.05, low, high)


def test_where_everybody_tells_the_truth_nothing_is_ruled_out_by_rounding() -> None:
    """Odds of 10^300: floats know no lie."""
    found = least_error(20, 2, parse_budget(odds=10**300), Fraction(1, 20), 10)
    assert found.shots.m == 2
    assert found.value < Fraction(1, 10**100)


def test_small_budgets_lose_no_digits_of_the_gap() -> None:
    """At epsilon = 10^-17 floats cannot tell p from q."""
    whole = parse_budget(epsilon=Fraction(1, 10**17))
    found = least_error(20, 3, whole, Fraction(1, 20), 5)
    assert found.bound is not None
    for each in ranked_candidates(20, 3, whole, 5):
        assert each.gap == pytest.approx(each.shots.m / 3 / each.shots.m / 2 / 10**17)
    for r in (Fraction(0), Fraction(51, 1024), HALF):
        assert float(error_quantile(Shots(3, 1, r, whole.over(1)), 20, 5, Fraction(1, 20))) > found.bound


def test_tails_that_floats_cannot_hold_are_refused() -> None:
    with refused(Reason.OUT_OF_RANGE):
        least_error(20, 3, parse_budget(epsilon=1), Fraction(1, 10**330), 5)


def mean_f(N: int, T: int, theta: Fraction, shots: Shots) -> float:
    """The mean of F over all outcomes: each round is detected or not, as if rounds were independent."""
    active = [N * t // T for t in range(1, T + 1)]
    heavy = [Fraction(each, N) >= theta for each in active]
    chances = [
        float(detection_probability(N, shots.m, T, shots.r, Fraction(each, N), theta, shots.budget))
        for each in active
    ]
    total = 0.0
    for found in product((False, True), repeat=T):
        weight = prod(one if here else 1 - one for one, here in zip(chances, found, strict=True))
        hits = sum(one and here for one, here in zip(found, heavy, strict=True))
        total += weight * 2 * hits / (sum(found) + sum(heavy))
    return total


@pytest.mark.parametrize(
    ("N", "T", "theta", "odds"),
    [
        (5, 3, Fraction(4, 5), 8),
        (5, 3, HALF, 27),
        (4, 2, HALF, 4),
        (3, 2, Fraction(1, 3), 9),
        (7, 2, Fraction(9, 10), 36),
    ],
)
def test_no_r_has_an_f_measure_above_the_bound(
    N: int, T: int, theta: Fraction, odds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 31 r, and at the last r at which so many ones are detected; a search that is given up has no bound."""
    whole = parse_budget(odds=odds)
    found = largest_f(N, T, theta, whole)
    assert found.bound is not None
    assert found.bound == pytest.approx(float(found.value) * 1.001)
    assert float(found.value) == pytest.approx(mean_f(N, T, theta, found.shots), rel=1e-12)
    for m in range(1, T):
        root = Fraction(round(odds ** (1 / m)))
        p, q = rounds.rates(m, T, Fraction(0), root)
        lasts = ((k - N * (q + (p - q) * theta)) / (N * (1 - Fraction(m, T))) for k in range(N + 1))
        tried = {Fraction(k, 30) for k in range(31)} | {r for r in lasts if 0 <= r <= 1}
        assert max(mean_f(N, T, theta, Shots(T, m, r, whole.over(m))) for r in tried) <= found.bound
    monkeypatch.setattr(search, "MOST_STEPS", 1)
    coarse = largest_f(N, T, theta, whole)
    assert coarse.bound is None
    assert float(coarse.value) == pytest.approx(
        max(mean_f(N, T, theta, each) for each in every(T, odds)), rel=1e-12
    )


@pytest.mark.parametrize(("N", "T", "theta"), grid([6, 15], [3, 4], [Fraction(1, 3), Fraction(4, 5)]))
def test_what_no_f_measure_exceeds_is_near_it_between_near_r(N: int, T: int, theta: Fraction) -> None:
    for each in ranked_candidates(N, T, parse_budget(odds=400), N):
        if each.shots.m == T or each.shots.r:
            continue
        bounds = DetectionSearch(N, theta, each.shots)
        for low, high in pairwise(Fraction(k, 5) for k in range(6)):
            middle = (low + high) / 2 + Fraction(1, 991)
            scores = [
                mean_f(N, T, theta, Shots(T, each.shots.m, r, each.shots.budget)) for r in (low, middle, high)
            ]
            assert max(scores) <= bounds.largest_score_bound(each, low, high) * (1 + 1e-12)
            near = bounds.largest_score_bound(each, middle, middle + Fraction(1, 10**9))
            assert near == pytest.approx(scores[1], rel=1e-6)
