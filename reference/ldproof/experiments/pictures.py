"""A reproduced figure as a picture: only here are its numbers rounded to floats."""

from collections.abc import Sequence
from pathlib import Path

from ldproof.catalogue.answers import between
from ldproof.experiments.figures import Point, Reproduction
from ldproof.pictures import PRINTED, SIZE, Axes, Curve, canvas, draw_curves, draw_regions, headed, save

INCHES = (7.2, 4.4)


def draw(reproduction: Reproduction, path: Path) -> None:
    """Write the picture, in the format that the path's ending names; the same data give the same SVG."""
    figure, (axes,) = canvas(INCHES)
    described = reproduction.figure
    axes.set(xlabel=described.axis, ylabel=described.region or described.quantity)
    if described.logarithmic:
        axes.set_yscale("log")
    names = dict.fromkeys(each.curve for each in reproduction.points)
    curves = [curve(name, [each for each in reproduction.points if each.curve == name]) for name in names]
    if described.region:
        draw_regions(axes, curves)
    else:
        draw_curves(axes, curves)
    mark_printed(axes, [each for each in reproduction.points if each.printed is not None])
    headed(
        axes,
        f"{described.name} ({described.place})",
        f"The source: {described.says}" if described.says else "",
    )
    save(figure, path, path.suffix.removeprefix("."))


def curve(name: str, points: Sequence[Point]) -> Curve:
    """One curve: what is exact, and the runs beside it."""
    runs = [
        (float(each.at), float(found.mean), float(between(found.error)[1]))
        for each in points
        if (found := each.measured.simulated)
    ]
    exact = [float(between(each.measured.exact)[0]) for each in points]
    return Curve(name, [float(each.at) for each in points], exact, runs)


def mark_printed(axes: Axes, said: Sequence[Point]) -> None:
    """What the source prints, where it prints a number."""
    for each in said:
        value = float(each.printed or 0)
        axes.plot([each.at], [value], "x", color=PRINTED, markersize=8, markeredgewidth=1.8)
        axes.annotate(
            f"as printed: {each.printed}",
            (each.at, value),
            xytext=(6, 7),
            textcoords="offset points",
            color=PRINTED,
            fontsize=SIZE,
            bbox={"facecolor": "#FFFFFF", "edgecolor": "none", "pad": 0.5},
        )
