"""False alarms and power of audits that are watched continuously; `calibration` has more runs."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from ldproof.audit.bets import FORESEEN
from ldproof.evidence import Batch, start
from ldproof.evidence.bound import climbed
from ldproof.evidence.limit import limit
from tests.audit.calibration import ALPHA, alarms, courses, growing, interval, power, searches
from tests.audit.simulation import audits, response


def test_right_mechanisms_are_seldom_flagged() -> None:
    for name, hits in alarms(1000, [200] * 60):
        assert interval(hits, 1000, 1e-9)[0] < ALPHA, name
        assert hits / 1000 < ALPHA, name


def test_a_wrong_one_is_found_nearly_as_soon_as_anybody_could() -> None:
    pairs = power(20_000, growing(42_000), weight=float(FORESEEN)).pairs
    least = limit(exp(1), *response(1.05), ALPHA)
    assert np.median(pairs) <= 1.5 * least
    assert np.mean(np.minimum(pairs, 40_000)) <= 2 * least
    assert np.mean(pairs <= 20_000) >= 0.97


def test_the_bound_covers_the_truth() -> None:
    epsilons = [0.7, 0.8, 0.9, 1.0, 1.1, 1.2]
    found = [
        np.isfinite(audits(1000, response(1.0), exp(each), ALPHA, [500] * 60, seed=3).pairs)
        for each in epsilons
    ]
    heights = [climbed(bool(each[run]) for each in found) for run in range(1000)]
    assert np.mean([height > 3 for height in heights]) <= ALPHA
    assert np.mean([height >= 2 for height in heights]) > 0.9


def test_whole_audits_flag_and_exceed_seldom() -> None:
    """Three of three would have a chance of 1 in 8000, if the level is kept."""
    for each in courses(3):
        assert max(each.flagged, each.exceeding) <= 2, each.name
        assert each.middle >= Fraction(1, 2), each.name


def test_the_whole_search_flags_seldom() -> None:
    """Over pairs, events and windows: 4 of 8 would have a chance of 1 in 2500, if the level is kept."""
    for name, hits in searches(8):
        assert hits <= 3, name


def test_simulation_and_audit_agree() -> None:
    """On equal draws the simulation in floats and the exact evidence stop after as many pairs."""
    truth, sizes = response(1.4), [100] * 40
    pairs = float(audits(1, truth, 2.5, ALPHA, sizes, weight=0.75, seed=11).pairs[0])
    random = np.random.default_rng(11)
    portfolio, past = start(Fraction(5, 2), Fraction(1, 20)).adding("a", Fraction(3, 4)), 0
    for size in sizes:
        ones, others = (int(random.binomial(size, rate, 1)[0]) for rate in truth)
        portfolio, past = portfolio.after({"a": Batch(size, ones, size, others)}), past + size
        if portfolio.rejected:
            break
    assert past == pairs


def test_an_interval_holds_the_frequency() -> None:
    low, high = interval(30, 1000)
    assert low < 0.03 < high
    assert (low, high) == pytest.approx((0.0180, 0.0466), abs=2e-3)
