"""The commands: what each is for is known at once, its module is imported when it is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from ldproof.cli.conversion import text_as_it_is
from ldproof.cli.dashes import Running

if TYPE_CHECKING:  # typer has these types, but keeps them to itself
    from typer._click import Command, Context


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its module, the function in it, the first line of what that says of itself, and how it is parsed."""

    room: str
    function: str
    summary: str
    kind: type[TyperCommand] = TyperCommand

    def module(self) -> ModuleType:
        """Its module, with `EXAMPLES` of its use."""
        return import_module(f"ldproof.cli.{self.room}")


COMMANDS: Mapping[str, Entry] = {
    "prove": Entry(
        "prove",
        "prove",
        "Run the ledger: every claim of every source, its verdict, and the evidence for it.",
    ),
    "explain": Entry(
        "explain",
        "explain",
        "What is printed, what is true, why, and what that assumes: as it was proved for this release.",
    ),
    "eval": Entry(
        "evaluate",
        "evaluate",
        "A formula or bound: its exact value if it is rational, otherwise decimals that enclose it.",
    ),
    "law": Entry(
        "law", "law", "The exact law of what a person sends, and the tight epsilon between two people."
    ),
    "audit": Entry("audit", "audit", "Whether a program keeps the privacy that it claims.", Running),
    "reproduce": Entry(
        "reproduce",
        "reproduce_figures",
        "The sources' experiments: each number exactly, as the mean of runs with its standard error, and as printed.",
    ),
}


class Deferred(TyperCommand):
    """A command that is known by name; whoever gives it words, be it for help, meets the command itself."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: "Context | None" = None, **extra: Any
    ) -> "Context":
        """The command's own context."""
        return command(str(self.name)).make_context(info_name, args, parent, **extra)


@cache
def command(name: str) -> "Command":
    """A command itself."""
    entry = COMMANDS[name]
    module = entry.module()
    # A line with a backspace alone keeps the line breaks below it.
    epilog = "\n".join(("\b", "Examples:", *(f"  {each}" for each in module.EXAMPLES)))
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, cls=entry.kind, epilog=epilog)(getattr(module, entry.function))
    made = get_command(alone)
    text_as_it_is(made)
    return made


def register(app: typer.Typer) -> None:
    """Make them known."""
    for name, entry in COMMANDS.items():
        app.command(name, cls=Deferred, help=entry.summary)(nothing)


def nothing() -> None:
    """What is in a command's place until its module is imported."""
