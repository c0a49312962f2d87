"""The variance of Phi, from the laws of everybody's bits and as the ledger writes it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.shots.variance import variance, worst_variance
from tests.reference.shots import algorithm_1
from tests.reference.shots.rounds import errors, rates

SHAPES = [(1, 1), (1, 2), (2, 3), (3, 3), (1, 3)]
DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
ODDS = [Fraction(3, 2), Fraction(3), Fraction(40)]


def shape(m: int, T: int, r: Fraction, E: Fraction) -> tuple[Fraction, ...]:
    return Fraction(m), Fraction(T), r, E - 1


@pytest.mark.parametrize(("m", "T"), SHAPES)
@pytest.mark.parametrize("r", DUMMIES)
def test_it_is_the_variance_of_the_law(m: int, T: int, r: Fraction) -> None:
    """By every transcript of two people, one active in the round and one idle, or both alike."""
    E = Fraction(3)
    p, q = rates(m, T, r, E)
    for states in product((0, 1), repeat=2):
        laws = [algorithm_1.transcripts((state,) + (0,) * (T - 1), m, r, E) for state in states]
        share, squares = Fraction(sum(states), 2), Fraction(0)
        for (one, left), (other, right) in product(*(law.items() for law in laws)):
            phi = (Fraction(one[0] + other[0], 2) - q) / (p - q)
            squares += left * right * (phi - share) ** 2
        m_, T_, _, x = shape(m, T, r, E)
        assert variance(Fraction(2), m_, T_, r, share, x) == squares


@given(
    st.integers(1, 6),
    st.tuples(st.integers(1, 9), st.integers(0, 9)),
    st.sampled_from(DUMMIES),
    st.sampled_from(ODDS),
    st.data(),
)
def test_it_is_the_mean_squared_error(
    N: int, pair: tuple[int, int], r: Fraction, E: Fraction, data: st.DataObject
) -> None:
    """Of two Binomial numbers, for every share."""
    m, T = pair[0], sum(pair)
    active = data.draw(st.integers(0, N))
    expected = sum((share * error**2 for error, share in errors(active, N, m, T, r, E)), Fraction(0))
    m_, T_, _, x = shape(m, T, r, E)
    found = variance(Fraction(N), m_, T_, r, Fraction(active, N), x)
    assert found == expected
    assert found <= worst_variance(Fraction(N), m_, T_, r, x)


CASES = given(
    st.tuples(st.integers(1, 9), st.integers(0, 9)), st.fractions(0, 1), st.fractions(Fraction(11, 10), 50)
)


@CASES
def test_as_the_ledger_writes_it(pair: tuple[int, int], phi: Fraction, E: Fraction) -> None:
    """Row shots.r-star: r = 0; r = 1; and that flipping states and dummies changes nothing."""
    m, T = Fraction(pair[0]), Fraction(sum(pair))
    quiet = ((T / m) * (E + 1) * (phi * E + 1 - phi) - (phi * E**2 + 1 - phi)) / (E - 1) ** 2
    s = m / T
    assert variance(Fraction(1), m, T, Fraction(0), phi, E - 1) == quiet
    loud = quiet - (2 * phi - 1) * (1 - s) * (E + 1) / (s * (E - 1))
    assert variance(Fraction(1), m, T, Fraction(1), phi, E - 1) == loud
    assert loud == variance(Fraction(1), m, T, Fraction(0), 1 - phi, E - 1)


@CASES
def test_the_worst_is_at_an_end(pair: tuple[int, int], r: Fraction, E: Fraction) -> None:
    """The variance is linear in phi."""
    m, T = Fraction(pair[0]), Fraction(sum(pair))
    low, middle, high = (variance(Fraction(1), m, T, r, Fraction(k, 2), E - 1) for k in range(3))
    assert 2 * middle == low + high
    assert worst_variance(Fraction(1), m, T, r, E - 1) == max(low, high)
