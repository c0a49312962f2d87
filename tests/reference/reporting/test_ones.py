"""The ones of a round, given who reports in it: all branches of its three Binomial numbers."""

from fractions import Fraction

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.law import binomial
from ldproof.numbers import Real
from ldproof.reporting import ones
from ldproof.reporting.reporters import Reporters
from tests.reference.reporting.joint import Choices, branching, sampled_law

__all__ = ["branching"]

QUARTER = Fraction(1, 4)


@pytest.mark.usefixtures("branching")
def test_an_idle_and_an_active_reporter() -> None:
    reporters = Reporters(np.array([2, 0]), np.array([1, 0]))
    drawn = sampled_law(lambda choices: tuple(ones.reports(reporters, Real(Fraction(2)), choices).tolist()))
    one = binomial(1, QUARTER).product(binomial(1, 1 - QUARTER)).pushforward(sum)
    assert drawn == one.pushforward(lambda number: (number, 0))


@pytest.mark.usefixtures("branching")
def test_two_fillings() -> None:
    drawn = sampled_law(lambda choices: tuple(ones.fillings(np.array([0, 2]), QUARTER, choices).tolist()))
    assert drawn == binomial(2, QUARTER).pushforward(lambda number: (0, number))


@pytest.mark.parametrize("r", [0, 1])
def test_fillings_that_are_all_the_same_take_no_coins(r: int) -> None:
    assert ones.fillings(np.array([5, 0, 3]), Fraction(r), Choices([])).tolist() == [5 * r, 0, 3 * r]


def test_they_keep_their_shape() -> None:
    """Fillings that are not all 1 for certain, but that no coins in reach show to be anything else."""
    numbers = np.arange(12).reshape(3, 4)
    certain = 1 - Fraction(1, 2**200)
    assert (ones.fillings(numbers, certain, SeededCoins(b"shape")) == numbers).all()
    nothing = np.zeros((3, 4), np.int64)
    assert (ones.fillings(nothing, certain, Choices([])) == nothing).all()
