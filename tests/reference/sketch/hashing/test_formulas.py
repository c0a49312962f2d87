"""The closed forms of collision probabilities, by counting."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.sketch.hashing.formulas import shared, without_constants


@pytest.mark.parametrize("P", [2, 3, 5, 7, 9, 13])
@pytest.mark.parametrize("w", [2, 3, 4, 6, 13, 20])
def test_two_uniform_numbers(w: int, P: int) -> None:
    together = sum(x % w == y % w for x, y in product(range(P), repeat=2))
    found = shared(Fraction(w), Fraction(P % w), Fraction(P))
    assert found == Fraction(together, P**2)
    different = sum(x % w == y % w for x, y in product(range(P), repeat=2) if x != y)
    assert without_constants(found, Fraction(P)) == Fraction(different, P * (P - 1))
