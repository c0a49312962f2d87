"""`ldproof audit` in this process: what people, programs and other tools read of it."""

import gzip
import json
import re
import shlex
import shutil
import sys
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from io import BufferedReader, RawIOBase, StringIO, TextIOWrapper
from math import exp, log
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from ldproof.auditor import Pair, Verdict, parse_claim
from ldproof.auditor.draw import executor
from ldproof.auditor.report import AuditResult, Sighting, state_claim
from ldproof.cli import audit
from ldproof.cli.audit import show_finding
from ldproof.cli.main import ExampledCommand, load_command, main
from ldproof.errors import Reason
from ldproof.evidence.fixed_sample import EventCounts
from tests.reference.cli.conftest import Run, conforming, no_number, refusal_of
from tests.tiers import slow

ANSWERING = Path(__file__).with_name("answering.py")
PROGRAM = f"-- {sys.executable} {ANSWERING}"
SURE = "--alpha 1e-9"
"""Whatever is random here goes wrong less often than that."""
BOX = "audit black-box odds=3 --pair 0 1"
SHOTS = "audit shots.report T=3 m=1 r=0 epsilon=1"
FULL = 40 * "━"
"""A bar that is at its end."""

MINE = """
import asyncio
import os
from itertools import count
from pathlib import Path
from random import random
from time import sleep
from ldproof.sampling import draw_uniform as uniform

number = count()

def told(bit):
    return bit

def mean(ages):
    return sum(ages) / max(len(ages), 1)

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

def crash(bit):
    raise KeyError("oh")

def shy(bit):
    if bit == 1:
        raise KeyError("oh")
    return 0

def ending(bit):
    if bit == 1:
        os._exit(0)
    return 0

def once(bit, left=[300]):
    left[0] -= 1
    if not left[0]:
        raise KeyError("oh")
    return 0

def removing(bit):
    if Path("pictures").is_dir():
        Path("pictures").rmdir()
    return 0

def hang(bit):
    sleep(1000)

def systematic(bit):
    return bit if next(number) % 4 else 1 - bit

def clear_in_a_tenth(bit, coins):
    tell, lie = uniform(10, coins), uniform(4, coins)
    return bit if lie or not tell else 1 - bit

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

def listed():
    return iter([0, 1, [2, 3]])
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a module `mine` in it, and functions called in this process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setattr(audit, "Pool", lambda _: nullcontext())
    return tmp_path


def answer(run: Run, words: str, *others: str) -> dict[str, Any]:
    """The answer that a program reads; the exit status is that of its verdict."""
    result = run(f"{words.replace('audit', 'audit --json', 1)}", *others)
    assert result.stderr == ""
    found = conforming("audit", result.stdout)
    assert isinstance(found, dict)
    assert result.exit_code == (0 if found["verdict"] == "not refuted" else 1)
    return found


def test_answer_on_a_function_that_returns_its_input(run: Run) -> None:
    """Nothing of it is random, so all counts are known."""
    found = answer(run, f"{BOX} --python mine:told")
    members = ("verdict", "kind", "pairs", "unreadable", "expected_pairs", "alpha")
    values = ["violated", "sequential", [[0, 1]], 0, None, {"exact": "1/20"}]
    assert [found[name] for name in members] == values
    epsilon = found["claim"].pop("epsilon")
    assert abs(Fraction(epsilon["lower"]) - Fraction(log(3))) < Fraction(1, 10**15)
    assert abs(Fraction(epsilon["upper"]) - Fraction(log(3))) < Fraction(1, 10**15)
    assert found["claim"] == {
        "mechanism": "black-box",
        "parameters": {"odds": "3"},
        "labels": {},
        "level": "user",
        "neighbours": None,
        "odds_at_least": {"exact": "3/1"},
        "delta": {"exact": "0/1"},
        "guarantees": [{"odds_at_least": {"exact": "3/1"}, "delta": {"exact": "0/1"}}],
    }
    likely, unlikely = found["events"][0]["likely"], found["events"][0]["unlikely"]
    assert sorted((likely["input"], unlikely["input"])) == [0, 1]
    assert likely["happened"] == likely["samples"] > 0
    assert unlikely["samples"] > unlikely["happened"] == 0
    *earlier, last = found["history"]
    assert found["samples"] == 2 * last["pairs"]
    assert found["evidence"]["logarithm"] == last["logarithm"]
    assert found["evidence"]["share"] == 1
    assert Fraction(last["logarithm"]) >= Fraction(2995732273553, 10**12)
    refuted = [Fraction(each["logarithm"]) >= Fraction(2995732273553, 10**12) for each in earlier]
    assert refuted == sorted(refuted)
    assert len(earlier) == 31, "as many batches as it takes to tell whether draws are independent"
    assert found["epsilon_at_least"] == last["epsilon_at_least"]
    for bound in (each["epsilon_at_least"] for each in found["history"] if each["epsilon_at_least"]):
        assert 0 <= Fraction(bound["exact"]) - Fraction(bound["decimal"]) < Fraction(1, 10**12)


def test_answer_on_a_function_that_returns_a_constant(run: Run) -> None:
    found = answer(run, f"{BOX} --pairs 250 --python mine:kept")
    members = ("verdict", "samples", "epsilon_at_least", "constant")
    assert [found[name] for name in members] == ["not refuted", 500, None, True]
    assert [each["pairs"] for each in found["history"]] == [*range(6, 211, 6), 217, 224, 231, 238, 245, 250]


def test_values_that_json_lacks_are_written_as_canonical_text(run: Run) -> None:
    """In every form of the answer; and so is what looks like such a text."""
    given = "--pair NaN 1.0 --pair [1,-Infinity] '{\"canonical\":1}' --pairs 300 --python mine:kept"
    words = f"audit black-box odds=3 {given}"
    found = answer(run, words)
    first = [{"canonical": "NaN"}, 1.0]
    second = [{"canonical": "[1,-Infinity]"}, {"canonical": '{"canonical":1}'}]
    assert found["pairs"] == [first, second]
    assert found["looked_at"]["inputs"] == [*first, *second]
    cases = ET.fromstring(run(f"{words} --format junit").stdout).iter("testcase")
    assert [each.get("name") for each in cases] == ["NaN and 1.0", '[1,-Infinity] and {"canonical":1}']
    sarif = json.loads(run(f"{words} --format sarif").stdout, parse_constant=no_number)
    assert [each["ruleId"] for each in sarif["runs"][0]["results"]] == ["constant"]


def test_inputs_are_json_where_they_are_json_and_text_otherwise(run: Run) -> None:
    """Of a mechanism they are always text."""
    given = """--pair -1 yes --pair [0,[]] '"1"' --pair null 2024-01-01 --pairs 100 --python mine:kept"""
    found = answer(run, f"audit black-box odds=3 {given}")
    assert found["pairs"] == [[-1, "yes"], [[0, []], "1"], [None, "2024-01-01"]]
    assert answer(run, f"{SHOTS} {SURE} --pair 001 100 --pairs 20 {PROGRAM}")["pairs"] == [["001", "100"]]


def test_no_more_is_drawn_than_is_asked_for(run: Run) -> None:
    """From all pairs of inputs together."""
    for pairs in (1, 99, 1000):
        found = answer(run, f"{BOX} --pair 0 2 --pairs {pairs} --python mine:kept")
        assert found["samples"] == 2 * pairs
        closely = found["looked_at"].pop("closely")
        assert found["looked_at"] == {"pairs": 2, "inputs": [0, 1, 2], "of_inputs": None, "of_pairs": None}
        assert (pairs == 1000) == bool(closely)


def test_table_of_a_violation(run: Run) -> None:
    result = run(f"{SHOTS} {SURE} --pair 000 111 {PROGRAM} --times 2")
    assert (result.exit_code, result.stderr) == (1, "")
    verdict, event, kind, looked, bound, samples, meaning, empty, *table = result.stdout.splitlines()
    assert kind.startswith("kind: ")
    assert looked == "1 of 28 pairs of inputs were tested: 000 and 111"
    assert verdict.startswith(f"violated: {sys.executable} {ANSWERING} ")
    assert verdict.endswith(" does not keep its claim, shots.report T=3 m=1 r=0 epsilon=1")
    number = "([0-9,]+)"
    counts = re.fullmatch(
        rf"the event .+ came in {number} of {number} draws \([0-9.]+%\) with input (?:000|111) "
        rf"and in {number} of {number} draws \([0-9.]+%\) with input (?:000|111): "
        r"a ratio of [0-9.]+, where the claim allows e\^epsilon = 2\.71828",
        event,
    )
    assert counts
    likely, total, unlikely, others = (int(each.replace(",", "")) for each in counts.groups())
    assert abs(total - others) < 6 * (total + others) ** 0.5
    assert exp(1) * unlikely < likely <= total
    lagging = r"epsilon > 1\. For a tighter lower bound, rerun with --throughout\."
    assert re.fullmatch(rf"{lagging}|the lower bound on its epsilon is .*; it claims 1", bound)
    assert samples == f"{total + others:,} samples"
    assert meaning.endswith("with a probability of at most 1e-09, however long one watches (sequential)")
    assert empty == ""
    assert table[0].split() == ["event", "input", "happens", "in", "input", "happens", "in", "evidence"]
    assert any(re.match("foreseen by the mechanism +000", line) for line in table[1:-1])
    assert f"{likely:,}/{total:,}" in table[1]
    assert "foreseen by the mechanism: 0 in every round" in table[-2:]


def test_table_on_a_terminal_has_the_first_events_and_counts_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a file or a pipe it has all of them."""
    stated = state_claim(parse_claim("black-box", {"odds": "3"}))
    counted = EventCounts(9, 10, 1, 10)
    sightings = tuple(Sighting(f"event {n}", f"event {n}", "", 0, 0, 1, counted) for n in range(13))
    found = AuditResult(
        "fixed-sample",
        Verdict.REFUTED,
        "mine",
        stated,
        Fraction(1, 20),
        (Pair(0, 1),),
        (0, 1),
        (None, None),
        (0,),
        20,
        None,
        sightings,
    )
    for terminal, shown, last in (
        (True, 10, "and 3 more, which --json writes out"),
        (False, 13, "event 12 "),
    ):
        monkeypatch.setattr("sys.stdout.isatty", lambda terminal=terminal: terminal)
        show_finding(found)
        lines = capsys.readouterr().out.splitlines()
        assert sum(line.startswith("event ") for line in lines) == 1 + shown
        assert lines[-1].startswith(last)


def test_long_event_is_below_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """It is written in full once, however many rows are about it, and the table keeps its width."""
    long = f"output in {', '.join(map(str, range(300)))}"
    stated = state_claim(parse_claim("black-box", {"odds": "3"}))
    seen = Sighting("output in 0", long, "", 0, 0, 1, EventCounts(9, 10, 1, 10))
    short = replace(seen, in_full="output in 7")
    inputs = (0, 1), (None, None), (0,)
    found = AuditResult(
        "fixed-sample", Verdict.REFUTED, "mine", stated, Fraction(1, 20), (Pair(0, 1),), *inputs, 20, None, ()
    )
    show_finding(replace(found, sightings=(short, seen, seen)))
    *_, empty, _, one, two, three, full = capsys.readouterr().out.splitlines()
    assert (empty, full) == ("", f"[1] {long}")
    assert max(map(len, (one, two, three))) < 130
    assert one.startswith("output in 7 ")
    assert f"{long[:60]}... [1]" in two


def test_first_line_where_nothing_is_refuted(run: Run) -> None:
    result = run(f"{SHOTS} {SURE} --level event --pair 000 001 --pairs 100 {PROGRAM}")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == (
        f"not refuted: 200 samples of {sys.executable} {ANSWERING} do not contradict the claim, shots.report T=3 m=1 r=0 epsilon=1, at event level;"
        " that is no proof. Only privacy was tested; `ldproof conform` tests whether outputs are right."
    )


def test_bound_below_the_claim_is_explained(run: Run) -> None:
    words = f"{BOX} --pairs 18 --seed 1 --python mine:told_with_coins"
    told = run(words).stdout.splitlines()[4]
    assert told == "epsilon > 1.09861. For a tighter lower bound, rerun with --throughout."
    assert 0 < Fraction(answer(run, words)["epsilon_at_least"]["exact"]) < Fraction(log(3))


@slow
def test_all_neighbours_are_looked_at_the_worst_pair_first(run: Run) -> None:
    found = answer(run, f"{SHOTS} {SURE} --level event --pairs 600 --python mine:first")
    eight = [f"{number:03b}" for number in range(8)]
    assert found["pairs"][0] == ["111", "011"]
    pairs = {tuple(sorted(each)) for each in found["pairs"]}
    assert len(found["pairs"]) == len(pairs) == 12
    assert all(sum(map(str.__ne__, *pair)) == 1 for pair in pairs)
    looked = found["looked_at"]
    assert [looked[name] for name in ("pairs", "of_inputs", "of_pairs")] == [12, 8, 12]
    assert sorted(looked["inputs"]) == eight
    assert looked["closely"][0] == 0
    known = [each["likely"] for each in found["events"] if each["event"] == "foreseen by the mechanism"]
    assert [each["input"] for each in known] == ["111", "011"]
    assert all(each["happened"] == each["samples"] > 100 for each in known)


def test_inputs_are_given_and_all_their_pairs_are_looked_at(run: Run) -> None:
    """As a list, a file or a function; many inputs are named in short."""
    Path("inputs.txt").write_text("0\n1\n\n[2,3]\n")
    for given in ("'[0, 1, [2, 3]]'", "inputs.txt", "mine:listed"):
        words = f"audit black-box odds=3 --inputs {given} --pairs 60 --python mine:kept"
        assert answer(run, words)["pairs"] == [[0, 1], [0, [2, 3]], [1, [2, 3]]]
        said = run(words).stdout
        assert "3 pairs of inputs were tested: 0 and 1; 0 and [2,3]; 1 and [2,3]\n" in said
    result = run(f"audit black-box odds=3 --inputs '{[*range(20)]}' --pairs 1500 --python mine:told")
    assert result.exit_code == 1
    (line,) = (each for each in result.stdout.splitlines() if "were tested" in each)
    assert re.fullmatch(
        r"190 pairs of inputs were tested, most closely [0-9]+ and [0-9]+.*; the inputs: "
        r"0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19",
        line,
    )


@slow
def test_pair_of_data_sets_that_breaks_the_claim_is_made_small(run: Run) -> None:
    Path("people.csv").write_text("age\n23\n45\n")
    words = (
        "audit black-box odds=3 --neighbours add-remove --inputs people.csv --pairs 3000 --python mine:told"
    )
    found = answer(run, words)
    assert found["claim"]["neighbours"] == "add-remove"
    assert [23, 45] in found["looked_at"]["inputs"]
    assert sorted(found["smallest"]["pair"]) == [[], [0]]
    assert found["smallest"]["alpha"] == found["alpha"]
    said = run(words).stdout
    assert "claim, black-box odds=3, for neighbours by add-remove\n" in said
    assert "\nthe smallest pair that breaks it: [" in said


@slow
def test_dependent_draws_are_a_verdict_of_their_own(run: Run) -> None:
    """Every fourth answer is a lie: as private as is claimed on its own, and open to whoever counts."""
    words = f"{BOX} {SURE} --pairs 1000 --python mine:systematic"
    said = run(words).stdout.splitlines()
    assert said[0].startswith("not independent: the draws of mine:systematic depend on each other")
    assert "period of" in said[1] or "draws before" in said[1]


def test_time_limits_an_audit(run: Run) -> None:
    """A batch is drawn however short the time is, and the pairs of draws are limited no more unless they are given."""
    words = f"{BOX} {SURE} --json --python mine:kept --budget"
    short = [json.loads(run(f"{words} {budget}").stdout) for budget in ("0.000001s", "1/1000000")]
    assert [each["samples"] for each in short] == [12, 12]
    assert json.loads(run(f"{words} 1h --pairs 20").stdout)["samples"] == 40
    for budget in ("0s", "-1", "soon", "25h", "s"):
        result = run(f"{words} '{budget}'")
        assert result.exit_code == 2
        assert "a time up to a day, as 10s, 2m or 1h" in result.stdout + result.stderr


def test_profile_is_written_on_demand(run: Run) -> None:
    words = f"{BOX} {SURE} --pairs 120 --python mine:kept"
    found = answer(run, f"{words} --profile")["profile"]
    assert found == {
        "epsilon_at_least": {"exact": "0/1", "decimal": "0.000000000000"},
        "rho_at_least": {"exact": "0/1", "decimal": "0.000000000000"},
        "mu_at_least": {"exact": "0/1", "decimal": "0.000000000000"},
        "curve": [],
    }
    assert "profile: nothing is lost for certain so far" in run(f"{words} --profile").stdout
    lost = run(f"{BOX} --pairs 120 --profile --python mine:told").stdout
    assert "profile, if draws are independent: epsilon is at least" in lost
    Path("counts.csv").write_text("input,output,count\n0,7,50\n1,8,50\n")
    result = run(f"{BOX} --profile --counts counts.csv")
    assert (result.exit_code, "no use for --profile" in result.stderr) == (2, True)


def test_claim_with_a_delta(run: Run) -> None:
    """In the clear once in ten times, which is more than a delta of 1/100 allows."""
    words = "audit black-box odds=2 delta=1/100 --pair 0 1 --seed s --python mine:clear_in_a_tenth"
    found = answer(run, words)
    assert (found["verdict"], found["claim"]["delta"]) == ("violated", {"exact": "1/100"})
    assert "delta=1/100" in run(words).stdout.splitlines()[0]


@pytest.mark.parametrize("form", ["table", "json", "junit", "sarif", "github"])
def test_claim_of_another_notion_is_named_in_every_report(run: Run, form: str) -> None:
    """And its own keys are no labels."""
    words = f"audit black-box gdp=1 --pair 0 1 --pairs 200 --format {form} --python mine:told"
    result = run(words)
    assert result.exit_code == 1
    shown = result.stdout
    assert ('"parameters": {"gdp": "1"}' if form == "json" else "black-box gdp=1") in shown
    assert "label.gdp" not in shown


def test_claim_of_a_curve_continues_from_its_state(run: Run) -> None:
    words = "audit black-box renyi=2:1/2,8:2 --pair 0 1 --state curve --python mine:told --pairs"
    first = answer(run, f"{words} 10")
    again = answer(run, f"{words} 200")
    assert first["samples"] < again["samples"]
    assert (again["verdict"], again["claim"]["epsilon"]) == ("violated", None)
    other = run(words.replace("8:2", "8:3") + " 200")
    assert other.exit_code == 2
    assert "of another audit" in other.stderr


def test_next_release_is_audited_on_its_own_and_with_those_before_it(run: Run) -> None:
    words = f"{BOX} --pairs 200 --state kept --release"
    first = answer(run, f"{words} 1.0 --python mine:kept")
    assert (first["refuted_together"], [each["name"] for each in first["releases"]]) == ([], ["1.0"])
    assert first["alpha"] == {"exact": "1/40"}
    second = answer(run, f"{words} 1.1 --python mine:told")
    assert (second["verdict"], second["alpha"]) == ("violated", {"exact": "1/120"})
    assert [each["violated"] for each in second["releases"]] == [False, True]
    assert "release 1.1, which was audited after 1.0" in run(f"{words} 1.0 --python mine:told").stderr
    assert (
        "its release is '1.1', here ''" in run(words.replace(" --release", "") + " --python mine:told").stderr
    )
    assert "--release without --state" in run(f"{BOX} --release 1 --python mine:told").stderr
    assert "has no use for --release" in run(f"{BOX} --release 1 --counts mine.py").stderr


def test_releases_that_are_refuted_together_are_a_finding(run: Run) -> None:
    """In every form. The evidence against each is about e^9.9, and alone it takes e^16.8 at least."""
    words = f"{BOX} --pairs 30 --alpha 1e-7 --state kept --python mine:told --release"
    assert run(f"{words} 1").exit_code == 0
    for number, form in enumerate(("table", "json", "junit", "sarif", "github"), 2):
        result = run(f"{words} {number} --format {form}")
        assert (result.exit_code, form) == (1, form)
        assert "not refuted" not in result.stdout
        assert (
            '"verdict": "violated together"' if form == "json" else "violated: at least one of the releases "
        ) in result.stdout
    found = answer(run, f"{words} 7")
    assert (found["refuted_together"][-1], found["would_have_shown"]) == ("7", None)


def test_samples_that_are_no_output_are_counted(run: Run) -> None:
    words = f"{SHOTS} {SURE} --pair 000 111 --pairs 100 --python mine:mixed"
    found = answer(run, words)
    unreadable, samples = found["unreadable"], found["samples"]
    assert abs(unreadable - samples / 2) < 3 * samples**0.5  # six standard deviations
    assert " of the samples are no output of shots.report" in run(words).stdout


def test_constant_output_is_pointed_out(run: Run) -> None:
    only = "only one output was ever seen: privacy is trivially kept, and nothing is reported"
    for other in ("7", "8"):
        Path(f"counts{other}.csv").write_text(f"input,output,count\n0,7,50\n1,{other},50\n")
    for source, constant in (
        ("0 1 --pairs 60 --python mine:kept", True),
        ("[0] [1] --pairs 60 --python mine:report", False),
        ("0 1 --counts counts7.csv", True),
        ("0 1 --counts counts8.csv", False),
    ):
        result = run(f"audit black-box odds=3 {SURE} --pair {source}")
        assert (result.exit_code, only in result.stdout) == (0, constant)


def test_junit_has_a_case_for_each_pair(run: Run) -> None:
    result = run(f"""{BOX} --pair '"<&>"' 1 --format junit --python mine:told""")
    assert (result.exit_code, result.stderr) == (1, "")
    suites = ET.fromstring(result.stdout)
    (suite,) = suites
    assert suite.get("name") == "mine:told: black-box odds=3"
    assert all((each.get("tests"), each.get("failures")) == ("2", "1") for each in (suites, suite))
    cases = list(suites.iter("testcase"))
    assert [each.get("name") for each in cases] == ["0 and 1", '"<&>" and 1']
    (failure,) = (found for each in cases if (found := each.find("failure")) is not None)
    said = str(failure.get("message"))
    assert re.match(
        r"the event .* came in ([0-9,]+) of \1 draws \(100%\) .* and in 0 of .*: a ratio of infinity", said
    )
    result = run(f"{BOX} --pairs 100 --format junit --python mine:kept")
    suites = ET.fromstring(result.stdout)
    assert (result.exit_code, suites.get("tests"), suites.get("failures")) == (0, "1", "0")
    assert suites.find(".//failure") is None


def test_seed_decides(run: Run) -> None:
    words = f"{BOX} --pairs 150 --json --python mine:tossed --seed"
    one, again, other = (run(words, seed).stdout for seed in "aab")
    assert one == again != other


def test_workers_are_as_many_as_are_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []

    def pool(count: int) -> nullcontext[None]:
        counts.append(count)
        return nullcontext()

    monkeypatch.setattr(audit, "Pool", pool)
    answer(run, f"{BOX} --pairs 20 --workers 3 --python mine:kept")
    assert counts == [3]


def test_lost_processes_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    losses = audit.LostDraws()
    for said in ("", "lost 1 time, ", "lost 2 times, "):
        losses.write_losses()
        assert said in capsys.readouterr().err
        losses.count_loss()


def test_draws_go_on_past_the_verdict_with_throughout(run: Run) -> None:
    words = f"{BOX} --seed 1 --python mine:told_with_coins --pairs 300"
    short, long = answer(run, words), answer(run, f"{words} --throughout")
    assert [each["verdict"] for each in (short, long)] == ["violated", "violated"]
    assert short["samples"] < long["samples"] == 600
    known, longer = short["history"], long["history"]
    # Past the verdict the one draws a pair at a time, to tell whether draws are independent.
    assert longer[:3] == known[:3]
    assert Fraction(longer[-1]["epsilon_at_least"]["exact"]) > Fraction(log(3)) * 2


def test_saved_audit_continues_and_is_bound_to_its_claim(run: Run) -> None:
    """Saved draws count once; with a larger limit, more are drawn."""
    words = f"{BOX} --python mine:kept --state state --pairs"
    first, second, third, fourth = (answer(run, words, most) for most in ("100", "100", "200", "50"))
    assert first == second
    assert third == fourth  # what is there already is not thrown away
    assert [each["samples"] for each in (first, third)] == [200, 400]
    assert third["history"][: len(first["history"])] == first["history"]
    other = "audit black-box odds=3 --pair 0 2 --python mine:kept --state state"
    assert refusal_of(run, other)["reason"] == Reason.FOREIGN_STATE


def test_pictures_are_written_or_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is there all the same; without matplotlib it is said before anything is drawn."""
    result = run(f"{BOX} --pairs 50 --svg a.picture --python mine:kept")
    assert (result.exit_code, result.stderr) == (0, "")
    assert ET.parse("a.picture").getroot().tag.endswith("svg")
    Path("pictures").mkdir()  # and it is there no longer after the audit
    result = run(f"{BOX} --pairs 50 --svg pictures/a.svg --python mine:removing")
    assert (result.exit_code, Reason.NO_SUCH_PLACE in result.stderr) == (2, True)
    assert result.stdout.startswith("not refuted: 100 samples")
    for drawing in ("ldproof.pictures", "ldproof.auditor.pictures"):
        monkeypatch.delitem(sys.modules, drawing, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refusal = refusal_of(run, f"{BOX} --state state --svg a.svg --python mine:kept")
    assert ".[plots]" in f"{refusal['what']} {refusal['accepted']}"
    assert not Path("state").exists()


ASKED_FOR = "on the input '[012]'|refuses the input '[012]'"


@pytest.mark.parametrize(
    ("source", "reason", "said"),
    [
        ("-- false", Reason.PROGRAM_ENDED, ASKED_FOR),
        ("-- cat", Reason.NOT_AN_ANSWER, ASKED_FOR),
        ("--timeout 1/10 -- sleep 100", Reason.PROGRAM_TIMED_OUT, ASKED_FOR),
        ("--timeout .1 -- sleep 100", Reason.PROGRAM_TIMED_OUT, ASKED_FOR),
        (f"--pair 0 2 {PROGRAM}", Reason.PROGRAM_REFUSED, ASKED_FOR),
        ("--python mine:crash", Reason.PROGRAM_ENDED, ASKED_FOR),
        ("--timeout 0.2 --python mine:hang", Reason.PROGRAM_TIMED_OUT, ""),
        ("--python mine:once", Reason.PROGRAM_ENDED, "0 of 5 with '0', 0 of 5 with '1'(?!.*depend)"),
        *(
            (f"--python mine:{raises}", Reason.PROGRAM_ENDED, "")
            for raises in ("cancelled", "closed", "finished", "left", "silent", "silent_at_once", "strange")
        ),
    ],
)
def test_program_that_fails_is_named(run: Run, source: str, reason: Reason, said: str) -> None:
    """Whatever a function raises is its own."""
    refusal = refusal_of(run, f"{BOX} {source}", status=3)
    assert refusal["reason"] == reason
    assert re.search(said, refusal["what"])


ENDING = """
member() { rest=${line#*\\"$1\\":}; echo "${rest%%[,\\}]*}"; }
while read -r line; do
    case $line in *'"input":1,'* | *'"input":1}'*) exit 3 ;; esac
    echo "{\\"id\\":$(member id),\\"outputs\\":[$(printf ',0%.0s' $(seq "$(member count)") | cut -c2-)]}"
done
"""
"""Started again so often that it is no Python."""


@pytest.mark.parametrize("source", ["--python mine:shy", pytest.param("-- sh mine.sh", marks=slow)])
def test_failures_that_depend_on_the_input_are_refused_or_outputs(run: Run, source: str) -> None:
    Path("mine.sh").write_text(ENDING)
    refusal = refusal_of(run, f"{BOX} {source}", status=3)
    assert "on the input '1'" in refusal["what"]
    assert (
        "it failed 0 of 5 with '0', 5 of 5 with '1'; failures seem to depend on the input" in refusal["what"]
    )
    assert "--failures-are-outputs" in refusal["accepted"]
    found = answer(run, f"{BOX} --failures-are-outputs {source}")
    assert (found["verdict"], found["events"][0]["unlikely"]["happened"]) == ("violated", 0)


@slow
def test_end_of_the_process_of_a_function_is_no_output(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the refusal says, it is one where the function is a command."""
    monkeypatch.setattr(audit, "Pool", executor.Pool)
    monkeypatch.setattr(executor, "AGAIN", 1)
    words = f"{BOX} --failures-are-outputs --pairs 20"
    refusal = refusal_of(run, f"{words} --python mine:ending", status=3)
    assert refusal["what"].startswith(
        "mine:ending with input '0' or '1': a process that drew ended with exit status 0"
    )
    served = "--failures-are-outputs -- python -m ldproof.serve mine:ending black-box"
    assert refusal["accepted"].endswith(served)
    found = answer(run, f"{words} -- {sys.executable} -m ldproof.serve mine:ending black-box")
    seen = found["events"][0]
    assert seen["likely"]["happened"] > seen["unlikely"]["happened"] == 0


def test_counts_and_samples_of_a_file_are_one_fixed_sample(run: Run) -> None:
    """There is no evidence to watch."""
    Path("counts.csv").write_text(
        "input,output,count\n000,000,3000\n111,000,1000\n111,100,1500\n111,010,500\n"
    )
    Path("samples.csv").write_text("\n".join(["input,output", *["0,1"] * 300, *["1,1"] * 300]))
    members = ("verdict", "kind", "samples", "evidence", "history", "epsilon_at_least")
    violated = f"{SHOTS} --counts counts.csv"
    *found, bound = (answer(run, violated)[name] for name in members)
    assert found == ["violated", "fixed-sample", 6000, None, []]
    assert Fraction(bound["exact"]) > 0
    assert "evidence" not in run(violated).stdout
    kept = f"{BOX} --samples samples.csv"
    found = [answer(run, kept)[name] for name in members]
    assert found == ["not refuted", "fixed-sample", 600, None, [], None]
    assert "the lower bound on its epsilon is unknown so far; it claims 1.09861\n" in run(kept).stdout


class Pipe(RawIOBase):
    """Hand over the first bytes of a content on their own, and then the rest."""

    def __init__(self, content: bytes, first: int) -> None:
        self.parts = [content[:first], content[first:]] if first else [content]

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        part = self.parts.pop(0) if self.parts else b""
        room[: len(part)] = part
        return len(part)


@pytest.mark.parametrize("option", ["--counts", "--samples"])
def test_samples_may_be_compressed_or_standard_input(
    run: Run, option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compression is detected by the first bytes, also if the first byte arrives alone."""
    count = option == "--counts"
    rows = [f"{bit},{bit}{',300' * count}" for bit in "01" * (1 if count else 300)]
    text = "\n".join(["input,output" + ",count" * count, *rows]).encode()
    packed = gzip.compress(text)
    contents = {"a.csv": text, "a.csv.gz": packed, "cut.csv.gz": packed[:30], "none.csv.gz": text}
    for name, content in contents.items():
        Path(name).write_bytes(content)
    plain = answer(run, f"{BOX} {option} a.csv")
    assert plain["verdict"] == "violated"
    assert answer(run, f"{BOX} {option} a.csv.gz") == plain | {"program": "a.csv.gz"}
    for content, first in ((text, 0), (text, 1), (packed, 0), (packed, 1), (packed, 2)):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(Pipe(content, first))))
        monkeypatch.setattr(sys, "argv", ["ldproof", *BOX.split(), "--json", option, "-"])
        with pytest.raises(SystemExit) as ended:
            main()
        found = json.loads(capsys.readouterr().out)
        assert (ended.value.code, found) == (1, plain | {"program": found["program"]})
    for file in ("cut.csv.gz", "none.csv.gz"):
        assert refusal_of(run, f"{BOX} {option} {file}")["reason"] == Reason.NOT_A_TABLE


def test_progress_is_shown_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests see that there is none in a pipe."""
    screen = StringIO()
    monkeypatch.setattr(
        "ldproof.cli.text.literal_console",
        lambda *, error: Console(file=screen, force_terminal=error, width=200, no_color=True),
    )
    answer(run, f"{BOX} --pairs 1000 --python mine:told")
    shown = screen.getvalue()
    assert re.search(r"[1-9][0-9]+ pairs of draws, evidence [0-9]+%, epsilon at least [0-9.]+ ", shown)
    assert "evidence 100%" in shown
    assert FULL not in shown
    answer(run, f"{BOX} --pairs 50 --python mine:kept")
    assert FULL in screen.getvalue()


@slow
def test_examples_run(run: Run, here: Path) -> None:
    """Each, with what it names in the folder."""
    shutil.copy(ANSWERING, "answers.py")
    answers = here / "answers"
    answers.write_text(f"#!{sys.executable}\n{ANSWERING.read_text()}")
    answers.chmod(0o700)
    Path("answers.go").write_text("package main\n" * 20)
    Path("people.csv").write_text("age\n23.5\n45.0\n")
    Path("counts.csv").write_text("input,output,count\nyes,1,70\nyes,0,30\nno,1,30\nno,0,70\n")
    command = load_command("audit")
    assert isinstance(command, ExampledCommand)
    for example in command.examples:
        few = () if "--counts" in example else ("--pairs", "30")
        result = run("audit", *SURE.split(), *few, *shlex.split(example)[2:])
        assert (result.exit_code, result.stderr) in ((0, ""), (1, "")), example
    assert Path("0-1.svg").exists()
