"""The commands: what each is for is known at once, its module is imported when it is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from ldproof.cli.conversion import text_as_it_is
from ldproof.cli.passthrough import Running
from ldproof.cli.repetition import Once

if TYPE_CHECKING:  # typer has these types, but keeps them to itself
    from typer._click import Command, Context


HELP = {"help_option_names": ["--help", "-h"]}
"""What asks for help."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its module, the function in it, the first line of what that says of itself, and how it is parsed."""

    module: str
    function: str
    summary: str
    kind: type[TyperCommand] = Once


COMMANDS: Mapping[str, Entry] = {
    "eval": Entry(
        "ldproof.cli.evaluate",
        "evaluate",
        "A formula or bound: its exact value if it is rational, otherwise decimals that enclose it.",
    ),
    "law": Entry(
        "ldproof.cli.law",
        "law",
        "The exact law of what a person sends, and the tight epsilon between two people.",
    ),
    "plan": Entry(
        "ldproof.cli.plan",
        "plan_deployment",
        "Which mechanism, with which parameters, and how wrong it will be: exactly, or between two bounds.",
    ),
    "audit": Entry(
        "ldproof.cli.audit", "audit", "Whether a program keeps the privacy that it claims.", Running
    ),
    "conform": Entry(
        "ldproof.cli.conform",
        "conform_program",
        "Whether a program answers as the reference does: to the test vectors, and by the law of what it draws.",
        Running,
    ),
    "check": Entry(
        "ldproof.cli.check",
        "check",
        "Whether a mechanism keeps the contract of mechanisms: yours, which an entry point of your package names, or ours.",
    ),
    "oracle": Entry(
        "ldproof.cli.oracle",
        "oracle",
        "Answer requests on standard input: laws, draws from given coins, estimates, decisions and formulas.",
    ),
    "vectors": Entry(
        "ldproof.cli.vectors",
        "vectors",
        "Write the test vectors and their schemas, computed afresh; without a folder, say where those that are shipped lie.",
    ),
    "reproduce": Entry(
        "ldproof.cli.reproduce",
        "reproduce_figures",
        "The sources' experiments: each number exactly, as the mean of runs with its standard error, and as printed.",
    ),
}
"""Our own."""

OTHERS = "ldproof.commands"
"""The entry points under which other packages bring theirs."""


@cache
def others() -> Mapping[str, Entry]:
    """The commands that other packages bring, the proofs' among them; none of them takes one of our names."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, and most commands do without)

    found: dict[str, Entry] = {}
    for each in entry_points(group=OTHERS):
        try:
            loaded = each.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  (another package's, whatever it is: ours go on without it)
            loaded = Entry("", "", f"It cannot be loaded: {error}")
        if isinstance(loaded, Entry) and each.name not in COMMANDS:
            found[each.name] = loaded
    return found


class Commands(TyperGroup):
    """Our commands, and those of others where ours are not all that is asked for."""

    def list_commands(self, ctx: "Context") -> list[str]:
        """All names."""
        return [*super().list_commands(ctx), *others()]

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """The command of a name, if there is one."""
        if cmd_name in COMMANDS or cmd_name not in others():
            return super().get_command(ctx, cmd_name)
        return Deferred(cmd_name, help=others()[cmd_name].summary)


class Deferred(TyperCommand):
    """A command that is known by name; whoever gives it words, be it for help, meets the command itself."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: "Context | None" = None, **extra: Any
    ) -> "Context":
        """The command's own context; a shell that completes one that cannot be loaded is offered nothing."""
        if extra.get("resilient_parsing") and not entry(str(self.name)).module:
            return super().make_context(info_name, args, parent, **extra)
        return command(str(self.name)).make_context(info_name, args, parent, **extra)


def entry(name: str) -> Entry:
    """What is known of a command at once."""
    return COMMANDS.get(name) or others()[name]


@cache
def command(name: str) -> "Command":
    """A command itself."""
    known = entry(name)
    if not known.module:
        raise typer.BadParameter(known.summary)
    module = import_module(known.module)
    # A line with a backspace alone keeps the line breaks below it.
    epilog = "\n".join(("\b", "Examples:", *(f"  {each}" for each in module.EXAMPLES)))
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, cls=known.kind, context_settings=HELP, epilog=epilog)(getattr(module, known.function))
    made = get_command(alone)
    text_as_it_is(made)
    return made


def register(app: typer.Typer) -> None:
    """Make them known."""
    for name, known in COMMANDS.items():
        app.command(name, cls=Deferred, help=known.summary)(nothing)


def nothing() -> None:
    """What is in a command's place until its module is imported."""
