"""What is more than lines: tables, and the console that progress is shown on."""

from rich.console import Console
from rich.table import Table

WIDE = 10_000
"""The width of what is no terminal: whoever reads it there can do without our line breaks."""


def show(*columns: str, rows: list[tuple[str, ...]]) -> None:
    """Answer with a table; what is in its cells is text, never markup."""
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    paper().print(table)


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
