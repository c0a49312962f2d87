"""The m and r of the least error, of the largest F-measure and of the least variance, against every m and many r."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest

from ldproof.arrays import binomial_masses
from ldproof.budget import parse_budget
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
def test_no_other_m_and_r_is_better(N: int, T: int, odds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of r = 0, 1/2 and 1, if there are too many bits for others; with every number of active people, and none given."""
    monkeypatch.setattr(search, "MOST_BITS", 0)
    for tail, active in product(TAILS, (0, N // 3, N // 2, N, None)):
        found = least_error(N, T, parse_budget(odds=odds), tail, active)
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
def test_no_r_at_all_is_better_than_the_bound(
    N: int, T: int, E: int, active: int | None, tail: Fraction
) -> None:
    """Exact errors at more than a hundred r for each m, of one number of active people or of all."""
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
def test_another_r_is_better_where_few_people_are_known_to_be_active(
    N: int,
    T: int,
    epsilon: int,
    mu: str | None,
    least: float,
    of_ends: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = N, T, parse_budget(epsilon=epsilon), Fraction(1, 20), int(N * Fraction(mu)) if mu else None
    assert float(least_error(*asked).value) == pytest.approx(least, rel=1e-3)
    monkeypatch.setattr(search, "MOST_BITS", 0)
    assert float(least_error(*asked).value) == pytest.approx(of_ends, rel=1e-3)


def test_an_r_that_halving_never_reaches_moves_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two idle people send one 1 with probability 1/2 at q = 1/2 only: r = 7/12 for m = 1.

    There the error is 0, and at all other r it is not.
    """
    monkeypatch.setattr(search, "MOST_INTERVALS", 200)
    found = least_error(2, 4, parse_budget(odds=3), HALF, 0)
    assert quantile(rounds.errors(0, 2, 1, 4, Fraction(7, 12), Fraction(3)), HALF) == 0
    assert found.bound == 0
    assert found.value > 0


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
        assert each.likely_error(N, float(tail)) <= least * (1 + 1e-9)
        assert each.surely_exceeds(N, active, least * 0.99, float(tail), r, r)
        assert not each.surely_exceeds(N, active, least * 1.00001, float(tail), r, r)
        for low, high in pairwise(Fraction(k, 4) for k in range(5)):
            between = Shots(T, each.shots.m, (low + high) / 2, each.shots.budget)
            error = float(error_quantile(between, N, active, tail))
            assert not each.surely_exceeds(N, active, error * 1.00001, float(tail), low, high)
            near = (low + high) / 2 + Fraction(1, 10**9)
            assert each.surely_exceeds(N, active, error * 0.97, float(tail), (low + high) / 2, near)


def test_a_binomial_law_in_floats_is_near_the_exact_one() -> None:
    for count, chance in product((0, 1, 50), map(Fraction, ("0", "1/1000", "1/2", "99/100", "1"))):
        law = binomial_masses(count, float(chance), 1 - float(chance), 1e-25)
        for ones, share in enumerate(rounds.binomial(count, chance)):
            place = ones - law.start
            found = float(law.of[place]) if 0 <= place < len(law.of) else 0.0
            assert found == pytest.approx(float(share), rel=1e-9, abs=1e-25)


def test_where_everybody_tells_the_truth_nothing_is_ruled_out_by_rounding() -> None:
    """Odds of 10^300: floats know no lie."""
    found = least_error(20, 2, parse_budget(odds=10**300), Fraction(1, 20), 10)
    assert found.shots.m == 2
    assert found.value < Fraction(1, 10**100)


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
    [(5, 3, Fraction(4, 5), 8), (4, 2, HALF, 4), (3, 2, Fraction(1, 3), 9), (7, 2, Fraction(9, 10), 36)],
)
def test_no_r_at_all_has_a_larger_f(
    N: int, T: int, theta: Fraction, odds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among them the last r at which so many ones are detected, for every number of ones."""
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
    monkeypatch.setattr(search, "MOST_BITS_OF_F", 0)
    coarse = largest_f(N, T, theta, whole)
    assert coarse.bound is None
    assert float(coarse.value) == pytest.approx(
        max(mean_f(N, T, theta, each) for each in every(T, odds)), rel=1e-12
    )


@pytest.mark.parametrize(("N", "T", "theta"), grid([6, 15], [3, 4], [Fraction(1, 3), Fraction(4, 5)]))
def test_what_no_f_measure_exceeds_is_near_it_between_near_r(N: int, T: int, theta: Fraction) -> None:
    whole = parse_budget(odds=20)
    for each in ranked_candidates(N, T, whole, N):
        if each.shots.m == T or each.shots.r:
            continue
        bounds = DetectionSearch(N, theta, each.shots)
        for low, high in pairwise(Fraction(k, 5) for k in range(6)):
            middle = (low + high) / 2 + Fraction(1, 991)
            score = mean_f(N, T, theta, Shots(T, each.shots.m, middle, each.shots.budget))
            assert score <= bounds.most_between(each, low, high) * (1 + 1e-12)
            near = bounds.most_between(each, middle, middle + Fraction(1, 10**9))
            assert near == pytest.approx(score, rel=1e-6)
