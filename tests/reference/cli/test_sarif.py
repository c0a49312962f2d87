"""What code hosts show: SARIF and GitHub's annotations, and the places of both."""

import json
import re
import sys
from pathlib import Path

import pytest
from jsonschema import ValidationError

from ldproof.cli.annotations import command
from ldproof.cli.places import Place, of_command, of_function, place_of
from ldproof.cli.results import Level, Result, Rule
from ldproof.cli.sarif import sarif
from ldproof.rejections import Reason, Refused
from tests.reference.cli.code_hosts import annotated, shown, validated
from tests.reference.cli.conftest import Run

BOX = ("audit", "black-box", "odds=3", "--pair", "0", "1")
GIVEN = ("conform", "shots.report", "T=3", "m=1", "r=0", "odds=3")
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
    return here


AUDITED = [
    (("--counts", "counts.csv"), "a b/counts.csv", 1),
    (("--counts", "counts.csv", "--place", "mine.py:7"), "a b/mine.py", 7),
    (("--python", "mine:told"), "a b/mine.py", 2),
    (("--", sys.executable, "told.py"), "a b/told.py", 1),
]


@pytest.mark.parametrize(("source", "file", "line"), AUDITED)
def test_an_audit(run: Run, source: tuple[str, ...], file: str, line: int) -> None:
    result = run(*BOX, "--format", "sarif", *source)
    assert (result.exit_code, result.stderr) == (1, "")
    rules, (found,) = validated(result.stdout)
    assert rules["privacy"] == "A program keeps the privacy that it claims."
    assert (found["ruleId"], found["level"]) == ("privacy", "error")
    assert str(found["message"]).startswith("{'text': 'violated: ")
    assert shown(found) == (file, line)


def test_an_audit_on_github(run: Run) -> None:
    result = run(*BOX, "--format", "github", "--counts", "counts.csv")
    assert (result.exit_code, result.stderr) == (1, "")
    ((name, properties, message),) = annotated(result.stdout)
    assert (name, properties) == (
        "error", {"title": "privacy: black-box odds=3", "file": "a b/counts.csv", "line": "1"},
    )  # fmt: skip
    assert message == "\n".join(run(*BOX, "--counts", "counts.csv").stdout.split("\n\n")[0].splitlines())


def test_warnings_and_notices(run: Run, checkout: Path) -> None:
    constant = run(*BOX, "--format", "github", "--counts", "alike.csv")
    assert [(name, properties["title"]) for name, properties, _ in annotated(constant.stdout)] == [
        ("warning", "constant: black-box odds=3")
    ]
    assert constant.exit_code == 0
    _, (found,) = validated(run(*BOX, "--format", "sarif", "--counts", "alike.csv").stdout)
    assert (found["ruleId"], found["level"]) == ("constant", "warning")
    (checkout / "fair.csv").write_text("input,output,count\n0,0,10\n0,1,10\n1,0,10\n1,1,10\n")
    ((name, properties, message),) = annotated(run(*BOX, "--format", "github", "--counts", "fair.csv").stdout)
    assert (name, properties, message.partition(":")[0]) == ("notice", {}, "not refuted")
    assert validated(run(*BOX, "--format", "sarif", "--counts", "fair.csv").stdout)[1] == []


def test_conformity(run: Run) -> None:
    arguments = (*GIVEN, "--draws", "100", "--python", "mine:Kept.zero")
    result = run(*arguments, "--format", "sarif")
    assert (result.exit_code, result.stderr) == (1, "")
    rules, results = validated(result.stdout)
    assert set(rules) == {"vector", "known-failure", "law", "bias"}
    assert [(found["ruleId"], shown(found)) for found in results] == [("law", ("a b/mine.py", 7))]
    on_github = annotated(run(*arguments, "--format", "github").stdout)
    assert [(name, properties["file"], properties["line"]) for name, properties, _ in on_github] == [
        ("error", "a b/mine.py", "7")
    ]


def test_places(checkout: Path) -> None:
    assert of_function("mine:told") == Place(Path("mine.py"), 2)
    assert of_function("mine:Kept.zero") == Place(Path("mine.py"), 7)
    assert of_function("mine:nobody") == Place(Path("mine.py"), 1)
    assert of_function("nowhere:f") is None
    (checkout / "broken.py").write_text("def f(:")
    assert of_function("broken:f") == Place(Path("broken.py"), 1)
    (checkout / "binary").write_bytes(b"\x7fELF\0")
    assert of_command([sys.executable, "-P", "told.py", "counts.csv"]) == Place(Path("told.py"))
    assert of_command(["./binary", "\0"]) is None
    assert place_of("mine.py:3") == Place(Path("mine.py"), 3)
    assert Place(Path("mine.py")).within == "a b/mine.py"
    assert Place(Path(sys.executable)).within is None
    for text in ("none.py", "none.py:3", "mine.py:x", "", "."):
        with pytest.raises(Refused) as refused:
            place_of(text)
        assert refused.value.reason is Reason.NO_SUCH_PLACE
    with pytest.raises(Refused) as refused:
        place_of("mine.py:0")
    assert refused.value.reason is Reason.OUT_OF_RANGE


HARD = "50% of a,b: c\r\nd ::error::%0A%25"


def test_what_means_something_to_github_is_escaped() -> None:
    line = command("error", HARD, title=HARD, file="a,b:c%.py")
    assert "\n" not in line
    assert "\r" not in line
    assert annotated(line) == [("error", {"title": HARD, "file": "a,b:c%.py"}, HARD)]


def test_whatever_is_said_is_valid_sarif(checkout: Path) -> None:
    rules = {"a": Rule("What ought to be.", "What it means.")}
    places = [None, Place(checkout / "50% #ü?.py", 3), Place(Path(sys.executable))]
    for level in Level:
        found = [Result("a", HARD, HARD, place, level) for place in places]
        _, results = validated(json.dumps(sarif("t", rules, found)))
        assert [each["level"] for each in results] == [level] * 3
        assert shown(results[1]) == ("a b/50% #ü?.py", 3)
        outside = re.search("'uri': '([a-z]+):(.)", str(results[2]["locations"]))
        assert outside is not None
        assert outside.groups() == ("file", "/")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda run: run["results"][0].update(level="bad"),
        lambda run: run["results"][0].pop("message"),
        lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0),
        lambda run: run["tool"]["driver"].pop("name"),
        lambda run: run["results"][0].update(place="here"),
    ],
)
def test_what_is_no_sarif_is_noticed(checkout: Path, spoil: object) -> None:
    thing = json.loads(
        json.dumps(sarif("t", {"a": Rule("b", "c")}, [Result("a", "b", "c", Place(Path("mine.py")))]))
    )
    validated(json.dumps(thing))
    assert callable(spoil)
    spoil(thing["runs"][0])
    with pytest.raises(ValidationError):
        validated(json.dumps(thing))
