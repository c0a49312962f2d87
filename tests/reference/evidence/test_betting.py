"""Bets: fair at every private point, and as fast as likelihood ratios where they are meant to be."""

from fractions import Fraction
from itertools import product as every

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.evidence.batch import NOTHING, Batch
from ldproof.evidence.betting import (
    PLACES,
    WEIGHTS,
    Bet,
    alternatives,
    bets,
    edge,
    located,
    reverse_i_projection,
    rounded,
    tight,
)
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason
from ldproof.tails import divergence
from tests.reference.refusals import refused

ODDS = (Fraction(101, 100), Fraction(2), Fraction(11, 4), Fraction(10**6))


def after(odds: Fraction, past: Batch, delta: Fraction = Fraction(0)) -> tuple[Bet, ...]:
    """The bets that one past suggests."""
    (found,) = bets(odds, [past], delta)
    return found


def coin_mean(bet: Bet, u: Fraction, v: Fraction) -> Fraction:
    """The mean over the four outcomes of one draw, of which a fair coin picks the input."""
    hit, miss, other_hit, other_miss = bet.factors
    return (u * hit + (1 - u) * miss + v * other_hit + (1 - v) * other_miss) / 2


def mean(bet: Bet, u: Fraction, v: Fraction) -> Fraction:
    """The mean over the four outcomes of two independent draws, one with either input."""
    hit, miss, other_hit, other_miss = bet.factors
    return (
        u * v * hit * other_hit
        + u * (1 - v) * hit * other_miss
        + (1 - u) * v * miss * other_hit
        + (1 - u) * (1 - v) * miss * other_miss
    )


@given(
    st.sampled_from(ODDS),
    st.integers(0, 500),
    st.integers(0, 500),
    st.fractions(0, 1, max_denominator=1000),
    st.booleans(),
)
def test_whatever_is_bet_is_fair_at_every_tight_point(
    odds: Fraction, likely: int, unlikely: int, place: Fraction, low: bool
) -> None:
    corner = 1 / (odds + 1)
    u, v = (odds * corner * place, corner * place)
    if not low:
        u, v = 1 - v, 1 - u
    placed = after(odds, Batch(500, likely, 500, unlikely))
    assert len(placed) == len(WEIGHTS)
    for bet in placed:
        assert min(bet.factors) > 0
        with precision(256):
            for value, around in zip(bet.factors, bet.enclosed, strict=True):
                assert abs(around - ball(value)) < ball(Fraction(1, 2**80))
                assert (around - ball(value)).contains(0)
        assert max(mean(bet, u, v), coin_mean(bet, u, v)) <= 1
        assert all((part * 2**PLACES).denominator == 1 for part in (bet.first, bet.second, bet.shift))


@given(
    st.sampled_from(ODDS),
    st.integers(0, 500),
    st.integers(0, 500),
    st.fractions(0, 1, max_denominator=1000),
    st.fractions(Fraction(1, 1000), Fraction(1, 2), max_denominator=1000),
    st.booleans(),
)
def test_with_a_delta_it_is_fair_at_every_point_that_may_be_reached(
    odds: Fraction, likely: int, unlikely: int, place: Fraction, delta: Fraction, low: bool
) -> None:
    """On the edge u = odds v + delta from v = 0 to the corner, where the opposite is tight too; and mirrored."""
    v = (1 - delta) / (odds + 1) * place
    u = odds * v + delta
    if not low:
        u, v = 1 - v, 1 - u
    for bet in after(odds, Batch(500, likely, 400, min(unlikely, 400)), delta):
        assert bet.delta == delta
        assert min(bet.factors) > 0
        assert max(mean(bet, u, v), coin_mean(bet, u, v)) <= 1


@pytest.mark.parametrize(("likely", "unlikely"), [(800, 100), (300, 20), (980, 700)])
def test_with_a_delta_a_bet_gains_where_that_is_exceeded_and_not_before(likely: int, unlikely: int) -> None:
    past, delta = Batch(1000, likely, 1000, unlikely), Fraction(1, 20)
    u, v = Fraction(likely, 1000), Fraction(unlikely, 1000)
    odds = max((u - delta) / v, (1 - v - delta) / (1 - u))
    assert max(coin_mean(bet, u, v) for bet in after(odds * Fraction(9, 10), past, delta)) > 1
    assert max(coin_mean(bet, u, v) for bet in after(odds, past, delta)) <= 1
    assert max(coin_mean(bet, u, v) for bet in after(odds, past)) > 1


def test_a_bet_gains_where_privacy_is_violated() -> None:
    bet = after(Fraction(2), Batch(1000, 700, 1000, 300))[0]
    for each in (mean, coin_mean):
        assert each(bet, Fraction(7, 10), Fraction(3, 10)) > 1
        assert each(bet, Fraction(2, 3), Fraction(1, 3)) <= 1


def test_one_inequality_alone_is_the_printed_bet() -> None:
    odds, c, t = Fraction(3), Fraction(1, 2), Fraction(1, 5)
    bet = Bet(odds, c / odds, Fraction(0), c * t)
    hit, miss, other_hit, other_miss = bet.factors
    for one, other in every((0, 1), repeat=2):
        printed = (1 + c / odds * (one - odds * t)) * (1 - c * (other - t))
        assert (hit if one else miss) * (other_hit if other else other_miss) == printed


@pytest.mark.parametrize(
    "given",
    [
        (Fraction(1), Fraction(0), Fraction(0), Fraction(0)),
        (Fraction(2), Fraction(-1, 9), Fraction(0), Fraction(0)),
        (Fraction(2), Fraction(0), Fraction(-1, 9), Fraction(0)),
        (Fraction(2), Fraction(0), Fraction(0), Fraction(1)),
        (Fraction(2), Fraction(1, 2), Fraction(0), Fraction(0)),
    ],
)
def test_unfair_or_ruinous_bets_are_refused(given: tuple[Fraction, Fraction, Fraction, Fraction]) -> None:
    with refused(Reason.OUT_OF_RANGE):
        Bet(*given)


def test_a_bet_that_cannot_be_placed_is_no_bet() -> None:
    assert rounded(Fraction(2), 5.0, 0.0, 0.0) == Bet(Fraction(2))
    assert set(Bet(Fraction(2)).factors) == {Fraction(1)}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("odds", "delta"),
    [(1 + Fraction(1, 2**60), Fraction(0)), (Fraction(4 * 10**8), 1 - Fraction(1, 10**9))],
)
def test_what_floats_cannot_tell_from_no_privacy_or_from_all_is_bet_on_without_an_error(
    odds: Fraction, delta: Fraction
) -> None:
    counts = (0, 1, 30, 1000)
    pasts = [Batch(1000, likely, 1000, unlikely) for likely, unlikely in every(counts, counts)]
    for each in (bet for placed in bets(odds, pasts, delta) for bet in placed):
        assert (each.odds, each.delta) == (odds, delta)
        assert min(each.factors) > 0


@pytest.mark.parametrize(
    ("p1", "p0", "odds"), [(0.7, 0.1, 3.0), (0.9, 0.3, 2.0), (0.4, 0.01, 10.0), (0.74, 0.26, 2.7)]
)
def test_the_nearest_private_point_is_nearest(p1: float, p0: float, odds: float) -> None:
    def far(u: float, v: float) -> float:
        return divergence(p1, u) + divergence(p0, v)

    u, v = (float(each) for each in reverse_i_projection(np.array(p1), np.array(p0), odds))
    assert u <= odds * v * (1 + 1e-12)
    assert 1 - v <= odds * (1 - u) * (1 + 1e-12)
    for low in np.linspace(1e-4, 1 / (odds + 1), 500):
        assert far(u, v) <= far(odds * low, low) + 1e-12
        assert far(u, v) <= far(1 - low, 1 - odds * low) + 1e-12


def test_the_nearest_rate_on_a_line_is_nearest() -> None:
    t = float(edge(np.array(0.5), np.array(0.1), 3.0))
    grid = np.linspace(0.01, 0.33, 2000)
    values = [divergence(0.5, 3 * each) + divergence(0.1, each) for each in grid]
    assert abs(grid[int(np.argmin(values))] - t) < 2e-4


def test_the_fastest_bet_is_the_likelihood_ratio() -> None:
    placed = after(Fraction(2), Batch(10**6, 700_000, 10**6, 300_000))
    for bet, other in zip(placed, alternatives(2.0), strict=True):
        p1, p0 = (float(each) for each in tight(np.array(1.0), np.array(other)))
        ratios = p1 / (2 / 3), (1 - p1) / (1 / 3), p0 / (1 / 3), (1 - p0) / (2 / 3)
        assert [float(each) for each in bet.factors] == pytest.approx(ratios, abs=1e-9)


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 400)), max_size=5),
    st.sampled_from((0, Fraction(1, 20))),
)
def test_many_pasts_are_bet_on_as_each_alone(counts: list[tuple[int, int]], delta: Fraction) -> None:
    pasts = [NOTHING, *(Batch(500, likely, 400, unlikely) for likely, unlikely in counts)]
    alone = [after(Fraction(11, 4), past, Fraction(delta)) for past in pasts]
    assert bets(Fraction(11, 4), pasts, Fraction(delta)) == alone
    assert bets(Fraction(11, 4), [], Fraction(delta)) == []


def test_nothing_is_bet_without_a_past() -> None:
    assert set(after(Fraction(2), NOTHING)) == {Bet(Fraction(2))}


def test_alternatives_exceed_the_claim() -> None:
    for odds in (1.001, 2.0, 20.0, 4e8):
        found = alternatives(odds)
        assert len(found) == len(WEIGHTS)
        assert (found > odds).all()
    assert sum(WEIGHTS) == 1


def test_an_event_is_located_by_its_past() -> None:
    assert float(located(0, np.array(0.0), 0, np.array(0.0))) == 1
    assert float(located(1000, np.array(700.0), 1000, np.array(310.0))) == 1
    assert float(located(1000, np.array(500.0), 2000, np.array(200.0))) == pytest.approx(0.6, abs=0.01)


def test_tight_points_are_tight() -> None:
    for total in (0.1, 1.0, 1.7):
        p1, p0 = (float(each) for each in tight(np.array(total), np.array(3.0)))
        assert p1 + p0 == pytest.approx(total)
        assert max(p1 / p0, (1 - p0) / (1 - p1)) == pytest.approx(3)
