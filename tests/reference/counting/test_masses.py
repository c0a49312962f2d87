"""The law of one round in floats, against fractions."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.counting import law
from ldproof.counting.masses import DOUBT, laws, trials
from ldproof.law import binomial


@pytest.mark.parametrize(
    ("count", "chance"), [(0, "1/3"), (1, "1/2"), (40, "1/7"), (60, "99/100"), (5, "1"), (5, "0")]
)
def test_trials(count: int, chance: str) -> None:
    one = Fraction(chance)
    exact = binomial(count, one)
    found = dict(trials(count, float(one), float(1 - one), 1e-200))
    assert set(found) == set(exact)
    for k, mass in found.items():
        assert abs(Fraction(mass) - exact[k]) <= exact[k] * Fraction(DOUBT) / 10**4


def test_dust_is_dropped() -> None:
    kept = trials(1000, 0.5, 0.5, 1e-12)
    assert kept.start > 300
    assert min(kept.of[0], kept.of[-1]) >= 1e-12
    assert 1 - kept.of.sum() < 1e-9


@pytest.mark.parametrize(("N", "T", "M"), [(1, 1, 0), (6, 1, 2), (7, 3, 4), (12, 4, 12), (12, 2, 1)])
def test_reporters_and_ones(N: int, T: int, M: int) -> None:
    for odds in (Fraction(3), Fraction(1000)):
        exact = law.received(N, T, M, odds - 1)
        p = odds / (odds + 1)
        found = {
            (k, ones): mass
            for k, masses in laws(N, T, M, (float(p), float(1 - p)), 1e-60)
            for ones, mass in masses
        }
        assert set(found) == set(exact)
        for reports, mass in found.items():
            assert abs(Fraction(mass) - exact[reports]) <= exact[reports] * Fraction(DOUBT) / 10**4


def test_every_number_of_reporters_comes_once() -> None:
    found = [k for k, _ in laws(200, 10, 60, (0.9, 0.1), 1e-3)]
    assert len(set(found)) == len(found)
    total = sum(mass for _, masses in laws(200, 10, 60, (0.9, 0.1), 1e-3) for _, mass in masses)
    assert total == pytest.approx(1, rel=1e-12)
    assert all(
        ones <= k for k, masses in laws(50, 2, 20, (0.9, 0.1), 1e-3) for (ones, _), _ in product(masses, (0,))
    )
