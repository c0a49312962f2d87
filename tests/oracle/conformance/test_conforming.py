"""A right program conforms, and each wrong one is found: by the vectors where it takes coins, else by the law."""

import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from ldproof.catalogue import mechanism
from ldproof.coins import SeededCoins
from ldproof.mechanisms import from_text
from ldproof.oracle.conformance import Asked, Finding, Verdict, conform
from ldproof.oracle.conformance.replay import Outcome, name_of
from ldproof.oracle.conformance.requests import drawn, vectors_at
from ldproof.oracle.ops import answered
from ldproof.programs import Program
from ldproof.programs.inside import InsideProgram
from ldproof.programs.messages import Message
from ldproof.rejections import Reason
from ldproof.rendering.conformity import unseen
from tests.reference.programs.children import PATIENT, child
from tests.reference.refusals import refused

REPORTING = Path(__file__).with_name("reporting.py")
ORACLE = (sys.executable, "-P", "-m", "ldproof.oracle")
GIVEN = {"T": "5", "m": "2", "r": "1/4", "odds": "81"}
SURE = Fraction(1, 10**10)
"""Whatever is random here goes wrong less often than that."""

SLIPS = {
    "zero": "always sent 0",
    "no-r": "ignored r, and sent 0 in every round that was not chosen",
    "first-rounds": "always reported in the first m rounds",
    "inverted": "inverted every bit that it sent",
    "one-bit": "inverted character 3 of what it sent",
    "greedy": "spent the whole budget on each report",
}
"""What is said of a slip that changes the law."""

EASY = ("zero", "no-r", "first-rounds", "inverted")
ENOUGH = 3000
"""So many draws show each of these."""
TOO_MANY = {"T": "100", "m": "6", "r": "1/10", "epsilon": "1"}
"""Of these outputs, places are looked at."""
POOL = 64
"""So many draws are made, and used again and again."""


def found(*words: str, asked: Asked | None = None) -> Finding:
    """What is found of our reporting program."""
    with Program((sys.executable, str(REPORTING), *words), PATIENT) as program:
        return conform(program, asked or Asked("shots.report", GIVEN, alpha=SURE, draws=2 * ENOUGH))


def test_a_right_program_conforms() -> None:
    right = found()
    assert right.verdict is Verdict.CONFORMS
    assert len(right.of(Outcome.AGREES)) == 200 + 2
    assert right.explanations == {}
    fitted = right.fits["shots.report"]
    assert (fitted.different, fitted.explanation, fitted.constant) == (False, None, False)
    assert fitted.draws >= ENOUGH
    assert len(right.biases) == 3 * 5
    assert not any(each.biased for each in right.biases)


def test_a_right_program_without_coins_conforms() -> None:
    right = found("--alone")
    assert right.verdict is Verdict.CONFORMS
    assert {each.vector.kind for each in right.replayed} == {"estimate"}


@pytest.mark.parametrize("wrong", [False, True])
def test_several_inputs_at_once_are_held_against_the_law_too(wrong: bool) -> None:
    """Where a program takes them: outputs in another order than their inputs are found."""
    asked = 0

    def answer(request: Message) -> Message:
        nonlocal asked
        if request["op"] == "describe":
            able = {"randomize": ["shots.report"], "inputs": ["shots.report"]}
            return {"protocol": 1, "name": "me", "mechanisms": ["shots.report"], "capabilities": able}
        inputs = request.get("inputs")
        asked += isinstance(inputs, list)
        if wrong and isinstance(inputs, list):
            return answered({**request, "inputs": inputs[::-1]})
        return answered(request)

    with InsideProgram("me", answer) as program:
        finding = conform(program, Asked("shots.report", GIVEN, alpha=SURE, draws=ENOUGH))
    assert asked > 0
    assert finding.verdict is (Verdict.DIFFERS if wrong else Verdict.CONFORMS)


ABLE = {each: ["shots.report"] for each in ("coins", "randomize", "estimate")}


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("late", ["randomize", "estimate"])
def test_what_differed_is_kept_where_the_program_fails_later(late: str, wrong: bool) -> None:
    """In draws from its own coins, or in estimates after these; one that was right until then is refused."""
    drawing = False

    def answer(request: Message) -> Message:
        nonlocal drawing
        if request["op"] == "describe":
            return {"protocol": 1, "name": "me", "mechanisms": ["shots.report"], "capabilities": ABLE}
        drawing |= request["op"] == "randomize" and "coins" not in request
        if drawing and request["op"] == late:
            return {"error": 5}  # which is no text
        found = answered(request)
        return {**found, "outputs": ["00000"]} if wrong and "coins" in request else found

    asked = Asked("shots.report", GIVEN, alpha=SURE, draws=ENOUGH)
    with InsideProgram("me", answer) as program:
        if not wrong:
            with refused(Reason.NOT_AN_ANSWER):
                conform(program, asked)
            return
        finding = conform(program, asked)
    assert finding.verdict is Verdict.DIFFERS
    assert finding.of(Outcome.DIFFERS)
    assert finding.failed
    assert [*unseen(finding)] == [f"no more was tested: {finding.failed}"]


@pytest.mark.parametrize(
    ("name", "given", "picked"),
    [
        ("shots.report", GIVEN, False),
        ("shots.report", GIVEN, True),
        ("shots.report", TOO_MANY, False),
        ("shots.report", TOO_MANY, True),
        ("chi2.optimal", {"m1": "4", "m2": "6", "tau": "1", "odds": "3"}, False),
    ],
    ids=["few outputs", "picked", "too many to list", "picked of too many", "two outputs"],
)
def test_a_pool_of_right_draws_is_found(name: str, given: dict[str, str], picked: bool) -> None:
    """Each of its draws has the law; they are not independent."""
    known = mechanism(name, given)
    pools: dict[str, list[object]] = {}
    coins, turn = SeededCoins(b"pool"), Random(1)
    places: defaultdict[str, Iterator[int]] = defaultdict(
        lambda: iter(lambda: turn.randrange(POOL), None) if picked else cycle(range(POOL))
    )

    def answer(request: Message) -> Message:
        if request["op"] == "describe":
            return {"protocol": 1, "name": "me", "mechanisms": [name], "capabilities": {"randomize": [name]}}
        key = str(request["input"])
        if key not in pools:
            secret = from_text(known.secrets, key)
            pools[key] = [known.outputs.write(known.randomize(secret, coins)) for _ in range(POOL)]
        return {"outputs": [pools[key][place] for place in islice(places[key], int(str(request["count"])))]}

    with InsideProgram("me", answer) as program:
        (fitted,) = conform(program, Asked(name, given, alpha=SURE)).fits.values()
    assert fitted.different
    if not picked:
        assert fitted.draws <= ENOUGH
        assert f"as {POOL} draws before" in fitted.observation
    assert fitted.explanation is None, (
        "no slip in what is drawn; and none is sought where outputs are too many"
    )


def test_mechanisms_share_the_probability_of_a_false_alarm() -> None:
    """Else it would be as many times as large where everything is asked for."""
    both = ["shots.report", "counting.glance"]

    def answer(request: Message) -> Message:
        if request["op"] == "describe":
            return {"protocol": 1, "name": "me", "mechanisms": both, "capabilities": {"randomize": both}}
        return answered(request)

    with InsideProgram("me", answer) as program:
        fits = conform(program, Asked("all", alpha=SURE, draws=60)).fits
    assert [*fits] == both
    assert sum(each.alpha for each in fits.values()) <= SURE


@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_program_is_found_by_its_coins(slip: str) -> None:
    wrong = found("--slip", slip)
    assert wrong.verdict is Verdict.DIFFERS
    explanation = wrong.explanations["randomize"]
    assert (explanation.words, explanation.reproduces) == (SLIPS[slip], explanation.of)
    assert all(each.vector.request["op"] == "randomize" for each in wrong.failures)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_program_is_found_by_its_law(slip: str) -> None:
    wrong = found("--slip", slip, "--alone")
    assert wrong.verdict is Verdict.DIFFERS
    assert not wrong.failures
    fitted = wrong.fits["shots.report"]
    assert fitted.different
    assert fitted.explanation == f"the draws fit a program that {SLIPS[slip]}"
    if slip in EASY:
        assert fitted.draws <= ENOUGH
    assert fitted.constant is (slip == "zero")


def test_coins_in_another_order_have_the_right_law() -> None:
    late = found("--slip", "late-rounds")
    assert late.explanations["randomize"].words == "drew the rounds, or the row, after the reports"
    assert not late.fits["shots.report"].different


def test_a_biased_collector() -> None:
    wrong = found("--slip", "sum", "--alone")
    assert wrong.explanations["estimate"].words == "forgot to divide by the number of people"
    assert not any(each.biased for each in wrong.biases)  # of one person it is right
    source = REPORTING.read_text(encoding="utf-8").replace("/ float(N) - q)", "/ float(N) - q + 0.001)")
    with Program((sys.executable, "-c", source, "--alone"), PATIENT) as program:
        shifted = conform(program, Asked("shots.report", GIVEN, draws=60))
    assert shifted.verdict is Verdict.DIFFERS
    assert all(each.biased for each in shifted.biases)


def test_the_shipped_vectors_are_replayed() -> None:
    wrong = found("--slip", "no-r", "--alone", asked=Asked("shots.report"))
    assert {each.vector.kind for each in wrong.replayed} == {"estimate", "rejection"}
    right = found(asked=Asked("shots.report", draws=60))
    kinds = {each.vector.kind for each in right.of(Outcome.AGREES)}
    assert kinds == {"randomize", "estimate", "rejection"}
    assert not [each for each in right.failures if each.vector.kind != "rejection"]


@pytest.mark.parametrize("name", ["shots.report", "chi2.optimal", "sketch.hcms"])
def test_the_oracle_conforms(name: str) -> None:
    """It is asked for everything, formulas of the system among it."""
    with Program(ORACLE, PATIENT) as program:
        right = conform(program, Asked(name, draws=60))
    assert right.verdict is Verdict.CONFORMS
    assert {each.outcome for each in right.replayed} <= {Outcome.AGREES, Outcome.UNSUPPORTED}
    assert {"formula", "law", "privacy", "randomize", "rejection"} <= {
        each.vector.kind for each in right.replayed
    }


def test_known_failures() -> None:
    wrong = found("--slip", "one-bit")
    names = frozenset(name_of(each.vector) for each in wrong.failures)
    asked = Asked("shots.report", GIVEN, draws=60, known=names)
    known = found("--slip", "one-bit", asked=asked)
    assert (known.failures, len(known.known_failures)) == ([], len(names))
    fixed = found(asked=asked)
    assert {name_of(each.vector) for each in fixed.fixed} == names
    assert fixed.verdict is Verdict.DIFFERS
    with refused(Reason.UNKNOWN_NAME):
        found(asked=Asked("shots.report", GIVEN, known=frozenset({"randomize/0"})))


def test_what_the_reference_leaves_undecided_is_not_asked() -> None:
    """An estimate that is exactly 0 where the odds are irrational: no digit of it is ever certain."""
    given = {"w": "4", "d": "1", "epsilon": "1"}
    undecided = [each for each in vectors_at("sketch.kary", given) if each.answer is None]
    assert [each.reason for each in undecided] == [Reason.UNDECIDED]
    assert undecided[0] not in [*drawn("sketch.kary", given)]


NOTHING = 'for line in sys.stdin:\n    say(id=json.loads(line)["id"], protocol=1, name="x", mechanisms=[])'
DECLINING = """
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        say(id=request["id"], protocol=1, name="x", mechanisms=["shots.report"], capabilities={
            op: ["shots.report"] for op in ("coins", "randomize", "estimate", "law")})
    else:
        say(id=request["id"], unsupported="no")
"""


@pytest.mark.parametrize("script", [NOTHING, DECLINING])
def test_nothing_could_be_tested(script: str) -> None:
    with Program(child(script), PATIENT) as program:
        nothing = conform(program, Asked("shots.report", GIVEN, draws=60))
    assert nothing.verdict is Verdict.UNTESTED
    assert (nothing.fits, nothing.biases) == ({}, [])


def test_what_cannot_come_is_different_at_once() -> None:
    script = """
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        say(id=request["id"], protocol=1, name="x", mechanisms=["counting.glance"])
    else:
        say(id=request["id"], outputs=["%s"] * request["count"])
"""
    for output in ("000", "---", "x--", ""):
        with Program(child(script % output), PATIENT) as program:
            wrong = conform(program, Asked("counting.glance", {"T": "3", "odds": "3"}))
        fitted = wrong.fits["counting.glance"]
        assert fitted.different
        assert fitted.draws <= 48
        assert "cannot come" in fitted.observation
        if not fitted.draws:
            assert fitted.explanation is None, "what has drawn nothing else fits everything"
