"""Privacy at every distance: against all people and transcripts, and against other formulas; then with a delta."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.errors import Reason
from ldproof.mechanisms import law_of
from ldproof.numbers import Enclosure, Real, ball, enclose, precision
from ldproof.shots.formulas import event_odds
from ldproof.shots.mechanism import report_mechanism
from ldproof.shots.privacy import distance_epsilon, distance_odds, event_delta
from tests.reference.refusals import refused
from tests.reference.reporting.privacy import distance, largest_ratio
from tests.reference.reporting.refusing import check_row_refusals
from tests.reference.shots import literal
from tests.tiers import grid, some

E = Fraction(3)
DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1)]
SHAPES = [(T, m) for T in range(1, 5) for m in range(1, T + 1)]
THIRD = Fraction(1, 3)


def exact(quantity: object) -> Fraction:
    assert isinstance(quantity, Real)
    assert quantity.exact is not None
    return quantity.exact


def enclosure(quantity: Real) -> Enclosure:
    return enclose(lambda: ball(quantity), 20)


def odds(d: int, m: int, T: int, r: Fraction, E: Fraction) -> Fraction:
    return exact(distance_odds(d, m, T, r, parse_budget(m, report_odds=E)))


@pytest.mark.parametrize("r", grid(DUMMIES))
def test_odds_are_the_largest_ratio_over_all_people_and_transcripts(r: Fraction) -> None:
    """At every distance."""
    for T, m in SHAPES:
        laws = {states: literal.transcripts(states, m, r, E) for states in product((0, 1), repeat=T)}
        largest = [Fraction(0)] * (T + 1)
        for one, other in product(laws, repeat=2):
            d = distance(one, other)
            largest[d] = max(largest[d], largest_ratio(laws[one], laws[other]))
        assert [odds(d, m, T, r, E) for d in range(1, T + 1)] == largest[1:]
        assert largest[T] == E**m


@pytest.mark.parametrize(("r", "dummy"), [("2/5", 0), ("1/2", 0), ("3/5", 1)])
def test_the_stated_event_is_of_the_dummy_that_is_a_little_likelier(r: str, dummy: int) -> None:
    """Of 0 where both are as likely."""
    shots = report_mechanism(3, 1, r, odds=3)
    assert shots.privacy("user").words == f"{dummy} in every round"
    stated = shots.privacy("event")
    likely, unlikely = (law_of(shots, each).of(stated.event) for each in (stated.likely, stated.unlikely))
    assert stated.odds == likely / unlikely


@given(st.integers(1, 30), st.data(), st.fractions(0, 1), st.fractions(Fraction(11, 10), 50))
def test_odds_at_their_ends_and_composed(T: int, data: st.DataObject, r: Fraction, E: Fraction) -> None:
    """One round: event level. All rounds: the whole budget. No doubt about a dummy: E for every report."""
    m, d = (data.draw(st.integers(1, T)) for _ in range(2))
    event = event_odds(Fraction(m), Fraction(T), r, E - 1)
    assert odds(1, m, T, r, E) == event
    assert odds(T, m, T, r, E) == E**m
    assert odds(d, m, T, Fraction(0), E) == odds(d, m, T, Fraction(1), E) == E ** min(d, m)
    assert odds(d, m, T, r, E) <= min(event**d, odds(min(d + 1, T), m, T, r, E))


def test_epsilon_is_a_fraction_where_nothing_is_hidden() -> None:
    share = parse_budget(4, epsilon="1/2")
    for d, T, r, expected in ((3, 9, 0, "3/8"), (6, 9, 1, "1/2"), (9, 9, THIRD, "1/2"), (3, 4, THIRD, "3/8")):
        assert distance_epsilon(d, 4, T, Fraction(r), share) == Fraction(expected)
    assert distance_odds(6, 4, 9, Fraction(1), parse_budget(4, odds=2)) == 2
    for T, r in ((5, 0), (5, 1), (2, THIRD)):
        assert report_mechanism(T, 2, r, epsilon="1/2").privacy("event").epsilon == Fraction(1, 4)
    assert float(exact(report_mechanism(5, 2, "1/2", odds=9).privacy("event").odds)) < 3


@pytest.mark.parametrize("given", [{"report_odds": "7/2"}, {"epsilon": 3}, {"epsilon": "1e-50"}, {"odds": 9}])
def test_epsilon_is_the_logarithm_of_the_odds(given: dict[str, object]) -> None:
    pairs = []
    for d, m, T, r in (
        (2, 3, 7, THIRD),
        (5, 3, 7, Fraction(0)),
        (2, 3, 7, Fraction(0)),
        (40, 30, 100, Fraction(1, 2)),
    ):
        share = parse_budget(m, **given)
        pairs.append((distance_odds(d, m, T, r, share), distance_epsilon(d, m, T, r, share)))
    with precision(300):
        for odds, epsilon in pairs:
            assert ball(odds).overlaps(ball(epsilon).exp())
            assert ball(odds).rel_accuracy_bits() > 100


@pytest.mark.parametrize("given", [{"report_odds": 3}, {"epsilon": 1}])
def test_of_a_thousand_rounds_more_reveal_more(given: dict[str, object]) -> None:
    m, found = 500, []
    for d in (499, 500, 501):
        epsilon = distance_epsilon(d, m, 1000, THIRD, parse_budget(m, **given))
        found.append(enclosure(epsilon).lower)
    assert 0 < found[0] < found[1] < found[2]


def test_long_fractions_are_enclosed() -> None:
    for r in (THIRD, Fraction(0)):
        assert distance_odds(10**4, 10**4, 10**5, r, parse_budget(10**4, report_odds=3)).exact is None
    for reports, expected in ((2048, 3**2048), (2049, None)):
        whole = parse_budget(reports, report_odds=3)
        assert distance_odds(reports, reports, reports, Fraction(0), whole).exact == expected


@given(st.integers(1, 6), st.data(), st.fractions(0, 1, max_denominator=9))
def test_irrational_odds_are_a_mean_of_powers(T: int, data: st.DataObject, r: Fraction) -> None:
    """The mean of E^k by the weights of k reports in the rounds that differ, at E = e^(3/4)."""
    m, d = (data.draw(st.integers(1, T)) for _ in range(2))
    quiet, top = min(r, 1 - r), min(d, m)
    weights = {
        k: comb(d, k) * comb(T - d, m - k) * (quiet / (1 - quiet)) ** (top - k)
        for k in range(max(0, m - (T - d)), top + 1)
    }
    share = parse_budget(m, epsilon=Fraction(3, 4) * m)
    with precision(200):
        powers = sum(
            (ball(weight) * ball(Fraction(3, 4) * k).exp() for k, weight in weights.items()), ball(0)
        )
        mean = powers / ball(sum(weights.values()))
        assert ball(distance_odds(d, m, T, r, share)).overlaps(mean)
        assert ball(distance_epsilon(d, m, T, r, share)).exp().overlaps(mean)
        assert mean.rel_accuracy_bits() > 100


THREE = report_mechanism(3, 2, "1/2", report_odds=3)


def test_an_irrational_law_is_enclosed_and_not_listed() -> None:
    shots = report_mechanism(T=2, m=1, epsilon=1)
    with refused(Reason.IRRATIONAL):
        law_of(shots, (0, 1))
    assert 0 < enclosure(shots.likelihood((0, 1), (0, 1))).lower < 1


def test_a_secret_is_any_row_of_bits() -> None:
    """Each round is silent in 1 of 3 choices; spoken, the bits have 1/4, 3/4 and 3/4."""
    expected = THIRD * Fraction(1, 2) * Fraction(1, 16) * (3 + 9 + 3)
    rows: tuple[object, ...] = (
        (1, 0, 1),
        [1, 0, True],
        np.array([1, 0, 1]),
        np.array([True, False, True]),
    )
    likelihood: Callable[..., Real] = THREE.likelihood
    assert [likelihood(row, (0, 0, 1)) for row in rows] == [expected] * 4


def test_invalid_secrets_and_transcripts_are_refused() -> None:
    check_row_refusals(THREE)


@pytest.mark.parametrize("r", some([Fraction(1, 4), Fraction(0), Fraction(1, 2), Fraction(1)], 2))
def test_delta_is_the_largest_divergence_over_all_people(r: Fraction) -> None:
    """Whoever they are, and whichever round changes."""
    for T, m in SHAPES:
        people = list(product((0, 1), repeat=T))
        laws = {states: literal.transcripts(states, m, r, E) for states in people}
        for target in (Fraction(1), Fraction(3, 2), Fraction(5, 2)):
            largest = Fraction(0)
            for one, other in product(people, repeat=2):
                if distance(one, other) == 1:
                    gains = (share - target * laws[other].get(sent, 0) for sent, share in laws[one].items())
                    largest = max(largest, sum((gain for gain in gains if gain > 0), Fraction(0)))
            assert event_delta(T, m, r, target, parse_budget(m, report_odds=E)) == largest


@pytest.mark.parametrize("r", DUMMIES)
def test_delta_is_0_from_the_tight_odds_on(r: Fraction) -> None:
    T, m, whole = 5, 2, parse_budget(2, report_odds=E)
    tight = event_odds(Fraction(m), Fraction(T), r, E - 1)
    assert (
        event_delta(T, m, r, tight, whole) == event_delta(T, m, r, tight + 1, parse_budget(m, epsilon=1)) == 0
    )
    assert 0 < exact(event_delta(T, m, r, tight - Fraction(1, 10**9), whole)) < Fraction(1, 10**9)


def test_delta_is_enclosed_where_it_is_irrational_or_long() -> None:
    """Between the values at two rational budgets, and at two short fractions; many rounds are refused."""
    two = Fraction(2)
    low, near, high = (
        exact(event_delta(4, 2, THIRD, two, parse_budget(2, odds=odds))) for odds in (9, "12.25", 16)
    )
    found = enclosure(event_delta(4, 2, THIRD, two, parse_budget(2, odds=12)))
    assert low < Fraction(found.lower) <= Fraction(found.upper) < near < high
    whole = parse_budget(3, report_odds=4)
    low, high = (exact(event_delta(8, 3, r, two, whole)) for r in (THIRD, Fraction(1, 4)))
    long = event_delta(8, 3, Fraction(3 * 10**200 + 1, 10**201), two, whole)
    assert long.exact is None
    assert low < Fraction(enclosure(long).lower) < high
    with refused(Reason.TOO_MANY_OUTCOMES):
        event_delta(17, 2, THIRD, two, parse_budget(2, report_odds=3))
