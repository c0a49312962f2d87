"""Groups of people: round by round, the ones have the joint law that everybody's transcripts give them."""

from collections import Counter
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.arrays import Bits, Int64Array
from ldproof.coins import Counted, SeededCoins
from ldproof.rejections import Reason
from ldproof.reporting.reporters import States
from ldproof.shots import counts, population
from ldproof.shots.parameters import parameters
from tests.reference.refusals import refused
from tests.reference.reporting.joint import Choices, Counts, branching, sampled_law
from tests.reference.shots.joint import SMALL, true_law

__all__ = ["branching"]

Streams = dict[Counts, int]

CERTAIN = 10**300
"""Report odds at which no lie is met: less than once in 10^290 runs."""


def arrays(streams: Streams) -> tuple[Bits, Int64Array]:
    """A row per stream, and how many people share it."""
    return np.array(list(streams), np.bool_), np.array(list(streams.values()), np.int64)


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(
    ("streams", "m", "r"),
    [
        *((Counter(people), m, r) for people, m, r in SMALL),
        *(({(1, 0, 1): 2, (0, 1, 1): 1}, m, Fraction(0)) for m in (1, 2, 3)),
        ({(1, 0, 1): 2, (0, 0, 0): 0}, 2, Fraction(1, 2)),
        ({(1, 0, 1, 1): 3}, 2, Fraction(1)),
        ({(1, 0, 1, 1, 0): 2}, 3, Fraction(0)),
    ],
)
def test_the_joint_law_of_the_ones(streams: Streams, m: int, r: Fraction) -> None:
    """Every branch of every draw, beside the sums of independent transcripts."""
    people = [states for states, number in streams.items() for _ in range(number)]
    shots = parameters(len(people[0]), m, r, report_odds=3)
    drawn = sampled_law(lambda coins: tuple(counts.ones(shots, *arrays(streams), coins).tolist()))
    assert drawn == true_law(people, m, r, Fraction(2))


T = 40
STREAMS = (np.arange(3 * T).reshape(3, T) * 7 % 11 < 5).astype(np.uint8)
PEOPLE = np.array([30_000, 0, 12_345])


@pytest.mark.parametrize("m", [1, 7, 39, 40])
def test_everybody_reports_m_times(m: int) -> None:
    """With certain reports from people who are always active, and no ones among the dummies."""
    shots = parameters(T, m, 0, report_odds=CERTAIN)
    ones = counts.ones(shots, np.ones_like(STREAMS), PEOPLE, SeededCoins(b"m times"))
    assert ones.sum() == m * PEOPLE.sum()
    assert not counts.ones(shots, np.zeros_like(STREAMS), PEOPLE, SeededCoins(b"m times")).any()


@pytest.mark.parametrize("m", [3, 40])
def test_large_groups_stay_within_hoeffding_of_people_drawn_one_by_one(m: int) -> None:
    """Their difference is one of 2 N independent bits; 10^-10 is shared by all rounds of both cases."""
    shots = parameters(T, m, "1/3", report_odds=3)
    N = int(PEOPLE.sum())
    grouped = counts.ones(shots, STREAMS, PEOPLE, SeededCoins(b"grouped"))
    single = population.ones(shots, STREAMS.repeat(PEOPLE, axis=0), SeededCoins(b"single"))
    assert abs(grouped - single).max() < sqrt(N * log(2 * 2 * T / 1e-10))


@pytest.mark.parametrize("m", [7, 20, 40])
def test_two_bits_a_person_and_round(m: int) -> None:
    """What the docstring says of the coins: next to none where all rounds are chosen."""
    coins = Counted(SeededCoins(b"bits"))
    counts.ones(parameters(T, m, "1/3", report_odds=3), STREAMS, PEOPLE, coins)
    per_round = 8 * coins.taken / (int(PEOPLE.sum()) * T)
    assert (1.7 if m < T else 0) < per_round < (2.1 if m < T else 0.01)


BAD: list[tuple[States, Int64Array, Reason]] = [
    (STREAMS[:, 1:], PEOPLE, Reason.WRONG_LENGTH),
    (STREAMS + 1, PEOPLE, Reason.OUT_OF_RANGE),
    (STREAMS, PEOPLE[1:], Reason.WRONG_COUNT),
    (STREAMS, PEOPLE[np.newaxis], Reason.WRONG_LENGTH),
    (STREAMS, -PEOPLE, Reason.OUT_OF_RANGE),
    (STREAMS, PEOPLE - 1, Reason.OUT_OF_RANGE),
    (STREAMS, 0 * PEOPLE, Reason.OUT_OF_RANGE),
    (STREAMS, PEOPLE * 10**6, Reason.TOO_LARGE),
]


@pytest.mark.parametrize(("streams", "people", "reason"), BAD)
def test_groups_that_do_not_fit_are_refused(streams: States, people: Int64Array, reason: Reason) -> None:
    """By name, before any coin is read."""
    with refused(reason):
        counts.ones(parameters(T, 7, "1/3", report_odds=3), streams, people, Choices([]))


@pytest.mark.parametrize(
    ("people", "reason"),
    [
        (PEOPLE + 0.5, Reason.NOT_A_WHOLE_NUMBER),
        (PEOPLE > 0, Reason.NOT_A_WHOLE_NUMBER),
        (PEOPLE.astype("timedelta64[s]"), Reason.NOT_A_WHOLE_NUMBER),
        (None, Reason.WRONG_LENGTH),
    ],
)
def test_people_that_are_no_numbers_are_refused(people: ArrayLike, reason: Reason) -> None:
    """One and a half people were one."""
    with refused(reason):
        counts.ones(parameters(T, 7, "1/3", report_odds=3), STREAMS, people, Choices([]))


@pytest.mark.parametrize("m", [1, 7, 40])
def test_people_in_a_list_or_in_narrow_numbers_are_the_same(m: int) -> None:
    shots, few = parameters(T, m, "1/3", report_odds=3), [100, 0, 45]
    expected = counts.ones(shots, STREAMS, np.array(few), SeededCoins(b"types")).tolist()
    for people in (few, np.array(few, np.int8), np.array(few, np.uint32)):
        assert counts.ones(shots, STREAMS, people, SeededCoins(b"types")).tolist() == expected
