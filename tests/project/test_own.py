"""docs/own.md: its package is installed in a folder, and its commands are run."""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from ldproof.cli.main import app
from ldproof.names import plugins_by_system
from ldproof.registry import MECHANISMS
from tests.project.conftest import child_environment
from tests.tiers import slow

PAGE = (Path(__file__).parents[2] / "docs/own.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL))
SHOWN = [
    (tuple(shlex.split(command)), answer)
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for command, _, answer in (
        each.partition("\n") for each in re.split(r"^\$ ldproof ", block, flags=re.MULTILINE)[1:]
    )
]
"""The commands, in order, each with what it is said to answer."""

CLIENT = """
from fractions import Fraction

from ldproof.budget import parse_budget as budget
from theirs.mechanism import Kary, Subset, Twice


def kary(value, k, odds, coins):
    return Kary(int(k), budget(odds=odds)).randomize(value, coins)


def subset(value, k, size, odds, coins):
    return Subset(int(k), int(size), budget(odds=odds)).randomize(value, coins)


def twice(value, odds, coins):
    return Twice(budget(odds=odds)).randomize(tuple(value), coins)
"""


def write_files(files: dict[str, str], folder: Path) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def install_package(files: dict[str, str], folder: Path) -> None:
    """Write the files of a package with its entry points, as an installer does."""
    project = tomllib.loads(files["pyproject.toml"])["project"]
    groups = (
        "\n".join([f"[{group}]", *(f"{name} = {module}" for name, module in each.items())])
        for group, each in project["entry-points"].items()
    )
    described = f"{project['name']}-{project['version']}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    write_files({name: text for name, text in files.items() if name.endswith(".py")}, folder)
    write_files(
        {f"{described}/METADATA": head, f"{described}/entry_points.txt": "\n".join(groups) + "\n"}, folder
    )


def without_times(answer: str) -> str:
    """Return an output without times, and without blanks at the ends of its lines."""
    untimed = re.sub(r"\b\d+\.\d+(?= +proved| s\.)", "#", answer)
    return re.sub(r" +", " ", re.sub(r" +$", "", untimed, flags=re.MULTILINE))


@pytest.fixture
def package_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the page's package in a folder of the path, and change to another folder."""
    site, here = tmp_path / "site", tmp_path / "here"
    here.mkdir()
    install_package({**FILES, "theirs/client.py": CLIENT}, site)
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    plugins_by_system.cache_clear()
    yield site
    plugins_by_system.cache_clear()


def run_ldproof(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "200"})


def run_in_new_process(command: tuple[str, ...], package_site: Path) -> str:
    """Return the output of a command in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "ldproof", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={
            **child_environment(),
            "PYTHONPATH": str(package_site),
            "COLUMNS": "200",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    ).stdout


@pytest.mark.parametrize("name", ["law", "check", "eval", "prove"])
def test_commands_have_the_stated_output(name: str, package_site: Path) -> None:
    names = {name, "explain"} if name == "prove" else {name}
    shown = [
        each for each in SHOWN if each[0][0] in names and (name != "check" or each[0][1] == "slips.lazy")
    ]
    assert shown
    for command, answer in shown:
        assert without_times(run_ldproof(*command).output) == without_times(answer) != "", command


@slow
def test_commands_in_new_processes_have_the_stated_output(package_site: Path) -> None:
    for command, answer in SHOWN:
        assert without_times(run_in_new_process(command, package_site)) == without_times(answer) != "", (
            command
        )


@pytest.mark.parametrize(
    "command",
    [
        "vectors vectors theirs.kary k=5 odds=3",
        pytest.param("conform theirs.subset k=4 size=2 odds=3 --python theirs.client:subset", marks=slow),
        pytest.param("conform theirs.twice odds=9 --draws 200 --python theirs.client:twice", marks=slow),
        pytest.param("audit theirs.kary k=5 odds=3 --pairs 100 --python theirs.client:kary", marks=slow),
        "explain theirs.kary",
        "explain theirs.truth",
        "explain --list",
        "eval --list",
        "prove theirs.private --no-solvers",
    ],
)
def test_every_other_command_works_for_the_package(
    package_site: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(package_site))
    found = run_ldproof(*command.split())
    assert (found.exit_code, found.stderr) == (0, "")
    assert "theirs." in found.stdout or command.startswith("vectors")


@slow
def test_wheel_of_the_package_is_found(tmp_path: Path) -> None:
    """Built by its own build system, and unpacked as an installer does."""
    write_files(FILES, tmp_path / "project")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=tmp_path / "project", check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    command, answer = SHOWN[0]
    assert without_times(run_in_new_process(command, tmp_path / "site")) == without_times(answer)


def test_uninstalled_package_is_unknown() -> None:
    """Whoever has not installed it has not got it."""
    assert not any(name.startswith("theirs.") for name in MECHANISMS)
