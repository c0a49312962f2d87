"""What a command writes: words, JSON, tables, progress and pictures, where they go, and how it ends."""

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from enum import IntEnum
from functools import wraps
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, ParamSpec, TextIO, TypeVar

import click

from ldproof.errors import OTHERS_FAULT, Reason, Refused, Terminated, not_installed_refusal
from ldproof.files import STDIN
from ldproof.json_values import encode_members
from ldproof.names import plugin_at_fault

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn

# Where words go: answers to standard output, everything else to standard error; and how a command ends.

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""What is wrong where something can be opened but not written to."""


class Status(IntEnum):
    """The exit statuses, which are a contract with scripts."""

    FINE = 0
    FINDING = 1
    REFUSED = 2
    UNDECIDED = 3
    OURS = 70


def say(text: str) -> None:
    """Answer with text."""
    click.echo(text)


def say_json(thing: object, *, error: bool = False) -> None:
    """Answer with one JSON text, alone on its line."""
    try:
        click.echo(json.dumps(thing, default=encode_members, allow_nan=False), err=error)
    except OSError:
        if not error:
            raise
        silence_stream(sys.stderr)


def write_complaint(text: str) -> None:
    """Say in one line what is not an answer, if anybody listens."""
    try:
        click.echo(" ".join(text.split()), err=True)
    except OSError:
        silence_stream(sys.stderr)


@contextmanager
def ignore_lost_words() -> Iterator[None]:
    """Ignore that standard output has no reader or no room: the exit status stays that of the finding."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        gone = isinstance(error, BrokenPipeError)
        if not gone and error.errno not in NO_ROOM:
            raise
        silence_stream(sys.stdout)
        if not gone:
            write_complaint(f"ldproof: writing: {error.strerror}; the exit status is that of what was found")


def silence_stream(stream: TextIO) -> None:
    """Nothing more is said there, not even when the interpreter flushes its streams."""
    with suppress(OSError):  # what is in memory has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# How a command ends: with an exit status, and with one line on standard error if it was refused.

Parameters = ParamSpec("Parameters")


def end_with_status(command: Callable[Parameters, Status]) -> Callable[Parameters, None]:
    """Return a command that ends with its status, and reports what it refuses."""

    @wraps(command)
    def run_command(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        machine = bool(kwargs.get("machine") or kwargs.get("form") == "json")
        try:
            status = int(command(*args, **kwargs))
            sys.stdout.flush()
        except BrokenPipeError:
            silence_stream(sys.stdout)  # nobody reads on, and nothing is wrong
            status = Status.FINE
        except (Refused, OSError) as why:
            refusal = why if isinstance(why, Refused) else unwritable_refusal(why)
            status = report_refusal(refusal, machine=machine)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            if (theirs := plugin_at_fault(error)) is None:
                raise
            status = report_refusal(theirs, machine=machine)
        raise click.exceptions.Exit(status)

    return run_command


def report_refusal(refusal: Refused, *, machine: bool) -> Status:
    """Name the reason, and what would be accepted; for a machine once more as JSON, on the last line."""
    write_complaint(f"ldproof: {refusal}")
    if machine:
        asked = {} if refusal.request is None else {"request": refusal.request}
        words = {"reason": refusal.reason, "what": refusal.what, "accepted": refusal.accepted}
        say_json({**words, **asked}, error=True)
    undecided = OTHERS_FAULT | {Reason.UNDECIDED}
    return Status.UNDECIDED if refusal.reason in undecided else Status.REFUSED


def unwritable_refusal(error: OSError) -> Refused:
    """The refusal of an output that has no room; any other error is ours."""
    if error.errno not in NO_ROOM:
        raise error
    silence_stream(sys.stdout)
    return Refused(Reason.NO_SUCH_PLACE, f"writing: {error.strerror}", "an output with room")


# Drawing on request: what is missing is named before anything takes long, and a place that cannot be written to.

Thing = TypeVar("Thing")

PLACE = "a folder that can be written to"


def load_drawer(module: str) -> Callable[..., None]:
    """Return the drawing function of a module. Raise `Refused` if matplotlib is not installed."""
    try:
        draw: Callable[..., None] = import_module(module).draw_picture
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise not_installed_refusal("matplotlib", "plots") from None
    return draw


def picture_writer(module: str, paths: Mapping[str, Path | None]) -> Callable[[Thing], None]:
    """Return the function that writes the pictures of a thing. Raise `Refused` at once if they cannot be written."""
    wanted = {form: path for form, path in paths.items() if path is not None}
    if not wanted:
        return lambda _: None
    picture: Callable[[Thing, Path, str], None] = load_drawer(module)
    for path in wanted.values():
        if path.is_dir() or not path.parent.is_dir():
            raise Refused(Reason.NO_SUCH_PLACE, f"{path}: no place for a file", PLACE)
    if len({*wanted.values()}) < len(wanted):
        raise Refused(
            Reason.REPEATED, f"{' and '.join(wanted)} are to be written into one file", "a file for each"
        )

    def write_pictures(thing: Thing) -> None:
        for form, path in wanted.items():
            with refuse_unwritable(path):
                picture(thing, path, form)

    return write_pictures


@contextmanager
def refuse_unreadable(path: Path) -> Iterator[None]:
    """Refuse a text that cannot be read."""
    what: str | None = None
    try:
        yield
    except OSError as error:
        what = str(error.strerror)
    except UnicodeDecodeError:
        what = "no UTF-8"
    if what is not None:  # the cause would quote what was read
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {what}", "a file that can be read")


@contextmanager
def open_text(path: Path) -> Iterator[TextIO]:
    """Open a text, `-` being standard input. Raise `Refused` if it cannot be read."""
    with (
        refuse_unreadable(path),
        nullcontext(sys.stdin) if path == STDIN else path.open(encoding="utf-8-sig") as file,
    ):
        yield file


def read_text(path: Path) -> str:
    """Return a text. Raise `Refused` if it cannot be read."""
    with open_text(path) as file:
        return file.read()


def read_text_lines(path: Path) -> list[str]:
    """Return the lines of a text. Raise `Refused` if it cannot be read."""
    with open_text(path) as file:
        return [*file]


@contextmanager
def refuse_unwritable(path: Path) -> Iterator[None]:
    """Refuse a place that cannot be written to."""
    try:
        yield
    except OSError as error:
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {error.strerror}", PLACE) from None


# Tables in columns.

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
    """Return the width of a text on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  (slow to import, and seldom needed)

    return cell_len(text)


def line_width() -> int:
    """Return the width of a line."""
    return get_terminal_size().columns if sys.stdout.isatty() else WIDE


def show_broken_table(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    """A table whose lines need breaks, or whose cells have in them what a terminal obeys."""
    from rich.table import Table  # noqa: PLC0415  (slow to import, and seldom needed)

    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    literal_console().print(table)


# What is seen on a terminal alone.


def literal_console(*, error: bool = False) -> "Console":
    """A console that takes text literally, and leaves it to `end_with_status` what becomes of a reader that went away."""
    from rich.console import Console  # noqa: PLC0415  (slow to import, and seldom needed)

    class LiteralConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    console = LiteralConsole(stderr=error, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDE
    return console


def terminal_progress(*columns: "ProgressColumn") -> "Progress":
    """Progress in these columns on a terminal, until it ends; nothing anywhere else."""
    from rich.progress import Progress  # noqa: PLC0415

    screen = literal_console(error=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


@contextmanager
def activity_spinner() -> Iterator[Callable[[str], None]]:
    """On a terminal, show what is going on."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with terminal_progress(*columns) as progress:
        task = progress.add_task("", total=None)
        yield lambda words: progress.update(task, description=words)
