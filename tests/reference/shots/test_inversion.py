"""The least error that is exceeded with probability beta at most, against all laws; the laws in floats, against exact ones."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate, product

import numpy as np
import pytest

from ldproof.arrays import DOUBT
from ldproof.budget import parse_budget
from ldproof.numbers import Array, Real, ball, enclose
from ldproof.shots import error as inversion
from ldproof.shots.error import (
    alpha_exact,
    error_quantile,
    exceeds_tail,
    farthest_outcomes,
    float_coins,
    iterate_crowds,
    single_crowd,
)
from ldproof.shots.mechanism import Shots
from tests.reference.shots.rounds import binomial, errors, rates, sums
from tests.tiers import grid

SHAPES = [(1, 1), (1, 3), (3, 3), (2, 4)]
DUMMIES = [Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)]
BETAS = [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), 1 - Fraction(1, 10**30)]


def reached(law: list[tuple[Fraction, Fraction]], tail: Fraction) -> Fraction:
    """The largest error that is reached with a probability above a tail."""
    return max(error for error, _ in law if sum(share for other, share in law if other >= error) > tail)


def by_hand(beta: Fraction, N: int, m: int, T: int, r: Fraction, E: Fraction) -> Fraction:
    """Over all numbers of active people."""
    return max(reached(errors(active, N, m, T, r, E), beta / T) for active in range(N + 1))


@pytest.mark.parametrize(("N", "shape", "r"), grid([1, 2, 3, 6], SHAPES, DUMMIES))
def test_alpha_is_the_largest_error_that_is_likely_enough(
    N: int, shape: tuple[int, int], r: Fraction
) -> None:
    """Over all numbers of active people, and in a round with a known one."""
    m, T = shape
    for E, beta in product((Fraction(4, 3), Fraction(3), Fraction(50)), BETAS):
        whole = parse_budget(m, report_odds=E)
        assert alpha_exact(beta, N, m, T, r, whole) == by_hand(beta, N, m, T, r, E)
        for active in range(N + 1):
            expected = reached(errors(active, N, m, T, r, E), beta)
            assert error_quantile(Shots(T, m, r, whole), N, active, beta) == expected


def test_the_same_numbers_of_people_and_ones_give_the_same_number() -> None:
    """Two tails between which nothing is reached: both quantiles are one object, so that they are equal for certain."""
    shots = Shots(5, 2, Fraction(0), parse_budget(2, epsilon=1))
    one, other = (
        error_quantile(shots, 30, 10, tail)
        for tail in (Fraction(1, 20), Fraction(1, 20) + Fraction(1, 10**20))
    )
    assert one.exact is None
    assert one is other
    assert one is not error_quantile(shots, 30, 10, Fraction(1, 10))


@pytest.mark.parametrize(("N", "r"), grid([1, 4, 5], DUMMIES))
def test_a_beta_that_is_a_tail_is_decided_exactly(N: int, r: Fraction) -> None:
    """Every probability that is met, spent to the last bit, and missed by less than a float can tell."""
    m, T, E, near = 1, 2, Fraction(3), Fraction(1, 10**40)
    laws = [errors(active, N, m, T, r, E) for active in range(N + 1)]
    tails = {
        sum((share for other, share in law if other >= error), Fraction(0))
        for law in laws
        for error, _ in law
    }
    for tail, off in product((each for each in tails if T * each < 1), (Fraction(0), near, -near)):
        spent = T * tail + off
        assert alpha_exact(spent, N, m, T, r, parse_budget(m, report_odds=E)) == by_hand(spent, N, m, T, r, E)


def value(quantity: Real) -> Fraction:
    return Fraction(enclose(lambda: ball(quantity), 25).lower)


CASES: list[tuple[int, int, int, Fraction, Mapping[str, object]]] = [
    (40, 2, 5, Fraction(0), {"epsilon": 3}),
    (41, 3, 3, Fraction(0), {"epsilon": "1/2"}),
    (40, 3, 3, Fraction(0), {"odds": 5}),
    (24, 1, 9, Fraction(1, 2), {"report_odds": "9/4"}),
]


@pytest.mark.parametrize(("N", "m", "T", "r", "given"), CASES)
def test_without_floats_it_is_the_same(
    N: int, m: int, T: int, r: Fraction, given: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When every float is in doubt, certified tails decide everything."""
    found = value(alpha_exact(Fraction(1, 20), N, m, T, r, parse_budget(m, **given)))
    monkeypatch.setattr(inversion, "DOUBT", 2.0)
    assert value(alpha_exact(Fraction(1, 20), N, m, T, r, parse_budget(m, **given))) == found


@pytest.mark.parametrize("given", [{"epsilon": 10}, {"report_odds": 5}])
def test_what_it_promises_for_many_people(given: Mapping[str, object]) -> None:
    """Certified: an error a little larger has at most the probability beta / T, one a little smaller has more."""
    N, m, T, r, beta = 1500, 6, 100, Fraction(0), Fraction(1, 20)
    whole = parse_budget(m, **given)
    alpha = value(alpha_exact(beta, N, m, T, r, whole))
    shots = Shots(T, m, r, whole)
    ((worst, _), *_) = farthest_outcomes(
        shots, N, beta / T, iterate_crowds(N, *float_coins(shots), float(beta / T))
    )
    assert exceeds_tail(shots, N, worst, *range_of(shots, N, worst, alpha * Fraction("0.999999")), beta / T)
    for active in (0, 375, 750, 1125, 1400, 1480, worst, 1500):
        low, high = range_of(shots, N, active, alpha * Fraction("1.000001"))
        assert not exceeds_tail(shots, N, active, low, high, beta / T)


def range_of(shots: Shots, N: int, active: int, error: Fraction) -> tuple[int, int]:
    """The numbers of ones that are off by an error or more: up to the first, and from the second on."""
    excess = shots.budget.report_excess()
    E = 1 + (value(excess) if excess.exact is None else excess.exact)
    p, q = rates(shots.m, shots.T, shots.r, E)
    mean, width = N * q + active * (p - q), N * (p - q) * error
    return int((mean - width) // 1), int(-((-mean - width) // 1))


def test_where_people_never_lie_nothing_is_off() -> None:
    """Odds of 10^300 in every round: the error is far below one person."""
    found = alpha_exact(Fraction(1, 20), 50, 3, 3, Fraction(0), parse_budget(3, report_odds=10**300))
    assert found.exact is not None
    assert 0 < found < Fraction(1, 10**290)


def test_the_error_of_experiment_1() -> None:
    """N = 10,000, T = 100, epsilon = 10, m = 6, beta = 1/20: beside 0.27 by the source's bound."""
    found = alpha_exact(Fraction(1, 20), 10_000, 6, 100, Fraction(0), parse_budget(6, epsilon=10))
    assert str(enclose(lambda: ball(found), 12).lower).startswith("0.186857407354")


def test_an_estimate_of_one_half_is_exact() -> None:
    """Half of all bits are ones: at irrational odds too, the error is a fraction."""
    shots = Shots(2, 2, Fraction(0), parse_budget(2, epsilon=3))
    found = error_quantile(shots, 2, 0, Fraction(1, 20))
    assert found.exact == Fraction(1, 2)


RATES = [(Fraction(p), Fraction(q)) for p, q in (("3/4", "1/4"), ("1/20", "1/300"), ("99/100", "1/2"))]


def kind(chance: Fraction) -> tuple[float, float]:
    return float(chance), float(1 - chance)


def agree(shares: Array, truths: Iterable[Fraction], tail: float) -> bool:
    """Whether all are as close as is claimed."""
    return all(
        abs(Fraction(share) - truth) <= Fraction(DOUBT) * max(truth, Fraction(tail))
        for share, truth in zip(shares.tolist(), truths, strict=True)
    )


@pytest.mark.parametrize(("rates", "N", "tail"), grid(RATES, [1, 2, 3, 10, 33, 70], [1e-3, 1e-200]))
def test_every_tail_is_as_close_as_claimed(rates: tuple[Fraction, Fraction], N: int, tail: float) -> None:
    p, q = rates
    found = list(iterate_crowds(N, kind(p), kind(q), tail))
    assert [active for each in found for active in each.active.tolist()] == list(range(N + 1))
    for each in found:
        for active in {0, 1, N // 2, 35, N - 1, N} & set(each.active.tolist()):
            exact = sums([binomial(active, p), binomial(N - active, q)])
            rows, ones = np.full(N + 1, active - each.active[0]), np.arange(N + 1)
            assert agree(each.at_most(rows, ones), accumulate(exact), tail)
            assert agree(each.at_least(rows, ones)[::-1], accumulate(exact[::-1]), tail)


def test_what_never_happens_is_no_matter() -> None:
    """A lie of e^-100000 is 0 as a float."""
    (found,) = iterate_crowds(5, (1.0, 0.0), (0.0, 1.0), 1e-9)
    everybody = np.arange(6)
    assert (
        found.at_most(everybody, everybody).tolist()
        == found.at_least(everybody, everybody).tolist()
        == [1.0] * 6
    )
    assert not found.at_least(everybody, everybody + 1).any()


@pytest.mark.parametrize(("N", "active"), [(1, 0), (1, 1), (7, 7), (70, 30)])
def test_tails_for_one_number_of_active_people_are_as_close_as_claimed(N: int, active: int) -> None:
    p, q = RATES[1]
    found = single_crowd(N, active, (kind(p), kind(q)), 1e-9)
    exact = sums([binomial(active, p), binomial(N - active, q)])
    assert agree(found.at_most(np.zeros(N + 1, np.intp), np.arange(N + 1)), accumulate(exact), 1e-9)
