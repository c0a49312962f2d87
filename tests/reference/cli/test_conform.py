"""`ldproof conform`: what people, programs and other tools read of it, and how it ends."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from ldproof.rejections import Reason
from tests.reference.cli.conftest import Run, conforming
from tests.reference.programs.children import child

REPORTING = Path(__file__).parents[2] / "oracle/conformance/reporting.py"
PROGRAM = ("--", sys.executable, str(REPORTING))
GIVEN = ("shots.report", "T=5", "m=2", "r=1/4", "odds=81")
SURE = ("--alpha", "1e-10", "--draws", "600")
"""Whatever is random here goes wrong less often than that."""

MINE = """
def exact(states, T, m, r, odds, coins):
    from ldproof.shots.mechanism import mechanism
    known = mechanism(T, m, r, odds=odds)
    return known.outputs.write(known.randomize(known.secrets.read(states), coins))

def reversed_(states, T, m, r, odds, coins):
    return exact(states[::-1], T, m, r, odds, coins)

def always(states):
    return "10000"

def crash(states):
    raise KeyError("oh")

def hang(states):
    while True:
        pass

def nothing(states):
    return {1, 2}
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a module in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def found(run: Run, *arguments: str) -> tuple[int, dict[str, object]]:
    """The exit status, and what a program reads."""
    result = run("conform", *GIVEN, *SURE, "--json", *arguments)
    assert result.stderr == ""
    thing = conforming("conform", result.stdout)
    assert isinstance(thing, dict)
    return result.exit_code, thing


def test_a_program_that_conforms(run: Run) -> None:
    status, thing = found(run, *PROGRAM)
    assert (status, thing["verdict"], thing["program"]) == (0, "conforms", "reporting, none")
    assert thing["vectors"] == {"agree": 202, "differ": 0, "known": 0, "unsupported": 0}
    assert (thing["differences"], thing["explanations"]) == ([], [])


def test_one_that_does_not(run: Run) -> None:
    status, thing = found(run, *PROGRAM, "--slip", "no-r")
    assert (status, thing["verdict"]) == (1, "differs")
    vectors, differences = thing["vectors"], thing["differences"]
    assert isinstance(vectors, dict)
    assert isinstance(differences, list)
    assert vectors["agree"] + len(differences) == 202
    assert {each["place"].partition(",")[0] for each in differences} == {"outputs"}
    assert thing["explanations"] == [
        {
            "op": "randomize",
            "words": "ignored r, and sent 0 in every round that was not chosen",
            "reproduces": 24,
            "of": 24,
        }
    ]


def test_what_people_read(run: Run) -> None:
    result = run("conform", *GIVEN, *SURE, *PROGRAM, "--slip", "zero")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "differs: reporting, zero as shots.report T=5 m=2 r=1/4 odds=81"
    assert lines[2].split() == ["vectors", "agree", "differ", "known", "to", "fail", "unsupported"]
    assert "found '00000'; asked: {" in lines[6]
    assert sum("found '00000'" in line for line in lines) == 10
    assert "more, which --json writes out" in result.stdout
    assert "randomize: it is as if your program always sent 0 (so 24 of 24 such answers)" in lines
    assert "shots.report: the draws fit a program that always sent 0" in lines
    assert "shots.report: one and the same output came every time" in lines
    right = run("conform", *GIVEN, *SURE, *PROGRAM, "--alone")
    assert right.exit_code == 0
    assert "600 draws do not contradict the exact law; that is no proof" in right.stdout
    assert "no draws were compared bit for bit: it draws from no given coins" in right.stdout


def test_junit(run: Run) -> None:
    result = run("conform", *GIVEN, *SURE, "--format", "junit", *PROGRAM, "--slip", "one-bit")
    assert result.exit_code == 1
    (suite,) = ET.fromstring(result.stdout)
    assert suite.get("name") == " ".join(GIVEN)
    cases = suite.findall("testcase")
    failed = [each for each in cases if each.find("failure") is not None]
    assert (suite.get("tests"), suite.get("failures")) == (str(len(cases)), str(len(failed)))
    assert {each.get("classname") for each in cases} == {"randomize", "estimate", "law", "bias"}
    assert {each.get("classname") for each in failed} == {"randomize", "law"}
    assert len(failed) == 201


def test_sarif(run: Run) -> None:
    result = run("conform", *GIVEN, *SURE, "--format", "sarif", *PROGRAM, "--slip", "one-bit")
    assert result.exit_code == 1
    thing = json.loads(result.stdout)
    assert thing["version"] == "2.1.0"
    (ran,) = thing["runs"]
    rules = [each["id"] for each in ran["tool"]["driver"]["rules"]]
    assert len(ran["results"]) == 201
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in ran["results"])
    assert {each["ruleId"] for each in ran["results"]} == {"vector", "law"}


def test_markdown_and_badge(run: Run, here: Path) -> None:
    result = run("conform", *GIVEN, *SURE, "--format", "markdown", "--badge", "badge.json", *PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.startswith("## conforms: `shots.report T=5 m=2 r=1/4 odds=81`\n")
    assert "| randomize | 200 | 0 | 0 | 0 |" in result.stdout
    assert json.loads((here / "badge.json").read_text()) == {
        "schemaVersion": 1,
        "label": "ldproof shots.report",
        "message": "conforms, 202 vectors",
        "color": "brightgreen",
    }
    wrong = run("conform", *GIVEN, *SURE, "--format", "markdown", *PROGRAM, "--slip", "zero")
    assert wrong.exit_code == 1
    assert "**randomize**: it is as if your program always sent 0" in wrong.stdout
    run("conform", *GIVEN, *SURE, "--badge", "badge.json", *PROGRAM, "--slip", "zero", "--alone")
    assert json.loads((here / "badge.json").read_text())["message"] == "differs", "in no vector"
    nowhere = run("conform", *GIVEN, *SURE, "--badge", "none/badge.json", *PROGRAM)
    assert (nowhere.exit_code, Reason.UNAVAILABLE in nowhere.stderr) == (2, True)


def test_known_failures(run: Run, here: Path) -> None:
    _, thing = found(run, *PROGRAM, "--slip", "late-rounds")
    differences = thing["differences"]
    assert isinstance(differences, list)
    names = [each["vector"] for each in differences]
    (here / "known.txt").write_text(
        "# the order of the coins\n\n" + "\n".join(f"{each}  # so" for each in names)
    )
    status, known = found(run, "--known-failures", "known.txt", *PROGRAM, "--slip", "late-rounds")
    assert (status, known["known_failures"], known["differences"]) == (0, names, [])
    status, fixed = found(run, "--known-failures", "known.txt", *PROGRAM)
    assert (status, fixed["verdict"], fixed["fixed"]) == (1, "differs", names)
    text = run("conform", *GIVEN, *SURE, "--known-failures", "known.txt", *PROGRAM).stdout
    assert f"{names[0]} is known to fail, and does not" in text
    missing = run("conform", *GIVEN, "--known-failures", "none.txt", *PROGRAM)
    assert (missing.exit_code, Reason.UNAVAILABLE in missing.stderr) == (2, True)
    (here / "known.txt").write_text("randomize/none")
    unknown = run("conform", *GIVEN, "--known-failures", "known.txt", *PROGRAM)
    assert (unknown.exit_code, Reason.UNKNOWN_NAME in unknown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("function", "status", "words"),
    [
        ("exact", 0, "\nrandomize     200       0 "),
        ("reversed_", 1, "took every state, or every column, in reverse order"),
        ("always", 1, "one and the same output came every time"),
        ("crash", 3, "program-refused"),
        ("nothing", 3, "program-refused"),
        ("missing", 2, "no-such-program"),
    ],
)
def test_functions_of_python(run: Run, function: str, status: int, words: str) -> None:
    result = run("conform", *GIVEN, *SURE, "--python", f"mine:{function}")
    assert (result.exit_code, words in result.stdout + result.stderr) == (status, True), result.stdout


def test_a_function_that_hangs(run: Run) -> None:
    result = run("conform", *GIVEN, *SURE, "--python", "mine:hang", "--timeout", "5")
    assert (result.exit_code, Reason.PROGRAM_TIMED_OUT in result.stderr) == (3, True)


ABLE = """
able = {op: ["shots.report"] for op in ("coins", "randomize", "estimate", "law")}
number = hear()["id"]
say(id=number, protocol=1, name="x", mechanisms=["shots.report"], capabilities=able)
hear()
"""

HOSTILE: Mapping[str, tuple[str, str]] = {
    "it never starts": ("hang()", "program-timed-out"),
    "it hangs": (f"{ABLE}hang()", "program-timed-out"),
    "it crashes": (f"{ABLE}os.kill(os.getpid(), signal.SIGKILL)", "program-ended"),
    "it ends": (f"{ABLE}sys.exit(0)", "program-ended"),
    "garbage": (f"{ABLE}print('hello', flush=True); hear()", "not-an-answer"),
    "an endless line": (f"{ABLE}\nwhile True: sys.stdout.write('x' * 10**6)", "not-an-answer"),
    "another's id": (f"{ABLE}say(id=99, outputs=['00000']); hear()", "not-an-answer"),
    "no id": (f"{ABLE}say(outputs=['00000']); hear()", "not-an-answer"),
    "an id that is a text": (f"{ABLE}say(id='2', outputs=['00000']); hear()", "not-an-answer"),
    "two answers": (f"{ABLE}say(id=2, outputs=[], error='no'); hear()", "not-an-answer"),
    "deep brackets": (f"{ABLE}print('[' * 10**6, flush=True); hear()", "not-an-answer"),
    "a description of another kind": ("say(id=hear()['id'], name=7); hear()", "not-an-answer"),
    "another version": ("say(id=hear()['id'], protocol=2, name='x', mechanisms=[]); hear()", "unsupported"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_programs_that_are_hostile(run: Run, case: str) -> None:
    script, reason = HOSTILE[case]
    seconds = "2" if reason == "program-timed-out" else "60"
    result = run("conform", *GIVEN, *SURE, "--json", "--timeout", seconds, "--", *child(script))
    assert (result.exit_code, result.stdout) == (3, "")
    assert json.loads(result.stderr.splitlines()[-1])["reason"] == reason


NUMBERS = """
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        able = {"estimate": ["shots.report"], "law": ["shots.report"]}
        say(id=request["id"], protocol=1, name="x", mechanisms=["shots.report"], capabilities=able)
    elif request["op"] == "law":
        say(id=request["id"], law=[{"output": "00000", "lower": "1e999999999", "upper": "1e999999999"}])
    else:
        print('{"id": %d, "estimates": [' % request["id"] + "%s" % VALUE + "]}", flush=True)
"""


@pytest.mark.parametrize(
    "value",
    [
        "1e400",
        "9" * 4000,
        '{"exact": "1/' + "9" * 5000 + '"}',
        '{"lower": "-1E9999999", "upper": "Infinity"}',
    ],
)
def test_huge_numbers_differ(run: Run, value: str) -> None:
    """None of them is worked with: each is another answer than the right one, or none."""
    result = run("conform", *GIVEN, *SURE, "--json", "--", *child(f"VALUE = {value!r}\n{NUMBERS}"))
    assert result.exit_code in (1, 3)
    assert result.exit_code == 1 or json.loads(result.stderr.splitlines()[-1])["reason"] == "not-an-answer"


def test_nothing_could_be_tested(run: Run) -> None:
    script = 'say(id=hear()["id"], protocol=1, name="x", mechanisms=["sketch.cms"]); hear()'
    result = run("conform", *GIVEN, "--", *child(script))
    assert (result.exit_code, result.stderr) == (3, "")
    assert result.stdout.startswith("nothing could be tested: x as shots.report")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("shots.none", *PROGRAM), Reason.UNKNOWN_NAME),
        (("shots.report",), Reason.MISSING),
        (("shots.report", "--python", "a:b", *PROGRAM), Reason.REPEATED),
        (("shots.report", "T=3", *PROGRAM), Reason.MISSING),
        (("shots.report", "T", *PROGRAM), Reason.MISSING),
        ((*GIVEN, "--ulps", "-1", *PROGRAM), Reason.OUT_OF_RANGE),
        ((*GIVEN, "--alpha", "2", *PROGRAM), Reason.OUT_OF_RANGE),
        ((*GIVEN, "--draws", "0", *PROGRAM), Reason.OUT_OF_RANGE),
        ((*GIVEN, "--", "no-such-program"), Reason.NO_SUCH_PROGRAM),
        ((*GIVEN, "--python", "mine"), Reason.NO_SUCH_PROGRAM),
        ((*GIVEN, "--python", "nowhere:f"), Reason.NO_SUCH_PROGRAM),
    ],
)
def test_requests_that_are_wrong(run: Run, arguments: tuple[str, ...], reason: Reason) -> None:
    result = run("conform", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"({reason})" in result.stderr


def test_the_schema() -> None:
    """It is one, and what is missing or unknown is refused."""
    from importlib.resources import files

    schema = json.loads(files("ldproof").joinpath("schemas/conform.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert not Draft202012Validator(schema).is_valid({"verdict": "conforms"})
