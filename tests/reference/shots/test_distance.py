"""What people who differ in d rounds can be told apart by, against all transcripts and against other formulas."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import budget
from ldproof.numbers import Enclosure, Real, ball, enclose
from ldproof.shots.distance import distance_epsilon, distance_odds
from ldproof.shots.formulas import event_odds
from tests.reference.shots import algorithm_1

DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1)]


def odds(d: int, m: int, T: int, r: Fraction, E: Fraction) -> Fraction:
    found = distance_odds(d, m, T, r, budget(m, report_odds=E))
    assert found.exact is not None
    return found.exact


def enclosure(quantity: Real) -> Enclosure:
    return enclose(lambda: ball(quantity), 20)


def logarithm(quantity: Real) -> Enclosure:
    return enclose(lambda: ball(quantity).log(), 20)


def ratio(one: Mapping[tuple[int, ...], Fraction], other: Mapping[tuple[int, ...], Fraction]) -> Fraction:
    """The largest ratio of two laws that reach the same."""
    assert one.keys() == other.keys()
    return max(share / other[seen] for seen, share in one.items())


@pytest.mark.parametrize("r", DUMMIES)
@pytest.mark.parametrize("T", [1, 2, 3, 4])
def test_the_most_revealing_transcript_of_all(T: int, r: Fraction) -> None:
    """Every pair of people, every transcript."""
    E = Fraction(3)
    people = list(product((0, 1), repeat=T))
    for m in range(1, T + 1):
        laws = {states: algorithm_1.transcripts(states, m, r, E) for states in people}
        largest = dict.fromkeys(range(T + 1), Fraction(0))
        for one, other in product(people, repeat=2):
            d = sum(a != b for a, b in zip(one, other, strict=True))
            largest[d] = max(largest[d], ratio(laws[one], laws[other]))
        assert [odds(d, m, T, r, E) for d in range(1, T + 1)] == [largest[d] for d in range(1, T + 1)]


def by_powers(factors: list[tuple[Fraction, Fraction]], m: int) -> Fraction:
    """The coefficient of x^m in a product of a + b x."""
    row = [Fraction(1)] + [Fraction(0)] * m
    for a, b in factors:
        row = [a * row[0], *(a * row[k] + b * row[k - 1] for k in range(1, m + 1))]
    return row[m]


@given(
    st.integers(1, 12), st.data(), st.fractions(0, 1, max_denominator=9), st.sampled_from(["3/2", "4", "99"])
)
def test_the_ledgers_maximum_over_the_dummies_seen(
    T: int, data: st.DataObject, r: Fraction, text: str
) -> None:
    """Row shots.thm-4: a of the d rounds show a 1; the rarer dummy in all of them is the worst."""
    m, d = (data.draw(st.integers(1, T)) for _ in range(2))
    E, common = Fraction(text), max(r, 1 - r)
    ratios = []
    for a in range(d + 1):
        tops, bottoms = (
            by_powers([(r, w)] * a + [(1 - r, w)] * (d - a) + [(common, Fraction(1))] * (T - d), m)
            for w in (E, Fraction(1))
        )
        ratios += [tops / bottoms] if bottoms else []
    assert odds(d, m, T, r, E) == max(ratios)
    assert r in {0, 1} or max(ratios) == ratios[d if r <= 1 - r else 0]


@given(st.integers(1, 30), st.data(), st.fractions(0, 1), st.fractions(Fraction(11, 10), 50))
def test_its_ends(T: int, data: st.DataObject, r: Fraction, E: Fraction) -> None:
    """One round: event level. All rounds: the whole budget. No doubt about a dummy: E for every report."""
    m, d = (data.draw(st.integers(1, T)) for _ in range(2))
    assert odds(1, m, T, r, E) == event_odds(Fraction(m), Fraction(T), r, E - 1)
    assert odds(T, m, T, r, E) == E**m
    assert odds(d, m, T, Fraction(0), E) == odds(d, m, T, Fraction(1), E) == E ** min(d, m)
    if d < T:
        assert odds(d, m, T, r, E) <= odds(d + 1, m, T, r, E)


def test_where_nothing_is_hidden_epsilon_is_a_fraction() -> None:
    share = budget(4, epsilon="1/2")
    assert distance_epsilon(3, 4, 9, Fraction(0), share) == Fraction(3, 8)
    assert distance_epsilon(6, 4, 9, Fraction(1), share) == Fraction(1, 2)
    assert distance_epsilon(9, 4, 9, Fraction(1, 3), share) == Fraction(1, 2)
    assert distance_epsilon(3, 4, 4, Fraction(1, 3), share) == Fraction(3, 8)
    assert distance_odds(6, 4, 9, Fraction(1), budget(4, odds=2)) == 2


@pytest.mark.parametrize("given", [{"report_odds": "7/2"}, {"epsilon": 3}, {"epsilon": "1e-50"}])
def test_epsilon_is_the_logarithm_of_the_odds(given: Mapping[str, object]) -> None:
    for d, m, T, r in ((2, 3, 7, Fraction(1, 3)), (5, 3, 7, Fraction(0)), (40, 30, 100, Fraction(1, 2))):
        share = budget(m, **given)
        found, hidden = distance_odds(d, m, T, r, share), distance_epsilon(d, m, T, r, share)
        one, other = enclosure(hidden), logarithm(found)
        assert one.lower <= other.upper
        assert other.lower <= one.upper


@pytest.mark.parametrize("given", [{"report_odds": 3}, {"epsilon": 1}])
def test_a_thousand_rounds(given: Mapping[str, object]) -> None:
    """Between what fewer rounds reveal and what more do."""
    m, r = 500, Fraction(1, 3)
    found = [
        Fraction(enclosure(distance_epsilon(d, m, 1000, r, budget(m, **given))).lower)
        for d in (499, 500, 501)
    ]
    assert 0 < found[0] < found[1] < found[2]


def test_long_fractions_are_enclosed() -> None:
    for d, r in ((10**4, Fraction(1, 3)), (10**4, Fraction(0))):
        assert not isinstance(distance_odds(d, 10**4, 10**5, r, budget(10**4, report_odds=3)), Fraction)
