"""`ldproof conform`: what people, programs and other tools read of it, and how it ends."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ldproof.cli.conform import as_badge, as_markdown
from ldproof.errors import Reason
from ldproof.oracle import conformance
from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest
from ldproof.oracle.conformance.comparison import Difference
from ldproof.oracle.conformance.conforming import ReplayedVector, ReplayOutcome
from ldproof.oracle.operations import answer_request
from ldproof.oracle.vectors import Vector
from ldproof.programs import Description, Program
from ldproof.programs.serving import answer_lines
from tests.reference.cli.conftest import Run, answer_of, refusal_of
from tests.reference.programs.children import child
from tests.tiers import slow

REPORTING = Path(__file__).parents[2] / "oracle/conformance/reporting.py"
PROGRAM = f"-- {sys.executable} {REPORTING}"
GIVEN = "shots.report T=5 m=2 r=1/4 odds=81"
CONFORM = f"conform {GIVEN} --alpha 1e-10 --draws 300"
"""Whatever is random here goes wrong less often than that."""

MINE = """
from time import sleep

def exact(states, T, m, r, odds, coins):
    from ldproof.shots.mechanism import report_mechanism as mechanism
    known = mechanism(T, m, r, odds=odds)
    return known.outputs.write(known.randomize(known.secrets.read(states), coins))

def reversed_(states, T, m, r, odds, coins):
    return exact(states[::-1], T, m, r, odds, coins)

def always(states):
    return "10000"

def crash(states):
    raise KeyError("oh")

def hang(states):
    sleep(1000)

def nothing(states):
    return {1, 2}
"""
FINDINGS: dict[str, ConformanceFinding] = {}


def conform_once(program: Program, asked: ConformanceRequest, tell: Any) -> ConformanceFinding:
    """The finding on a program, which is made once: it is written in many forms."""
    key = repr((program._command, asked))
    if key not in FINDINGS:
        FINDINGS[key] = conformance.compare_program(program, asked, tell)
    return FINDINGS[key]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with a module in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ldproof.cli.conform.compare_program", conform_once)
    Path("mine.py").write_text(MINE)


def test_answer_on_a_right_program(run: Run) -> None:
    right = answer_of(run, "conform", f"{CONFORM} --json {PROGRAM}")
    assert (right["verdict"], right["program"]) == ("conforms", "reporting, none")
    assert right["vectors"] == {"agree": 202, "differ": 0, "known": 0, "unsupported": 0}
    assert (right["differences"], right["explanations"]) == ([], [])


@slow
def test_answer_on_a_wrong_program(run: Run) -> None:
    wrong: Any = answer_of(run, "conform", f"{CONFORM} --json {PROGRAM} --slip zero", status=1)
    assert wrong["verdict"] == "differs"
    assert wrong["vectors"]["agree"] + len(wrong["differences"]) == 202
    assert all(each["place"].startswith("outputs") for each in wrong["differences"])
    pasted = [json.dumps(each["request"]).encode() for each in wrong["differences"][:3]]
    for answer, each in zip(answer_lines(pasted, answer_request), wrong["differences"], strict=False):
        assert each["expected"][1:-1] in json.loads(answer)["outputs"], "the request can be repeated"
    explained = {"op": "randomize", "words": "always sent 0", "reproduces": 24, "of": 24}
    assert wrong["explanations"] == [explained]


@slow
def test_text_names_differences_and_explains_them(run: Run) -> None:
    result = run(f"{CONFORM} {PROGRAM} --slip zero")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "differs: reporting, zero as shots.report T=5 m=2 r=1/4 odds=81"
    assert lines[2].split() == ["vectors", "agree", "differ", "known", "to", "fail", "unsupported"]
    assert "found '00000'; asked: {" in lines[6]
    assert lines[6].startswith("randomize, outputs: 173 differ, as explained below; the first is randomize/")
    assert sum("found '00000'" in line for line in lines) == 1
    asked = lines[6].partition("; asked: ")[2]
    assert {"id", "coins"} <= json.loads(asked).keys(), "the request can be repeated"
    assert "randomize: it is as if your program always sent 0 (so 24 of 24 such answers)" in lines
    assert "shots.report: the draws fit a program that always sent 0" in lines
    assert "shots.report: one and the same output came every time" in lines
    right = run(f"{CONFORM} {PROGRAM} --alone")
    assert right.exit_code == 0
    assert "300 draws do not contradict the exact law; that is no proof" in right.stdout
    assert "no draws were compared bit for bit: it draws from no given coins" in right.stdout


@slow
def test_junit_and_sarif_have_all_differences(run: Run) -> None:
    result = run(f"{CONFORM} --format junit {PROGRAM} --slip zero")
    assert result.exit_code == 1
    (suite,) = ET.fromstring(result.stdout)
    assert suite.get("name") == f"reporting, zero: {GIVEN}"
    cases = suite.findall("testcase")
    failed = [each for each in cases if each.find("failure") is not None]
    assert (suite.get("tests"), suite.get("failures")) == (str(len(cases)), str(len(failed)))
    assert {each.get("classname") for each in cases} == {"randomize", "estimate", "law", "bias"}
    assert {each.get("classname") for each in failed} == {"randomize", "law"}
    assert len(failed) > 150
    result = run(f"{CONFORM} --format sarif {PROGRAM} --slip zero")
    assert result.exit_code == 1
    (ran,) = json.loads(result.stdout)["runs"]
    rules = [each["id"] for each in ran["tool"]["driver"]["rules"]]
    assert len(ran["results"]) == len(failed)
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in ran["results"])
    assert {each["ruleId"] for each in ran["results"]} == {"vector", "law"}


def small_finding(*outcomes: ReplayOutcome, untested: str = "") -> ConformanceFinding:
    """A finding on one vector for each outcome."""
    vectors = (Vector("law", {"op": "law", "place": place}, (), {}, None) for place in range(len(outcomes)))
    replayed = [
        ReplayedVector(
            each, outcome, {}, Difference("law", "1", "2") if outcome is ReplayOutcome.DIFFERS else None
        )
        for each, outcome in zip(vectors, outcomes, strict=True)
    ]
    asked = ConformanceRequest("shots.report", {"T": "5"})
    program = Description("a program", ("shots.report",))
    return ConformanceFinding(asked, program, replayed, {}, {}, [], [untested] * bool(untested))


def test_markdown_has_a_heading_for_its_table() -> None:
    found = small_finding(ReplayOutcome.AGREES, ReplayOutcome.AGREES, ReplayOutcome.DIFFERS)
    assert as_markdown(found).splitlines()[:6] == [
        "## differs: `shots.report T=5`",
        "",
        "Program: a program",
        "",
        "| vectors | agree | differ | known to fail | unsupported |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    assert "| law | 2 | 1 | 0 | 0 |" in as_markdown(found).splitlines()


@pytest.mark.parametrize(
    ("found", "message", "color"),
    [
        (small_finding(ReplayOutcome.AGREES, ReplayOutcome.AGREES), "conforms, 2 vectors", "brightgreen"),
        (
            small_finding(ReplayOutcome.AGREES, ReplayOutcome.DIFFERS, ReplayOutcome.AGREES),
            "differs, 1 of 3 vectors",
            "red",
        ),
        (small_finding(ReplayOutcome.UNSUPPORTED), "untested", "lightgrey"),
        (small_finding(ReplayOutcome.AGREES, untested="shots.report"), "untested", "lightgrey"),
    ],
)
def test_badge_of_each_verdict(found: ConformanceFinding, message: str, color: str) -> None:
    expected = {"schemaVersion": 1, "label": "ldproof shots.report", "message": message, "color": color}
    assert json.loads(as_badge(found)) == expected


@slow
def test_markdown_and_badge(run: Run) -> None:
    result = run(f"{CONFORM} --format markdown --badge badge.json {PROGRAM}")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"## conforms: `{GIVEN}`\n")
    assert "| randomize | 200 | 0 | 0 | 0 |" in result.stdout
    assert json.loads(Path("badge.json").read_text()) == {
        "schemaVersion": 1,
        "label": "ldproof shots.report",
        "message": "conforms, 202 vectors",
        "color": "brightgreen",
    }
    wrong = run(f"{CONFORM} --format markdown {PROGRAM} --slip zero")
    assert wrong.exit_code == 1
    assert "**randomize**: it is as if your program always sent 0" in wrong.stdout
    assert "- randomize, outputs: 173 differ, as explained below; the first is `randomize/" in wrong.stdout
    run(f"{CONFORM} --badge badge.json {PROGRAM} --slip zero --alone")
    assert json.loads(Path("badge.json").read_text())["message"] == "differs", "in no vector"
    nowhere = run(f"{CONFORM} --badge none/badge.json {PROGRAM}")
    assert (nowhere.exit_code, Reason.UNAVAILABLE in nowhere.stderr) == (2, True)


@slow
def test_known_failures_are_no_differences_until_they_pass(run: Run) -> None:
    differ: Any = answer_of(run, "conform", f"{CONFORM} --json {PROGRAM} --slip late-rounds", status=1)
    names = [each["vector"] for each in differ["differences"]]
    Path("known.txt").write_text(
        "# the order of the coins\n\n" + "\n".join(f"{each}  # so" for each in names)
    )
    listed = f"{CONFORM} --known-failures known.txt"
    known = answer_of(run, "conform", f"{listed} --json {PROGRAM} --slip late-rounds")
    assert (known["known_failures"], known["differences"]) == (names, [])
    fixed = answer_of(run, "conform", f"{listed} --json {PROGRAM}", status=1)
    assert (fixed["verdict"], fixed["fixed"]) == ("differs", names)
    assert f"{names[0]} is known to fail, and does not" in run(f"{listed} {PROGRAM}").stdout


@pytest.mark.parametrize(
    ("function", "status", "words"),
    [
        pytest.param("exact", 0, "\nrandomize     200       0 ", marks=slow),
        pytest.param("reversed_", 1, "took every state, or every column, in reverse order", marks=slow),
        pytest.param("always", 1, "one and the same output came every time", marks=slow),
        ("crash", 3, "program-refused"),
        pytest.param("nothing", 3, "program-refused", marks=slow),
        ("missing", 2, "no-such-program"),
        pytest.param("hang --timeout 2", 3, "program-timed-out", marks=slow),
    ],
)
def test_functions_of_python(run: Run, function: str, status: int, words: str) -> None:
    result = run(f"{CONFORM} --python mine:{function}")
    assert (result.exit_code, words in result.stdout + result.stderr) == (status, True), result.stdout


ABLE = """
able = {op: ["shots.report"] for op in ("coins", "randomize", "estimate", "law")}
number = hear()["id"]
say(id=number, protocol=1, name="x", mechanisms=["shots.report"], capabilities=able)
hear()
"""
FAILING = [
    (f"{ABLE}hang()", "program-timed-out"),
    (f"{ABLE}os.kill(os.getpid(), signal.SIGKILL)", "program-ended"),
    (f"{ABLE}\nwhile True: sys.stdout.write('x' * 10**6)", "not-an-answer"),
    (f"{ABLE}say(id=99, outputs=['00000']); hear()", "not-an-answer"),
    ("say(id=hear()['id'], name=7); hear()", "not-an-answer"),
    ("say(id=hear()['id'], protocol=2, name='x', mechanisms=[]); hear()", "unsupported"),
]


def test_failing_programs_are_refused(run: Run) -> None:
    for script, reason in FAILING:
        seconds = "1" if reason == "program-timed-out" else "60"
        refusal = refusal_of(run, f"{CONFORM} --timeout {seconds} --", *child(script), status=3)
        assert refusal["reason"] == reason, script


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


def test_huge_numbers_differ(run: Run) -> None:
    """None of them is worked with: each is another answer than the right one, or none."""
    exact, bounds = '{"exact": "1/' + "9" * 5000 + '"}', '{"lower": "-1E9999999", "upper": "Infinity"}'
    for number in ("1e400", "9" * 4000, exact, bounds):
        result = run(f"{CONFORM} --json --", *child(f"VALUE = {number!r}\n{NUMBERS}"))
        assert result.exit_code == 1 or "(not-an-answer)" in result.stderr


def test_nothing_could_be_tested(run: Run) -> None:
    script = 'say(id=hear()["id"], protocol=1, name="x", mechanisms=["sketch.cms"]); hear()'
    result = run(f"conform {GIVEN} --", *child(script))
    assert (result.exit_code, result.stderr) == (3, "")
    assert result.stdout.startswith("nothing could be tested: x as shots.report")
