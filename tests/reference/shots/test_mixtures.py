"""The laws in floats against exact ones, within the error that is claimed."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from ldproof.numbers import Array
from ldproof.shots.mixtures import DOUBT, crowd, crowds
from tests.reference.shots.rounds import binomial, sums
from tests.tiers import grid

RATES = [(Fraction(p), Fraction(q)) for p, q in (("3/4", "1/4"), ("1/20", "1/300"), ("99/100", "1/2"))]


def kind(chance: Fraction) -> tuple[float, float]:
    return float(chance), float(1 - chance)


def agree(shares: Array, truths: Iterable[Fraction], tail: float) -> bool:
    """Whether all are as close as is claimed."""
    return all(
        abs(Fraction(share) - truth) <= Fraction(DOUBT) * max(truth, Fraction(tail))
        for share, truth in zip(shares.tolist(), truths, strict=True)
    )


@pytest.mark.parametrize(("rates", "N", "tail"), grid(RATES, [1, 2, 3, 10, 33, 70], [1e-3, 1e-200]))
def test_every_tail_is_as_close_as_claimed(rates: tuple[Fraction, Fraction], N: int, tail: float) -> None:
    p, q = rates
    found = list(crowds(N, kind(p), kind(q), tail))
    assert [active for each in found for active in each.active.tolist()] == list(range(N + 1))
    for each in found:
        for active in {0, 1, N // 2, 35, N - 1, N} & set(each.active.tolist()):
            exact = sums(binomial(active, p), binomial(N - active, q))
            rows, ones = np.full(N + 1, active - each.active[0]), np.arange(N + 1)
            assert agree(each.at_most(rows, ones), accumulate(exact), tail)
            assert agree(each.at_least(rows, ones)[::-1], accumulate(exact[::-1]), tail)


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
def test_tails_for_one_number_of_active_people_are_as_close_as_claimed(N: int, active: int) -> None:
    p, q = RATES[1]
    found = crowd(N, active, (kind(p), kind(q)), 1e-9)
    exact = sums(binomial(active, p), binomial(N - active, q))
    assert agree(found.at_most(np.zeros(N + 1, np.intp), np.arange(N + 1)), accumulate(exact), 1e-9)
