"""The event-level theorem against brute force: all transcripts, all changes of one round, other numbers than its own."""

from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.law import Infinite, tight_odds
from ldproof.shots.formulas import event_odds
from ldproof.shots.law import transcripts


@pytest.mark.parametrize(("m", "T"), [(1, 1), (1, 2), (2, 2), (1, 4), (2, 4), (3, 4)])
@pytest.mark.parametrize(("r", "x"), [(Fraction(1, 7), Fraction(5)), (Fraction(5, 6), Fraction(1, 9))])
def test_the_closed_form_is_the_largest_ratio(m: int, T: int, r: Fraction, x: Fraction) -> None:
    """It bounds every ratio, and one reaches it."""
    laws = {states: transcripts(states, m, r, x) for states in every((0, 1), repeat=T)}
    ratios = [
        tight_odds(law, laws[(*states[:t], 1 - states[t], *states[t + 1 :])])
        for states, law in laws.items()
        for t in range(T)
    ]
    finite = [ratio for ratio in ratios if not isinstance(ratio, Infinite)]
    assert len(finite) == len(ratios)
    assert max(finite) == event_odds(Fraction(m), Fraction(T), r, x)
