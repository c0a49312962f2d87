"""Estimates, against the source's own words and against all tau and coins."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget, budget
from ldproof.counting.formulas import estimate, estimate_filled, every_round, seen
from ldproof.numbers import Symbol, ball, operate, precision
from tests.reference.counting.everybody import everything, filled, glance, harmony, harmony_published, shares

ODDS = st.fractions(Fraction(11, 10), 50)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=9), ODDS, st.integers(0, 9), st.integers(1, 9))
def test_they_are_the_sources(bits: list[int], odds: Fraction, silent: int, T: int) -> None:
    ones, k, N, x = Fraction(sum(bits)), Fraction(len(bits)), len(bits) + silent, odds - 1
    assert estimate(ones, k, x) == glance(bits, odds)
    people, rounds = Fraction(N), Fraction(T)
    assert estimate_filled(ones, k, people, rounds, Fraction(0), x) == harmony(bits, N, T, odds)
    assert estimate_filled(ones, k, people, rounds, Fraction(1, 2), x) == harmony_published(bits, N, T, odds)
    for fill in (Fraction(1, 3), Fraction(1)):
        assert estimate_filled(ones, k, people, rounds, fill, x) == filled(bits, fill, N, T, odds)


PEOPLE = [[(1, 0)], [(1, 0), (1, 1)], [(0, 1), (1, 1), (0, 0)], [(1, 0, 1), (0, 0, 1), (1, 1, 1)]]


@pytest.mark.parametrize("people", PEOPLE)
def test_they_are_unbiased(people: list[tuple[int, ...]]) -> None:
    """Glance given every number of reporters, the others on the whole."""
    N, T, x = Fraction(len(people)), Fraction(len(people[0])), Fraction(2)
    joint = everything(people, 1 + x)
    for t, mu in enumerate(shares(people)):
        received = [(Fraction(sum(bits[t])), Fraction(len(bits[t])), share) for bits, share in joint.items()]
        for number in range(1, len(people) + 1):
            of_k = [(ones, k, share) for ones, k, share in received if k == number]
            mean = sum((share * estimate(ones, k, x) for ones, k, share in of_k), Fraction(0))
            assert mean == mu * sum(share for _, _, share in of_k)
        for fill in (Fraction(0), Fraction(1, 2), Fraction(2, 3)):
            values = (share * estimate_filled(ones, k, N, T, fill, x) for ones, k, share in received)
            assert sum(values, Fraction(0)) == mu


@given(st.fractions(0, 1), ODDS)
def test_what_is_seen_of_a_share(mu: Fraction, odds: Fraction) -> None:
    s = (mu * odds + 1 - mu) / (odds + 1)
    assert seen(mu, odds - 1) == s
    assert estimate(s, Fraction(1), odds - 1) == mu
    assert seen(float(mu), float(odds) - 1) == pytest.approx(float(s), rel=1e-12)


@given(st.integers(0, 9), st.integers(1, 9), st.integers(1, 9), st.fractions(0, 1), ODDS)
def test_every_system_finds_the_same_estimate(
    ones: int, k: int, T: int, fill: Fraction, odds: Fraction
) -> None:
    values = {
        "ones": Fraction(ones),
        "k": Fraction(k),
        "N": Fraction(ones + k),
        "T": Fraction(T),
        "r": fill,
        "x": odds - 1,
    }
    expected = estimate_filled(*values.values())
    said = estimate_filled(*map(Symbol, values))
    assert said.fold(Fraction, values.__getitem__, operate) == expected
    assert estimate_filled(*map(float, values.values())) == pytest.approx(float(expected), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("T", "given_odds", "each"), [(1, 9, 9), (2, 9, 3), (3, 8, 2), (2, "25/16", "5/4")])
def test_a_budget_is_split_over_all_rounds(T: int, given_odds: object, each: object) -> None:
    assert every_round(T, budget(1, odds=given_odds)) == Fraction(str(each)) - 1
    assert every_round(T, budget(1, report_odds=given_odds)) == Fraction(str(each)) - 1


@pytest.mark.parametrize("whole", [budget(1, epsilon=1), budget(1, odds=2), budget(3, report_odds=2)])
def test_a_split_that_is_irrational(whole: Budget) -> None:
    with precision(128):
        parts = (1 + ball(every_round(5, whole))) ** 5
        assert parts.overlaps(ball(whole.odds()))
        assert parts.rel_accuracy_bits() > 100
