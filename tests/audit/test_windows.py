"""Draws that are not independent: what leaks by it is found and called so, and what does not is left alone."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from math import log
from random import Random

import numpy as np
import pytest

from ldproof import serialization
from ldproof.audit import AuditState, Pair, Plan, Verdict, begin, dependence, parse_claim, restore_audit
from ldproof.audit.dependence import (
    LONGEST_KEY,
    RECENT,
    REPEATS,
    Kind,
    Passage,
    Window,
    make_passage,
)
from ldproof.audit.draw.sources import Function
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import Feature, leaf_label
from ldproof.audit.report import of_course
from ldproof.audit.sequential import SavedAudit
from ldproof.audit.state_file import run_audit
from ldproof.errors import Reason
from ldproof.programs import DrawnOutput, canonical_text
from tests.audit.laws import ended
from tests.audit.targets import serial
from tests.reference.refusals import refused
from tests.reference.states import with_state
from tests.tiers import run_everything, slow

LAST = make_passage(0, 6, (0, 1, 1, 0, 1), ("a", "b", "a", "a", "b"))


def audited(name: str, most: int, odds: str = "3") -> AuditState:
    plan = Plan(parse_claim("black-box", {"odds": odds}), (Pair(0, 1),), Fraction(1, 10**6), most)
    return run_audit(plan, Function(f"{serial.__name__}:{name}", {}), seed=name.encode())


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("systematic", 600),
        pytest.param("fourth_in_the_clear", 1500, marks=slow),
        pytest.param("short_period", 800, marks=slow),
        pytest.param("remembers", 800, marks=slow),
        pytest.param("pads_with_the_last", 800, marks=slow),
        pytest.param("tallied", 800, marks=slow),
        pytest.param("responses_seeded", 1000, marks=slow),
        pytest.param("responses_foretold", 800, marks=slow),
        ("seeded_by_the_clock", 600),
    ],
)
def test_what_leaks_by_its_order_is_found(name: str, most: int) -> None:
    """What a clock seeds comes again and, once it was seen, says alone as well what the input was."""
    course = audited(name, most)
    assert course.pairs_drawn < most
    assert course.verdict is Verdict.DEPENDENT
    if name != "seeded_by_the_clock":
        assert max(course.standings(), key=lambda each: each.capital).serial


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
def test_what_does_not_is_left_alone(name: str) -> None:
    """A public counter, clock or shift says nothing of an input that a coin picks."""
    most, odds = 1500 if run_everything() else 250, "11/10" if name == "alternating" else "3"
    assert audited(name, most, odds).verdict is Verdict.NOT_REFUTED


def shown_twice(seed: int, truth: float = 0.85) -> AuditState:
    """A bit that is told too often, bet on alone and, with much more, at its place in a period, which says as much."""
    course = begin(Plan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), Fraction(1, 1000), 4000))
    texts = [DrawnOutput(f"[0] at {place}").key()[1:-1] for place in range(2)]
    alone = Event(Feature("output"), frozenset({leaf_label(canonical_text(0))}))
    at_places = Event(Feature("output"), frozenset(map(leaf_label, texts)))
    bets = course.bets.adding_event(0, 0, alone, course.portfolio.reserve / 100)
    bets = bets.adding_event(0, 0, at_places, bets.portfolio.reserve * Fraction(99, 100), Window("period", 2))
    return ended(replace(course, bets=bets), lambda given: {given: truth, int(given == 0): 1 - truth}, seed)


@slow
def test_what_draws_alone_show_as_well_is_not_put_down_to_their_order() -> None:
    courses = [shown_twice(seed) for seed in range(20 if run_everything() else 1)]
    refuted = [each for each in courses if each.verdict is Verdict.REFUTED]
    assert len(refuted) >= 0.95 * len(courses), (
        "independent draws get the other word in one run of two hundred"
    )
    for course in refuted:
        strongest = max(course.standings(), key=lambda each: each.capital + log(each.weight))
        assert strongest.serial
        assert not of_course(course, "shown twice").sightings[0].event.startswith("at its place")


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
def test_what_is_seen_through_a_window(before: list[Passage], window: Window, expected: str) -> None:
    """By hand; every draw of the batch is bet on once at most, and none of the earlier ones."""
    by_hand = sorted((int(each[0]), each[2:]) for each in re.split(r" (?=\d:)", expected))
    known, last = ["a", "b"], LATER if before else LAST
    read = dependence.line_up_draws([*before, last], len(before))
    now, codes = dependence.code_draws(window, read)
    seen = [dependence.format_code(window, int(code), known) for code in codes]
    assert sorted(zip(read.order[now].tolist(), seen, strict=True)) == by_hand
    for side, tally in enumerate(dependence.tally_window(window, read)):
        assert sorted(tally.elements()) == sorted(
            DrawnOutput(text).key() for each, text in by_hand if each == side
        )


def test_stretches_together_show_what_each_shows() -> None:
    """The first of them is short, and its last draw has no next one."""
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


def looked_back_to(before: list[Passage], last: Passage) -> int:
    """How many draws of earlier passages there are."""
    return int((dependence.line_up_draws([*before, last], len(before)).place < 0).sum())


def test_only_draws_of_the_same_pair_right_before_are_looked_back_to() -> None:
    assert looked_back_to([EARLIER], LATER) == len(EARLIER.order)
    apart = make_passage(0, 6, LATER.order, LATER.outputs)
    for before in ([], [EARLIER, OTHERS], [EARLIER]):
        assert looked_back_to(before, apart) == 0
    long = [make_passage(0, 100 * each, (0,) * 100, ("a",) * 100) for each in range(4)]
    assert looked_back_to(long[:3], long[3]) == REPEATS


def test_the_same_place_in_the_call_before() -> None:
    """Of 60 draws there is a call of 50 and one of 10; those of a longer one have no place in a shorter one."""
    passages = [make_passage(0, 0, (0,) * 60, "a" * 60), make_passage(0, 60, (1,) * 60, "a" * 60)]
    found = dependence.line_up_draws(passages, 1)
    now, then = dependence.pair_draws(Window(Kind.CALL, 1), found)
    back = dict(zip(found.place[now].tolist(), (now - then).tolist(), strict=True))
    assert back == {place: 10 if place < 10 else 60 if place < 50 else 50 for place in range(60)}


def test_draws_in_lists_with_those_before_them_or_with_the_next() -> None:
    """No draw is in two lists with the next: what comes of that owes nothing to the one before."""
    found = dependence.line_up_draws([make_passage(0, 0, (1, 0, 0, 1), ("[5]", "[7,16]", "[5]", '["a"]'))])
    one, other = dependence.tally_lists(Window(Kind.BESIDE, 2), found)
    assert ([*one.elements()], [*other.elements()]) == (["[[[5],[5],1]]"], ['[[["a"],[7,16],0]]'])
    found = dependence.line_up_draws(
        [make_passage(0, 0, (1, 0, 0, 1, 1), ("[5]", "[7]", "[6]", "[8]", "[9]"))]
    )
    one, other = dependence.tally_lists(Window(Kind.AHEAD, 1), found)
    assert ([*one.elements()], [*other.elements()]) == (["[[[6],[8],1]]"], ["[[[5],[7],0]]"])


def test_long_outputs_are_the_same_where_they_were() -> None:
    long = [f'["{each * LONGEST_KEY}"]' for each in "aba"]
    first, second, third = make_passage(0, 0, (0, 1, 0), long).outputs
    assert first == third != second
    assert max(map(len, (first, second))) <= LONGEST_KEY


def test_nothing_is_suspected_of_too_little() -> None:
    assert dependence.most_suspicious_event([], 3.0) is None
    assert dependence.most_suspicious_event([LAST] * 4, 3.0) is None


def test_the_last_draws_are_remembered() -> None:
    many = tuple(Passage(0, 100 * each, (0,) * 100, ("a",) * 100) for each in range(RECENT // 50))
    kept = dependence.latest_passages(many, RECENT)
    assert sum(len(each.order) for each in kept) == RECENT
    assert kept[-1] == many[-1]
    huge = Passage(0, 0, (0,) * (RECENT + 1), ("a",) * (RECENT + 1))
    assert dependence.latest_passages((*many, huge), RECENT) == (huge,)


def test_a_course_with_windows_is_saved_and_damage_is_refused() -> None:
    course = audited("systematic", 600)
    text = serialization.save_state({}, course.kept())
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


def test_of_hashes_no_more_is_learnt_than_which_are_the_same() -> None:
    """As nothing else is remembered of long outputs: events of their characters would be chance's."""
    random = Random(3)
    long = ["x" * LONGEST_KEY + str(number) for number in range(40)]
    outputs = [DrawnOutput(random.choice(long)).key()]
    while len(outputs) < 600:
        outputs.append(random.choice((outputs[-1], DrawnOutput(random.choice(long)).key())))
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
