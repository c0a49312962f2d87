"""A reproduced figure, as a table for people and as JSON."""

from collections.abc import Sequence

from ldproof.catalogue import Answer, Assumed, decimal
from ldproof.cli.output import say
from ldproof.cli.paper import show
from ldproof.cli.values import as_json, members
from ldproof.experiments.figures import Point, Reproduction, Simulated, between

PLACES = 5
"""How many digits a table shows."""
SMALLEST = -6
"""The power of ten below which a table writes it as such."""
MARK = "*"
"""Beside a number that rests on an assumption."""


def tabulate(found: Reproduction) -> None:
    """A table, and what is to be said of it."""
    figure = found.figure
    asides = list(dict.fromkeys(name for each in found.points for name in each.measured.asides))
    say(f"{figure.name} ({figure.place})\nprinted: {figure.says}\n")
    show(
        "curve",
        figure.axis,
        figure.quantity,
        "simulated",
        "printed",
        *asides,
        rows=[row(each, asides) for each in found.points],
    )
    answers = [
        each for point in found.points for each in (point.measured.exact, *point.measured.asides.values())
    ]
    assumed = dict.fromkeys(each.assumption for each in answers if isinstance(each, Assumed))
    say("")
    for line in (*(f"{MARK} assuming {each}" for each in assumed), *found.remarks, *figure.notes):
        say(line)
    say("")


def row(point: Point, asides: Sequence[str]) -> tuple[str, ...]:
    """A point as the cells of a table."""
    measured = point.measured
    return (
        point.curve,
        str(point.at),
        brief(measured.exact),
        "" if measured.simulated is None else spread(measured.simulated),
        point.printed or "",
        *(brief(measured.asides[each]) if each in measured.asides else "" for each in asides),
    )


def spread(simulated: Simulated) -> str:
    """A mean and its standard error."""
    return f"{brief(simulated.mean)} ± {brief(simulated.error, 2)}"


def brief(found: Answer, places: int = PLACES) -> str:
    """A number to a few digits, marked if it rests on an assumption."""
    if isinstance(found, Assumed):
        return brief(found.value, places) + MARK
    lower, _ = between(found)
    if lower.denominator == 1:
        return str(lower)
    short = decimal(lower, places)
    return f"{short:f}" if short.adjusted() >= SMALLEST else f"{short}"


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
