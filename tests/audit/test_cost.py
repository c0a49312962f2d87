"""The expected number of pairs of draws."""

from collections.abc import Mapping
from fractions import Fraction
from math import exp

import pytest

from ldproof.auditor import parse_claim
from ldproof.auditor.claim import Written, expected_draws
from ldproof.evidence.event_bets import pairs_until_rejection
from ldproof.mechanisms import Level

ALPHA = Fraction(1, 20)
BIT = 7526
"""What randomized response takes at epsilon 1.05 that claims 1, at this level."""


@pytest.mark.parametrize(
    ("name", "given", "level"),
    [
        ("shots.report", {"T": "1", "m": "1", "epsilon": "1"}, "user"),
        ("shots.report", {"T": "6", "m": "1", "epsilon": "1"}, "user"),
        ("counting.glance", {"T": "4", "epsilon": "1"}, "user"),
        ("counting.harmony", {"T": "5", "epsilon": "1"}, "user"),
        ("counting.borappor", {"T": "4", "epsilon": "4"}, "event"),
        ("chi2.optimal", {"m1": "6", "m2": "6", "tau": "3.84", "epsilon": "1"}, "user"),
    ],
)
def test_cost_of_one_bit_does_not_depend_on_its_surroundings(
    name: str, given: Mapping[str, Written], level: Level
) -> None:
    """In a mechanism that reports every round, the first report costs as much as a single one."""
    assert expected_draws(parse_claim(name, given, level), ALPHA) == pytest.approx(BIT, abs=1)


def test_rare_events_take_more() -> None:
    """One column of 8 has probability e / (e + 7) or 1 / (e + 7); 5% more epsilon moves both along their sum."""
    total = (exp(1) + 1) / (exp(1) + 7)
    p0 = total / (exp(1.05) + 1)
    found = expected_draws(parse_claim("sketch.kary", {"w": "8", "d": "1", "epsilon": "1"}), ALPHA)
    assert found is not None
    assert found == pytest.approx(pairs_until_rejection(exp(1), total - p0, p0, 0.05), rel=1e-9)
    assert found > 2 * BIT


def test_many_outputs_are_sampled_and_a_smaller_alpha_takes_more() -> None:
    found = expected_draws(parse_claim("shots.report", {"T": "30", "m": "1", "epsilon": "1"}), ALPHA)
    assert found == pytest.approx(BIT, rel=0.15)
    made = parse_claim("counting.glance", {"T": "1", "epsilon": "1"})
    few, many = (expected_draws(made, alpha) or 0 for alpha in (Fraction(1, 10), Fraction(1, 100)))
    assert many == pytest.approx(2 * few)
    assert few > 1000


def test_cost_is_unknown_without_a_worst_event() -> None:
    for name, given in (
        ("black-box", {"epsilon": "1"}),
        ("counting.borappor", {"T": "40", "epsilon": "1"}),
        ("chi2.algorithm_2", {"m1": "900", "m2": "6", "tau": "3.84", "epsilon": "1"}),
    ):
        assert expected_draws(parse_claim(name, given), ALPHA) is None
