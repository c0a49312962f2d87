"""The page of findings in other libraries names the calls and the versions that are there."""

import ast
import re

from tests.drivers.peers.environments import pins
from tests.project.test_pages import ROOT, page_text

PAGE = page_text("docs/found.md")
RECORDER = PAGE.split("## Findings of dp-recorder")[1].split("## How to see it")[0]
FOLDER = ROOT / "tests" / "drivers" / "found"
CALL = re.compile(r"\| `([a-z]\w+)` `")
LIBRARY = re.compile(r"(?:^\||,) ([a-z-]+) (\d+\.\d+\.\d+)(?=,| \|)", re.MULTILINE)
HELPERS = {"nprr_mechanisms", "bare_package", "dpmm_model", "synthcity_privbayes"} | {
    f"mostlyai_{name}" for name in ("numeric", "statistics", "column")
}
RUN = {"diffprivlib", "dpmm", "mostlyai-engine", "smartnoise-synth", "synthcity"}
READ = {("opacus", "1.5.4"), ("smartnoise-sql", "1.0.6")}
"""Libraries that were read and not run."""


def pinned(name: str) -> set[tuple[str, str]]:
    return {*pins((FOLDER / name).read_text(encoding="utf-8")).items()}


def test_every_finding_has_its_call_and_its_version() -> None:
    files = (FOLDER / name for name in ("targets.py", "recorder.py"))
    parsed = (each for file in files for each in ast.parse(file.read_text(encoding="utf-8")).body)
    calls = {each.name for each in parsed if isinstance(each, ast.FunctionDef)} - HELPERS
    assert {*CALL.findall(PAGE)} == calls
    known, recorder = (
        pinned("requirements.txt") | pinned("requirements-nprr.txt"),
        pinned("requirements-recorder.txt"),
    )
    named = {*LIBRARY.findall(PAGE)}
    assert named - READ <= known | recorder
    assert known - named == {("numpy", "1.26.4"), ("scipy", "1.13.1")}
    assert {*LIBRARY.findall(RECORDER)} == READ | {each for each in recorder if each[0] in RUN}


def test_every_finding_of_dp_recorder_was_run_or_says_why_not() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in RECORDER.splitlines() if line[:2] == "| "
    ]
    assert [len(each) for each in rows] == [8] * 15
    for _, _, _, call, pair, samples, bound, seen in rows[2:]:
        ran = call != "none"
        assert {ran} == {*map(bool, (pair, samples, bound)), "**not run**: " not in seen}
        claim = re.search(r"`epsilon=([\d.]+)", call)
        assert not ran or (claim is not None and float(bound) > float(claim[1]))
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    assert (
        f"{words[sum(row[3] != 'none' for row in rows[2:])].capitalize()} of these rows are reproduced."
        in RECORDER
    )
