"""Laws and clients, against Algorithm 1 itself; one round's law, over all tau and coins of everybody."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.counting import mechanism as law
from ldproof.counting.client import start_client as client
from ldproof.counting.mechanism import (
    MECHANISMS,
    Which,
    counting_mechanism,
    transcript_law,
    transcript_likelihood,
)
from ldproof.counting.mechanism import counting_mechanism as parameters
from ldproof.devices import Person, restore_person, save_person
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of
from ldproof.numbers import Symbol, apply_operator, ball, exact_fraction, precision
from ldproof.shots.client import start_client
from ldproof.shots.mechanism import report_mechanism
from tests.reference.counting import by_hand, everybody
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals, check_row_refusals, singly

EACH = pytest.mark.parametrize("which", Which)
SILENT = (Which.GLANCE, Which.HARMONY_PUBLISHED)
ODDS = (Fraction(5, 4), Fraction(3))
STATES = (1, 0, 0, 1, 1)


def listed(which: Which, states: tuple[int, ...], excess: Fraction) -> object:
    """The law that is listed for it."""
    if which is Which.BORAPPOR:
        return transcript_law(states, excess, reports=len(states)).probabilities
    return transcript_law(states, excess, 0 if which is Which.HARMONY else None).probabilities


@EACH
@pytest.mark.parametrize("T", [1, 2, 3, 4])
def test_law_of_a_person_is_that_of_the_algorithm(which: Which, T: int) -> None:
    """`outputs` lists everything that can come out, once; all else has probability 0."""
    for odds in ODDS:
        asked = counting_mechanism(which, T, report_odds=odds)
        outputs = list(asked.outputs)
        assert len(set(outputs)) == len(outputs)
        for states in product((0, 1), repeat=T):
            sent = by_hand.transcripts(which, states, odds)
            assert listed(which, states, odds - 1) == law_of(asked, states).probabilities == sent
            assert {output: asked.likelihood(states, output) for output in outputs if output in sent} == sent
            unknown = [output for output in product((0, 1, None), repeat=T) if output not in sent]
            assert all(asked.likelihood(states, output) == 0 for output in unknown)


def test_every_number_system_finds_the_same_likelihood() -> None:
    states, x = (0, 1, 1), Fraction(1, 7)
    cases: list[tuple[Callable[..., Any], Which, by_hand.Transcript]] = [
        (transcript_likelihood, Which.GLANCE, (None, 1, None)),
        (partial(transcript_likelihood, reports=3), Which.BORAPPOR, (1, 1, 0)),
    ]
    for function, which, sent in cases:
        expected = by_hand.transcripts(which, states, 1 + x)[sent]
        assert function(states, sent, float(x)) == pytest.approx(float(expected), rel=1e-14)
        array = function(states, sent, np.full(2, float(x)))
        assert array == pytest.approx([float(expected)] * 2, rel=1e-14)
        assert (
            function(states, sent, Symbol("x")).fold(Fraction, {"x": x}.__getitem__, apply_operator)
            == expected
        )
        with precision(100):
            around = function(states, sent, ball(x))
            assert exact_fraction(around.lower()) <= expected <= exact_fraction(around.upper())


@EACH
def test_irrational_laws_are_enclosed_and_long_ones_not_listed(which: Which) -> None:
    """The likelihood of one output is near that of rational odds that are near."""
    asked = counting_mechanism(which, 2, epsilon=2 if which is Which.BORAPPOR else 1)
    beside = counting_mechanism(which, 2, report_odds="2.718281828459045")
    with refused(Reason.IRRATIONAL):
        law_of(asked, (0, 1))
    for output in asked.outputs:
        found, expected = (each.likelihood((0, 1), output) for each in (asked, beside))
        assert expected.exact is not None
        with precision(100):
            assert abs(ball(found) - ball(expected.exact)) < 1e-14
    T = law.FEW + 1
    long, states = counting_mechanism(which, T, report_odds=3), (0,) * T
    for ask in (
        lambda: iter(long.outputs),
        lambda: law_of(long, states),
        lambda: listed(which, states, ODDS[1]),
    ):
        check_refusals(ask, {Reason.TOO_MANY_OUTCOMES: [()]})


@pytest.mark.parametrize("T", [1, 2, 3, 5])
def test_m_shot_reporting_with_one_report_or_T_has_the_same_law_and_coins(T: int) -> None:
    """Dummies 0 make one-shot reporting the source's Harmony; T-shot reporting is BORAPPOR, whatever r."""
    for which, m, dummies in ((Which.HARMONY, 1, (0,)), (Which.BORAPPOR, T, (0, "1/2", 1))):
        ours = counting_mechanism(which, T, report_odds=3)
        for r in dummies:
            theirs = report_mechanism(T, m, r, report_odds=3)
            for states in product((0, 1), repeat=T):
                assert law_of(ours, states).probabilities == law_of(theirs, states).probabilities
            for level in LEVELS:
                assert ours.privacy(level).odds == theirs.privacy(level).odds
        for seed in (bytes([n]) for n in range(10)):
            person = client(parameters(which, T, epsilon=2), SeededCoins(seed))
            other = start_client(report_mechanism(T, m, 0, epsilon=2), SeededCoins(seed))
            assert run_rounds(person, STATES[:T], seed) == run_rounds(other, STATES[:T], seed)


def test_mechanisms_have_their_names_and_refuse_invalid_rows() -> None:
    assert set(MECHANISMS) == {
        "glance",
        "harmony",
        "harmony_published",
        "borappor",
        "m_glance",
        "memoized",
        "loloha",
        "d_bit_flip",
        "future_rand",
    }
    for which in Which:
        asked, silent = counting_mechanism(which, T="3", odds="27"), which in SILENT
        assert asked.which is which
        assert asked.secrets.read("101") == (1, 0, 1)
        text = "-1-" if silent else "010"
        assert asked.outputs.write(asked.outputs.read(text)) == text
        check_refusals(asked.secrets.read, {Reason.OUT_OF_RANGE: singly("1-1")})
        if not silent:
            check_refusals(asked.outputs.read, {Reason.OUT_OF_RANGE: singly("1-1")})
        check_row_refusals(asked)


def run_rounds(
    person: Person[int] | Person[int | None], states: tuple[int, ...], seed: bytes
) -> by_hand.Transcript:
    """Return the reports of all rounds, with fresh coins in each."""
    return tuple(
        person.report(t, state, SeededCoins(seed + bytes([t]))) for t, state in enumerate(states, start=1)
    )


@given(st.sampled_from(Which), st.integers(0, 2**16))
def test_every_drawn_transcript_has_a_likelihood(which: Which, seed: int) -> None:
    """From the same coins, NULL and 0 stand beside the same report."""
    coins, states, asked = seed.to_bytes(3), (1, 0, 1, 1), counting_mechanism(which, 4, odds=16)
    assert law_of(asked, states)[asked.randomize(states, SeededCoins(coins))] > 0
    sent, glance = (
        run_rounds(client(parameters(each, 4, odds=16), SeededCoins(coins)), states, coins)
        for each in (which, Which.GLANCE)
    )
    if which is not Which.BORAPPOR:
        assert sent == (tuple(each or 0 for each in glance) if which is Which.HARMONY else glance)


def test_a_saved_client_is_restored_in_its_own_mechanism_only() -> None:
    saved = save_person(client(parameters("glance", 4, epsilon=1), SeededCoins(b"one")))
    foreign = [
        *(parameters(which, 4, epsilon=1) for which in ("harmony", "harmony_published")),
        *(parameters("glance", T, epsilon=epsilon) for T, epsilon in ((4, 100), (5, 1))),
        parameters("glance", 4, odds=3),
    ]
    refusals = {Reason.FOREIGN_STATE: [(client(each, SeededCoins(b"two")), saved) for each in foreign]}
    check_refusals(restore_person, refusals)
    restore_person(client(parameters("glance", 4, epsilon="1.0"), SeededCoins(b"two")), saved)


Outcome = TypeVar("Outcome")


def counted(outcomes: Iterable[tuple[Outcome, Fraction]]) -> dict[Outcome, Fraction]:
    total: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for outcome, share in outcomes:
        total[outcome] += share
    return dict(total)


@pytest.mark.parametrize("N", [1, 2, 3, 4])
@pytest.mark.parametrize("T", [1, 2, 3])
def test_law_of_one_round_is_that_over_all_tau_and_coins(N: int, T: int) -> None:
    """Whatever the other rounds are; for T = 1, everybody reports, which is BORAPPOR's round."""
    odds = Fraction(3)
    for M in range(N + 1):
        people = [[int(n < M), *(int((n + t) % 2) for t in range(T - 1))] for n in range(N)]
        rounds = [(bits[0], share) for bits, share in everybody.everything(people, odds).items()]
        received = counted(((len(bits), sum(bits)), share) for bits, share in rounds)
        assert law.received_law(N, T, M, odds - 1).probabilities == received
        estimated = counted((everybody.glance(bits, odds), share) for bits, share in rounds)
        assert law.estimate_law(N, T, M, odds - 1).probabilities == estimated
        for fill in (Fraction(0), Fraction(1, 2), Fraction(1, 3)):
            values = counted((everybody.filled(bits, fill, N, T, odds), share) for bits, share in rounds)
            assert law.estimate_law(N, T, M, odds - 1, fill).probabilities == values


def test_numbers_drawn_without_replacement_are_hypergeometric() -> None:
    """3 of 5 people, 2 of whom are active."""
    drawn = law.hypergeometric_law(5, 2, 3)
    assert drawn.probabilities == {0: Fraction(1, 10), 1: Fraction(6, 10), 2: Fraction(3, 10)}
