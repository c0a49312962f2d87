"""The public formula, beside counting in small fields and by the number of values in each column."""

from fractions import Fraction

import pytest

from ldproof.catalogue.evaluation import evaluate
from ldproof.rejections import Reason
from ldproof.sketch.collisions import collision
from tests.reference.refusals import refused


def by_column(w: int, P: int) -> Fraction:
    """Column j holds the values j, j + w, ... below P."""
    return Fraction(sum(len(range(j, P, w)) ** 2 for j in range(w)), P**2)


@pytest.mark.parametrize(("w", "P"), [(2, 3), (10, 97), (1024, 65537), (7, 2**61 - 1)])
def test_by_name(w: int, P: int) -> None:
    assert evaluate("sketch.collision", {"w": w, "family": "affine", "P": P}, 20) == by_column(w, P)
    without = (P**2 * by_column(w, P) - P) / (P**2 - P)
    assert evaluate("sketch.collision", {"w": str(w), "family": "textbook", "P": str(P)}, 20) == without


def test_by_function() -> None:
    assert collision(1024, "quadratic") == collision(1024) == Fraction(1, 1024)
    assert collision(10, "polynomial") == by_column(10, 2**61 - 1)
    with refused(Reason.MISSING):
        collision(10, "affine")
