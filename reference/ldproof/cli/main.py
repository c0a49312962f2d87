"""The entry point: every command, and what they have in common."""

import gc
import io
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer
from typer.main import get_command

from ldproof.cli.commands import HELP, Commands, register_commands, text_as_it_is
from ldproof.cli.output import (
    Status,
    report_refusal,
    say,
    silence_stream,
    unwritable_refusal,
    write_complaint,
)

if TYPE_CHECKING:  # typer has this type, but keeps it to itself
    from typer._click import Command

app = typer.Typer(
    name="ldproof",
    cls=Commands,
    context_settings=HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
register_commands(app)


ALLOCATIONS = 100_000
"""Between looks for cycles: long outputs are many objects and no cycles, and each look goes through them."""


def tell_version(asked: bool) -> None:
    """Say the version and nothing else."""
    if asked:
        from importlib.metadata import version  # noqa: PLC0415  (slow to import, and used here alone)

        say(f"ldproof {version('ldproof')}")
        raise typer.Exit


@app.callback()
def ldproof(
    _: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """The executable ground truth for counting people without learning about any one of them.

    Exit status: 0 nothing wrong; 1 a finding; 2 the request is wrong; 3 undecided, or another program
    failed; 70 an error of our own.
    """


def known_shells_only(command: "Command") -> None:
    """Where the shell is not known, a request to complete for it is wrong."""
    for param in command.params:
        if param.name in {"install_completion", "show_completion"} and param.callback is not None:
            param.callback = partial(refuse_unknown_shell, param.callback)


def refuse_unknown_shell(act: Callable[..., object], *given: object) -> object:
    """What typer does for a shell; it ends by itself only where it cannot."""
    try:
        return act(*given)
    except typer.Exit:
        raise typer.BadParameter("this is no bash, zsh, fish or PowerShell") from None


def main() -> None:
    """Run the command line, and own up to an error that nobody else caught."""
    # Matrices are small here: threads of the linear algebra would mostly wait for one another, which takes as much time.
    # NumPy is not imported yet; programs that are started are told the same.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(ALLOCATIONS)
    # What takes the place of a closed stream can be read and is empty, and writing to it fails; no file that is opened
    # later is taken for it.
    sys.stdin, sys.stdout = sys.stdin or empty_stream("r"), sys.stdout or empty_stream("w")
    sys.stderr = sys.stderr or empty_stream("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a character that it cannot write is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        command = get_command(app)
        text_as_it_is(command)
        known_shells_only(command)
        try:
            command(prog_name="ldproof")
        except OSError as error:
            sys.exit(report_refusal(unwritable_refusal(error), machine=False))
        except SystemExit as end:
            if isinstance(
                end.__context__, BrokenPipeError
            ):  # which typer says is an error: nobody reads its help on
                silence_stream(sys.stdout)
                sys.exit(Status.FINE)
            raise
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001  (there is nobody else)
        if os.environ.get("LDPROOF_TRACEBACK") == "1":
            traceback.print_exception(error)
        write_complaint(
            f"ldproof: sorry, this error is ours: {type(error).__name__}: {error}"
            " (LDPROOF_TRACEBACK=1 shows where)"
        )
        sys.exit(Status.OURS)


def empty_stream(mode: Literal["r", "w"]) -> TextIO:
    """A stream of which there is nothing to be read, and to which nothing can be written, for child processes too."""
    number = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(number, True)  # noqa: FBT003  (it takes no keyword)
    return os.fdopen(number, mode)


if __name__ == "__main__":
    main()
