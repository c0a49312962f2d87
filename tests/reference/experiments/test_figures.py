"""Figures as data: means, standard errors, coins, and what is highest; and their pictures."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from ldproof.coins import Coins, SeededCoins
from ldproof.errors import Reason
from ldproof.experiments import figures
from ldproof.experiments.figures import (
    Figure,
    FigureCase,
    Measured,
    MeasuredCase,
    Reproduction,
    reproduce_figure,
    simulate_score,
)
from ldproof.experiments.pictures import draw_picture
from ldproof.numbers import Enclosure
from ldproof.probability import INFINITE
from ldproof.results import Answer, ConditionalValue, rational_bounds
from tests.reference.refusals import refused
from tests.tiers import slow

NO_COINS, HALF = SeededCoins(b""), Fraction(1, 2)


def test_a_mean_and_its_standard_error() -> None:
    """Of 0, 1, 1, 0 the variance is 1/3, so that the mean of 4 has 1/12; and of 1/2 always, 0."""
    scores: Iterator[Fraction] = iter(map(Fraction, (0, 1, 1, 0)))
    found, still = (
        simulate_score(lambda _: next(scores), 4, NO_COINS),
        simulate_score(lambda _: HALF, 3, NO_COINS),
    )
    assert found is not None
    assert (found.runs, found.mean) == (4, HALF)
    low, high = rational_bounds(found.error)
    assert low**2 < Fraction(1, 12) < high**2
    assert high - low < Fraction(1, 10**12)
    assert still is not None
    assert (still.mean, still.error) == (HALF, Fraction(0))
    assert simulate_score(lambda _: Fraction(1), 0, NO_COINS) is None


def byte(exact: Fraction, runs: int, coins: Coins) -> Measured:
    """A number, and runs that show their coins."""
    return Measured(exact, simulate_score(lambda own: Fraction(own.read(1)[0], 255), runs, coins))


def figure(*places: int) -> Figure:
    cases = [FigureCase("bytes", at, partial(byte, HALF), printed="0.5") for at in places]
    return Figure(
        "toy.bytes", "nowhere", "It is 0.5.", "t", "E", cases, ("a note",), lambda each: [f"{len(each)}"]
    )


def test_every_case_is_reported_and_kept() -> None:
    told: list[MeasuredCase] = []
    found = reproduce_figure(figure(1, 2, 3), "4", "seed", told.append)
    assert told == list(found.points)
    assert [(each.curve, each.at, each.printed) for each in told] == [
        ("bytes", at, "0.5") for at in (1, 2, 3)
    ]
    assert (found.seed, found.remarks, found.figure.notes) == ("seed", ("3",), ("a note",))
    assert reproduce_figure(figure(1), 2, "\udcff").points  # a seed that is no text


def test_coins_are_those_of_the_seed_and_the_case() -> None:
    """A case has the same coins whichever others are there; another seed or place has others."""
    together = reproduce_figure(figure(1, 2), 20, "seed").points
    assert reproduce_figure(figure(2), 20, "seed").points == together[1:]
    points = [*together, *reproduce_figure(figure(2), 20, "other").points]
    means = {each.measured.simulated.mean for each in points if each.measured.simulated}
    assert len(means) == 3


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
        reproduce_figure(figure(1), runs, "seed")


def enclosure(lower: str, upper: str) -> Enclosure:
    return Enclosure(Decimal(lower), Decimal(upper))


def test_numbers_that_answers_lie_between_and_the_highest() -> None:
    """All are named that may be highest."""
    narrow = enclosure("0.1", "0.2")
    assert rational_bounds(Fraction(3)) == (Fraction(3), Fraction(3))
    assert (
        rational_bounds(narrow)
        == rational_bounds(ConditionalValue(narrow, "luck"))
        == (Fraction(1, 10), Fraction(2, 10))
    )
    for strange in (True, INFINITE):
        with refused(Reason.NOT_A_NUMBER):
            rational_bounds(strange)
    answers: list[Answer] = [
        narrow,
        enclosure("0.5", "0.7"),
        ConditionalValue(enclosure("0.6", "0.8"), "luck"),
        HALF,
    ]
    points = [MeasuredCase("c", at, Measured(found, None), None) for at, found in enumerate(answers)]
    assert [each.at for each in figures.highest_points(points)] == [1, 2]


# pictures: the same data give the same SVG, and what is in the data is drawn


def reproduction(runs: int, printed: str | None = None) -> Reproduction:
    cases = [
        FigureCase(curve, at, partial(byte, Fraction(value, 9)), printed)
        for curve, values in (("rising", (1, 2, 3)), ("falling", (3, 2, 1)))
        for at, value in enumerate(values)
    ]
    return reproduce_figure(
        Figure("toy.f", "nowhere", "", "m", "E[F]", cases, (), lambda _: ()), runs, "seed"
    )


def drawn(found: Reproduction, path: Path) -> str:
    with mpl.rc_context({"svg.fonttype": "none"}):  # as text, letters can be found again
        draw_picture([found], path / "one.svg")
    return (path / "one.svg").read_text(encoding="utf-8")


def words(text: str) -> set[str]:
    return {each.text for each in ET.fromstring(text).iter() if each.text}


def test_pictures_show_their_data(tmp_path: Path) -> None:
    text = drawn(reproduction(2, "0.2"), tmp_path)
    assert {"toy.f (nowhere)", "m", "E[F]", "as printed: 0.2", "rising", "falling"} <= words(text)
    assert drawn(reproduction(2, "0.2"), tmp_path) == text
    assert drawn(reproduction(3, "0.2"), tmp_path) != text
    none = drawn(reproduction(0), tmp_path)
    assert "as printed" not in none
    assert ("LineCollection" in text, "LineCollection" in none) == (True, False)


@slow
def test_pictures_may_be_png(tmp_path: Path) -> None:
    draw_picture([reproduction(2, "0.2")], tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_an_axis_in_its_own_unit(tmp_path: Path) -> None:
    """Places in tenths: the axis is about what they are tenths of."""
    found = reproduction(0, "0.2")
    points = [replace(each, at=20 + 10 * each.at) for each in found.points]
    tenths = replace(found, figure=replace(found.figure, axis="10 epsilon", unit=10), points=points)
    shown = words(drawn(tenths, tmp_path))
    assert {"epsilon", "2.00", "3.00", "4.00"} <= shown
    assert "10 epsilon" not in shown


def test_prose_stays_out_of_a_picture(tmp_path: Path) -> None:
    """What is said of a figure is below its table; the numbers that the source prints as the largest are marked."""
    found = reproduction(0)
    described = replace(found.figure, says="it falls", bounds=(figures.PrintedBound("0.25", (1, 2)),))
    shown = words(drawn(replace(found, figure=described, remarks=("it rises",)), tmp_path))
    assert "as printed: at most 0.25" in shown
    assert not any("it falls" in each or "it rises" in each for each in shown)


def test_panels_of_a_picture(tmp_path: Path) -> None:
    """Each curve is in the panel that its name ends with, which the panel's legend leaves out; parts have a panel each."""
    found = reproduction(0)
    split = replace(found, figure=replace(found.figure, panels=("ing", "none")))
    shown = words(drawn(split, tmp_path))
    assert {"toy.f (nowhere)ing", "toy.f (nowhere)none", "ris", "fall"} <= shown
    other = replace(found, figure=replace(found.figure, name="toy.g"))
    draw_picture([found, other], tmp_path / "both.svg")
    both = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert {"toy.f (nowhere)", "toy.g (nowhere)"} <= words(both)
    assert both.count("axes_") == 2


def test_a_picture_of_other_data_says_so(tmp_path: Path) -> None:
    found = reproduction(0)
    other = replace(found.figure, data="SYNTHETIC DATA")
    assert "toy.f (nowhere), SYNTHETIC DATA" in words(drawn(replace(found, figure=other), tmp_path))
