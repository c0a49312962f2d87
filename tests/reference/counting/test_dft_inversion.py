"""Two groups of people as Poisson numbers, and the points that are summed over; and memoization, coin by coin."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import cos, exp, factorial, pi, sqrt

import pytest

from ldproof.counting.dft_inversion import SMALL, Group, sent, significant_points
from ldproof.counting.memoization import memoization_likelihood, memoization_odds
from ldproof.law import law, symmetric_odds


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
    assert sent(groups, (0, 0)) == pytest.approx([10 * 0.75 + 4 * 0.25, 10 * 0.25 + 4 * 0.75])
    assert sent(groups, (0.25, 0.5)) == pytest.approx([7.5j - 1, 2.5j - 3])


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
        laws = [law(drawn(state, reports, kept, again).items()) for state in (0, 1)]
        for state, seen in product((0, 1), product((0, 1), repeat=reports)):
            assert memoization_likelihood(state, seen, kept, again) == laws[state][seen]
        assert memoization_odds(reports, kept, again) == symmetric_odds(*laws)


def test_a_thousand_memoized_reports_reveal_no_more_than_what_is_kept() -> None:
    """The odds rise towards 3; a thousand reports without a kept state have 2^1000."""
    rising = [memoization_odds(k, Fraction(2), Fraction(1)) for k in (1, 2, 10, 1000)]
    assert rising == sorted(set(rising))
    assert 3 - Fraction(1, 10**300) < rising[-1] < 3
