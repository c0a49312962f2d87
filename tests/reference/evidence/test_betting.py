"""Bets on events: fair at every private point, and as fast as likelihood ratios at their alternatives."""

from fractions import Fraction
from itertools import product
from math import e, log

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.evidence import event_bets
from ldproof.evidence.event_bets import (
    NOTHING,
    WEIGHTS,
    Batch,
    Bet,
    evidence_growth_rate,
    nearest_rate,
    optimal_event_bets,
    pairs_until_rejection,
)
from ldproof.numbers import ball, precision
from ldproof.probability import divergence
from tests.reference.refusals import refused

ODDS = (Fraction(101, 100), Fraction(2), Fraction(11, 4), Fraction(10**6))
P1 = e**1.05 / (1 + e**1.05)


def bets_after(odds: Fraction, past: Batch, delta: Fraction = Fraction(0)) -> tuple[Bet, ...]:
    """Return the bets that a past suggests."""
    (found,) = optimal_event_bets(odds, [past], delta)
    return found


def coin_mean(bet: Bet, u: Fraction, v: Fraction) -> Fraction:
    """Return the mean factor over the four outcomes of one draw, whose input a fair coin picks."""
    hit, miss, other_hit, other_miss = bet.factors
    return (u * hit + (1 - u) * miss + v * other_hit + (1 - v) * other_miss) / 2


def pair_mean(bet: Bet, u: Fraction, v: Fraction) -> Fraction:
    """Return the mean factor over the four outcomes of two independent draws, one with each input."""
    hit, miss, other_hit, other_miss = bet.factors
    return (u * hit + (1 - u) * miss) * (v * other_hit + (1 - v) * other_miss)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2)])
@given(
    st.sampled_from(ODDS),
    st.integers(0, 500),
    st.integers(0, 400),
    st.fractions(0, 1, max_denominator=1000),
    st.booleans(),
)
def test_bets_are_fair_at_every_private_point(
    delta: Fraction, odds: Fraction, likely: int, unlikely: int, place: Fraction, low: bool
) -> None:
    """On the edge u = odds v + delta from v = 0 to the corner, where the complement is tight too; and mirrored."""
    v = (1 - delta) / (odds + 1) * place
    u = odds * v + delta
    if not low:
        u, v = 1 - v, 1 - u
    placed = bets_after(odds, Batch(500, likely, 400, unlikely), delta)
    assert len(placed) == len(WEIGHTS)
    for bet in placed:
        assert bet.delta == delta
        assert min(bet.factors) > 0
        assert max(pair_mean(bet, u, v), coin_mean(bet, u, v)) <= 1
        assert all(
            (part * 2**event_bets.PLACES).denominator == 1 for part in (bet.first, bet.second, bet.shift)
        )
        with precision(256):
            for value, around in zip(bet.factors, bet.enclosed, strict=True):
                assert abs(around - ball(value)) < ball(Fraction(1, 2**80))
                assert (around - ball(value)).contains(0)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 20)])
@pytest.mark.parametrize(("likely", "unlikely"), [(800, 100), (300, 20), (980, 700), (700, 300)])
def test_bet_gains_only_if_the_claim_is_violated(likely: int, unlikely: int, delta: Fraction) -> None:
    past, u, v = Batch(1000, likely, 1000, unlikely), Fraction(likely, 1000), Fraction(unlikely, 1000)
    odds = max((u - delta) / v, (1 - v - delta) / (1 - u))
    for each in (pair_mean, coin_mean):
        assert max(each(bet, u, v) for bet in bets_after(odds * Fraction(9, 10), past, delta)) > 1
        assert max(each(bet, u, v) for bet in bets_after(odds, past, delta)) <= 1
    assert delta == 0 or max(coin_mean(bet, u, v) for bet in bets_after(odds, past)) > 1


def test_one_inequality_alone_is_the_printed_bet() -> None:
    odds, c, t = Fraction(3), Fraction(1, 2), Fraction(1, 5)
    hit, miss, other_hit, other_miss = Bet(odds, c / odds, Fraction(0), c * t).factors
    for one, other in product((0, 1), repeat=2):
        printed = (1 + c / odds * (one - odds * t)) * (1 - c * (other - t))
        assert (hit if one else miss) * (other_hit if other else other_miss) == printed


def test_unfair_or_ruinous_bets_are_refused_and_not_placed() -> None:
    for stakes in ("1 0 0 0", "2 -1/9 0 0", "2 0 -1/9 0", "2 0 0 1", "2 1/2 0 0"):
        with refused(Reason.OUT_OF_RANGE):
            Bet(*map(Fraction, stakes.split()))
    assert event_bets.round_bet(Fraction(2), 5.0, 0.0, 0.0) == Bet(Fraction(2))
    assert set(Bet(Fraction(2)).factors) == {Fraction(1)}
    assert set(bets_after(Fraction(2), NOTHING)) == {Bet(Fraction(2))}


@pytest.mark.filterwarnings("error")
def test_extreme_claims_are_bet_on_without_an_error() -> None:
    counts = (0, 1, 30, 1000)
    pasts = [Batch(1000, likely, 1000, unlikely) for likely, unlikely in product(counts, counts)]
    for odds, delta in (
        (1 + Fraction(1, 2**60), Fraction(0)),
        (Fraction(4 * 10**8), 1 - Fraction(1, 10**9)),
    ):
        for each in (bet for placed in optimal_event_bets(odds, pasts, delta) for bet in placed):
            assert (each.odds, each.delta) == (odds, delta)
            assert min(each.factors) > 0


@pytest.mark.parametrize(
    ("p1", "p0", "odds"), [(0.7, 0.1, 3.0), (0.9, 0.3, 2.0), (0.4, 0.01, 10.0), (0.74, 0.26, 2.7)]
)
def test_the_nearest_private_point_is_nearest(p1: float, p0: float, odds: float) -> None:
    def divergence_from(u: float, v: float) -> float:
        return divergence(p1, u) + divergence(p0, v)

    u, v = (float(each) for each in event_bets.reverse_i_projection(np.array(p1), np.array(p0), odds))
    assert u <= odds * v * (1 + 1e-12)
    assert 1 - v <= odds * (1 - u) * (1 + 1e-12)
    for low in np.linspace(1e-4, 1 / (odds + 1), 500):
        assert divergence_from(u, v) <= divergence_from(odds * low, low) + 1e-12
        assert divergence_from(u, v) <= divergence_from(1 - low, 1 - odds * low) + 1e-12


def test_the_fastest_bet_is_the_likelihood_ratio() -> None:
    placed = bets_after(Fraction(2), Batch(10**6, 700_000, 10**6, 300_000))
    for bet, other in zip(placed, event_bets.alternative_odds(2.0), strict=True):
        p1, p0 = (float(each) for each in event_bets.tight_probabilities(np.array(1.0), np.array(other)))
        ratios = p1 / (2 / 3), (1 - p1) / (1 / 3), p0 / (1 / 3), (1 - p0) / (2 / 3)
        assert [float(each) for each in bet.factors] == pytest.approx(ratios, abs=1e-9)


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 400)), max_size=5),
    st.sampled_from((Fraction(0), Fraction(1, 20))),
)
def test_bets_of_many_pasts_are_those_of_each(counts: list[tuple[int, int]], delta: Fraction) -> None:
    pasts = [NOTHING, *(Batch(500, likely, 400, unlikely) for likely, unlikely in counts)]
    assert optimal_event_bets(Fraction(11, 4), pasts, delta) == [
        bets_after(Fraction(11, 4), past, delta) for past in pasts
    ]
    assert optimal_event_bets(Fraction(11, 4), [], delta) == []


def test_alternatives_exceed_the_claim() -> None:
    for odds in (1.001, 2.0, 20.0, 4e8):
        found = event_bets.alternative_odds(odds)
        assert len(found) == len(WEIGHTS)
        assert (found > odds).all()
    assert sum(WEIGHTS) == 1


def test_an_event_is_located_by_its_past() -> None:
    for likely, others, unlikely, total in ((0, 0, 0, 1), (700, 1000, 310, 1), (500, 2000, 200, 0.6)):
        draws = 1000 if likely else 0
        found = float(
            event_bets.locate_event(draws, np.array(float(likely)), others, np.array(float(unlikely)))
        )
        assert found == (1 if total == 1 else pytest.approx(total, abs=0.01))


def test_tight_points_are_tight() -> None:
    for total in (0.1, 1.0, 1.7):
        p1, p0 = (float(each) for each in event_bets.tight_probabilities(np.array(total), np.array(3.0)))
        assert p1 + p0 == pytest.approx(total)
        assert max(p1 / p0, (1 - p0) / (1 - p1)) == pytest.approx(3)


# how many pairs any auditor needs


def test_limit_for_randomized_response_that_claims_too_little() -> None:
    assert round(pairs_until_rejection(e, P1, 1 - P1, 0.05)) == 7526
    assert pairs_until_rejection(e, P1, 1 - P1, 0.05) == pytest.approx(
        log(20) / evidence_growth_rate(e, P1, 1 - P1)
    )
    around = pairs_until_rejection(arb(3), arb("0.9"), arb("0.2"), arb("0.05"))
    assert abs(float(around.mid()) - pairs_until_rejection(3.0, 0.9, 0.2, 0.05)) < 1e-9


@pytest.mark.parametrize(("odds", "p1", "p0"), [(2.0, 0.9, 0.3), (3.0, 0.5, 0.1), (1.5, 0.3, 0.1)])
def test_no_private_rate_is_nearer(odds: float, p1: float, p0: float) -> None:
    def divergence_from(t: float) -> float:
        return divergence(p1, odds * t) + divergence(p0, t)

    assert evidence_growth_rate(odds, p1, p0) == pytest.approx(
        min(map(divergence_from, np.linspace(1e-4, 1 / odds - 1e-4, 5000))), abs=1e-6
    )
    assert divergence_from(nearest_rate(odds, p1, p0)) == evidence_growth_rate(odds, p1, p0)
