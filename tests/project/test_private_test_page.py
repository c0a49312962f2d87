"""docs/tutorials/private-test.md: its commands and its examples run, and print what is shown."""

import re
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from tests.project.sessions import run_shell, shown_commands
from tests.project.test_python_page import count_failures
from tests.tiers import slow

PAGE = (Path(__file__).parents[2] / "docs/tutorials/private-test.md").read_text(encoding="utf-8")
SESSIONS = [*shown_commands(PAGE)]
FILES = {command.removeprefix("cat "): text for command, text in SESSIONS if command.startswith("cat ")}
EXAMPLES = 11
COMMANDS = [(command, text) for command, text in SESSIONS if not command.startswith("cat ")]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with the files that the page shows."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(f"{text}\n", encoding="utf-8")


def test_page_has_blocks_of_both_kinds() -> None:
    assert sorted(FILES) == ["cities.csv", "variants.csv"]
    assert len(COMMANDS) == 5
    assert len(re.findall(r"^    >>> ", PAGE, re.MULTILINE)) == EXAMPLES


@slow
@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_commands_print_the_shown_output(command: str, expected: str, tmp_path: Path) -> None:
    result = run_shell(command, tmp_path)
    printed = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
    assert OutputChecker().check_output(f"{expected}\n", printed, ELLIPSIS), printed
    assert result.stderr == ""


@slow
def test_examples_of_the_page_run() -> None:
    """In one session, in order; a power or a size that changes shows."""
    failed, attempted = count_failures(PAGE, {})
    assert (failed, attempted) == (0, EXAMPLES)
