"""A reproduced figure as a picture: only here are its numbers rounded to floats."""

from collections.abc import Sequence
from pathlib import Path

from ldproof.experiments.figures import Point, Reproduction
from ldproof.pictures import PRINTED, SIZE, Axes, Curve, canvas, draw_curves, draw_regions, headed, save
from ldproof.results import rational_bounds

INCHES = (7.2, 4.4)


def draw(reproduction: Reproduction, path: Path) -> None:
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
            mark_printed(axes, each.printed, [each.at / described.unit])
    for bound in described.bounds:
        mark_printed(axes, bound.most, [at / described.unit for at in bound.at], "at most ")
    headed(
        axes,
        f"{described.name} ({described.place})",
        f"The source: {described.says}" if described.says else "",
        *(f"Here: {each}" for each in reproduction.remarks[:1]),
    )
    save(figure, path, path.suffix.removeprefix("."))


def build_curve(name: str, points: Sequence[Point], unit: int) -> Curve:
    """One curve: what is exact, and the runs beside it."""
    runs = [
        (each.at / unit, float(found.mean), float(rational_bounds(found.error)[1]))
        for each in points
        if (found := each.measured.simulated)
    ]
    exact = [float(rational_bounds(each.measured.exact)[0]) for each in points]
    return Curve(name, [each.at / unit for each in points], exact, runs)


def mark_printed(axes: Axes, value: str, at: Sequence[float], how: str = "") -> None:
    """What the source prints, where it prints a number: a cross at a place, a line along several."""
    height = float(value)
    axes.plot(at, [height] * len(at), "x-", color=PRINTED, markersize=8, markeredgewidth=1.8, linewidth=1.2)
    axes.annotate(
        f"as printed: {how}{value}",
        (at[0], height),
        xytext=(6, 7),
        textcoords="offset points",
        color=PRINTED,
        fontsize=SIZE,
        bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.5},
    )
