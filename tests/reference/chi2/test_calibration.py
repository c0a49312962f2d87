"""Sizes, powers, p-values and critical values, against sums over all tables by other code."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb, exp, log, sqrt
from time import process_time

import numpy as np
import pytest

from ldproof.budget import parse_budget
from ldproof.chi2.calibration import (
    RADIAL,
    EveryTable,
    SizedTest,
    calibrate_distance,
    calibrate_tau,
    grid_distances,
    largest_over_rates,
    log_choices,
    noise_tail,
    signed_distances,
)
from ldproof.chi2.distance import decision_distances
from ldproof.chi2.error import size
from ldproof.chi2.formulas import rounded_quantile
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName
from ldproof.chi2.tables import parse_tables
from ldproof.errors import Reason
from ldproof.numbers import enclose
from tests.oracle.by_hand import all_tables, chi2_statistic, count_steps, says_one
from tests.reference.refusals import refused
from tests.tiers import some

USUAL = Fraction("3.84")
LEVEL = Fraction(1, 20)
ODDS = parse_budget(odds=4)
SIZES = ((6, 6), (5, 9), (9, 4), (1, 7))
RATES = [Fraction(k, 40) for k in range(1, 21)]


def sized(
    kind: PrivateTestName, m1: int, m2: int, tau: Fraction, critical: int = 0, odds: str = "4"
) -> SizedTest:
    return SizedTest(PrivateTest(kind, tau, parse_budget(odds=odds)), EveryTable(m1, m2), critical)


def chances_by_hand(kind: str, m1: int, m2: int, tau: Fraction) -> dict[tuple[int, int], float]:
    """The probability of a 1 at each table, at odds of 4."""
    given = {"m1": str(m1), "m2": str(m2), "tau": str(tau), "odds": "4"}
    return {cell: float(says_one(kind, given, *cell)) for cell in all_tables(m1, m2)}


def mean_by_hand(chances: dict[tuple[int, int], float], m1: int, m2: int, *rates: Fraction) -> float:
    """The mean of a probability over all tables, of cases and controls with these rates."""
    p, q = map(float, rates)
    return sum(
        chance * (comb(m1, a) * p**a * (1 - p) ** (m1 - a)) * (comb(m2, b) * q**b * (1 - q) ** (m2 - b))
        for (a, b), chance in chances.items()
    )


@pytest.mark.parametrize("kind", TITLES)
@pytest.mark.parametrize(("m1", "m2"), some(SIZES, 2))
def test_size_and_power_are_sums_over_all_tables(kind: PrivateTestName, m1: int, m2: int) -> None:
    """For each test that there is; and at equal rates they are `chi2.size`, which adds up exact numbers."""
    if kind is PrivateTestName.ALGORITHM_1_F and m1 != m2:
        with refused(Reason.OUT_OF_RANGE):
            assert sized(kind, m1, m2, USUAL).chances.size
        return
    for tau in (Fraction(1, 2), USUAL):
        found, chances = sized(kind, m1, m2, tau), chances_by_hand(kind, m1, m2, tau)
        assert {cell: found.chances[cell] for cell in chances} == pytest.approx(chances, rel=1e-9)
        rates = Fraction(1, 3), Fraction(4, 5)
        power = found.power(*rates)
        assert float(power.lower) == pytest.approx(mean_by_hand(chances, m1, m2, *rates), rel=1e-7)
        assert power.lower < power.upper
        for rate in (Fraction(0), Fraction(1, 50), Fraction(1, 2)):
            exact = enclose(size(kind, m1, m2, rate, tau, ODDS), 20)
            assert Fraction(found.power(rate, rate).lower) <= Fraction(exact.lower)
            assert Fraction(exact.upper) <= Fraction(found.power(rate, rate).upper)
        everywhere = [mean_by_hand(chances, m1, m2, rate, rate) for rate in (Fraction(0), *RATES)]
        assert max(everywhere) <= found.size.upper * (1 + 1e-9)
        at_rate = mean_by_hand(chances, m1, m2, found.size.rate, found.size.rate)
        assert at_rate == pytest.approx(found.size.lower, rel=1e-9)
        assert found.size.lower <= found.size.upper <= found.size.lower * (1 + 1e-6)
        assert found.mean_power == pytest.approx(sum(chances.values()) / len(chances), rel=1e-9)


def test_largest_value_of_polynomials_that_are_known() -> None:
    """2 r (1 - r) is largest at 1/2; with x = r (1 - r), 6 x (1 - 4 x + 2 x^2) is where 6 x^2 - 8 x + 1 is 0."""
    assert largest_over_rates(np.array([0.0, 1, 0])).rate == Fraction(1, 2)
    assert largest_over_rates(np.array([0.0, 1, 0])).upper == pytest.approx(1 / 2)
    x = (8 - sqrt(40)) / 12
    found = largest_over_rates(np.array([0.0, 1, 0, 0, 0, 1, 0]))
    most = 6 * x * (1 - 4 * x + 2 * x**2)
    assert found.lower - 1e-12 <= most <= found.upper + 1e-12
    assert found.upper <= most * (1 + 2e-7)
    assert float(found.rate) == pytest.approx((1 - sqrt(1 - 4 * x)) / 2, abs=1e-3)
    constant = largest_over_rates(np.full(9, 0.3))
    assert (constant.lower, constant.upper) == (0.3, 0.3)


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_distances_on_the_grid_are_those_of_single_tables(m1: int, m2: int) -> None:
    a, b = map(np.array, zip(*all_tables(m1, m2), strict=True))
    tables, every = parse_tables(a, b, m1, m2), EveryTable(m1, m2)
    for tau in (Fraction(1, 100), Fraction(1), USUAL):
        found = signed_distances(every, tau)
        apart = decision_distances(tables, tau)
        expected = np.where(tables.significant(tau), apart - 1, -apart)
        assert found.ravel().tolist() == expected.tolist()
        assert max(np.abs(np.diff(found, axis=0)).max(), np.abs(np.diff(found, axis=1)).max()) == 1
    assert grid_distances(np.zeros((2, 3), np.bool_)).min() == 10


def test_noisy_distance_at_0_is_the_optimal_test() -> None:
    """The tail of two-sided geometric noise, in fractions, gives M*'s probability at each distance."""
    q = Fraction(1, 4)

    def tail(k: int) -> Fraction:
        return q**k / (1 + q) if k >= 1 else 1 - q ** (1 - k) / (1 + q)

    k = np.arange(-9, 10)
    assert noise_tail(ODDS, k).tolist() == pytest.approx([float(tail(int(each))) for each in k], rel=1e-12)
    assert all(tail(each) - tail(each + 1) == (1 - q) / (1 + q) * q ** abs(each) for each in range(-5, 6))
    for (a, b), chance in chances_by_hand("optimal", 5, 6, USUAL).items():
        inside = chi2_statistic(a, b, 5, 6) > USUAL
        others = [cell for cell in all_tables(5, 6) if (chi2_statistic(*cell, 5, 6) > USUAL) is not inside]
        apart = count_steps([(a, b)], others)
        assert float(tail(-(apart - 1) if inside else apart)) == pytest.approx(chance, rel=1e-12)


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_noisy_distance_keeps_the_odds(m1: int, m2: int) -> None:
    """Between neighbours no noisy distance is more than 4 times as likely, which is reached: in fractions, at odds of 4."""
    distances = signed_distances(EveryTable(m1, m2), Fraction(1))

    def chance(noise: int) -> Fraction:
        return Fraction(3, 5) * Fraction(1, 4) ** abs(noise)

    assert sum(chance(noise) for noise in range(-40, 41)) == pytest.approx(1)
    ratios = [
        chance(found - int(distances[a, b])) / chance(found - int(distances[near]))
        for a, b in all_tables(m1, m2)
        for near in ((a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1))
        if 0 <= near[0] <= m1 and 0 <= near[1] <= m2
        for found in range(-m1 - m2, m1 + m2)
    ]
    assert max(ratios) == 4


@pytest.mark.parametrize("critical", [0, 1, 3])
def test_p_value_is_the_largest_tail_over_all_rates(critical: int) -> None:
    """It is the size where the statistic is the critical value; and no smaller than the tail at any rate."""
    found = sized(PrivateTestName.OPTIMAL, 7, 8, USUAL, critical)
    value = float(found.p_value(critical))
    assert found.size.upper <= value <= found.size.upper * 1.002
    chances = {(a, b): float(found.chances[a, b]) for a, b in all_tables(7, 8)}
    tails = [mean_by_hand(chances, 7, 8, rate, rate) for rate in RATES]
    assert max(tails) <= value <= max(tails) * 1.02
    values = [found.p_value(statistic) for statistic in range(-9, 12)]
    assert values == sorted(values, reverse=True)
    assert found.p_value(10**6) == Decimal("1.001E-100")
    assert found.p_value(-(10**6)) == 1


@pytest.mark.parametrize("kind", [PrivateTestName.OPTIMAL, PrivateTestName.ALGORITHM_1_Y1])
@pytest.mark.parametrize(("m1", "m2"), [(20, 20), (12, 30)])
def test_critical_value_is_the_least_that_keeps_the_level(kind: PrivateTestName, m1: int, m2: int) -> None:
    """At a thousandth less the size at some rate exceeds the level, by the formula in exact numbers."""
    found = calibrate_tau(kind, EveryTable(m1, m2), LEVEL, ODDS)
    assert found.size.upper <= LEVEL
    assert (found.test.tau * 1000).denominator == 1
    less = sized(kind, m1, m2, found.test.tau - Fraction(1, 1000))
    assert size(kind, m1, m2, less.size.rate, less.test.tau, ODDS) > LEVEL
    assert size(kind, m1, m2, found.size.rate, found.test.tau, ODDS) <= LEVEL


def test_critical_distance_is_the_least_that_keeps_the_level() -> None:
    every, budget = EveryTable(20, 30), parse_budget(epsilon="1/2")
    found = calibrate_distance(USUAL, every, LEVEL, budget)
    assert found.size.upper <= LEVEL < SizedTest(found.test, every, found.critical - 1).size.lower
    assert found.critical > 1
    large = calibrate_distance(USUAL, EveryTable(9, 9), Fraction(1, 2), parse_budget(epsilon=4))
    assert large.critical < 0
    # A size so near to the level that a bound of three digits on it is larger.
    near, just = Fraction("0.04439"), rounded_quantile(LEVEL, 6)
    close = calibrate_distance(just, EveryTable(20, 20), near, parse_budget(epsilon=1))
    for each, level in ((found, LEVEL), (large, Fraction(1, 2)), (close, near)):
        assert each.p_value(each.critical) <= level < each.p_value(each.critical - 1)


@pytest.mark.parametrize(
    ("m1", "m2", "epsilon", "level"),
    [
        (20, 200, Fraction(1, 10), LEVEL),
        (9, 9, Fraction(1, 1000), LEVEL),
        (9, 9, Fraction(1, 1000), Fraction("0.95")),
        (9, 9, Fraction(1, 10**9), LEVEL),
    ],
)
def test_critical_distance_may_be_beyond_every_distance(
    m1: int, m2: int, epsilon: Fraction, level: Fraction
) -> None:
    """There the size is a sum over all tables as well, and at the next smaller critical value it exceeds the level."""
    every = EveryTable(m1, m2)
    found = calibrate_distance(USUAL, every, level, parse_budget(epsilon=epsilon))
    distances = found.signed_distances
    assert found.critical > distances.max() if level < Fraction(1, 2) else found.critical < distances.min()

    def tail(k: int) -> float:
        """The probability of noise of at least k."""
        step = exp(-float(epsilon))
        return exp(-epsilon * k) / (1 + step) if k > 0 else 1 - exp(-epsilon * (1 - k)) / (1 + step)

    chances = {(a, b): tail(found.critical - int(distances[a, b])) for a, b in all_tables(m1, m2)}
    rate = found.size.rate
    assert mean_by_hand(chances, m1, m2, rate, rate) == pytest.approx(found.size.lower, rel=1e-7)
    assert found.size.upper <= level
    if epsilon > Fraction(1, 10**6):  # otherwise two sizes differ by less than the floats' error
        assert SizedTest(found.test, every, found.critical - 1).size.lower > level


def test_known_size_of_today_is_found() -> None:
    """Algorithm 2 at tau = 3.84 and epsilon = 1 has the size .355 at a rate of .02 of two groups of 161, and 1/2 at 0."""
    test = PrivateTest(PrivateTestName.ALGORITHM_2, USUAL, parse_budget(epsilon=1))
    found = SizedTest(test, EveryTable(161, 161))
    assert float(found.power(Fraction(1, 50), Fraction(1, 50)).lower) == pytest.approx(0.355, abs=5e-4)
    assert found.size.rate == 0
    assert found.size.lower == pytest.approx(1 / 2)


def test_what_has_no_size_is_refused() -> None:
    every, small = EveryTable(9, 9), parse_budget(epsilon="1/100")
    for kind in RADIAL:
        with refused(Reason.OUT_OF_RANGE):
            calibrate_tau(kind, every, LEVEL, ODDS)
    with refused(Reason.OUT_OF_RANGE):
        calibrate_tau(PrivateTestName.OPTIMAL, every, LEVEL, small)
    with refused(Reason.OUT_OF_RANGE) as refusal:
        calibrate_distance(USUAL, every, LEVEL, parse_budget(epsilon="1e-10"))
    assert refusal.value.accepted == "at least 1e-09"
    with refused(Reason.OUT_OF_RANGE) as refusal:
        calibrate_distance(USUAL, every, Fraction(1, 10**101), ODDS)
    assert refusal.value.what == "the level is below 1e-100"
    with refused(Reason.OUT_OF_RANGE):
        sized(PrivateTestName.OPTIMAL, 9, 9, Fraction(18))
    for groups in ((2000, 2000), (1, 1_999_998), (9_999, 2)):
        with refused(Reason.TOO_LARGE):
            EveryTable(*groups)
    with refused(Reason.TOO_LARGE):
        SizedTest(PrivateTest(PrivateTestName.OPTIMAL, USUAL, parse_budget(epsilon=101)), every)
    with refused(Reason.UNKNOWN_NAME):
        beta = PrivateTest(PrivateTestName.BETA_OPTIMAL, USUAL, ODDS, Fraction(1))
        assert SizedTest(beta, every).chances.size


def test_logarithms_of_choices() -> None:
    """Those of 6,000 people take milliseconds, not seconds."""
    for people in (0, 1, 2, 5, 60):
        assert log_choices(people).tolist() == [log(comb(people, k)) for k in range(people + 1)]
    start = process_time()
    assert log_choices(6000)[2000] == log(comb(6000, 2000))
    assert process_time() - start < 1


def test_law_given_a_margin_is_the_hypergeometric_one() -> None:
    every = EveryTable(4, 7)
    for a, b in product(range(5), range(8)):
        expected = Fraction(comb(4, a) * comb(7, b), comb(11, a + b))
        assert every.shares[a, b] == pytest.approx(float(expected), rel=1e-12)
    assert every.mean_by_margin(np.ones((5, 8))) == pytest.approx([1.0] * 12)
