"""docs/tutorials/client-and-collector.md: its commands run, and print what is shown."""

import shutil
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from tests.project.sessions import run_session
from tests.project.test_pages import page_text
from tests.tiers import slow


@slow
def test_each_command_prints_what_is_shown(tmp_path: Path) -> None:
    """Exit status 1 is that of `conform` where it says that a program differs."""
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler is installed")
    ran = 0
    for command, printed, done in run_session(page_text("docs/tutorials/client-and-collector.md"), tmp_path):
        assert (done.returncode, done.stderr) == (int(printed.startswith("differs")), ""), command
        expected = f"{printed}\n" if printed else ""
        assert OutputChecker().check_output(expected, done.stdout, ELLIPSIS), (command, done.stdout)
        ran += 1
    assert ran == 14
