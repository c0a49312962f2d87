"""Findings for code hosts: SARIF and GitHub's annotations, with their places."""

import json
import re
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from ldproof.cli import audit as audit_command
from ldproof.cli.ci import (
    CheckRule,
    Place,
    Problem,
    Severity,
    parse_source_line,
    place_of_command,
    place_of_function,
    sarif_log,
    workflow_command,
)
from ldproof.errors import Reason, Refused
from tests.reference.cli.code_hosts import annotated, shown, validated
from tests.reference.cli.conftest import Run
from tests.reference.cli.test_conform import conform_once
from tests.tiers import slow

BOX = "audit black-box odds=3 --pair 0 1"
MINE = """
def told(bit):
    return bit

class Kept:
    @staticmethod
    def zero(states):
        return 0
"""
PROGRAM = """import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"protocol": 1, "name": "mine", "mechanisms": ["black-box"]}
    if asked["op"] == "randomize":
        answer = {"outputs": [asked["input"]] * asked["count"]}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout, and its folder with a module, a program and counts in it, in which we are."""
    (tmp_path / ".git").mkdir()
    here = tmp_path / "a b"
    here.mkdir()
    (here / "mine.py").write_text(MINE)
    (here / "told.py").write_text(PROGRAM)
    (here / "counts.csv").write_text("input,output,count\n0,0,1000\n1,1,1000\n")
    (here / "alike.csv").write_text("input,output,count\n0,0,10\n1,0,10\n")
    monkeypatch.chdir(here)
    monkeypatch.setattr(audit_command, "Pool", lambda _: nullcontext())
    monkeypatch.setattr("ldproof.cli.conform.compare_program", conform_once)
    return here


@pytest.mark.parametrize(
    ("source", "file", "line"),
    [
        ("--counts counts.csv", "a b/counts.csv", 1),
        ("--counts counts.csv --place mine.py:7", "a b/mine.py", 7),
        ("--python mine:told", "a b/mine.py", 2),
        (f"-- {sys.executable} told.py", "a b/told.py", 1),
    ],
)
def test_violation_is_shown_at_its_source(run: Run, source: str, file: str, line: int) -> None:
    result = run(f"{BOX} --format sarif {source}")
    assert (result.exit_code, result.stderr) == (1, "")
    rules, (found,) = validated(result.stdout)
    assert "1 pair of inputs was tested: 0 and 1" in result.stdout
    assert rules["privacy"] == "A program keeps the privacy that it claims."
    assert (found["ruleId"], found["level"]) == ("privacy", "error")
    assert str(found["message"]).startswith("{'text': 'violated: ")
    assert shown(found) == (file, line)


def test_errors_warnings_and_notices(run: Run) -> None:
    Path("fair.csv").write_text("input,output,count\n0,0,10\n0,1,10\n1,0,10\n1,1,10\n")
    for counts, level, rule, said, status in (
        ("counts.csv", "error", "privacy", "violated: ", 1),
        ("alike.csv", "warning", "constant", "only one output", 0),
        ("fair.csv", "notice", "", "not refuted: ", 0),
    ):
        result = run(f"{BOX} --format github --counts {counts}")
        assert (result.exit_code, result.stderr) == (status, "")
        ((name, properties, message),) = annotated(result.stdout)
        place = (
            {"title": f"{rule}: {counts}: black-box odds=3", "file": f"a b/{counts}", "line": "1"}
            if rule
            else {}
        )
        assert (name, properties) == (level, place)
        text = run(f"{BOX} --counts {counts}").stdout.split("\n\n")[0].rstrip()
        assert message.startswith(said)
        assert message == text or rule != "privacy"
        _, found = validated(run(f"{BOX} --format sarif --counts {counts}").stdout)
        assert [(each["ruleId"], each["level"]) for each in found] == [(rule, level)] * bool(rule)


@slow
def test_difference_is_shown_at_its_function(run: Run) -> None:
    words = "conform shots.report T=3 m=1 r=0 odds=3 --draws 100 --python mine:Kept.zero"
    result = run(f"{words} --format sarif")
    assert (result.exit_code, result.stderr) == (1, "")
    rules, results = validated(result.stdout)
    assert set(rules) == {"vector", "known-failure", "law", "bias"}
    assert [(found["ruleId"], shown(found)) for found in results] == [("law", ("a b/mine.py", 7))]
    on_github = annotated(run(f"{words} --format github").stdout)
    assert [(name, properties["file"], properties["line"]) for name, properties, _ in on_github] == [
        ("error", "a b/mine.py", "7")
    ]


def test_places(checkout: Path) -> None:
    (checkout / "broken.py").write_text("def f(:")
    (checkout / "binary").write_bytes(b"\x7fELF\0")
    for found, path, line in (
        (place_of_function("mine:told"), "mine.py", 2),
        (place_of_function("mine:Kept.zero"), "mine.py", 7),
        (place_of_function("mine:nobody"), "mine.py", 1),
        (place_of_function("broken:f"), "broken.py", 1),
        (place_of_command([sys.executable, "-P", "told.py", "counts.csv"]), "told.py", 1),
        (parse_source_line("mine.py"), "mine.py", 1),
        (parse_source_line("mine.py:3"), "mine.py", 3),
    ):
        assert found == Place(Path(path), line)
    assert place_of_function("nowhere:f") is place_of_command(["./binary", "\0", __file__]) is None
    assert Place(Path("mine.py")).path_in_project == "a b/mine.py"
    assert Place(Path(sys.executable)).path_in_project is None
    reasons = dict.fromkeys(("none.py", "none.py:3", "mine.py:x", "", "."), Reason.NO_SUCH_PLACE)
    for text, reason in (reasons | {"mine.py:0": Reason.OUT_OF_RANGE}).items():
        with pytest.raises(Refused) as refused:
            parse_source_line(text)
        assert refused.value.reason is reason


HARD = "50% of a,b: c\r\nd ::error::%0A%25"


def test_characters_that_mean_something_to_github_are_escaped() -> None:
    line = workflow_command("error", HARD, title=HARD, file="a,b:c%.py")
    assert not {*"\r\n"} & {*line}
    assert annotated(line) == [("error", {"title": HARD, "file": "a,b:c%.py"}, HARD)]


def test_whatever_is_said_is_valid_sarif(checkout: Path) -> None:
    rules = {"a": CheckRule("What ought to be.", "What it means.")}
    places = [None, Place(checkout / "50% #ü?.py", 3), Place(Path(sys.executable))]
    for level in Severity:
        found = [Problem("a", HARD, HARD, place, level) for place in places]
        _, results = validated(json.dumps(sarif_log("t", rules, found)))
        assert [each["level"] for each in results] == [level] * 3
        assert shown(results[1]) == ("a b/50% #ü?.py", 3)
        outside = re.search("'uri': '([a-z]+):(.)", str(results[2]["locations"]))
        assert outside is not None
        assert outside.groups() == ("file", "/")
