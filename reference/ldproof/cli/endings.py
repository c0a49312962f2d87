"""How a command ends: with an exit status, and with one line on standard error if it was refused."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from ldproof.cli.output import Status, complain, say_json
from ldproof.rejections import OTHERS_FAULT, Reason, Refused

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
            status = refuse(refusal, machine=bool(kwargs.get("machine") or kwargs.get("form") == "json"))
        except BrokenPipeError:
            status = leave()
        raise typer.Exit(status)

    return run


def refuse(refusal: Refused, *, machine: bool) -> Status:
    """Name the reason, and what would be accepted; for a machine once more as JSON, on the last line."""
    complain(f"ldproof: {refusal}")
    if machine:
        say_json({"reason": refusal.reason, "what": refusal.what, "accepted": refusal.accepted}, error=True)
    undecided = OTHERS_FAULT | {Reason.UNDECIDED}
    return Status.UNDECIDED if refusal.reason in undecided else Status.REFUSED


def leave() -> int:
    """Nobody reads on: nothing more is said, not even when the interpreter flushes its streams."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
