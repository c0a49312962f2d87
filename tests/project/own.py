"""A package that a page writes down: its files, installed in a folder, and the commands that it shows."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = re.compile(r"<!-- (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
TIMES = re.compile(r"\b\d+\.\d+(?= +proved| s\.)")
"""How long something took, which no page knows."""


@dataclass(frozen=True)
class Shown:
    """A command, and what it is said to answer."""

    command: tuple[str, ...]
    answer: str


def files(page: str) -> dict[str, str]:
    """The files by their names."""
    return dict(FILE.findall(page))


def shown(page: str) -> Iterator[Shown]:
    """The commands, in order."""
    for block in CONSOLE.findall(page):
        for each in re.split(r"^\$ ldproof ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = each.partition("\n")
            yield Shown(tuple(shlex.split(command)), answer)


def install(found: dict[str, str], folder: Path) -> None:
    """The files of a package with its entry points, as an installer leaves them."""
    project = tomllib.loads(found["pyproject.toml"])["project"]
    for name, text in found.items():
        if name.endswith(".py"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    described = folder / f"{project['name']}-{project['version']}.dist-info"
    described.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (described / "METADATA").write_text(head, encoding="utf-8")
    groups = (
        "\n".join([f"[{group}]", *(f"{name} = {module}" for name, module in each.items())])
        for group, each in project["entry-points"].items()
    )
    (described / "entry_points.txt").write_text("\n".join(groups) + "\n", encoding="utf-8")


def timeless(answer: str) -> str:
    """An answer, whatever time it took, and without blanks at the ends of its lines."""
    return re.sub(r" +", " ", re.sub(r" +$", "", TIMES.sub("#", answer), flags=re.MULTILINE))
