"""Where the source of a finding is: as tools that show findings beside code want to know it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ldproof.domains import Whole
from ldproof.rejections import Reason, Refused

LINE = Whole(1, 10**9)
BEGINNING = 1024
"""So many bytes of a file show whether it is a text."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: Path
    line: int = 1

    @property
    def within(self) -> str | None:
        """The file as seen from the folder of the checkout that it is in; none where it is in no other folder than ours."""
        file, here = self.file.resolve(), Path.cwd()
        root = next((each for each in (here, *here.parents) if (each / ".git").exists()), here)
        return file.relative_to(root).as_posix() if file.is_relative_to(root) else None


def place_of(text: str) -> Place:
    """The place that is written as FILE or FILE:LINE."""
    name, colon, line = text.rpartition(":")
    file, number = (Path(name), LINE.accept("line", line)) if colon and line.isdecimal() else (Path(text), 1)
    if not file.is_file():
        raise Refused(Reason.NO_SUCH_PLACE, f"{file} is no file", "FILE or FILE:LINE")
    return Place(file, number)


def of_function(place: str) -> Place | None:
    """Where `module:function` is defined, if that is below this folder; nothing is imported."""
    module, _, name = place.partition(":")
    stem = Path(*module.split("."))
    for file in (stem.parent / f"{stem.name}.py", stem / "__init__.py"):
        if file.is_file():
            return Place(file, line_of(file, name.split(".")))
    return None


def line_of(file: Path, names: Sequence[str]) -> int:
    """The line in which a function, or a class's method, begins; the first line where it cannot be told."""
    try:
        body: Sequence[ast.stmt] = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return 1
    line = 1
    for name in names:
        found = [
            each
            for each in body
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and each.name == name
        ]
        if not found:
            break
        line, body = found[-1].lineno, found[-1].body
    return line


def of_command(words: Sequence[str]) -> Place | None:
    """The first text file of the checkout among the words of a command: the interpreter is none, a script is."""
    for word in words:
        place = Place(Path(word))
        if is_text(place.file) and place.within is not None:
            return place
    return None


def is_text(file: Path) -> bool:
    """Whether there is such a file, and no program for a processor in it."""
    try:
        with file.open("rb") as content:
            return b"\0" not in content.read(BEGINNING)
    except (OSError, ValueError):  # no file, or no name of one
        return False
