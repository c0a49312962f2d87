"""The ones of a round, given who reports in it, by all coins."""

from fractions import Fraction

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.exact import Digits, binomials
from ldproof.law import binomial, law
from ldproof.reporting import ones
from ldproof.reporting.reporters import Numbers, Reporters
from tests.reference.reporting.joint import Choices, sampled_law

QUARTER = Fraction(1, 4)


class Bit:
    """Coins for one group of at most two people and binary digits of length two: every branch of the bits."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.digits = 0

    def read(self, count: int) -> bytes:
        """Two fair bits a byte; once two digits are over, ones, which decide all that is left and change nothing."""
        self.digits += 1
        if self.digits > 2:
            return b"\xff" * count
        bits = law((byte, QUARTER) for byte in (0, 64, 128, 192))
        return bytes(self.choices.choose(bits) for _ in range(count))


@pytest.fixture(autouse=True)
def two_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each draw has two binary digits, which is what quarters have."""

    def restarted(trials: Numbers, probability: Digits, coins: Bit | SeededCoins) -> Numbers:
        if isinstance(coins, Bit):
            coins.digits = 0
        return binomials(trials, probability, coins)

    monkeypatch.setattr(ones, "binomials", restarted)


def test_an_idle_and_an_active_reporter() -> None:
    reporters = Reporters(np.array([2, 0]), np.array([1, 0]))
    drawn = sampled_law(lambda choices: tuple(ones.reports(reporters, Fraction(2), Bit(choices)).tolist()))
    one = binomial(1, QUARTER).product(binomial(1, 1 - QUARTER)).pushforward(sum)
    assert drawn == one.pushforward(lambda number: (number, 0))


def test_two_fillings() -> None:
    drawn = sampled_law(
        lambda choices: tuple(ones.fillings(np.array([0, 2]), QUARTER, Bit(choices)).tolist())
    )
    assert drawn == binomial(2, QUARTER).pushforward(lambda number: (0, number))


@pytest.mark.parametrize("r", [0, 1])
def test_fillings_that_are_all_the_same_take_no_coins(r: int) -> None:
    assert ones.fillings(np.array([5, 0, 3]), Fraction(r), Choices([])).tolist() == [5 * r, 0, 3 * r]


@pytest.mark.parametrize("together", [0, 20, 1000])
def test_pieces_are_put_together_in_their_shape(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fillings that are not all 1 for certain, but that no coins in reach show to be anything else."""
    monkeypatch.setattr(ones, "TOGETHER", together)
    numbers = np.arange(12).reshape(3, 4)
    certain = 1 - Fraction(1, 2**200)
    assert (ones.fillings(numbers, certain, SeededCoins(b"pieces")) == numbers).all()
    nothing = np.zeros((3, 4), np.int64)
    assert (ones.fillings(nothing, certain, Choices([])) == nothing).all()
