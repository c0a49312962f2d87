"""The binary mechanism's coin, as the source prints it; the transcript's fold, against all choices of rounds."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Ball, Symbol, Term, apply_operator, ball, exact_fraction, expm1, precision, term
from ldproof.rounds import (
    contrast,
    dummy_likelihood,
    initial_weights,
    lie,
    likelihood_of_rounds,
    report_count_weights,
    report_likelihood,
    truth,
)
from tests.reference.numbers.decimals import agrees, close, decimally

ODDS = st.fractions(1, 10**6).filter(lambda odds: odds > 1) | st.integers(1, 10**9).map(
    lambda n: 1 + Fraction(1, n)
)
BITS = (0, 1)


@given(ODDS, st.fractions(0, 1))
def test_coin_is_that_of_section_2_2(E: Fraction, r: Fraction) -> None:
    """A report is true with E/(E + 1), a dummy 1 with r; in terms as well."""
    assert truth(E - 1) == E / (E + 1)
    assert lie(E - 1) == 1 / (E + 1)
    assert contrast(E - 1) == (E - 1) / (E + 1)
    at = {"x": E - 1, "r": r}
    for state, seen in product(BITS, repeat=2):
        assert report_likelihood(E - 1, state, seen) == (E if seen == state else 1) / (E + 1)
        assert dummy_likelihood(r, seen) == (r if seen else 1 - r)
        said = report_likelihood(Symbol("x"), state, seen) * dummy_likelihood(Symbol("r"), seen)
        assert said.fold(Fraction, at.__getitem__, apply_operator) == report_likelihood(
            E - 1, state, seen
        ) * dummy_likelihood(r, seen)


@given(st.floats(1e-300, 1e300))
def test_floats_and_arrays_lose_no_digits(excess: float) -> None:
    x = Fraction(excess)
    for found, expected in (
        (truth(excess), (1 + x) / (2 + x)),
        (lie(excess), 1 / (2 + x)),
        (contrast(excess), x / (2 + x)),
        (float(contrast(np.array([excess, 1.0]))[0]), x / (2 + x)),
    ):
        assert close(found, expected, 4)


def tanh(x: Decimal) -> Decimal:
    return ((x / 2).exp() - (-x / 2).exp()) / ((x / 2).exp() + (-x / 2).exp())


@pytest.mark.parametrize("epsilon", ["1/1000000000", "1/2", "700"])
def test_coin_keeps_its_digits_at_tiny_and_huge_budgets(epsilon: str) -> None:
    e, near = Fraction(epsilon), Fraction(float(Fraction(epsilon)))
    assert agrees(lambda: contrast(ball(e).expm1()), decimally(tanh, e), 50)
    assert agrees(lambda: lie(ball(e).expm1()), decimally(lambda x: 1 / (x.exp() + 1), e), 50)
    assert close(contrast(expm1(float(e))), decimally(lambda x: 1 - 2 / (x.exp() + 1), near))
    assert close(lie(expm1(float(e))), decimally(lambda x: 1 / (1 + x.exp()), near))


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


@given(ROUNDS)
def test_fold_is_the_sum_over_all_choices_and_the_likelihood_their_average(rounds: Rounds) -> None:
    """The order of the rounds does not matter."""
    for m in range(len(rounds) + 1):
        every = choices(rounds, m)
        assert report_count_weights(rounds, m) == [sum(choices(rounds, k)) for k in range(m + 1)]
        assert (
            likelihood_of_rounds(rounds, m)
            == likelihood_of_rounds(rounds[::-1], m)
            == sum(every) / len(every)
        )


@pytest.mark.parametrize(("T", "m"), [(1, 1), (2, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("copies", [1, 2])
def test_copies_of_a_device_cost_the_budget_each(T: int, m: int, copies: int) -> None:
    """They report in the same rounds. The odds of one report are 3."""

    def chance(states: tuple[int, ...], sent: tuple[tuple[int, ...], ...]) -> Fraction:
        rounds = [
            (
                prod((dummy_likelihood(Fraction(1, 3), bit) for bit in bits), start=Fraction(1)),
                prod((report_likelihood(Fraction(2), state, bit) for bit in bits), start=Fraction(1)),
            )
            for state, bits in zip(states, zip(*sent, strict=True), strict=True)
        ]
        return likelihood_of_rounds(rounds, m)

    every = list(product(BITS, repeat=T))
    outputs = product(every, repeat=copies)
    chances = ([chance(states, sent) for states in every] for sent in outputs)
    assert max(max(each) / min(each) for each in chances) == 3 ** (m * copies)


def test_the_beginning_is_the_same_in_every_number_system() -> None:
    assert initial_weights(Fraction(1, 2), 2) == [1, 0, 0]
    assert all(isinstance(weight, Fraction) for weight in initial_weights(Fraction(1, 2), 1))
    assert initial_weights(0.5, 2) == [1.0, 0.0, 0.0]
    assert initial_weights(Symbol("r"), 1) == [term(1), term(0)]
    assert all(isinstance(weight, Ball) for weight in initial_weights(ball(1), 2))
    assert [weight.tolist() for weight in initial_weights(np.zeros(2), 1)] == [[1.0, 1.0], [0.0, 0.0]]


def test_likelihoods_by_hand() -> None:
    """Silence and speech throughout; more reports than rounds; and many rounds, at rounds times reports steps."""
    rounds = [(Fraction(1, n), Fraction(1, n + 10)) for n in (2, 3, 5)]
    assert [likelihood_of_rounds(rounds, 0), likelihood_of_rounds(rounds, 3)] == [
        Fraction(1, 30),
        Fraction(1, 12 * 13 * 15),
    ]
    assert report_count_weights(rounds[:2], 4)[3:] == [0, 0]
    with pytest.raises(ZeroDivisionError):
        likelihood_of_rounds(rounds[:2], 3)
    T, m = 300, 20
    many = [(Fraction(1, 2), Fraction(1, 4))] * T
    assert likelihood_of_rounds(many, m) == Fraction(1, 2) ** (T - m) * Fraction(1, 4) ** m
    assert report_count_weights(many, m)[m] == comb(T, m) * likelihood_of_rounds(many, m)


@given(ROUNDS)
def test_every_number_system_finds_the_same_likelihood(rounds: Rounds) -> None:
    m = len(rounds) // 2
    expected = likelihood_of_rounds(rounds, m)
    floats = [(float(silent), float(spoken)) for silent, spoken in rounds]
    assert likelihood_of_rounds(floats, m) == pytest.approx(float(expected), rel=1e-13, abs=1e-300)
    arrays = [(np.full(2, silent), np.full(2, spoken)) for silent, spoken in floats]
    assert likelihood_of_rounds(arrays, m).tolist() == [likelihood_of_rounds(floats, m)] * 2
    with precision(100):
        around = likelihood_of_rounds([(ball(silent), ball(spoken)) for silent, spoken in rounds], m)
        assert exact_fraction(around.lower()) <= expected <= exact_fraction(around.upper())
        assert exact_fraction(around.rad()) <= Fraction(1, 2**80)
    names: list[tuple[Term, Term]] = [(Symbol(f"o{t}"), Symbol(f"w{t}")) for t in range(len(rounds))]
    at = {
        f"{name}{t}": number for t, pair in enumerate(rounds) for name, number in zip("ow", pair, strict=True)
    }
    assert likelihood_of_rounds(names, m).fold(Fraction, at.__getitem__, apply_operator) == expected
