"""`ldproof audit`: what people, programs and other tools read of it, and how it ends."""

import gzip
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction
from io import StringIO
from math import exp, log
from pathlib import Path
from time import sleep
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console
from typer.testing import CliRunner

from ldproof.cli import audit, audit_request, watching
from ldproof.cli.main import app
from ldproof.rejections import Reason
from tests.reference.cli.conftest import Run, conforming, no_number

ANSWERING = Path(__file__).with_name("answering.py")
LDPROOF = (sys.executable, "-m", "ldproof")
PROGRAM = ("--", sys.executable, str(ANSWERING))
LEAKING = (*PROGRAM, "--times", "1.5")
SURE = ("--alpha", "1e-9")
"""Whatever is random here goes wrong less often than that."""

BOX = ("black-box", "odds=3", "--pair", "0", "1")
SHOTS = ("shots.report", "T=3", "m=1", "r=0", "epsilon=1")

FULL = 40 * "━"
"""A bar that is at its end."""

MINE = """
import os
import signal
from random import random

def told(bit):
    return bit

def told_with_coins(bit, coins):
    coins.read(1)
    return bit

def kept(bit):
    return 0

def mixed(bits):
    return "000" if bits == "000" else 0

def first(bits):
    return "100"

def report(bits):
    return [bit if random() < 0.7 else 1 - bit for bit in bits]

def tossed(bit, coins):
    return bit ^ (coins.read(1)[0] < 50)

def loud(bit, coins):
    print("a word on the way")
    return tossed(bit, coins)

def crash(bit):
    raise KeyError("oh")

def gone(bit):
    if bit and not os.path.exists("gone"):
        open("gone", "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return 0

def leaving(bit):
    if bit:
        os._exit(7)
    return 0

def crashing(bit):
    if bit:
        os.kill(os.getpid(), signal.SIGSEGV)
    return 0
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a module in it, and functions called in this process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setattr(watching, "Pool", lambda _: nullcontext())
    return tmp_path


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test has a module `mine` of its own."""
    yield
    sys.modules.pop("mine", None)


def answer(run: Run, *arguments: str) -> dict[str, object]:
    """What a program reads."""
    result = run("audit", *arguments)
    assert result.stderr == ""
    found = conforming("audit", result.stdout)
    assert isinstance(found, dict)
    assert result.exit_code == {"violated": 1, "not refuted": 0}[found["verdict"]]
    return found


def test_a_program_that_tells_everything(run: Run) -> None:
    """Nothing of it is random, so all counts are known."""
    found = answer(run, *BOX, "--json", "--python", "mine:told")
    assert [found[name] for name in ("verdict", "kind", "pairs", "unreadable", "expected_pairs")] == [
        "violated", "sequential", [[0, 1]], 0, None,
    ]  # fmt: skip
    assert found["alpha"] == {"exact": "1/20"}
    claim = found["claim"]
    assert isinstance(claim, dict)
    epsilon = claim.pop("epsilon")
    assert Fraction(epsilon["lower"]) < Fraction(log(3)) + Fraction(1, 10**15)
    assert Fraction(epsilon["upper"]) > Fraction(log(3)) - Fraction(1, 10**15)
    assert claim == {
        "mechanism": "black-box",
        "parameters": {"odds": "3"},
        "level": "user",
        "odds_at_least": {"exact": "3/1"},
        "delta": {"exact": "0/1"},
    }
    events = found["events"]
    assert isinstance(events, list)
    strongest = events[0]
    likely, unlikely = strongest["likely"], strongest["unlikely"]
    assert sorted((likely["input"], unlikely["input"])) == [0, 1]
    assert likely["happened"] == likely["samples"] > 0
    assert unlikely["samples"] > 0
    assert unlikely["happened"] == 0
    history, evidence, samples = found["history"], found["evidence"], found["samples"]
    assert isinstance(history, list)
    assert isinstance(evidence, dict)
    assert samples == 2 * history[-1]["pairs"]
    assert evidence["logarithm"] == history[-1]["logarithm"]
    assert evidence["share"] == 1
    assert Fraction(evidence["logarithm"]) >= Fraction(2995732273553, 10**12)
    assert all(Fraction(each["logarithm"]) < Fraction(2995732273554, 10**12) for each in history[:-1])
    assert found["epsilon_at_least"] == history[-1]["epsilon_at_least"]
    for bound in (each["epsilon_at_least"] for each in history if each["epsilon_at_least"]):
        exact = Fraction(bound["exact"])
        assert 0 <= exact - Fraction(bound["decimal"]) < Fraction(1, 10**12)


def test_what_json_lacks_is_told_by_its_text(run: Run) -> None:
    """In every form of the answer; and what looks like that is told by its text, too."""
    given = ("--pair", "NaN", "1.0", "--pair", "[1,-Infinity]", '{"canonical":1}', "--pairs", "300")
    arguments = ("black-box", "odds=3", *given, "--python", "mine:kept")
    found = answer(run, *arguments, "--json")
    first, second = (
        ({"canonical": "NaN"}, 1.0),
        ({"canonical": "[1,-Infinity]"}, {"canonical": '{"canonical":1}'}),
    )
    assert found["pairs"] == [[*first], [*second]]
    looked_at = found["looked_at"]
    assert isinstance(looked_at, dict)
    assert looked_at["inputs"] == [*first, *second]
    cases = ET.fromstring(run("audit", *arguments, "--format", "junit").stdout).iter("testcase")
    assert [each.get("name") for each in cases] == ["NaN and 1.0", '[1,-Infinity] and {"canonical":1}']
    told = json.loads(run("audit", *arguments, "--format", "sarif").stdout, parse_constant=no_number)
    assert [each["ruleId"] for each in told["runs"][0]["results"]] == ["constant"]


def test_a_program_that_tells_nothing(run: Run) -> None:
    found = answer(run, *BOX, "--pairs", "250", "--format", "json", "--python", "mine:kept")
    assert [found[name] for name in ("verdict", "samples", "epsilon_at_least")] == ["not refuted", 500, None]
    history = found["history"]
    assert isinstance(history, list)
    assert [each["pairs"] for each in history] == [*range(6, 211, 6), 217, 224, 231, 238, 245, 250]


def test_what_inputs_mean(run: Run) -> None:
    """JSON where they are JSON, and text otherwise; for a mechanism always text."""
    arguments = (
        "black-box",
        "odds=3",
        "--pair",
        "-1",
        "yes",
        "--pair",
        "[0,[]]",
        '"1"',
        "--pair",
        "null",
        "2024-01-01",
    )
    found = answer(run, *arguments, "--pairs", "100", "--json", "--python", "mine:kept")
    assert found["pairs"] == [[-1, "yes"], [[0, []], "1"], [None, "2024-01-01"]]
    found = answer(run, *SHOTS, *SURE, "--pair", "001", "100", "--pairs", "100", "--json", *PROGRAM)
    assert found["pairs"] == [["001", "100"]]


@pytest.mark.parametrize("pairs", [1, 99, 1000])
def test_no_more_is_drawn_than_was_said(run: Run, pairs: int) -> None:
    """From all pairs of inputs together."""
    found = answer(run, *BOX, "--pair", "0", "2", "--pairs", str(pairs), "--json", "--python", "mine:kept")
    assert found["samples"] == 2 * pairs
    assert isinstance(found["looked_at"], dict)
    closely = found["looked_at"]["closely"]
    assert found["looked_at"] == {
        "pairs": 2,
        "inputs": [0, 1, 2],
        "of_inputs": None,
        "of_pairs": None,
        "closely": closely,
    }
    assert (pairs == 1000) == bool(closely)


def test_what_people_read_of_a_violation(run: Run) -> None:
    result = run("audit", *SHOTS, *SURE, "--pair", "000", "111", *LEAKING)
    assert (result.exit_code, result.stderr) == (1, "")
    verdict, seen, looked, bound, evidence, meaning, empty, *table = result.stdout.splitlines()
    assert looked == "1 of 28 pairs of inputs were looked at: 000 and 111"
    assert (
        verdict == "violated: this program does not keep what it claims, shots.report T=3 m=1 r=0 epsilon=1"
    )
    number = "([0-9,]+)"
    foreseen = r"foreseen by the mechanism \(0 in every round\)"
    counts = re.fullmatch(
        rf"the event (?:{foreseen}|output in .*) happens in {number} of {number} draws with input (?:000|111), "
        f"and in {number} of {number} with input (?:000|111)",
        seen,
    )
    assert counts
    likely, total, unlikely, others = (int(each.replace(",", "")) for each in counts.groups())
    assert abs(total - others) < 6 * (total + others) ** 0.5
    assert exp(1) * unlikely < likely <= total
    assert re.fullmatch(
        r"its epsilon is above the 1 that it claims; .*|the lower bound on its epsilon is .*; it claims 1",
        bound,
    )
    assert (
        evidence == f"{total + others:,} samples; the evidence is 100% of what the verdict `violated` takes"
    )
    assert meaning.endswith("with a probability of at most 1e-09, however long one watches (sequential)")
    assert empty == ""
    assert table[0].split() == ["event", "input", "happens", "in", "input", "happens", "in", "evidence"]
    assert any(line.startswith("foreseen by the mechanism   000") for line in table[1:3])
    assert f"{likely:,}/{total:,}" in table[1]
    assert table[-1] == "foreseen by the mechanism: 0 in every round"


def test_a_bound_that_lags_behind_the_verdict_is_explained(run: Run, here: Path) -> None:
    """It is below what is claimed, and that is no contradiction."""
    bound = run("audit", *BOX, "--python", "mine:told").stdout.splitlines()[3]
    found = re.fullmatch(
        "its epsilon is above the 1.09861 that it claims; a bound takes more samples than a verdict: "
        "these are enough for a lower bound of (.*), and `throughout` draws on",
        bound,
    )
    assert found is not None
    assert 0 < Fraction(found[1]) < Fraction("1.09861")


def test_at_event_level_too_the_mechanism_knows_where_to_look(run: Run) -> None:
    found = answer(
        run, *SHOTS, *SURE, "--level", "event", "--pairs", "600", "--json", "--python", "mine:first"
    )
    assert isinstance(found["pairs"], list)
    assert found["pairs"][0] == ["111", "011"]
    neighbours = {frozenset({one, other}) for one in EIGHT for other in EIGHT if apart(one, other) == 1}
    assert len(found["pairs"]) == len(neighbours) == 12
    assert {frozenset(each) for each in found["pairs"]} == neighbours
    looked = found["looked_at"]
    assert isinstance(looked, dict)
    assert [looked[name] for name in ("pairs", "of_inputs", "of_pairs")] == [12, 8, 12]
    assert sorted(looked["inputs"]) == EIGHT
    assert looked["closely"][0] == 0
    events = found["events"]
    assert isinstance(events, list)
    known = [each["likely"] for each in events if each["event"] == "foreseen by the mechanism"]
    assert [each["input"] for each in known] == ["111", "011"]
    assert all(each["happened"] == each["samples"] > 100 for each in known)


EIGHT = [f"{number:03b}" for number in range(8)]


def apart(one: str, other: str) -> int:
    """In how many places two texts differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def test_a_leak_elsewhere_than_the_mechanism_foresees_is_found(run: Run, here: Path) -> None:
    """Column 7 in the clear, and everything else as it should be; nobody says where to look."""
    (here / "mine.py").write_text(SEVENTH)
    arguments = ("sketch.kary", "w=16", "d=1", "odds=3", *SURE, "--pairs", "5000", "--seed", "s", "--json")
    found = answer(run, *arguments, "--python", "mine:seventh")
    assert found["verdict"] == "violated"
    assert isinstance(found["samples"], int)
    assert found["samples"] < 4000
    events = found["events"]
    assert isinstance(events, list)
    assert {events[0]["likely"]["input"], events[0]["unlikely"]["input"]} & {"7"}
    assert isinstance(found["looked_at"], dict)
    assert [found["looked_at"][name] for name in ("pairs", "of_inputs", "of_pairs")] == [120, 16, 120]
    assert answer(run, *arguments, "--python", "mine:every")["verdict"] == "not refuted"


SEVENTH = """
from ldproof.exact import uniform

def every(given, coins):
    other = uniform(18, coins)
    return f"0:{given if other >= 16 else other}"

def seventh(given, coins):
    return "0:7" if given == "7" else every(given, coins)
"""


@pytest.mark.parametrize("form", ["list", "file", "function"])
def test_inputs_are_given_and_all_their_pairs_are_looked_at(run: Run, here: Path, form: str) -> None:
    (here / "inputs.txt").write_text("0\n1\n\n[2,3]\n")
    (here / "inputs.py").write_text("def listed():\n    return iter([0, 1, [2, 3]])\n")
    given = {"list": "[0, 1, [2, 3]]", "file": "inputs.txt", "function": "inputs:listed"}[form]
    arguments = ("black-box", "odds=3", "--inputs", given, "--pairs", "400", "--python", "mine:kept")
    found = answer(run, *arguments, "--json")
    assert found["pairs"] == [[0, 1], [0, [2, 3]], [1, [2, 3]]]
    said = run("audit", *arguments).stdout
    assert "3 pairs of inputs were looked at: 0 and 1; 0 and [2,3]; 1 and [2,3]\n" in said
    sys.modules.pop("inputs", None)


def test_many_inputs_are_told_in_short(run: Run) -> None:
    given = json.dumps([*range(20)])
    result = run(
        "audit", "black-box", "odds=3", "--inputs", given, "--pairs", "1500", "--python", "mine:told"
    )
    assert result.exit_code == 1
    (line,) = (each for each in result.stdout.splitlines() if "were looked at" in each)
    assert re.fullmatch(
        r"190 pairs of inputs were looked at, most closely [0-9]+ and [0-9]+.*; the inputs: "
        r"0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 4 more",
        line,
    )


def test_draws_that_are_not_independent(run: Run, here: Path) -> None:
    """Every fourth answer is a lie: as private as is claimed on its own, and open to whoever counts."""
    (here / "mine.py").write_text(
        "from itertools import count\nnumber = count()\n"
        "def systematic(bit):\n    return bit if next(number) % 4 else 1 - bit\n"
    )
    arguments = (
        "black-box",
        "odds=3",
        "--pair",
        "0",
        "1",
        *SURE,
        "--pairs",
        "2000",
        "--python",
        "mine:systematic",
    )
    result = run("audit", *arguments, "--json")
    found = conforming("audit", result.stdout)
    assert isinstance(found, dict)
    assert (result.exit_code, found["verdict"]) == (1, "not independent")
    said = run("audit", *arguments).stdout.splitlines()
    assert said[0].startswith("not independent: an output together with other draws shows more of its input")
    assert "period of" in said[1] or "draws before" in said[1]


def test_a_claim_with_a_delta(run: Run, here: Path) -> None:
    """In the clear once in ten times: more than a delta of 1/100 allows, and less than one of 1/2."""
    (here / "mine.py").write_text(
        "from ldproof.exact import uniform\n"
        "def clear(bit, coins):\n"
        "    tell, lie = uniform(10, coins), uniform(4, coins)\n"
        "    return bit if lie or not tell else 1 - bit\n"
    )
    for delta, verdict in (("1/100", "violated"), ("1/2", "not refuted")):
        arguments = (
            "black-box",
            "odds=2",
            f"delta={delta}",
            "--pair",
            "0",
            "1",
            "--pairs",
            "3000",
            "--seed",
            "s",
        )
        found = answer(run, *arguments, "--json", "--python", "mine:clear")
        assert found["verdict"] == verdict
        assert isinstance(found["claim"], dict)
        assert found["claim"]["delta"] == {"exact": delta}
        assert f"delta={delta}" in run("audit", *arguments, "--python", "mine:clear").stdout.splitlines()[0]


def test_sarif(run: Run) -> None:
    for name, found in (("mine:told", 1), ("mine:kept", 0)):
        result = run("audit", *BOX, "--pairs", "400", "--format", "sarif", "--python", name)
        assert (result.exit_code, result.stderr) == (found, "")
        (told,) = json.loads(result.stdout)["runs"]
        assert ["privacy" in each["ruleId"] for each in told["results"]] == [bool(found)]
        (done,) = told["invocations"]
        words = [each["message"]["text"] for each in done["toolExecutionNotifications"]]
        assert "1 pair of inputs was looked at: 0 and 1" in words


def test_what_people_read_otherwise(run: Run) -> None:
    result = run(
        "audit", *SHOTS, *SURE, "--level", "event", "--pair", "000", "001", "--pairs", "300", *PROGRAM
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == (
        "not refuted: 600 samples do not contradict the claim, shots.report T=3 m=1 r=0 epsilon=1, at event level;"
        " that is no proof, and privacy alone was tested: whether outputs are right, `ldproof conform` tests"
    )


def test_what_is_no_output_is_counted(run: Run) -> None:
    arguments = (*SHOTS, *SURE, "--pair", "000", "111", "--pairs", "100", "--python", "mine:mixed")
    found = answer(run, *arguments, "--json")
    unreadable, samples = found["unreadable"], found["samples"]
    assert isinstance(unreadable, int)
    assert isinstance(samples, int)
    assert abs(unreadable - samples / 2) < 3 * samples**0.5  # six standard deviations
    assert " of the samples are no output of shots.report" in run("audit", *arguments).stdout


ONLY = "only one output was ever seen: privacy is trivially kept, and nothing is reported"


def test_one_output_every_time(run: Run, here: Path) -> None:
    """Nobody can learn anything from it, and that is said."""
    arguments = (*BOX, *SURE, "--pairs", "300", "--python")
    for function, constant in (("mine:kept", True), ("mine:report", False)):
        pair = ("--pair", "[0]", "[1]") if function == "mine:report" else BOX[2:]
        result = run("audit", *BOX[:2], *pair, *arguments[len(BOX) :], function)
        assert (result.exit_code, ONLY in result.stdout) == (0, constant)
    assert answer(run, *arguments, "mine:kept", "--json")["constant"] is True
    for outputs, constant in ((("7", "7"), True), (("7", "8"), False)):
        (here / "counts.csv").write_text("input,output,count\n0,{},50\n1,{},50\n".format(*outputs))
        result = run("audit", *BOX, "--counts", "counts.csv")
        assert (ONLY in result.stdout) is constant


def test_junit(run: Run) -> None:
    result = run("audit", *BOX, "--pair", '"<&>"', "1", "--format", "junit", "--python", "mine:told")
    assert (result.exit_code, result.stderr) == (1, "")
    suites = ET.fromstring(result.stdout)
    (suite,) = suites
    assert suite.get("name") == "black-box odds=3"
    assert all((each.get("tests"), each.get("failures")) == ("2", "1") for each in (suites, suite))
    cases = list(suites.iter("testcase"))
    assert [each.get("name") for each in cases] == ["0 and 1", '"<&>" and 1']
    (failure,) = (found for each in cases if (found := each.find("failure")) is not None)
    assert re.match(
        r"the event .* happens in ([0-9,]+) of \1 draws .*, and in 0 of ", str(failure.get("message"))
    )


def test_junit_where_nothing_is_wrong(run: Run) -> None:
    result = run("audit", *BOX, "--pairs", "100", "--format", "junit", "--python", "mine:kept")
    assert result.exit_code == 0
    suites = ET.fromstring(result.stdout)
    assert (suites.get("tests"), suites.get("failures"), suites.find(".//failure")) == ("1", "0", None)


def test_a_seed_decides(run: Run) -> None:
    arguments = (*BOX, "--pairs", "400", "--json", "--python", "mine:tossed", "--seed")
    one, again, other = (run("audit", *arguments, seed).stdout for seed in "aab")
    assert one == again != other


def test_functions_run_elsewhere(here: Path) -> None:
    """What they print is none of our answer, and two workers draw the same as one."""
    one, two = (
        program(here, *BOX, "--pairs", "400", "--json", "--seed", "s", "--python", "mine:loud", *workers)
        for workers in ((), ("--workers", "2"))
    )
    assert (one.returncode, one.stdout) == (two.returncode, two.stdout)
    assert conforming("audit", one.stdout)
    assert "a word on the way" in one.stderr


def program(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command line as a process of its own."""
    return subprocess.run(
        [*LDPROOF, "audit", *arguments], capture_output=True, text=True, check=False, cwd=folder
    )


def test_pictures(run: Run, here: Path) -> None:
    arguments = (*BOX, "--pairs", "100", "--svg", "a.picture", "--png", "b.picture", "--python", "mine:kept")
    result = run("audit", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert ET.parse(here / "a.picture").getroot().tag.endswith("svg")
    assert (here / "b.picture").read_bytes().startswith(b"\x89PNG")


def test_pictures_are_there_where_nobody_reads_on(here: Path) -> None:
    """The reader has gone before the first word."""
    with subprocess.Popen(
        [*LDPROOF, "audit", *BOX, "--pairs", "100", "--svg", "a.svg", "--python", "mine:kept"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=here,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert ET.parse(here / "a.svg").getroot().tag.endswith("svg")


def test_the_verdict_is_told_where_a_picture_fails(run: Run, here: Path) -> None:
    """Its folder was there before the audit, and is not after it."""
    (here / "removing.py").write_text(REMOVING)
    (here / "pictures").mkdir()
    result = run("audit", *BOX, "--pairs", "100", "--svg", "pictures/a.svg", "--python", "removing:f")
    assert result.exit_code == 2
    assert result.stdout.startswith("not refuted: 200 samples")
    assert Reason.NO_SUCH_PLACE in result.stderr


REMOVING = """
from pathlib import Path

def f(bit):
    if Path("pictures").is_dir():
        Path("pictures").rmdir()
    return 0
"""


def test_a_function_that_hangs(run: Run, here: Path) -> None:
    (here / "waiting.py").write_text(WAITING)
    arguments = (*BOX, "--timeout", "0.2", "--python", "waiting:hang")
    assert refused(run, 3, *arguments)["reason"] == Reason.PROGRAM_TIMED_OUT


def test_pictures_need_matplotlib(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is said before anything is drawn."""
    for drawing in ("ldproof.pictures", "ldproof.audit.pictures"):
        monkeypatch.delitem(sys.modules, drawing, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("audit", *BOX, "--state", "state", "--svg", "a.svg", "--python", "mine:kept")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "ldproof[plots]" in result.stderr
    assert not (here / "state").exists()


def test_past_the_verdict(run: Run) -> None:
    """What leaks everything is refuted at once; its bound goes on rising."""
    arguments = (*BOX, "--json", "--seed", "1", "--python", "mine:told_with_coins", "--pairs", "1000")
    short, long = answer(run, *arguments), answer(run, *arguments, "--throughout")
    assert [each["verdict"] for each in (short, long)] == ["violated", "violated"]
    assert isinstance(short["samples"], int)
    assert short["samples"] < 2000
    assert long["samples"] == 2000
    known, longer = short["history"], long["history"]
    assert isinstance(known, list)
    assert isinstance(longer, list)
    assert longer[: len(known)] == known
    assert Fraction(longer[-1]["epsilon_at_least"]["exact"]) > Fraction(log(3)) * 2


def test_going_on(run: Run) -> None:
    """What was drawn counts, and nothing twice; with more pairs there is more to draw."""
    arguments = (*BOX, "--json", "--python", "mine:kept", "--state", "state", "--pairs")
    first, second, third, fourth = (answer(run, *arguments, most) for most in ("250", "250", "500", "100"))
    assert first == second
    assert third == fourth  # what is there already is not thrown away
    assert [each["samples"] for each in (first, third)] == [500, 1000]
    known, longer = first["history"], third["history"]
    assert isinstance(known, list)
    assert isinstance(longer, list)
    assert longer[: len(known)] == known


REFUSED = [
    (("shots.reprot", *SHOTS[1:], *PROGRAM), Reason.UNKNOWN_NAME, "shots.report"),
    (("blackbox", *BOX[1:], *PROGRAM), Reason.UNKNOWN_NAME, "black-box"),
    (
        ("audit", *BOX[1:], *PROGRAM),
        Reason.UNKNOWN_NAME,
        "shots. or counting. or chi2. or sketch. or black-box",
    ),
    (("shots.report", "T=3", "m=1", "r=0", *PROGRAM), Reason.BUDGET_NOT_UNIQUE, "epsilon, odds"),
    (("shots.report", "m=1", "odds=3", *PROGRAM), Reason.MISSING, "T"),
    ((*SHOTS, "odds=3", *PROGRAM), Reason.BUDGET_NOT_UNIQUE, "epsilon"),
    (("black-box", "--pair", "0", "1", *PROGRAM), Reason.BUDGET_NOT_UNIQUE, "epsilon and odds"),
    (("black-box", "odds=3", *PROGRAM), Reason.MISSING, "a pair of inputs"),
    ((*BOX, "--level", "event", *PROGRAM), Reason.UNKNOWN_NAME, "user"),
    (BOX, Reason.MISSING, "-- COMMAND, --python, --counts, --samples"),
    ((*BOX, "--"), Reason.MISSING, "-- COMMAND, --python, --counts, --samples"),
    ((*BOX, "--python", "mine:told", *PROGRAM), Reason.REPEATED, "exactly one"),
    ((*BOX, "--counts", "x", "--samples", "y"), Reason.REPEATED, "exactly one"),
    (("black-box", "odds=3", "--pair", "0", *PROGRAM), Reason.MISSING, "--pair X Y"),
    (("black-box", "odds=3", "--pair", "0", "--json", *PROGRAM), Reason.MISSING, "--pair X Y"),
    (("black-box", "odds=3", "--pair", "--json", "1", *PROGRAM), Reason.MISSING, "--pair X Y"),
    (("black-box", "odds=3", "--pair", "[0,1", "0", *PROGRAM), Reason.NOT_A_VALUE, "lists"),
    (("black-box", "odds=3", "--pair", '{"a":0', "0", *PROGRAM), Reason.NOT_A_VALUE, "lists"),
    (("black-box", "odds=3", "--pair", "0", "0", *PROGRAM), Reason.REPEATED, "differ"),
    ((*BOX, "--pair", "1", "0", *PROGRAM), Reason.REPEATED, "once"),
    ((*SHOTS, "--pair", "000", "0110", *PROGRAM), Reason.WRONG_LENGTH, "3"),
    ((*SHOTS, "--level", "event", "--pair", "000", "011", *PROGRAM), Reason.OUT_OF_RANGE, "neighbours"),
    ((*BOX, "--alpha", "0", *PROGRAM), Reason.OUT_OF_RANGE, "10^-300 <= it < 1"),
    ((*BOX, "--alpha", "-1", *PROGRAM), Reason.OUT_OF_RANGE, "10^-300 <= it < 1"),
    ((*BOX, "--alpha", "ln(2)", *PROGRAM), Reason.NOT_A_NUMBER, "10^-300 <= it < 1"),
    ((*BOX, "--pairs", "0", *PROGRAM), Reason.OUT_OF_RANGE, "from 1"),
    ((*BOX, "--pairs", "", *PROGRAM), Reason.NOT_A_NUMBER, "a whole number from 1 to"),
    ((*BOX, "--workers", "", *PROGRAM), Reason.NOT_A_NUMBER, "a whole number from 1 to"),
    ((*BOX, "--timeout", "", *PROGRAM), Reason.NOT_A_NUMBER, "3"),
    ((*BOX, "--pairs", "1.5", *PROGRAM), Reason.NOT_A_WHOLE_NUMBER, "from 1"),
    ((*BOX, "--pairs", "1e10", *PROGRAM), Reason.TOO_LARGE, "from 1"),
    ((*BOX, "--workers", "0", *PROGRAM), Reason.OUT_OF_RANGE, "from 1"),
    ((*BOX, "--timeout", "0", *PROGRAM), Reason.OUT_OF_RANGE, "0 < it"),
    ((*BOX, "--seed", "s", *PROGRAM), Reason.UNKNOWN_PARAMETER, "--timeout"),
    ((*BOX, "--timeout", "5", "--counts", "counts.csv"), Reason.UNKNOWN_PARAMETER, "--pair"),
    ((*BOX, "--seed", "s", "--python", "mine:told"), Reason.UNKNOWN_PARAMETER, "`coins`"),
    ((*BOX, "--state", "s", "--counts", "counts.csv"), Reason.UNKNOWN_PARAMETER, "--pair"),
    ((*BOX, "--counts", "counts.csv"), Reason.NO_SUCH_PLACE, "a file"),
    ((*BOX, "--samples", "mine.py"), Reason.MISSING, "input, output"),
    ((*BOX, "--", "no-such-program"), Reason.NO_SUCH_PROGRAM, "PATH"),
    ((*BOX, "--python", "mine"), Reason.NO_SUCH_PROGRAM, "module:function"),
    ((*BOX, "--python", "nowhere:f"), Reason.NO_SUCH_PROGRAM, "module:function"),
    ((*BOX, "--state", ".", *PROGRAM), Reason.NO_SUCH_PLACE, "a file"),
    ((*BOX, "--state", "nowhere/state", *PROGRAM), Reason.NO_SUCH_PLACE, "a file"),
    ((*BOX, "--state", "mine.py", *PROGRAM), Reason.DAMAGED_STATE, "saved"),
    ((*BOX, "--svg", ".", *PROGRAM), Reason.NO_SUCH_PLACE, "a folder"),
    ((*BOX, "--png", "nowhere/a.png", *PROGRAM), Reason.NO_SUCH_PLACE, "a folder"),
]


@pytest.mark.parametrize(("arguments", "reason", "accepted"), REFUSED)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], reason: Reason, accepted: str) -> None:
    refusal = refused(run, 2, *arguments)
    assert refusal["reason"] == reason
    assert accepted in str(refusal["accepted"])


def test_two_formats(run: Run) -> None:
    result = run("audit", *BOX, "--json", "--format", "junit", "--python", "mine:kept")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--format" in result.stderr


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("--", "false"), Reason.PROGRAM_ENDED),
        (("--", "cat"), Reason.NOT_AN_ANSWER),
        (("--timeout", "1/10", "--", "sleep", "100"), Reason.PROGRAM_TIMED_OUT),
        (("--timeout", ".1", "--", "sleep", "100"), Reason.PROGRAM_TIMED_OUT),
        (("--pair", "0", "2", *PROGRAM), Reason.PROGRAM_REFUSED),
        (("--python", "mine:crash"), Reason.PROGRAM_ENDED),
    ],
)
def test_a_program_that_fails(run: Run, command: tuple[str, ...], reason: Reason) -> None:
    refusal = refused(run, 3, *BOX, *command)
    assert refusal["reason"] == reason
    assert re.search("on the input '[012]'|refuses the input '[012]'", str(refusal["what"]))


FAILING = """
def shy(bit):
    if bit == 1:
        raise KeyError("oh")
    return 0

def once(bit, left=[300]):
    left[0] -= 1
    if not left[0]:
        raise KeyError("oh")
    return 0
"""
ENDING = """
member() { rest=${line#*\\"$1\\":}; echo "${rest%%[,\\}]*}"; }
while read -r line; do
    case $line in *'"input":1,'* | *'"input":1}'*) exit 3 ;; esac
    echo "{\\"id\\":$(member id),\\"outputs\\":[$(printf ',0%.0s' $(seq "$(member count)") | cut -c2-)]}"
done
"""
"""Started again so often that it is no Python."""


@pytest.mark.parametrize("source", [("--python", "mine:shy"), ("--", "sh", "mine.sh")])
def test_a_failure_may_tell_the_input(run: Run, here: Path, source: tuple[str, ...]) -> None:
    """Without leave it is told which inputs fail; with it, failures are outputs, and they leak."""
    (here / "mine.py").write_text(FAILING)
    (here / "mine.sh").write_text(ENDING)
    refusal = refused(run, 3, *BOX, *source)
    assert "on the input '1'" in str(refusal["what"])
    assert "it failed 0 times with '0', 5 times with '1'; that seems to tell inputs apart" in str(
        refusal["what"]
    )
    assert "--failures-are-outputs" in str(refusal["accepted"])
    found = answer(run, *BOX, "--json", "--failures-are-outputs", *source)
    assert found["verdict"] == "violated"
    events = found["events"]
    assert isinstance(events, list)
    assert events[0]["unlikely"]["happened"] == 0


def test_what_is_lost_with_a_process_is_told_of() -> None:
    """Draws that are made anew look as if nothing had happened, and whether a process is killed may tell the input."""
    asked = (*LDPROOF, "audit", *BOX, "--pairs", "20", "--json", "--python", "mine:gone")
    first, second = (subprocess.run(asked, capture_output=True, text=True, check=False) for _ in range(2))
    assert [json.loads(each.stdout)["verdict"] for each in (first, second)] == ["not refuted"] * 2
    assert "lost 1 time, and other draws were made" in first.stderr
    assert second.stderr == ""


@pytest.mark.parametrize(
    ("function", "how"), [("leaving", "ended with exit status 7"), ("crashing", "was ended by signal 11")]
)
def test_a_function_that_ends_its_process_fails(function: str, how: str) -> None:
    """Draws in its place would have no word of it; with which input it does is told."""
    asked = (*LDPROOF, "audit", *BOX, "--pairs", "20", "--python", f"mine:{function}")
    result = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (3, "")
    assert f"a process that drew {how}" in result.stderr
    assert "it failed 0 times with '0', 5 times with '1'" in result.stderr
    assert Reason.WORKER_LOST in result.stderr


def test_a_failure_that_tells_nothing(run: Run, here: Path) -> None:
    (here / "mine.py").write_text(FAILING)
    refusal = refused(run, 3, *BOX, "--python", "mine:once")
    assert "it failed 0 times with '0', 0 times with '1'" in str(refusal["what"])
    assert "apart" not in str(refusal["what"])
    assert (
        refused(run, 2, *BOX, "--failures-are-outputs", "--counts", "x")["reason"] == Reason.UNKNOWN_PARAMETER
    )


RAISING = """
import asyncio

class Silent(BaseException):
    def __str__(self):
        raise Silent

class Number(int):
    def __abs__(self):
        raise asyncio.CancelledError

def cancelled(bit):
    raise asyncio.CancelledError

def closed(bit):
    raise GeneratorExit

def finished(bit):
    raise StopIteration

def left(bit):
    raise SystemExit(0)

def silent(bit):
    raise Silent

def silent_at_once(bit, count):
    raise Silent

def strange(bit):
    return Number(3)

def interrupted(bit):
    raise KeyboardInterrupt
"""
RAISES = ("cancelled", "closed", "finished", "left", "silent", "silent_at_once", "strange")


@pytest.mark.parametrize("function", RAISES)
def test_whatever_a_function_raises_is_its_own(run: Run, here: Path, function: str) -> None:
    (here / f"{function}.py").write_text(RAISING)
    assert refused(run, 3, *BOX, "--python", f"{function}:{function}")["reason"] == Reason.PROGRAM_ENDED


def test_an_interruption_that_a_function_raises_is_its_own(here: Path) -> None:
    """In a process that no Ctrl-C reaches, and when it is imported, too."""
    (here / "raising.py").write_text(RAISING)
    (here / "mean.py").write_text("raise KeyboardInterrupt")
    for place in ("raising:interrupted", "mean:f"):
        result = program(here, *BOX, "--python", place)
        assert (result.returncode, result.stdout) == (3, "")
        assert "raised KeyboardInterrupt" in result.stderr
        assert f"({Reason.PROGRAM_ENDED})" in result.stderr


def refused(run: Run, status: int, *arguments: str) -> dict[str, object]:
    """The refusal that a program reads."""
    result = run("audit", "--json", *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    words, machine = result.stderr.splitlines()
    refusal = conforming("refusal", machine)
    assert isinstance(refusal, dict)
    assert words == f"ldproof: {refusal['what']} ({refusal['reason']}); accepted: {refusal['accepted']}"
    return refusal


COUNTS = """input,output,count
000,000,3000
111,000,1000
111,100,1500
111,010,500
"""


def test_counts(run: Run, here: Path) -> None:
    """What the mechanism foresees is tested on all samples."""
    (here / "counts.csv").write_text(COUNTS)
    found = answer(run, *SHOTS, "--counts", "counts.csv", "--json")
    assert [found[name] for name in ("verdict", "kind", "samples", "evidence", "history")] == [
        "violated", "fixed-sample", 6000, None, [],
    ]  # fmt: skip
    events = found["events"]
    assert isinstance(events, list)
    (foreseen,) = (
        each for each in events if each["event"].startswith("foreseen") and each["likely"]["input"] == "000"
    )
    assert foreseen["likely"] == {"input": "000", "happened": 3000, "samples": 3000}
    assert foreseen["unlikely"] == {"input": "111", "happened": 1000, "samples": 3000}
    lines = run("audit", *SHOTS, "--counts", "counts.csv").stdout.splitlines()
    assert lines[0].startswith("violated: ")
    assert not any("evidence" in line for line in lines)


def test_samples(run: Run, here: Path) -> None:
    lines = ["input,output", *["0,1"] * 300, *["1,1"] * 300]
    (here / "samples.csv").write_text("\n".join(lines))
    found = answer(run, *BOX, "--samples", "samples.csv", "--json")
    assert [found[name] for name in ("verdict", "samples", "epsilon_at_least")] == ["not refuted", 600, None]
    result = run("audit", *BOX, "--samples", "samples.csv")
    assert "the lower bound on its epsilon is unknown so far; it claims 1.09861\n" in result.stdout


@pytest.mark.parametrize("option", ["--counts", "--samples"])
def test_a_file_that_is_packed_or_standard_input(
    run: Run, here: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is found is the same."""
    count = option == "--counts"
    rows = [f"{bit},{bit}{',300' * count}" for bit in "01" * (1 if count else 300)]
    text = "\n".join(["input,output" + ",count" * count, *rows]).encode()
    (here / "a.csv").write_bytes(text)
    (here / "a.csv.gz").write_bytes(gzip.compress(text))
    plain = answer(run, *BOX, "--json", option, "a.csv")
    assert plain["verdict"] == "violated"
    assert answer(run, *BOX, "--json", option, "a.csv.gz") == plain
    given = CliRunner().invoke(app, ["audit", *BOX, "--json", option, "-"], input=text)
    assert json.loads(given.stdout) == plain
    (here / "cut.csv.gz").write_bytes(gzip.compress(text)[:30])
    (here / "none.csv.gz").write_bytes(text)
    for file in ("cut.csv.gz", "none.csv.gz"):
        assert refused(run, 2, *BOX, option, file)["reason"] == Reason.NOT_A_TABLE


@pytest.mark.parametrize("first", [0, 1, 2])
def test_packed_samples_on_standard_input(here: Path, first: int) -> None:
    """They are known by how they begin, also where the first byte comes alone."""
    text = b"input,output,count\n0,0,300\n1,1,300"
    with subprocess.Popen(
        [*LDPROOF, "audit", *BOX, "--json", "--counts", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=here,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        content = gzip.compress(text)
        process.stdin.write(content[:first])
        process.stdin.flush()
        sleep(2 * bool(first))
        said, _ = process.communicate(content[first:])
    assert (process.returncode, json.loads(said)["verdict"]) == (1, "violated")


@pytest.mark.parametrize("words", [("./answers", "--times", "3"), ("python3", "answers.py"), ("answers",)])
def test_a_forgotten_end_of_our_words(run: Run, words: tuple[str, ...]) -> None:
    for command in (("audit", *BOX), ("conform", "shots.report", "T=3", "--alpha", "1/100")):
        result = run(*command, *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"... -- {' '.join(words)}" in result.stderr


@pytest.mark.parametrize("command", [("audit", *BOX), ("conform", "shots.report")])
def test_an_option_that_is_none(run: Run, command: tuple[str, ...]) -> None:
    """It is named, and not its value, which is not taken for a program."""
    result = run(*command, "--pairss", "3", "--python", "mine:kept")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "No such option: --pairss" in result.stderr


def test_a_budget_under_another_name(run: Run) -> None:
    assert "eps (did you mean epsilon?)" in run("audit", "black-box", "eps=1", "--pair", "0", "1").stderr


def test_a_foreign_state(run: Run) -> None:
    arguments = (*BOX[:2], "--pairs", "100", "--python", "mine:kept", "--state", "state", "--pair", "0")
    assert run("audit", *arguments, "1").exit_code == 0
    assert refused(run, 2, *arguments, "2")["reason"] == Reason.FOREIGN_STATE


WAITING = """
from pathlib import Path
from time import sleep

def hang(bit):
    Path("begun").touch()
    sleep(1000)
"""


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("options", "sign", "said"),
    [
        (
            ("--state", "state", "--pairs", "100000000", "--python", "mine:kept"),
            "state",
            "ldproof: stopped; the same command goes on from state, all but the last batch kept\n",
        ),
        (
            ("--python", "waiting:hang"),
            "begun",
            "ldproof: stopped, and nothing is kept; with --state FILE the same command would go on\n",
        ),
    ],
)
def test_an_interruption(run: Run, here: Path, options: tuple[str, ...], sign: str, said: str) -> None:
    """Ctrl-C reaches workers too, and only we answer it: what is kept, and how to go on. Nobody is waited for."""
    (here / "waiting.py").write_text(WAITING)
    with subprocess.Popen(
        [*LDPROOF, "audit", *BOX, *options],
        stderr=subprocess.PIPE, text=True, cwd=here, start_new_session=True,
    ) as process:  # fmt: skip
        awaited(here / sign, process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr
        assert process.stderr.read() == said
    assert process.returncode == 128 + signal.SIGINT
    if "--state" in options:
        again = answer(run, *BOX, "--json", "--state", "state", "--pairs", "100", "--python", "mine:kept")
        assert isinstance(again["samples"], int)
        assert again["samples"] >= 200


def test_a_request_to_terminate_leaves_no_lock(here: Path) -> None:
    with subprocess.Popen(
        [*LDPROOF, "audit", *BOX, "--state", "state", "--pairs", "100000000", "--python", "mine:kept"],
        stderr=subprocess.PIPE, text=True, cwd=here, start_new_session=True,
    ) as process:  # fmt: skip
        awaited(here / "state", process)
        assert (here / "state.lock").exists()
        process.terminate()
    assert process.returncode == 128 + signal.SIGTERM
    assert sorted(each.name for each in here.glob("state*")) == ["state"]


HANGING = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open("begun.new", "w") as file:
    file.write(str(os.getpid()))
os.rename("begun.new", "begun")
time.sleep(1000)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_asked_to_end_waits_for_no_program(here: Path, number: signal.Signals) -> None:
    """That is no failure of the program's, which would be asked again; also a terminal that is closed ends it."""
    (here / "hanging.py").write_text(HANGING)
    with subprocess.Popen(
        [*LDPROOF, "audit", *BOX, "--state", "state", "--", sys.executable, "hanging.py"],
        stderr=subprocess.PIPE, text=True, cwd=here, start_new_session=True,
    ) as process:  # fmt: skip
        awaited(here / "begun", process)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (128 + number, "")
    assert not [*here.glob("state*")]
    with pytest.raises(ProcessLookupError):
        os.kill(int((here / "begun").read_text()), 0)


def awaited(path: Path, process: "subprocess.Popen[str]") -> None:
    """Wait for a file."""
    while not path.exists():
        assert process.poll() is None
        sleep(0.01)


def test_progress(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal; other tests see that there is none in a pipe."""
    screen = StringIO()
    monkeypatch.setattr(
        "ldproof.cli.watching.paper",
        lambda *, error: Console(file=screen, force_terminal=error, width=200, no_color=True),
    )
    answer(run, *BOX, "--json", "--pairs", "1000", "--python", "mine:told")
    shown = screen.getvalue()
    assert re.search(r"[1-9][0-9]+ pairs of draws, evidence [0-9]+%, epsilon at least [0-9.]+ ", shown)
    assert "evidence 100%" in shown
    assert FULL not in shown
    answer(run, *BOX, "--json", "--pairs", "100", "--python", "mine:kept")
    assert FULL in screen.getvalue()


def test_the_examples(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each runs, with what it names in the folder."""
    monkeypatch.setattr(audit_request, "PAIRS", "300")
    shutil.copy(ANSWERING, here / "answers.py")
    answers = here / "answers"
    answers.write_text(f"#!{sys.executable}\n{ANSWERING.read_text()}")
    answers.chmod(0o700)
    (here / "answers.go").write_text("package main\n" * 20)
    (here / "counts.csv").write_text("input,output,count\nyes,1,70\nyes,0,30\nno,1,30\nno,0,70\n")
    for example in audit.EXAMPLES:
        result = run("audit", *SURE, *shlex.split(example)[2:])
        assert (result.exit_code, result.stderr) in ((0, ""), (1, "")), example
    assert (here / "0-1.svg").exists()


@pytest.mark.parametrize("place", [":", "..:f", "mine", "mine:kept:kept"])
def test_what_is_no_place_of_a_function(run: Run, place: str) -> None:
    result = run("audit", *BOX, "--pairs", "100", "--python", place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"ldproof: {place}: it is no place (no-such-program)")
