"""One style for all pictures: curves told apart without colour, named where they end; numbers are floats here."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import log10
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

__all__ = [
    "COLOURS",
    "PRINTED",
    "SIZE",
    "Axes",
    "Curve",
    "canvas",
    "draw_curves",
    "draw_regions",
    "headed",
    "save",
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
"""Of the height of a picture: curves that are nowhere further apart coincide for the eye."""
MARGIN = 0.1
"""Above and below the values, as a share of their range."""
APART, LINE = 0.055, 0.045
"""Of the height of a picture: what a line of words takes, and each that follows it."""
FIRM = "\u00a0=\u00a0"
PRINTED = "#A3122A"
SIZE = 9
"""Of words, in points."""


@contextmanager
def picture_style() -> Iterator[None]:
    """What all pictures have in common; the same data give the same SVG, whose words are words."""
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
    """A curve by its name: places, values, and means of runs with their standard errors where there are some."""

    name: str
    at: Sequence[float]
    values: Sequence[float]
    runs: Sequence[tuple[float, float, float]] = ()


def canvas(
    inches: tuple[float, float], rows: int = 1, *, shared: bool = True
) -> tuple[Canvas, Sequence[Axes]]:
    """An empty picture, its axes below each other; what is from left to right is the same for all, if it is shared."""
    with picture_style():
        figure = Canvas(figsize=inches, layout="constrained")
        found = figure.subplots(rows, sharex=shared, squeeze=False)
    return figure, [row[0] for row in found]


def headed(axes: Axes, title: str, *says: str) -> None:
    """What it is, and below it what there is to see."""
    lines = [line for each in says for line in textwrap.wrap(each, 95)]
    axes.set_title("\n".join([title, *lines]), fontsize=SIZE, loc="left")


def save(figure: Canvas, path: Path, form: str) -> None:
    """Write it; the same data give the same SVG."""
    with picture_style():
        figure.savefig(path, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)


def draw_curves(axes: Axes, curves: Sequence[Curve]) -> None:
    """Every curve; those that coincide for the eye are drawn once, and it is said of them at their end."""
    scale = relative_heights(axes, curves)
    ends: dict[str, tuple[float, float, str]] = {}
    for number, together in enumerate(coinciding_curves(curves, scale)):
        colour, first = COLOURS[number % len(COLOURS)], together[0]
        again = number + number // len(COLOURS)
        axes.plot(
            first.at,
            first.values,
            color=colour,
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
        names = " and ".join(each.name for each in together) + (" coincide" if len(together) > 1 else "")
        ends[names] = (first.at[-1], first.values[-1], colour)
    heights = {name: (scale.get(y, 0.0) + MARGIN) / (1 + 2 * MARGIN) for name, (_, y, _) in ends.items()}
    label_curve_ends(axes, ends, heights)


def draw_regions(axes: Axes, curves: Sequence[Curve]) -> None:
    """What lies below each curve and above 1 less it, the larger regions behind the smaller ones; both ends magnified."""
    least = min(value for each in curves for value in each.values) / 4
    axes.set_yscale("logit", one_half="1/2")
    axes.set_ylim(least, 1 - least)
    ends: dict[str, tuple[float, float, str]] = {}
    for number, each in enumerate(sorted(curves, key=lambda one: -sum(one.values))):
        colour = COLOURS[number % len(COLOURS)]
        mirrored = [1 - value for value in each.values]
        for low, high in (([least] * len(each.at), each.values), (mirrored, [1 - least] * len(each.at))):
            axes.fill_between(each.at, low, high, color=colour, alpha=0.2, linewidth=0)
            hatch = HATCHES[number % len(HATCHES)]
            axes.fill_between(
                each.at, low, high, facecolor="none", edgecolor=colour, hatch=hatch, linewidth=0
            )
        for edge in (each.values, mirrored):
            axes.plot(each.at, edge, color=colour, linestyle=DASHES[number % len(DASHES)], linewidth=1.4)
        ends[each.name] = (each.at[-1], each.values[-1], colour)
    placed = axes.transScale + axes.transLimits
    label_curve_ends(
        axes, ends, {name: float(placed.transform((x, y))[1]) for name, (x, y, _) in ends.items()}
    )


def relative_heights(axes: Axes, curves: Sequence[Curve]) -> Mapping[float, float]:
    """The height of every value in the picture, from 0 to 1; a value that has no place in it is at its foot."""
    logarithmic = axes.get_yscale() == "log"
    values = {value for each in curves for value in each.values if value > 0 or not logarithmic}
    places = {value: log10(value) if logarithmic else value for value in values}
    low, high = min(places.values(), default=0.0), max(places.values(), default=1.0)
    return {value: (place - low) / (high - low or 1.0) for value, place in places.items()}


def coinciding_curves(curves: Sequence[Curve], scale: Mapping[float, float]) -> Iterator[Sequence[Curve]]:
    """The curves, those together of which none is ever told from the first."""
    left = [*curves]
    while left:
        first = left[0]
        same = [each for each in left if is_same_curve(first, each, scale)]
        yield same
        left = [each for each in left if each not in same]


def is_same_curve(one: Curve, other: Curve, scale: Mapping[float, float]) -> bool:
    """Whether two curves are the same for the eye."""
    return list(one.at) == list(other.at) and all(
        abs(scale.get(mine, 0.0) - scale.get(theirs, 0.0)) <= CLOSE
        for mine, theirs in zip(one.values, other.values, strict=True)
    )


def label_curve_ends(
    axes: Axes, ends: Mapping[str, tuple[float, float, str]], heights: Mapping[str, float]
) -> None:
    """Names beside the ends of curves, moved apart where they would lie on each other."""
    for name, height in spread_heights(heights).items():
        x, y, colour = ends[name]
        axes.annotate(
            wrap_name(name),
            (x, y),
            xytext=(1.03, height),
            textcoords="axes fraction",
            color=colour,
            va="center",
            fontsize=SIZE,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "shrinkB": 2,
                "relpos": (0, 0.5),
            },
            annotation_clip=False,
        )


def spread_heights(heights: Mapping[str, float]) -> Mapping[str, float]:
    """Where names can stand, none above the picture: from below upwards, and where there is no room, down again."""
    order = sorted(heights, key=lambda name: heights[name])
    half = {name: (APART + LINE * wrap_name(name).count("\n")) / 2 for name in order}
    found: dict[str, float] = {}
    taken = 0.0
    for name in order:
        found[name] = max(heights[name], taken + half[name])
        taken = found[name] + half[name]
    free = 1.0
    for name in reversed(order):
        found[name] = min(found[name], free - half[name])
        free = found[name] - half[name]
    return found


def wrap_name(name: str) -> str:
    """A name in lines that fit beside a picture; what a letter is stays with it."""
    lines = textwrap.wrap(name.replace(" = ", FIRM), 26)
    return "\n".join(lines).replace(FIRM, " = ")
