"""A reproduced figure, as a table for people and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

from ldproof.catalogue import Assumed, as_json, members
from ldproof.cli.columns import aligned
from ldproof.cli.output import say
from ldproof.experiments.figures import Figure, Point, Reproduction, Simulated
from ldproof.rendering.values import MARK, PLACES, SMALLEST, brief

WIDE = PLACES - SMALLEST + 2
"""How wide a number is at most, with its mark, unless it is whole or written as a power of ten."""


@dataclass(slots=True)
class Growing:
    """A figure's table, which grows by a line as soon as a point is known."""

    figure: Figure
    widths: tuple[int, ...] = ()

    def add(self, point: Point) -> None:
        """The heading before the first line; no column becomes wider after it."""
        cells = row(point, self.figure.beside)
        if not self.widths:
            names = heading(self.figure)
            self.widths = tuple(map(max, widths(self.figure), map(len, names), map(len, cells)))
            say(f"{self.figure.name} ({self.figure.place})\nprinted: {self.figure.says}\n")
            say(aligned(names, self.widths))
        say(aligned(cells, self.widths))

    def end(self, found: Reproduction) -> None:
        """What is to be said of all points."""
        answers = [
            each for point in found.points for each in (point.measured.exact, *point.measured.asides.values())
        ]
        assumed = dict.fromkeys(each.assumption for each in answers if isinstance(each, Assumed))
        say("")
        for line in (*(f"{MARK} assuming {each}" for each in assumed), *found.remarks, *self.figure.notes):
            say(line)
        say("")


def heading(figure: Figure) -> tuple[str, ...]:
    """The names of the columns."""
    return "curve", figure.axis, figure.quantity, "simulated", "printed", *figure.beside


def widths(figure: Figure) -> tuple[int, ...]:
    """How wide the columns are at least, as far as that is known before anything is measured."""
    known = ([each.curve, str(each.at), each.printed or ""] for each in figure.cases)
    curve, at, printed = (max(map(len, cells)) for cells in zip(*known, strict=True))
    return curve, at, WIDE, 0, printed, *(WIDE for _ in figure.beside)


def row(point: Point, beside: Sequence[str]) -> tuple[str, ...]:
    """A point as the cells of a table."""
    measured = point.measured
    return (
        point.curve,
        str(point.at),
        brief(measured.exact),
        "" if measured.simulated is None else spread(measured.simulated),
        point.printed or "",
        *(brief(measured.asides[each]) if each in measured.asides else "" for each in beside),
    )


def spread(simulated: Simulated) -> str:
    """A mean and its standard error."""
    return f"{brief(simulated.mean)} ± {brief(simulated.error, 2)}"


def as_object(found: Reproduction) -> dict[str, object]:
    """A figure as a JSON object."""
    figure = found.figure
    return {
        "name": figure.name,
        "place": figure.place,
        "says": figure.says,
        "axis": figure.axis,
        "quantity": figure.quantity,
        "seed": found.seed,
        "points": [point(each) for each in found.points],
        "remarks": list(found.remarks),
        "notes": list(figure.notes),
    }


def point(found: Point) -> dict[str, object]:
    """A point as a JSON object."""
    simulated = found.measured.simulated
    return {
        "curve": found.curve,
        "at": found.at,
        "exact": members(found.measured.exact),
        "simulated": None
        if simulated is None
        else {
            "runs": simulated.runs,
            "mean": as_json(simulated.mean),
            "error": as_json(simulated.error),
        },
        "printed": found.printed,
        "asides": {name: members(each) for name, each in found.measured.asides.items()},
    }
