"""The readers of test vectors in six languages, as they are shipped: they read every vector, and notice missing ones.

Each language is tested where its tools are installed; elsewhere its tests are skipped by name.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from ldproof.oracle.vectors import ALL_KINDS, shipped_folder
from tests.conformance.languages import NODE, Command, Language, compile_source, run_source
from tests.tiers import slow

READERS = Path(str(shipped_folder())).parent / "readers"
MOST_LINES = 60
MOST_COLUMNS = 110

LANGUAGES = (
    Language("Python", "reader.py", ((sys.executable, "-I"),), run_source),
    Language("JavaScript", "reader.js", (("node",), (NODE,)), run_source),
    Language(
        "C++",
        "reader.cpp",
        (("c++",), ("g++",)),
        compile_source("-std=c++17", "-Wall", "-Werror", "{source}"),
    ),
    Language("Rust", "reader.rs", (("rustc",),), compile_source("--edition=2021", "-Dwarnings", "{source}")),
    Language("Java", "Reader.java", (("java",),), run_source),
    Language("Go", "reader.go", (("go", "build"), ("bin/go", "build")), compile_source("{source}")),
)
QUICK = ("Python", "JavaScript")
"""What needs no compiler."""


def each_language(quick: Collection[str]) -> pytest.MarkDecorator:
    """All languages, of which those that are not quick are in the full tier alone."""
    rows = [pytest.param(each, marks=() if each.name in quick else slow, id=each.name) for each in LANGUAGES]
    return pytest.mark.parametrize("language", rows)


def reader_command(language: Language, folder: Path) -> Command:
    """The command that runs a reader; skip the test if its language is missing here."""
    tool = language.tool()
    if tool is None:
        pytest.skip(f"no {language.tools[0][0]} here: the {language.name} reader is skipped")
    return language.program(tool, READERS / language.source, folder)


def run_reader(command: Command, files: Sequence[Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *map(str, files)], capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def read_json(text: str) -> Any:
    """A JSON value with all numbers as doubles, since a language may write these as whole numbers."""
    return json.loads(text, parse_int=float)


def expected_vectors(file: Path) -> list[dict[str, Any]]:
    """The vectors of a file with their whole requests."""
    found = []
    for group in read_json(file.read_text(encoding="ascii"))["groups"]:
        about = {
            name: each
            for name, each in group.items()
            if name not in ("id", "vectors", "notes", "closed_form")
        }
        found += [{**each, "request": {**about, **each["request"]}} for each in group["vectors"]]
    return found


@each_language(QUICK)
def test_reader_reads_every_vector(language: Language, tmp_path: Path) -> None:
    """A request that can be sent and the vector, value for value, in order."""
    files = [Path(str(shipped_folder())) / f"{kind}.json" for kind in ALL_KINDS]
    done = run_reader(reader_command(language, tmp_path), files)
    assert (done.returncode, done.stderr) == (0, "")
    found = []
    for line in done.stdout.splitlines():
        request, vector = line.split("\t")
        found.append({**read_json(vector), "request": read_json(request)})
    assert found == [each for file in files for each in expected_vectors(file)]


@each_language(["Python"])
def test_reader_refuses_bad_files(language: Language, tmp_path: Path) -> None:
    """In one line and with the status 2; not where a text has what looks like its end, or a list is empty."""
    vector = {
        "id": "1",
        "flags": [],
        "comment": '\\"}], {"',
        "request": {"parameters": {}},
        "double": -1e-300,
    }
    groups = [{"op": "eval", "formula": "shots.p", "vectors": [vector, {**vector, "id": "2"}]}]
    whole = tmp_path / "whole.json"
    text = json.dumps({"numberOfTests": 2, "groups": groups}).replace('"groups": [', '"groups" :\n [\r\n\t')
    whole.write_text(text, encoding="ascii")
    command = reader_command(language, tmp_path)
    done = run_reader(command, [whole])
    assert [json.loads(line.split("\t")[1])["comment"] for line in done.stdout.splitlines()] == [
        vector["comment"]
    ] * 2
    lacking = {name: each for name, each in vector.items() if name != "request"}
    bad = {
        "empty": "",
        "cut": text[: len(text) // 2],
        "open": text[:-1],
        "deep": "[" * 100_000,
        "list": "[]",
        "object": "{}",
        "number": "5",
        "none": json.dumps({"numberOfTests": 0, "groups": []}),
        "few": json.dumps({"numberOfTests": 3, "groups": groups}),
        "many": json.dumps({"numberOfTests": 1, "groups": groups}),
        "uncounted": json.dumps({"groups": groups}),
        "ungrouped": json.dumps({"numberOfTests": 2, "groups": {"vectors": [vector, vector]}}),
        "bare": json.dumps({"numberOfTests": 1, "groups": [{"op": "eval"}]}),
        "lacking": json.dumps({"numberOfTests": 1, "groups": [{"vectors": [lacking]}]}),
        "asking": json.dumps({"numberOfTests": 1, "groups": [{"vectors": [{**vector, "request": 5}]}]}),
    }
    for name, content in bad.items():
        (tmp_path / name).write_text(content, encoding="ascii")
    for name in (*bad, "missing"):
        done = run_reader(command, [tmp_path / name, whole])
        assert (name, done.returncode, done.stdout) == (name, 2, "")
        assert done.stderr.startswith(f"{tmp_path / name}: not a complete file of test vectors: ")
        assert (done.stderr.count("\n"), done.stderr[-1]) == (1, "\n")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.name)
def test_reader_is_short(language: Language) -> None:
    lines = (READERS / language.source).read_text(encoding="ascii").splitlines()
    assert len(lines) <= MOST_LINES
    assert max(len(line.expandtabs(4)) for line in lines) <= MOST_COLUMNS


def test_readers_are_these() -> None:
    assert {each.name for each in READERS.iterdir() if each.is_file()} == {each.source for each in LANGUAGES}
