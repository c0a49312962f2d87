"""The variance of Phi, from the laws of everybody's bits and as the ledger writes it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.shots.variance import variance, worst_variance
from tests.reference.shots import algorithm_1
from tests.reference.shots.rounds import errors, rates

DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
ONE = Fraction(1)


@pytest.mark.parametrize("r", DUMMIES)
def test_variance_is_that_of_two_peoples_transcripts(r: Fraction) -> None:
    """One active in the round and one idle, or both alike."""
    E = Fraction(3)
    for (m, T), states in product([(1, 1), (1, 2), (2, 3), (3, 3), (1, 3)], product((0, 1), repeat=2)):
        p, q = rates(m, T, r, E)
        laws = [algorithm_1.transcripts((state,) + (0,) * (T - 1), m, r, E) for state in states]
        share, squares = Fraction(sum(states), 2), Fraction(0)
        for (one, left), (other, right) in product(*(law.items() for law in laws)):
            phi = (Fraction(one[0] + other[0], 2) - q) / (p - q)
            squares += left * right * (phi - share) ** 2
        assert variance(Fraction(2), Fraction(m), Fraction(T), r, share, E - 1) == squares


ROUNDS = st.tuples(st.integers(1, 9), st.integers(0, 9))


@given(st.integers(1, 6), ROUNDS, st.sampled_from(DUMMIES), st.sampled_from(["3/2", "3", "40"]), st.data())
def test_variance_is_the_mean_squared_error(
    N: int, pair: tuple[int, int], r: Fraction, odds: str, data: st.DataObject
) -> None:
    """Of two Binomial numbers, for every share."""
    m, T, E = pair[0], sum(pair), Fraction(odds)
    active = data.draw(st.integers(0, N))
    expected = sum((share * error**2 for error, share in errors(active, N, m, T, r, E)), Fraction(0))
    found = variance(Fraction(N), Fraction(m), Fraction(T), r, Fraction(active, N), E - 1)
    assert found == expected <= worst_variance(Fraction(N), Fraction(m), Fraction(T), r, E - 1)


@given(ROUNDS, st.fractions(0, 1), st.fractions(0, 1), st.fractions(Fraction(11, 10), 50))
def test_variance_is_as_the_ledger_writes_it(
    pair: tuple[int, int], phi: Fraction, r: Fraction, E: Fraction
) -> None:
    """Row shots.r-star: r = 0; r = 1; flipping states and dummies changes nothing; linear in phi, so worst at an end."""
    m, T = Fraction(pair[0]), Fraction(sum(pair))
    quiet = ((T / m) * (E + 1) * (phi * E + 1 - phi) - (phi * E**2 + 1 - phi)) / (E - 1) ** 2
    assert variance(ONE, m, T, Fraction(0), phi, E - 1) == quiet
    loud = quiet - (2 * phi - 1) * (1 - m / T) * (E + 1) / (m / T * (E - 1))
    assert variance(ONE, m, T, ONE, phi, E - 1) == loud == variance(ONE, m, T, Fraction(0), 1 - phi, E - 1)
    low, middle, high = (variance(ONE, m, T, r, share, E - 1) for share in (Fraction(0), phi, ONE))
    assert middle == low + phi * (high - low)
    assert worst_variance(ONE, m, T, r, E - 1) == max(low, high)
