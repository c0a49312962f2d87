"""Bets on a whole law: fair to every private pair of laws, and the likelihood ratio to the nearest one."""

from fractions import Fraction
from itertools import chain, pairwise
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import codec
from ldproof.evidence import Table, start
from ldproof.evidence.likelihood_ratio import (
    RatioBet,
    bets,
    growth_optimal_weights,
    rounded,
    shifted_i_projection,
)
from ldproof.evidence.predictive import WEIGHTS, alternatives, expected
from ldproof.evidence.process import UNITS, LawProcess, MixtureEProcess, consistent
from ldproof.numbers import Array, ball, precision
from ldproof.rejections import Reason
from tests.reference.refusals import refused
from tests.reference.states import with_state

ODDS = (Fraction(101, 100), Fraction(2), Fraction(11, 4), Fraction(10**6))
COUNTS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6)


def table(counts: list[tuple[int, int]], first: int = 0, spare: int = 0) -> Table:
    """Outcomes with these counts, and some draws with others."""
    one, other = (sum(each[side] for each in counts) + spare for side in (0, 1))
    return Table(one, other, tuple((str(first + place), *each) for place, each in enumerate(counts)))


def mean(bet: RatioBet, law: list[tuple[str, Fraction, Fraction]]) -> Fraction:
    """What one draw makes of 1, of which a fair coin picks the input."""
    total = Fraction(0)
    for name, p, q in law:
        one, other = bet.factors.get(name, bet.silent)
        total += p * one + q * other
    return total / 2


@st.composite
def private_laws(draw: st.DrawFn, odds: Fraction) -> list[tuple[str, Fraction, Fraction]]:
    """Two laws on some of the outcomes 0 to 7; each outcome is as likely as the odds let it, or less, or as with both."""
    masses = draw(st.lists(st.integers(1, 50), min_size=1, max_size=4))
    ratios = [draw(st.sampled_from([odds, Fraction(1), (odds + 1) / 2])) for _ in masses]
    names = draw(st.permutations(range(8)))
    cells = [(mass * ratio, Fraction(mass)) for mass, ratio in zip(masses, ratios, strict=True)]
    cells += [(q, p) for p, q in cells]
    total = sum((p for p, _ in cells), Fraction(0))
    return [(str(name), p / total, q / total) for name, (p, q) in zip(names, cells, strict=False)]


@given(st.sampled_from(ODDS).flatmap(lambda odds: st.tuples(st.just(odds), private_laws(odds))), COUNTS)
def test_whatever_is_bet_is_fair_to_every_private_pair_of_laws(
    private: tuple[Fraction, list[tuple[str, Fraction, Fraction]]], counts: list[tuple[int, int]]
) -> None:
    """Also to outcomes that were never seen before."""
    odds, law = private
    placed = bets(odds, table(counts, spare=3))
    assert len(placed) == len(WEIGHTS)
    for bet in placed:
        assert min(map(min, (bet.silent, *bet.factors.values()))) > 0
        assert mean(bet, law) <= 1


def exceeded(law: list[tuple[str, Fraction, Fraction]], odds: Fraction) -> Fraction:
    """The least delta that two laws keep: by how much a set is likelier than the odds let it, either way."""
    return max(
        sum((max(p - odds * q, Fraction(0)) for p, q in ways), Fraction(0))
        for ways in ([(p, q) for _, p, q in law], [(q, p) for _, p, q in law])
    )


LAWS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=5).filter(
    lambda cells: all(map(sum, zip(*cells, strict=True)))
)


@given(st.sampled_from(ODDS), LAWS, COUNTS, st.booleans())
def test_whatever_is_bet_is_fair_to_every_pair_of_laws_that_keeps_the_delta(
    odds: Fraction, cells: list[tuple[int, int]], counts: list[tuple[int, int]], same: bool
) -> None:
    """Of laws that exceed the odds, at the least delta that they keep; also where bets were learnt from them."""
    ones, others = (sum(side) for side in zip(*cells, strict=True))
    law = [(str(place), Fraction(p, ones), Fraction(q, others)) for place, (p, q) in enumerate(cells)]
    delta = exceeded(law, odds)
    for bet in bets(odds, table(cells if same else counts, spare=3), min(delta, Fraction(99, 100))):
        assert mean(bet, law) <= 1 or delta > Fraction(99, 100)


def test_against_less_than_the_delta_that_laws_keep_there_is_a_bet_that_gains() -> None:
    """And against as much there is none: the payment for delta is neither too small nor too large."""
    cells = [(400, 100), (100, 400), (500, 500)]
    law = [(str(place), Fraction(p, 1000), Fraction(q, 1000)) for place, (p, q) in enumerate(cells)]
    odds, past = Fraction(2), table([(40 * one, 40 * other) for one, other in cells])
    kept = exceeded(law, odds)
    assert kept == Fraction(1, 5)
    assert max(mean(bet, law) for bet in bets(odds, past, kept - Fraction(1, 20))) > 1
    assert max(mean(bet, law) for bet in bets(odds, past, kept)) <= 1
    full = RatioBet(
        odds, Fraction(0), {"0": (Fraction(1, 4), Fraction(0)), "1": (Fraction(0), Fraction(1, 4))}, kept
    )
    assert mean(full, law) == 1


@given(st.sampled_from(ODDS), COUNTS)
def test_no_outcome_pays_more_than_the_shift_alone(odds: Fraction, counts: list[tuple[int, int]]) -> None:
    """At both ends of what is private: which is so of a fair bet, and of no other."""
    for bet in bets(odds, table(counts)):
        silent = bet.silent
        for one, other in bet.factors.values():
            assert odds * one + other <= odds * silent[0] + silent[1]
            assert one + odds * other <= silent[0] + odds * silent[1]
        assert sum(silent) == 2


@given(st.sampled_from(ODDS), COUNTS, st.sampled_from([Fraction(0), Fraction(1, 20)]))
def test_what_settles_a_bet_is_around_its_factors(
    odds: Fraction, counts: list[tuple[int, int]], delta: Fraction
) -> None:
    for bet in bets(odds + Fraction(1, 3), table(counts), delta):
        assert bet.enclosed.keys() == bet.factors.keys()
        exact = [*bet.silent, *chain.from_iterable(bet.factors.values())]
        enclosed = [*bet.others, *chain.from_iterable(bet.enclosed.values())]
        with precision(256):
            for value, around in zip(exact, enclosed, strict=True):
                assert abs(around - ball(value)) < ball(Fraction(1, 2**80))
                assert (around - ball(value)).contains(0)


def test_a_bet_gains_where_privacy_is_violated_and_not_before() -> None:
    past = table([(400, 100), (100, 400), (500, 500)])
    law = [("0", Fraction(2, 5), Fraction(1, 10)), ("1", Fraction(1, 10), Fraction(2, 5))]
    law.append(("2", Fraction(1, 2), Fraction(1, 2)))
    assert max(mean(bet, law) for bet in bets(Fraction(3), past)) > Fraction(101, 100)
    assert max(mean(bet, law) for bet in bets(Fraction(4), past)) <= 1


@pytest.mark.parametrize(
    ("odds", "shift", "first", "second"),
    [
        (1, 0, 0, 0),
        (2, 1, 0, 0),
        (2, 0, Fraction(-1, 8), 0),
        (2, 0, 0, Fraction(-1, 8)),
        (2, 0, Fraction(1, 2), 0),
        (2, 0, 0, Fraction(1, 2)),
    ],
)
def test_unfair_or_ruinous_bets_are_refused(odds: int, shift: int, first: Fraction, second: Fraction) -> None:
    weights = {"a": (Fraction(first), Fraction(second))}
    with refused(Reason.OUT_OF_RANGE):
        RatioBet(Fraction(odds), Fraction(shift), weights)


def test_a_bet_that_cannot_be_placed_is_no_bet() -> None:
    for first in (5.0, float("nan"), float("inf")):
        assert rounded(Fraction(2), 0.0, ["a"], np.array([first]), np.array([0.0])) == RatioBet(Fraction(2))


def test_nothing_is_bet_without_a_past() -> None:
    for past in (Table(), Table(3, 0, (("a", 1, 0),)), Table(3, 3)):
        assert set(map(repr, bets(Fraction(2), past))) == {repr(RatioBet(Fraction(2)))}


def growth(one: Array, other: Array, u: Array, v: Array) -> float:
    """The divergence of two laws from two others."""
    return float((one * np.log(one / u) + other * np.log(other / v)).sum())


def test_the_weights_are_the_likelihood_ratio_to_the_nearest_private_laws() -> None:
    random = np.random.default_rng(1)
    one, other, odds = np.array([0.5, 0.1, 0.3, 0.1]), np.array([0.1, 0.4, 0.3, 0.2]), 2.0
    shift, first, second = growth_optimal_weights(one, other, odds)
    u, v = shifted_i_projection(one, other, odds, shift[..., None])
    assert [u.sum(), v.sum()] == pytest.approx([1, 1], abs=1e-5)
    assert (u <= odds * v * (1 + 1e-12)).all()
    assert (v <= odds * u * (1 + 1e-12)).all()
    assert 1 - shift + first - odds * second == pytest.approx(one / u, rel=1e-9)
    assert 1 + shift - odds * first + second == pytest.approx(other / v, rel=1e-9)
    least = growth(one, other, u, v)
    for _ in range(2000):  # no mixture with another private pair is nearer
        p = random.dirichlet(np.ones(4))
        q = p * odds ** random.uniform(-0.5, 0.5, 4)
        q = q / q.sum()
        if max((p / q).max(), (q / p).max()) <= odds:
            part = random.uniform()
            assert growth(one, other, (1 - part) * u + part * p, (1 - part) * v + part * q) >= least - 1e-5


def test_laws_that_are_expected_are_laws_near_the_past() -> None:
    past = table([(3000, 1000), (1000, 3000), (6000, 6000)])
    rows = [*zip(*expected(past, 2.5), strict=True)]
    for one, other in rows:
        assert [one.sum(), other.sum()] == pytest.approx([1, 1])
        assert one[2] / other[2] == pytest.approx(1, abs=0.02)
        assert min(one[0] / other[0], other[1] / one[1]) > 2.4
    near = int(np.argmin(abs(np.exp(alternatives(2.5)) - 3)))
    one, other = rows[near]
    assert [one[0] / other[0], other[1] / one[1]] == pytest.approx([3, 3], abs=0.1)


def test_of_what_little_is_known_nothing_is_bet() -> None:
    past = table([*[(1, 0)] * 20, *[(0, 1)] * 20])
    for bet in bets(Fraction(3), past)[:3]:
        assert not bet.weights


def test_alternatives_exceed_the_claim() -> None:
    for odds in (1.001, 2.0, 20.0, 4e8):
        found = alternatives(odds)
        assert len(found) == len(WEIGHTS)
        assert found[0] > log(odds)
        assert all(one < other for one, other in pairwise(found)) or odds == 4e8
    assert sum(WEIGHTS) == 1


@given(st.lists(COUNTS, max_size=4))
def test_evidence_is_never_above_the_exact_product_and_hardly_below(
    sequence: list[list[tuple[int, int]]],
) -> None:
    process, past, exact = LawProcess(Fraction(5, 2)), Table(), [Fraction(1)] * len(WEIGHTS)
    for place, counts in enumerate(sequence):
        found = table(counts, first=place, spare=place)
        for index, bet in enumerate(bets(process.odds, past)):
            ones, others = found.draws, found.others
            for name, one, other in found.outcomes:
                factors = bet.factors.get(name, bet.silent)
                exact[index] *= factors[0] ** one * factors[1] ** other
                ones, others = ones - one, others - other
            exact[index] *= bet.silent[0] ** ones * bet.silent[1] ** others
        process, past = process.after(past, found), past + found
    with precision(256):
        for value, logarithm in zip(exact, process.logarithms, strict=True):
            assert 0 <= ball(value).log() - ball(Fraction(logarithm, UNITS)) < ball(Fraction(5, UNITS))


def test_a_portfolio_with_laws_weighs_them_and_is_restored_exactly() -> None:
    past, more = table([(30, 5), (5, 30)]), table([(60, 10), (10, 60)])
    portfolio = start(Fraction(2), Fraction(1, 20)).adding("a", Fraction(1, 2))
    portfolio = portfolio.adding_law("b", Fraction(1, 4))
    after = portfolio.after({}, {"b": (past, more)})
    alone = LawProcess(Fraction(2)).after(past, more).capital()
    assert alone > 1
    assert abs(after.capital() / (ball(Fraction(3, 4)) + alone / 4) - 1) < ball(Fraction(1, 2**40))
    saved = codec.save({}, after)
    again = codec.restore(MixtureEProcess, {}, saved)
    consistent(again)
    assert again == after
    assert again.after({}, {"b": (past, more)}) == after.after({}, {"b": (past, more)})
    with refused(Reason.REPEATED):
        after.adding_law("a", Fraction(1, 8))
    with refused(Reason.UNKNOWN_NAME):
        after.after({}, {"c": (past, more)})
    exceeding = start(Fraction(2), Fraction(1, 20), Fraction(1, 10)).adding_law("b", Fraction(1, 4))
    grown = exceeding.after({}, {"b": (past, more)})
    assert 1 < grown.capital() < after.capital()
    assert codec.restore(MixtureEProcess, {}, codec.save({}, grown)) == grown
    name, weight, _ = after.laws[0]
    for odds, delta, size in (("3", "0", len(WEIGHTS)), ("2", "0", 1), ("2", "1/10", len(WEIGHTS))):
        damaged = {"odds": odds, "logarithms": [0] * size, "delta": delta}
        with refused(Reason.DAMAGED_STATE):
            laws = [[name, str(weight), damaged]]
            consistent(codec.restore(MixtureEProcess, {}, with_state(saved, laws=laws)))
