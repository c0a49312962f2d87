"""How a command ends: with an exit status and at most a line on standard error, whatever happens."""

import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from ldproof.cli.output import Status, complain, say_json
from ldproof.rejections import Reason, Refused

Parameters = ParamSpec("Parameters")

BROKEN_PIPE = 128 + 13
"""What a shell reports of a program whose reader went away."""


def ending(command: Callable[Parameters, Status]) -> Callable[Parameters, None]:
    """The command as typer calls it."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            status = int(command(*args, **kwargs))
            sys.stdout.flush()
        except Refused as refusal:
            status = refuse(refusal, machine=kwargs.get("machine", kwargs.get("form") == "json") is True)
        except BrokenPipeError:
            status = leave()
        except (typer.TyperException, typer.Exit, typer.Abort):
            raise
        except Exception as error:  # noqa: BLE001  (the last to catch it)
            status = apologise(error)
        raise typer.Exit(status)

    return run


def refuse(refusal: Refused, *, machine: bool) -> Status:
    """Name the reason, and what would be accepted; for a machine once more as JSON, on the last line."""
    complain(f"ldproof: {refusal}")
    if machine:
        say_json({"reason": refusal.reason, "what": refusal.what, "accepted": refusal.accepted}, error=True)
    return Status.UNDECIDED if refusal.reason is Reason.UNDECIDED else Status.REFUSED


def apologise(error: Exception) -> Status:
    """Own up."""
    if os.environ.get("LDPROOF_TRACEBACK") == "1":
        traceback.print_exception(error)
    complain(
        f"ldproof: sorry, this is our own error, not yours: {type(error).__name__}: {error}"
        " (LDPROOF_TRACEBACK=1 shows where)"
    )
    return Status.OURS


def leave() -> int:
    """Nobody reads on: say no more, not even when the interpreter flushes its streams."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
