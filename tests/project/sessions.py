"""Sessions of a shell on the pages: commands after `$`, with what they print below."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

from tests.project.conftest import child_environment

SESSION = re.compile(r"^    \$ .*\n(?:    .*\n|\n+(?=    ))*", re.MULTILINE)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, and what it prints, `...` standing for anything."""


def shown_commands(page: str) -> Iterator[tuple[str, str]]:
    """Return the commands of a page's sessions in order, with what the page says they print."""
    for session in SESSION.findall(page):
        yield from ((command, printed.rstrip()) for command, printed in SHOWN.findall(dedent(session)))


def run_shell(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a script in a shell with the `ldproof`, the `pytest` and the `python` of this environment."""
    commands = "".join(
        f'{name}() {{ "{sys.executable}" {module} "$@"; }}\n'
        for name, module in {"ldproof": "-m ldproof", "pytest": "-m pytest", "python": ""}.items()
    )
    return subprocess.run(
        ["bash", "-c", commands + dedent(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=child_environment(),
    )


def run_session(page: str, folder: Path) -> Iterator[tuple[str, str, "subprocess.CompletedProcess[str]"]]:
    """Run a page's commands in order, and write the files that it shows by `cat`; yield what is shown and what came."""
    for command, printed in shown_commands(page):
        if command.startswith("cat "):
            (folder / command.removeprefix("cat ")).write_text(f"{printed}\n", encoding="utf-8")
        else:
            yield command, printed, run_shell(command, folder)


def without_numbers(text: str) -> str:
    """Replace numbers, which hang on coins, and the spaces that depend on their lengths."""
    hashed = re.sub(r"-?\b\d+(\.\d|:\d+)?\b", "#", text)
    return "\n".join(" ".join(line.split()) for line in hashed.strip().splitlines())
