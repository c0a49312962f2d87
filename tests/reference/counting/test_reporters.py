"""How many report, against all choices, sums and recurrences; Poisson numbers of two groups; memoization, coin by coin."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, cos, exp, factorial, pi, sqrt
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ldproof.arrays import DOUBT, binomial_masses
from ldproof.counting import error, formulas
from ldproof.counting import mechanism as laws
from ldproof.counting.formulas import (
    empty_round,
    empty_round_ball,
    inverse_count,
    likely_reporter_weights,
    mean_inverse,
    memoization_likelihood,
    memoization_odds,
    no_report_probability,
)
from ldproof.counting.worst import SMALL, Group, mean_bit_counts, significant_points
from ldproof.numbers import Ball, Enclosure, Real, ball, enclose, exact_fraction, precision
from ldproof.probability import Law, binomial_law, law_of_shares
from ldproof_proofs.law.finite_laws import symmetric_odds


def near(quantity: Real, digits: int = 20) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


@pytest.mark.parametrize("N", [1, 2, 3, 4])
@pytest.mark.parametrize("T", [1, 2, 3])
def test_reporters_over_all_choices_of_rounds(N: int, T: int) -> None:
    choices = list(product(range(T), repeat=N))
    counts = [taus.count(0) for taus in choices]
    inverses = [Fraction(1, k) for k in counts if k]
    assert inverse_count(N, T) == sum(inverses) / len(inverses)
    assert no_report_probability(N, T) == Fraction(counts.count(0), len(choices))
    assert empty_round(N, T) == Fraction(sum(len(set(taus)) < T for taus in choices), len(choices))


@cache
def onto(N: int, T: int) -> int:
    """In how many ways N people choose so that none of T rounds is empty: by who comes last."""
    if N == 0 or T == 0:
        return int(N == T)
    return T * (onto(N - 1, T) + onto(N - 1, T - 1))


@given(st.integers(1, 60), st.integers(1, 70))
@example(60, 1)
@example(1, 70)
def test_empty_rounds_and_mean_inverses_are_sums(N: int, T: int) -> None:
    expected = 1 - Fraction(onto(N, T), T**N)
    assert empty_round(N, T) == expected
    if 1 < T <= N:
        assert enclose(lambda: empty_round_ball(N, T), 20).contains(expected)
    weights = {k: comb(N, k) * (T - 1) ** (N - k) for k in range(1, N + 1)}
    inverse = sum(Fraction(weight, k) for k, weight in weights.items()) / sum(weights.values())
    assert inverse_count(N, T) == inverse
    assert enclose(lambda: mean_inverse(likely_reporter_weights(N, T)), 20).contains(inverse)


@pytest.mark.parametrize(("N", "T"), [(20_000, 3), (20_000, 1000), (20_000, 10**6)])
def test_mean_inverse_for_many_people_follows_the_ledgers_recurrence(N: int, T: int) -> None:
    """S_N = (1 - 1/T) S_(N-1) + (1 - (1-1/T)^N)/N, and R = S_N / (1 - (1-1/T)^N), in balls of 300 bits."""
    with precision(300):
        stays, S, power = 1 - ball(Fraction(1, T)), Ball(0), Ball(1)
        for n in range(1, N + 1):
            power *= stays
            S = stays * S + (1 - power) / n
        expected = S / (1 - power)
    assert enclose(lambda: expected, 30) == near(inverse_count(N, T), 30)


def test_extreme_numbers_of_people_and_rounds() -> None:
    assert inverse_count(10**9, 1) == Fraction(1, 10**9)
    assert inverse_count(1, 10**6) == 1
    assert [empty_round(10**9, 1), empty_round(999, 1000), no_report_probability(10**9, 1)] == [0, 1, 0]
    assert 1 - Fraction(near(empty_round(10**6, 10**6), 40).lower) < Fraction(1, 10**40)


@pytest.mark.parametrize(("N", "T"), [(10**6, 10**5), (10**4, 50), (10**9, 10**6), (2 * 10**7, 10**6)])
def test_few_empty_rounds_are_as_in_bonferroni(N: int, T: int) -> None:
    """Between the first term less the second, and the first."""
    found = near(empty_round(N, T))
    with precision(200):
        first = T * (1 - ball(Fraction(1, T))) ** N
        second = ball(comb(T, 2)) * (1 - ball(Fraction(2, T))) ** N
        assert first - second < ball(Fraction(found.upper))
        assert ball(Fraction(found.lower)) < first


@pytest.mark.parametrize(("N", "T"), [(300, 40), (500, 120), (150, 100)])
def test_balls_hold_what_cancels(N: int, T: int, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = empty_round(N, T)
    monkeypatch.setattr(formulas, "MOST_BITS", 0)
    assert exact.exact is not None
    assert near(empty_round(N, T), 50).contains(exact.exact)


@pytest.mark.parametrize(("N", "T"), [(1, 2), (7, 2), (40, 3), (2000, 2), (30, 50)])
def test_the_likeliest_numbers_have_nearly_all_the_weight(N: int, T: int) -> None:
    exact = formulas.all_reporter_weights(N, T).probabilities()
    with precision(128):
        numbers = likely_reporter_weights(N, T)
        found = numbers.probabilities()
        left = 1 - sum(exact[k] for k in found)
        others = exact_fraction((numbers.others / numbers.total()).upper())
        assert 0 <= left <= others < Fraction(1, 10**30)
        for k, around in found.items():
            assert exact_fraction(around.lower()) <= exact[k] <= exact_fraction(around.upper())
    assert numbers.last == max(found)


Outcome = TypeVar("Outcome")


def agree(found: dict[Outcome, float], exact: Law[Outcome]) -> bool:
    """Whether all probabilities are within a ten thousandth of the doubt that is claimed."""
    assert set(found) == set(exact)
    doubt = Fraction(DOUBT) / 10**4
    return all(abs(Fraction(mass) - exact[each]) <= exact[each] * doubt for each, mass in found.items())


def test_laws_in_floats_are_as_close_as_claimed() -> None:
    """Of trials; and of a round's reporters and ones."""
    for count, chance in ((0, "1/3"), (1, "1/2"), (40, "1/7"), (60, "99/100"), (5, "1"), (5, "0")):
        one = Fraction(chance)
        assert agree(
            dict(binomial_masses(count, float(one), float(1 - one), 1e-200)),
            binomial_law(count, one),
        )
    shapes = [(1, 1, 0), (6, 1, 2), (7, 3, 4), (12, 4, 12), (12, 2, 1)]
    for (N, T, M), odds in product(shapes, (Fraction(3), Fraction(1000))):
        p = odds / (odds + 1)
        rounds = error.round_laws(N, T, M, (float(p), float(1 - p)), 1e-60)
        found = {(k, ones): mass for k, received in rounds for ones, mass in received}
        assert agree(found, laws.received_law(N, T, M, odds - 1))


def test_dust_is_dropped_and_every_number_of_reporters_comes_once() -> None:
    kept = binomial_masses(1000, 0.5, 0.5, 1e-12)
    assert kept.start > 300
    assert min(kept.of[0], kept.of[-1]) >= 1e-12
    assert 1 - kept.of.sum() < 1e-9
    found = [(k, dict(received)) for k, received in error.round_laws(200, 10, 60, (0.9, 0.1), 1e-3)]
    assert len({k for k, _ in found}) == len(found)
    assert sum(sum(received.values()) for _, received in found) == pytest.approx(1, rel=1e-12)
    assert all(max(received) <= k for k, received in found)


@pytest.mark.parametrize("people", [0, 1, 3, 50, 700])
def test_a_circle_is_large_enough(people: int) -> None:
    """Every coefficient that does not cancel, from the Poisson law itself, up to twice as far as is counted."""
    points = Group(people, 5, 0.75).circle()
    assert points % 2 == 1
    weights = (
        Fraction(people**n * factorial(people), people**people * factorial(n))
        for n in range(people % points, people + 3 * points, points)
    )
    assert sum(weights) - 1 <= Fraction(SMALL) / 4


def test_how_likely_the_mean_is_and_what_is_sent() -> None:
    for people in (1, 3, 50):
        exact = people**people * exp(-people) / factorial(people)
        assert exp(Group(people, 5, 0.75).likely()) == pytest.approx(exact, rel=1e-12)
    groups = Group(30, 3, 0.75), Group(12, 3, 0.25)
    assert mean_bit_counts(groups, (0, 0)) == pytest.approx([10 * 0.75 + 4 * 0.25, 10 * 0.25 + 4 * 0.75])
    assert mean_bit_counts(groups, (0.25, 0.5)) == pytest.approx([7.5j - 1, 2.5j - 3])


def size(first: float, second: float) -> float:
    """How large a Poisson generating function is, for means of 10 and of 4, where both are turned."""
    return exp(-10 * (1 - cos(2 * pi * first)) - 4 * (1 - cos(2 * pi * second)))


def most(first: float, second: float) -> float:
    return (size(first, second) + sqrt((1 + size(2 * first, 2 * second)) / 2)) / 2


def test_significant_points_are_half_of_all_near_ones() -> None:
    """With their opposites, and the middle once, they are all where an event's function may be large."""
    groups = Group(30, 3, 0.75), Group(12, 3, 0.25)
    for least in (0.0, 0.4, 0.6):
        half = significant_points(groups, (21, 15), least)
        whole = [(j, k) for j, k in product(range(-10, 11), range(-7, 8)) if most(j / 21, k / 15) >= least]
        assert half[0] == (0, 0)
        assert sorted({*half, *((-j, -k) for j, k in half)}) == whole
        assert 2 * len(half) - 1 == len(whole)


@pytest.mark.parametrize("turns", [(0.01, 0.02), (0.1, 0.0), (0.05, 0.3), (0.5, 0.25)])
def test_no_event_has_a_larger_function(turns: tuple[float, float]) -> None:
    """The event that is worst in each direction, from all likely numbers of both groups' reporters."""
    for direction in range(12):
        parts = (
            exp(-14)
            * 10**A
            * 4**B
            / (factorial(A) * factorial(B))
            * cos(2 * pi * (turns[0] * A + turns[1] * B - direction / 12))
            for A, B in product(range(60), range(40))
        )
        assert sum(part for part in parts if part > 0) <= most(*turns) + 1e-12


def drawn(state: int, reports: int, kept: Fraction, again: Fraction) -> dict[tuple[int, ...], Fraction]:
    """Every choice of which coins lie, with odds 1 + kept and 1 + again against it."""
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for first, *lies in product((False, True), repeat=1 + reports):
        weight = Fraction(1 if first else 1 + kept) / (2 + kept)
        for lying in lies:
            weight *= Fraction(1 if lying else 1 + again) / (2 + again)
        found[tuple(state ^ first ^ lying for lying in lies)] += weight
    return found


@pytest.mark.parametrize("reports", [0, 1, 2, 3])
def test_memoized_reports_have_the_law_and_the_odds_of_all_coins(reports: int) -> None:
    for kept, again in product(map(Fraction, ("1/2", "2", "9")), repeat=2):
        laws = [law_of_shares(drawn(state, reports, kept, again).items()) for state in (0, 1)]
        for state, seen in product((0, 1), product((0, 1), repeat=reports)):
            assert memoization_likelihood(state, seen, kept, again) == laws[state][seen]
        assert memoization_odds(reports, kept, again) == symmetric_odds(*laws)


def test_a_thousand_memoized_reports_reveal_no_more_than_what_is_kept() -> None:
    """The odds rise towards 3; a thousand reports without a kept state have 2^1000."""
    rising = [memoization_odds(k, Fraction(2), Fraction(1)) for k in (1, 2, 10, 1000)]
    assert rising == sorted(set(rising))
    assert 3 - Fraction(1, 10**300) < rising[-1] < 3
