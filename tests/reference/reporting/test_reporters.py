"""Who reports when, a uniform choice of rounds each, drawn one by one or in groups; and the ones of a round, given that."""

from fractions import Fraction
from itertools import combinations
from operator import mul

import numpy as np
import pytest

from ldproof import devices
from ldproof.coins import CountingCoins, SeededCoins
from ldproof.devices import Reporters
from ldproof.errors import Reason
from ldproof.numbers import Real
from ldproof.probability import Law, binomial_law, law_of_shares
from tests.reference.reporting.joint import Choices, Counts, branching, sampled_law, sum_of
from tests.reference.reporting.refusing import check_refusals, singly

__all__ = ["branching"]

SHAPES = [(1, 1), (2, 1), (2, 2), (4, 1), (4, 2), (4, 3), (5, 4)]
QUARTER = Fraction(1, 4)


def uniform(T: int, m: int) -> Law[Counts]:
    """A mark for each round of a uniform choice."""
    sets = list(combinations(range(T), m))
    return law_of_shares((tuple(int(t in tau) for t in range(T)), Fraction(1, len(sets))) for tau in sets)


def numbers(found: Reporters) -> Counts:
    """How many report in each round, then how many of these are active."""
    return (*found.everybody.tolist(), *found.active.tolist())


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("T", "m", "N"), [(T, m, N) for T, m in SHAPES for N in (1, 2, 3) if T * N < 12])
def test_everybodys_rounds_are_an_independent_uniform_choice(T: int, m: int, N: int) -> None:
    """The first two of three people are alike; the third is in a group of its own where they are drawn one by one."""
    people = tuple(tuple((t + n) % 2 for t in range(T)) for n in (1, 1, 0))[-N:]
    states = np.array(people, np.bool_)
    streams, shared = np.unique(states, axis=0, return_counts=True)
    choice = uniform(T, m)
    expected = sum_of([choice.pushforward(lambda tau, v=v: (*tau, *map(mul, tau, v))) for v in people])  # type: ignore[misc]
    assert sampled_law(lambda coins: numbers(devices.by_person(m, states, coins))) == expected
    assert sampled_law(lambda coins: numbers(devices.by_stream(m, streams, shared, coins))) == expected


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(("T", "m"), [(3, 1), (3, 2), (2, 2)])
def test_two_groups_are_independent(T: int, m: int) -> None:
    """One of two people."""

    def both(coins: Choices) -> tuple[Counts, ...]:
        rounds = list(devices.by_group(m, T, np.array([2, 1]), coins))
        return tuple(tuple(group) for group in np.array(rounds).T.tolist())

    expected = sum_of([uniform(T, m)] * 2).product(uniform(T, m))
    assert sampled_law(both).probabilities == expected.probabilities


def test_who_reports_in_every_round_takes_no_coins() -> None:
    coins = CountingCoins(SeededCoins(b""))
    for T in (1, 5):
        assert [now.tolist() for now in devices.by_group(T, T, np.array([7, 9]), coins)] == [[7, 9]] * T
    assert coins.taken == 0


def test_states_are_bits_for_every_round_and_groups_have_people() -> None:
    rows = [[1, 0, 1], [0, 0, 1]]
    for states in (np.array(rows, np.bool_), np.array(rows, np.uint8)):
        assert devices.parse_population(states, 3).tolist() == [[True, False, True], [False, False, True]]
    check_refusals(
        lambda states: devices.parse_population(states, 5),
        {
            Reason.WRONG_LENGTH: singly(np.zeros((3, 4), np.uint8), np.zeros(5, np.uint8)),
            Reason.OUT_OF_RANGE: singly(
                np.zeros((0, 5), np.uint8),
                np.full((3, 5), 2, np.uint8),
                np.ones((3, 5), np.int64),
                np.ones((3, 5)),
            ),
        },
    )
    groups = {Reason.OUT_OF_RANGE: [(m, 2, np.array([3, -1]), Choices([])) for m in (1, 2)]}
    check_refusals(lambda *given: list(devices.by_group(*given)), groups)


@pytest.mark.usefixtures("branching")
def test_ones_are_binomial_among_idle_active_and_filling_people() -> None:
    some = Reporters(np.array([2, 0]), np.array([1, 0]))
    drawn = sampled_law(
        lambda coins: tuple(devices.draw_report_ones(some, Real(Fraction(2)), coins).tolist())
    )
    one = binomial_law(1, QUARTER).product(binomial_law(1, 1 - QUARTER)).pushforward(sum)
    assert drawn == one.pushforward(lambda number: (number, 0))
    drawn = sampled_law(
        lambda coins: tuple(devices.draw_filling_ones(np.array([0, 2]), QUARTER, coins).tolist())
    )
    assert drawn == binomial_law(2, QUARTER).pushforward(lambda number: (0, number))


def test_fillings_keep_their_shape_and_take_no_coins_where_all_are_the_same() -> None:
    """Fillings that are not all 1 for certain, but that no coins in reach show to be anything else."""
    for r in (0, 1):
        assert devices.draw_filling_ones(np.array([5, 0, 3]), Fraction(r), Choices([])).tolist() == [
            5 * r,
            0,
            3 * r,
        ]
    numbers, certain = np.arange(12).reshape(3, 4), 1 - Fraction(1, 2**200)
    assert (devices.draw_filling_ones(numbers, certain, SeededCoins(b"shape")) == numbers).all()
    assert (devices.draw_filling_ones(0 * numbers, certain, Choices([])) == 0 * numbers).all()
