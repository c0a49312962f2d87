"""A reproduced figure as a picture: only here are numbers rounded to floats, and only here is matplotlib met."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ldproof.experiments.figures import Point, Reproduction, between

INCHES = (7.0, 4.5)


def draw(reproduction: Reproduction, path: Path) -> None:
    """Write the picture, in the format that the path's ending names; the same data give the same SVG."""
    figure = Figure(figsize=INCHES, layout="constrained")
    axes = figure.subplots()
    for number, curve in enumerate(dict.fromkeys(each.curve for each in reproduction.points)):
        trace(axes, curve, f"C{number}", [each for each in reproduction.points if each.curve == curve])
    said = [each for each in reproduction.points if each.printed is not None]
    axes.plot(
        [each.at for each in said],
        [float(each.printed or 0) for each in said],
        "kx",
        label="as printed" if said else "_nothing is printed",
    )
    axes.set(xlabel=reproduction.figure.axis, ylabel=reproduction.figure.quantity)
    if reproduction.figure.logarithmic:
        axes.set_yscale("log")
    axes.set_title(f"{reproduction.figure.name}: {reproduction.figure.place}", fontsize="medium")
    axes.legend()
    with mpl.rc_context({"svg.hashsalt": "ldproof"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def trace(axes: Axes, curve: str, colour: str, points: Sequence[Point]) -> None:
    """One curve: a line for what is exact, dots with their standard errors for the runs."""
    axes.plot(
        [each.at for each in points],
        [float(between(each.measured.exact)[0]) for each in points],
        color=colour,
        label=f"{curve}, exact",
    )
    runs = [(each.at, found) for each in points if (found := each.measured.simulated)]
    if runs:
        axes.errorbar(
            [at for at, _ in runs],
            [float(found.mean) for _, found in runs],
            [float(between(found.error)[1]) for _, found in runs],
            fmt=".",
            markersize=4,
            elinewidth=0.8,
            color=colour,
            label=f"{curve}, simulated",
        )
