"""The page of findings in other libraries names the calls and the versions that are there."""

import ast
import re

from tests.drivers.peers.environments import pins
from tests.project.test_pages import ROOT, page_text

PAGE = page_text("docs/found.md")
FOLDER = ROOT / "tests" / "drivers" / "found"
CALL = re.compile(r"\| `([a-z]\w+)` `")
LIBRARY = re.compile(r"(?:^\||,) ([a-z-]+) (\d+\.\d+\.\d+)(?=,| \|)", re.MULTILINE)


def test_every_finding_has_its_call_and_its_version() -> None:
    parsed = ast.parse((FOLDER / "targets.py").read_text(encoding="utf-8"))
    calls = {each.name for each in parsed.body if isinstance(each, ast.FunctionDef)} - {"nprr_mechanisms"}
    assert {*CALL.findall(PAGE)} == calls
    files = (FOLDER / name for name in ("requirements.txt", "requirements-nprr.txt"))
    known = {pin for file in files for pin in pins(file.read_text(encoding="utf-8")).items()}
    named = {*LIBRARY.findall(PAGE)}
    assert named <= known
    assert known - named == {("numpy", "1.26.4"), ("scipy", "1.13.1")}
