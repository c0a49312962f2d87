"""Pictures: the same data give the same SVG, and what is in the data is drawn."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from ldproof.coins import Coins
from ldproof.experiments.figures import Bound, Case, Figure, Measured, Reproduction, reproduce, simulate
from ldproof.experiments.pictures import draw


@dataclass(frozen=True)
class Bytes:
    """A number, and runs that show their coins."""

    exact: Fraction

    def __call__(self, runs: int, coins: Coins) -> Measured:
        return Measured(self.exact, simulate(lambda own: Fraction(own.read(1)[0], 255), runs, coins))


def reproduction(runs: int, printed: str | None = None) -> Reproduction:
    cases = [
        Case(curve, at, Bytes(Fraction(value, 9)), printed)
        for curve, values in (("rising", (1, 2, 3)), ("falling", (3, 2, 1)))
        for at, value in enumerate(values)
    ]
    return reproduce(Figure("toy.f", "nowhere", "", "m", "E[F]", cases, (), lambda _: ()), runs, "seed")


def drawn(found: Reproduction, path: Path) -> str:
    # As text, letters can be found again.
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw(found, path)
    return path.read_text(encoding="utf-8")


def test_an_svg(tmp_path: Path) -> None:
    text = drawn(reproduction(2, "0.2"), tmp_path / "one.svg")
    words = {each.text for each in ET.fromstring(text).iter() if each.text}
    assert {"toy.f (nowhere)", "m", "E[F]", "as printed: 0.2", "rising", "falling"} <= words
    assert drawn(reproduction(2, "0.2"), tmp_path / "two.svg") == text
    assert drawn(reproduction(3, "0.2"), tmp_path / "three.svg") != text


@pytest.mark.parametrize("runs", [0, 2])
def test_what_is_not_there_is_not_drawn(tmp_path: Path, runs: int) -> None:
    text = drawn(reproduction(runs), tmp_path / "one.svg")
    assert "as printed" not in text
    assert ("LineCollection" in text) == bool(runs)


def test_an_axis_in_its_own_unit(tmp_path: Path) -> None:
    """Places in tenths: the axis is about what they are tenths of."""
    found = reproduction(0, "0.2")
    tenths = replace(found, figure=replace(found.figure, axis="10 epsilon", unit=10))
    found = replace(tenths, points=[replace(each, at=20 + 10 * each.at) for each in tenths.points])
    words = {each.text for each in ET.fromstring(drawn(found, tmp_path / "one.svg")).iter() if each.text}
    assert {"epsilon", "2.00", "3.00", "4.00"} <= words
    assert "10 epsilon" not in words


def test_what_is_above_a_picture(tmp_path: Path) -> None:
    """What the source says, what is to be seen first, and the numbers that it prints as the largest."""
    found = reproduction(0)
    described = replace(found.figure, says="it falls", bounds=(Bound("0.25", (1, 2)),))
    shown = replace(found, figure=described, remarks=("it rises", "and falls"))
    words = {each.text for each in ET.fromstring(drawn(shown, tmp_path / "one.svg")).iter() if each.text}
    assert {"The source: it falls", "Here: it rises", "as printed: at most 0.25"} <= words
    assert not any("and falls" in each for each in words)


def test_a_png(tmp_path: Path) -> None:
    draw(reproduction(2, "0.2"), tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG\r\n")
