"""Tables in columns."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size

from rich.cells import cell_len

from ldproof.cli.output import say

WIDE = 10_000
"""The width of what is no terminal: whoever reads it there can do without our line breaks."""

GAP = "  "
"""Between two columns."""


def show_table(*columns: str, rows: Sequence[tuple[str, ...]]) -> None:
    """Answer with a table; what is in its cells is text, never markup."""
    listed = [*zip(columns, *rows, strict=True)]
    widths = [max(map(text_width, cells)) for cells in listed]
    if (
        sum(widths) + len(GAP) * (len(widths) - 1) <= line_width()
        and "".join(map("".join, listed)).isprintable()
    ):
        padded = (
            [pad_text(cell, width) for cell in cells] for cells, width in zip(listed, widths, strict=True)
        )
        say("\n".join(map(GAP.join, zip(*padded, strict=True))))
    else:
        show_broken_table(columns, rows)


def align_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line of a table, where nothing need be broken."""
    return GAP.join(map(pad_text, cells, widths))


def pad_text(text: str, width: int) -> str:
    """A text that takes so many places, or more if it is longer."""
    return text + " " * (width - text_width(text))


def text_width(text: str) -> int:
    """How many places of a line a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def line_width() -> int:
    """How many places a line has."""
    return get_terminal_size().columns if sys.stdout.isatty() else WIDE


def show_broken_table(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    """A table whose lines need breaks, or whose cells have in them what a terminal obeys."""
    from rich.table import Table  # noqa: PLC0415  (slow to import, as is `paper`, and seldom needed)

    from ldproof.cli.paper import literal_console  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    literal_console().print(table)
