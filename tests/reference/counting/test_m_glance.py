"""m-shot Glance against an algorithm written out: every choice of rounds, every coin of everybody."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from ldproof.budget import parse_budget
from ldproof.coins import SeededCoins
from ldproof.counting.client import simulate_received_constant
from ldproof.counting.collector import CountingCollector, empty_collector, restore_collector, save_collector
from ldproof.counting.formulas import borappor_variance, glance_variance
from ldproof.counting.m_glance import (
    HAIR,
    m_glance_alpha_exact,
    m_glance_best_m,
    m_glance_tail,
    m_glance_variance,
    variance_floor,
)
from ldproof.counting.mechanism import m_shot_glance
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of, tight_privacy
from ldproof.numbers import Real
from ldproof.probability import INFINITE
from tests.planning.by_hand import estimate_law
from tests.reference.refusals import refused
from tests.tiers import grid

Transcript = tuple[int | None, ...]
E = 3
"""The odds of one report."""


def transcripts(states: Sequence[int], m: int) -> dict[Transcript, Fraction]:
    """The probability of everything that a person sends: m rounds are chosen, and each of their bits may be flipped."""
    found: defaultdict[Transcript, Fraction] = defaultdict(Fraction)
    choices = list(combinations(range(len(states)), m))
    for chosen, lies in product(choices, product((0, 1), repeat=m)):
        sent: list[int | None] = [None] * len(states)
        for t, lie in zip(chosen, lies, strict=True):
            sent[t] = states[t] ^ lie
        found[tuple(sent)] += Fraction(E ** lies.count(0), (E + 1) ** m * len(choices))
    return dict(found)


@pytest.mark.parametrize(("T", "m"), [(T, m) for T in range(1, 5) for m in range(1, T + 1)])
def test_law_and_privacy_are_those_of_the_enumeration(T: int, m: int) -> None:
    """The whole budget over all rounds, and the odds of one report for a single one; both are reached."""
    asked = m_shot_glance(T, m, report_odds=E)
    for states in product((0, 1), repeat=T):
        expected = transcripts(states, m)
        assert law_of(asked, states).probabilities == expected
        assert set(asked.outputs) == set(expected)
    for level, odds in zip(LEVELS, (E**m, E), strict=True):
        stated, found = asked.privacy(level), tight_privacy(asked, level)
        assert stated.odds == found.odds == odds
        one, other = (
            sum(share for sent, share in transcripts(each, m).items() if stated.event(sent))
            for each in (stated.likely, stated.unlikely)
        )
        assert one == odds * other > 0


def test_a_device_draws_what_the_law_has() -> None:
    """In 300 runs each of the 24 transcripts comes up, and nothing else."""
    asked, coins = m_shot_glance(4, 2, report_odds=2), SeededCoins(b"m-shot")
    drawn = {asked.randomize((1, 0, 1, 1), coins) for _ in range(300)}
    assert drawn == set(asked.outputs)


@pytest.mark.parametrize(
    ("N", "T", "m", "M"), [(4, 3, 2, 1), (3, 4, 2, 3), (5, 3, 1, 2), (1, 4, 2, 1), (2, 3, 3, 1)]
)
def test_one_round_is_that_of_everybodys_coins(N: int, T: int, m: int, M: int) -> None:
    """Mean, variance, tail and largest error of the estimate, where somebody reports, by the law of ones and zeros."""
    mu, budget = Fraction(M, N), parse_budget(m, report_odds=E)
    law = estimate_law(("glance", m, Fraction(0)), N, M, T, E**m)
    heard = {each: share for each, share in law.items() if each is not None}
    somebody = sum(heard.values())
    assert sum(each * share for each, share in heard.items()) == mu * somebody
    variance = sum((each - mu) ** 2 * share for each, share in heard.items()) / somebody
    assert m_glance_variance(N, T, m, mu, budget) == variance
    for alpha in (Fraction(1, 7), Fraction(1, 2), Fraction(9, 10)):
        off = 1 - sum(share for each, share in heard.items() if abs(each - mu) < alpha)
        assert m_glance_tail(N, T, m, mu, alpha, budget) == off
    for beta in (Fraction(1, 2), Fraction(T, 3)):
        error = m_glance_alpha_exact(N, T, m, mu, beta, budget)
        expected = max(
            (
                size
                for size in {abs(each - mu) for each in heard}
                if T * (1 - sum(share for each, share in heard.items() if abs(each - mu) < size)) > beta
            ),
            default=Fraction(0),
        )
        assert error == (INFINITE if T * (1 - somebody) > beta else expected)


@pytest.mark.parametrize(
    ("N", "T", "mu"), [(10, 4, Fraction(1, 2)), (30, 6, Fraction(1, 3)), (1, 3, Fraction(1))]
)
def test_one_report_is_glance_and_all_are_borappor(N: int, T: int, mu: Fraction) -> None:
    whole = parse_budget(odds=2**12)
    assert m_glance_variance(N, T, 1, mu, whole) == glance_variance(N, T, mu, whole)
    assert m_glance_variance(N, T, T, mu, whole.over(T)) == borappor_variance(N, T, whole)


@pytest.mark.parametrize(
    ("N", "T", "odds", "mu"), grid((1, 2, 20, 50), (1, 12, 4), (2, 200, 10**6), (Fraction(0), Fraction(1, 2)))
)
def test_no_other_m_has_a_smaller_variance(N: int, T: int, odds: int, mu: Fraction) -> None:
    """Every m is tried; the bound that the search goes by is below each variance."""
    if (N * mu).denominator != 1:
        mu = Fraction(1)
    whole = parse_budget(odds=odds)
    variances = [m_glance_variance(N, T, m, mu, whole.over(m)) for m in range(1, T + 1)]
    square = float(whole.epsilon()) ** 2
    floor = variance_floor(N, T, float(mu), float(whole.epsilon()))
    assert all(
        least <= square * float(each) * (1 + HAIR) for least, each in zip(floor, variances, strict=True)
    )
    best = m_glance_best_m(N, T, mu, whole)
    assert all(variances[best - 1] <= each or not variances[best - 1].compared(each) for each in variances)


@pytest.mark.parametrize(("epsilon", "best"), [("1e-400", 1), ("1e-300", 1), ("1e-9", 1), ("1000000", 5)])
def test_best_m_at_the_ends_of_the_budget(epsilon: str, best: int) -> None:
    """Where variances overflow in floats, and where the coins' part of them is 0; more than 10,000 rounds are refused."""
    whole = parse_budget(epsilon=epsilon)
    assert m_glance_best_m(10, 5, Fraction(1, 2), whole) == best
    assert m_glance_best_m(10, 10_000, Fraction(1, 2), whole) == (1 if best == 1 else 10_000)
    with refused(Reason.TOO_LARGE):
        m_glance_best_m(10, 10_001, Fraction(1, 2), whole)


def collector() -> CountingCollector:
    return empty_collector(m_shot_glance(4, 2, report_odds=E), 2)


def test_a_collector_takes_m_reports_from_each() -> None:
    """A third one is refused, in reports and in counts, also by a collector that was saved meanwhile."""
    first = collector()
    assert [first.receive(1, [1, 0]), first.receive(2, [1, None])] == [
        Real(Fraction(1, 2)),
        Real(Fraction(3, 2)),
    ]
    again = collector()
    restore_collector(again, save_collector(first))
    for each in (first, again):
        with refused(Reason.REPEATED):
            each.receive(3, [0, None])
        each.receive(3, [None, 0])
        with refused(Reason.REPEATED):
            each.receive(4, [None, 1])
        with refused(Reason.REPEATED):
            each.count(4, 0, 1)
    damaged = save_collector(again).replace("[1, 1, 2, 2]", "[1, 1, 1, 2]")
    with refused(Reason.DAMAGED_STATE):
        restore_collector(collector(), damaged)


def test_a_person_sends_one_bit_in_a_round() -> None:
    """Three bits of two people are refused in the first round, although each may report twice in all."""
    with refused(Reason.REPEATED):
        collector().count(1, 0, 3)
    assert collector().count(1, 0, 2) == Real(Fraction(-1, 2))


def test_more_reports_than_rounds_are_refused() -> None:
    with refused(Reason.OUT_OF_RANGE):
        m_shot_glance(3, 4, odds=3)


def test_a_population_is_drawn_as_its_people_are() -> None:
    """Everybody reports in m of T rounds: the numbers of reporters add up to m N, in every run."""
    received = simulate_received_constant(m_shot_glance(5, 3, odds=8), 7, 4, 20, SeededCoins(b"all"))
    assert (received.reporters.sum(axis=1) == 21).all()
    assert (received.ones <= received.reporters).all()
