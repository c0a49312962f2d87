"""Bets that draws come again: worth 1 or less on average under the law, and much where they are taken from a few."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice, product
from math import log, prod
from random import Random

import pytest

from ldproof.evidence.goodness import BITS, CONCENTRATIONS, logarithm
from ldproof.evidence.repetition import MOST, repetition
from ldproof.numbers import ball, precision

LAWS: tuple[Mapping[str, Fraction], ...] = (
    {"a": Fraction(1, 3), "b": Fraction(2, 3)},
    {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)},
    {"a": Fraction(1)},
)


def predicted(
    worth: int, learnt: Sequence[Sequence[str]], chances: Mapping[str, Fraction], drawn: Sequence[str]
) -> Fraction:
    """What is made of 1, draw by draw, by whoever learns this before each, and for whom the law is worth so many."""
    return prod(
        (
            (worth * chances[each] + known.count(each)) / (worth + len(known)) / chances[each]
            for each, known in zip(drawn, learnt, strict=True)
        ),
        start=Fraction(1),
    )


def whole(chances: Mapping[str, Fraction], drawn: Sequence[str]) -> tuple[Fraction, Fraction]:
    """The capital on all steps and on all earlier draws; the same with the best step alone and what is unspent."""
    places = range(len(drawn))
    steps = [
        predicted(
            1, [drawn[at - step : at - step + 1] if at >= step else "" for at in places], chances, drawn
        )
        / (step * (step + 1))
        for step in range(1, len(drawn))
    ]
    urns = [predicted(worth, [drawn[:at] for at in places], chances, drawn) for worth in CONCENTRATIONS]
    unspent, picked = Fraction(1, len(drawn)), sum(urns, Fraction(0)) / len(urns)
    return (sum(steps, unspent) + picked) / 2, (max(steps, default=Fraction(0)) + unspent + picked) / 2


@pytest.mark.parametrize("chances", LAWS)
@pytest.mark.parametrize("draws", [1, 2, 3, 5])
def test_a_capital_is_what_is_predicted_over_what_the_law_says(
    chances: Mapping[str, Fraction], draws: int
) -> None:
    """And so that of all steps together is worth 1 on average, and what is counted of it no more."""
    average = Fraction(0)
    for drawn in product(chances, repeat=draws):
        every, best = whole(chances, drawn)
        with precision(BITS):
            found = repetition(drawn, chances.__getitem__)
            assert found is not None
            assert found.wealth.overlaps(ball(best))
            assert found.wealth.rad() < 1e-20
        assert best <= every
        average += every * prod((chances[each] for each in drawn), start=Fraction(1))
    assert average == 1


def drawn_from(things: Sequence[str], count: int) -> list[str]:
    """So many, always the same."""
    coins = Random(1)
    return [coins.choice(things) for _ in range(count)]


@pytest.mark.parametrize("kinds", [2, 8, 10**6])
def test_what_is_used_again_is_seen_and_fresh_draws_are_not(kinds: int) -> None:
    every = list(map(str, range(kinds)))
    pool, chance = drawn_from(every, 64), Fraction(1, kinds)
    with precision(BITS):
        fresh = repetition(drawn_from(every, 400), lambda _: chance)
        again = repetition([*islice(cycle(pool), 400)], lambda _: chance)
        few = drawn_from(pool, 400)
        picked = repetition(few, lambda _: chance)
        assert fresh is not None
        assert again is not None
        assert picked is not None
        assert logarithm(fresh.wealth) < 0
        assert logarithm(again.wealth) > log(10**6)
        assert (again.step, again.times, again.draws) == (64, 400 - 64, 400 - 64)
        if kinds > 64:
            assert logarithm(picked.wealth) > log(10**6)
            assert (picked.step, picked.times) == (0, 400 - len({*few}))


def test_the_probability_of_what_came_once_is_not_asked_for() -> None:
    asked: list[str] = []

    def chance(output: str) -> Fraction:
        asked.append(output)
        return Fraction(1, 3)

    with precision(BITS):
        assert repetition(["a", "b", "a", "c"], chance) is not None
    assert asked == ["a"]


def test_probabilities_may_be_smaller_than_any_float() -> None:
    with precision(BITS):
        found = repetition(["a", "b", "a"], lambda _: Fraction(1, 10**600))
        assert found is not None
        assert logarithm(found.wealth) > 500 * log(10)


def test_what_comes_again_and_cannot_is_worth_everything() -> None:
    assert repetition(["a", "b", "a"], lambda output: Fraction(output == "b")) is None
    assert repetition(["a", "b", "b"], lambda output: Fraction(output == "b")) is not None


def test_an_upper_bound_bets_less() -> None:
    with precision(BITS):
        exact, above = (
            repetition(["a", "b", "a", "b", "a"], {"a": chance, "b": chance}.__getitem__)
            for chance in (Fraction(1, 2), Fraction(51, 100))
        )
        assert exact is not None
        assert above is not None
        assert above.wealth.upper() < exact.wealth.lower()


def test_no_more_than_the_first_draws_are_looked_through() -> None:
    many = drawn_from("ab", MOST)
    with precision(BITS):
        first = repetition(many, lambda _: Fraction(1, 2))
        more = repetition([*many, *"ab" * 9], lambda _: Fraction(1, 2))
        assert first is not None
        assert more is not None
        assert (first.draws, str(first.wealth)) == (more.draws, str(more.wealth))
        nothing = repetition([], lambda _: Fraction(1, 2))
        assert nothing is not None
        assert nothing.wealth == 1
