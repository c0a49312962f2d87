"""Where words go: answers to standard output, everything else to standard error; and how a command ends."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import TextIO

import typer

from ldproof.codec.values import as_json

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
    typer.echo(text)


def say_json(thing: object, *, error: bool = False) -> None:
    """Answer with one JSON text, alone on its line."""
    try:
        typer.echo(json.dumps(thing, default=as_json, allow_nan=False), err=error)
    except OSError:
        if not error:
            raise
        silence(sys.stderr)


def complain(text: str) -> None:
    """Say in one line what is not an answer, if anybody listens."""
    try:
        typer.echo(" ".join(text.split()), err=True)
    except OSError:
        silence(sys.stderr)


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
        silence(sys.stdout)
        if not gone:
            complain(f"ldproof: writing: {error.strerror}; the exit status is that of what was found")


def silence(stream: TextIO) -> None:
    """Nothing more is said there, not even when the interpreter flushes its streams."""
    with suppress(OSError):  # what is in memory has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
