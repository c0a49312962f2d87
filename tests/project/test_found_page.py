"""The page of findings in other libraries names the calls and the versions that are there."""

import ast
import re
from pathlib import Path

from tests.project.test_pages import ROOT, page_text

PAGE = page_text("docs/found.md")
FOLDER = ROOT / "tests" / "drivers" / "found"
CALL = re.compile(r"\| `([a-z]\w+)` `")
LIBRARY = re.compile(r"(?:^\||,) ([a-z-]+) (\d+\.\d+\.\d+)(?=,| \|)", re.MULTILINE)


def pinned(path: Path) -> set[tuple[str, str]]:
    """Return the packages and the versions that a file of requirements pins."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {(name, version) for name, equals, version in (each.partition("==") for each in lines) if equals}


def test_every_finding_has_its_call_and_its_version() -> None:
    parsed = ast.parse((FOLDER / "targets.py").read_text(encoding="utf-8"))
    calls = {each.name for each in parsed.body if isinstance(each, ast.FunctionDef)} - {"nprr_mechanisms"}
    assert {*CALL.findall(PAGE)} == calls
    known = pinned(FOLDER / "requirements.txt") | pinned(FOLDER / "requirements-nprr.txt")
    named = {*LIBRARY.findall(PAGE)}
    assert named <= known
    assert known - named == {("numpy", "1.26.4"), ("scipy", "1.13.1")}
