"""Confidence sequences for probabilities against exact arithmetic, and upper bounds on epsilon against all events."""

from fractions import Fraction
from itertools import combinations
from math import comb, exp, log

import numpy as np
import pytest

from ldproof.evidence.confidence import (
    UNITS,
    Interval,
    log_rounded_up,
    most_odds,
    probability_interval,
)

LEVELS = (Fraction(1, 20), Fraction(1, 10**9))


def mixture_over_likelihood(times: int, draws: int, chance: Fraction) -> Fraction:
    """Return Robbins's martingale: B(s + 1/2, n - s + 1/2) / pi is a fraction of binomial coefficients."""
    missed = draws - times
    mixed = Fraction(comb(2 * times, times) * comb(2 * missed, missed), 4**draws * comb(draws, times))
    return mixed / (chance**times * (1 - chance) ** missed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("times", "draws"), [(0, 1), (0, 40), (1, 40), (20, 40), (39, 40), (40, 40), (3, 500)]
)
def test_bounds_are_where_the_mixture_reaches_the_level(times: int, draws: int, level: Fraction) -> None:
    found = probability_interval(times, draws, level)
    near = Fraction(1, 10**8)
    for bound, inside in ((found.low, found.low + near), (found.high, found.high - near)):
        if 0 < bound < 1:
            assert mixture_over_likelihood(times, draws, bound) >= 1 / level
            assert mixture_over_likelihood(times, draws, inside) < 1 / level
    assert times or found.low == 0
    assert found.low <= Fraction(times, draws) <= found.high


def test_bounds_without_draws_say_nothing() -> None:
    assert probability_interval(0, 0, LEVELS[0]) == Interval(Fraction(0), Fraction(1))


def test_probability_is_within_its_bounds_at_all_times() -> None:
    """Of 2,000 sequences watched after every draw, at most a twentieth, but for chance, leave theirs; some do."""
    random, runs, level = np.random.default_rng(5), 2000, 0.2
    times, left = np.zeros(runs), np.zeros(runs, dtype=bool)
    mixture = np.zeros(runs)
    for draws in range(400):
        came = random.random(runs) < 0.3
        mixture += np.log(np.where(came, times + 0.5, draws - times + 0.5) / (draws + 1))
        mixture -= np.where(came, log(0.3), log(0.7))
        times += came
        left |= mixture >= -log(level)
    assert 0.02 < left.mean() <= level + 0.03
    bounds = [probability_interval(int(each), 400, Fraction(1, 5)) for each in times]
    outside = np.array([not each.low < Fraction(3, 10) < each.high for each in bounds])
    assert (outside == (mixture >= -log(level))).all()


def test_least_odds_are_those_of_all_events() -> None:
    """No event exceeds them, and some event attains them unless they are 1."""
    random = np.random.default_rng(7)
    for _ in range(60):
        ends = np.sort(random.integers(0, UNITS // 6, (2, 5, 2)), axis=2)
        one, other = (
            [Interval(*(Fraction(int(end), UNITS) for end in each)) for each in side] for side in ends
        )
        delta = Fraction(int(random.integers(1, UNITS // 2)), UNITS)
        needed = Fraction(1)
        for size in range(5):
            for among in combinations(range(4), size):
                above = sum((one[each].high for each in among), one[4].high) - delta
                below = sum((other[each].low for each in among), Fraction(0))
                needed = max(needed, above / below if below else Fraction(above > 0) * UNITS**2)
        found = most_odds(one, other, delta)
        assert (found is None) == (needed == UNITS**2)
        if found is not None:
            assert 0 <= found / needed - 1 < Fraction(1, 10**15)


def test_logarithm_is_rounded_up() -> None:
    assert log_rounded_up(Fraction(1)) == 0
    assert 0 < float(log_rounded_up(Fraction(3))) - log(3) < 1e-12
    assert exp(log_rounded_up(Fraction(3))) > 3
