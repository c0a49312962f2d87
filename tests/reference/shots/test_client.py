"""The client's law, by enumerating its coins, is the transcript's law; its bytes tell nothing."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import Counted, SeededCoins
from ldproof.exact import Rule
from ldproof.law import law
from ldproof.shots.client import client
from ldproof.shots.law import transcripts
from ldproof.shots.parameters import parameters

BYTE = Rule(length=1)
QUARTERS = (32, 96, 160, 224)
"""A byte from the inside of every quarter: at odds 3 the thresholds are 1/4 and 3/4, and every coin in a
quarter decides alike, so that these four stand for all, each for a quarter of them."""


class Script:
    """Coins that serve chosen numbers to the draws of rounds, and chosen bytes to the decisions."""

    def __init__(self, numbers: tuple[int, ...], coins: tuple[int, ...]) -> None:
        self.numbers, self.coins = list(numbers), list(coins)

    def read(self, count: int) -> bytes:
        """The rounds are drawn first, one number each; every decision takes one byte."""
        return self.numbers.pop(0).to_bytes(count) if self.numbers else bytes([self.coins.pop(0)])


@pytest.mark.parametrize("T", [1, 2, 3])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)])
def test_the_law_of_the_sampler_is_the_law(T: int, r: Fraction) -> None:
    """Every choice of rounds and every quarter of every coin, for every m and all states."""
    for m in range(1, T + 1):
        numbers = list(product(*(range(last + 1) for last in range(T - m, T))))
        for states in product((0, 1), repeat=T):
            drawn: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
            scripts = list(product(numbers, product(QUARTERS, repeat=T)))
            for chosen, coins in scripts:
                script = Script(chosen, coins)
                person = client(parameters(T=T, m=m, r=r, report_odds=3), script, BYTE)
                sent = tuple(person.report(t, state, script) for t, state in enumerate(states, start=1))
                drawn[sent] += Fraction(1, len(scripts))
            assert law(drawn.items()) == transcripts(states, m, r, Fraction(2))


def test_every_round_reads_one_block_whether_it_reports_or_not() -> None:
    """The number of bytes tells neither the state nor the rounds chosen."""
    for r in ("0", "1/3", "1"):
        for seed in range(20):
            coins = Counted(SeededCoins(bytes([seed])))
            person = client(parameters(T=8, m=3, r=r, epsilon=2), coins)
            for t in range(1, 9):
                before = coins.taken
                person.report(t, t % 2, coins)
                assert coins.taken - before == 16
