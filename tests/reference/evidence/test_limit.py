"""The limit: the issue's number, and the least divergence by looking everywhere."""

from math import e, log

import numpy as np
import pytest
from flint import arb

from ldproof.evidence.limit import corner_limit, evidence, limit, nearest_rate
from ldproof.tails import divergence

P1 = e**1.05 / (1 + e**1.05)


def test_randomized_response_that_claims_too_little() -> None:
    assert round(limit(e, P1, 1 - P1, 0.05)) == 7526
    assert limit(e, P1, 1 - P1, 0.05) == pytest.approx(log(20) / evidence(e, P1, 1 - P1))


@pytest.mark.parametrize(("odds", "p1", "p0"), [(2.0, 0.9, 0.3), (3.0, 0.5, 0.1), (1.5, 0.3, 0.1)])
def test_no_private_rate_is_nearer(odds: float, p1: float, p0: float) -> None:
    def far(t: float) -> float:
        return divergence(p1, odds * t) + divergence(p0, t)

    grid = np.linspace(1e-4, 1 / odds - 1e-4, 5000)
    assert evidence(odds, p1, p0) == pytest.approx(min(map(far, grid)), abs=1e-6)
    assert far(nearest_rate(odds, p1, p0)) == evidence(odds, p1, p0)


def test_two_inequalities_are_less_private_than_one() -> None:
    assert corner_limit(e, P1, 1 - P1, 0.05) < limit(e, P1, 1 - P1, 0.05)
    wide = [divergence(P1, t) + divergence(1 - P1, 1 - t) for t in np.linspace(0.5, e / (e + 1), 2000)]
    assert corner_limit(e, P1, 1 - P1, 0.05) == pytest.approx(log(20) / min(wide), rel=1e-6)


def test_balls_enclose_the_float() -> None:
    ball = limit(arb(3), arb("0.9"), arb("0.2"), arb("0.05"))
    assert abs(float(ball.mid()) - limit(3.0, 0.9, 0.2, 0.05)) < 1e-9
