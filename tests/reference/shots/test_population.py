"""Whole populations, person by person or in groups: the samplers' joint laws are those of N clients."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import log, prod, sqrt
from operator import itemgetter

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.arrays import Bits, Int64Array
from ldproof.coins import CountingCoins, SeededCoins
from ldproof.errors import Reason
from ldproof.probability import Law, law_of_shares
from ldproof.shots import client
from ldproof.shots.mechanism import report_mechanism
from ldproof.shots.privacy import transcript_law
from tests.reference.reporting.joint import Choices, Counts, as_if_independent, branching, sampled_law
from tests.reference.reporting.refusing import check_refusals, singly
from tests.reference.shots.joint import SMALL, TOY, true_law
from tests.reference.shots.rounds import rates
from tests.tiers import slow, some

__all__ = ["branching"]

TWO, THIRD = Fraction(2), Fraction(1, 3)
CERTAIN = 10**300
"""Report odds at which no lie is met: less than once in 10^290 runs."""


def drawn(people: tuple[Counts, ...], m: int, r: Fraction) -> Law[Counts]:
    """The law of what the sampler draws, at report odds 3."""
    shots = report_mechanism(len(people[0]), m, r, report_odds=3)
    states = np.array(people, np.uint8)
    return sampled_law(lambda coins: tuple(client.ones_of_people(shots, states, coins).tolist()))


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("people", "m", "r"), SMALL)
def test_joint_law_of_the_ones_is_that_of_independent_people(
    people: tuple[Counts, ...], m: int, r: Fraction
) -> None:
    """Rounds drawn as if they were independent have another unless m = T."""
    joint = drawn(people, m, r)
    assert joint == true_law(people, m, r, TWO)
    assert (joint == as_if_independent(joint)) == (m == len(people[0]))


@pytest.mark.parametrize(("people", "m"), [(TOY, 2), (TOY[:3], 1), (TOY[1:], 3)])
@pytest.mark.parametrize("r", [Fraction(0), THIRD])
def test_covariance_of_two_rounds_is_the_ledger_s(people: tuple[Counts, ...], m: int, r: Fraction) -> None:
    """-m (T - m) / (T^2 (T - 1)) times the sum of (w_t - r)(w_u - r), where w is a report's chance of a 1."""
    T, joint, w = len(people[0]), true_law(people, m, r, TWO), (Fraction(1, 4), Fraction(3, 4))
    for t, u in combinations(range(T), 2):
        both = joint.pushforward(itemgetter(t, u)).pushforward(prod).mean(Fraction)
        one, other = (joint.pushforward(itemgetter(place)).mean(Fraction) for place in (t, u))
        total = sum(((w[v[t]] - r) * (w[v[u]] - r) for v in people), Fraction(0))
        assert both - one * other == -Fraction(m * (T - m), T**2 * (T - 1)) * total


def grouped(streams: dict[Counts, int]) -> tuple[Bits, Int64Array]:
    """A row per stream, and how many people share it."""
    return np.array(list(streams), np.bool_), np.array(list(streams.values()), np.int64)


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(
    ("streams", "m", "r"),
    [
        *((Counter(people), m, r) for people, m, r in SMALL if people[:2] != TOY[:2]),
        *(({(1, 0, 1): 2, (0, 1, 1): 1}, m, Fraction(0)) for m in (1, 2, 3)),
        ({(1, 0, 1): 2, (0, 0, 0): 0}, 2, Fraction(1, 2)),
        pytest.param({(1, 0, 1, 1): 3}, 2, Fraction(1), marks=slow),
        pytest.param({(1, 0, 1, 1, 0): 2}, 3, Fraction(0), marks=slow),
    ],
)
def test_joint_law_of_the_ones_of_groups_is_that_of_independent_people(
    streams: dict[Counts, int], m: int, r: Fraction
) -> None:
    people = [states for states, number in streams.items() for _ in range(number)]
    shots = report_mechanism(len(people[0]), m, r, report_odds=3)
    found = sampled_law(lambda coins: tuple(client.simulate_ones(shots, *grouped(streams), coins).tolist()))
    assert found == true_law(people, m, r, TWO)


class Script:
    """Coins for two people and two rounds: the numbers that choose rounds, then the bytes that decide."""

    def __init__(self, numbers: tuple[int, ...], decisions: tuple[int, ...]) -> None:
        self.reads = [b"".join(number.to_bytes(2) for number in numbers)] if numbers else []
        self.reads.append(bytes(decisions))

    def read(self, count: int) -> bytes:
        """All of them at once."""
        (read, *self.reads) = self.reads
        assert len(read) == count
        return read


@pytest.mark.parametrize("r", some([Fraction(1, 4), Fraction(0), Fraction(1)]))
@pytest.mark.parametrize("m", [1, 2])
def test_law_of_all_reports_over_all_coins_is_that_of_independent_people(m: int, r: Fraction) -> None:
    people = ((1, 0), (1, 1))
    shots = report_mechanism(2, m, r, report_odds=3)
    numbers = list(product(range(2), repeat=2)) if m == 1 else [()]
    # A first byte inside of each quarter: all decisions have probabilities of quarters.
    scripts = list(product(numbers, product((32, 96, 160, 224), repeat=4)))
    found = Counter(
        tuple(
            map(tuple, client.simulate_reports(shots, np.array(people, np.uint8), Script(*script)).tolist())
        )
        for script in scripts
    )
    one, other = (transcript_law(states, m, r, TWO) for states in people)
    assert law_of_shares(
        (sent, Fraction(count, len(scripts))) for sent, count in found.items()
    ) == one.product(other)


N, T = 3000, 500
"""Two groups of people, the second smaller."""
STATES = np.repeat(np.arange(N)[:, np.newaxis] % 3 == 0, T, axis=1)
STREAMS = (np.arange(120).reshape(3, 40) * 7 % 11 < 5).astype(np.uint8)
PEOPLE = np.array([30_000, 0, 12_345])


@pytest.mark.parametrize("m", some([7, 500, 1, 250, 251, 499], 2))
def test_everybody_reports_m_times(m: int) -> None:
    """With certain reports and dummies of 0 or 1, the ones count the reports of the active or the idle."""
    for r, spoken in ((0, STATES), (1, ~STATES)):
        shots = report_mechanism(T, m, r, report_odds=CERTAIN)
        sent = client.simulate_reports(shots, STATES, SeededCoins(b"reports")) ^ bool(r)
        assert (sent.sum(axis=1) == m * spoken[:, 0]).all()
        ones = client.ones_of_people(shots, STATES, SeededCoins(b"ones"))
        assert (N * T * r - ones.sum()) * (2 * r - 1) == m * spoken[:, 0].sum()
        if m == T:
            assert set(ones.tolist()) == {int(STATES[:, 0].sum())}


@pytest.mark.parametrize("m", [1, 7, 39, 40])
def test_everybody_in_a_group_reports_m_times(m: int) -> None:
    """Of coins, two bits a person and round are read, and next to none where all rounds are chosen."""
    shots = report_mechanism(40, m, 0, report_odds=CERTAIN)
    ones = client.simulate_ones(shots, np.ones_like(STREAMS), PEOPLE, SeededCoins(b"m times"))
    assert ones.sum() == m * PEOPLE.sum()
    assert not client.simulate_ones(shots, np.zeros_like(STREAMS), PEOPLE, SeededCoins(b"m times")).any()
    coins = CountingCoins(SeededCoins(b"bits"))
    client.simulate_ones(report_mechanism(40, m, "1/3", report_odds=3), STREAMS, PEOPLE, coins)
    per_round = 8 * coins.taken / (int(PEOPLE.sum()) * 40)
    assert (1.7 if 1 < m < 39 else 0) < per_round < (2.1 if m < 40 else 0.01)


@pytest.mark.parametrize("m", [3, 30, 39, 40])
def test_large_populations_stay_within_hoeffding(m: int) -> None:
    """The ones of a round are a sum of N independent bits; 10^-10 is shared by all rounds of all runs."""
    shots, N = report_mechanism(40, m, "1/3", report_odds=3), int(PEOPLE.sum())
    states = STREAMS.repeat(PEOPLE, axis=0)
    far = sqrt(N * log(2 * 40 * 12 / 1e-10) / 2)
    p, q = map(float, rates(m, 40, THIRD, Fraction(3)))
    expected = states.sum(axis=0) * (p - q) + N * q
    for ones in (
        client.ones_of_people(shots, states, SeededCoins(b"hoeffding")),
        client.simulate_reports(shots, states, SeededCoins(b"hoeffding")).sum(axis=0),
        client.simulate_ones(shots, STREAMS, PEOPLE, SeededCoins(b"grouped")),
    ):
        assert abs(ones - expected).max() < far


def test_types_and_memory_order_of_states_and_people_do_not_matter() -> None:
    """Booleans or bytes, by rows or by columns; numbers in a list or in narrow types."""
    shots = report_mechanism(T, 5, "1/3", epsilon=1)
    for draw in (client.ones_of_people, client.simulate_reports):
        first, *others = (
            draw(shots, states, SeededCoins(b"kind")).tolist()
            for states in (STATES, STATES.astype(np.uint8), np.asfortranarray(STATES))
        )
        assert all(first == other for other in others)
    few: list[ArrayLike] = [[100, 0, 45], *(np.array([100, 0, 45], kind) for kind in ("q", "b", "I"))]
    for m in (1, 7, 40):
        shots = report_mechanism(40, m, "1/3", report_odds=3)
        found = [
            client.simulate_ones(shots, STREAMS, people, SeededCoins(b"types")).tolist() for people in few
        ]
        assert found == found[:1] * 4


def test_invalid_states_and_numbers_of_people_are_refused_before_any_coin_is_read() -> None:
    check_refusals(
        lambda states, people: client.simulate_ones(
            report_mechanism(40, 7, 0, odds=3), states, people, Choices([])
        ),
        {
            Reason.WRONG_LENGTH: [(STREAMS[:, 1:], PEOPLE), (STREAMS, PEOPLE[np.newaxis]), (STREAMS, None)],
            Reason.OUT_OF_RANGE: [
                (STREAMS + 1, PEOPLE),
                *((STREAMS, people) for people in (-PEOPLE, PEOPLE - 1, 0 * PEOPLE)),
            ],
            Reason.WRONG_COUNT: [(STREAMS, PEOPLE[1:])],
            Reason.TOO_LARGE: [(STREAMS, PEOPLE * 10**6)],
            Reason.NOT_A_WHOLE_NUMBER: [
                (STREAMS, people) for people in (PEOPLE + 0.5, PEOPLE > 0, PEOPLE.astype("timedelta64[s]"))
            ],
        },
    )
    for draw in (client.ones_of_people, client.simulate_reports):
        check_refusals(
            lambda states, draw=draw: draw(report_mechanism(5, 2, "1/2", odds=3), states, Choices([])),
            {
                Reason.WRONG_LENGTH: singly(np.zeros((3, 4), np.uint8)),
                Reason.OUT_OF_RANGE: singly(np.zeros((0, 5), np.uint8), np.full((3, 5), 2, np.uint8)),
            },
        )
