"""Multinomial numbers: their joint law by all branches, and what is certain."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from ldproof.coins import SeededCoins, Tape
from ldproof.probability import Law, law_of_shares
from ldproof.sampling import draw_multinomials
from tests.reference.reporting.joint import Choices, Counts, branching, sampled_law, sum_of

__all__ = ["branching"]


def by_hand(people: int, cells: int) -> Law[Counts]:
    """The sum of everybody's own choice."""
    one = law_of_shares(
        (tuple(int(cell == own) for cell in range(cells)), Fraction(1, cells)) for own in range(cells)
    )
    return sum_of([one] * people)


def in_cells(people: int, cells: int, coins: Choices) -> Counts:
    """How many of one group are in each cell."""
    return tuple(draw_multinomials(np.array([people]), cells, coins)[0].tolist())


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize("people", [1, 2, 3])
def test_everybody_is_in_a_cell(people: int) -> None:
    for cells in range(1, min(7, 14 // people) + 1):
        drawn = sampled_law(partial(in_cells, people, cells))
        assert drawn.probabilities == by_hand(people, cells).probabilities


@pytest.mark.usefixtures("branching")
def test_groups_are_independent() -> None:
    drawn = sampled_law(
        lambda coins: tuple(map(tuple, draw_multinomials(np.array([2, 0, 1]), 3, coins).tolist()))
    )
    expected = by_hand(2, 3).product(by_hand(1, 3)).pushforward(lambda pair: (pair[0], (0, 0, 0), pair[1]))
    assert drawn.probabilities == expected.probabilities


def test_one_cell_or_no_group_takes_no_coins() -> None:
    assert draw_multinomials(np.array([7, 0]), 1, Tape(b"")).tolist() == [[7], [0]]
    for cells in (1, 2, 3, 50):
        for counts in (np.array([], np.int64), np.zeros(0, np.uint32)):
            assert draw_multinomials(counts, cells, Tape(b"")).shape == (0, cells)


def test_numbers_of_any_width_are_numbers() -> None:
    people = [200, 0, 255]
    expected = draw_multinomials(people, 7, SeededCoins(b"width"))
    assert (draw_multinomials(np.array(people, np.uint8), 7, SeededCoins(b"width")) == expected).all()
    assert (draw_multinomials(np.array(people, np.uint32), 7, SeededCoins(b"width")) == expected).all()


def test_nobody_is_lost() -> None:
    people = np.arange(300) * 7
    found = draw_multinomials(people, 50, SeededCoins(b"cells"))
    assert found.shape == (300, 50)
    assert (found.sum(axis=1) == people).all()
    assert found.min() >= 0
