"""Bets on a law and on repetition: their mean is at most 1 under the law, and they grow under other laws."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice, product
from math import comb, factorial, inf, log, prod
from random import Random

import pytest

from ldproof.errors import Reason
from ldproof.evidence import goodness_of_fit
from ldproof.evidence.goodness_of_fit import (
    BITS,
    CONCENTRATIONS,
    MOST,
    PRIORS,
    Prior,
    Repetition,
    law_capital,
    repetition_capital,
)
from ldproof.numbers import Ball, ball, precision
from tests.reference.refusals import refused

Chances = Mapping[str, Fraction]
LAWS: tuple[Chances, ...] = (
    {"a": Fraction(1, 3), "b": Fraction(2, 3)},
    {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)},
    {"a": Fraction(1)},
)
HALF = Fraction(1, 2)


def log_capital(wealth: Ball) -> float:
    """Return the natural logarithm of a capital, rounded down."""
    with precision(BITS):
        return float(wealth.log().lower())


def likelihood(chances: Chances, drawn: Sequence[str]) -> Fraction:
    return prod((chances[each] for each in drawn), start=Fraction(1))


def predictive_probability(prior: Prior, chances: Chances, drawn: Sequence[str]) -> Fraction:
    """Return the probability that the prior predicts, draw by draw."""
    flat, worth = prior
    weights, found = {each: flat + worth * chance for each, chance in chances.items()}, Fraction(1)
    for each in drawn:
        found *= weights[each] / sum(weights.values())
        weights[each] += 1
    return found


@pytest.mark.parametrize("chances", LAWS)
@pytest.mark.parametrize("draws", [1, 2, 5])
def test_capital_is_predictive_probability_over_likelihood(chances: Chances, draws: int) -> None:
    """So its mean is 1: the sum of likelihood times capital over all sequences."""
    average = Fraction(0)
    for drawn in product(chances, repeat=draws):
        fair, counts = likelihood(chances, drawn), Counter(drawn)
        wealth = (
            sum((predictive_probability(prior, chances, drawn) for prior in PRIORS), Fraction(0))
            / len(PRIORS)
            / fair
        )
        with precision(BITS):
            found = law_capital(chances, counts)
            assert found is not None
            assert found.contains(ball(wealth))
            assert found.rad() < 1e-20
        assert goodness_of_fit.mean_prior_wealth(chances, counts) == wealth
        average += fair * wealth
    assert average == 1
    assert goodness_of_fit.mean_prior_wealth(chances, {}) == 1


def test_impossible_outcome_has_infinite_capital() -> None:
    certain = {"a": Fraction(1), "b": Fraction(0)}
    assert law_capital({"a": Fraction(1)}, {"b": 1}) is None
    assert law_capital(certain, {"a": 1, "b": 1}) is None
    with precision(BITS):
        assert law_capital(certain, {"a": 3, "b": 0}) is not None
    assert repetition_capital(["a", "b", "a"], lambda output: Fraction(output == "b")) is None
    assert repetition_capital(["a", "b", "b"], lambda output: Fraction(output == "b")) is not None
    with refused(Reason.NOT_A_LAW):
        law_capital({"a": Fraction(3, 2)}, {"a": 1})


def test_other_laws_are_rejected_and_the_right_one_is_not() -> None:
    with precision(BITS):
        right, wrong = (law_capital(LAWS[0], {"a": each, "b": 900 - each}) for each in (300, 450))
        assert right is not None
        assert wrong is not None
        assert log_capital(right) < 0
        assert log_capital(wrong) > log(10**6)


def test_an_upper_bound_bets_less() -> None:
    with precision(BITS):
        bounds = (HALF, Fraction(51, 100))
        exact, above = (law_capital({"a": chance, "b": HALF}, {"a": 30, "b": 5}) for chance in bounds)
        assert exact is not None
        assert above is not None
        assert log_capital(above) < log_capital(exact) < inf
        once, more = (uniform_capital("ababa", chance) for chance in bounds)
        assert more.wealth.upper() < once.wealth.lower()


def test_rising_factorials() -> None:
    """1/2 (1/2 + 1) ... are Catalan's: 4^n times that over n! is the central binomial coefficient."""
    for n in range(8):
        ways = Fraction(comb(2 * n, n) * factorial(n), 4**n)
        assert goodness_of_fit.rising_factorial(HALF, n) == ways
        with precision(BITS):
            assert goodness_of_fit.rising_factorial(ball(HALF), n).contains(ball(ways))


def test_inputs_are_bet_on_together_and_alone() -> None:
    """All at once, a half: 2 * 3 * 5; and 10/3 on average."""
    assert goodness_of_fit.shared_capital([Fraction(2), Fraction(3), Fraction(5)]) == Fraction(50, 3)
    assert goodness_of_fit.shared_capital([Fraction(7)]) == 7


# repetition


def bettor_capital(
    worth: int, learnt: Sequence[Sequence[str]], chances: Chances, drawn: Sequence[str]
) -> Fraction:
    """Return the capital of a bettor who learns `learnt` before each draw; the law is worth `worth` draws."""
    return prod(
        (
            (worth * chances[each] + known.count(each)) / (worth + len(known)) / chances[each]
            for each, known in zip(drawn, learnt, strict=True)
        ),
        start=Fraction(1),
    )


def mixture_capital(chances: Chances, drawn: Sequence[str]) -> tuple[Fraction, Fraction]:
    """Return the capital over all steps and earlier draws; and with the best step alone and the unspent rest."""
    places = range(len(drawn))
    steps = [Fraction(0)]
    for step in range(1, len(drawn)):
        learnt = [drawn[at - step : at - step + 1] if at >= step else "" for at in places]
        steps.append(bettor_capital(1, learnt, chances, drawn) / (step * (step + 1)))
    urns = [bettor_capital(worth, [drawn[:at] for at in places], chances, drawn) for worth in CONCENTRATIONS]
    unspent, picked = Fraction(1, len(drawn)), sum(urns, Fraction(0)) / len(urns)
    return (sum(steps, unspent) + picked) / 2, (max(steps) + unspent + picked) / 2


@pytest.mark.parametrize("chances", LAWS)
@pytest.mark.parametrize("draws", [1, 2, 3, 5])
def test_capital_of_repetition_is_what_is_predicted_over_the_likelihood(chances: Chances, draws: int) -> None:
    """That of all steps together is worth 1 on average, and what is counted of it no more."""
    average = Fraction(0)
    for drawn in product(chances, repeat=draws):
        every, best = mixture_capital(chances, drawn)
        with precision(BITS):
            found = repetition_capital(drawn, chances.__getitem__)
            assert found is not None
            assert found.wealth.overlaps(ball(best))
            assert found.wealth.rad() < 1e-20
        assert best <= every
        average += every * likelihood(chances, drawn)
    assert average == 1


def drawn_from(things: Sequence[str], count: int) -> list[str]:
    """Return draws from a fixed seed."""
    coins = Random(1)
    return [coins.choice(things) for _ in range(count)]


def uniform_capital(draws: Sequence[str], chance: Fraction) -> Repetition:
    """Return the capital if all outputs have the same probability."""
    found = repetition_capital([*draws], lambda _: chance)
    assert found is not None
    return found


@pytest.mark.parametrize("kinds", [2, 8, 10**6])
def test_repeated_draws_are_rejected_and_fresh_ones_are_not(kinds: int) -> None:
    every = list(map(str, range(kinds)))
    pool, chance = drawn_from(every, 64), Fraction(1, kinds)
    few = drawn_from(pool, 400)
    with precision(BITS):
        fresh = uniform_capital(drawn_from(every, 400), chance)
        again, picked = uniform_capital([*islice(cycle(pool), 400)], chance), uniform_capital(few, chance)
        assert log_capital(fresh.wealth) < 0
        assert log_capital(again.wealth) > log(10**6)
        assert (again.step, again.times, again.draws) == (64, 400 - 64, 400 - 64)
        if kinds > 64:
            assert log_capital(picked.wealth) > log(10**6)
            assert (picked.step, picked.times) == (0, 400 - len({*few}))


def test_the_probability_of_an_output_that_came_once_is_not_asked_for() -> None:
    with precision(BITS):
        assert repetition_capital(["a", "b", "a", "c"], {"a": HALF}.__getitem__) is not None


def test_probabilities_may_be_smaller_than_any_float() -> None:
    with precision(BITS):
        assert log_capital(uniform_capital("aba", Fraction(1, 10**600)).wealth) > 500 * log(10)


def test_only_the_first_draws_are_compared() -> None:
    many = drawn_from("ab", MOST)
    with precision(BITS):
        first, more = uniform_capital(many, HALF), uniform_capital([*many, *"ab" * 9], HALF)
        assert (first.draws, str(first.wealth)) == (more.draws, str(more.wealth))
        assert uniform_capital([], HALF).wealth == 1
