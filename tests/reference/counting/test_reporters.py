"""How many report: against sums, against a recurrence, and against all choices of rounds."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.counting import reporters
from ldproof.counting.reporters import (
    empty_near,
    empty_round,
    every,
    inverse_count,
    likely,
    mean_inverse,
    nobody,
)
from ldproof.numbers import Ball, Enclosure, Real, ball, enclose, fraction, precision

SHAPES = [*product((1, 2, 3, 4), (1, 2, 3))]


def near(quantity: Real, digits: int = 20) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


@pytest.mark.parametrize(("N", "T"), SHAPES)
def test_all_choices_of_rounds(N: int, T: int) -> None:
    choices = list(product(range(T), repeat=N))
    counts = [taus.count(0) for taus in choices]
    inverses = [Fraction(1, k) for k in counts if k]
    assert inverse_count(N, T) == sum(inverses) / len(inverses)
    assert nobody(N, T) == Fraction(counts.count(0), len(choices))
    empty = sum(len(set(taus)) < T for taus in choices)
    assert empty_round(N, T) == Fraction(empty, len(choices))


@cache
def onto(N: int, T: int) -> int:
    """In how many ways N people choose so that none of T rounds is empty: by who comes last."""
    if N == 0 or T == 0:
        return int(N == T)
    return T * (onto(N - 1, T) + onto(N - 1, T - 1))


LARGER = given(st.integers(1, 60), st.integers(1, 70))


@LARGER
def test_the_probability_of_an_empty_round_counts_what_is_onto(N: int, T: int) -> None:
    expected = 1 - Fraction(onto(N, T), T**N)
    assert empty_round(N, T) == expected
    if 1 < T <= N:
        assert enclose(lambda: empty_near(N, T), 20).contains(expected)


@LARGER
def test_the_mean_of_an_inverse_is_a_sum(N: int, T: int) -> None:
    weights = {k: comb(N, k) * (T - 1) ** (N - k) for k in range(1, N + 1)}
    expected = sum(Fraction(weight, k) for k, weight in weights.items()) / sum(weights.values())
    assert inverse_count(N, T) == expected
    assert enclose(lambda: mean_inverse(likely(N, T)), 20).contains(expected)


def test_the_ledgers_recurrence() -> None:
    """S_N = (1 - 1/T) S_(N-1) + (1 - (1-1/T)^N)/N, and R = S_N / (1 - (1-1/T)^N)."""
    for T in (1, 2, 3, 10):
        stays, S = Fraction(T - 1, T), Fraction(0)
        for N in range(1, 40):
            S = stays * S + (1 - stays**N) / N
            assert inverse_count(N, T) == S / (1 - stays**N)


@pytest.mark.parametrize(("N", "T"), [(20_000, 3), (20_000, 50), (20_000, 1000), (20_000, 10**6)])
def test_many_people_by_the_same_recurrence(N: int, T: int) -> None:
    """Every term positive, in balls of 300 bits."""
    with precision(300):
        stays, S, power = 1 - ball(Fraction(1, T)), Ball(0), Ball(1)
        for n in range(1, N + 1):
            power *= stays
            S = stays * S + (1 - power) / n
        expected = S / (1 - power)
    assert enclose(lambda: expected, 30) == near(inverse_count(N, T), 30)


@pytest.mark.parametrize(("N", "T"), [(10**9, 10**6), (10**9, 7), (10**6, 2)])
def test_the_largest_are_between_bounds(N: int, T: int) -> None:
    """E[1/k | k >= 1] >= 1/E[k | k >= 1]; and for k >= 1, 1/k <= 1/(k+1) + 3/((k+1)(k+2)), whose means are known."""
    found = near(inverse_count(N, T))
    with precision(200):
        some = 1 - (1 - ball(Fraction(1, T))) ** N
        low = some * T / N
        first, second = ball(Fraction(T, N + 1)), ball(Fraction(T * T, (N + 1) * (N + 2)))
        high = (first + 3 * second) / some
    assert fraction(low.lower()) <= Fraction(found.upper)
    assert Fraction(found.lower) <= fraction(high.upper())


def test_the_ends() -> None:
    assert inverse_count(10**9, 1) == Fraction(1, 10**9)
    assert inverse_count(1, 10**6) == 1
    assert empty_round(10**9, 1) == 0
    assert empty_round(999, 1000) == 1
    assert nobody(10**9, 1) == 0


@pytest.mark.parametrize(("N", "T"), [(10**6, 10**5), (10**4, 50), (10**9, 10**6), (2 * 10**7, 10**6)])
def test_few_empty_rounds_are_as_in_bonferroni(N: int, T: int) -> None:
    """Between the first term less the second, and the first."""
    found = near(empty_round(N, T))
    with precision(200):
        first = T * (1 - ball(Fraction(1, T))) ** N
        second = ball(comb(T, 2)) * (1 - ball(Fraction(2, T))) ** N
        assert first - second < ball(Fraction(found.upper))
        assert ball(Fraction(found.lower)) < first


def test_where_some_round_is_surely_empty_all_digits_say_so() -> None:
    found = near(empty_round(10**6, 10**6), 40)
    assert 1 - Fraction(found.lower) < Fraction(1, 10**40)


@pytest.mark.parametrize(("N", "T"), [(300, 40), (500, 120), (150, 100)])
def test_balls_hold_what_cancels(N: int, T: int, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = empty_round(N, T)
    monkeypatch.setattr(reporters, "MOST_BITS", 0)
    assert exact.exact is not None
    assert near(empty_round(N, T), 50).contains(exact.exact)


@pytest.mark.parametrize(("N", "T"), [(1, 2), (7, 2), (40, 3), (2000, 2), (30, 50)])
def test_the_likeliest_numbers_have_nearly_all_the_weight(N: int, T: int) -> None:
    exact = every(N, T).probabilities()
    with precision(128):
        numbers = likely(N, T)
        found = numbers.probabilities()
        left = 1 - sum(exact[k] for k in found)
        others = numbers.others / numbers.total()
        assert 0 <= left <= fraction(others.upper())
        assert fraction(others.upper()) < Fraction(1, 10**30)
        for k, around in found.items():
            assert fraction(around.lower()) <= exact[k] <= fraction(around.upper())
    assert numbers.last == max(found)
