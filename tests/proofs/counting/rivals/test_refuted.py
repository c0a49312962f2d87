"""The exact probabilities that refute Theorem 4, against everybody's choices and coins, one by one."""

from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.budget import budget
from ldproof.counting.formulas import estimate_filled
from ldproof.counting.joint import tail_constant_users
from ldproof.numbers import ball
from ldproof.reporting.coin import truth
from ldproof_proofs.counting.rivals.refuted import exceeds, squared_bound

ODDS, NONE = Fraction(3), Fraction(0)


def by_force(people: int, rounds: int, square: Fraction) -> Fraction:
    """The probability that some round's squared error is above `square`, from all T^N choices and 2^N coins."""
    p, total = truth(ODDS - 1), NONE
    for chosen in every(range(rounds), repeat=people):
        for bits in every((0, 1), repeat=people):
            ones = [sum(bit for bit, t in zip(bits, chosen, strict=True) if t == s) for s in range(rounds)]
            shape = Fraction(people), Fraction(people), Fraction(rounds), NONE, ODDS - 1
            if any((estimate_filled(Fraction(count), *shape) - 1) ** 2 > square for count in ones):
                chance = Fraction(1, rounds**people)
                for bit in bits:
                    chance *= p if bit else 1 - p
                total += chance
    return total


@pytest.mark.parametrize(("people", "rounds"), [(3, 2), (4, 2), (3, 3)])
@pytest.mark.parametrize("logarithm", [Fraction(1, 3), Fraction(1), Fraction(3)])
def test_all_choices_and_coins(people: int, rounds: int, logarithm: Fraction) -> None:
    """Few people."""
    square = squared_bound(people, rounds, ODDS, logarithm)
    assert exceeds(people, rounds, ODDS, square) == by_force(people, rounds, square)


def test_the_joint_law() -> None:
    """The refuting case itself, by the reference's coefficient formula: no error lies within 10^-3 of the bound."""
    square = squared_bound(32, 2, ODDS, 3)
    found = ball(tail_constant_users(32, 2, 32, Fraction(593, 1000), budget(1, odds=3), NONE))
    assert square < Fraction(593, 1000) ** 2
    assert found.overlaps(ball(exceeds(32, 2, ODDS, square)))
