"""Figures as data: means, standard errors, coins, and what is highest."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest

from ldproof.catalogue import Answer, Assumed
from ldproof.catalogue.answers import between
from ldproof.coins import Coins, SeededCoins
from ldproof.experiments.figures import (
    Case,
    Figure,
    Measured,
    Point,
    highest,
    reproduce,
    simulate,
)
from ldproof.law import INFINITE
from ldproof.numbers import Enclosure
from ldproof.rejections import Reason
from tests.reference.refusals import refused

NO_COINS = SeededCoins(b"")


def test_a_mean_and_its_standard_error() -> None:
    """Of 0, 1, 1, 0 the variance is 1/3, so that the mean of 4 has 1/12; and of 1/2 always, 0."""
    scores: Iterator[Fraction] = iter(map(Fraction, (0, 1, 1, 0)))
    found = simulate(lambda _: next(scores), 4, NO_COINS)
    assert found is not None
    assert (found.runs, found.mean) == (4, Fraction(1, 2))
    low, high = between(found.error)
    assert low**2 < Fraction(1, 12) < high**2
    assert high - low < Fraction(1, 10**12)
    still = simulate(lambda _: Fraction(1, 2), 3, NO_COINS)
    assert still is not None
    assert (still.mean, still.error) == (Fraction(1, 2), Fraction(0))


def test_no_runs() -> None:
    assert simulate(lambda _: Fraction(1), 0, NO_COINS) is None


def byte(runs: int, coins: Coins) -> Measured:
    """A number that shows its coins."""
    return Measured(Fraction(1, 2), simulate(lambda own: Fraction(own.read(1)[0], 255), runs, coins))


def figure(*places: int) -> Figure:
    cases = [Case("bytes", at, byte, printed="0.5") for at in places]
    return Figure(
        "toy.bytes", "nowhere", "It is 0.5.", "t", "E", cases, ("a note",), lambda each: [f"{len(each)}"]
    )


def test_every_case_is_told_and_kept() -> None:
    told: list[Point] = []
    found = reproduce(figure(1, 2, 3), "4", "seed", told.append)
    assert told == list(found.points)
    assert [(each.curve, each.at, each.printed) for each in told] == [
        ("bytes", at, "0.5") for at in (1, 2, 3)
    ]
    assert (found.seed, found.remarks, found.figure.notes) == ("seed", ("3",), ("a note",))


def test_coins_are_those_of_the_seed_and_the_case() -> None:
    """A case has the same coins whichever others are there; another seed or place has others."""
    together = reproduce(figure(1, 2), 20, "seed").points
    assert reproduce(figure(2), 20, "seed").points == together[1:]
    means = [each.measured.simulated and each.measured.simulated.mean for each in together]
    (other,) = reproduce(figure(2), 20, "other").points
    assert other.measured.simulated is not None
    assert len({*means, other.measured.simulated.mean}) == 3


def test_a_seed_that_is_no_text() -> None:
    assert reproduce(figure(1), 2, "\udcff").points


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        (1, Reason.OUT_OF_RANGE),
        (-1, Reason.OUT_OF_RANGE),
        ("many", Reason.NOT_A_NUMBER),
        ("1.5", Reason.NOT_A_WHOLE_NUMBER),
        (10**7, Reason.TOO_LARGE),
    ],
)
def test_numbers_of_runs_that_are_refused(runs: object, reason: Reason) -> None:
    with refused(reason):
        reproduce(figure(1), runs, "seed")


def enclosure(lower: str, upper: str) -> Enclosure:
    return Enclosure(Decimal(lower), Decimal(upper))


def test_between() -> None:
    low_high = Fraction(1, 10), Fraction(2, 10)
    assert between(Fraction(3)) == (Fraction(3), Fraction(3))
    assert between(enclosure("0.1", "0.2")) == low_high
    assert between(Assumed(enclosure("0.1", "0.2"), "luck")) == low_high
    for strange in (True, INFINITE):
        with refused(Reason.NOT_A_NUMBER):
            between(strange)


def test_highest_names_all_that_may_be() -> None:
    answers: list[Answer] = [
        enclosure("0.1", "0.2"),
        enclosure("0.5", "0.7"),
        Assumed(enclosure("0.6", "0.8"), "luck"),
        Fraction(1, 2),
    ]
    points = [Point("c", at, Measured(found, None), None) for at, found in enumerate(answers)]
    assert [each.at for each in highest(points)] == [1, 2]
