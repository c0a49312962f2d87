"""The laws in floats against exact ones, within the error that is claimed."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from ldproof.shots.mixtures import DOUBT, crowd, crowds
from tests.reference.shots.rounds import binomial, sums

RATES = [
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 20), Fraction(1, 300)),
    (Fraction(99, 100), Fraction(1, 2)),
]


def kind(chance: Fraction) -> tuple[float, float]:
    return float(chance), float(1 - chance)


@pytest.mark.parametrize(("p", "q"), RATES)
@pytest.mark.parametrize("N", [1, 2, 3, 10, 33, 70])
@pytest.mark.parametrize("tail", [1e-3, 1e-200])
def test_every_tail_is_as_close_as_claimed(N: int, p: Fraction, q: Fraction, tail: float) -> None:
    found = list(crowds(N, kind(p), kind(q), tail))
    assert [active for each in found for active in each.active.tolist()] == list(range(N + 1))
    for each in found:
        for active in {0, 1, N // 2, 35, N - 1, N} & set(each.active.tolist()):
            exact = sums(binomial(active, p), binomial(N - active, q))
            rows, ones = np.full(N + 1, active - each.active[0]), np.arange(N + 1)
            for tails, truths in (
                (each.at_most(rows, ones), accumulate(exact)),
                (each.at_least(rows, ones)[::-1], accumulate(exact[::-1])),
            ):
                for share, truth in zip(tails.tolist(), truths, strict=True):
                    assert abs(Fraction(share) - truth) <= Fraction(DOUBT) * max(truth, Fraction(tail))


def test_what_never_happens_is_no_matter() -> None:
    """A lie of e^-100000 is 0 as a float."""
    (found,) = crowds(5, (1.0, 0.0), (0.0, 1.0), 1e-9)
    everybody = np.arange(6)
    assert (
        found.at_most(everybody, everybody).tolist()
        == found.at_least(everybody, everybody).tolist()
        == [1.0] * 6
    )
    assert not found.at_least(everybody, everybody + 1).any()


@pytest.mark.parametrize(("N", "active"), [(1, 0), (1, 1), (7, 7), (70, 30)])
def test_one_number_of_active_people_alone(N: int, active: int) -> None:
    p, q = RATES[1]
    found = crowd(N, active, (kind(p), kind(q)), 1e-9)
    exact = sums(binomial(active, p), binomial(N - active, q))
    row, ones = np.zeros(N + 1, np.intp), np.arange(N + 1)
    for share, truth in zip(found.at_most(row, ones).tolist(), accumulate(exact), strict=True):
        assert abs(Fraction(share) - truth) <= Fraction(DOUBT) * max(truth, Fraction(1e-9))
