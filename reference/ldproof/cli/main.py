"""The entry point: which commands there are, how their words are parsed, and how the program ends.

A command is imported when it is called.
"""

import gc
import io
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from shlex import join
from typing import Any, Literal, TextIO

import click
from click.shell_completion import get_completion_class, shell_complete

from ldproof.cli.text import (
    Status,
    refuse_unwritable,
    report_refusal,
    say,
    silence_stream,
    unwritable_refusal,
    write_complaint,
)
from ldproof.errors import Refused

# Commands, and how their words are parsed.

HELP = {"help_option_names": ["--help", "-h"], "show_default": True}
"""The settings of every command."""


class ExampledCommand(click.Command):
    """A command whose help ends with examples. An option that does not take several values is accepted once."""

    def __init__(self, name: str, *, examples: Sequence[str], **settings: Any) -> None:
        # A line with a backspace alone keeps the line breaks below it.
        epilog = "\n".join(("\b", "Examples:", *(f"  {each}" for each in examples)))
        super().__init__(name, epilog=epilog, context_settings={**HELP}, **settings)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; an option that click would take twice in silence is refused.

        Help that is asked for comes first, and whoever completes a line is refused nothing.
        """
        words = [*args]
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            for each, times in Counter(self.make_parser(ctx).parse_args(words)[2]).items():
                if isinstance(each, click.Option) and not each.multiple and times > 1:
                    raise click.BadParameter(f"it is given {times} times, and is accepted once", ctx, each)
        return rest


class ExampledGroup(ExampledCommand, click.Group):
    """Several commands behind one name."""


END = "--"
"""The word that ends the command's own words."""


class ProgramCommand(ExampledCommand):
    """A command that runs another program: every word after the first `--` is in its parameter `program`, untouched."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse our own words, and keep the program's; the context's `args` are these, from `--` on."""
        end = args.index(END) if END in args else len(args)
        if END not in args and (words := forgotten_program(self.get_params(ctx), args)):
            raise click.UsageError(
                f"{words[0]!r} is no key=value; where it begins the program's own words, {END} goes before them: "
                f"... {END} {join(words)}",
                ctx,
            )
        super().parse_args(ctx, args[:end])
        ctx.params["program"] = (*args[end + 1 :],)
        ctx.args = args[end:]
        return ctx.args

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The usage, with the other program in it."""
        return [*super().collect_usage_pieces(ctx), f"[{END} COMMAND...]"]


def forgotten_program(params: Sequence[click.Parameter], words: Sequence[str]) -> Sequence[str]:
    """The other program's words if `--` was forgotten: from the first that is neither an option nor `key=value`.

    Raise `UsageError` for an option in the place of another option's value, which click would take in silence.
    """
    values = {
        name: 0 if isinstance(each, click.Option) and each.is_flag else each.nargs
        for each in params
        for name in each.opts
    }
    named = skipped = 0
    option = ""
    for place, word in enumerate(words):
        if skipped:
            if word in values:
                number = "an argument" if values[option] == 1 else f"{values[option]} arguments"
                raise click.UsageError(f"Option {option!r} requires {number}, and {word} is another option.")
            skipped -= 1
        elif word.startswith("-"):
            option, equals, _ = word.partition("=")
            if option not in values:  # which is no option at all, and named by whoever parses them
                return ()
            skipped = 0 if equals else values[option]
        elif named and "=" not in word:
            return words[place:]
        else:
            named = 1
    return ()


# Which commands there are.


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: the module that it is in, its name there, and the first paragraph of its help."""

    module: str
    name: str
    summary: str


COMMANDS: Mapping[str, Entry] = {
    "eval": Entry(
        "ldproof.cli.commands",
        "evaluate",
        "Evaluate a formula or bound, exactly or enclosed.",
    ),
    "law": Entry(
        "ldproof.cli.commands",
        "law",
        "Print the exact law of a report, and the tight epsilon.",
    ),
    "plan": Entry(
        "ldproof.cli.commands",
        "plan_deployment",
        "Choose a mechanism by its error.",
    ),
    "test": Entry(
        "ldproof.cli.commands",
        "run_private_test",
        "Test case-control tables privately, with size and power.",
    ),
    "sketch": Entry(
        "ldproof.cli.commands",
        "sketch",
        "Count items privately: report, collect and query.",
    ),
    "audit": Entry("ldproof.cli.commands", "audit", "Test whether a program keeps the privacy it claims."),
    "conform": Entry(
        "ldproof.cli.commands",
        "conform_program",
        "Compare a program with the reference, by vectors and draws.",
    ),
    "check": Entry(
        "ldproof.cli.commands",
        "check",
        "Test whether a mechanism of yours keeps the contract.",
    ),
    "oracle": Entry(
        "ldproof.cli.oracle",
        "oracle",
        "Answer requests on standard input, one JSON object a line.",
    ),
    "vectors": Entry(
        "ldproof.cli.commands",
        "vectors",
        "Print the folder of the test vectors, or write vectors.",
    ),
    "reproduce": Entry(
        "ldproof.cli.commands",
        "reproduce_figures",
        "Repeat a paper's experiments: exact, simulated, printed.",
    ),
}
"""The commands of this package."""

SECTIONS: Mapping[str, Sequence[str]] = {
    "Audit and compare programs": ("audit", "conform", "check", "oracle", "vectors"),
    "Choose and use mechanisms": ("plan", "test", "sketch", "law", "eval"),
    "Read and check the papers": ("explain", "prove", "book", "reproduce"),
}
"""The sections of the help; commands of other packages follow in one of their own."""

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


def command_entry(name: str) -> Entry:
    """Return the entry of a command, which is known before the command is imported."""
    return COMMANDS.get(name) or plugin_commands()[name]


@cache
def load_command(name: str) -> click.Command:
    """A command itself; refused where its package cannot be loaded."""
    entry = command_entry(name)
    if not entry.module:
        raise click.UsageError(entry.summary)
    found: click.Command = getattr(import_module(entry.module), entry.name)
    return found


class DeferredCommand(click.Command):
    """A command that is known by its summary; whoever gives it words, be it for help, meets the command itself."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The command's own context; a shell that completes one that cannot be loaded is offered nothing."""
        if extra.get("resilient_parsing") and not command_entry(str(self.name)).module:
            return super().make_context(info_name, args, parent, **extra)
        return load_command(str(self.name)).make_context(info_name, args, parent, **extra)


class CommandGroup(click.Group):
    """Our commands, and those of others where ours are not all that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click calls it so)
        """All names."""
        return [*self.commands, *plugin_commands()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, if there is one."""
        if cmd_name in self.commands or cmd_name not in plugin_commands():
            return self.commands.get(cmd_name)
        return DeferredCommand(cmd_name, help=plugin_commands()[cmd_name].summary)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in sections."""
        known = {name: each for name in self.list_commands(ctx) if (each := self.get_command(ctx, name))}
        placed = {name for names in SECTIONS.values() for name in names}
        sections = {**SECTIONS, "Of other packages": [name for name in known if name not in placed]}
        limit = formatter.width - 6 - max(map(len, known))
        for title, names in sections.items():
            if rows := [(name, known[name].get_short_help_str(limit)) for name in names if name in known]:
                with formatter.section(title):
                    formatter.write_dl(rows)


# What the program itself does, beside its commands.

COMPLETE = "_LDPROOF_COMPLETE"
"""The variable in which the script of a shell asks for completions."""

INSTALLED: dict[str, tuple[str, str, str]] = {
    "bash": (".bash_completions/ldproof.sh", ".bashrc", "source ~/.bash_completions/ldproof.sh"),
    "zsh": (".zfunc/_ldproof", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/ldproof.fish", "", ""),
}
"""For each shell, below the home folder: the file of the script, and the file that needs a line to find it, with the line."""


def completion_script(shell: str) -> str:
    """The script by which a shell completes our words; refuses an unknown shell."""
    if (found := get_completion_class(shell)) is None:
        raise click.BadParameter(f"{shell!r} is not supported; accepted: bash, zsh, fish, powershell")
    return found(app, {}, "ldproof", COMPLETE).source()


def show_completion(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    """Print the script of a shell, and end."""
    if shell is not None:
        say(completion_script(shell or login_shell()))
        context.exit()


def install_completion(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    """Write the script of a shell where the shell finds it, and end."""
    if shell is None:
        return
    name = shell or login_shell()
    script = completion_script(name)
    if name not in INSTALLED:
        raise click.BadParameter(f"add the script to a profile of {name} yourself: --show-completion {name}")
    place, startup, line = INSTALLED[name]
    file, lines = Path.home() / place, Path.home() / startup
    with refuse_unwritable(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, encoding="utf-8")
    if startup:
        with refuse_unwritable(lines):
            known = lines.read_bytes() if lines.exists() else b""
            if line.encode() not in known.splitlines():
                before = "\n" * bool(known) + "\n" * (known[-1:] not in (b"", b"\n"))
                with lines.open("a", encoding="utf-8") as added:
                    added.write(f"{before}{line}\n")
    say(f"completion for {name} is in {file}, which the next shell reads")
    context.exit()


def login_shell() -> str:
    """The name of this person's shell, or nothing where it is not known."""
    return Path(os.environ.get("SHELL", "")).name


OPENING = """Test whether code keeps the epsilon it claims, ask what is right, and see what is proved.

\b
  ldproof audit black-box odds=3 --pair 0 1 --python mine:answer
  ldproof law shots.report T=3 m=1 r=0 odds=3 --input 101
  ldproof explain shots.c-star

Exit status: 0 nothing wrong; 1 a finding; 2 the request is wrong; 3 undecided, or another program
failed; 70 an error in ldproof.
"""
"""The help of the program itself."""


@click.group(
    "ldproof",
    cls=CommandGroup,
    help=OPENING,
    commands={name: DeferredCommand(name, help=each.summary) for name, each in COMMANDS.items()},
    context_settings={**HELP},
)
@click.version_option(package_name="ldproof", message="ldproof %(version)s", help="Print the version.")
@click.option(
    "--install-completion",
    metavar="[SHELL]",
    is_flag=False,
    flag_value="",
    is_eager=True,
    expose_value=False,
    callback=install_completion,
    help="Install completion for bash, zsh or fish; by default for the shell in $SHELL.",
)
@click.option(
    "--show-completion",
    metavar="[SHELL]",
    is_flag=False,
    flag_value="",
    is_eager=True,
    expose_value=False,
    callback=show_completion,
    help="Print the completion script of bash, zsh, fish or powershell.",
)
def app() -> None:
    """Run a command."""


# How the program begins and ends.

ALLOCATIONS = 100_000
"""Between two searches for cycles: long outputs are many objects and no cycles, and each search visits them all."""


def run_commands() -> int:
    """Do what the words of this process ask for; return the exit status."""
    if asked := os.environ.get(COMPLETE):
        return shell_complete(app, {}, "ldproof", COMPLETE, asked)
    try:
        try:
            with app.make_context("ldproof", sys.argv[1:]) as context:
                app.invoke(context)
        except click.ClickException as error:
            error.show()
            return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # nobody reads on, and nothing is wrong
        silence_stream(sys.stdout)
    except (Refused, OSError) as error:
        refusal = error if isinstance(error, Refused) else unwritable_refusal(error)
        return report_refusal(refusal, machine=False)
    return Status.FINE


def main() -> None:
    """Run the command line, and own up to an error that nobody else caught."""
    # Matrices are small here: threads of the linear algebra would mostly wait for one another, which takes as much time.
    # NumPy is not imported yet; programs that are started are told the same.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(ALLOCATIONS)
    # What takes the place of a closed stream can be read and is empty, and writing to it fails; no file that is opened
    # later is taken for it.
    sys.stdin, sys.stdout = sys.stdin or empty_stream("r"), sys.stdout or empty_stream("w")
    sys.stderr = sys.stderr or empty_stream("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a character that it cannot write is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(run_commands())
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001  (there is nobody else)
        if os.environ.get("LDPROOF_TRACEBACK") == "1":
            traceback.print_exception(error)
        write_complaint(
            f"ldproof: sorry, this error is ours: {type(error).__name__}: {error}"
            " (LDPROOF_TRACEBACK=1 shows where)"
        )
        sys.exit(Status.OURS)


def empty_stream(mode: Literal["r", "w"]) -> TextIO:
    """A stream of which there is nothing to be read, and to which nothing can be written, for child processes too."""
    number = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(number, True)  # noqa: FBT003  (it takes no keyword)
    return os.fdopen(number, mode)


if __name__ == "__main__":
    main()
