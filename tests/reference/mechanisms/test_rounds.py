"""A mechanism by the step of one round: its law, its neighbours, and a device that lives through all rounds."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import Budget, budget
from ldproof.coins import SeededCoins
from ldproof.mechanisms import Finite, Rounds, Rows, law_of, neighbours
from ldproof.mechanisms.rounds import chained
from ldproof.numbers import Real
from ldproof.rejections import Reason
from tests.reference.refusals import refused

BITS = Rows(Finite((0, 1)), 2)


@dataclass(frozen=True)
class Twice(Rounds[int, int]):
    """The second report has the odds' square where the first one is 1, and otherwise tells whether states differ."""

    budget: Budget

    rounds = 2
    states = Finite((0, 1))
    reports = Finite((0, 1))

    def step(self, states: tuple[int, ...], past: tuple[int, ...], report: int) -> Real:
        odds = self.budget.odds()
        if past == (1,):
            odds = odds * odds
        about = states[-1] if past != (0,) else int(states[0] != states[1])
        return (odds if report == about else 1) / (odds + 1)


TWICE = Twice(budget(odds=3))


def test_its_law_is_the_product_of_its_steps() -> None:
    """By hand: a first 1 has 3/4 for a state of 1; after it, odds of 9, and after a 0 the states differ."""
    assert law_of(TWICE, (1, 0)).probabilities == {
        (0, 0): Fraction(1, 4) * Fraction(1, 4),
        (0, 1): Fraction(1, 4) * Fraction(3, 4),
        (1, 0): Fraction(3, 4) * Fraction(9, 10),
        (1, 1): Fraction(3, 4) * Fraction(1, 10),
    }
    assert chained(TWICE, (1, 0), (1,)) == Fraction(3, 4)


def test_its_privacy_at_each_level() -> None:
    """By hand: (1, 1) has 27/40 for (1, 1) and 1/40 for (0, 0); in one round less."""
    assert TWICE.privacy("user").odds == 27
    found = TWICE.privacy("event")
    assert found.odds == 9
    assert sum(one != other for one, other in zip(found.likely, found.unlikely, strict=True)) == 1


def test_it_draws_by_its_steps() -> None:
    """In 2,000 draws each share is within six standard deviations: a false alarm in 10^8 runs with other coins."""
    coins, draws = SeededCoins(b"twice"), 2000
    for secret in ((1, 0), (0, 0)):
        drawn = Counter(TWICE.randomize(secret, coins) for _ in range(draws))
        for output, share in law_of(TWICE, secret).probabilities.items():
            assert abs(drawn[output] - share * draws) < 6 * float(share * (1 - share) * draws) ** 0.5


def test_a_device_reports_round_by_round() -> None:
    one, other = SeededCoins(b"device"), SeededCoins(b"device")
    first = TWICE.report((1,), (), one)
    assert (first, TWICE.report((1, 0), (first,), one)) == TWICE.randomize((1, 0), other)


def test_neighbours_are_other_people_or_differ_in_one_round() -> None:
    for one, other in product(product((0, 1), repeat=3), repeat=2):
        apart = len([1 for a, b in zip(one, other, strict=True) if a != b])
        assert neighbours("user", one, other) is (one != other)
        assert neighbours("event", one, other) is (apart == 1)

    for one, other in product(product((0, 1), repeat=2), repeat=2):
        assert TWICE.neighbours("event", one, other) is neighbours("event", one, other)


@pytest.mark.parametrize("row", [(1,), (1, 0, 1), (), "10", [1, 0], None, 10])
def test_what_is_not_of_all_rounds_is_refused(row: object) -> None:
    asked: tuple[Callable[[object], object], ...] = (
        lambda row: of_anything(TWICE.likelihood, row, (1, 0)),
        lambda row: of_anything(TWICE.likelihood, (1, 0), row),
        lambda row: of_anything(TWICE.randomize, row, SeededCoins(b"")),
        lambda row: of_anything(TWICE.neighbours, "user", row, (1, 0)),
        lambda row: of_anything(TWICE.neighbours, "user", (1, 0), row),
    )
    for each in asked:
        each((1, 1))
        with refused(Reason.WRONG_LENGTH):
            each(row)


def of_anything(call: Callable[..., object], *given: object) -> object:
    """For what its types forbid."""
    return call(*given)


def test_rows_are_lists() -> None:
    assert [*BITS] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert BITS.read([0, 1]) == (0, 1)
    assert BITS.write((0, 1)) == (0, 1)
    assert BITS.schema == {"type": "array", "items": {"enum": [0, 1]}, "minItems": 2, "maxItems": 2}


@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        ([0], Reason.WRONG_LENGTH),
        ([0, 1, 1], Reason.WRONG_LENGTH),
        ("01", Reason.WRONG_LENGTH),
        (7, Reason.WRONG_LENGTH),
        ([0, 2], Reason.OUT_OF_RANGE),
        ([0, True], Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_no_row_is_refused(thing: object, reason: Reason) -> None:
    with refused(reason):
        BITS.read(thing)


def test_too_many_rows_are_not_listed() -> None:
    with refused(Reason.TOO_MANY_OUTCOMES):
        [*Rows(Finite((0, 1)), 17)]
