"""The one style of all pictures: what coincides is said to, names do not lie on each other, nothing is told by colour alone."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.text import Annotation

from ldproof import pictures
from ldproof.pictures import COLOURS, Curve, canvas, draw_curves, relative_heights, spread_heights, wrap_name

AT = [1.0, 2.0, 3.0]
RISING = Curve("rising", AT, [1.0, 2.0, 4.0])
TWIN = Curve("twin", AT, [1.0, 2.001, 4.0])
FALLING = Curve("falling", AT, [4.0, 2.0, 3.9])


@pytest.mark.parametrize("logarithmic", [False, True])
def test_what_coincides_is_found(*, logarithmic: bool) -> None:
    _, (axes,) = canvas((7, 4))
    if logarithmic:
        axes.set_yscale("log")
    curves = [RISING, FALLING, TWIN]
    assert [*pictures.coinciding_curves(curves, relative_heights(axes, curves))] == [
        [RISING, TWIN],
        [FALLING],
    ]


def test_a_value_of_zero_has_no_place_on_a_logarithmic_scale() -> None:
    _, (axes,) = canvas((7, 4))
    axes.set_yscale("log")
    vanishing = Curve("vanishing", AT, [1.0, 0.1, 0.0])
    assert relative_heights(axes, [vanishing]) == {1.0: 1.0, 0.1: 0.0}
    draw_curves(axes, [vanishing])


def test_names_stand_apart_at_the_ends() -> None:
    _, (axes,) = canvas((7, 4))
    draw_curves(axes, [RISING, FALLING, TWIN, Curve("lone", AT, [4.0, 4.0, 3.95])])
    heights = {each.get_text(): each.xyann[1] for each in axes.texts if isinstance(each, Annotation)}
    assert set(heights) == {"rising and twin coincide", "falling", "lone"}
    assert all(
        round(abs(one - other), 9) >= pictures.APART for one, other in combinations(heights.values(), 2)
    )


@pytest.mark.parametrize(
    "heights",
    [
        {"alone": 0.5},
        {f"curve number {n}, with a name of several words, a = {n}": 0.9 for n in range(5)},
        {**{f"of two lines, that is so long, {n}": 0.02 * n for n in range(5)}, "high": 0.95},
    ],
    ids=["one", "high", "low"],
)
def test_names_of_several_lines_stand_apart(heights: dict[str, float]) -> None:
    """None on another, in the order of the curves, none above the picture or below it."""
    found = spread_heights(heights)
    edges: list[float] = []
    for name in sorted(heights, key=lambda each: found[each]):
        half = (wrap_name(name).count("\n") + 1) * pictures.LINE / 2
        edges += [found[name] - half, found[name] + half]
    assert edges == sorted(edges)
    assert edges[0] >= 0
    assert edges[-1] <= 1
    assert sorted(heights, key=lambda each: heights[each]) == sorted(heights, key=lambda each: found[each])


def test_what_stands_alone_and_what_a_letter_is_stay() -> None:
    assert spread_heights({"low": 0.2, "high": 0.7}) == {"low": 0.2, "high": 0.7}
    assert wrap_name("Algorithm 1, Delta_Y1, a = 2") == "Algorithm 1, Delta_Y1,\na = 2"


def test_curves_differ_in_dashes_and_markers_too() -> None:
    _, (axes,) = canvas((7, 4))
    many = len(COLOURS) + 3
    draw_curves(axes, [Curve(str(n), AT, [float(n), 2.0 * n, 9.0]) for n in range(1, many + 1)])
    lines = [line for line in axes.get_lines() if len(np.asarray(line.get_xydata())) == len(AT)]
    looks = [(line.get_color(), line.get_marker()) for line in lines]
    assert len({*looks}) == many
    dashes = [str(line.get_linestyle()) + str(line.get_marker()) for line in lines[: len(COLOURS)]]
    assert len({*dashes}) == len(COLOURS)
    assert len(COLOURS) == len(pictures.DASHES) == len(pictures.MARKERS) == len({*COLOURS})


def test_regions_are_filled_at_both_ends(tmp_path: Path) -> None:
    figure, (axes,) = canvas((7, 4))
    pictures.draw_regions(axes, [Curve("edge", AT, [0.5, 0.1, 0.01])])
    pictures.headed(axes, "a region", "what lies below the edge, and above one less it")
    coloured = [each for each in axes.collections if len(each.get_facecolor())]
    hatched = [each for each in axes.collections if each.get_hatch()]
    assert len({*coloured, *hatched}) == len(axes.collections) == 4
    for ends in (coloured, hatched):
        filled = [np.asarray(path.vertices, dtype=float)[:, 1] for each in ends for path in each.get_paths()]
        assert sorted(round(float(part.max()), 3) for part in filled) == [0.5, 0.998]
    with mpl.rc_context({"svg.fonttype": "none"}):
        pictures.save(figure, tmp_path / "one.svg", "svg")
    words = {each.text for each in ET.parse(tmp_path / "one.svg").iter() if each.text}
    assert {"edge", "a region"} <= words
