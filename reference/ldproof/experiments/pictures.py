"""A reproduced figure as a picture: only here are its numbers rounded to floats."""

from collections.abc import Sequence
from pathlib import Path

from ldproof.experiments.figures import MeasuredCase, Reproduction
from ldproof.pictures import Curve, canvas, draw_curves, draw_regions, mark_places, save, write_title
from ldproof.results import rational_bounds

INCHES = (7.2, 4.4)


def draw_picture(reproduction: Reproduction, path: Path) -> None:
    """Write the picture, in the format that the path's ending names; the same data give the same SVG."""
    figure, (axes,) = canvas(INCHES)
    described = reproduction.figure
    axis = described.axis.removeprefix(f"{described.unit} ")
    axes.set(xlabel=axis, ylabel=described.region or described.quantity)
    if described.logarithmic:
        axes.set_yscale("log")
    names = dict.fromkeys(each.curve for each in reproduction.points)
    curves = [
        build_curve(name, [each for each in reproduction.points if each.curve == name], described.unit)
        for name in names
    ]
    if described.region:
        draw_regions(axes, curves)
    else:
        draw_curves(axes, curves)
    for each in reproduction.points:
        if each.printed is not None:
            mark_places(axes, f"as printed: {each.printed}", [each.at / described.unit], float(each.printed))
    for bound in described.bounds:
        places = [at / described.unit for at in bound.at]
        mark_places(axes, f"as printed: at most {bound.most}", places, float(bound.most))
    write_title(
        axes,
        f"{described.name} ({described.place})" + (f", {described.data}" if described.data else ""),
        f"The source: {described.says}" if described.says else "",
        *(f"Here: {each}" for each in reproduction.remarks[:1]),
    )
    save(figure, path, path.suffix.removeprefix("."))


def build_curve(name: str, points: Sequence[MeasuredCase], unit: int) -> Curve:
    """The curve of a figure: its exact numbers, and the runs beside them."""
    runs = [
        (each.at / unit, float(found.mean), float(rational_bounds(found.error)[1]))
        for each in points
        if (found := each.measured.simulated)
    ]
    exact = [float(rational_bounds(each.measured.exact)[0]) for each in points]
    return Curve(name, [each.at / unit for each in points], exact, runs)
