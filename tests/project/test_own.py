"""The page about a mechanism of one's own: its package is installed in a folder, and its commands are run as they stand."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner, Result

from ldproof.catalogue import MECHANISMS
from ldproof.cli.main import app
from ldproof.plugins import plugins
from tests.project.own import Shown, files, install, shown, timeless

PAGE = Path(__file__).parents[2] / "docs/own.md"
Installed = Callable[[dict[str, str]], Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """Install files in a folder that is looked through for packages, and work in another one."""
    site, here = tmp_path / "site", tmp_path / "here"
    here.mkdir()
    before = {*sys.modules}

    def put(found: dict[str, str]) -> Path:
        site.mkdir()
        install(found, site)
        monkeypatch.syspath_prepend(site)
        plugins.cache_clear()
        return site

    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield put
    plugins.cache_clear()
    for name in {*sys.modules} - before:
        if name.partition(".")[0] == "theirs":
            del sys.modules[name]


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def ldproof(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "200"})


def wrong(found: str, wanted: Shown) -> bool:
    """Whether a command answers something else."""
    return timeless(found) != timeless(wanted.answer)


def typed(command: Sequence[str], site: Path) -> str:
    """What a command prints where it is typed: in a process in which nothing has been computed before."""
    environment = os.environ | {"PYTHONPATH": str(site), "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "ldproof", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=environment,
    ).stdout


def test_its_commands_answer_as_they_are_said_to(page: str, installed: Installed) -> None:
    site = installed(files(page))
    commands = [*shown(page)]
    assert {each.command[0] for each in commands} == {"law", "check", "eval", "prove", "explain"}
    assert [each.command for each in commands if wrong(typed(each.command, site), each)] == []
    assert all(each.answer for each in commands)


def test_another_answer_would_be_noticed(page: str, installed: Installed) -> None:
    installed(files(page.replace("whole = odds * comb", "whole = 2 * odds * comb")))
    said = {each.command: each for each in shown(page)}
    (subset,) = [each for each in said if "theirs.subset" in each and "--output" in each]
    assert wrong(ldproof(*subset).output, said[subset])
    assert ldproof("check", "theirs.subset", "k=5", "size=2", "odds=3").exit_code == 1


@pytest.mark.parametrize(
    "command",
    [
        ("vectors", "vectors", "theirs.kary", "k=5", "odds=3"),
        ("conform", "theirs.subset", "k=4", "size=2", "odds=3", "--python", "theirs.client:subset"),
        ("conform", "theirs.twice", "odds=9", "--draws", "600", "--python", "theirs.client:twice"),
        ("audit", "theirs.kary", "k=5", "odds=3", "--pairs", "500", "--python", "theirs.client:kary"),
        ("explain", "theirs.kary"),
        ("explain", "theirs.truth"),
        ("explain", "--list"),
        ("eval", "--list"),
        ("prove", "theirs.private", "--no-solvers"),
    ],
)
def test_whatever_else_there_is_for_ours(
    page: str, installed: Installed, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    site = installed({**files(page), "theirs/client.py": CLIENT})
    monkeypatch.setenv("PYTHONPATH", str(site))
    found = ldproof(*command)
    assert (found.exit_code, found.stderr) == (0, "")
    assert "theirs." in found.stdout or command[0] == "vectors"


CLIENT = """
from fractions import Fraction

from ldproof.budget import budget
from theirs.mechanism import Kary, Subset, Twice


def kary(value, k, odds, coins):
    return Kary(int(k), budget(odds=odds)).randomize(value, coins)


def subset(value, k, size, odds, coins):
    return Subset(int(k), int(size), budget(odds=odds)).randomize(value, coins)


def twice(value, odds, coins):
    return Twice(budget(odds=odds)).randomize(tuple(value), coins)
"""


def test_a_wheel_of_it_is_found(page: str, tmp_path: Path) -> None:
    """As an installer has it: built by its own build system, and unpacked."""
    project, site = tmp_path / "project", tmp_path / "site"
    for name, text in files(page).items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=project, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(site)
    (first, *_) = shown(page)
    answered = subprocess.run(
        [sys.executable, "-m", "ldproof", *first.command],
        env={**os.environ, "PYTHONPATH": str(site), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert timeless(answered.stdout) == timeless(first.answer)


def test_nothing_of_it_is_left(page: str) -> None:
    """Whoever has not installed it has not got it."""
    assert not any(name.startswith("theirs.") for name in MECHANISMS)
