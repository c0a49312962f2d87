"""The two sides of a threshold against all tables, one by one."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.arrays import Int64Array
from ldproof.chi2.formulas import statistic
from ldproof.chi2.gap import Gap
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import Cell, cells, distances_to
from tests.reference.refusals import refused

THRESHOLDS = list(product((Fraction(1), Fraction(96, 25)), (Fraction(1, 4), Fraction(1), Fraction(3))))


def pairs(found: tuple[Int64Array, Int64Array]) -> set[Cell]:
    return set(zip(found[0].tolist(), found[1].tolist(), strict=True))


@pytest.mark.parametrize(("m1", "m2"), list(product(range(1, 8), repeat=2)))
@pytest.mark.parametrize(("tau", "beta"), THRESHOLDS)
def test_the_sides_and_how_far_they_are_apart(m1: int, m2: int, tau: Fraction, beta: Fraction) -> None:
    gap = Gap(m1, m2, tau, beta)
    values = {cell: statistic(*cell, m1, m2) for cell in cells(m1, m2)}
    high = {cell for cell, value in values.items() if value >= tau + beta}
    low = {cell for cell, value in values.items() if value <= tau - beta}
    assert gap.above is bool(high)
    assert gap.below is bool(low)
    assert pairs(gap.upper_edge) <= high
    if not low:
        return
    assert pairs(gap.lower_edge) <= low
    to_low = distances_to(low, m1, m2)
    assert gap.from_below(*np.array(list(to_low)).T).tolist() == list(to_low.values())
    if high:
        assert gap.length == min(to_low[cell] for cell in high)


def test_at_a_threshold_that_is_the_largest_statistic() -> None:
    assert Gap(2, 3, Fraction(4), Fraction(1)).above
    assert not Gap(2, 3, Fraction(4), Fraction(101, 100)).above
    assert Gap(2, 3, Fraction(1), Fraction(1)).below
    assert not Gap(2, 3, Fraction(1), Fraction(101, 100)).below


def test_too_many_people() -> None:
    with refused(Reason.TOO_LARGE):
        Gap(10**6, 10**6, Fraction(1), Fraction(1))
