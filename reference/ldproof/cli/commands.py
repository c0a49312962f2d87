"""The commands: each is known by name, and imported when it is called; how their words are parsed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from shlex import join
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

if TYPE_CHECKING:  # typer has these types, but keeps them to itself
    from typer._click import Command, Context, Parameter

# Parameters that are text stay what they are: typer would import pydantic to find that out, a third of a short answer.


class WhereNeeded:
    """Typer's own converter, asked for only where a value is not of its type already."""

    def __init__(self, param: TyperArgument | TyperOption) -> None:
        self._typers = param.get_runtime_param

    def coerce(self, value: object, param: TyperArgument | TyperOption, ctx: "Context") -> object:
        """The value as the parameter's type."""
        asked: object = param.type_descriptor.annotation
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if several and asked == list[str] and isinstance(value, list | tuple):
            return [*value]
        if not several and isinstance(asked, type) and isinstance(value, asked):
            return value
        found: object = self._typers().coerce(value, param=param, ctx=ctx)
        return found


def text_as_it_is(command: "Command") -> None:
    """Convert only what has to be."""
    for param in command.get_params(typer.Context(command, **command.context_settings)):  # with --help
        if isinstance(param, TyperArgument | TyperOption):
            converter = WhereNeeded(param)
            setattr(param, "get_runtime_param", lambda it=converter: it)  # noqa: B010  (typer asks it for this)


# Commands whose options are not given twice: typer takes the last of two values and drops the first in silence.


class Once(TyperCommand):
    """A command; an option of it that has one value is given at most once."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse the words. Help that is asked for comes first, and whoever completes a line is refused nothing."""
        words = [*args]
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            given = Counter(self.make_parser(ctx).parse_args(words)[2])
            for each, times in given.items():
                if isinstance(each, TyperOption) and not (each.is_flag or each.multiple) and times > 1:
                    raise typer.BadParameter(f"it is given {times} times, and has one value", ctx, each)
        return rest


# A command that runs another program: every word after the first `--` is that program's, untouched.

END = "--"
"""What ends our own words."""
TWOFOLD = "--pair"
"""The option that takes two words at a time and may come again: typer knows only one or the other."""


class Running(Once):
    """A command that runs another program, and finds its words in `context.args`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse our own words, and leave the others over."""
        ours, others = split_words(args)
        if END not in args and (words := forgotten_command(self.get_params(ctx), args)):
            raise typer.BadParameter(
                f"{words[0]!r} is no key=value; where it begins the program's own words, {END} goes before them: "
                f"... {END} {join(words)}",
                ctx,
            )
        super().parse_args(ctx, ours)
        ctx.args = others
        return others

    def collect_usage_pieces(self, ctx: "Context") -> list[str]:
        """The usage, with the other program in it."""
        return [*super().collect_usage_pieces(ctx), f"[{END} COMMAND...]"]


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Our own words, and those after the first `--`."""
    end = words.index(END) if END in words else len(words)
    return list(one_by_one(words[:end])), list(words[end + 1 :])


def forgotten_command(params: Sequence["Parameter"], words: Sequence[str]) -> Sequence[str]:
    """The words from the first one on that is neither ours nor `key=value`: the program's, where `--` was forgotten."""
    taken = {
        name: 2 if name == TWOFOLD else int(not getattr(param, "is_flag", False))
        for param in params
        for name in param.opts
    }
    named = skipped = 0
    for place, word in enumerate(words):
        if skipped:
            skipped -= 1
        elif word.startswith("-"):
            option, equals, _ = word.partition("=")
            if option not in taken:  # which is no option at all, and named by whoever parses them
                return ()
            skipped = 0 if equals else taken[option]
        elif named and "=" not in word:
            return words[place:]
        else:
            named = 1
    return ()


def one_by_one(words: Sequence[str]) -> Iterator[str]:
    """The words, an option that takes two of them named before either; another option is not one of the two."""
    awaited = 0
    for word in words:
        if awaited == 1 and not word.startswith(END):
            yield TWOFOLD
        awaited = 2 if word == TWOFOLD and not awaited else max(awaited - 1, 0)
        yield word


# The commands: what each is for is known at once, its module is imported when it is called.

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
def plugin_commands() -> Mapping[str, Entry]:
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
        return [*super().list_commands(ctx), *plugin_commands()]

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """The command of a name, if there is one."""
        if cmd_name in COMMANDS or cmd_name not in plugin_commands():
            return super().get_command(ctx, cmd_name)
        return Deferred(cmd_name, help=plugin_commands()[cmd_name].summary)


class Deferred(TyperCommand):
    """A command that is known by name; whoever gives it words, be it for help, meets the command itself."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: "Context | None" = None, **extra: Any
    ) -> "Context":
        """The command's own context; a shell that completes one that cannot be loaded is offered nothing."""
        if extra.get("resilient_parsing") and not command_entry(str(self.name)).module:
            return super().make_context(info_name, args, parent, **extra)
        return load_command(str(self.name)).make_context(info_name, args, parent, **extra)


def command_entry(name: str) -> Entry:
    """What is known of a command at once."""
    return COMMANDS.get(name) or plugin_commands()[name]


@cache
def load_command(name: str) -> "Command":
    """A command itself."""
    known = command_entry(name)
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


def register_commands(app: typer.Typer) -> None:
    """Make them known."""
    for name, known in COMMANDS.items():
        app.command(name, cls=Deferred, help=known.summary)(unloaded_command)


def unloaded_command() -> None:
    """What is in a command's place until its module is imported."""
