"""How often three points share a column, beside all hashes of small fields."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from ldproof.rejections import Reason
from ldproof.sketch.hashing import Affine, Ideal, Polynomial, Quadratic, Textbook
from ldproof.sketch.hashing.binary import BinaryField
from ldproof.sketch.hashing.families import Family
from ldproof.sketch.hashing.triples import triple
from tests.reference.refusals import refused


@pytest.mark.parametrize(
    "family",
    [
        Polynomial(2, 5),
        Polynomial(3, 5),
        Polynomial(3, 7),
        Polynomial(5, 5),
        Quadratic(2, BinaryField(2, 0b11)),
    ],
    ids=lambda family: f"{family.word}-{family.width}-{family.size}",
)
def test_three_points_over_all_hashes(family: Family) -> None:
    points = np.arange(family.size, dtype=np.uint64)
    hashes = [family.columns(key, points).tolist() for key in product(*family.ranges)]
    for x, y, z in combinations(range(4), 3):
        together = sum(columns[x] == columns[y] == columns[z] for columns in hashes)
        assert Fraction(together, len(hashes)) == triple(family)


def test_collisions_are_uncorrelated_only_if_columns_are_uniform() -> None:
    """Independence in threes is not enough: five values on two columns make them 3 : 2."""
    assert triple(Ideal(7)) == Fraction(1, 49)
    uneven = Polynomial(2, 5)
    assert uneven.collision == Fraction(13, 25)
    assert triple(uneven) == Fraction(35, 125) > uneven.collision**2


def test_pairwise_independent_families_are_refused() -> None:
    for family in (Affine(2, 5), Textbook(2, 5)):
        with refused(Reason.OUT_OF_RANGE):
            triple(family)
