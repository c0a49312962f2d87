"""The entry point: every command, and what they have in common."""

import io
import os
import sys
import traceback
from typing import Annotated

import typer
from typer.main import get_command

from ldproof.cli.commands import register
from ldproof.cli.conversion import text_as_it_is
from ldproof.cli.output import Status, complain, say

app = typer.Typer(name="ldproof", no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)
register(app)


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


def main() -> None:
    """Run the command line, and own up to an error that nobody else caught."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a character that it cannot write is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        command = get_command(app)
        text_as_it_is(command)
        command(prog_name="ldproof")
    except Exception as error:  # noqa: BLE001  (there is nobody else)
        if os.environ.get("LDPROOF_TRACEBACK") == "1":
            traceback.print_exception(error)
        complain(
            f"ldproof: sorry, this error is ours: {type(error).__name__}: {error}"
            " (LDPROOF_TRACEBACK=1 shows where)"
        )
        sys.exit(Status.OURS)


if __name__ == "__main__":
    main()
