"""Leakage of byte counts: the joint laws against all coins, the three rules, and the bound on the drift."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import computed_real
from ldproof.sampling import (
    BLOCKS,
    BY_SECRET,
    LAZY,
    BlockRule,
    Digits,
    answer_drift,
    draw_by_secret,
    joint_law,
)
from tests.reference.exact.tapes import FRACTIONS, PROBABILITIES, enumerate_all, logistic, near
from tests.tiers import slow, some

THREE_TO_ONE = (Digits(Fraction(1, 4)), Digits(Fraction(3, 4)))


def odds(table: tuple[Digits, Digits], rule: BlockRule, most: int) -> Fraction:
    """The largest ratio between the two secrets' probabilities of the same (answer, blocks)."""
    ours, theirs = (joint_law(table, secret, rule, most) for secret in (0, 1))
    return max(max(ours[outcome] / theirs[outcome], theirs[outcome] / ours[outcome]) for outcome in ours)


@given(st.lists(PROBABILITIES, min_size=1, max_size=3), st.sampled_from([LAZY, BlockRule(1, 1)]))
def test_the_joint_law_is_that_of_all_coins(table: list[Digits], rule: BlockRule) -> None:
    for secret in range(len(table)):
        law = enumerate_all(partial(draw_by_secret, table, secret, rule=rule), 3)
        assert {key: value for key, value in joint_law(table, secret, rule, 3).items() if value} == law


@pytest.mark.parametrize("rule", some([BlockRule(2, 1), BlockRule(2), BlockRule(2, 2)]))
@pytest.mark.parametrize(
    "table",
    [
        pytest.param(THREE_TO_ONE, marks=slow),
        (Digits(computed_real(logistic(1))), Digits(computed_real(logistic(-1)))),
    ],
)
def test_the_joint_law_of_a_block_of_two_bytes(table: tuple[Digits, Digits], rule: BlockRule) -> None:
    for secret in range(2):
        law = enumerate_all(partial(draw_by_secret, table, secret, rule=rule), 2)
        assert {(answer, size // 2): value for (answer, size), value in law.items()} == joint_law(
            table, secret, rule, 1
        )


@given(
    st.lists(PROBABILITIES, min_size=2, max_size=4),
    st.sampled_from([LAZY, BLOCKS, BY_SECRET, BlockRule(2, 1)]),
)
def test_the_number_of_blocks_alone_has_one_law(table: list[Digits], rule: BlockRule) -> None:
    laws = [joint_law(table, secret, rule, 4) for secret in range(len(table))]
    for blocks in range(1, 5):
        assert len({law[True, blocks] + law[False, blocks] for law in laws}) == 1


def test_without_decoys_a_secret_is_revealed_and_with_them_the_odds_are_hardly_more() -> None:
    """By the first byte of a lazy client at epsilon 7; by a second block at odds 3."""
    likely, unlikely = (
        joint_law((Digits(computed_real(logistic(sign * 7))),), 0, LAZY, 1) for sign in (1, -1)
    )
    assert likely[True, 1] == Fraction(255, 256)
    assert unlikely[True, 1] == 0
    assert joint_law(THREE_TO_ONE, 0, BLOCKS, 2)[True, 2] == 0
    assert joint_law(THREE_TO_ONE, 1, BLOCKS, 2)[True, 2] > 0
    assert 3 <= odds(THREE_TO_ONE, BY_SECRET, 6) < 3 + Fraction(1, 2**80)


@pytest.mark.parametrize("epsilon", [1, 7, 20])
def test_with_decoys_the_odds_are_hardly_more_than_those_of_the_answer(epsilon: int) -> None:
    table = Digits(computed_real(logistic(epsilon))), Digits(computed_real(logistic(-epsilon)))
    likely, far = near(logistic(epsilon)), answer_drift(table, BY_SECRET)
    found = odds(table, BY_SECRET, 6)
    assert found <= (likely + far) / (1 - likely - far) < likely / (1 - likely) * (1 + Fraction(1, 2**60))
    # What exactness costs: after finitely many coins odds are rational, so some exceed e^epsilon.
    assert found > likely / (1 - likely)


def test_bound_on_the_drift_is_of_one_decoy_less_than_there_are() -> None:
    assert answer_drift(THREE_TO_ONE, BlockRule(2, 1)) == Fraction(2 * (2 + 2), 255)
    assert answer_drift(THREE_TO_ONE, BY_SECRET) == Fraction(2 * (2 + 2), 256**12 - 1)


@given(
    st.lists(FRACTIONS, min_size=1, max_size=5),
    st.sampled_from([BlockRule(2, 1), BlockRule(3, 1), BlockRule(3, 2)]),
)
def test_the_answer_drifts_no_further_than_the_bound(values: list[Fraction], rule: BlockRule) -> None:
    table = [Digits(value) for value in values]
    for secret, value in enumerate(values):
        law = joint_law(table, secret, rule, 5)
        for blocks in range(1, 6):
            given_blocks = law[True, blocks] / (law[True, blocks] + law[False, blocks])
            assert abs(given_blocks - value) <= answer_drift(table, rule)
