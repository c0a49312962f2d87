"""The user-level theorem against brute force: any two people, and whoever has the opposite states."""

from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.shots.law import transcripts


@pytest.mark.parametrize(("m", "T"), [(1, 2), (2, 3), (3, 3), (2, 4)])
def test_no_ratio_exceeds_the_budget_and_the_opposite_reaches_it(m: int, T: int) -> None:
    """With report odds E the largest ratio over all transcripts and pairs of people is E^m."""
    r, x = Fraction(2, 5), Fraction(3, 2)
    laws = {states: transcripts(states, m, r, x) for states in every((0, 1), repeat=T)}
    largest = max(
        one[seen] / other[seen] for one in laws.values() for other in laws.values() for seen in laws
    )
    assert largest == (1 + x) ** m
    for states, law in laws.items():
        opposite = laws[tuple(1 - state for state in states)]
        assert law[states] == largest * opposite[states]
