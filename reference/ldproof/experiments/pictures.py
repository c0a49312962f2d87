"""A reproduced figure as a picture: only here are its numbers rounded to floats."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ldproof.experiments.figures import Figure, MeasuredCase, Reproduction
from ldproof.pictures import Axes, Curve, canvas, draw_curves, draw_regions, mark_places, save, write_title
from ldproof.results import rational_bounds

INCHES = (7.2, 4.4)
PANEL_INCHES = (7.2, 3.2)
"""The size of one of several panels."""
ROWS = 3
"""How many panels are below each other at most."""


def draw_picture(parts: Sequence[Reproduction], path: Path) -> None:
    """Write figures as one picture, in the format that the path's ending names; the same data give the same SVG."""
    drawn = [panel for part in parts for panel in split_panels(part)]
    rows = min(ROWS, len(drawn))
    columns = -(-len(drawn) // rows)
    width, height = PANEL_INCHES
    inches = INCHES if len(drawn) == 1 else (width * columns, height * rows)
    figure, places = canvas(inches, rows, columns, shared=len(parts) == 1)
    for axes, (title, described, points) in zip(places, drawn, strict=False):
        draw_points(axes, described, points)
        write_title(axes, title)
    for axes in places[len(drawn) :]:
        axes.set_axis_off()
    save(figure, path, path.suffix.removeprefix("."))


def split_panels(reproduction: Reproduction) -> Iterator[tuple[str, Figure, Sequence[MeasuredCase]]]:
    """Yield the title, the figure and the points of each panel."""
    described = reproduction.figure
    title = f"{described.name} ({described.place})" + (f", {described.data}" if described.data else "")
    for ending in described.panels or ("",):
        there = [each for each in reproduction.points if each.curve.endswith(ending)]
        named = [replace(each, curve=each.curve.removesuffix(ending)) for each in there]
        yield f"{title}{ending}", described, named


def draw_points(axes: Axes, described: Figure, points: Sequence[MeasuredCase]) -> None:
    """Draw the curves of a figure, and what the source prints."""
    axis = described.axis.removeprefix(f"{described.unit} ")
    axes.set(xlabel=axis, ylabel=described.region or described.quantity)
    if described.logarithmic:
        axes.set_yscale("log")
    names = dict.fromkeys(each.curve for each in points)
    curves = [
        build_curve(name, [each for each in points if each.curve == name], described.unit) for name in names
    ]
    if described.region:
        draw_regions(axes, curves)
    else:
        draw_curves(axes, curves)
    for each in points:
        if each.printed is not None:
            mark_places(axes, f"as printed: {each.printed}", [each.at / described.unit], float(each.printed))
    for bound in described.bounds:
        places = [at / described.unit for at in bound.at]
        mark_places(axes, f"as printed: at most {bound.most}", places, float(bound.most))


def build_curve(name: str, points: Sequence[MeasuredCase], unit: int) -> Curve:
    """The curve of a figure: its exact numbers, and the runs beside them."""
    runs = [
        (each.at / unit, float(found.mean), float(rational_bounds(found.error)[1]))
        for each in points
        if (found := each.measured.simulated)
    ]
    exact = [float(rational_bounds(each.measured.exact)[0]) for each in points]
    return Curve(name, [each.at / unit for each in points], exact, runs)
