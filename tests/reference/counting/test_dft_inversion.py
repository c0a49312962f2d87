"""Two groups of people as Poisson numbers, and the points that are summed over."""

from fractions import Fraction
from itertools import product
from math import cos, exp, factorial, pi, sqrt

import pytest

from ldproof.counting.dft_inversion import SMALL, Group, sent, significant_points


@pytest.mark.parametrize("people", [0, 1, 3, 50, 700])
def test_a_circle_is_large_enough(people: int) -> None:
    """Every coefficient that does not cancel, from the Poisson law itself, up to twice as far as is counted."""
    group = Group(people, 5, 0.75)
    points = group.circle()
    assert points % 2 == 1
    weights = {
        n: Fraction(people**n * factorial(people), people**people * factorial(n))
        for n in range(people % points, people + 3 * points, points)
    }
    others = sum(weights.values()) - 1
    assert others <= Fraction(SMALL) / 4


@pytest.mark.parametrize("people", [1, 3, 50])
def test_how_likely_the_mean_is(people: int) -> None:
    exact = people**people * exp(-people) / factorial(people)
    assert exp(Group(people, 5, 0.75).likely()) == pytest.approx(exact, rel=1e-12)


def test_half_of_all_near_points() -> None:
    """With their opposites, and the middle once, they are all where an event's function may be large."""
    groups, circles = (Group(30, 3, 0.75), Group(12, 3, 0.25)), (21, 15)
    for least in (0.0, 0.4, 0.6):
        half = significant_points(groups, circles, least)
        whole = [(j, k) for j, k in product(range(-10, 11), range(-7, 8)) if most(j / 21, k / 15) >= least]
        assert half[0] == (0, 0)
        assert sorted({*half, *((-j, -k) for j, k in half)}) == whole
        assert 2 * len(half) - 1 == len(whole)


def size(first: float, second: float) -> float:
    """How large a Poisson generating function is, for means of 10 and of 4, where both are turned."""
    return exp(-10 * (1 - cos(2 * pi * first)) - 4 * (1 - cos(2 * pi * second)))


def most(first: float, second: float) -> float:
    return (size(first, second) + sqrt((1 + size(2 * first, 2 * second)) / 2)) / 2


@pytest.mark.parametrize("turns", [(0.01, 0.02), (0.1, 0.0), (0.05, 0.3), (0.5, 0.25)])
def test_no_event_has_a_larger_function(turns: tuple[float, float]) -> None:
    """The event that is worst in each direction, from all likely numbers of both groups' reporters."""
    found = {
        (A, B): exp(-14) * 10**A * 4**B / (factorial(A) * factorial(B))
        for A, B in product(range(60), range(40))
    }
    for direction in range(12):
        parts = (
            share * cos(2 * pi * (turns[0] * A + turns[1] * B - direction / 12))
            for (A, B), share in found.items()
        )
        assert sum(part for part in parts if part > 0) <= most(*turns) + 1e-12


def test_what_is_sent() -> None:
    groups = Group(30, 3, 0.75), Group(12, 3, 0.25)
    assert sent(groups, (0, 0)) == pytest.approx([10 * 0.75 + 4 * 0.25, 10 * 0.25 + 4 * 0.75])
    assert sent(groups, (0.25, 0.5)) == pytest.approx([7.5j - 1, 2.5j - 3])
