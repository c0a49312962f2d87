"""The one style of all pictures: what coincides is said to, a legend names all curves, nothing is told by colour alone."""

from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from ldproof import pictures
from ldproof.pictures import COLOURS, Curve, canvas, draw_curves, relative_heights

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


def test_a_legend_names_all_curves_in_the_order_of_their_ends() -> None:
    _, (axes,) = canvas((7, 4))
    draw_curves(axes, [RISING, FALLING, TWIN, Curve("lone", AT, [4.0, 4.0, 3.95])])
    legend = axes.get_legend()
    assert legend is not None
    assert [each.get_text() for each in legend.get_texts()] == ["rising and twin coincide", "lone", "falling"]
    samples = [(each.get_color(), each.get_linestyle()) for each in legend.get_lines()]
    drawn = {each.get_label(): (each.get_color(), each.get_linestyle()) for each in axes.get_lines()}
    assert samples == [drawn[name] for name in ("rising and twin coincide", "lone", "falling")]


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
    pictures.write_title(axes, "a region", "what lies below the edge, and above one less it")
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
