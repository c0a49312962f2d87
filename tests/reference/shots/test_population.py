"""Whole populations: the samplers' joint laws are those of N clients, round by round and together."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import log, sqrt
from operator import itemgetter

import numpy as np
import pytest

from ldproof.arrays import Bits
from ldproof.coins import Coins, SeededCoins
from ldproof.law import Law, law
from ldproof.rejections import Reason
from ldproof.reporting.reporters import States
from ldproof.shots import population
from ldproof.shots.collector import threshold
from ldproof.shots.formulas import p, q
from ldproof.shots.law import transcripts
from ldproof.shots.parameters import Parameters, parameters
from tests.reference.refusals import refused
from tests.reference.reporting.joint import Choices, Counts, as_if_independent, branching, sampled_law
from tests.reference.reporting.quarters import QUARTERS
from tests.reference.shots.joint import SMALL, TOY, covariance, true_law

__all__ = ["branching"]

TWO = Fraction(2)
CERTAIN = 10**300
"""Report odds at which no lie is met: less than once in 10^290 runs."""


def drawn(people: tuple[Counts, ...], m: int, r: Fraction) -> Law[Counts]:
    """The law of what the sampler draws, at report odds 3."""
    shots = parameters(len(people[0]), m, r, report_odds=3)
    states = np.array(people, np.uint8)
    return sampled_law(lambda coins: tuple(population.ones(shots, states, coins).tolist()))


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("people", "m", "r"), SMALL)
def test_the_joint_law_of_the_ones(people: tuple[Counts, ...], m: int, r: Fraction) -> None:
    """It is the true one; rounds drawn as if they were independent have another unless m = T."""
    joint = drawn(people, m, r)
    assert joint == true_law(people, m, r, TWO)
    assert (joint == as_if_independent(joint)) == (m == len(people[0]))


@pytest.mark.parametrize(
    ("people", "m", "r"), [*SMALL, (TOY, 2, Fraction(1, 3)), (TOY[:3], 1, Fraction(2, 3))]
)
@pytest.mark.parametrize("excess", [Fraction(1, 7), TWO])
def test_the_covariance_of_two_rounds(
    people: tuple[Counts, ...], m: int, r: Fraction, excess: Fraction
) -> None:
    """The ledger's formula, from the joint law."""
    joint = true_law(people, m, r, excess)
    for t, u in combinations(range(len(people[0])), 2):
        both = joint.pushforward(itemgetter(t, u))
        mean, other = both.mean(lambda pair: Fraction(pair[0])), both.mean(lambda pair: Fraction(pair[1]))
        found = both.mean(lambda pair: Fraction(pair[0] * pair[1])) - mean * other
        assert found == covariance(people, m, r, excess, t, u)


def f_measure(found: set[int], there: set[int]) -> Fraction:
    """Equation (11), 2 TP / (found + there); 0 where nothing is detected."""
    return Fraction(2 * len(found & there), len(found) + len(there)) if found else Fraction(0)


@pytest.mark.usefixtures("branching")
def test_the_expected_f_of_the_toy() -> None:
    """It is 10139/20736, and another number if rounds are taken for independent."""
    theta = Fraction(3, 5)
    least = threshold(parameters(3, 1, 0, report_odds=3), 4, theta)
    there = {t for t in range(3) if Fraction(sum(v[t] for v in TOY), 4) >= theta}

    def f(ones: Counts) -> Fraction:
        return f_measure({t for t in range(3) if ones[t] >= least}, there)

    joint = drawn(TOY, 1, Fraction(0))
    assert joint.mean(f) == Fraction(10139, 20736)
    assert as_if_independent(joint).mean(f) != joint.mean(f)


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


@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 4), Fraction(1)])
@pytest.mark.parametrize("m", [1, 2])
def test_the_law_of_all_reports_by_all_coins(m: int, r: Fraction) -> None:
    """Two people's transcripts are independent, and each has the transcript's law."""
    people = ((1, 0), (1, 1))
    shots = parameters(2, m, r, report_odds=3)
    numbers = list(product(range(2), repeat=2)) if m == 1 else [()]
    scripts = list(product(numbers, product(QUARTERS, repeat=4)))
    found = Counter(
        tuple(map(tuple, population.reports(shots, np.array(people, np.uint8), Script(*script)).tolist()))
        for script in scripts
    )
    each = [transcripts(states, m, r, TWO) for states in people]
    assert law((sent, Fraction(count, len(scripts))) for sent, count in found.items()) == each[0].product(
        each[1]
    )


N, T = 3000, 500
"""Two groups of people, the second smaller."""
STATES = np.repeat(np.arange(N)[:, np.newaxis] % 3 == 0, T, axis=1)


@pytest.mark.parametrize("m", [1, 7, 250, 251, 499, 500])
def test_everybody_reports_m_times(m: int) -> None:
    """With certain reports and dummies of 0 or 1, the ones count the reports of the active or the idle."""
    for r, spoken in ((0, STATES), (1, ~STATES)):
        shots = parameters(T, m, r, report_odds=CERTAIN)
        sent = population.reports(shots, STATES, SeededCoins(b"reports")) ^ bool(r)
        assert (sent.sum(axis=1) == m * spoken[:, 0]).all()
        ones = population.ones(shots, STATES, SeededCoins(b"ones"))
        assert (N * T * r - ones.sum()) * (2 * r - 1) == m * spoken[:, 0].sum()
        if m == T:
            assert set(ones.tolist()) == {int(STATES[:, 0].sum())}


def expected(shots: Parameters, states: Bits) -> list[float]:
    """The mean of the ones in each round."""
    excess = shots.budget.report_excess()
    assert excess.exact is not None
    rates = [float(f(Fraction(shots.m), Fraction(shots.T), shots.r, excess.exact)) for f in (q, p)]
    active = states.sum(axis=0)
    return list(active * rates[1] + (len(states) - active) * rates[0])


@pytest.mark.parametrize("m", [3, 30, 58, 60])
def test_large_populations_stay_within_hoeffding(m: int) -> None:
    """The ones of a round are a sum of N independent bits; 10^-10 is shared by all rounds of all runs."""
    N, T = 40_000, 60
    states = np.arange(N)[:, np.newaxis] % (T + 1) <= np.arange(T)
    shots = parameters(T, m, "1/3", report_odds=3)
    far = sqrt(N * log(2 * T * 8 / 1e-10) / 2)
    mean = expected(shots, states)
    for ones in (
        population.ones(shots, states, SeededCoins(b"hoeffding")),
        population.reports(shots, states, SeededCoins(b"hoeffding")).sum(axis=0),
    ):
        assert all(abs(found - center) < far for found, center in zip(ones.tolist(), mean, strict=True))


def test_the_kind_and_the_order_of_the_states_in_memory_do_not_matter() -> None:
    """Booleans or bytes, by rows or by columns."""
    shots = parameters(T, 5, "1/3", epsilon=1)
    for draw in (population.ones, population.reports):
        first, *others = (
            draw(shots, states, SeededCoins(b"kind")).tolist()
            for states in (STATES, STATES.astype(np.uint8), np.asfortranarray(STATES))
        )
        assert all(first == other for other in others)


@pytest.mark.parametrize(
    ("states", "reason"),
    [
        (np.zeros((3, 4), np.uint8), Reason.WRONG_LENGTH),
        (np.zeros((0, 5), np.uint8), Reason.OUT_OF_RANGE),
        (np.full((3, 5), 2, np.uint8), Reason.OUT_OF_RANGE),
    ],
)
def test_states_that_are_not_bits_for_every_round_are_refused(states: States, reason: Reason) -> None:
    """By name, before any coin is read."""
    coins: Coins = Choices([])
    for draw in (population.ones, population.reports):
        with refused(reason):
            draw(parameters(5, 2, "1/2", odds=3), states, coins)
