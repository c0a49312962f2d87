"""The notebooks of docs/tutorials are up to date, and their cells run and print what they show."""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from doctest import ELLIPSIS, OutputChecker
from io import StringIO
from pathlib import Path

import pytest

from tests.project.notebooks import BLOCK, RUN, TUTORIALS, WRITE, cells_of_page, notebook
from tests.project.sessions import run_shell, without_numbers
from tests.tiers import slow

PAGES = sorted(TUTORIALS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_notebook_is_up_to_date(page: Path) -> None:
    assert page.with_suffix(".ipynb").read_text(encoding="utf-8") == notebook(page), "`make notebooks`"


def test_each_tutorial_has_a_notebook_and_no_other_is_there() -> None:
    assert [each.with_suffix(".ipynb") for each in PAGES] == sorted(TUTORIALS.glob("*.ipynb"))
    assert len(PAGES) >= 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_every_indented_line_is_in_a_block(page: Path) -> None:
    """So no command of a page stays among the words."""
    rest = BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert re.findall(r"^    .*", rest, re.MULTILINE) == []


def test_cells_of_each_kind() -> None:
    page = "Words.\n\n    $ cat a.txt\n    1\n\n    2\n    $ wc -l a.txt\n    3 a.txt\n\n    >>> x = 1\n    >>> x\n    1\n\nEnd.\n"
    found = [(cell.text, cell.printed, cell.code) for cell in cells_of_page(page)]
    assert found == [
        ("Words.", "", False),
        ("%%writefile a.txt\n1\n\n2", "", True),
        ("!wc -l a.txt", "3 a.txt", True),
        ("x = 1\nx", "1", True),
        ("End.", "", False),
    ]


def test_command_with_braces_is_refused() -> None:
    with pytest.raises(ValueError, match=r"braces and dollars in 'echo \{a,b\}'"):
        [*cells_of_page("    $ echo {a,b}\n    a b\n")]


def stored_code(page: Path) -> Iterator[tuple[str, str]]:
    """Return the sources and the outputs of a stored notebook's cells of code."""
    for cell in json.loads(page.with_suffix(".ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"]), "".join("".join(each["text"]) for each in cell["outputs"])


def run_cell(source: str, folder: Path, names: dict[str, object]) -> str:
    """Return what a cell prints, run as Jupyter does: the value of its last line is shown."""
    if source.startswith(WRITE):
        name, _, text = source.removeprefix(WRITE).partition("\n")
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
        return ""
    if source.startswith(RUN):
        done = run_shell(source.removeprefix(RUN), folder)
        return done.stdout + done.stderr
    *before, last = ast.parse(source).body
    with redirect_stdout(StringIO()) as printed:
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        exec(compile(ast.Interactive([last]), "cell", "single"), names)
    return printed.getvalue()


@slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_cells_run_in_order_and_print_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers may differ, as most hang on coins: the tests of the pages hold those that do not."""
    if "g++ " in page.read_text(encoding="utf-8") and shutil.which("g++") is None:
        pytest.skip("no C++ compiler is installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "dumb")  # as the first cell does, and restored at the end
    names: dict[str, object] = {}
    for source, shown in stored_code(page):
        printed = without_numbers(run_cell(source, tmp_path, names))
        assert OutputChecker().check_output(without_numbers(shown), printed, ELLIPSIS), (source, printed)
