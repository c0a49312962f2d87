"""An audit as it goes: what it draws, bets, learns, remembers and finds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import codec
from ldproof.audit import AuditState, Draw, Pair, Plan, Verdict, begin, claim, pairs, restored
from ldproof.audit.audit_state import Kept
from ldproof.audit.bets import FORESEEN, REVERSED
from ldproof.audit.learn.events import WORST
from ldproof.audit.plan import FIRST, GROWTH, refits_due, size
from ldproof.evidence import Batch, start
from ldproof.programs import Seen, Tally, Value
from ldproof.rejections import Reason
from tests.audit.laws import (
    ALPHA,
    Drawing,
    audited,
    black_box,
    categories,
    each,
    laplace,
    lazy,
    listed,
    response,
    unary,
)
from tests.reference.refusals import refused
from tests.reference.states import with_state

BIT = claim("counting.glance", {"T": "1", "epsilon": "1"})


def vectors(random: np.random.Generator, side: int, count: int) -> list[Value]:
    """Noise in six places, a little more with side 1."""
    return [tuple(map(float, row)) for row in random.normal(size=(count, 6)) + 0.6 * side]


def white_box(most: int) -> Plan:
    """The plan of an audit of one bit."""
    return Plan(BIT, pairs(BIT, []), ALPHA, most)


def drawn(course: AuditState, drawing: Drawing, seed: int) -> dict[Draw, Tally]:
    """What comes for what is to be drawn, the same for the same seed."""
    random = np.random.default_rng([seed, len(course.history)])
    return {draw: drawing(random, draw.side, draw.count) for draw in course.draws()}


def later(course: AuditState, drawing: Drawing, batches: int, seed: int = 1) -> AuditState:
    """The course some batches later."""
    for _ in range(batches):
        course = course.after(drawn(course, drawing, seed))
    return course


@given(st.integers(1, 10**6))
def test_batches_grow_and_end_where_they_should(most: int) -> None:
    total, sizes = 0, []
    while count := size(total, most):
        sizes.append(count)
        total += count
    assert total == most
    assert all(each in (FIRST, sum(sizes[:place]) // GROWTH) for place, each in enumerate(sizes[:-1]))
    assert len(sizes) <= 40 + 240


def test_lessons_are_as_often_as_the_past_grows() -> None:
    assert [refits_due(each) for each in (0, 199, 200, 299, 300, 449, 450)] == [0, 0, 1, 1, 2, 2, 3]


def test_what_is_drawn_depends_on_no_draw() -> None:
    """Two audits that see different things ask for the same, until one is over."""
    one, other = begin(black_box(4000)), begin(black_box(4000))
    while one.draws():
        assert one.draws() == other.draws()
        one, other = later(one, categories(4, 1.0), 1, 1), later(other, categories(4, 0.2), 1, 2)
    assert one.pairs_drawn == 4000
    assert other.draws() == ()


def test_an_event_is_bet_on_from_the_next_batch_on() -> None:
    before = later(begin(black_box(4000)), categories(4, 2.0), 1)
    learnt = before.after(drawn(before, categories(4, 2.0), 5))
    assert (before.standings(), len(learnt.standings())) == ((), 1)
    assert learnt.standings()[0].counts == (0, 0, 0)
    assert float(learnt.portfolio.logarithm()) == pytest.approx(0, abs=1e-18)
    following = learnt.draws()[0].count
    for drawing in (categories(4, 2.0), categories(4, 0.0)):
        assert later(learnt, drawing, 1, 9).standings()[0].counts[0] == following


def test_bets_are_those_of_the_evidence() -> None:
    """They are those of a mixture e-process fed by hand: an answer 1 is what GLANCE foresees of state 1."""
    course, drawing = begin(white_box(2000)), response(1.1)
    by_hand = start(BIT.odds, ALPHA).adding("1.1", FORESEEN).adding("1.2", REVERSED)
    for _ in range(8):
        tallies = drawn(course, drawing, 3)
        course = course.after(tallies)
        one, other = (tallies[draw]['["1"]'] for draw in tallies)
        by_hand = by_hand.after({"1.1": Batch(100, one, 100, other), "1.2": Batch(100, other, 100, one)})
    assert course.portfolio == by_hand
    assert course.history[-1].logarithm == by_hand.logarithm()
    assert [each.name for each in course.standings()] == ["foreseen by the mechanism"] * 2


def test_a_hundred_rounds_are_as_cheap_as_one() -> None:
    """With one report and no dummies, transcripts of 0s alone are what one bit's 0 is."""
    many = claim("shots.report", {"T": "100", "m": "1", "epsilon": "1"})
    long = Plan(many, pairs(many, []), ALPHA, 40_000)
    course, short = begin(long), begin(white_box(40_000))
    random = np.random.default_rng(4)
    while course.draws():
        chances, tallies = (0.76, 0.24), []
        for chance in chances:
            seen = int(random.binomial(course.draws()[0].count, chance))
            tallies.append((seen, course.draws()[0].count - seen))
        rounds = random.integers(0, 100, 2)
        ones = ["0" * at + "1" + "0" * (99 - at) for at in rounds]
        course = course.after(
            {
                draw: Counter({'["' + "0" * 100 + '"]': seen, f'["{one}"]': rest})
                for draw, (seen, rest), one in zip(course.draws(), tallies, ones, strict=True)
            }
        )
        short = short.after(
            {
                draw: Counter({'["1"]': seen, '["0"]': rest})
                for draw, (seen, rest) in zip(short.draws(), tallies, strict=True)
            }
        )
        assert course.portfolio.shares[:2] == short.portfolio.shares[:2]
    assert course.verdict is Verdict.REFUTED
    assert course.pairs_drawn == short.pairs_drawn < 10_000


@pytest.mark.parametrize(
    ("drawing", "most"),
    [
        (categories(8, 1.2), 12_000),
        (laplace(1.3), 6_000),
        (unary(1.0, 16, wrong=0.7), 12_000),
        (lazy(1.0, 0.02), 9_000),
        (listed({None: 0.02, 1: 0.48, 0: 0.5}, {1: 0.5, 0: 0.5}), 9_000),
        (each(vectors), 6_000),
    ],
    ids=["categories", "laplace", "unary", "bytes", "null", "vectors"],
)
def test_what_breaks_its_promise_is_found(drawing: Drawing, most: int) -> None:
    course = audited(black_box(most), drawing, 2)
    assert course.verdict is Verdict.REFUTED
    assert course.draws() == ()
    assert max(course.standings(), key=lambda each: each.capital).capital > 2


def test_a_leak_that_the_mechanism_does_not_foresee_is_found() -> None:
    """Right reports, but one in twenty of state 1 is missing."""
    made = claim("shots.report", {"T": "1", "m": "1", "epsilon": "1"})
    truth = 0.731
    drawing = listed({"0": truth, "1": 1 - truth}, {"0": 1 - truth, "1": truth - 0.05, "-": 0.05})
    course = audited(Plan(made, pairs(made, []), ALPHA, 10_000), drawing, 3)
    assert course.verdict is Verdict.REFUTED
    assert course.unreadable > 20
    strongest = max(course.standings(), key=lambda each: each.capital)
    seen, always, present = strongest.counts
    assert always == seen
    assert seen - present == pytest.approx(0.05 * seen, rel=0.4)


def test_what_keeps_its_promise_is_not_flagged() -> None:
    """Exactly tight, and 6 audits of each; `calibration` has more."""
    tight: list[tuple[Plan, Drawing]] = [
        (white_box(1500), response(1.0)),
        (black_box(1500), response(1.0)),
        (black_box(1500), categories(8, 1.0)),
        (black_box(1000), laplace(1.0)),
    ]
    found = [audited(plan, drawing, seed) for plan, drawing in tight for seed in range(6)]
    assert sum(each.verdict is Verdict.REFUTED for each in found) <= 5  # of 24: by chance 1 in 1000
    assert all((each.bound() or 0) <= 1 for each in found if each.verdict is Verdict.NOT_REFUTED)


def test_the_bound_comes_close_to_the_truth() -> None:
    course = audited(Plan(BIT, pairs(BIT, []), Fraction(1, 10**9), 20_000), response(1.0), 1)
    assert course.verdict is Verdict.NOT_REFUTED
    bound = course.bound()
    assert bound is not None
    assert 0.8 <= bound < 1


@pytest.mark.parametrize(
    ("plan", "drawing"),
    [
        (white_box(3000), response(1.1)),
        (black_box(3000), categories(6, 1.1)),
        (black_box(1200), laplace(1.1)),
        (black_box(1200), unary(1.0, 6)),
        (replace(black_box(900), pairs=(Pair(0, 1), Pair(1, 2), Pair("a", None))), lazy(1.0, 0.01)),
    ],
    ids=["bit", "categories", "laplace", "unary", "several pairs"],
)
def test_a_course_that_was_saved_goes_on_as_if_it_had_not_been(plan: Plan, drawing: Drawing) -> None:
    """It is saved after every batch, and handed the same draws in another order."""
    course, again = begin(plan), begin(plan)
    while course.draws():
        again = restored(plan, codec.restore(Kept, {}, text(again)))
        assert again == course
        assert again.draws() == course.draws()
        tallies = drawn(course, drawing, 8)
        course = course.after(tallies)
        again = again.after(
            {draw: Counter(dict(sorted(tallies[draw].items()))) for draw in reversed(tallies)}
        )
        assert text(again) == text(course)


def text(course: AuditState) -> str:
    """The text of what is kept of a course."""
    return codec.save({}, course.kept())


def test_a_course_does_not_change() -> None:
    course = later(begin(black_box(3000)), categories(3, 1.0), 3)
    before = text(course)
    assert later(course, categories(3, 1.0), 4, seed=2).pairs_drawn == 700
    assert text(course) == before


@pytest.mark.parametrize(
    "damage",
    [
        {"drawn": [301]},
        {"drawn": [300, 0]},
        {"drawn": ["300"]},
        {"halves": []},
        {"history": []},
        {"unreadable": None},
        {"bets": None},
    ],
)
def test_a_course_that_is_damaged_is_refused(damage: dict[str, object]) -> None:
    plan = black_box(3000)
    course = later(begin(plan), categories(3, 1.0), 3)
    assert restored(plan, codec.restore(Kept, {}, text(course))) == course
    with refused(Reason.DAMAGED_STATE):
        restored(plan, codec.restore(Kept, {}, with_state(text(course), **damage)))


def test_what_was_saved_for_another_plan_is_refused() -> None:
    kept = later(begin(white_box(3000)), response(1.0), 3).kept()
    for plan in (
        black_box(3000),
        replace(white_box(3000), alpha=Fraction(1, 10)),
        replace(white_box(3000), pairs=(Pair("0", "1"),)),
        replace(white_box(3000), pairs=white_box(1).pairs * 2),
    ):
        with refused(Reason.DAMAGED_STATE):
            restored(plan, kept)


def test_only_what_was_asked_for_is_taken() -> None:
    course = begin(black_box(3000))
    one, other = course.draws()
    full = Counter({'["a"]': FIRST})
    for wrong, reason in (
        ({one: full}, Reason.OUT_OF_ORDER),
        ({one: full, replace(other, batch=1): full}, Reason.OUT_OF_ORDER),
        ({one: full, other: Counter({'["a"]': FIRST - 1})}, Reason.WRONG_COUNT),
        ({one: full, other: Counter()}, Reason.WRONG_COUNT),
        ({one: full, other: Counter({'["a"]': FIRST + 1, '["b"]': -1})}, Reason.WRONG_COUNT),
    ):
        with refused(reason):
            course.after(wrong)
    with refused(Reason.NOT_A_VALUE):
        course.after({one: full, other: Counter({"a": FIRST})})


def test_what_no_mechanism_writes_is_refused() -> None:
    """A program that answers all in a form of its own would never be refuted."""
    course = begin(white_box(3000))
    with refused(Reason.NOT_AN_ANSWER):
        course.after({draw: Counter({"[[1]]": 60, "[[0]]": 40}) for draw in course.draws()})


def test_pairs_of_inputs_take_turns_and_share_what_is_bet() -> None:
    both = pairs(BIT, [("0", "1")])
    assert begin(Plan(BIT, both, ALPHA, 300)).bets.watched[0].likely == 1
    three = claim("shots.report", {"T": "2", "m": "1", "epsilon": "1"})
    plan = Plan(three, pairs(three, [("11", "00"), ("01", "10"), ("01", "00")]), ALPHA, 200)
    course = begin(plan)
    assert [(each.pair, each.likely, each.event) for each in course.bets.watched] == [
        (0, 1, WORST),
        (0, 0, WORST),
    ]
    assert course.bets.left(0, 3) == Fraction(1, 3) - (FORESEEN + REVERSED) / 3
    assert course.bets.left(1, 3) == Fraction(1, 3)
    turns = []
    while draws := course.draws():
        turns.append((draws[0].batch, draws[0].pair, draws[0].given, draws[1].given, draws[0].count))
        course = course.after({draw: Counter({Seen("00").key(): 100}) for draw in draws})
    assert turns[:4] == [
        (0, 0, "11", "00", 100),
        (1, 1, "01", "10", 100),
        (2, 2, "01", "00", 100),
        (3, 0, "11", "00", 100),
    ]
    assert course.drawn == (200, 200, 200)
    assert len(course.history) == 6


def test_a_pair_that_leaks_is_found_among_others() -> None:
    plan = replace(black_box(4000), pairs=(Pair(0, 1), Pair(0, 2), Pair(0, 3)))
    course, random = begin(plan), np.random.default_rng(1)
    while draws := course.draws():
        drawing = response(1.5 if draws[0].pair == 1 else 0.5)
        course = course.after({draw: drawing(random, draw.side, draw.count) for draw in draws})
    assert course.verdict is Verdict.REFUTED
    assert max(course.standings(), key=lambda each: each.capital).pair == 1


@pytest.mark.parametrize("epsilon", ["20", "1e-6"])
def test_budgets_at_the_ends(epsilon: str) -> None:
    kept = audited(black_box(600, epsilon), response(float(epsilon)), 1)
    assert kept.verdict is Verdict.NOT_REFUTED
    leaking = audited(black_box(600, "1e-6"), response(0.5), 1)
    assert leaking.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("most", "alpha"), [(0, ALPHA), (10**9, ALPHA), (100, Fraction(0)), (100, Fraction(1))]
)
def test_what_is_no_plan(most: int, alpha: Fraction) -> None:
    with refused(Reason.OUT_OF_RANGE):
        begin(Plan(BIT, pairs(BIT, []), alpha, most))
    with refused(Reason.MISSING):
        Plan(BIT, (), ALPHA, 1)
