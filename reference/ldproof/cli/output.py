"""Where words go: answers to standard output, everything else to standard error; and how a command ends."""

import json
from enum import IntEnum

import typer


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
