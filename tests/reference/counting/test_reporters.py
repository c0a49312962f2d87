"""How many report, against all choices of rounds, sums and recurrences; and one round's law in floats."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ldproof.counting import law, masses, reporters
from ldproof.counting.reporters import empty_near, empty_round, inverse_count, likely, mean_inverse, nobody
from ldproof.law import Law, binomial
from ldproof.numbers import Ball, Enclosure, Real, ball, enclose, fraction, precision


def near(quantity: Real, digits: int = 20) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


@pytest.mark.parametrize("N", [1, 2, 3, 4])
@pytest.mark.parametrize("T", [1, 2, 3])
def test_reporters_over_all_choices_of_rounds(N: int, T: int) -> None:
    choices = list(product(range(T), repeat=N))
    counts = [taus.count(0) for taus in choices]
    inverses = [Fraction(1, k) for k in counts if k]
    assert inverse_count(N, T) == sum(inverses) / len(inverses)
    assert nobody(N, T) == Fraction(counts.count(0), len(choices))
    assert empty_round(N, T) == Fraction(sum(len(set(taus)) < T for taus in choices), len(choices))


@cache
def onto(N: int, T: int) -> int:
    """In how many ways N people choose so that none of T rounds is empty: by who comes last."""
    if N == 0 or T == 0:
        return int(N == T)
    return T * (onto(N - 1, T) + onto(N - 1, T - 1))


@given(st.integers(1, 60), st.integers(1, 70))
@example(60, 1)
@example(1, 70)
def test_empty_rounds_and_mean_inverses_are_sums(N: int, T: int) -> None:
    expected = 1 - Fraction(onto(N, T), T**N)
    assert empty_round(N, T) == expected
    if 1 < T <= N:
        assert enclose(lambda: empty_near(N, T), 20).contains(expected)
    weights = {k: comb(N, k) * (T - 1) ** (N - k) for k in range(1, N + 1)}
    inverse = sum(Fraction(weight, k) for k, weight in weights.items()) / sum(weights.values())
    assert inverse_count(N, T) == inverse
    assert enclose(lambda: mean_inverse(likely(N, T)), 20).contains(inverse)


@pytest.mark.parametrize(("N", "T"), [(20_000, 3), (20_000, 50), (20_000, 1000), (20_000, 10**6)])
def test_mean_inverse_for_many_people_follows_the_ledgers_recurrence(N: int, T: int) -> None:
    """S_N = (1 - 1/T) S_(N-1) + (1 - (1-1/T)^N)/N, and R = S_N / (1 - (1-1/T)^N), in balls of 300 bits."""
    with precision(300):
        stays, S, power = 1 - ball(Fraction(1, T)), Ball(0), Ball(1)
        for n in range(1, N + 1):
            power *= stays
            S = stays * S + (1 - power) / n
        expected = S / (1 - power)
    assert enclose(lambda: expected, 30) == near(inverse_count(N, T), 30)


@pytest.mark.parametrize(("N", "T"), [(10**9, 10**6), (10**9, 7), (10**6, 2)])
def test_mean_inverse_for_the_most_people_is_between_bounds(N: int, T: int) -> None:
    """E[1/k | k >= 1] >= 1/E[k | k >= 1]; and for k >= 1, 1/k <= 1/(k+1) + 3/((k+1)(k+2)), whose means are known."""
    found = near(inverse_count(N, T))
    with precision(200):
        some = 1 - (1 - ball(Fraction(1, T))) ** N
        first, second = ball(Fraction(T, N + 1)), ball(Fraction(T * T, (N + 1) * (N + 2)))
        assert fraction((some * T / N).lower()) <= Fraction(found.upper)
        assert Fraction(found.lower) <= fraction(((first + 3 * second) / some).upper())


def test_extreme_numbers_of_people_and_rounds() -> None:
    assert inverse_count(10**9, 1) == Fraction(1, 10**9)
    assert inverse_count(1, 10**6) == 1
    assert [empty_round(10**9, 1), empty_round(999, 1000), nobody(10**9, 1)] == [0, 1, 0]
    assert 1 - Fraction(near(empty_round(10**6, 10**6), 40).lower) < Fraction(1, 10**40)


@pytest.mark.parametrize(("N", "T"), [(10**6, 10**5), (10**4, 50), (10**9, 10**6), (2 * 10**7, 10**6)])
def test_few_empty_rounds_are_as_in_bonferroni(N: int, T: int) -> None:
    """Between the first term less the second, and the first."""
    found = near(empty_round(N, T))
    with precision(200):
        first = T * (1 - ball(Fraction(1, T))) ** N
        second = ball(comb(T, 2)) * (1 - ball(Fraction(2, T))) ** N
        assert first - second < ball(Fraction(found.upper))
        assert ball(Fraction(found.lower)) < first


@pytest.mark.parametrize(("N", "T"), [(300, 40), (500, 120), (150, 100)])
def test_balls_hold_what_cancels(N: int, T: int, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = empty_round(N, T)
    monkeypatch.setattr(reporters, "MOST_BITS", 0)
    assert exact.exact is not None
    assert near(empty_round(N, T), 50).contains(exact.exact)


@pytest.mark.parametrize(("N", "T"), [(1, 2), (7, 2), (40, 3), (2000, 2), (30, 50)])
def test_the_likeliest_numbers_have_nearly_all_the_weight(N: int, T: int) -> None:
    exact = reporters.every(N, T).probabilities()
    with precision(128):
        numbers = likely(N, T)
        found = numbers.probabilities()
        left = 1 - sum(exact[k] for k in found)
        others = fraction((numbers.others / numbers.total()).upper())
        assert 0 <= left <= others < Fraction(1, 10**30)
        for k, around in found.items():
            assert fraction(around.lower()) <= exact[k] <= fraction(around.upper())
    assert numbers.last == max(found)


# in floats

Outcome = TypeVar("Outcome")


def agree(found: dict[Outcome, float], exact: Law[Outcome]) -> bool:
    """Whether all probabilities are within a ten thousandth of the doubt that is claimed."""
    assert set(found) == set(exact)
    doubt = Fraction(masses.DOUBT) / 10**4
    return all(abs(Fraction(mass) - exact[each]) <= exact[each] * doubt for each, mass in found.items())


def test_laws_in_floats_are_as_close_as_claimed() -> None:
    """Of trials; and of a round's reporters and ones."""
    for count, chance in ((0, "1/3"), (1, "1/2"), (40, "1/7"), (60, "99/100"), (5, "1"), (5, "0")):
        one = Fraction(chance)
        assert agree(dict(masses.trials(count, float(one), float(1 - one), 1e-200)), binomial(count, one))
    shapes = [(1, 1, 0), (6, 1, 2), (7, 3, 4), (12, 4, 12), (12, 2, 1)]
    for (N, T, M), odds in product(shapes, (Fraction(3), Fraction(1000))):
        p = odds / (odds + 1)
        rounds = masses.laws(N, T, M, (float(p), float(1 - p)), 1e-60)
        found = {(k, ones): mass for k, received in rounds for ones, mass in received}
        assert agree(found, law.received(N, T, M, odds - 1))


def test_dust_is_dropped_and_every_number_of_reporters_comes_once() -> None:
    kept = masses.trials(1000, 0.5, 0.5, 1e-12)
    assert kept.start > 300
    assert min(kept.of[0], kept.of[-1]) >= 1e-12
    assert 1 - kept.of.sum() < 1e-9
    found = [(k, dict(received)) for k, received in masses.laws(200, 10, 60, (0.9, 0.1), 1e-3)]
    assert len({k for k, _ in found}) == len(found)
    assert sum(sum(received.values()) for _, received in found) == pytest.approx(1, rel=1e-12)
    assert all(max(received) <= k for k, received in found)
