"""The release: its source distribution and its wheel are installed in a bare environment, and its metadata agree."""

import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.specifiers import SpecifierSet

from tests.project.conftest import child_environment
from tests.project.test_lock import PIN
from tests.project.test_pages import page_text
from tests.tiers import slow

CHECKOUT = Path(__file__).parents[2]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MADE_LATER = {"ldproof_proofs/explained.json", "ldproof_proofs/opinions.json"}
"""What is built beside the sources, and in a wheel if it was built before."""
HATCH = [sys.executable, "-m", "hatchling", "build", "--target"]


def run(command: Sequence[str | Path], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command that cannot import from the checkout."""
    environment = {name: text for name, text in child_environment().items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The source distribution, and the wheel that is built from it alone."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([*HATCH, "sdist", "--directory", str(folder)], cwd=CHECKOUT, check=True)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    subprocess.run([*HATCH, "wheel", "--directory", str(folder)], cwd=unpacked, check=True)
    (wheel,) = folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel, "unpacked": unpacked}


def wheel_names(wheel: Path) -> set[str]:
    """Return the names of a wheel's files, but for those that are made later."""
    with ZipFile(wheel) as packed:
        return {*packed.namelist()} - MADE_LATER


@slow
def test_wheel_of_the_source_distribution_is_that_of_the_checkout(
    built: Mapping[str, Path], tmp_path: Path
) -> None:
    subprocess.run([*HATCH, "wheel", "--directory", str(tmp_path)], cwd=CHECKOUT, check=True)
    (other,) = tmp_path.glob("*.whl")
    assert wheel_names(built["wheel"]) == wheel_names(other)


@slow
def test_source_distribution_has_what_is_committed(built: Mapping[str, Path]) -> None:
    """But what only the host of the repository reads."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    missing = {name for name in listed.split("\0") if name and not (built["unpacked"] / name).is_file()}
    assert {name.partition("/")[0] for name in missing} == {".ci", ".github"}


@slow
@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_release_is_installed_in_a_bare_environment(
    kind: str, built: Mapping[str, Path], tmp_path: Path
) -> None:
    """With the locked versions of what it depends on, from the registry."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "bare")], check=True)
    programs = tmp_path / "bare" / "bin"
    pip: list[str | Path] = [programs / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(pin for pin, _ in PIN.findall(page_text("requirements.lock"))))
    install = [*pip, "install", "--constraint", pins]
    done = run([*install, built[kind]], tmp_path)
    assert done.returncode == 0, done.stderr
    assert run([*pip, "check"], tmp_path).returncode == 0
    version = run([programs / "ldproof", "--version"], tmp_path).stdout
    assert PROJECT["version"] in version


def test_advertised_pythons_are_those_that_are_tested() -> None:
    """By `make pythons`, beside the oldest one, and every night."""
    advertised = {
        text.rpartition(" ")[2] for text in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", text)
    }
    (others,) = re.findall(r"^PYTHONS = (.*)$", page_text("Makefile"), re.MULTILINE)
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert {oldest, *others.replace("python", "").split()} == advertised
    nightly = page_text(".github/workflows/nightly.yml")
    assert {*re.findall(r"^ +(3\.\d+)$", nightly, re.MULTILINE)} == advertised
    assert all(SpecifierSet(PROJECT["requires-python"]).contains(each) for each in advertised)


def test_version_is_the_same_everywhere() -> None:
    assert re.findall(r"^version: (.*)$", page_text("CITATION.cff"), re.MULTILINE) == [PROJECT["version"]]
