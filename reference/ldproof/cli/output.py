"""Where words and pictures go, and how a command ends."""

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import ParamSpec, TextIO, TypeVar

import click

from ldproof.errors import OTHERS_FAULT, Reason, Refused, Terminated
from ldproof.json_values import as_json
from ldproof.names import at_fault

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
        click.echo(json.dumps(thing, default=as_json, allow_nan=False), err=error)
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
def words_may_be_lost() -> Iterator[None]:
    """Answers whose reader has gone, or for which there is no room: what is found is found, and stays the exit status."""
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
    """The command as click calls it."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            status = int(command(*args, **kwargs))
            sys.stdout.flush()
        except BrokenPipeError:
            silence_stream(sys.stdout)  # nobody reads on, and nothing is wrong
            status = Status.FINE
        except (Refused, OSError) as why:
            machine = bool(kwargs.get("machine") or kwargs.get("form") == "json")
            status = report_refusal(
                why if isinstance(why, Refused) else unwritable_refusal(why), machine=machine
            )
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            if (refusal := at_fault(error)) is None:
                raise
            status = report_refusal(
                refusal, machine=bool(kwargs.get("machine") or kwargs.get("form") == "json")
            )
        raise click.exceptions.Exit(status)

    return run


def report_refusal(refusal: Refused, *, machine: bool) -> Status:
    """Name the reason, and what would be accepted; for a machine once more as JSON, on the last line."""
    write_complaint(f"ldproof: {refusal}")
    if machine:
        say_json({"reason": refusal.reason, "what": refusal.what, "accepted": refusal.accepted}, error=True)
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
    """What a module draws with, if matplotlib is there."""
    try:
        draw: Callable[..., None] = import_module(module).draw
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise Refused(
            Reason.NOT_INSTALLED, "matplotlib is not installed", "pip install 'ldproof[plots]'"
        ) from None
    return draw


def picture_writer(module: str, paths: Mapping[str, Path | None]) -> Callable[[Thing], None]:
    """What draws a file in each format that is wanted; that it can is seen before anything takes long."""
    wanted = {form: path for form, path in paths.items() if path is not None}
    if not wanted:
        return lambda _: None
    picture: Callable[[Thing, Path, str], None] = load_drawer(module)
    for path in wanted.values():
        if path.is_dir() or not path.parent.is_dir():
            raise Refused(Reason.NO_SUCH_PLACE, f"{path}: no place for a file", PLACE)

    def draw(thing: Thing) -> None:
        for form, path in wanted.items():
            with refuse_unwritable(path):
                picture(thing, path, form)

    return draw


@contextmanager
def refuse_unwritable(path: Path) -> Iterator[None]:
    """Refuse a place that cannot be written to."""
    try:
        yield
    except OSError as error:
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {error.strerror}", PLACE) from None
