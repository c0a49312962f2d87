"""An audit as it goes: what it draws, bets, learns, remembers and finds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import serialization
from ldproof.audit import (
    AuditState,
    Draw,
    Drawn,
    Pair,
    Plan,
    Verdict,
    begin,
    parse_claim,
    parse_pairs,
    restore_audit,
)
from ldproof.audit.bets import FORESEEN, REVERSED, Partition
from ldproof.audit.learn.events import WORST, Event
from ldproof.audit.learn.features import Feature
from ldproof.audit.learn.sequences import look_at_outputs
from ldproof.audit.plan import BEGINNINGS, FIRST, GROWN, GROWTH, SOON, Standing, next_batch_size, refits_due
from ldproof.audit.sequential import SURVEYED, WHOLE, SavedAudit
from ldproof.errors import Reason
from ldproof.evidence import Batch, Table, start
from ldproof.evidence.event_bets import NOTHING
from ldproof.evidence.ratio_bets import MOST_OUTCOMES
from ldproof.programs import DrawnOutput, Value, canonical_text
from tests.audit import laws
from tests.audit.laws import ALPHA, Drawing, audited, black_box, each, listed, response
from tests.reference.refusals import refused
from tests.reference.states import with_state
from tests.tiers import run_everything, slow

BIT = parse_claim("counting.glance", {"T": "1", "epsilon": "1"})


def white_box(most: int) -> Plan:
    """The plan of an audit of one bit."""
    return Plan(BIT, parse_pairs(BIT, []), ALPHA, most)


def drawn(course: AuditState, drawing: Drawing, seed: int) -> dict[Draw, Drawn]:
    """What comes for what is to be drawn, the same for the same seed."""
    return laws.drawn_for(course, np.random.default_rng([seed, len(course.history)]), drawing)


def later(course: AuditState, drawing: Drawing, batches: int, seed: int = 1) -> AuditState:
    """The course some batches later."""
    for _ in range(batches):
        course = course.after(drawn(course, drawing, seed))
    return course


def all_draws(course: AuditState) -> int:
    """How many draws the first bet has counted."""
    counts = course.standings()[0].counts
    return counts.draws + counts.others


def strongest(course: AuditState) -> Standing:
    """The bet that has come to most."""
    return max(course.standings(), key=lambda each: each.capital)


@given(st.integers(1, 10**6))
def test_batches_grow_and_end_where_they_should(most: int) -> None:
    total, sizes = 0, []
    while count := next_batch_size(total, most):
        sizes.append(count)
        total += count
    assert total == most
    for place, count in enumerate(sizes[:-1]):
        before = sum(sizes[:place])
        assert count in (FIRST, before // SOON, GROWN, before // GROWTH)
        assert FIRST <= count <= max(FIRST, before // SOON)
        assert count <= max(GROWN, before // GROWTH)
    assert len(sizes) <= 120 + 240
    assert [refits_due(each) for each in (0, 99, 100, 149, 150, 224, 225)] == [0, 0, 1, 1, 2, 2, 3]


def test_what_is_drawn_depends_on_no_draw() -> None:
    """Two audits that see different things ask for the same, until one is over."""
    one, other = begin(black_box(200)), begin(black_box(200))
    while one.draws():
        assert one.draws() == other.draws()
        one, other = later(one, laws.categories(4, 1.0), 1, 1), later(other, laws.categories(4, 0.2), 1, 2)
    assert one.pairs_drawn == 200
    assert other.draws() == ()


def test_a_law_is_bet_on_from_the_next_batch_on() -> None:
    before = begin(black_box(4000))
    learnt = before.after(drawn(before, laws.categories(4, 2.0), 5))
    assert (before.standings(), len(learnt.standings())) == ((), 1)
    assert all_draws(learnt) == 2 * FIRST
    assert float(learnt.portfolio.logarithm()) == pytest.approx(0, abs=1e-18)
    following = learnt.draws()[0].count
    for drawing in (laws.categories(4, 2.0), laws.categories(4, 0.0)):
        after = later(learnt, drawing, 1, 9)
        assert all_draws(after) == 2 * FIRST + following
        assert after.portfolio.logarithm() != 0


def test_bets_are_those_of_the_evidence() -> None:
    """They are those of a mixture e-process fed by hand: an answer 1 is what GLANCE foresees of state 1."""
    course, drawing = begin(white_box(2000)), response(1.1)
    by_hand = start(BIT.odds, ALPHA).adding("1.1", FORESEEN).adding("1.2", REVERSED)
    past = Table()
    for batch in range(3):
        tallies = drawn(course, drawing, 3)
        course = course.after(tallies)
        (came,) = tallies.values()
        one, other = (tally['["1"]'] for tally in came.tallies)
        m, n = (tally.total() for tally in came.tallies)
        known = {"1.1": Batch(m, one, n, other), "1.2": Batch(n, other, m, one)}
        parts = [(canonical_text('"1"'), one, other), (canonical_text('"0"'), m - one, n - other)]
        law = Table(m, n, tuple(sorted(parts, key=lambda part: (-part[1] - part[2], part[0]))))
        by_hand = by_hand.after(known, {"1.law.1": (past, law)} if batch else {})
        past += law
        if not batch:
            by_hand = by_hand.adding_law("1.law.1", WHOLE * (1 - FORESEEN - REVERSED))
    assert course.portfolio == by_hand
    assert course.history[-1].logarithm == by_hand.logarithm()
    assert [each.name for each in course.standings()][:2] == ["foreseen by the mechanism"] * 2


def test_what_is_refuted_between_the_draws_of_a_batch_stays_refuted() -> None:
    """All that speaks against the claim comes first, and then as much for it: the order is known, or it is not."""
    course = begin(replace(black_box(2000), alpha=Fraction(1, 200)))
    told = {True: ('["a"]', '["b"]'), False: ('["b"]', '["a"]')}
    while course.portfolio.logarithm() < 4:
        (draw,) = course.draws()
        course = course.after({draw: in_order(draw, [told[True]] * draw.count)})
    (draw,) = course.draws()
    half = draw.count // 2
    came = in_order(draw, [told[place < half] for place in range(draw.count)])
    blind, known = (course.after({draw: each}) for each in (replace(came, order=(), keys=()), came))
    assert not course.portfolio.rejected
    assert blind.verdict is Verdict.NOT_REFUTED
    assert known.verdict is not Verdict.NOT_REFUTED
    assert known.portfolio.logarithm() > log(200) > blind.portfolio.logarithm()
    assert [each.count for each in known.draws()] == [2 * FIRST], (
        "until it can be told whether draws are independent"
    )
    assert [each.counts for each in known.standings()] == [each.counts for each in blind.standings()]


def in_order(draw: Draw, told: Sequence[tuple[str, str]]) -> Drawn:
    """Draws with either input by turns, of each of which it is said what came with the one and with the other."""
    order = tuple(place % 2 for place in range(draw.count))
    keys = tuple(each[side] for side, each in zip(order, told, strict=True))
    tallies = (Counter(key for at, key in zip(order, keys, strict=True) if at == side) for side in (0, 1))
    return Drawn(tuple(tallies), order, keys)


def test_what_a_draw_counts_for_does_not_depend_on_those_after_it() -> None:
    """Of more outcomes than can be known none is left out: a loss would be taken back by what came later."""
    every = [DrawnOutput(number).key() for number in range(10, 10 + 2 * MOST_OUTCOMES)]
    outputs = look_at_outputs(BIT, [DrawnOutput(9).key(), *every])
    first = Counter([DrawnOutput(9).key()]), Counter([DrawnOutput(9).key()])
    later = Counter(every), Counter(every)
    both = tuple(one + other for one, other in zip(first, later, strict=True))
    partition = Partition(Feature("output"))
    alone, counted = (partition.table(outputs, sides).outcomes for sides in (first, both))
    assert {*alone} <= {*counted}
    assert len(counted) == len(every) + 1


def test_beginnings_are_those_of_the_order() -> None:
    came = in_order(Draw(0, (0, 1), 40), [(str(place), str(-place)) for place in range(40)])
    found = [*came.beginnings()]
    assert len(found) == BEGINNINGS - 1
    sizes = [one.total() + other.total() for one, other in found]
    assert sizes == [40 * part // BEGINNINGS for part in range(1, BEGINNINGS)]
    for size_, (one, other) in zip(sizes, found, strict=True):
        assert {*one} == {str(place) for place in range(0, size_, 2)}
        assert {*other} == {str(-place) for place in range(1, size_, 2)}
    assert [*Drawn(came.tallies).beginnings()] == []
    few = in_order(Draw(0, (0, 1), 3), [("a", "b")] * 3)
    assert [one.total() + other.total() for one, other in few.beginnings()] == [1, 2]


@slow
def test_a_hundred_rounds_are_as_cheap_as_one() -> None:
    """With one report and no dummies, transcripts of 0s alone are what one bit's 0 is."""
    many = parse_claim("shots.report", {"T": "100", "m": "1", "epsilon": "1"})
    course, short = begin(Plan(many, parse_pairs(many, []), ALPHA, 8000)), begin(white_box(8000))
    random = np.random.default_rng(4)
    while course.draws():
        (draw,), (one,) = course.draws(), short.draws()
        half, reported = draw.count // 2, "0" * 17 + "1" + "0" * 82
        seen = [int(random.binomial(half, chance)) for chance in (0.8, 0.2)]
        long_tallies, short_tallies = (
            tuple(
                Counter({DrawnOutput(likely).key(): hits, DrawnOutput(other).key(): half - hits})
                for hits in seen
            )
            for likely, other in (("0" * 100, reported), ("1", "0"))
        )
        course, short = course.after({draw: Drawn(long_tallies)}), short.after({one: Drawn(short_tallies)})
        assert course.portfolio.shares[:2] == short.portfolio.shares[:2]
    assert course.verdict is short.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("drawing", "most"),
    [
        pytest.param(laws.categories(8, 1.2), 12_000, marks=slow),
        pytest.param(laws.laplace(1.3), 6_000, marks=slow),
        pytest.param(laws.unary(1.0, 16, wrong=0.7), 12_000, marks=slow),
        pytest.param(laws.lazy(1.0, 0.02), 9_000, marks=slow),
        pytest.param(listed({None: 0.02, 1: 0.48, 0: 0.5}, {1: 0.5, 0: 0.5}), 9_000, marks=slow),
        (
            each(
                lambda random, side, count: [
                    tuple(row) for row in (random.normal(size=(count, 6)) + 0.6 * side).tolist()
                ]
            ),
            6_000,
        ),
    ],
    ids=["categories", "laplace", "unary", "bytes", "null", "vectors"],
)
def test_what_breaks_its_promise_is_found(drawing: Drawing, most: int) -> None:
    course = audited(black_box(most), drawing, 2)
    assert course.verdict is Verdict.REFUTED
    assert course.draws() == ()
    assert strongest(course).capital > 2


@slow
def test_a_leak_that_the_mechanism_does_not_foresee_is_found() -> None:
    """Right reports, but one in twenty of state 1 is missing."""
    made = parse_claim("shots.report", {"T": "1", "m": "1", "epsilon": "1"})
    truth = 0.731
    drawing = listed({"0": truth, "1": 1 - truth}, {"0": 1 - truth, "1": truth - 0.05, "-": 0.05})
    course = audited(Plan(made, parse_pairs(made, []), ALPHA, 10_000), drawing, 3)
    assert course.verdict is Verdict.REFUTED
    assert course.unreadable > 20
    counts = strongest(course).counts
    seen, missing = counts.likely, counts.others - counts.unlikely
    lost, draws = (seen, counts.draws) if not counts.unlikely else (missing, counts.others)
    assert lost == pytest.approx(0.05 * draws, rel=0.4)
    assert counts.unlikely == 0 or seen == counts.draws


@pytest.mark.parametrize(
    ("plan", "drawing"),
    [
        pytest.param(white_box(150), response(1.1), marks=slow),
        pytest.param(black_box(200), laws.categories(6, 1.1), marks=slow),
        pytest.param(black_box(150), laws.laplace(1.1), marks=slow),
        pytest.param(black_box(150), laws.unary(1.0, 6), marks=slow),
        (replace(black_box(200), pairs=(Pair(0, 1), Pair(1, 2), Pair("a", None))), laws.lazy(1.0, 0.01)),
    ],
    ids=["bit", "categories", "laplace", "unary", "several pairs"],
)
def test_a_course_that_was_saved_goes_on_as_if_it_had_not_been(plan: Plan, drawing: Drawing) -> None:
    """It is saved after every batch, and handed the same draws in another order."""
    plan = replace(plan, most=plan.most * 10) if run_everything() else plan
    course, again = begin(plan), begin(plan)
    while course.draws():
        again = restore_audit(plan, serialization.restore_state(SavedAudit, {}, text(again)))
        assert again == course
        assert again.draws() == course.draws()
        tallies = drawn(course, drawing, 8)
        course = course.after(tallies)
        again = again.after(
            {
                draw: Drawn(tuple(Counter(dict(sorted(tally.items()))) for tally in came.tallies))
                for draw, came in tallies.items()
            }
        )
        assert text(again) == text(course)


def text(course: AuditState) -> str:
    """The text of what is kept of a course."""
    return serialization.save_state({}, course.kept())


DAMAGE: Sequence[dict[str, object]] = (
    {"turns": {"turn": 1, "leaders": [0], "surveyed": [0, 1], "surveys": 0}},
    {"turns": {"turn": 0, "leaders": [], "surveyed": [0, 1], "surveys": 0}},
    {"turns": {"turn": 0, "leaders": [1], "surveyed": [0, 1], "surveys": 0}},
    {"turns": {"turn": 0, "leaders": [0], "surveyed": [], "surveys": 0}},
    {"turns": {"turn": 0, "leaders": [0], "surveyed": [2], "surveys": 0}},
    {"turns": {"turn": 0, "leaders": [0], "surveyed": [0, 1], "surveys": 100}},
    {"remembered": {"tallies": []}},
    {"remembered": {"tallies": [[{"[0,1e-9]": 1}, {}], [{}, {}]]}},
    {"remembered": {"tallies": [[{}, {}], [{}, {"[": 1}]]}},
    {"history": [{"turn": 1, "pairs": 100, "logarithm": "0", "bound": None}]},
    {"history": [{"turn": 0, "pairs": 0, "logarithm": "0", "bound": None}]},
    {"unreadable": None},
    {"bets": None},
)


def test_damage_and_the_state_of_another_plan_are_refused() -> None:
    plan = black_box(3000)
    course = later(begin(plan), laws.categories(3, 1.0), 3)
    before = text(course)
    assert restore_audit(plan, serialization.restore_state(SavedAudit, {}, before)) == course
    assert later(course, laws.categories(3, 1.0), 4, seed=2).pairs_drawn == 7 * FIRST
    assert text(course) == before, "a course does not change"
    for damage in DAMAGE:
        with refused(Reason.DAMAGED_STATE):
            restore_audit(
                plan, serialization.restore_state(SavedAudit, {}, with_state(text(course), **damage))
            )
    kept = later(begin(white_box(3000)), response(1.0), 3).kept()
    for other in (
        plan,
        replace(white_box(3000), alpha=Fraction(1, 10)),
        replace(white_box(3000), pairs=(Pair("0", "1"),)),
        replace(white_box(3000), pairs=white_box(1).pairs * 2),
    ):
        with refused(Reason.DAMAGED_STATE):
            restore_audit(other, kept)


def test_only_what_was_asked_for_is_taken() -> None:
    """A program that answers all in a form that no mechanism writes would never be refuted."""
    course, known = begin(black_box(3000)), begin(white_box(3000))
    (draw,), (asked,) = course.draws(), known.draws()
    full, foreign = Counter({'["a"]': FIRST}), Counter({"[[1]]": FIRST - 5, "[[0]]": 5})
    for state, wrong, reason in (
        (course, {}, Reason.OUT_OF_ORDER),
        (course, dict.fromkeys((draw, replace(draw, batch=1)), Drawn((full, full))), Reason.OUT_OF_ORDER),
        (course, {draw: Drawn((full, Counter({'["a"]': FIRST - 1})))}, Reason.WRONG_COUNT),
        (course, {draw: Drawn((full, Counter()))}, Reason.WRONG_COUNT),
        (course, {draw: Drawn((full + full,))}, Reason.WRONG_COUNT),
        (course, {draw: Drawn((full, full, Counter()))}, Reason.WRONG_COUNT),
        (course, {draw: Drawn((full, Counter({'["a"]': FIRST + 1, '["b"]': -1})))}, Reason.WRONG_COUNT),
        (course, {draw: Drawn((full, Counter({"a": FIRST})))}, Reason.NOT_A_VALUE),
        (known, {asked: Drawn((foreign, foreign))}, Reason.NOT_AN_ANSWER),
    ):
        with refused(reason):
            state.after(wrong)


def test_pairs_of_inputs_take_turns_and_all_are_surveyed() -> None:
    both = parse_pairs(BIT, [("0", "1")])
    assert begin(Plan(BIT, both, ALPHA, 300)).bets.watched[0].likely == 1
    three = parse_claim("shots.report", {"T": "2", "m": "1", "epsilon": "1"})
    plan = Plan(three, parse_pairs(three, [("11", "00"), ("01", "10"), ("01", "00")]), ALPHA, 1000)
    assert plan.inputs == ("11", "00", "01", "10")
    assert plan.sides == ((0, 1), (2, 3), (2, 1))
    course = begin(plan)
    assert [(each.pair, each.likely, each.event) for each in course.bets.watched] == [
        (0, 1, WORST),
        (0, 0, WORST),
    ]
    assert course.bets.portfolio.reserve == 1 - FORESEEN - REVERSED
    turns = []
    while draws := course.draws():
        (draw,) = draws
        turns.append((draw.batch, draw.inputs, draw.count))
        share, rest = divmod(draw.count, len(draw.inputs))
        tallies = [Counter({DrawnOutput("00").key(): share}) for _ in draw.inputs]
        tallies[0][DrawnOutput("00").key()] += rest
        course = course.after({draw: Drawn(tuple(tallies))})
    assert turns[0] == (0, ("11", "00"), 2 * FIRST)
    assert {inputs for _, inputs, _ in turns if len(inputs) == 4} == {plan.inputs}
    assert course.pairs_drawn == sum(count for *_, count in turns) // 2 == 1000
    surveys = [count // 2 for _, inputs, count in turns if len(inputs) == 4]
    assert sum(surveys) == course.turns.surveys
    assert 1000 / SURVEYED - 100 <= sum(surveys) <= 1000 / SURVEYED + 100


def test_an_event_is_bet_on_wherever_both_its_inputs_are_tossed_for() -> None:
    """In a survey too, by those draws alone; and not where only one of them is."""
    plan = replace(black_box(4000), pairs=(Pair(0, 1), Pair(1, 2), Pair(2, 0)))
    course = replace(
        begin(plan),
        bets=begin(plan).bets.adding_event(1, 0, Event(Feature("output"), frozenset({'"0"'})), ALPHA),
    )
    survey = Draw(0, (0, 1, 2), 60)
    tallies = tuple(Counter({"[0]": hits, "[1]": 20 - hits}) for hits in (1, 7, 3))
    outputs = look_at_outputs(plan.claim, ("[0]", "[1]"))
    after = course.bets.after(plan, survey, outputs, Drawn(tallies))
    assert after.standings()[0].counts == Batch(20, 7, 20, 3)
    other = course.bets.after(plan, Draw(0, (1, 0), 40), outputs, Drawn(tallies[:2]))
    assert other.standings()[0].counts == NOTHING


def test_a_rare_output_of_one_input_alone_is_soon_found_out() -> None:
    """Of whoever knows the laws it takes log(1/alpha) / (share log(1 + 1/odds)) pairs: by the nearest private laws."""
    share, runs = 0.02, 9 if run_everything() else 1
    by_input: Mapping[Value, Mapping[Value, float]] = {
        0: {"common": 1.0},
        1: {"rare": share, "common": 1 - share},
    }
    least = log(1 / ALPHA) / (share * log(1 + exp(-1)))
    pairs = [laws.searched(black_box(5000), by_input.__getitem__, seed).pairs_drawn for seed in range(runs)]
    assert 400 < least < 500
    assert sorted(pairs)[runs // 2] <= 2.5 * least


@slow
def test_one_pair_that_leaks_is_found_among_many() -> None:
    """Of the 990 pairs of 45 inputs those with input 7 leak; it takes a few times as many draws as that pair alone."""
    plan = replace(black_box(20_000), pairs=(Pair(7, 0),))
    seeds = range(1, 3 if run_everything() else 2)
    alone = [laws.searched(plan, laws.leaking(45, 7), seed) for seed in seeds]
    among = [laws.searched(laws.everyone(45, 20_000), laws.leaking(45, 7), seed) for seed in seeds]
    assert {each.verdict for each in (*alone, *among)} == {Verdict.REFUTED}
    assert all(7 in each.plan.pairs[strongest(each).pair].sides() for each in among)
    assert max(each.pairs_drawn for each in alone) <= 70
    assert max(each.pairs_drawn for each in among) <= 5 * 40
    none = laws.searched(replace(laws.everyone(10, 400), alpha=Fraction(1, 10**6)), laws.leaking(10, -1), 0)
    assert none.verdict is Verdict.NOT_REFUTED
    assert len({each.pair for each in none.standings()}) > 1


def test_the_only_pair_that_leaks_is_found_among_all_of_many_inputs() -> None:
    """Its inputs are each within the claim of all others: epsilon is ln 4, and 1 is claimed."""
    inputs = 512 if run_everything() else 32
    random, rates, found = (
        np.random.default_rng(3),
        np.full(inputs, 0.5),
        begin(laws.everyone(inputs, 50_000)),
    )
    rates[[7, 30]] = 0.8, 0.2
    while draws := found.draws():
        (draw,) = draws
        times = random.multinomial(draw.count, [1 / len(draw.inputs)] * len(draw.inputs))
        ones = random.binomial(times, rates[[int(str(each)) for each in draw.inputs]])
        tallies = (
            Counter({"[1]": one, "[0]": many - one})
            for one, many in zip(ones.tolist(), times.tolist(), strict=True)
        )
        found = found.after({draw: Drawn(tuple(tallies))})
    assert found.verdict is Verdict.REFUTED
    assert set(found.plan.pairs[strongest(found).pair].sides()) == {7, 30}


def test_budgets_at_the_ends() -> None:
    for epsilon in ("20", "1e-6"):
        kept = audited(black_box(150, epsilon), response(float(epsilon)), 1)
        assert kept.verdict is Verdict.NOT_REFUTED
    assert audited(black_box(600, "1e-6"), response(0.5), 1).verdict is Verdict.REFUTED


def test_what_is_no_plan() -> None:
    for most, alpha in ((0, ALPHA), (10**9, ALPHA), (100, Fraction(0)), (100, Fraction(1))):
        with refused(Reason.OUT_OF_RANGE):
            begin(Plan(BIT, parse_pairs(BIT, []), alpha, most))
    with refused(Reason.MISSING):
        Plan(BIT, (), ALPHA, 1)
