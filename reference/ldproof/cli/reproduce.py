"""`ldproof reproduce`: the sources' figures, exact beside simulated beside printed, as a table and as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from ldproof import defaults
from ldproof.cli.text import (
    Status,
    align_cells,
    load_drawer,
    read_text_lines,
    refuse_unwritable,
    say,
    say_json,
    show_table,
    terminal_progress,
)
from ldproof.errors import Reason, Refused
from ldproof.experiments.figures import Figure, MeasuredCase, Reproduction, SimulatedMean, reproduce_figure
from ldproof.experiments.registry import FIGURES
from ldproof.names import find_named
from ldproof.results import (
    MARK,
    PLACES,
    SMALLEST,
    ConditionalValue,
    answer_members,
    format_brief,
    value_as_json,
)

WIDE = PLACES - SMALLEST + 2
"""How wide a number is at most, with its mark, unless it is whole or written as a power of ten."""


@dataclass(slots=True)
class GrowingTable:
    """A figure's table, which grows by a line as soon as a point is known."""

    figure: Figure
    widths: tuple[int, ...] = ()

    def add_line(self, point: MeasuredCase) -> None:
        """Print the line of a point, and before the first one the heading, which fixes the widths."""
        cells = point_cells(point, self.figure)
        if not self.widths:
            names = column_headings(self.figure)
            self.widths = tuple(map(max, column_widths(self.figure), map(len, names), map(len, cells)))
            say(f"{self.figure.name} ({self.figure.place})\nprinted: {self.figure.says}\n")
            say(align_cells(names, self.widths))
        say(align_cells(cells, self.widths))

    def end_table(self, found: Reproduction) -> None:
        """Print the assumptions, the remarks and the notes below the table."""
        answers = [
            each for point in found.points for each in (point.measured.exact, *point.measured.asides.values())
        ]
        assumed = dict.fromkeys(each.assumption for each in answers if isinstance(each, ConditionalValue))
        say("")
        for line in (*(f"{MARK} assuming {each}" for each in assumed), *found.remarks, *self.figure.notes):
            say(line)
        if not self.figure.is_random():
            say("All numbers are exact, and nothing is random: no runs are made.")
        say("")


def column_headings(figure: Figure) -> tuple[str, ...]:
    """The names of the columns."""
    simulated = ("simulated",) if figure.is_random() else ()
    return "curve", figure.axis, figure.quantity, *simulated, "printed", *figure.beside


def column_widths(figure: Figure) -> tuple[int, ...]:
    """Return the least widths of the columns, as known before anything is measured."""
    known = ([each.curve, str(each.at), each.printed or ""] for each in figure.cases)
    curve, at, printed = (max(map(len, cells)) for cells in zip(*known, strict=True))
    return curve, at, WIDE, *((0,) if figure.is_random() else ()), printed, *(WIDE for _ in figure.beside)


def point_cells(point: MeasuredCase, figure: Figure) -> tuple[str, ...]:
    """A point as the cells of a table."""
    measured = point.measured
    simulated = "" if measured.simulated is None else format_simulated(measured.simulated)
    return (
        point.curve,
        str(point.at),
        format_brief(measured.exact),
        *((simulated,) if figure.is_random() else ()),
        point.printed or "",
        *(format_brief(measured.asides[each]) if each in measured.asides else "" for each in figure.beside),
    )


def format_simulated(simulated: SimulatedMean) -> str:
    """A mean and its standard error."""
    return f"{format_brief(simulated.mean)} ± {format_brief(simulated.error, 2)}"


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
        "points": [point_object(each) for each in found.points],
        "remarks": list(found.remarks),
        "notes": list(figure.notes),
    }


def point_object(found: MeasuredCase) -> dict[str, object]:
    """A point as a JSON object."""
    simulated = found.measured.simulated
    return {
        "curve": found.curve,
        "at": found.at,
        "exact": answer_members(found.measured.exact),
        "simulated": None
        if simulated is None
        else {
            "runs": simulated.runs,
            "mean": value_as_json(simulated.mean),
            "error": value_as_json(simulated.error),
        },
        "printed": found.printed,
        "asides": {name: answer_members(each) for name, each in found.measured.asides.items()},
    }


def reproduce_figures(
    *,
    wanted: Sequence[str],
    runs: str,
    seed: str,
    machine: bool,
    listing: bool,
    table: Path | None,
    rule: str,
    svg: Path | None,
    png: Path | None,
) -> Status:
    """Measure figures and print them."""
    figures = figures_by_name(wanted)
    if table is not None:
        lines = read_text_lines(table)
        figures = [figure_with_table(each, lines, rule) for each in figures]
    elif rule != defaults.RULE:
        raise Refused(Reason.MISSING, f"the rule {rule} has no table", "a table, as in --table FILE")
    if listing:
        enumerate_figures(figures, machine=machine)
        return Status.FINE
    folders = {suffix: folder for suffix, folder in (("svg", svg), ("png", png)) if folder is not None}
    draw = figure_writer(folders)
    found: list[Reproduction] = []
    for figure in figures:
        shown = GrowingTable(figure)
        found.append(measure_figure(figure, runs, seed, (lambda _: None) if machine else shown.add_line))
        if not machine:
            shown.end_table(found[-1])
        draw(figure.name, found[-1:])
    for whole in dict.fromkeys(each.part_of for each in figures if each.part_of):
        if len(parts := [each for each in found if each.figure.part_of == whole]) > 1:
            draw(whole, parts)
    if machine:
        say_json({"figures": [as_object(each) for each in found]})
    return Status.FINE


def figures_by_name(wanted: Sequence[str]) -> Sequence[Figure]:
    """Return the figures of these names, or all; the name of a figure in parts stands for its parts."""
    parts: dict[str, list[str]] = {}
    for each in FIGURES.values():
        if each.part_of:
            parts.setdefault(each.part_of, []).append(each.name)
    names = [part for name in wanted or FIGURES for part in parts.get(name, [name])]
    return [find_named("figure", name, FIGURES) for name in dict.fromkeys(names)]


def figure_with_table(figure: Figure, lines: Sequence[str], rule: str) -> Figure:
    """Return a figure for a user's own table. Raise `Refused` if the figure has no tables."""
    if figure.of_table is None:
        takers = ", ".join(name for name, each in FIGURES.items() if each.of_table is not None)
        raise Refused(Reason.UNKNOWN_PARAMETER, f"{figure.name} takes no table", takers or "no table")
    return figure.of_table(lines, rule)


def enumerate_figures(figures: Sequence[Figure], *, machine: bool) -> None:
    """Their names, and what the sources say of them."""
    if machine:
        say_json([{"name": each.name, "place": each.place, "says": each.says} for each in figures])
    else:
        show_table(
            "figure", "place", "what is said", rows=[(each.name, each.place, each.says) for each in figures]
        )


def measure_figure(
    figure: Figure, runs: str, seed: str, show_point: Callable[[MeasuredCase], object]
) -> Reproduction:
    """Reproduce it and show every point at once; on a terminal, say how far that is."""
    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    with terminal_progress(*columns) as progress:
        task = progress.add_task(figure.name, total=len(figure.cases))

        def show_and_advance(point: MeasuredCase) -> None:
            # The bar makes room: it may be on the same screen, and while it is there it takes what is printed.
            progress.stop()
            show_point(point)
            progress.advance(task)
            progress.start()

        return reproduce_figure(figure, runs, seed, show_and_advance)


def figure_writer(folders: Mapping[str, Path]) -> Callable[[str, Sequence[Reproduction]], None]:
    """Return the function that writes figures as one picture of a name in each format. The folders are made at once."""
    if not folders:
        return lambda _name, _parts: None
    picture: Callable[[Sequence[Reproduction], Path], None] = load_drawer("ldproof.experiments.pictures")
    for folder in folders.values():
        with refuse_unwritable(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def write_figure(name: str, parts: Sequence[Reproduction]) -> None:
        for suffix, folder in folders.items():
            path = folder / f"{name}.{suffix}"
            with refuse_unwritable(path):
                picture(parts, path)

    return write_figure
