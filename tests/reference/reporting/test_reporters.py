"""Who reports when: each person's rounds are a uniform choice, drawn one by one or group by group."""

from fractions import Fraction
from itertools import combinations
from operator import mul

import numpy as np
import pytest

from ldproof.coins import Counted, SeededCoins
from ldproof.law import Law, law
from ldproof.rejections import Reason
from ldproof.reporting import reporters
from ldproof.reporting.reporters import Reporters, States
from tests.reference.refusals import refused
from tests.reference.reporting.joint import Choices, Counts, branching, sampled_law, sum_of

__all__ = ["branching"]

SHAPES = [(1, 1), (2, 1), (2, 2), (4, 1), (4, 2), (4, 3), (5, 4)]


def uniform(T: int, m: int) -> Law[Counts]:
    """A mark for each round of a uniform choice."""
    sets = list(combinations(range(T), m))
    return law((tuple(int(t in tau) for t in range(T)), Fraction(1, len(sets))) for tau in sets)


def numbers(found: Reporters) -> Counts:
    """How many report in each round, then how many of these are active."""
    return (*found.everybody.tolist(), *found.active.tolist())


def true_law(people: tuple[Counts, ...], m: int) -> Law[Counts]:
    """The law of how many report in each round, and how many of them active, from everybody's own choice."""
    choice = uniform(len(people[0]), m)

    def counted(states: Counts) -> Law[Counts]:
        return choice.pushforward(lambda tau: (*tau, *map(mul, tau, states)))

    return sum_of([counted(states) for states in people])


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("T", "m", "N"), [(T, m, N) for T, m in SHAPES for N in (1, 2, 3) if T * N < 12])
def test_everybodys_rounds_are_an_independent_uniform_choice(T: int, m: int, N: int) -> None:
    """The first two of three people are alike; the third is in a group of its own where they are drawn one by one."""
    people = tuple(tuple((t + n) % 2 for t in range(T)) for n in (1, 1, 0))[-N:]
    states = np.array(people, np.bool_)
    streams, shared = np.unique(states, axis=0, return_counts=True)
    expected = true_law(people, m)
    assert sampled_law(lambda coins: numbers(reporters.by_person(m, states, coins))) == expected
    assert sampled_law(lambda coins: numbers(reporters.by_stream(m, streams, shared, coins))) == expected


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("T", "m"), [(3, 1), (3, 2), (2, 2)])
def test_groups_are_told_apart(T: int, m: int) -> None:
    """Two groups, one of two people: independent of each other."""

    def both(coins: Choices) -> tuple[Counts, ...]:
        rounds = list(reporters.by_group(m, T, np.array([2, 1]), coins))
        return tuple(tuple(group) for group in np.array(rounds).T.tolist())

    expected = sum_of([uniform(T, m)] * 2).product(uniform(T, m))
    assert sampled_law(both).probabilities == expected.probabilities


def test_what_is_certain_takes_no_coins() -> None:
    """Who reports in every round, or in the only one."""
    coins = Counted(SeededCoins(b""))
    for T in (1, 5):
        assert [now.tolist() for now in reporters.by_group(T, T, np.array([7, 9]), coins)] == [[7, 9]] * T
    assert coins.taken == 0


def test_a_group_of_fewer_than_nobody_is_refused() -> None:
    for m in (1, 2):
        with refused(Reason.OUT_OF_RANGE):
            list(reporters.by_group(m, 2, np.array([3, -1]), Choices([])))


@pytest.mark.parametrize(
    ("states", "reason"),
    [
        (np.zeros((3, 4), np.uint8), Reason.WRONG_LENGTH),
        (np.zeros(5, np.uint8), Reason.WRONG_LENGTH),
        (np.zeros((0, 5), np.uint8), Reason.OUT_OF_RANGE),
        (np.full((3, 5), 2, np.uint8), Reason.OUT_OF_RANGE),
        (np.ones((3, 5), np.int64), Reason.OUT_OF_RANGE),
        (np.ones((3, 5)), Reason.OUT_OF_RANGE),
    ],
)
def test_states_that_are_not_bits_for_every_round_are_refused(states: States, reason: Reason) -> None:
    with refused(reason):
        reporters.population(states, 5)


def test_bits_are_states_however_they_are_kept() -> None:
    rows = [[1, 0, 1], [0, 0, 1]]
    for states in (np.array(rows, np.bool_), np.array(rows, np.uint8)):
        assert reporters.population(states, 3).tolist() == [[True, False, True], [False, False, True]]
