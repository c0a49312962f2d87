"""The laws, against Algorithm 1 itself: one person's over all they can draw, everybody's over all tau and coins."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

import numpy as np
import pytest

from ldproof.counting import law
from ldproof.counting.law import likelihood, likelihood_every_round, transcripts, transcripts_every_round
from ldproof.counting.parameters import Which
from ldproof.numbers import Symbol, ball, fraction, operate, precision
from ldproof.rejections import Reason
from tests.reference.counting import by_hand, everybody
from tests.reference.refusals import refused

ODDS = (Fraction(5, 4), Fraction(3))
SHAPES = [(N, T) for N in range(1, 5) for T in range(1, 4)]
EVERY_SHAPE = pytest.mark.parametrize(("N", "T"), SHAPES)


def positive(shares: Mapping[tuple[int | None, ...], Fraction]) -> dict[tuple[int | None, ...], Fraction]:
    return {seen: share for seen, share in shares.items() if share}


@pytest.mark.parametrize("T", [1, 2, 3, 4])
def test_what_one_person_sends(T: int) -> None:
    for states, odds in product(product((0, 1), repeat=T), ODDS):
        by_glance = positive(by_hand.transcripts(Which.GLANCE, states, odds))
        assert transcripts(states, odds - 1).probabilities == by_glance
        by_harmony = positive(by_hand.transcripts(Which.HARMONY, states, odds))
        assert transcripts(states, odds - 1, 0).probabilities == by_harmony
        by_borappor = positive(by_hand.transcripts(Which.BORAPPOR, states, odds))
        assert transcripts_every_round(states, odds - 1).probabilities == by_borappor


def test_filling_in_what_glance_leaves_out_is_harmony() -> None:
    states, x = (1, 0, 1), Fraction(2)
    filled = transcripts(states, x).pushforward(lambda seen: tuple(bit or 0 for bit in seen))
    assert filled.probabilities == transcripts(states, x, 0).probabilities


def test_a_second_report_never_comes() -> None:
    assert likelihood((1, 1), (1, 0), Fraction(2)) == 0
    assert likelihood((1, 1), (None, None), Fraction(2)) == 0
    assert likelihood((1, 1), (1, 0), Fraction(2), 0) == Fraction(3, 8)
    assert likelihood((1, 1), (None, 1), Fraction(2), 0) == 0


def test_every_system_finds_the_same_likelihood() -> None:
    states, x = (0, 1, 1), Fraction(1, 7)
    seen, every_round = (None, 1, None), (1, 1, 0)
    expected = by_hand.transcripts(Which.GLANCE, states, 1 + x)[seen]
    always = by_hand.transcripts(Which.BORAPPOR, states, 1 + x)[every_round]
    assert likelihood(states, seen, float(x)) == pytest.approx(float(expected), rel=1e-14)
    assert likelihood_every_round(states, every_round, float(x)) == pytest.approx(float(always), rel=1e-14)
    array = likelihood(states, seen, np.full(2, float(x)))
    assert array == pytest.approx([float(expected)] * 2, rel=1e-14)
    for said, exact in (
        (likelihood(states, seen, Symbol("x")), expected),
        (likelihood_every_round(states, every_round, Symbol("x")), always),
    ):
        assert said.fold(Fraction, {"x": x}.__getitem__, operate) == exact
    with precision(100):
        around = likelihood(states, seen, ball(x))
        assert fraction(around.lower()) <= expected <= fraction(around.upper())


def test_too_many_transcripts_are_not_listed() -> None:
    for listed in (transcripts, transcripts_every_round):
        with refused(Reason.TOO_MANY_OUTCOMES):
            listed([0] * (law.FEW + 1), Fraction(1))


Outcome = TypeVar("Outcome")


def counted(outcomes: Iterable[tuple[Outcome, Fraction]]) -> dict[Outcome, Fraction]:
    total: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for outcome, share in outcomes:
        total[outcome] += share
    return dict(total)


@EVERY_SHAPE
def test_what_is_estimated_in_one_round(N: int, T: int) -> None:
    """In every round, and whatever the others are: only the number of active people in this one matters."""
    odds = Fraction(3)
    for M in range(N + 1):
        others = [[int(n < M), *(int((n + t) % 2) for t in range(T - 1))] for n in range(N)]
        joint = everybody.everything(others, odds)
        received = counted([((len(bits[0]), sum(bits[0])), share) for bits, share in joint.items()])
        assert law.received(N, T, M, odds - 1).probabilities == received
        found = counted([(everybody.glance(bits[0], odds), share) for bits, share in joint.items()])
        assert law.glance(N, T, M, odds - 1).probabilities == found
        for fill in (Fraction(0), Fraction(1, 2), Fraction(1, 3)):
            values = [(everybody.filled(bits[0], fill, N, T, odds), share) for bits, share in joint.items()]
            assert law.harmony(N, T, M, fill, odds - 1).probabilities == counted(values)


@pytest.mark.parametrize("N", [1, 2, 3, 4])
def test_what_is_estimated_where_everybody_reports(N: int) -> None:
    """BORAPPOR's round is a round of Glance with T = 1."""
    for M, odds in product(range(N + 1), ODDS):
        joint = everybody.everything(everybody.constant(N, M, 1), odds)
        found = counted([(everybody.glance(bits[0], odds), share) for bits, share in joint.items()])
        assert law.borappor(N, M, odds - 1).probabilities == found


@EVERY_SHAPE
def test_glance_has_the_right_mean_given_every_number_of_reporters(N: int, T: int) -> None:
    for M, odds in product(range(N + 1), ODDS):
        received = law.received(N, T, M, odds - 1)
        for k in range(1, N + 1):
            share = received.pushforward(lambda reports: reports[0])[k]
            total = sum(
                (
                    chance * (everybody.glance([1] * ones + [0] * (k - ones), odds) or 0)
                    for (number, ones), chance in received.probabilities.items()
                    if number == k
                ),
                Fraction(0),
            )
            assert total == share * Fraction(M, N)


def test_numbers_drawn_without_replacement() -> None:
    """Hypergeometric: 3 of 5 people, 2 of whom are active."""
    drawn = law.hypergeometric(5, 2, 3)
    assert drawn.probabilities == {0: Fraction(1, 10), 1: Fraction(6, 10), 2: Fraction(3, 10)}
