"""`python -m tests.project.notebooks`: write a notebook beside each tutorial, from its Markdown.

A file that is shown becomes a cell that writes it, a command a cell with an exclamation mark, and examples of Python a
cell that ends where something is printed. What the page says is printed is the cell's output.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from doctest import DocTestParser
from pathlib import Path
from textwrap import dedent

from tests.project.sessions import SHOWN

TUTORIALS = Path(__file__).parents[2] / "docs/tutorials"
BLOCK = re.compile(r"^    (?:\$ .*\n(?:\n*    (?!>>> ).*\n)*|>>> .*\n(?:\n*    (?!\$ ).*\n)*)", re.MULTILINE)
"""Commands, or examples, that follow each other."""
WRITE, RUN = "%%writefile ", "!"
INTERPOLATED = re.compile(r"[{}$]")
"""What a notebook would replace in a command."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Code, with what the page says is printed; or words."""

    text: str
    printed: str = ""
    code: bool = False


PLAIN = Cell('import os\n\nos.environ["TERM"] = "dumb"  # no progress bars among the outputs', code=True)
"""The first cell: a notebook runs commands in a terminal."""


def cells_of_page(page: str) -> Iterator[Cell]:
    """Return a tutorial's cells in order; raise ValueError if a command means something else in a notebook."""
    end = 0
    for block in BLOCK.finditer(page):
        yield from words_of(page[end : block.start()])
        yield from cells_of_block(dedent(block[0]))
        end = block.end()
    yield from words_of(page[end:])


def words_of(text: str) -> Iterator[Cell]:
    """Return a cell of words, if there are any."""
    if text.strip():
        yield Cell(text.strip("\n"))


def cells_of_block(block: str) -> Iterator[Cell]:
    """Return the cells of a block of commands or of examples."""
    for command, printed in SHOWN.findall(block):
        if command.startswith("cat "):
            yield Cell(f"{WRITE}{command.removeprefix('cat ')}\n{printed.rstrip()}", code=True)
        elif INTERPOLATED.search(command):
            raise ValueError(f"a notebook replaces braces and dollars in {command!r}")
        else:
            yield Cell(f"{RUN}{command}", printed.rstrip(), code=True)
    sources = ""
    for example in DocTestParser().get_examples(block):
        sources += example.source
        if example.want:
            yield Cell(sources.rstrip(), example.want.rstrip(), code=True)
            sources = ""
    if sources:
        yield Cell(sources.rstrip(), code=True)


def notebook(page: Path) -> str:
    """Return a tutorial's notebook, in version 4.5 of the format."""
    made = Cell(f"Made from [{page.name}]({page.name}) by `make notebooks`: to change it, change that page.")
    cells = [PLAIN, *cells_of_page(page.read_text(encoding="utf-8")), made]
    return (
        json.dumps(
            {
                "cells": [stored_cell(number, cell) for number, cell in enumerate(cells, 1)],
                "metadata": {
                    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                    "language_info": {"name": "python"},
                },
                "nbformat": 4,
                "nbformat_minor": 5,
            },
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


def stored_cell(number: int, cell: Cell) -> dict[str, object]:
    """Return a cell as the format has it."""
    shared = {"id": f"cell-{number}", "metadata": {}, "source": cell.text.splitlines(keepends=True)}
    if not cell.code:
        return {"cell_type": "markdown", **shared}
    shown = f"{cell.printed}\n".splitlines(keepends=True) if cell.printed else []
    outputs = [{"name": "stdout", "output_type": "stream", "text": shown}] if shown else []
    return {"cell_type": "code", "execution_count": None, **shared, "outputs": outputs}


if __name__ == "__main__":
    for tutorial in sorted(TUTORIALS.glob("*.md")):
        tutorial.with_suffix(".ipynb").write_text(notebook(tutorial), encoding="utf-8")
