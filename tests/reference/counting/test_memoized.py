"""Two-step memoization against an algorithm written out: every kept bit, every flip, every pair of states."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import lcm, log1p, prod

import pytest

from ldproof.budget import parse_budget
from ldproof.coins import SeededCoins
from ldproof.counting.client import simulate_memoized_constant
from ldproof.counting.collector import empty_collector, restore_collector, save_collector
from ldproof.counting.formulas import borappor_variance, memoization_odds
from ldproof.counting.mechanism import Memoized, counting_mechanism
from ldproof.counting.memoized import best_memoized_odds, memoized_variance
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of
from ldproof.numbers import log
from ldproof.oracle.conformance.observations import mechanism_observations
from ldproof.registry import make_mechanism
from tests.reference.counting.enumeration import check_tight_odds, tight_odds
from tests.reference.refusals import refused
from tests.tiers import grid

Transcript = tuple[int, ...]
Odds = tuple[Fraction, Fraction]

SYMMETRIC, OPTIMIZED = "symmetric", "optimized"
ODDS: Sequence[Odds] = (
    (Fraction(3), Fraction(5, 3)),
    (Fraction(100), Fraction(2)),
    (Fraction(7, 2), Fraction(10, 3)),
    (Fraction(3, 2), Fraction(11, 10)),
)
"""What is kept, and the first report: reports of the same odds, of smaller ones, and of larger ones."""


def published(
    permanent: str, kept_odds: Fraction, first_odds: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """p1 and q1 of L-GRR or L-OSUE, and p2 by the expression of arXiv 2111.04636 for L-OSUE, which serves both."""
    p1 = kept_odds / (kept_odds + 1) if permanent == SYMMETRIC else Fraction(1, 2)
    p2 = (1 - kept_odds * first_odds) / (first_odds - kept_odds - kept_odds * first_odds + 1)
    return p1, 1 / (kept_odds + 1), p2


def transcripts(states: Sequence[int], permanent: str, odds: Odds) -> dict[Transcript, Fraction]:
    """The probability of everything that a person sends: two bits are kept, and every report may be flipped."""
    p1, q1, p2 = published(permanent, *odds)
    found: defaultdict[Transcript, Fraction] = defaultdict(Fraction)
    for kept, flips in product(product((0, 1), repeat=2), product((0, 1), repeat=len(states))):
        share = prod((p if bit else 1 - p for bit, p in zip(kept, (q1, p1), strict=True)), start=Fraction(1))
        share *= prod(1 - p2 if flip else p2 for flip in flips)
        found[tuple(kept[state] ^ flip for state, flip in zip(states, flips, strict=True))] += share
    return dict(found)


@pytest.mark.parametrize("permanent", [SYMMETRIC, OPTIMIZED])
@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("T", grid((1, 2, 3, 4)))
def test_law_and_privacy_are_those_of_the_enumeration(permanent: str, odds: Odds, T: int) -> None:
    """The ratio of every transcript between all pairs of states, or between those that differ in one round."""
    made = Memoized(T, *odds, permanent)
    every = [*product((0, 1), repeat=T)]
    laws = {states: transcripts(states, permanent, odds) for states in every}
    for states in every:
        assert law_of(made, states).probabilities == laws[states]
    check_tight_odds(made, laws)


@pytest.mark.parametrize("permanent", [SYMMETRIC, OPTIMIZED])
def test_first_report_has_its_odds(permanent: str) -> None:
    """It is randomized response with `first_odds`, or optimized unary encoding's bit."""
    for odds in ODDS:
        p1, q1, p2 = published(permanent, *odds)
        sent = [one * p2 + (1 - one) * (1 - p2) for one in (q1, p1)]
        F = odds[1]
        assert sent == [1 / (F + 1), F / (F + 1) if permanent == SYMMETRIC else Fraction(1, 2)]
        assert law_of(Memoized(1, *odds, permanent), (1,))[(1,)] == sent[1]


def test_constant_state_has_the_odds_of_memoization_and_a_changing_one_more() -> None:
    """arXiv 2111.04636 and 2210.00262 bound all reports of two states by twice what is kept: that is not so."""
    K, F = ODDS[0]
    odds = [tight_odds(Memoized(T, K, F), "user") for T in range(1, 12)]
    assert all(one < other for one, other in pairwise(odds))
    assert odds[0] == F
    assert odds[5] > K**2
    constant = [transcripts((state,) * 6, SYMMETRIC, (K, F)) for state in (1, 0)]
    most = max(share / constant[1][sent] for sent, share in constant[0].items())
    assert most == memoization_odds(6, K - 1, Fraction(2)) < K


def test_few_rounds_cost_less_than_independent_reports() -> None:
    """Where much is kept, T reports with the odds F of one round have odds below F^T from T = 3 on."""
    K, F = Fraction(100), Fraction(2)
    for T in (1, 2):
        assert tight_odds(Memoized(T, K, F), "user") == F**T
    for T in (3, 4, 5, 6):
        assert tight_odds(Memoized(T, K, F), "user") < F**T


@pytest.mark.parametrize("permanent", [SYMMETRIC, OPTIMIZED])
@pytest.mark.parametrize("T", [301, 10**6])
def test_odds_of_many_rounds_are_near_those_of_a_simpler_bound(permanent: str, T: int) -> None:
    """Between A^(T/2 - 2) / K^2 and A^T, and of one round between F and A."""
    K, F = Fraction(3), Fraction(5, 3)
    made = Memoized(T, K, F, permanent)
    user, event = (float(log(tight_odds(made, level))) for level in LEVELS)
    a = 1.0986122886681098  # ln 3 = ln A
    assert (T / 2 - 4) * a < user < T * a
    assert 0.5 < event <= a * (1 + 1e-12)


def test_reports_are_nearly_independent_where_what_is_kept_is_nearly_the_state() -> None:
    """Their odds over a million rounds are then those of a round to the power T, and are found at once."""
    T, F = 10**6, 1 + Fraction(1, 10**7)
    user = float(log(tight_odds(Memoized(T, Fraction(10**9), F), "user")))
    assert user == pytest.approx(T * log1p(float(F - 1)), rel=1e-9)


@pytest.mark.parametrize("epsilon", ["1e-9", "1", "30"])
@pytest.mark.parametrize("T", [3, 4])
def test_best_odds_keep_the_budget_of_all_rounds(T: int, epsilon: str) -> None:
    """By the ratios of all transcripts; with a first report that no other odds of a grid make better."""
    budget = parse_budget(1, epsilon=epsilon)
    K, F = best_memoized_odds(T, budget)
    every = [*product((0, 1), repeat=T)]
    laws = [transcripts(states, SYMMETRIC, (K, F)) for states in every]
    most = max(one[sent] / other[sent] for one, other in product(laws, laws) for sent in every)
    assert budget.odds() * Fraction(9999, 10_000) < most <= budget.odds() or epsilon == "1e-9"
    assert 1 < most <= budget.odds()
    better = 1 + (F - 1) * Fraction(1001, 1000)
    for kept in (1 + (K - 1) * Fraction(step, 10) for step in (2, 5, 8, 10, 12, 20, 50)):
        if kept > better:
            assert tight_odds(Memoized(T, kept, better), "user") > budget.odds()


def test_best_odds_vary_less_than_independent_reports() -> None:
    for T, epsilon in ((3, 1), (20, 10), (1000, 5)):
        budget = parse_budget(1, epsilon=epsilon)
        _, F = best_memoized_odds(T, budget)
        assert memoized_variance(9, Fraction(0), F) < borappor_variance(9, T, budget)


def test_simulated_ones_have_the_mean_and_the_dependence_of_the_law() -> None:
    """Of one person: what is sent in two rounds is alike as often as the law says."""
    made = Memoized(2, Fraction(4), Fraction(3), OPTIMIZED)
    for active in (0, 1):
        ones = simulate_memoized_constant(made, 1, active, 4000, SeededCoins(b"constant"))
        law = transcripts((active, active), OPTIMIZED, (Fraction(4), Fraction(3)))
        assert abs(float(ones[:, 1].mean()) - float(law[0, 1] + law[1, 1])) < 0.03
        assert abs(float((ones[:, 0] == ones[:, 1]).mean()) - float(law[0, 0] + law[1, 1])) < 0.03


def drawn_shares(made: Memoized, states: Transcript, runs: int) -> dict[Transcript, float]:
    coins, found = SeededCoins(b"memoized"), defaultdict[Transcript, float](float)
    for _ in range(runs):
        sent = made.randomize(states, coins)
        found[tuple(int(bit or 0) for bit in sent)] += 1 / runs
    return found


def test_device_draws_by_its_law() -> None:
    made, states = Memoized(2, Fraction(4), Fraction(2), OPTIMIZED), (1, 0)
    shares = drawn_shares(made, states, 3000)
    for sent, share in transcripts(states, OPTIMIZED, (Fraction(4), Fraction(2))).items():
        assert abs(shares[sent] - float(share)) < 0.04


@pytest.mark.parametrize("permanent", [SYMMETRIC, OPTIMIZED])
@pytest.mark.parametrize("active", [0, 1, 3])
def test_estimate_is_unbiased_with_the_stated_variance(permanent: str, active: int) -> None:
    """Of three people in their second round, by everybody's transcripts of both rounds."""
    N, odds = 3, ODDS[1]
    mu, made = Fraction(active, N), Memoized(2, *odds, permanent)
    one = [
        sum(share for sent, share in transcripts((1, state), permanent, odds).items() if sent[1])
        for state in (0, 1)
    ]
    mean = square = Fraction(0)
    for bits in product((0, 1), repeat=N):
        chances = [one[int(person < active)] for person in range(N)]
        share = prod(p if bit else 1 - p for bit, p in zip(bits, chances, strict=True))
        estimate = made.estimate(N, sum(bits), N)
        assert estimate is not None
        assert estimate.exact is not None
        mean += share * estimate.exact
        square += share * (estimate.exact - mu) ** 2
    assert mean == mu
    assert memoized_variance(N, mu, odds[1], permanent) == square


def test_variance_is_that_of_simulated_rounds() -> None:
    """600 groups of ten people, with coins of a fixed seed."""
    made, coins, errors = Memoized(1, Fraction(9), Fraction(4), OPTIMIZED), SeededCoins(b"groups"), []
    for _ in range(600):
        ones = sum(int(made.randomize((int(person < 5),), coins)[0] or 0) for person in range(10))
        estimate = made.estimate(10, ones, 10)
        assert estimate is not None
        errors.append((float(estimate) - 0.5) ** 2)
    expected = float(memoized_variance(10, Fraction(1, 2), Fraction(4), OPTIMIZED))
    assert sum(errors) / 600 == pytest.approx(expected, rel=0.2)


def test_variance_is_that_of_rappor_and_of_optimized_unary_encoding() -> None:
    """With F for the odds of a report; and 4 F / (N (F - 1)^2) + mu / N, which is never less."""
    for mu in (Fraction(0), Fraction(1, 2), Fraction(1)):
        for F in (Fraction(5, 4), Fraction(3), Fraction(20)):
            same, optimized = (memoized_variance(6, mu, F, each) for each in (SYMMETRIC, OPTIMIZED))
            assert same == borappor_variance(6, 1, parse_budget(odds=F))
            assert optimized == (4 * F / (F - 1) ** 2 + mu) / 6 > same


def test_collector_counts_everybody_and_is_saved() -> None:
    made = Memoized(2, Fraction(4), Fraction(3))
    collector = empty_collector(made, 4)
    assert collector.receive(1, (1, 1, 0, 1)) == 1
    other = empty_collector(made, 4)
    restore_collector(other, save_collector(collector))
    assert other.count(2, 0, 4) == Fraction(-1, 2)
    with refused(Reason.WRONG_COUNT):
        empty_collector(made, 4).count(1, 1, 3)
    with refused(Reason.FOREIGN_STATE):
        restore_collector(
            empty_collector(Memoized(2, Fraction(4), Fraction(2)), 4), save_collector(collector)
        )


def test_parameters_are_refused() -> None:
    given: dict[str, object] = {"T": 2, "kept_odds": 3, "first_odds": 2}
    for change, reason in (
        ({"first_odds": 3}, Reason.OUT_OF_RANGE),
        ({"first_odds": 4}, Reason.OUT_OF_RANGE),
        ({"kept_odds": 1}, Reason.OUT_OF_RANGE),
        ({"permanent": "l_sue"}, Reason.UNKNOWN_NAME),
        ({"odds": 3}, Reason.UNKNOWN_PARAMETER),
    ):
        with refused(reason):
            make_mechanism("counting.memoized", {**given, **change})
    with refused(Reason.UNKNOWN_NAME):
        counting_mechanism("memoized", 2, odds=3)


def test_null_has_probability_0() -> None:
    assert Memoized(2, Fraction(4), Fraction(3)).likelihood((1, 0), (1, None)) == 0


@pytest.mark.parametrize("permanent", [SYMMETRIC, OPTIMIZED])
def test_observed_parts_of_many_rounds_have_their_laws(permanent: str) -> None:
    """The laws of places and of numbers of ones among 13 rounds, by the law of all transcripts."""
    odds, secret = ODDS[0], "1101000111010"
    made = Memoized(13, *odds, permanent)
    law = transcripts_of_many([*map(int, secret)], permanent, odds)
    whole = lcm(*(share.denominator for share in law.values()))
    parts = {sent: int(share * whole) for sent, share in law.items()}
    for each in mechanism_observations(made, secret):
        found: Counter[str] = Counter()
        for sent, part in parts.items():
            found[each.statistic(sent)] += part
        if each.chances:
            assert found.keys() <= each.chances.keys(), each.name
            assert all(
                0 <= each.chances[said] - Fraction(part, whole) < Fraction(1, 10**20)
                for said, part in found.items()
            )


def transcripts_of_many(states: Sequence[int], permanent: str, odds: Odds) -> dict[str, Fraction]:
    """The law of `transcripts`, as texts, bit by bit."""
    p1, q1, p2 = published(permanent, *odds)
    law: defaultdict[str, Fraction] = defaultdict(Fraction)
    for kept in product((0, 1), repeat=2):
        share = prod(p if bit else 1 - p for bit, p in zip(kept, (q1, p1), strict=True))
        some = {"": share}
        for state in states:
            some = {
                sent + str(bit): chance * (p2 if bit == kept[state] else 1 - p2)
                for sent, chance in some.items()
                for bit in (0, 1)
            }
        for sent, chance in some.items():
            law[sent] += chance
    return law
