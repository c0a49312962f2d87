"""The coin's theorems, in numbers: a law, and private with the odds that they state."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.reporting.coin import lie, silent, spoken, truth
from ldproof_proofs.kernel.theorem import Theorem


@pytest.mark.parametrize("x", [Fraction(1, 1000), Fraction(1), Fraction(19)])
def test_the_coin_is_a_law_with_these_odds(x: Fraction) -> None:
    """Truth and lie add up to 1, and their ratio is 1 + x: the largest of all."""
    assert truth(x) + lie(x) == 1
    ratios = [
        spoken(x, state, seen) / spoken(x, other, seen) for seen, state, other in every((0, 1), repeat=3)
    ]
    assert max(ratios) == 1 + x
    assert silent(x / 20, 0) + silent(x / 20, 1) == 1


def test_there_is_a_theorem_for_every_case(theorems: Mapping[str, Theorem]) -> None:
    """Whatever is seen, and whatever the two states: eight of privacy, each with x > 0 and nothing else given."""
    found = [each for name, each in theorems.items() if name.startswith("reporting.coin-private-")]
    assert len(found) == 8
    for theorem in found:
        assert theorem.statement.startswith("if 0 < x then ")
        assert theorem.evidence.text() == "proved"
