"""Where words go: answers to standard output, everything else to standard error; and how a command ends."""

import json
from enum import IntEnum

import typer
from rich.console import Console
from rich.table import Table

WIDE = 10_000
"""The width of what is no terminal: whoever reads it there can do without our line breaks."""


class Status(IntEnum):
    """The exit statuses, which are a contract with scripts."""

    FINE = 0
    FINDING = 1
    REFUSED = 2
    UNDECIDED = 3
    OURS = 70


def say(text: str) -> None:
    """Answer with text."""
    typer.echo(text)


def say_json(thing: object, *, error: bool = False) -> None:
    """Answer with one JSON text, alone on its line."""
    typer.echo(json.dumps(thing), err=error)


def complain(text: str) -> None:
    """Say in one line what is not an answer."""
    typer.echo(" ".join(text.split()), err=True)


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
