"""The texts of Algorithms 1 and 2 against the mechanisms: over all values that the noise is drawn from.

An answer never falls from 1 to 0 as U grows. So how many of the 2^52 values of U give a 1 is found by bisection, and
with that the exact probability of a 1 by the text, floats and all.
"""

from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import isclose, log

import pytest

from ldproof.chi2.algorithms import POINTS, Dataset, algorithm_1, algorithm_2
from ldproof.chi2.law import PrivateTestName
from ldproof.chi2.mechanism import chi_squared_mechanism
from ldproof.coins import Coins, Tape

ODDS = 3
EPSILON = log(ODDS)
SHAPES = [(1, 1), (2, 2), (3, 2), (2, 5), (6, 6)]
TAUS = [Fraction(1), Fraction(96, 25), Fraction(5)]
"""The last is N for (3, 2), where m1 > m2."""


def share_of_ones(answer: Callable[[Coins], int]) -> float:
    """The probability that the answer is 1."""
    zeros = bisect_left(range(POINTS), 1, key=lambda k: answer(Tape(k.to_bytes(8))))
    return 1 - zeros / POINTS


def dataset(a: int, b: int, m1: int, m2: int) -> Dataset:
    """People with this table."""
    return [(1, 1)] * a + [(0, 1)] * (m1 - a) + [(1, 0)] * b + [(0, 0)] * (m2 - b)


def printed_delta(kind: PrivateTestName, b: int, m1: int, m2: int) -> float:
    """Equations (14), (15) and (16)."""
    N = m1 + m2
    if kind is PrivateTestName.ALGORITHM_1_F:
        return 4 * N / (N + 2)
    most = max(m1, m2) if kind is PrivateTestName.ALGORITHM_1_Y1 else max(b, m2 - b)
    return N**2 / (m1 * m2) * (most / (most + 1))


def check(kind: PrivateTestName, m1: int, m2: int, tau: Fraction) -> None:
    """Every table."""
    private = chi_squared_mechanism(kind, m1, m2, tau, odds=ODDS)
    for a, b in product(range(m1 + 1), range(m2 + 1)):
        D = dataset(a, b, m1, m2)

        def answer(coins: Coins) -> int:
            if kind is PrivateTestName.ALGORITHM_2:
                return algorithm_2(D, m1, m2, float(tau), EPSILON, coins)  # noqa: B023
            return algorithm_1(D, float(tau), EPSILON, printed_delta(kind, b, m1, m2), coins)  # noqa: B023

        likelihood = float(private.likelihood(private.secrets.of_cells(a, b), 1))
        assert isclose(share_of_ones(answer), likelihood, rel_tol=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tau", TAUS)
@pytest.mark.parametrize(
    "kind", [PrivateTestName.ALGORITHM_1_Y1, PrivateTestName.ALGORITHM_1_Y2, PrivateTestName.ALGORITHM_2]
)
def test_mechanism_has_the_law_of_the_algorithm(
    kind: PrivateTestName, shape: tuple[int, int], tau: Fraction
) -> None:
    check(kind, *shape, tau)


def test_mechanism_has_the_law_of_algorithm_1_in_groups_of_a_size() -> None:
    for m in (1, 2, 4):
        check(PrivateTestName.ALGORITHM_1_F, m, m, Fraction(1))
