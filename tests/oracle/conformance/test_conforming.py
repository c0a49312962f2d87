"""Right programs conform. Wrong ones are found by the vectors if they take coins, and otherwise by the law."""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.mechanisms import from_text
from ldproof.oracle.conformance import (
    ConformanceFinding,
    ConformanceRequest,
    ConformanceVerdict,
    compare_program,
)
from ldproof.oracle.conformance.conforming import ReplayOutcome, name_of_vector
from ldproof.oracle.conformance.report import conformance_as_json, untested_sentences
from ldproof.oracle.conformance.requests import (
    answered_vectors,
    text_for_collector,
    vectors_of_mechanism,
)
from ldproof.oracle.operations import answer_request
from ldproof.programs import Program
from ldproof.programs.program import Message
from ldproof.registry import make_mechanism
from tests.oracle.conformance.programs import SURE, conformance_of_answer
from tests.reference.programs.children import PATIENT, child
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

REPORTING = Path(__file__).with_name("reporting.py")
ORACLE = (sys.executable, "-P", "-m", "ldproof.oracle")
SHOTS, GLANCE = "shots.report", "counting.glance"
GIVEN = {"T": "5", "m": "2", "r": "1/4", "odds": "81"}
FEWER = {"T": "3", "m": "1", "r": "0", "odds": "81"}

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
FEW = 60
"""Where the law is not what is tested."""
POOL = 64
"""So many draws are made, and used again and again."""


def report_on_client(
    *words: str, draws: int = FEW, known: frozenset[str] = frozenset()
) -> ConformanceFinding:
    """Return the report of `ldproof conform` about the reporting client, with options."""
    with Program((sys.executable, str(REPORTING), *words), PATIENT) as program:
        return compare_program(
            program, ConformanceRequest(SHOTS, GIVEN, alpha=SURE, draws=draws, known=known)
        )


def test_a_right_program_conforms() -> None:
    enough = ENOUGH if run_everything() else 600
    right = report_on_client(draws=enough)
    assert right.verdict is ConformanceVerdict.CONFORMS
    assert len(right.with_outcome(ReplayOutcome.AGREES)) == 200 + 2
    assert right.explanations == {}
    fitted = right.fits[SHOTS]
    assert (fitted.different, fitted.explanation, fitted.constant) == (False, None, False)
    assert fitted.draws >= enough
    assert len(right.biases) == 4 * 5
    assert not any(each.biased for each in right.biases)


def test_a_right_program_without_coins_conforms() -> None:
    right = report_on_client("--alone", draws=300)
    assert right.verdict is ConformanceVerdict.CONFORMS
    assert {each.vector.kind for each in right.replayed} == {"estimate"}


@pytest.mark.parametrize("wrong", [False, True])
def test_outputs_for_several_inputs_are_tested_against_the_law(wrong: bool) -> None:
    """A program that returns outputs in another order than its inputs is found."""
    asked = 0

    def answer(request: Message) -> Message:
        nonlocal asked
        inputs = request.get("inputs")
        if not isinstance(inputs, list):
            return answer_request(request)
        asked += 1
        return answer_request({**request, "inputs": inputs[::-1] if wrong else inputs})

    finding = conformance_of_answer(
        GLANCE, answer, "randomize", "inputs", at={"T": "3", "odds": "3"}, draws=3000
    )
    assert asked > 0
    assert finding.verdict is (ConformanceVerdict.DIFFERS if wrong else ConformanceVerdict.CONFORMS)


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("late", ["randomize", "estimate"])
def test_differences_are_reported_although_the_program_fails_later(late: str, wrong: bool) -> None:
    """Tested for draws from its own coins, and for estimates after them. A program without differences is refused."""
    drawing = False

    def answer(request: Message) -> Message:
        nonlocal drawing
        drawing |= request["op"] == "randomize" and "coins" not in request
        if drawing and request["op"] == late:
            return {"error": 5}  # which is no text
        found = answer_request(request)
        return {**found, "outputs": ["00000"]} if wrong and "coins" in request else found

    ops = ("coins", "randomize", "estimate")
    if not wrong:
        with refused(Reason.NOT_AN_ANSWER) as why:
            conformance_of_answer(SHOTS, answer, *ops, at=GIVEN, draws=FEW)
        assert why.value.request is not None
        assert why.value.request["op"] == late
        assert answer_request(why.value.request)
        assert str(why.value).endswith(f"; asked: {json.dumps(why.value.request)}")
        return
    finding = conformance_of_answer(SHOTS, answer, *ops, at=GIVEN, draws=FEW)
    assert finding.verdict is ConformanceVerdict.DIFFERS
    assert finding.with_outcome(ReplayOutcome.DIFFERS)
    assert finding.failed is not None
    (said,) = untested_sentences(finding)
    words, _, request = said.partition("; asked: ")
    assert words == f"no more was tested: {finding.failed.what}"
    assert json.loads(request) == finding.failed.request
    assert answer_request(json.loads(request))
    assert conformance_as_json(finding)["failed"] == {
        "reason": Reason.NOT_AN_ANSWER,
        "what": finding.failed.what,
        "request": json.loads(request),
    }


TOO_MANY = {"T": "100", "m": "6", "r": "1/10", "epsilon": "1"}
"""Of these outputs, places are looked at."""


@pytest.mark.parametrize(
    ("name", "given", "picked"),
    [
        pytest.param(SHOTS, GIVEN, False, id="few outputs", marks=slow),
        pytest.param(SHOTS, GIVEN, True, id="picked", marks=slow),
        pytest.param(SHOTS, TOO_MANY, False, id="too many to list", marks=slow),
        pytest.param(SHOTS, TOO_MANY, True, id="picked of too many", marks=slow),
        pytest.param(
            "chi2.optimal", {"m1": "4", "m2": "6", "tau": "1", "odds": "3"}, False, id="two outputs"
        ),
    ],
)
def test_dependent_draws_with_the_right_law_are_found(
    name: str, given: Mapping[str, str], picked: bool
) -> None:
    """Each draw has the law, but draws from a pool are not independent."""
    known = make_mechanism(name, given)
    pools: dict[str, list[object]] = {}
    coins, turn = SeededCoins(b"pool"), Random(1)
    places: defaultdict[str, Iterator[int]] = defaultdict(
        lambda: iter(lambda: turn.randrange(POOL), None) if picked else cycle(range(POOL))
    )

    def answer(request: Any) -> Message:
        key = str(request["input"])
        if key not in pools:
            secret = from_text(known.secrets, key)
            pools[key] = [known.outputs.write(known.randomize(secret, coins)) for _ in range(POOL)]
        return {"outputs": [pools[key][place] for place in islice(places[key], request["count"])]}

    (fitted,) = conformance_of_answer(name, answer, "randomize", at=given, draws=12_000).fits.values()
    assert fitted.different
    if not picked:
        assert fitted.draws <= ENOUGH
        assert f"as {POOL} draws before" in fitted.observation
    assert fitted.explanation is None, (
        "no slip in what is drawn; and none is sought where outputs are too many"
    )


def test_mechanisms_share_the_probability_of_a_false_alarm() -> None:
    """Otherwise a test of all mechanisms would have a multiple of it."""
    both = [SHOTS, GLANCE]
    fits = conformance_of_answer("all", answer_request, "randomize", draws=FEW, able=both).fits
    assert [*fits] == both
    assert sum(each.alpha for each in fits.values()) <= SURE


@pytest.mark.parametrize(
    "slip", [pytest.param(slip, marks=() if slip == "one-bit" else slow) for slip in SLIPS]
)
def test_a_wrong_program_is_found_by_its_coins(slip: str) -> None:
    wrong = report_on_client("--slip", slip)
    assert wrong.verdict is ConformanceVerdict.DIFFERS
    explanation = wrong.explanations["randomize"]
    assert (explanation.words, explanation.reproduces) == (SLIPS[slip], explanation.of)
    assert all(each.vector.request["op"] == "randomize" for each in wrong.new_failures)


@pytest.mark.parametrize("slip", [pytest.param(slip, marks=() if slip == "zero" else slow) for slip in SLIPS])
def test_a_wrong_program_is_found_by_its_law(slip: str) -> None:
    wrong = report_on_client("--slip", slip, "--alone", draws=2 * ENOUGH)
    assert wrong.verdict is ConformanceVerdict.DIFFERS
    assert not wrong.new_failures
    fitted = wrong.fits[SHOTS]
    assert fitted.different
    assert fitted.explanation == f"the draws fit a program that {SLIPS[slip]}"
    if slip in EASY:
        assert fitted.draws <= ENOUGH
    assert fitted.constant is (slip == "zero")


@slow
def test_coins_in_another_order_have_the_right_law() -> None:
    late = report_on_client("--slip", "late-rounds", draws=1000)
    assert late.explanations["randomize"].words == "drew the rounds, or the row, after the reports"
    assert not late.fits[SHOTS].different


def test_a_biased_collector_is_found() -> None:
    wrong = report_on_client("--slip", "sum", "--alone")
    assert wrong.explanations["estimate"].words == "forgot to divide by the number of people"
    assert not any(each.biased for each in wrong.biases)  # of one person it is right
    shifted = report_on_client("--slip", "shifted", "--alone")
    assert shifted.verdict is ConformanceVerdict.DIFFERS
    assert all(each.biased for each in shifted.biases)


@slow
def test_the_shipped_vectors_are_replayed() -> None:
    right = conformance_of_answer(SHOTS, answer_request, "coins", "estimate")
    assert right.verdict is ConformanceVerdict.CONFORMS
    assert {each.outcome for each in right.replayed} == {ReplayOutcome.AGREES}
    assert {each.vector.kind for each in right.replayed} == {"randomize", "estimate", "rejection"}
    alone = conformance_of_answer(SHOTS, answer_request, "estimate")
    assert {each.vector.kind for each in alone.replayed} == {"estimate", "rejection"}


@slow
@pytest.mark.parametrize("name", [SHOTS, "chi2.optimal", "sketch.hcms"])
def test_the_oracle_conforms(name: str) -> None:
    """Every request is sent, including the formulas of the system."""
    with Program(ORACLE, PATIENT) as program:
        right = compare_program(program, ConformanceRequest(name, draws=ENOUGH))
    assert right.verdict is ConformanceVerdict.CONFORMS
    assert {each.outcome for each in right.replayed} <= {ReplayOutcome.AGREES, ReplayOutcome.UNSUPPORTED}
    assert {"formula", "law", "privacy", "randomize", "rejection"} <= {
        each.vector.kind for each in right.replayed
    }


@slow
def test_known_failures_may_fail() -> None:
    wrong = report_on_client("--slip", "one-bit")
    names = frozenset(name_of_vector(each.vector) for each in wrong.new_failures)
    known = report_on_client("--slip", "one-bit", known=names)
    assert (known.new_failures, len(known.known_failures)) == ([], len(names))


def test_known_failures_must_fail() -> None:
    names = frozenset(
        name_of_vector(each) for each in vectors_of_mechanism(SHOTS, GIVEN) if each.kind == "estimate"
    )
    fixed = report_on_client(known=names)
    assert {name_of_vector(each.vector) for each in fixed.fixed_failures} == names
    assert fixed.verdict is ConformanceVerdict.DIFFERS
    with refused(Reason.UNKNOWN_NAME):
        report_on_client(known=frozenset({"randomize/0"}))


def test_decisions_about_tables_are_listed_as_decisions() -> None:
    found = vectors_of_mechanism("chi2.optimal", {"m1": "4", "m2": "6", "tau": "1", "odds": "3"})
    assert {each.kind for each in found if each.request["op"] == "decide"} == {"decide"}


def estimate_of_loloha(bits: Sequence[int], people: int) -> Fraction:
    """A report is the person's own cell with probability 2/33, and the cell of another value with probability 1/32."""
    return (Fraction(sum(bits), people) - Fraction(1, 32)) / (Fraction(2, 33) - Fraction(1, 32))


def estimate_of_d_bit_flip(bits: Sequence[int], people: int) -> Fraction:
    """A bit is right with probability 3/4; a person has drawn a cell with probability 20/32."""
    return sum(((bit - Fraction(1, 4)) * 2 for bit in bits), Fraction(0)) * Fraction(32, 20) / people


@pytest.mark.parametrize(
    ("name", "given", "estimate"),
    [
        ("counting.loloha", "T=3 kept_odds=4 first_odds=2 w=32", estimate_of_loloha),
        ("counting.d_bit_flip", "T=3 bit_odds=3 w=32 d=20", estimate_of_d_bit_flip),
    ],
)
def test_estimates_of_cells_agree_with_a_second_formula(
    name: str, given: str, estimate: Callable[[Sequence[int], int], Fraction]
) -> None:
    """In each of three rounds, from the bits that are reported about the cell."""
    asked = dict(each.split("=") for each in given.split())
    found = [each for each in vectors_of_mechanism(name, asked) if each.kind == "estimate"]
    assert len(found) == 2
    for vector in found:
        request: Any = vector.request  # JSON
        answer: Any = vector.answer
        people = int(request["parameters"]["N"])
        rounds = [[int(bit) for bit in row if bit != "-"] for row in request["reports"]]
        estimates = [Fraction(each["exact"]) for each in answer["estimates"]]
        assert estimates == [estimate(bits, people) for bits in rounds]
        assert len(rounds) == 3


@pytest.mark.parametrize(
    ("name", "given", "output", "bits"),
    [
        ("counting.loloha", "T=3 kept_odds=4 first_odds=2 w=32", "10,0,31", "010"),
        ("counting.d_bit_flip", "T=3 bit_odds=3 w=32 d=2", "0,10:1,0;0,1;1,1", "101"),
        ("counting.d_bit_flip", "T=3 bit_odds=3 w=32 d=2", "1,10:1,0;0,1;1,1", "---"),
    ],
)
def test_collector_gets_what_an_output_says_of_cell_0(name: str, given: str, output: str, bits: str) -> None:
    known = make_mechanism(name, dict(each.split("=") for each in given.split()))
    assert text_for_collector(known, from_text(known.outputs, output)) == bits


def test_requests_that_the_reference_cannot_decide_are_not_sent() -> None:
    """For instance an estimate that is exactly 0 at irrational odds: no digit of it is ever certain."""
    given = {"w": "4", "d": "1", "epsilon": "1"}
    undecided = [each for each in vectors_of_mechanism("sketch.kary", given) if each.answer is None]
    assert [each.reason for each in undecided] == [Reason.UNDECIDED]
    assert undecided[0] not in [*answered_vectors("sketch.kary", given)]


NOTHING = 'for line in sys.stdin:\n    say(id=json.loads(line)["id"], protocol=1, name="x", mechanisms=[])'


def test_verdict_if_nothing_could_be_tested() -> None:
    with Program(child(NOTHING), PATIENT) as program:
        unable = compare_program(program, ConformanceRequest(SHOTS, GIVEN, draws=FEW))
    declining = conformance_of_answer(SHOTS, lambda _: {"unsupported": "no"}, at=GIVEN, draws=FEW)
    for finding in (unable, declining):
        assert finding.verdict is ConformanceVerdict.UNTESTED
        assert (finding.fits, finding.biases) == ({}, [])


@pytest.mark.parametrize("output", ["000", "---", "x--", ""])
def test_one_impossible_output_suffices_for_a_difference(output: str) -> None:
    def answer(request: Any) -> Message:
        return {"outputs": [output] * request["count"]}

    fitted = conformance_of_answer(GLANCE, answer, "randomize", at={"T": "3", "odds": "3"}).fits[GLANCE]
    assert fitted.different
    assert fitted.draws <= 64
    assert "cannot come" in fitted.observation
    assert fitted.draws or fitted.explanation is None, "what has drawn nothing else fits everything"
