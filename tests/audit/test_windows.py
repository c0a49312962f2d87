"""Draws that are not independent: leaks by dependence are found, and harmless dependence is not flagged."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from math import log
from random import Random

import numpy as np
import pytest

from ldproof import serialization
from ldproof.auditor import (
    AuditPlan,
    AuditState,
    Pair,
    Verdict,
    begin_audit,
    dependence,
    parse_claim,
    restore_audit,
)
from ldproof.auditor.dependence import (
    LONGEST_KEY,
    RECENT,
    REPEATS,
    Kind,
    Passage,
    Window,
    make_passage,
)
from ldproof.auditor.draw.sources import FunctionSource
from ldproof.auditor.learn.events import Event
from ldproof.auditor.learn.features import Feature
from ldproof.auditor.learn.outputs import scalar_label
from ldproof.auditor.report import result_of_draws
from ldproof.auditor.sequential import SavedAudit
from ldproof.auditor.state_file import run_audit
from ldproof.errors import Reason
from ldproof.programs import DrawnOutput, canonical_text
from tests.audit.laws import continue_audit
from tests.audit.targets import serial
from tests.reference.refusals import refused
from tests.reference.states import with_state
from tests.tiers import run_everything, slow

LAST = make_passage(0, 6, (0, 1, 1, 0, 1), ("a", "b", "a", "a", "b"))


def audit_serial_function(name: str, most: int, odds: str = "3") -> AuditState:
    """Audit a function of `serial` with its counters at 0: in some phases of a period the verdict comes too early."""
    serial.restart()
    plan = AuditPlan(parse_claim("black-box", {"odds": odds}), (Pair(0, 1),), Fraction(1, 10**6), most)
    return run_audit(plan, FunctionSource(f"{serial.__name__}:{name}", {}), seed=name.encode())


@slow
def test_claim_may_be_refuted_before_draws_are_known_to_depend() -> None:
    """What a short period reveals refutes the claim while the p-value of dependence is still above .001."""
    course = audit_serial_function("short_period", 800)
    assert course.pairs_drawn < 800
    assert course.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param("systematic", 600, marks=slow),
        pytest.param("fourth_in_the_clear", 1500, marks=slow),
        pytest.param("remembers", 800, marks=slow),
        pytest.param("pads_with_the_last", 800, marks=slow),
        pytest.param("tallied", 800, marks=slow),
        pytest.param("responses_seeded", 1000, marks=slow),
        pytest.param("responses_foretold", 800, marks=slow),
        ("seeded_by_the_clock", 600),
    ],
)
def test_leak_by_dependence_is_found(name: str, most: int) -> None:
    """The noise of a clock repeats, and an output that was seen before then reveals the input on its own."""
    course = audit_serial_function(name, most)
    assert course.pairs_drawn < most
    assert course.verdict is Verdict.DEPENDENT
    if name != "seeded_by_the_clock":
        assert max(course.bet_standings(), key=lambda each: each.capital).serial


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("numbered", marks=slow),
        "alternating",
        "in_shifts",
        "responses_in_shifts",
        *(pytest.param(name, marks=slow) for name in ("response", "calls_numbered", "dated", "responses")),
        *(pytest.param(name, marks=slow) for name in ("responses_numbered", "responses_dated")),
    ],
)
def test_harmless_dependence_is_not_flagged(name: str) -> None:
    """A public counter, clock or shift is independent of an input that a coin picks."""
    most, odds = 1500 if run_everything() else 250, "11/10" if name == "alternating" else "3"
    assert audit_serial_function(name, most, odds).verdict is Verdict.NOT_REFUTED


def shown_twice(seed: int, truth: float = 0.85) -> AuditState:
    """A leaking bit with two bets: a small one on its value, and a large one on its value and its place in a period."""
    course = begin_audit(
        AuditPlan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), Fraction(1, 1000), 4000)
    )
    texts = [DrawnOutput(f"[0] at {place}").tally_key()[1:-1] for place in range(2)]
    alone = Event(Feature("output"), frozenset({scalar_label(canonical_text(0))}))
    at_places = Event(Feature("output"), frozenset(map(scalar_label, texts)))
    bets = course.bets.adding_event(0, 0, alone, course.bets.portfolio.reserve / 100)
    bets = bets.adding_event(0, 0, at_places, bets.portfolio.reserve * Fraction(99, 100), Window("period", 2))
    return continue_audit(
        replace(course, bets=bets), lambda given: {given: truth, int(given == 0): 1 - truth}, seed
    )


@slow
def test_leak_of_single_draws_is_not_called_dependence() -> None:
    courses = [shown_twice(seed) for seed in range(20 if run_everything() else 1)]
    refuted = [each for each in courses if each.verdict is Verdict.REFUTED]
    assert len(refuted) >= 0.95 * len(courses), (
        "independent draws get the other word in one run of two hundred"
    )
    for course in refuted:
        strongest = max(course.bet_standings(), key=lambda each: each.capital + log(each.weight))
        assert strongest.serial
        assert not result_of_draws(course, "shown twice").sightings[0].event.startswith("at its place")


EARLIER = make_passage(0, 0, (0, 0, 1, 0), ("b", "a", "b", "b"))
OTHERS = make_passage(1, 4, (0, 0), ("a", "a"))
LATER = make_passage(0, 4, (0, 1, 1, 0, 1), ("a", "b", "a", "a", "b"))


@pytest.mark.parametrize(
    ("before", "window", "expected"),
    [
        ([], Window("repeat", 1), "1:1 1:0 0:1 1:1"),
        ([], Window("before", 2), "1:a after a of 0 0:a after b of 1 1:b after a of 1"),
        ([], Window("period", 3), "0:a at 0 1:b at 1 1:a at 2 0:a at 0 1:b at 1"),
        ([], Window("next", 1), "0:a before b of 1 1:a before a of 0"),
        ([EARLIER], Window("repeat", 1), "0:1 1:1 1:0 0:1 1:1"),
        ([EARLIER], Window("repeat", 5), "1:0 1:0 0:0 1:0"),
        ([EARLIER], Window("call", 1), "0:1 1:1 1:0 0:1"),
        (
            [EARLIER],
            Window("before", 4),
            "0:a after b of 0 1:b after a of 0 1:a after b of 1 0:a after b of 0 1:b after a of 0",
        ),
        ([EARLIER], Window("period", 3), "0:a at 1 1:b at 2 1:a at 0 0:a at 1 1:b at 2"),
        ([EARLIER], Window("next", 1), "0:a before b of 1 1:a before a of 0"),
    ],
)
def test_observations_of_each_window(before: list[Passage], window: Window, expected: str) -> None:
    """Computed by hand; each draw of the batch is bet on once at most, and none of the earlier draws is."""
    by_hand = sorted((int(each[0]), each[2:]) for each in re.split(r" (?=\d:)", expected))
    known, last = ["a", "b"], LATER if before else LAST
    read = dependence.line_up_draws([*before, last], len(before))
    now, codes = dependence.code_draws(window, read)
    seen = [dependence.format_code(window, int(code), known) for code in codes]
    assert sorted(zip(read.order[now].tolist(), seen, strict=True)) == by_hand
    for side, tally in enumerate(dependence.tally_window(window, read)):
        assert sorted(tally.elements()) == sorted(
            DrawnOutput(text).tally_key() for each, text in by_hand if each == side
        )


def test_codes_of_stretches_together_are_those_of_each() -> None:
    """The first stretch is short, and its last draw has no next one."""
    known, drawn = ["a", "b"], Random(0)
    order, outputs = ([drawn.randrange(2) for _ in range(3 + 120 + 90)] for _ in range(2))
    passages = [
        make_passage(0, first, order[first:last], [known[each] for each in outputs[first:last]])
        for first, last in ((0, 3), (3, 123), (123, 213))
    ]
    read = dependence.line_up_draws(passages)
    each_alone = [dependence.line_up_draws(passages[: place + 1], place) for place in range(3)]
    for window in dependence.all_windows(few=True):
        now, codes = dependence.code_draws(window, read)
        parts = [dependence.code_draws(window, alone) for alone in each_alone]
        there = [alone.number[places].tolist() for alone, (places, _) in zip(each_alone, parts, strict=True)]
        assert read.number[now].tolist() == [*chain(*there)]
        assert codes.tolist() == [*chain(*(shown.tolist() for _, shown in parts))]
        assert np.bincount(read.stretch[now], minlength=3).tolist() == [*map(len, there)]
        assert len(now) > 0


def count_earlier_draws(before: list[Passage], last: Passage) -> int:
    """Return the number of draws of earlier passages that the last one is looked at with."""
    return int((dependence.line_up_draws([*before, last], len(before)).place < 0).sum())


def test_windows_reach_back_only_to_adjacent_draws_of_the_same_pair() -> None:
    assert count_earlier_draws([EARLIER], LATER) == len(EARLIER.order)
    apart = make_passage(0, 6, LATER.order, LATER.outputs)
    for before in ([], [EARLIER, OTHERS], [EARLIER]):
        assert count_earlier_draws(before, apart) == 0
    long = [make_passage(0, 100 * each, (0,) * 100, ("a",) * 100) for each in range(4)]
    assert count_earlier_draws(long[:3], long[3]) == REPEATS


def test_window_pairs_draws_with_the_same_place_in_the_previous_call() -> None:
    """60 draws are a call of 50 and one of 10; later places of the longer call have no partner in the shorter one."""
    passages = [make_passage(0, 0, (0,) * 60, "a" * 60), make_passage(0, 60, (1,) * 60, "a" * 60)]
    found = dependence.line_up_draws(passages, 1)
    now, then = dependence.pairs_in_window(Window(Kind.CALL, 1), found)
    back = dict(zip(found.place[now].tolist(), (now - then).tolist(), strict=True))
    assert back == {place: 10 if place < 10 else 60 if place < 50 else 50 for place in range(60)}


def test_draws_are_listed_with_the_previous_or_the_next() -> None:
    """No draw is in two lists with the next draw, so the lists are independent."""
    found = dependence.line_up_draws([make_passage(0, 0, (1, 0, 0, 1), ("[5]", "[7,16]", "[5]", '["a"]'))])
    one, other = dependence.tally_lists(Window(Kind.BESIDE, 2), found)
    assert ([*one.elements()], [*other.elements()]) == (["[[[5],[5],1]]"], ['[[["a"],[7,16],0]]'])
    found = dependence.line_up_draws(
        [make_passage(0, 0, (1, 0, 0, 1, 1), ("[5]", "[7]", "[6]", "[8]", "[9]"))]
    )
    one, other = dependence.tally_lists(Window(Kind.AHEAD, 1), found)
    assert ([*one.elements()], [*other.elements()]) == (["[[[6],[8],1]]"], ["[[[5],[7],0]]"])


def test_hashes_of_long_outputs_are_equal_if_the_outputs_are() -> None:
    long = [f'["{each * LONGEST_KEY}"]' for each in "aba"]
    first, second, third = make_passage(0, 0, (0, 1, 0), long).outputs
    assert first == third != second
    assert max(map(len, (first, second))) <= LONGEST_KEY


def test_few_draws_are_not_suspected() -> None:
    assert dependence.most_suspicious_event([], 3.0) is None
    assert dependence.most_suspicious_event([LAST] * 4, 3.0) is None


def test_latest_draws_are_remembered() -> None:
    many = tuple(Passage(0, 100 * each, (0,) * 100, ("a",) * 100) for each in range(RECENT // 50))
    kept = dependence.latest_passages(many, RECENT)
    assert sum(len(each.order) for each in kept) == RECENT
    assert kept[-1] == many[-1]
    huge = Passage(0, 0, (0,) * (RECENT + 1), ("a",) * (RECENT + 1))
    assert dependence.latest_passages((*many, huge), RECENT) == (huge,)


def test_windows_are_restored_and_damaged_ones_are_refused() -> None:
    course = audit_serial_function("systematic", 600)
    text = serialization.save_state({}, course.saved_part())
    assert restore_audit(course.plan, serialization.restore_state(SavedAudit, {}, text)) == course
    assert {each.window.kind for each in course.bets.watched if each.window} <= {*Kind}
    for wrong in (
        [{"pair": 1, "start": 0, "order": [0], "outputs": ["[0]"]}],
        [{"pair": 0, "start": 0, "order": [0, 1], "outputs": ["[0]"]}],
        [{"pair": 0, "start": 0, "order": [2], "outputs": ["[0]"]}],
        [{"pair": 0, "start": 0, "order": [0], "outputs": ["[0"]}],
    ):
        with refused(Reason.DAMAGED_STATE):
            restore_audit(
                course.plan, serialization.restore_state(SavedAudit, {}, with_state(text, passages=wrong))
            )


def test_hashes_are_tested_for_equality_only() -> None:
    """Only hashes of long outputs are stored, so an event of their characters would be chance."""
    random = Random(3)
    long = ["x" * LONGEST_KEY + str(number) for number in range(40)]
    outputs = [DrawnOutput(random.choice(long)).tally_key()]
    while len(outputs) < 600:
        outputs.append(random.choice((outputs[-1], DrawnOutput(random.choice(long)).tally_key())))
    order = [0]
    for before, output in pairwise(outputs):
        order.append(order[-1] ^ (output != before))
    passages = [make_passage(0, at, order[at : at + 50], outputs[at : at + 50]) for at in range(0, 600, 50)]
    found = dependence.most_suspicious_event(passages, 1.2)
    assert found is not None
    assert found.window.kind == Kind.REPEAT
    unrelated = [replace(each, order=tuple(random.choices((0, 1), k=50))) for each in passages]
    assert (nothing := dependence.most_suspicious_event(unrelated, 1.2)) is None or nothing.window.kind in {
        Kind.REPEAT,
        Kind.CALL,
    }
