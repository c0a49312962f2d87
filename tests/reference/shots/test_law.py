"""The law of a person's transcript, against Algorithm 1 itself, and what it reveals at every distance."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.law import Law, Odds, most, tight_odds
from ldproof.numbers import Symbol, ball, fraction, operate, precision
from ldproof.rejections import Reason
from ldproof.shots.formulas import event_odds, p, q
from ldproof.shots.law import FEW, likelihood, transcripts
from tests.reference.refusals import refused
from tests.reference.shots import algorithm_1

DUMMIES = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5), Fraction(1))
ODDS = (Fraction(5, 4), Fraction(3))
SHAPES = [(T, m) for T in range(1, 5) for m in range(1, T + 1)]
EVERY_SHAPE = pytest.mark.parametrize(("T", "m"), SHAPES)
EVERY_DUMMY = pytest.mark.parametrize("r", DUMMIES)


def people(T: int) -> list[tuple[int, ...]]:
    return [*product((0, 1), repeat=T)]


# the law itself


@EVERY_SHAPE
@EVERY_DUMMY
def test_the_law_is_that_of_algorithm_1(T: int, m: int, r: Fraction) -> None:
    for states in people(T):
        assert transcripts(states, m, r, Fraction(2)).probabilities == algorithm_1.transcripts(
            states, m, r, Fraction(3)
        )


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, 1), min_size=5, max_size=5),
    st.integers(1, 5),
    st.fractions(0, 1),
    st.fractions(1, 1000).filter(lambda E: E > 1),
)
def test_the_law_of_five_rounds_is_that_of_algorithm_1(
    states: list[int], m: int, r: Fraction, E: Fraction
) -> None:
    assert transcripts(states, m, r, E - 1).probabilities == algorithm_1.transcripts(states, m, r, E)


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=5),
    st.fractions(0, 1),
    st.fractions(1, 10**9).filter(lambda E: E > 1),
)
def test_the_likelihoods_of_all_transcripts_add_up_to_1(states: list[int], r: Fraction, E: Fraction) -> None:
    for m in range(1, len(states) + 1):
        every = [likelihood(states, seen, m, r, E - 1) for seen in people(len(states))]
        assert sum(every) == 1
        assert min(every) >= 0


@EVERY_SHAPE
@EVERY_DUMMY
def test_p_and_q_are_what_a_round_shows_alone(T: int, m: int, r: Fraction) -> None:
    """Section 4.1, in every round and whatever the other states are."""
    for E in ODDS:
        arguments = (Fraction(m), Fraction(T), r, E - 1)
        for states in people(T):
            sent = algorithm_1.transcripts(states, m, r, E)
            for t in range(T):
                one = sum((share for seen, share in sent.items() if seen[t]), Fraction(0))
                assert one == (p(*arguments) if states[t] else q(*arguments))


@EVERY_DUMMY
def test_two_rounds_are_correlated_as_sampling_without_replacement_makes_them(r: Fraction) -> None:
    """Cov(y_s, y_t) = -m (T - m) / (T^2 (T - 1)) (w_s - r) (w_t - r), w the report's chance of a 1."""
    T, E = 4, Fraction(3)
    w = (1 / (E + 1), E / (E + 1))
    for m, states in product(range(1, T + 1), [(0, 1, 1, 0), (1, 1, 0, 0)]):
        found = transcripts(states, m, r, E - 1)
        together = found.of(lambda seen: seen[0] == seen[1] == 1)
        apart = found.of(lambda seen: seen[0] == 1) * found.of(lambda seen: seen[1] == 1)
        expected = Fraction(-m * (T - m), T**2 * (T - 1)) * (w[states[0]] - r) * (w[states[1]] - r)
        assert together - apart == expected


def test_every_system_finds_the_same_likelihood() -> None:
    states, seen, m, r, x = (0, 1, 1, 0, 1), (1, 1, 0, 0, 1), 2, Fraction(1, 3), Fraction(1, 7)
    expected = algorithm_1.transcripts(states, m, r, 1 + x)[seen]
    assert likelihood(states, seen, m, float(r), float(x)) == pytest.approx(float(expected), rel=1e-14)
    array = likelihood(states, seen, m, np.full(3, float(r)), np.full(3, float(x)))
    assert array == pytest.approx([float(expected)] * 3, rel=1e-14)
    said = likelihood(states, seen, m, Symbol("r"), Symbol("x"))
    assert said.fold(Fraction, {"r": r, "x": x}.__getitem__, operate) == expected
    with precision(100):
        around = likelihood(states, seen, m, ball(r), ball(x))
        assert fraction(around.lower()) <= expected <= fraction(around.upper())


def test_a_likelihood_needs_no_list_of_transcripts() -> None:
    """Whoever reports always: a product of T independent reports."""
    T, E = 200, Fraction(3)
    states, seen = [0, 1] * (T // 2), [0] * T
    assert likelihood(states, seen, T, Fraction(1, 2), E - 1) == (E / (E + 1) ** 2) ** (T // 2)


def test_too_many_transcripts_are_not_listed() -> None:
    with refused(Reason.TOO_MANY_OUTCOMES):
        transcripts([0] * (FEW + 1), 1, Fraction(0), Fraction(1))


def test_a_round_that_is_missing_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        likelihood([0, 1], [0], 1, Fraction(0), Fraction(1))


# what it reveals


@cache
def odds_by_distance(T: int, m: int, r: Fraction, E: Fraction) -> Mapping[int, Odds]:
    """The tight odds between any two people whose states differ in so many rounds."""
    laws: dict[tuple[int, ...], Law[tuple[int, ...]]] = {
        states: transcripts(states, m, r, E - 1) for states in people(T)
    }
    return {
        distance: most(
            tight_odds(laws[one], laws[other])
            for one, other in product(laws, repeat=2)
            if sum(a != b for a, b in zip(one, other, strict=True)) == distance
        )
        for distance in range(T + 1)
    }


@EVERY_SHAPE
@EVERY_DUMMY
def test_user_level_odds_are_the_whole_budget(T: int, m: int, r: Fraction) -> None:
    for E in ODDS:
        assert most(odds_by_distance(T, m, r, E).values()) == E**m == odds_by_distance(T, m, r, E)[T]


@EVERY_SHAPE
@EVERY_DUMMY
def test_event_level_odds_are_the_closed_form(T: int, m: int, r: Fraction) -> None:
    for E in ODDS:
        assert odds_by_distance(T, m, r, E)[1] == event_odds(Fraction(m), Fraction(T), r, E - 1)


@EVERY_SHAPE
@EVERY_DUMMY
def test_odds_grow_with_the_distance_and_never_faster_than_composition(T: int, m: int, r: Fraction) -> None:
    for E in ODDS:
        odds = [bound for _, bound in sorted(odds_by_distance(T, m, r, E).items())]
        finite = [bound for bound in odds if isinstance(bound, Fraction)]
        assert len(finite) == T + 1
        assert finite == sorted(finite)
        assert finite[0] == 1
        assert all(bound <= finite[1] ** distance for distance, bound in enumerate(finite))


@EVERY_SHAPE
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1)])
def test_a_constant_dummy_hides_nothing(T: int, m: int, r: Fraction) -> None:
    for E in ODDS:
        assert odds_by_distance(T, m, r, E) == {distance: E ** min(distance, m) for distance in range(T + 1)}


@pytest.mark.parametrize("m", range(1, 6))
def test_the_same_over_five_rounds(m: int) -> None:
    T, r, E = 5, Fraction(1, 4), Fraction(2)
    odds = odds_by_distance(T, m, r, E)
    assert odds[1] == event_odds(Fraction(m), Fraction(T), r, E - 1)
    assert odds[T] == E**m
    assert [odds[n] for n in range(T + 1)] == sorted(
        bound for bound in odds.values() if isinstance(bound, Fraction)
    )


@EVERY_SHAPE
@EVERY_DUMMY
def test_whoever_is_seen_as_they_are_is_as_likely_as_their_opposite_times_the_budget(
    T: int, m: int, r: Fraction
) -> None:
    """Ledger row shots.thm-4: for every transcript that can be sent, not only the worst one."""
    for seen in people(T):
        opposite = tuple(1 - bit for bit in seen)
        assert likelihood(seen, seen, m, r, Fraction(2)) == 3**m * likelihood(
            opposite, seen, m, r, Fraction(2)
        )
