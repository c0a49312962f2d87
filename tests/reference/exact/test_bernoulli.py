"""Exact Bernoulli draws: every coin of one and two bytes, and the rule of consumption against a plain model."""

from fractions import Fraction
from functools import partial
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import Coins, Tape
from ldproof.numbers import computed_real
from ldproof.sampling import BLOCKS, LAZY, BlockRule, Digits, draw_bernoulli, draw_by_secret
from tests.reference.exact.tapes import PROBABILITIES, RULES, enumerate_all, logistic, near, near_ties
from tests.tiers import slow


def model(table: list[Digits], secret: int, coins: Coins, rule: BlockRule) -> bool:
    """The rule as its docstring puts it, on whole numbers."""
    read, count = 0, 0
    while True:
        block = int.from_bytes(coins.read(rule.length))
        read, count = (read << 8 * rule.length) + block, count + rule.length
        digits = [int.from_bytes(probability.prefix(count)) for probability in table]
        if read not in digits and (rule.decoy == 0 or block % 256**rule.decoy != 0):
            return read < digits[secret]


@given(st.data(), st.lists(PROBABILITIES, min_size=1, max_size=4), RULES)
def test_the_rule_as_specified_and_as_many_bytes_for_every_secret(
    data: st.DataObject, table: list[Digits], rule: BlockRule
) -> None:
    content = data.draw(near_ties(table, rule))
    counts = set()
    for secret in range(len(table)):
        expected, drawn = Tape(content), Tape(content)
        assert draw_by_secret(table, secret, drawn, rule) == model(table, secret, expected, rule)
        assert drawn.taken == expected.taken
        counts.add(drawn.taken)
    assert len(counts) == 1


@pytest.mark.parametrize("exponent", [-7, -1, 1, 7])
@pytest.mark.parametrize("size", [1, 2])
def test_the_law_is_the_probability_up_to_the_one_tie(exponent: int, size: int) -> None:
    law = enumerate_all(partial(draw_bernoulli, Digits(computed_real(logistic(exponent))), rule=LAZY), size)
    scaled = near(logistic(exponent)) * 256**size
    assert sum(value for (answer, _), value in law.items() if answer) == Fraction(floor(scaled), 256**size)
    assert 1 - sum(law.values()) == Fraction(1, 256**size)


@slow
def test_the_law_of_a_block_of_two_bytes_with_decoys() -> None:
    table = [Digits(computed_real(logistic(1))), Digits(computed_real(logistic(-1)))]
    digits = [floor(near(logistic(sign)) * 65536) for sign in (1, -1)]
    for secret, below in enumerate(digits):
        stop = [block for block in range(65536) if block % 256 and block not in digits]
        law = enumerate_all(partial(draw_by_secret, table, secret, rule=BlockRule(2, 1)), 2)
        assert law[True, 2] == Fraction(sum(block < below for block in stop), 65536)
        assert law[False, 2] == Fraction(sum(block > below for block in stop), 65536)


@given(st.data(), PROBABILITIES)
def test_a_block_is_read_whole_and_a_lazy_draw_is_not(data: st.DataObject, probability: Digits) -> None:
    content = data.draw(near_ties([probability], BLOCKS))
    blocks, lazy = Tape(content), Tape(content)
    assert draw_bernoulli(probability, blocks) == draw_bernoulli(probability, lazy, LAZY)
    assert blocks.taken == 16 * -(-lazy.taken // 16)


def test_zero_never_happens_and_one_always() -> None:
    for answer in (False, True):
        law = enumerate_all(partial(draw_bernoulli, Digits(Fraction(answer)), rule=LAZY), 2)
        assert law == {(answer, 1): Fraction(255, 256), (answer, 2): Fraction(255, 65536)}
