"""docs/tutorials/client-and-collector.md: its commands run, and print what is shown."""

import re
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from textwrap import dedent

import pytest

from tests.project.conftest import child_environment
from tests.tiers import slow

PAGE = (Path(__file__).parents[2] / "docs/tutorials/client-and-collector.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^    \$ .*\n(?:    .*\n|\n(?=    |\n))*", PAGE, re.MULTILINE)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, and what it prints."""


@slow
def test_each_command_prints_what_is_shown(tmp_path: Path) -> None:
    """A file that is shown is written. Exit status 1 is that of `conform` where it says that a program differs."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler is installed")
    ran = 0
    for command, printed in (each for block in BLOCKS for each in SHOWN.findall(dedent(block))):
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text(f"{printed.rstrip()}\n", encoding="utf-8")
            continue
        words = f'ldproof() {{ "{sys.executable}" -m ldproof "$@"; }}; g++() {{ "{compiler}" "$@"; }}; '
        done = subprocess.run(
            ["bash", "-c", words + command],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=child_environment(),
        )
        assert (done.returncode, done.stderr) == (int(printed.startswith("differs")), ""), command
        expected = f"{printed.rstrip()}\n" if printed.strip() else ""
        assert OutputChecker().check_output(expected, done.stdout, ELLIPSIS), (command, done.stdout)
        ran += 1
    assert ran == 14
