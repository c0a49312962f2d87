"""Fixed samples: bounds against the exact binomial tail, and exact coverage."""

from fractions import Fraction
from math import exp

import pytest

from ldproof.errors import Reason
from ldproof.evidence import fixed_sample
from ldproof.evidence.fixed_sample import (
    EventCounts,
    binomial_upper_tail,
    epsilon_bound,
    holm_violations,
    is_improbable,
    lower_bound,
    shows_violation,
    upper_bound,
)
from ldproof.numbers import Ball
from ldproof.probability import binomial_law
from tests.reference.refusals import refused

ALPHA = Fraction(1, 20)
GRAIN = Fraction(1, 2**fixed_sample.PLACES)


def exact(samples: int, least: int, chance: Fraction) -> Fraction:
    law = binomial_law(samples, chance)
    return sum((law[k] for k in range(least, samples + 1)), Fraction(0))


@pytest.mark.parametrize(("count", "samples"), [(1, 1), (3, 10), (10, 10), (50, 60)])
def test_bounds_are_where_the_exact_tail_is_alpha(count: int, samples: int) -> None:
    bound, third = lower_bound(count, samples, ALPHA), Fraction(1, 3)
    assert exact(samples, count, bound) <= ALPHA < exact(samples, count, bound + GRAIN)
    assert upper_bound(samples - count, samples, ALPHA) == 1 - bound
    assert float(binomial_upper_tail(samples, count, third)) == pytest.approx(
        float(exact(samples, count, third)), abs=1e-9
    )
    assert is_improbable(samples, count, bound / 2, ALPHA)
    assert not is_improbable(samples, count, bound + GRAIN, ALPHA)


def test_bounds_cover_as_often_as_they_promise() -> None:
    bounds = [lower_bound(count, 20, ALPHA) for count in range(21)]
    for chance in (Fraction(1, 10), Fraction(1, 2), Fraction(7, 9)):
        law = binomial_law(20, chance)
        assert 0 < sum(law[count] for count, bound in enumerate(bounds) if bound > chance) <= ALPHA
    assert lower_bound(0, 10, ALPHA) == lower_bound(0, 0, ALPHA) == 0
    assert upper_bound(10, 10, ALPHA) == 1


def test_a_tight_mechanism_is_seldom_flagged_exactly() -> None:
    odds, samples = Fraction(2), 14
    one, other = binomial_law(samples, Fraction(2, 3)), binomial_law(samples, Fraction(1, 3))
    flagged = one.product(other).of(
        lambda both: shows_violation(odds, EventCounts(both[0], samples, both[1], samples), Fraction(1, 2))
    )
    assert 0 < flagged <= Fraction(1, 2)


def test_violation_needs_both_bounds_at_half_of_alpha() -> None:
    """Just below the ratio of the two bounds the odds are exceeded, and at the ratio they are not."""
    counted = EventCounts(60, 1000, 11, 900)
    ratio = lower_bound(60, 1000, ALPHA / 2) / upper_bound(11, 900, ALPHA / 2)
    assert shows_violation(ratio - GRAIN, counted, ALPHA)
    assert not shows_violation(ratio, counted, ALPHA)


def test_holm_steps_down() -> None:
    """A close event is named at alpha/2, once a clear one is named, and not at alpha/3 or beside two that show nothing."""
    clear, close = EventCounts(900, 1000, 100, 1000), EventCounts(60, 1000, 11, 1000)
    nothing, odds = EventCounts(50, 1000, 50, 1000), Fraction(2)
    assert shows_violation(odds, clear, ALPHA / 3)
    assert shows_violation(odds, close, ALPHA / 2)
    assert not shows_violation(odds, close, ALPHA / 3)
    found = holm_violations(odds, {"clear": clear, "close": close, "none": nothing}, ALPHA)
    assert found == {"clear", "close"}
    assert holm_violations(odds, {"close": close, "none": nothing, "other": nothing}, ALPHA) == frozenset()
    assert holm_violations(odds, {}, ALPHA) == frozenset()


def test_undecided_tail_is_not_improbable() -> None:
    """The tail of one draw is its probability, which no ball tells from an equal alpha."""
    with refused(Reason.UNDECIDED):
        bool(binomial_upper_tail(1, 1, Fraction(1, 3)) < Fraction(1, 3))
    assert not is_improbable(1, 1, Fraction(1, 3), Fraction(1, 3))


def test_epsilon_is_rounded_down() -> None:
    counted = EventCounts(7500, 10_000, 2500, 10_000)
    found = epsilon_bound({"a": counted}, ALPHA)
    assert 0.9 < found < 1.0986
    assert epsilon_bound({"a": counted, "b": counted}, ALPHA) < found
    assert epsilon_bound({}, ALPHA) == epsilon_bound({"a": EventCounts(5, 10, 5, 10)}, ALPHA) == 0
    three = fixed_sample.log_rounded_down(Fraction(3))
    assert Ball(three.numerator) / three.denominator < Ball(3).log()
    assert exp(three) == pytest.approx(3)


def test_impossible_counts_are_refused() -> None:
    for counts in ((2, 1, 0, 1), (0, 1, 2, 1), (-1, 1, 0, 1)):
        with refused(Reason.OUT_OF_RANGE):
            EventCounts(*counts)


@pytest.mark.parametrize("alpha", [Fraction(1, 20), Fraction(1, 10**12), Fraction(999, 1000)])
@pytest.mark.parametrize(("count", "samples"), [(1, 1), (1, 17), (9, 17), (17, 17), (3, 400), (399, 400)])
def test_bound_does_not_depend_on_where_the_search_begins(
    count: int, samples: int, alpha: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is the last of its multiples where the tail is below alpha; Newton's method begins next to it."""
    found = lower_bound(count, samples, alpha)
    assert is_improbable(samples, count, found, alpha) or not found
    assert not is_improbable(samples, count, found + GRAIN, alpha)
    if (
        count > 1 or alpha > 2**-fixed_sample.NEWTON
    ):  # below, each step halves the guess, and so many are not enough
        assert abs(fixed_sample.initial_chance(count, samples, float(alpha)) - float(found)) < 2 * GRAIN
    for start in (0.0, 0.3, 1.0):
        monkeypatch.setattr(fixed_sample, "initial_chance", lambda *_, start=start: start)
        lower_bound.cache_clear()
        assert lower_bound(count, samples, alpha) == found
