"""Bets on a whole law: fair to every private pair of laws, and the likelihood ratio to the nearest one.

And the laws that the past suggests: Bayes' rule by hand, and how soon what they suggest is near the truth.
"""

from fractions import Fraction
from itertools import chain, pairwise, product
from math import exp, log, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import serialization
from ldproof.errors import Reason
from ldproof.evidence import OutcomeTable, ratio_bets, start
from ldproof.evidence.eprocess import UNITS, LawProcess, MixtureEProcess, validate_mixture
from ldproof.evidence.ratio_bets import (
    WEIGHTS,
    RatioBet,
    growth_optimal_weights,
    log_alternative_odds,
    optimal_ratio_bets,
    outcome_factors,
    round_bet,
    shifted_i_projection,
    suggested_laws,
)
from ldproof.numbers import Array, ball, precision
from tests.drivers.bench.bench_power import Pair, categories, geometric_laws, growth_rate, hadamard_laws
from tests.reference.refusals import refused
from tests.reference.states import with_state

Counts = list[tuple[int, int]]
Laws = list[tuple[str, Fraction, Fraction]]
"""The outcomes, and their probabilities with either input."""

ODDS = (Fraction(101, 100), Fraction(2), Fraction(11, 4), Fraction(10**6))
COUNTS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6)
SEEN = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=5).filter(
    lambda counts: all(map(sum, zip(*counts, strict=True)))
)


def table(counts: Counts, first: int = 0, spare: int = 0) -> OutcomeTable:
    """Outcomes with these counts, and some draws with others."""
    one, other = (sum(each[side] for each in counts) + spare for side in (0, 1))
    return OutcomeTable(one, other, tuple((str(first + place), *each) for place, each in enumerate(counts)))


def mean_factor(bet: RatioBet, law: Laws) -> Fraction:
    """Return the mean factor of one draw, whose input a fair coin picks."""
    each = ((bet.factors.get(name, bet.silent), p, q) for name, p, q in law)
    return sum((p * one + q * other for (one, other), p, q in each), Fraction(0)) / 2


@st.composite
def private_laws(draw: st.DrawFn, odds: Fraction) -> Laws:
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
    private: tuple[Fraction, Laws], counts: Counts
) -> None:
    """Also to outcomes that were never seen before."""
    odds, law = private
    placed = optimal_ratio_bets(odds, table(counts, spare=3))
    assert len(placed) == len(WEIGHTS)
    for bet in placed:
        assert min(map(min, (bet.silent, *bet.factors.values()))) > 0
        assert mean_factor(bet, law) <= 1


def exceeded(law: Laws, odds: Fraction) -> Fraction:
    """The least delta that two laws keep: by how much a set is likelier than the odds let it, either way."""
    return max(
        sum((max(p - odds * q, Fraction(0)) for p, q in ways), Fraction(0))
        for ways in ([(p, q) for _, p, q in law], [(q, p) for _, p, q in law])
    )


@given(st.sampled_from(ODDS), SEEN, COUNTS, st.booleans())
def test_whatever_is_bet_is_fair_to_every_pair_of_laws_that_keeps_the_delta(
    odds: Fraction, cells: Counts, counts: Counts, same: bool
) -> None:
    """Of laws that exceed the odds, at the least delta that they keep; also where bets were learnt from them."""
    ones, others = (sum(side) for side in zip(*cells, strict=True))
    law = [(str(place), Fraction(p, ones), Fraction(q, others)) for place, (p, q) in enumerate(cells)]
    delta = exceeded(law, odds)
    for bet in optimal_ratio_bets(
        odds, table(cells if same else counts, spare=3), min(delta, Fraction(99, 100))
    ):
        assert mean_factor(bet, law) <= 1 or delta > Fraction(99, 100)


def test_a_bet_gains_where_the_claim_is_violated_and_not_before() -> None:
    """The payment for delta is neither too small nor too large."""
    cells = [(400, 100), (100, 400), (500, 500)]
    law = [(str(place), Fraction(p, 1000), Fraction(q, 1000)) for place, (p, q) in enumerate(cells)]
    odds, past = Fraction(2), table([(40 * one, 40 * other) for one, other in cells])
    assert max(mean_factor(bet, law) for bet in optimal_ratio_bets(Fraction(3), table(cells))) > Fraction(
        101, 100
    )
    assert max(mean_factor(bet, law) for bet in optimal_ratio_bets(Fraction(4), table(cells))) <= 1
    kept = exceeded(law, odds)
    assert kept == Fraction(1, 5)
    assert max(mean_factor(bet, law) for bet in optimal_ratio_bets(odds, past, kept - Fraction(1, 20))) > 1
    assert max(mean_factor(bet, law) for bet in optimal_ratio_bets(odds, past, kept)) <= 1
    none, quarter = Fraction(0), Fraction(1, 4)
    assert mean_factor(RatioBet(odds, none, {"0": (quarter, none), "1": (none, quarter)}, kept), law) == 1


@given(st.sampled_from(ODDS), COUNTS)
def test_no_outcome_pays_more_than_the_shift_alone(odds: Fraction, counts: Counts) -> None:
    """At both ends of what is private: which is so of a fair bet, and of no other."""
    for bet in optimal_ratio_bets(odds, table(counts)):
        silent = bet.silent
        for one, other in bet.factors.values():
            assert odds * one + other <= odds * silent[0] + silent[1]
            assert one + odds * other <= silent[0] + odds * silent[1]
        assert sum(silent) == 2


@given(st.sampled_from(ODDS), COUNTS, st.sampled_from([Fraction(0), Fraction(1, 20)]))
def test_what_settles_a_bet_is_around_its_factors(odds: Fraction, counts: Counts, delta: Fraction) -> None:
    for bet in optimal_ratio_bets(odds + Fraction(1, 3), table(counts), delta):
        assert bet.enclosed.keys() == bet.factors.keys()
        exact = [*bet.silent, *chain.from_iterable(bet.factors.values())]
        enclosed = [*bet.others, *chain.from_iterable(bet.enclosed.values())]
        with precision(256):
            for value, around in zip(exact, enclosed, strict=True):
                assert abs(around - ball(value)) < ball(Fraction(1, 2**80))
                assert (around - ball(value)).contains(0)


def test_unfair_or_ruinous_bets_are_refused_and_not_placed() -> None:
    for stakes in ("1 0 0 0", "2 1 0 0", "2 0 -1/8 0", "2 0 0 -1/8", "2 0 1/2 0", "2 0 0 1/2"):
        odds, shift, first, second = map(Fraction, stakes.split())
        with refused(Reason.OUT_OF_RANGE):
            RatioBet(odds, shift, {"a": (first, second)})
    for weight in (5.0, float("nan"), float("inf")):
        assert round_bet(Fraction(2), 0.0, ["a"], np.array([weight]), np.array([0.0])) == RatioBet(
            Fraction(2)
        )
    for past in (OutcomeTable(), OutcomeTable(3, 0, (("a", 1, 0),)), OutcomeTable(3, 3)):
        assert set(map(repr, optimal_ratio_bets(Fraction(2), past))) == {repr(RatioBet(Fraction(2)))}


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

    def divergence(u: Array, v: Array) -> float:
        return float((one * np.log(one / u) + other * np.log(other / v)).sum())

    for _ in range(2000):  # no mixture with another private pair is nearer
        p = random.dirichlet(np.ones(4))
        q = p * odds ** random.uniform(-0.5, 0.5, 4)
        q = q / q.sum()
        if max((p / q).max(), (q / p).max()) <= odds:
            part = random.uniform()
            mixed = (1 - part) * u + part * p, (1 - part) * v + part * q
            assert divergence(*mixed) >= divergence(u, v) - 1e-5


def test_laws_that_are_expected_are_laws_near_the_past() -> None:
    past = table([(3000, 1000), (1000, 3000), (6000, 6000)])
    rows = [*zip(*suggested_laws(past, 2.5), strict=True)]
    for one, other in rows:
        assert [one.sum(), other.sum()] == pytest.approx([1, 1])
        assert one[2] / other[2] == pytest.approx(1, abs=0.02)
        assert min(one[0] / other[0], other[1] / one[1]) > 2.4
    one, other = rows[int(np.argmin(abs(np.exp(log_alternative_odds(2.5)) - 3)))]
    assert [one[0] / other[0], other[1] / one[1]] == pytest.approx([3, 3], abs=0.1)
    for bet in optimal_ratio_bets(Fraction(3), table([*[(1, 0)] * 20, *[(0, 1)] * 20]))[:3]:
        assert not bet.weights  # so little is known


def test_outcomes_far_beyond_the_claim_are_believed_to_be_both_ways() -> None:
    """The farthest ratio that is known to `predictive` is e^4 times the alternative's."""
    one, other = suggested_laws(table([(9000, 1), (1, 9000), (6000, 6000)]), 2.5)
    far = np.exp(log_alternative_odds(2.5) + ratio_bets.FAR[-1])
    assert one[:, 0] / other[:, 0] == pytest.approx(far, rel=0.01)
    assert other[:, 1] / one[:, 1] == pytest.approx(far, rel=0.01)


def test_alternatives_exceed_the_claim() -> None:
    for odds in (1.001, 2.0, 20.0, 4e8):
        found = log_alternative_odds(odds)
        assert len(found) == len(WEIGHTS)
        assert found[0] > log(odds)
        assert all(one < other for one, other in pairwise(found)) or odds == 4e8
    assert sum(WEIGHTS) == 1


@given(st.lists(COUNTS, max_size=4))
def test_evidence_is_never_above_the_exact_product_and_hardly_below(
    sequence: list[Counts],
) -> None:
    process, past, exact = LawProcess(Fraction(5, 2)), OutcomeTable(), [Fraction(1)] * len(WEIGHTS)
    for place, counts in enumerate(sequence):
        found = table(counts, first=place, spare=place)
        for index, bet in enumerate(optimal_ratio_bets(process.odds, past)):
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
    saved = serialization.save_state({}, after)
    again = serialization.restore_state(MixtureEProcess, {}, saved)
    validate_mixture(again)
    assert again == after
    assert again.after({}, {"b": (past, more)}) == after.after({}, {"b": (past, more)})
    with refused(Reason.REPEATED):
        after.adding_law("a", Fraction(1, 8))
    with refused(Reason.UNKNOWN_NAME):
        after.after({}, {"c": (past, more)})
    exceeding = start(Fraction(2), Fraction(1, 20), Fraction(1, 10)).adding_law("b", Fraction(1, 4))
    grown = exceeding.after({}, {"b": (past, more)})
    assert 1 < grown.capital() < after.capital()
    assert serialization.restore_state(MixtureEProcess, {}, serialization.save_state({}, grown)) == grown
    name, weight, _ = after.laws[0]
    for odds, delta, size in (("3", "0", len(WEIGHTS)), ("2", "0", 1), ("2", "1/10", len(WEIGHTS))):
        damaged = {"odds": odds, "logarithms": [0] * size, "delta": delta}
        with refused(Reason.DAMAGED_STATE):
            laws = [[name, str(weight), damaged]]
            validate_mixture(serialization.restore_state(MixtureEProcess, {}, with_state(saved, laws=laws)))


# the laws that the past suggests


@given(st.lists(st.floats(-800, 800), min_size=1, max_size=6))
def test_weights_are_by_their_logarithms(logarithms: list[float]) -> None:
    weights, total = ratio_bets.posterior_weights(np.array(logarithms))
    assert weights.sum() == pytest.approx(1)
    assert np.log(np.maximum(weights, 1e-300)) == pytest.approx(
        np.maximum(np.array(logarithms) - total, log(1e-300)), abs=1e-9
    )


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6))
def test_how_likely_counts_are_is_said_by_an_urn(counts: list[int]) -> None:
    """From which outcomes are drawn one after another: each oftener, the oftener it came."""
    weights = [Fraction(1)] * len(counts)
    likely = Fraction(1)
    for place, times in enumerate(counts):
        for _ in range(times):
            likely *= weights[place] / sum(weights)
            weights[place] += 1
    assert exp(ratio_bets.log_count_evidence(np.array(counts, dtype=float))) == pytest.approx(
        float(likely), rel=1e-9
    )


@given(SEEN, st.sampled_from([1.5, 2.5, 8.0]))
def test_two_levels_by_hand(counts: Counts, odds: float) -> None:
    past, size = table([(one // 4, other // 4) for one, other in counts], spare=2), len(counts)
    counts = [(one, other) for _, one, other in past.outcomes]
    found = ratio_bets.two_level_laws(past, log_alternative_odds(odds)[:, None])
    ones, others = map(sum, zip(*counts, strict=True))
    side = past.draws / (past.draws + past.others)
    for row, top in enumerate(log_alternative_odds(odds).tolist()):
        for place, share in enumerate((1 / max(2, size), 0.5, 1 / (1 + exp(top)))):
            low = 1 / (size * (1 - share + share * exp(top)))
            likely, laws = 1.0, []
            for here, there in counts:
                cases = []
                for levels in product((0, 1), repeat=2):
                    p, q = (low * exp(top * high) for high in levels)
                    known = prod(share if high else 1 - share for high in levels)
                    cases.append((known * p**here * q**there * exp(-ones * p - others * q), p, q))
                total = sum(each for each, _, _ in cases)
                likely *= total
                laws.append([sum(each[0] * each[way] for each in cases) / total for way in (1, 2)])
            known = log(likely) + ones + others + ones * log(side) + others * log(1 - side)
            assert found.evidence[row, place] == pytest.approx(known, rel=1e-9, abs=1e-9)
            for way, law in zip((found.one, found.other), np.array(laws).T, strict=True):
                assert way[row, place] == pytest.approx(law / law.sum(), rel=1e-9)


@pytest.mark.parametrize("counts", [(("a", 1, 0), ("b", 99, 1)), (("a", 0, 1), ("b", 1, 99))])
def test_expected_laws_are_laws_however_few_came_of_one_input(
    counts: tuple[tuple[str, int, int], ...],
) -> None:
    ones, others = (sum(each) for each in list(zip(*counts, strict=True))[1:])
    for law in suggested_laws(OutcomeTable(ones, others, counts), 2.5):
        assert (law > 0).all()
        assert law.sum(axis=-1) == pytest.approx(1)


def draw_pairs(pair: Pair, pairs: int, random: np.random.Generator) -> OutcomeTable:
    """Return the outcomes of `pairs` pairs of draws."""
    return table([*zip(*(random.multinomial(pairs, law).tolist() for law in pair), strict=True)])


@pytest.mark.parametrize(
    ("pair", "believed"),
    [(hadamard_laws(16, 1.2), True), (categories(16, 1.2), True), (geometric_laws(33, 1.2), False)],
)
def test_levels_are_believed_in_where_there_are_two(pair: Pair, believed: bool) -> None:
    """And where there are none, what is expected is what outcomes suggest that are taken alone."""
    odds, near, past = np.array(exp(1)), 1, draw_pairs(pair, 400, np.random.default_rng(1))
    top = log_alternative_odds(odds)[:, None]
    free, levels = ratio_bets.separate_outcome_laws(past, odds, top, 0), ratio_bets.two_level_laws(past, top)
    one, _ = ratio_bets.weighed_laws(free, levels)
    ahead = levels.evidence[near].max() - free.evidence[near]
    assert ahead > log(20) if believed else ahead < -log(20)
    alone = pytest.approx(free.one[near].tolist(), rel=0.02 if believed else 0.01)
    assert (one[near].tolist() != alone) is believed


def grown(past: OutcomeTable, pair: Pair, odds: float) -> Array:
    """How fast bets grow that are placed by this past, where these are the laws: a number for each alternative."""
    shift, first, second = growth_optimal_weights(*suggested_laws(past, odds), odds)
    weights = np.zeros((2, len(shift), len(pair[0])))
    weights[:, :, [int(name) for name, _, _ in past.outcomes]] = first, second
    one, other = outcome_factors(np.array(odds), weights[0], weights[1], shift[:, None])
    return np.asarray(np.log(one) @ pair[0] + np.log(other) @ pair[1])


@pytest.mark.parametrize(
    ("pair", "pairs", "least"),
    [
        (hadamard_laws(16, 1.2), 200, 0.6),
        (hadamard_laws(16, 1.2), 400, 0.8),
        (categories(64, 1.3), 800, 0.6),
        (categories(4, 1.2), 100, 0.6),
        (geometric_laws(33, 1.2), 200, 0.5),
    ],
)
def test_what_is_expected_is_soon_as_good_as_the_truth(pair: Pair, pairs: int, least: float) -> None:
    """In the mean of 40 pasts the bets on the true alternative grow by so much of what nobody exceeds."""
    random, odds = np.random.default_rng(2), exp(1)
    found = [grown(draw_pairs(pair, pairs, random), pair, odds) for _ in range(40)]
    assert np.mean([each[1] for each in found]) > least * growth_rate(*pair, odds)
    assert np.max(found) <= growth_rate(*pair, odds) * (1 + 1e-6)
