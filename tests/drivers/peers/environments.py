"""An environment of its own for each library, made once from pinned versions; and sources that no registry has.

`python -m tests.drivers.peers.environments pure_ldp` makes one.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PLACE = Path("build/peers")
"""Where the environments are, seen from the root."""
PYTHON = "3.11"
"""The oldest library has no wheels for a later one."""


class Missing(Exception):  # noqa: N818  (a finding, not an error)
    """An environment that cannot be made, and why."""


class NothingHere(Missing):
    """There is no registry here, or no Python of the right version: that is no fault of the pins."""


@dataclass(frozen=True, slots=True)
class Library:
    """A package of others; its folder here has the pinned versions, and its adapter unless another's serves it."""

    package: str
    folder: str
    adapter: str = ""
    answers: str = "adapter"
    """The module of that folder that answers for it."""

    @property
    def requirements(self) -> Path:
        """The file with the pinned versions."""
        return HERE / self.folder / "requirements.txt"

    @property
    def version(self) -> str:
        return pins(self.requirements.read_text(encoding="utf-8"))[self.package]

    @property
    def title(self) -> str:
        return f"{self.package} {self.version}"

    @property
    def command(self) -> tuple[str, ...]:
        """The command that answers for the library, run at the root."""
        module = f"tests.drivers.peers.{self.adapter or self.folder}.{self.answers}"
        return str(PLACE / self.folder / "bin" / "python"), "-m", module


LIBRARIES = {
    library.folder: library
    for library in (
        Library("opendp", "opendp"),
        Library("pure-ldp", "pure_ldp"),
        Library("pure-ldp", "pure_ldp_1_1_2", adapter="pure_ldp"),
        Library("multi-freq-ldpy", "multi_freq_ldpy"),
        Library("diffprivlib", "diffprivlib"),
    )
}
"""By their folders here."""


@dataclass(frozen=True, slots=True)
class Source:
    """A repository of others at a commit; git's `url.<base>.insteadOf` can name a copy of it that is nearer."""

    repository: str
    commit: str

    @property
    def place(self) -> Path:
        """Where it is checked out."""
        return ROOT / PLACE / "sources" / self.repository.rpartition("/")[2]


def check_out(source: Source) -> Path:
    """Return where a source is, having got it unless it is there; raise NothingHere if it cannot be had."""
    git = ("git", "-c", "advice.detachedHead=false", "-C", str(source.place))
    try:
        if not (source.place / ".git").is_dir():
            source.place.mkdir(parents=True)
            call(source.repository, *git, "init", "--quiet")
        if subprocess.run(
            [*git, "checkout", "--quiet", source.commit], capture_output=True, check=False
        ).returncode:
            call(
                source.repository, *git, "fetch", "--quiet", "--depth", "1", source.repository, source.commit
            )
            call(source.repository, *git, "checkout", "--quiet", source.commit)
    except (Missing, OSError) as why:
        raise NothingHere(str(why)) from why
    return source.place


def pins(requirements: str) -> dict[str, str]:
    """The version of each package; a line without an exact one is an error."""
    lines = (line.strip() for line in requirements.splitlines())
    return dict(line.split("==") for line in lines if line and line[0] not in "#-")


def make(library: Library) -> None:
    """Make a library's environment, unless it is there with the same versions."""
    place, wanted = ROOT / PLACE / library.folder, library.requirements.read_text(encoding="utf-8")
    stamp = place / "requirements.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    shutil.rmtree(place, ignore_errors=True)
    call(library.package, interpreter(), "-m", "venv", "--without-pip", str(place))
    install = (
        *[sys.executable, "-m", "pip", "--python", str(place / "bin/python"), "--disable-pip-version-check"],
        *["-q", "install", "--only-binary", ":all:"],
    )
    try:
        call(library.package, *install, "--requirement", str(library.requirements))
    except Missing as why:
        # Where another version of it can be had, there is a registry, and the pins are wrong.
        probe = (*install, "--dry-run", "--no-deps", library.package)
        if subprocess.run(probe, cwd=ROOT, capture_output=True, check=False).returncode:
            raise NothingHere(str(why)) from why
        raise
    stamp.write_text(wanted, encoding="utf-8")


def interpreter() -> str:
    """A Python of the right version."""
    if sys.version.startswith(f"{PYTHON}."):
        return sys.executable
    found = shutil.which(f"python{PYTHON}")
    if found is None:
        raise NothingHere(f"the peers need Python {PYTHON}: no python{PYTHON} is on the path")
    return found


def call(package: str, *command: str) -> None:
    """Run a command to its end; if it fails, the last thing that it said is the reason."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise Missing(f"nothing made for {package}: {said[-1] if said else done.returncode}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        make(LIBRARIES[name])
