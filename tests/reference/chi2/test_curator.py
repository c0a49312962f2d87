"""The curator: each answer one draw with exactly the law's probability, and a bill for all of them."""

from fractions import Fraction

import numpy as np
import pytest

from ldproof.budget import budget
from ldproof.chi2.curator import decide, decide_each, share_out, total
from ldproof.chi2.law import Mechanism, PrivateTest
from ldproof.chi2.tables import Table, tables
from ldproof.coins import Counted, SeededCoins, Tape
from ldproof.numbers import ball, sign
from ldproof.rejections import Reason, Refused
from tests.reference.refusals import refused

OPTIMAL = PrivateTest(Mechanism.OPTIMAL, Fraction(1), budget(odds=3))
TABLE = Table(2, 1, 4, 6)


@pytest.mark.parametrize("mechanism", [Mechanism.OPTIMAL, Mechanism.ALGORITHM_2, Mechanism.ALGORITHM_1_Y1])
@pytest.mark.parametrize("first", [0, 1, 63, 64, 100, 191, 192, 200, 255])
def test_the_coins_are_compared_with_the_probability(mechanism: Mechanism, first: int) -> None:
    """U below the probability means 1; U is the coins as a fraction, and no probability here ties with it."""
    test = PrivateTest(mechanism, Fraction(1), budget(odds=3))
    coins = bytes([first, *range(1, 16)])
    uniform = Fraction(int.from_bytes(coins), 256**16)
    one = test.says_significant(TABLE)
    assert decide(test, TABLE, Tape(coins)) is (sign(lambda: ball(one) - ball(uniform)) > 0)


def test_every_answer_reads_its_own_coins() -> None:
    several = tables(np.array([2, 2, 4, 0]), np.array([1, 1, 0, 0]), 4, 6)
    one_by_one, together = SeededCoins(b"curator"), Counted(SeededCoins(b"curator"))
    expected = [decide(OPTIMAL, several[place], one_by_one) for place in range(4)]
    answers = decide_each(OPTIMAL, several, together)
    assert answers.significant.tolist() == expected
    assert together.taken == 4 * 16
    assert answers.spent.odds() == 81


def test_public_controls_are_said_by_the_mechanisms_name() -> None:
    test = PrivateTest(Mechanism.ALGORITHM_1_Y2, Fraction(1), budget(epsilon=1))
    answers = decide_each(test, tables(np.array([2]), np.array([1]), 4, 6), SeededCoins(b"public"))
    assert answers.spent.epsilon() == 1


def test_tests_add_up() -> None:
    assert total(budget(epsilon="1/10"), 311).epsilon() == Fraction(311, 10)
    assert total(budget(odds=2), 10).odds() == 1024
    whole = budget(epsilon=1)
    each = share_out(whole, 311)
    assert each.report_epsilon() == Fraction(1, 311)
    assert total(each, 311) == whole
    assert total(share_out(budget(report_odds=5), 7), 7).odds() == 5
    assert total(share_out(budget(odds=5), 7), 7).odds() == 5
    assert total(share_out(budget(odds=5), 7), 14).odds() == 25
    for none in (budget(odds=5), share_out(budget(odds=5), 7), budget(report_odds=5)):
        assert total(none, 0).odds() == 1


def test_a_billion_tests_add_up_at_once() -> None:
    for each in (budget(odds=3), share_out(budget(odds=3), 10**9), budget(7, report_odds="2.718281828")):
        spent = total(each, 10**9)
        assert float(spent.epsilon()) == pytest.approx(10**9 * float(each.report_epsilon()))


def test_what_is_refused() -> None:
    with refused(Reason.OUT_OF_RANGE):
        share_out(budget(epsilon=1), 0)
    with refused(Reason.OUT_OF_RANGE):
        PrivateTest(Mechanism.OPTIMAL, Fraction(0), budget(epsilon=1))
    with refused(Reason.OUT_OF_RANGE):
        PrivateTest(Mechanism.BETA_OPTIMAL, Fraction(1), budget(epsilon=1), Fraction(-1))
    with refused(Reason.IRRATIONAL):
        total(share_out(budget(odds=5), 7), 3)


@pytest.mark.parametrize("tests", [-1, "3/2", 1.5, True])
def test_a_number_of_tests_that_cannot_be_costs_nothing(tests: int) -> None:
    with pytest.raises(Refused):
        total(budget(epsilon=1), tests)
    assert total(budget(epsilon=1), 0).epsilon() == 0
