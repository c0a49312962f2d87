"""Whole populations: the sampler's joint law, over all rounds, is that of N clients."""

from math import log, sqrt

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.counting import client
from ldproof.counting.client import Received, simulate_received, simulate_received_constant
from ldproof.counting.mechanism import Which
from ldproof.errors import Reason
from ldproof.probability import Law, law_of_shares
from tests.reference.counting.by_hand import Transcript, exactly, transcripts
from tests.reference.reporting.joint import Choices, Counts, branching, sampled_law, sum_of
from tests.reference.reporting.refusing import check_refusals, singly

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

    def counted(sent: Transcript) -> Counts:
        return (*(each or 0 for each in sent), *(int(each is not None) for each in sent))

    return sum_of(
        [law_of_shares(transcripts(which, states).items()).pushforward(counted) for states in people]
    )


def both(found: Received) -> Counts:
    """The ones of every round, then the reporters of every round, from what a collector counts."""
    return (*found.ones.tolist(), *found.reporters.tolist())


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize("people", SMALL)
def test_the_joint_law_of_one_run(which: Which, people: tuple[Counts, ...]) -> None:
    chosen, states = exactly(which, len(people[0])), np.array(people, np.uint8)
    assert sampled_law(lambda coins: both(simulate_received(chosen, states, coins))) == true_law(
        which, people
    )


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize(("N", "M", "T"), [(1, 0, 2), (1, 1, 3), (2, 1, 2), (3, 2, 2), (3, 3, 2), (2, 1, 3)])
def test_the_joint_law_of_a_run_of_constant_people(which: Which, N: int, M: int, T: int) -> None:
    """M transcripts of people who are always active, and N - M of people who never are."""
    people = ((1,) * T,) * M + ((0,) * T,) * (N - M)

    def one_run(coins: Choices) -> Counts:
        found = simulate_received_constant(exactly(which, T), N, M, 1, coins)
        assert found.ones.shape == found.reporters.shape == (1, T)
        return both(Received(found.ones[0], found.reporters[0]))

    assert sampled_law(one_run) == true_law(which, people)


@pytest.mark.usefixtures("branching")
@EACH
@pytest.mark.parametrize("together", [1, 4])
def test_runs_are_independent(which: Which, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they are drawn together."""
    monkeypatch.setattr(client, "TOGETHER", together)

    def two_runs(coins: Choices) -> tuple[Counts, Counts]:
        found = simulate_received_constant(exactly(which, 2), 1, 1, 2, coins)
        first, second = (both(Received(found.ones[run], found.reporters[run])) for run in (0, 1))
        return first, second

    alone = true_law(which, ((1, 1),))
    assert sampled_law(two_runs) == alone.product(alone)


RUNS, N, T = 400, 3000, 11


@EACH
@pytest.mark.parametrize("M", [0, 1000, 3000])
def test_many_runs_stay_within_hoeffding(which: Which, M: int) -> None:
    """Of each round, the sum over runs is one of RUNS N independent bits; 10^-10 is shared by all of these."""
    found = simulate_received_constant(exactly(which, T), N, M, RUNS, SeededCoins(b"runs"))
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


@EACH
def test_runs_of_nobody_and_invalid_states_are_refused_before_any_coin_is_read(which: Which) -> None:
    assert simulate_received_constant(exactly(which, 3), 5, 2, 0, Choices([])).ones.shape == (0, 3)
    check_refusals(
        lambda N, M, runs: simulate_received_constant(exactly(which, 3), N, M, runs, Choices([])),
        {
            Reason.OUT_OF_RANGE: [(0, 0, 1), (5, 6, 1), (5, -1, 1), (5, 2, -1)],
            Reason.TOO_LARGE: [(5, 2, 10**9)],
            Reason.NOT_A_WHOLE_NUMBER: [(5, "1/2", 1)],
            Reason.NOT_EXACT: [(5, 2.0, 1)],
        },
    )
    check_refusals(
        lambda states: simulate_received(exactly(which, 5), states, Choices([])),
        {
            Reason.WRONG_LENGTH: singly(np.zeros((3, 4), np.uint8)),
            Reason.OUT_OF_RANGE: singly(np.zeros((0, 5), np.uint8), np.full((3, 5), 2, np.uint8)),
        },
    )
