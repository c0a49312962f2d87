"""Whole populations: the sampler's joint law, over all rounds, is that of N clients."""

from fractions import Fraction
from itertools import product
from math import log, prod, sqrt
from operator import itemgetter

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.counting import population
from ldproof.counting.parameters import Which, parameters
from ldproof.counting.population import Received, received, received_of_constant
from ldproof.law import Law, law
from ldproof.rejections import Reason
from ldproof.reporting.reporters import States
from ldproof.shots import population as shots_population
from ldproof.shots.parameters import parameters as shots_parameters
from tests.reference.counting.by_hand import exactly, transcripts
from tests.reference.refusals import refused
from tests.reference.reporting.joint import (
    Choices,
    Counts,
    as_if_independent,
    branching,
    sampled_law,
    sum_of,
)

__all__ = ["branching"]

EACH = pytest.mark.parametrize("which", Which)
SMALL: list[tuple[Counts, ...]] = [
    ((1,), (0,)),
    ((1, 0),),
    ((1, 0), (1, 1)),
    ((0, 1), (1, 1), (0, 0)),
    ((1, 0, 1), (0, 0, 1)),
]


def true_law(which: Which, people: tuple[Counts, ...]) -> Law[Counts]:
    """The ones of every round, then the bits of every round: sums over independent people."""
    everybody = []
    for states in people:
        one = law(transcripts(which, states).items())
        everybody.append(
            one.pushforward(
                lambda sent: (*(int(each or 0) for each in sent), *(int(each is not None) for each in sent))
            )
        )
    return sum_of(everybody)


def both(found: Received) -> Counts:
    """The ones of every round, then the reporters of every round, from what a collector counts."""
    return (*found.ones.tolist(), *found.reporters.tolist())


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize("people", SMALL)
def test_the_joint_law_of_one_run(which: Which, people: tuple[Counts, ...]) -> None:
    chosen, states = exactly(which, len(people[0])), np.array(people, np.uint8)
    joint = sampled_law(lambda coins: both(received(chosen, states, coins)))
    assert joint == true_law(which, people)
    assert (joint == as_if_independent(joint)) == (which is Which.BORAPPOR or len(people[0]) == 1)


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize(("N", "M", "T"), [(1, 0, 2), (1, 1, 3), (2, 1, 2), (3, 2, 2), (3, 3, 2), (2, 1, 3)])
def test_the_joint_law_of_a_run_of_constant_people(which: Which, N: int, M: int, T: int) -> None:
    """M transcripts of people who are always active, and N - M of people who never are."""
    people = ((1,) * T,) * M + ((0,) * T,) * (N - M)

    def one_run(coins: Choices) -> Counts:
        found = received_of_constant(exactly(which, T), N, M, 1, coins)
        assert found.ones.shape == found.reporters.shape == (1, T)
        return both(Received(found.ones[0], found.reporters[0]))

    assert sampled_law(one_run) == true_law(which, people)


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize("together", [1, 4])
def test_runs_are_independent(which: Which, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they are drawn together."""
    monkeypatch.setattr(population, "TOGETHER", together)

    def two_runs(coins: Choices) -> tuple[Counts, Counts]:
        found = received_of_constant(exactly(which, 2), 1, 1, 2, coins)
        first, second = (both(Received(found.ones[run], found.reporters[run])) for run in (0, 1))
        return first, second

    alone = true_law(which, ((1, 1),))
    assert sampled_law(two_runs) == alone.product(alone)


@pytest.mark.usefixtures("branching")
def test_rounds_share_the_people_who_report() -> None:
    """Two rounds of Glance have the covariance of a multinomial: -N/T^2 for who reports, -N s^2/T^2 for the ones."""
    N, T, s = 3, 2, Fraction(3, 4)
    joint = sampled_law(
        lambda coins: both(received(exactly(Which.GLANCE, T), np.ones((N, T), np.bool_), coins))
    )
    for pair, square in (((0, 1), s**2), ((2, 3), Fraction(1))):
        found = joint.pushforward(itemgetter(*pair))
        means = [found.pushforward(itemgetter(place)).mean(Fraction) for place in (0, 1)]
        assert found.pushforward(prod).mean(Fraction) - means[0] * means[1] == -N * square / T**2


@pytest.mark.parametrize(("which", "m"), [(Which.HARMONY, 1), (Which.BORAPPOR, 7)])
def test_they_are_m_shot_reporting_with_one_report_or_T(which: Which, m: int) -> None:
    """Equal coins give equal ones."""
    states = np.arange(3500).reshape(500, 7) % 3 == 0
    ours = received(parameters(which, 7, epsilon=2), states, SeededCoins(b"same"))
    theirs = shots_population.ones(shots_parameters(7, m, 0, epsilon=2), states, SeededCoins(b"same"))
    assert (ours.ones == theirs).all()
    assert (ours.reporters == 500).all()


RUNS, N, T = 400, 3000, 11


@EACH
@pytest.mark.parametrize("M", [0, 1000, 3000])
def test_many_runs_stay_within_hoeffding(which: Which, M: int) -> None:
    """Of each round, the sum over runs is one of RUNS N independent bits; 10^-10 is shared by all of these."""
    found = received_of_constant(exactly(which, T), N, M, RUNS, SeededCoins(b"runs"))
    far = sqrt(RUNS * N * log(2 * 2 * T * 4 * 3 / 1e-10) / 2)
    reporting = 1.0 if which is Which.BORAPPOR else 1 / T
    bits = reporting if exactly(which, T).silent else 1.0
    assert abs(found.ones.sum(axis=0) - RUNS * reporting * (M * 0.75 + (N - M) * 0.25)).max() < far
    assert abs(found.reporters.sum(axis=0) - RUNS * bits * N).max() < far
    if exactly(which, T).silent:
        assert (found.reporters.sum(axis=1) == N).all()
    else:
        assert (found.reporters == N).all()
    assert (found.ones <= found.reporters).all()
    assert len({tuple(run) for run in found.ones.tolist()}) == RUNS


def test_no_runs_are_none() -> None:
    assert received_of_constant(exactly(Which.GLANCE, 3), 5, 2, 0, Choices([])).ones.shape == (0, 3)


@pytest.mark.parametrize(
    ("N", "M", "runs", "reason"),
    [
        (0, 0, 1, Reason.OUT_OF_RANGE),
        (5, 6, 1, Reason.OUT_OF_RANGE),
        (5, -1, 1, Reason.OUT_OF_RANGE),
        (5, 2, -1, Reason.OUT_OF_RANGE),
        (5, 2, 10**9, Reason.TOO_LARGE),
        (5, "1/2", 1, Reason.NOT_A_WHOLE_NUMBER),
        (5, 2.0, 1, Reason.NOT_EXACT),
    ],
)
def test_runs_of_nobody_are_refused(N: object, M: object, runs: object, reason: Reason) -> None:
    """By name, before any coin is read."""
    for which in Which:
        with refused(reason):
            received_of_constant(exactly(which, 3), N, M, runs, Choices([]))


@EACH
@pytest.mark.parametrize(
    ("states", "reason"),
    [
        (np.zeros((3, 4), np.uint8), Reason.WRONG_LENGTH),
        (np.zeros((0, 5), np.uint8), Reason.OUT_OF_RANGE),
        (np.full((3, 5), 2, np.uint8), Reason.OUT_OF_RANGE),
    ],
)
def test_states_that_are_not_bits_for_every_round_are_refused(
    which: Which, states: States, reason: Reason
) -> None:
    with refused(reason):
        received(exactly(which, 5), states, Choices([]))


def test_all_of_this_is_about_different_laws() -> None:
    """What the comparisons above would not notice if everything were the same."""
    laws = {which: true_law(which, ((1, 0), (1, 1))) for which in Which}
    same = {(one, other) for one, other in product(Which, repeat=2) if laws[one] == laws[other]}
    assert {pair for pair in same if pair[0] < pair[1]} == {(Which.GLANCE, Which.HARMONY_PUBLISHED)}
