"""The entry point: every command, what they have in common, and how the program ends."""

import gc
import io
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Literal, TextIO

import click
from click.shell_completion import get_completion_class, shell_complete

from ldproof.cli.commands import COMMANDS, HELP, CommandGroup, DeferredCommand
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

ALLOCATIONS = 100_000
"""Between two searches for cycles: long outputs are many objects and no cycles, and each search visits them all."""

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
        raise click.BadParameter(f"{shell!r} is no bash, zsh, fish or powershell")
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


@click.group(
    "ldproof",
    cls=CommandGroup,
    commands={name: DeferredCommand(name, help=each.summary) for name, each in COMMANDS.items()},
    context_settings={**HELP},
)
@click.version_option(package_name="ldproof", message="ldproof %(version)s", help="Say the version.")
@click.option(
    "--install-completion",
    metavar="[SHELL]",
    is_flag=False,
    flag_value="",
    is_eager=True,
    expose_value=False,
    callback=install_completion,
    help="Let bash, zsh or fish complete our words; without a name, the shell in $SHELL.",
)
@click.option(
    "--show-completion",
    metavar="[SHELL]",
    is_flag=False,
    flag_value="",
    is_eager=True,
    expose_value=False,
    callback=show_completion,
    help="Print the script by which bash, zsh, fish or powershell does so.",
)
def app() -> None:
    """The executable ground truth for counting people without learning about any one of them.

    Exit status: 0 nothing wrong; 1 a finding; 2 the request is wrong; 3 undecided, or another program
    failed; 70 an error of our own.
    """


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
