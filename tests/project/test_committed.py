"""Committed files name no machine and no registry, and silence the type checker only in tests."""

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:work|root|home|Users|opt|mnt)/[\w.]|file:[/]|[A-Z]:\\\\?Users")
TEMPORARY_PATH = re.compile(r"(?<![\w.~$}/-])/tmp/")
FOLDER = re.compile("/(?:work|root|home|Users|opt|mnt|tmp)/|file:/|Users")
"""What is in every text that the others are in, and found sooner."""
HOST = re.compile(r"\w+://|--(?:extra-)?index-url|--find-links|--trusted-host|^-[if]\b| @ ", re.MULTILINE)
SILENCED = re.compile(r"#\s*(?:type:\s*ignore(?P<code>\[[\w, -]+\])?|mypy:|pyright:)")
SILENCER = "no_type_check"


@pytest.fixture
def texts(checkout: Path) -> Iterator[tuple[str, str]]:
    """The names and the texts of all files that are committed, or would be."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = ((name, checkout / name) for name in listed.split("\0") if name)
    return (
        (name, file.read_bytes().decode(errors="replace"))
        for name, file in files
        if file.is_file() and not name.endswith(("test_committed.py", ".png"))
    )


def test_committed_files_name_no_machine_path(texts: Iterator[tuple[str, str]]) -> None:
    """A test may name the temporary folder."""
    found = [
        f"{name}: {text[match.start() : match.end() + 20]!r}"
        for name, text in texts
        for pattern in (MACHINE_PATH, *([] if name.startswith("tests/") else [TEMPORARY_PATH]))
        if FOLDER.search(text)
        for match in pattern.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize("lock", ["requirements.lock", "docs/requirements.lock"])
def test_locks_name_no_registry(checkout: Path, lock: str) -> None:
    assert HOST.findall((checkout / lock).read_text(encoding="utf-8")) == []


def test_the_type_checker_is_silenced_nowhere(texts: Iterator[tuple[str, str]]) -> None:
    """Except in tests, with a code: they hand over what no type allows."""
    found = []
    for name, text in texts:
        if not name.endswith((".py", ".pyi")) or not (SILENCED.search(text) or SILENCER in text):
            continue
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            match = SILENCED.match(token.string) if token.type == tokenize.COMMENT else None
            allowed = match and name.startswith("tests/") and match["code"]
            if (match and not allowed) or (token.type == tokenize.NAME and token.string == SILENCER):
                found.append(f"{name}:{token.start[0]}: {token.string}")
    assert found == []
