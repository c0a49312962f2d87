"""The floats by which tables are sorted, and sums of roots that floats do not tell apart."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.chi2.distance import Gap
from ldproof.chi2.error import approximate_reach, smallest_root_sum
from ldproof.chi2.formulas import norm_squared, statistic
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Ball, ball, precision

FIRST = (PrivateTestName.ALGORITHM_1_F, PrivateTestName.ALGORITHM_1_Y1, PrivateTestName.ALGORITHM_1_Y2)
SECOND = (PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_2_TIGHT)
CLOSE = Fraction(1, 10**12)
"""A thousandth of what the reference takes for near."""


def exact_reach(kind: PrivateTestName, table: tuple[int, int], gap: Gap) -> Ball:
    """| |T| - 1 |, or |chi2 - tau|/tau, for (16) over max{b, d}/(max{b, d} + 1)."""
    (a, b), (m1, m2, tau) = table, (gap.m1, gap.m2, gap.tau)
    if kind in SECOND:
        return abs(ball(norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)).sqrt() - 1)
    most = max(b, m2 - b)
    share = Fraction(most, most + 1) if kind is PrivateTestName.ALGORITHM_1_Y2 else 1
    return abs(ball(statistic(a, b, m1, m2)) - ball(tau)) / ball(tau * share)


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["1/2", "1", "96/25", "6"]))
def test_tables_are_sorted_by_their_reach(m1: int, m2: int, threshold: str) -> None:
    """Each float is off by at most 10^-12 of 1 plus the distance; by a threshold nearby it would not be."""
    gap, nearby = (Gap(m1, m2, Fraction(threshold) + off, Fraction(0)) for off in (0, Fraction(1, 10**6)))
    tables = list(product(range(m1 + 1), range(m2 + 1)))
    a, b = np.array(tables, np.int64).T
    for kind in (*FIRST, *SECOND):
        found = [Fraction(each) for each in approximate_reach(kind, gap, (a, b)).tolist()]
        with precision(200):
            for other, expected in ((gap, True), (nearby, False)):
                close = [
                    bool(abs(ball(one) - reach) <= ball(CLOSE) * (1 + reach))
                    for one, reach in zip(
                        found, (exact_reach(kind, each, other) for each in tables), strict=True
                    )
                ]
                assert all(close) == expected, (kind, other.tau)


@pytest.mark.parametrize("shift", [Fraction(1), Fraction(1, 10**15)])
def test_smallest_sum_of_roots(shift: Fraction) -> None:
    """sqrt(n + shift) - sqrt(n) falls with n."""
    ways = {n: ((Fraction(1), n + shift), (Fraction(-1), Fraction(n))) for n in (2, 5, 3, 7)}
    for some in permutations(ways, 3):
        assert smallest_root_sum([ways[n] for n in some]) == ways[max(some)]
