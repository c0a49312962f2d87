"""E[Err], exactly and in runs, against all outcomes of small populations."""

from decimal import Decimal
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from ldproof.budget import budget
from ldproof.catalogue.answers import between
from ldproof.coins import SeededCoins
from ldproof.counting.parameters import Which
from ldproof.counting.worst import Worst
from ldproof.domains import Logarithm
from ldproof.experiments.counting_err import PUBLISHED, Err, as_decimal, enclosed
from tests.reference.counting.runs import worst_law

FILLS = {Which.GLANCE: None, Which.HARMONY: Fraction(0), Which.HARMONY_PUBLISHED: Fraction(1, 2)}
THREE = Logarithm(Fraction(3))


def moments(which: Which, N: int, T: int, M: int) -> tuple[Fraction, Fraction]:
    """The mean of Err, and its largest value, given that every round has an estimate; odds are 3."""
    law = worst_law(N, T, M, Fraction(3), FILLS[which])
    known = {error: share for error, share in law.items() if error is not None}
    mean = sum((error * share for error, share in known.items()), Fraction(0)) / sum(known.values())
    return mean, max(known)


@pytest.mark.parametrize("which", FILLS)
@pytest.mark.parametrize(("N", "T", "M"), [(6, 3, 2), (5, 2, 5), (4, 1, 0)])
def test_the_mean_is_enclosed_and_runs_are_near(which: Which, N: int, T: int, M: int) -> None:
    """Hoeffding: runs are off by more less than once in 10^9 seeds. Of Glance some runs are left out."""
    runs = 3000
    mean, most = moments(which, N, T, M)
    found = Err(N, T, which, Fraction(M, N), THREE)(runs, SeededCoins(b"Err"))
    low, high = between(found.exact)
    assert low <= mean <= high < low + Fraction(1, 10**6)
    assert found.simulated is not None
    assert (found.simulated.runs < runs) is (which is Which.GLANCE and T > 1)
    off = float(most) * sqrt(log(2e9) / (2 * found.simulated.runs))
    assert abs(float(found.simulated.mean - mean)) < off < 0.2 * float(most)
    if which is Which.HARMONY:
        low, high = between(found.asides[PUBLISHED])
        assert low <= moments(Which.HARMONY_PUBLISHED, N, T, M)[0] <= high


def test_without_runs_nothing_is_simulated() -> None:
    err = Err(6, 3, Which.GLANCE, Fraction(1, 2), 1)
    assert err(0, SeededCoins(b"")).simulated is None


def test_the_estimates_are_those_of_section_4_1() -> None:
    """Odds 3, so that p - q = 1/2: three of four report a 1, and four of twelve people are heard."""
    ones, reporters = np.array([[3.0]]), np.array([[4.0]])
    expected = {Which.GLANCE: 1.0, Which.HARMONY: 1.0, Which.HARMONY_PUBLISHED: 1.0}
    for which, estimate in expected.items():
        found = Err(12, 3, which, Fraction(1, 2), THREE).estimates(ones, reporters)
        assert found.item() == pytest.approx(estimate)
    found = Err(12, 3, Which.HARMONY, Fraction(1, 2), THREE).estimates(ones, reporters * 2)
    assert found.item() == pytest.approx(1.0)
    found = Err(12, 3, Which.HARMONY_PUBLISHED, Fraction(1, 2), THREE).estimates(ones, reporters * 2)
    assert found.item() == pytest.approx(0.0)


def test_a_size_of_the_source_in_runs() -> None:
    """50 rounds of 1000 people, half of them active: five standard errors, with these coins."""
    err = Err(1000, 50, Which.GLANCE, Fraction(1, 2), 3)
    found = err(400, SeededCoins(b"section 6"))
    assert found.simulated is not None
    error = between(found.simulated.error)[0]
    assert 0 < error < Fraction(1, 50)
    assert abs(found.simulated.mean - between(found.exact)[0]) < 5 * error


def test_decimals_around_a_mean() -> None:
    law = Worst(np.array([0.25, 0.75]), np.array([0.5, 1.0]), 1e-9, 0.75)
    found = enclosed(law)
    assert law.mean() == 0.5
    assert found.lower == Decimal("0.499999998424")
    assert found.upper == Decimal("0.500000001576")
    assert as_decimal(1 / 3) == Fraction("0.333333333333")


def test_who_is_active_and_what_everybody_does() -> None:
    err = Err(10_000, 50, Which.HARMONY, Fraction(9995, 10_000), 2)
    assert err.active == 9995
    assert err.parameters.budget == budget(epsilon=2)
