"""What is more than lines: tables, and the console that progress is shown on."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from ldproof.cli.output import say

WIDE = 10_000
"""The width of what is no terminal: whoever reads it there can do without our line breaks."""

GAP = "  "
"""Between two columns."""


def show(*columns: str, rows: Sequence[tuple[str, ...]]) -> None:
    """Answer with a table; what is in its cells is text, never markup."""
    screen, lines = paper(), [columns, *rows]
    widths = [max(map(cell_len, cells)) for cells in zip(*lines, strict=True)]
    fits = sum(widths) + len(GAP) * (len(widths) - 1) <= screen.width
    if fits and all(cell.isprintable() for cells in lines for cell in cells):
        say("\n".join(aligned(cells, widths) for cells in lines))
        return
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    screen.print(table)


def aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line of a table, where nothing need be broken."""
    return GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True))


class Paper(Console):
    """A console that leaves it to `ending` what becomes of a program whose reader went away."""

    def on_broken_pipe(self) -> None:
        """Pass it on."""
        raise BrokenPipeError


def paper(*, error: bool = False) -> Console:
    """A console that takes text literally."""
    console = Paper(stderr=error, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDE
    return console
