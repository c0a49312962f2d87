"""Bets on a law: worth 1 on average under it, whatever one bets on, and much where it is another."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, inf, log, prod

import pytest

from ldproof.evidence.goodness import BITS, PRIORS, Prior, capital, logarithm, mixed, rising, shared
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason
from tests.reference.refusals import refused

LAWS: tuple[Mapping[str, Fraction], ...] = (
    {"a": Fraction(1, 3), "b": Fraction(2, 3)},
    {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)},
    {"a": Fraction(1)},
)


def exactly(prior: Prior, chances: Mapping[str, Fraction], sequence: tuple[str, ...]) -> Fraction:
    """The probability that the prior predicts, draw by draw."""
    flat, worth = prior
    weights, found = {each: flat + worth * chance for each, chance in chances.items()}, Fraction(1)
    for each in sequence:
        found *= weights[each] / sum(weights.values())
        weights[each] += 1
    return found


@pytest.mark.parametrize("chances", LAWS)
@pytest.mark.parametrize("draws", [1, 2, 5])
def test_a_capital_is_what_the_priors_predict_over_what_the_law_does(
    chances: Mapping[str, Fraction], draws: int
) -> None:
    """And so it is worth 1 on average: the sum over all sequences of what the law says of each, times its capital."""
    average = Fraction(0)
    for sequence in product(chances, repeat=draws):
        predicted = [exactly(prior, chances, sequence) for prior in PRIORS]
        fair = prod((chances[each] for each in sequence), start=Fraction(1))
        wealth = sum(predicted, Fraction(0)) / len(predicted) / fair
        with precision(BITS):
            found = capital(chances, Counter(sequence))
            assert found is not None
            assert found.contains(ball(wealth))
            assert found.rad() < 1e-20
        assert mixed(chances, Counter(sequence)) == wealth
        average += fair * wealth
    assert average == 1


def test_what_cannot_come_is_worth_everything() -> None:
    assert capital({"a": Fraction(1)}, {"b": 1}) is None
    assert capital({"a": Fraction(1), "b": Fraction(0)}, {"a": 1, "b": 1}) is None
    with precision(BITS):
        assert capital({"a": Fraction(1), "b": Fraction(0)}, {"a": 3, "b": 0}) is not None


def test_other_laws_are_seen_and_the_right_one_is_not() -> None:
    chances = LAWS[0]
    with precision(BITS):
        right, wrong = (capital(chances, {"a": each, "b": 900 - each}) for each in (300, 450))
        assert right is not None
        assert wrong is not None
        assert logarithm(right) < 0
        assert logarithm(wrong) > log(10**6)


def test_an_upper_bound_bets_less() -> None:
    with precision(BITS):
        exact, above = (
            capital({"a": chance, "b": Fraction(1, 2)}, {"a": 30, "b": 5})
            for chance in (Fraction(1, 2), Fraction(51, 100))
        )
        assert exact is not None
        assert above is not None
        assert logarithm(above) < logarithm(exact) < inf


def test_no_law() -> None:
    with refused(Reason.NOT_A_LAW):
        capital({"a": Fraction(3, 2)}, {"a": 1})


def test_rising_factorials() -> None:
    """1/2 (1/2 + 1) ... are Catalan's: 4^n times that over n! is the central binomial coefficient."""
    for n in range(8):
        ways = Fraction(comb(2 * n, n) * prod(range(1, n + 1)), 4**n)
        assert rising(Fraction(1, 2), n) == ways
        with precision(BITS):
            assert rising(ball(Fraction(1, 2)), n).contains(ball(ways))


def test_what_nothing_was_drawn_for_is_worth_1() -> None:
    assert all(mixed(chances, {}) == 1 for chances in LAWS)


def test_inputs_are_bet_on_together_and_alone() -> None:
    """All at once, a half: 2 * 3 * 5; and 10/3 on average."""
    assert shared([Fraction(2), Fraction(3), Fraction(5)]) == Fraction(50, 3)
    assert shared([Fraction(7)]) == 7
