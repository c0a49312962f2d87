"""The entry point: every command, and what they have in common."""

import io
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Annotated

import typer

from ldproof.cli import audit, evaluate, explain, law, prove, reproduce
from ldproof.cli.dashes import Running
from ldproof.cli.output import Status, complain, say

COMMANDS: Mapping[str, tuple[Callable[..., None], tuple[str, ...]]] = {
    "prove": (prove.prove, prove.EXAMPLES),
    "explain": (explain.explain, explain.EXAMPLES),
    "eval": (evaluate.evaluate, evaluate.EXAMPLES),
    "law": (law.law, law.EXAMPLES),
    "audit": (audit.audit, audit.EXAMPLES),
    "reproduce": (reproduce.reproduce_figures, reproduce.EXAMPLES),
}
"""The commands, each with examples of its use."""

RUN_PROGRAMS = ("audit",)
"""Those that another program's words may follow."""

app = typer.Typer(
    name="ldproof",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for name, (command, examples) in COMMANDS.items():
    # A line with a backspace alone keeps the line breaks below it.
    epilog = "\n".join(("\b", "Examples:", *(f"  {each}" for each in examples)))
    app.command(name, cls=Running if name in RUN_PROGRAMS else None, epilog=epilog)(command)


def tell_version(asked: bool) -> None:
    """Say the version and nothing else."""
    if asked:
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
        app(prog_name="ldproof")
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
