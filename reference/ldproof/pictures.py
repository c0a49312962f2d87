"""One style for all pictures: curves differ without colour, too, and a legend names them; numbers are floats here."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import log10
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

__all__ = [
    "COLOURS",
    "PRINTED",
    "SIZE",
    "Axes",
    "Curve",
    "add_legend",
    "canvas",
    "draw_curves",
    "draw_regions",
    "mark_places",
    "save",
    "write_title",
]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
"""Okabe and Ito's palette without its yellow, which print loses: apart for every kind of colour vision."""
DASHES = (
    "solid",
    (0, (6, 2)),
    (0, (2, 1.5)),
    (0, (6, 2, 1, 2)),
    (0, (9, 3)),
    (0, (1, 1)),
    (0, (4, 1, 1, 1, 1, 1)),
)
MARKERS = "os^Dvph"
HATCHES = ("/", "\\\\", "x")
CLOSE = 0.004
"""Curves coincide for the eye if they are nowhere further apart than this part of a picture's height."""
MARGIN = 0.1
"""Above and below the values, as a share of their range."""
PRINTED = "#A3122A"
SIZE = 9
"""The size of text, in points."""


@contextmanager
def picture_style() -> Iterator[None]:
    """Set what all pictures have in common; the same data give the same SVG, whose text stays text."""
    with mpl.rc_context(
        {
            "font.family": "sans-serif",
            "font.size": SIZE,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.ymargin": MARGIN,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.6,
            "hatch.linewidth": 0.5,
            "svg.hashsalt": "ldproof",
            "svg.fonttype": "none",
        }
    ):
        yield


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: places, values, and means of runs with their standard errors, if there are any."""

    name: str
    at: Sequence[float]
    values: Sequence[float]
    runs: Sequence[tuple[float, float, float]] = ()


def canvas(
    inches: tuple[float, float], rows: int = 1, columns: int = 1, *, shared: bool = True
) -> tuple[Canvas, Sequence[Axes]]:
    """Return an empty picture and its axes, column by column; those of a column share their horizontal axis, if asked."""
    with picture_style():
        figure = Canvas(figsize=inches, layout="constrained")
        found = figure.subplots(rows, columns, sharex="col" if shared else "none", squeeze=False)
    return figure, [axes for column in found.T for axes in column]


def write_title(axes: Axes, title: str, *says: str) -> None:
    """Set the title and the lines below it."""
    lines = [line for each in says for line in textwrap.wrap(each, 95)]
    axes.set_title("\n".join([title, *lines]), fontsize=SIZE, loc="left")


def save(figure: Canvas, path: Path, form: str) -> None:
    """Write a picture; the same data give the same SVG."""
    with picture_style():
        figure.savefig(path, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)


def draw_curves(axes: Axes, curves: Sequence[Curve]) -> None:
    """Draw all curves; those that coincide for the eye are drawn once, and the legend says so."""
    for number, together in enumerate(coinciding_curves(curves, relative_heights(axes, curves))):
        colour, first = COLOURS[number % len(COLOURS)], together[0]
        again = number + number // len(COLOURS)
        axes.plot(
            first.at,
            first.values,
            color=colour,
            label=" and ".join(each.name for each in together) + " coincide" * (len(together) > 1),
            linestyle=DASHES[again % len(DASHES)],
            linewidth=1.6,
            marker=MARKERS[again % len(MARKERS)],
            markersize=3.5,
            markevery=max(1, len(first.at) // 8),
        )
        for each in together:
            if each.runs:
                at, means, errors = zip(*each.runs, strict=True)
                axes.errorbar(
                    at, means, errors, fmt="_", markersize=5, elinewidth=0.8, color=colour, alpha=0.8
                )
    add_legend(axes)


def draw_regions(axes: Axes, curves: Sequence[Curve]) -> None:
    """Fill below each curve and above 1 minus it, the larger regions behind the smaller ones; both ends are magnified."""
    least = min(value for each in curves for value in each.values) / 4
    axes.set_yscale("logit", one_half="1/2")
    axes.set_ylim(least, 1 - least)
    for number, each in enumerate(sorted(curves, key=lambda one: -sum(one.values))):
        colour = COLOURS[number % len(COLOURS)]
        mirrored = [1 - value for value in each.values]
        for low, high in (([least] * len(each.at), each.values), (mirrored, [1 - least] * len(each.at))):
            axes.fill_between(each.at, low, high, color=colour, alpha=0.2, linewidth=0)
            hatch = HATCHES[number % len(HATCHES)]
            axes.fill_between(
                each.at, low, high, facecolor="none", edgecolor=colour, hatch=hatch, linewidth=0
            )
        for edge, label in ((each.values, each.name), (mirrored, None)):
            style = DASHES[number % len(DASHES)]
            axes.plot(each.at, edge, color=colour, label=label, linestyle=style, linewidth=1.4)
    add_legend(axes)


def add_legend(axes: Axes) -> None:
    """Name the curves beside the picture, from above to below in the order of their ends, and then what is marked."""
    named = {str(line.get_label()): line for line in reversed(axes.get_lines())}
    lines = [line for name, line in named.items() if not name.startswith("_")]
    lines.sort(key=lambda line: (line.get_color() == PRINTED, -float(np.asarray(line.get_ydata())[-1])))
    axes.legend(
        lines,
        [textwrap.fill(str(line.get_label()), 30) for line in lines],
        loc="center left",
        bbox_to_anchor=(1.01, 0.5),
        frameon=False,
        fontsize=SIZE,
        handlelength=3.5,
    )


def mark_places(axes: Axes, label: str, at: Sequence[float], height: float) -> None:
    """Mark a number at a place by a cross, or along several by a line, and name it in the legend."""
    axes.plot(
        at,
        [height] * len(at),
        "x-",
        color=PRINTED,
        label=label,
        markersize=8,
        markeredgewidth=1.8,
        linewidth=1.2,
    )
    add_legend(axes)


def relative_heights(axes: Axes, curves: Sequence[Curve]) -> Mapping[float, float]:
    """Return the height of every value in the picture, from 0 to 1; a value without a place in it is at the bottom."""
    logarithmic = axes.get_yscale() == "log"
    values = {value for each in curves for value in each.values if value > 0 or not logarithmic}
    places = {value: log10(value) if logarithmic else value for value in values}
    low, high = min(places.values(), default=0.0), max(places.values(), default=1.0)
    return {value: (place - low) / (high - low or 1.0) for value, place in places.items()}


def coinciding_curves(curves: Sequence[Curve], scale: Mapping[float, float]) -> Iterator[Sequence[Curve]]:
    """Yield the curves in groups that coincide for the eye."""
    left = [*curves]
    while left:
        first = left[0]
        same = [each for each in left if is_same_curve(first, each, scale)]
        yield same
        left = [each for each in left if each not in same]


def is_same_curve(one: Curve, other: Curve, scale: Mapping[float, float]) -> bool:
    """Return whether two curves coincide for the eye."""
    return list(one.at) == list(other.at) and all(
        abs(scale.get(mine, 0.0) - scale.get(theirs, 0.0)) <= CLOSE
        for mine, theirs in zip(one.values, other.values, strict=True)
    )
