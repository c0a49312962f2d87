"""The ladder: climbed from below, rounded up in odds, and the same after it was saved."""

from fractions import Fraction

import pytest

from ldproof import codec
from ldproof.evidence.batch import Batch
from ldproof.evidence.bound import (
    EpsilonConfidenceSequence,
    at_least,
    climbed,
    consistent_ladder,
    ladder,
    odds_of,
    rungs,
)
from ldproof.numbers import Real, ball, computed, precision
from ldproof.rejections import Reason
from tests.reference.refusals import refused
from tests.reference.states import with_state

ALPHA = Fraction(1, 20)


def test_odds_are_rounded_up() -> None:
    assert at_least(Real(Fraction(3))) == 3
    with precision(200):
        assert ball(Fraction(1)).exp() < ball(odds_of(Fraction(1)))
        assert ball(odds_of(Fraction(1))) - ball(Fraction(1)).exp() < ball(Fraction(1, 2**58))


def test_odds_that_are_a_fraction_in_truth_are_rounded_up_too() -> None:
    """No ball around a third of 9 tells whether it is 3."""
    assert 0 < at_least(computed(lambda: ball(Fraction(1, 3)) * 9)) - 3 <= Fraction(1, 2**60)


def test_a_gap_ends_the_climb() -> None:
    assert [climbed(each) for each in ([], [False, True], [True, False, True], [True, True])] == [0, 0, 1, 2]


def test_rungs_are_in_equal_steps() -> None:
    assert rungs(Fraction(1, 2), Fraction(1, 4), Fraction(5, 4)) == (
        Fraction(1, 2),
        Fraction(3, 4),
        Fraction(1),
        Fraction(5, 4),
    )
    for lowest, step, highest in ((0, 1, 1), (1, 0, 2), (2, 1, 1)):
        with refused(Reason.OUT_OF_RANGE):
            rungs(Fraction(lowest), Fraction(step), Fraction(highest))


def test_the_bound_rises_towards_the_truth() -> None:
    found = ladder(rungs(Fraction(1, 2), Fraction(1, 4), Fraction(2)), ALPHA).adding("a", Fraction(9, 10))
    assert found.bound() is None
    bounds = []
    for _ in range(30):
        found = found.after({"a": Batch(1000, 750, 1000, 250)})
        bounds.append(found.bound() or Fraction(0))
    assert bounds == sorted(bounds)
    assert bounds[-1] == 1
    again = codec.restore(EpsilonConfidenceSequence, {}, codec.save({}, found))
    assert again == found


@pytest.mark.parametrize(
    "damage",
    [
        {"epsilons": ["1"]},
        {"epsilons": ["1", "1"]},
        {"epsilons": ["1", "3"]},
        {"portfolios": []},
        {"epsilons": 1},
    ],
)
def test_a_damaged_ladder_is_refused(damage: dict[str, object]) -> None:
    saved = codec.save({}, ladder([Fraction(1), Fraction(2)], ALPHA))
    consistent_ladder(codec.restore(EpsilonConfidenceSequence, {}, saved))
    with refused(Reason.DAMAGED_STATE):
        consistent_ladder(codec.restore(EpsilonConfidenceSequence, {}, with_state(saved, **damage)))


def test_a_ladder_rises() -> None:
    for wrong in ([], [Fraction(0)], [Fraction(1), Fraction(1)], [Fraction(2), Fraction(1)]):
        with refused(Reason.OUT_OF_RANGE):
            ladder(wrong, ALPHA)
