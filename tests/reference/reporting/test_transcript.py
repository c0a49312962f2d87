"""The transcript's step and its fold, against the average over all choices of the rounds to report in."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.numbers import Ball, Symbol, Term, ball, fraction, operate, precision, term
from ldproof.reporting.transcript import forward_step, likelihood, start, weights

SHARES = st.fractions(0, 1, max_denominator=12)
ROUNDS = st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=6)

Rounds = list[tuple[Fraction, Fraction]]


def choices(rounds: Rounds, k: int) -> list[Fraction]:
    """For every choice of k rounds to speak in, the probability of what was seen."""
    places = range(len(rounds))
    return [
        prod((rounds[t][t in chosen] for t in places), start=Fraction(1))
        for chosen in map(set, combinations(places, k))
    ]


@settings(max_examples=40)
@given(ROUNDS)
def test_the_fold_is_the_sum_over_all_choices(rounds: Rounds) -> None:
    for m in range(len(rounds) + 1):
        assert weights(rounds, m) == [sum(choices(rounds, k)) for k in range(m + 1)]


@settings(max_examples=40)
@given(ROUNDS)
def test_the_likelihood_is_the_average_over_all_choices(rounds: Rounds) -> None:
    for m in range(len(rounds) + 1):
        every = choices(rounds, m)
        assert likelihood(rounds, m) == sum(every) / len(every)


@settings(max_examples=40)
@given(st.lists(SHARES, min_size=1, max_size=6), SHARES, SHARES)
def test_a_turn_multiplies_by_silent_plus_spoken_x(
    row: list[Fraction], silent: Fraction, spoken: Fraction
) -> None:
    """The weights are the coefficients of a polynomial; what exceeds the row is cut off."""
    longer = forward_step([*row, Fraction(0)], silent, spoken)
    for point in (Fraction(0), Fraction(1), Fraction(-2), Fraction(3, 7)):
        before = sum(weight * point**k for k, weight in enumerate(row))
        after = sum(weight * point**k for k, weight in enumerate(longer))
        assert after == before * (silent + spoken * point)
    assert forward_step(row, silent, spoken) == longer[:-1]


@settings(max_examples=40)
@given(ROUNDS.flatmap(lambda rounds: st.tuples(st.just(rounds), st.permutations(rounds))))
def test_the_order_of_the_rounds_does_not_matter(both: tuple[Rounds, Rounds]) -> None:
    rounds, shuffled = both
    assert all(likelihood(rounds, m) == likelihood(shuffled, m) for m in range(len(rounds) + 1))


@settings(max_examples=40)
@given(st.integers(1, 5), st.data())
def test_the_likelihoods_of_all_that_can_be_seen_add_up_to_1(T: int, data: st.DataObject) -> None:
    ones = data.draw(st.lists(st.tuples(SHARES, SHARES), min_size=T, max_size=T))
    m = data.draw(st.integers(0, T))
    total = Fraction(0)
    for seen in product((0, 1), repeat=T):
        rounds = [
            (silent, spoken) if bit else (1 - silent, 1 - spoken)
            for bit, (silent, spoken) in zip(seen, ones, strict=True)
        ]
        total += likelihood(rounds, m)
    assert total == 1


def test_silence_and_speech_throughout() -> None:
    rounds = [(Fraction(1, n), Fraction(1, n + 10)) for n in (2, 3, 5)]
    assert likelihood(rounds, 0) == Fraction(1, 30)
    assert likelihood(rounds, 3) == Fraction(1, 12 * 13 * 15)


def test_there_is_one_beginning_in_every_system() -> None:
    assert start(Fraction(1, 2), 2) == [1, 0, 0]
    assert all(isinstance(weight, Fraction) for weight in start(Fraction(1, 2), 1))
    assert start(0.5, 2) == [1.0, 0.0, 0.0]
    assert start(Symbol("r"), 1) == [term(1), term(0)]
    assert all(isinstance(weight, Ball) for weight in start(ball(1), 2))
    assert [weight.tolist() for weight in start(np.zeros(2), 1)] == [[1.0, 1.0], [0.0, 0.0]]


def test_more_reports_than_rounds_have_no_weight() -> None:
    rounds = [(Fraction(1, 2), Fraction(1, 3))] * 2
    assert weights(rounds, 4)[3:] == [0, 0]
    with pytest.raises(ZeroDivisionError):
        likelihood(rounds, 3)


@settings(max_examples=40)
@given(ROUNDS)
def test_every_system_finds_the_same_likelihood(rounds: Rounds) -> None:
    m = len(rounds) // 2
    expected = likelihood(rounds, m)
    floats = [(float(silent), float(spoken)) for silent, spoken in rounds]
    assert likelihood(floats, m) == pytest.approx(float(expected), rel=1e-13, abs=1e-300)
    arrays = [(np.full(2, silent), np.full(2, spoken)) for silent, spoken in floats]
    assert likelihood(arrays, m).tolist() == [likelihood(floats, m)] * 2
    with precision(100):
        around = likelihood([(ball(silent), ball(spoken)) for silent, spoken in rounds], m)
        assert fraction(around.lower()) <= expected <= fraction(around.upper())
        assert fraction(around.rad()) <= Fraction(1, 2**80)
    names: list[tuple[Term, Term]] = [(Symbol(f"o{t}"), Symbol(f"w{t}")) for t in range(len(rounds))]
    at = {
        str(name): number
        for pair, numbers in zip(names, rounds, strict=True)
        for name, number in zip(pair, numbers, strict=True)
    }
    assert likelihood(names, m).fold(Fraction, at.__getitem__, operate) == expected


def test_the_likelihood_of_many_rounds_costs_rounds_times_reports() -> None:
    T, m = 300, 20
    rounds = [(Fraction(1, 2), Fraction(1, 4))] * T
    assert likelihood(rounds, m) == Fraction(1, 2) ** (T - m) * Fraction(1, 4) ** m
    assert weights(rounds, m)[m] == comb(T, m) * likelihood(rounds, m)
