"""Geometric numbers: the probability of every path to a number, exactly, and draws against the law."""

from fractions import Fraction

import numpy as np
import pytest

from ldproof.arrays import Bits
from ldproof.budget import Budget, parse_budget
from ldproof.coins import Coins, SeededCoins
from ldproof.sampling import BLOCKS, BlockRule, Digits, geometric_draws
from ldproof.sampling.geometric_draws import draw_geometric, draw_two_sided_geometric
from tests.properties.confidence import probability_bounds

THREE = parse_budget(odds=3)


def path_probability(budget: Budget, number: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Fraction]:
    """Answer the sampler's coins so that `number` comes; return what comes and how probable the answers are."""
    chance = [Fraction(1)]
    digits = 6  # at odds of 3: 45 / ln 3 is 40.96
    low, high = number % 2**digits, number >> digits
    answers = [bool(low >> place & 1) for place in range(digits)] + [True] * high + [False]

    def answer(digits_of_p: Digits, count: int, coins: Coins, rule: BlockRule) -> Bits:
        assert (count, rule) == (1, BLOCKS)
        p, heads = digits_of_p.above(0), answers.pop(0)
        chance[0] *= p if heads else 1 - p
        return np.array([heads])

    monkeypatch.setattr(geometric_draws, "draw_bernoullis", answer)
    found = draw_geometric(budget, 1, SeededCoins(b""))
    assert answers == []
    return int(found[0]), chance[0]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 17, 63, 64, 65, 200])
def test_path_to_a_number_has_its_geometric_probability(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, chance = path_probability(THREE, number, monkeypatch)
    assert found == number
    assert chance == Fraction(2, 3) * Fraction(1, 3) ** number


@pytest.mark.parametrize("epsilon", ["ln(3)", "1/3", "60"])
def test_draws_follow_the_two_sided_law(epsilon: str) -> None:
    """Each of a few numbers comes as often as its probability allows; a bound fails with probability 10^-10."""
    budget, draws = parse_budget(epsilon=epsilon), 20_000
    drawn = draw_two_sided_geometric(budget, draws, SeededCoins(epsilon.encode()))
    q = float(budget.report_power(-1))
    for number in range(-3, 4):
        low, high = probability_bounds(int((drawn == number).sum()), draws)
        assert low <= (1 - q) / (1 + q) * q ** abs(number) <= high


def test_numbers_need_no_coins_where_there_are_none() -> None:
    assert draw_two_sided_geometric(THREE, 0, SeededCoins(b"")).tolist() == []
