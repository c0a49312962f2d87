"""The state of an audit: its draws, bets, learnt events, memory and verdict."""

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
from ldproof.auditor import (
    AuditPlan,
    AuditState,
    Draw,
    Drawn,
    Pair,
    Verdict,
    begin_audit,
    parse_claim,
    parse_pairs,
    restore_audit,
)
from ldproof.auditor.bets import FORESEEN, REVERSED, Partition, SeenDraws
from ldproof.auditor.claim import BEGINNINGS, BetStanding
from ldproof.auditor.learn.events import WORST, Event
from ldproof.auditor.learn.features import Feature
from ldproof.auditor.learn.outputs import parse_drawn_outputs
from ldproof.auditor.sequential import (
    FIRST,
    GROWN,
    GROWTH,
    LEAST_BATCHES,
    SOON,
    SURVEYED,
    WHOLE,
    SavedAudit,
    next_batch_size,
    refits_due,
)
from ldproof.errors import Reason
from ldproof.evidence import Batch, OutcomeTable, start
from ldproof.evidence.event_bets import NOTHING
from ldproof.evidence.ratio_bets import MOST_OUTCOMES
from ldproof.programs import DrawnOutput, Value, canonical_text
from tests.audit import laws
from tests.audit.laws import (
    ALPHA,
    Drawing,
    audit_drawing,
    binary_response,
    black_box,
    draw_by_laws,
    draw_outputs,
)
from tests.reference.refusals import refused
from tests.reference.states import with_state
from tests.tiers import run_everything, slow

BIT = parse_claim("counting.glance", {"T": "1", "epsilon": "1"})


def white_box(most: int) -> AuditPlan:
    """Return the plan of an audit of one bit of GLANCE."""
    return AuditPlan(BIT, parse_pairs(BIT, []), ALPHA, most)


def draw_batch(course: AuditState, drawing: Drawing, seed: int) -> Drawn:
    """Draw what the audit asks for next, determined by the seed."""
    return laws.outputs_of_draw(
        requested_draw(course), np.random.default_rng([seed, len(course.history)]), drawing
    )


def requested_draw(course: AuditState) -> Draw:
    """Return the next draw of an audit that is not over."""
    draw = course.next_draw()
    assert draw is not None
    return draw


def after_batches(course: AuditState, drawing: Drawing, batches: int, seed: int = 1) -> AuditState:
    """Return the audit `batches` batches later."""
    for _ in range(batches):
        course = course.after_draw(draw_batch(course, drawing, seed))
    return course


def count_draws(course: AuditState) -> int:
    """Count the draws of the first bet."""
    counts = course.bet_standings()[0].counts
    return counts.draws + counts.others


def strongest_bet(course: AuditState) -> BetStanding:
    """Return the standing of the bet with the largest capital."""
    return max(course.bet_standings(), key=lambda each: each.capital)


@given(st.integers(1, 10**6))
def test_batches_grow_up_to_the_planned_number(most: int) -> None:
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


def test_requested_draws_do_not_depend_on_outputs() -> None:
    """Two audits with different outputs request the same draws until one of them ends."""
    one, other = begin_audit(black_box(200)), begin_audit(black_box(200))
    while one.next_draw() is not None:
        assert one.next_draw() == other.next_draw()
        one, other = (
            after_batches(one, laws.categorical_response(4, 1.0), 1, 1),
            after_batches(other, laws.categorical_response(4, 0.2), 1, 2),
        )
    assert one.pairs_drawn == 200
    assert other.next_draw() is None


def test_learnt_law_is_bet_on_from_the_next_batch() -> None:
    before = begin_audit(black_box(4000))
    learnt = before.after_draw(draw_batch(before, laws.categorical_response(4, 2.0), 5))
    assert (before.bet_standings(), len(learnt.bet_standings())) == ((), 1)
    assert count_draws(learnt) == 2 * FIRST
    assert float(learnt.bets.portfolio.logarithm()) == pytest.approx(0, abs=1e-18)
    following = requested_draw(learnt).count
    for drawing in (laws.categorical_response(4, 2.0), laws.categorical_response(4, 0.0)):
        after = after_batches(learnt, drawing, 1, 9)
        assert count_draws(after) == 2 * FIRST + following
        assert after.bets.portfolio.logarithm() != 0


def test_bets_are_those_of_the_evidence() -> None:
    """They equal a mixture e-process fed by hand; the worst event of GLANCE in state 1 is the answer 1."""
    course, drawing = begin_audit(white_box(2000)), binary_response(1.1)
    by_hand = start(BIT.odds, ALPHA).adding("1.1", FORESEEN).adding("1.2", REVERSED)
    past = OutcomeTable()
    for batch in range(3):
        came = draw_batch(course, drawing, 3)
        course = course.after_draw(came)
        one, other = (tally['["1"]'] for tally in came.tallies)
        m, n = (tally.total() for tally in came.tallies)
        known = {"1.1": Batch(m, one, n, other), "1.2": Batch(n, other, m, one)}
        parts = [(canonical_text('"1"'), one, other), (canonical_text('"0"'), m - one, n - other)]
        law = OutcomeTable(m, n, tuple(sorted(parts, key=lambda part: (-part[1] - part[2], part[0]))))
        by_hand = by_hand.after(known, {"1.law.1": (past, law)} if batch else {})
        past += law
        if not batch:
            by_hand = by_hand.adding_law("1.law.1", WHOLE * (1 - FORESEEN - REVERSED))
    assert course.bets.portfolio == by_hand
    assert course.history[-1].logarithm == by_hand.logarithm()
    assert [each.name for each in course.bet_standings()][:2] == ["foreseen by the mechanism"] * 2


def test_refutation_within_a_batch_stands_if_the_order_is_known() -> None:
    """The first half of a batch contradicts the claim, and the second supports it as much."""
    course = begin_audit(replace(black_box(2000), alpha=Fraction(1, 200)))
    told = {True: ('["a"]', '["b"]'), False: ('["b"]', '["a"]')}
    while course.bets.portfolio.logarithm() < 4:
        draw = requested_draw(course)
        course = course.after_draw(draws_by_turns(draw, [told[True]] * draw.count))
    draw = requested_draw(course)
    half = draw.count // 2
    came = draws_by_turns(draw, [told[place < half] for place in range(draw.count)])
    blind, known = (course.after_draw(each) for each in (replace(came, order=(), keys=()), came))
    assert not course.bets.portfolio.rejected
    assert blind.verdict is Verdict.NOT_REFUTED
    assert known.verdict is not Verdict.NOT_REFUTED
    assert known.bets.portfolio.logarithm() > log(200) > blind.bets.portfolio.logarithm()
    assert requested_draw(known).count == 2 * FIRST, "until it can be told whether draws are independent"
    assert [each.counts for each in known.bet_standings()] == [each.counts for each in blind.bet_standings()]


def draws_by_turns(draw: Draw, told: Sequence[tuple[str, str]]) -> Drawn:
    """Draws with the two inputs in turns; `told` has each draw's output under either input."""
    order = tuple(place % 2 for place in range(draw.count))
    keys = tuple(each[side] for side, each in zip(order, told, strict=True))
    tallies = (Counter(key for at, key in zip(order, keys, strict=True) if at == side) for side in (0, 1))
    return Drawn(tuple(tallies), order, keys)


def test_factor_of_a_draw_does_not_depend_on_later_draws() -> None:
    """All outcomes are counted, even if there are more than can be learnt: leaving one out would undo a loss later."""
    every = [DrawnOutput(number).tally_key() for number in range(10, 10 + 2 * MOST_OUTCOMES)]
    outputs = parse_drawn_outputs(BIT, [DrawnOutput(9).tally_key(), *every])
    first = Counter([DrawnOutput(9).tally_key()]), Counter([DrawnOutput(9).tally_key()])
    later = Counter(every), Counter(every)
    both = tuple(one + other for one, other in zip(first, later, strict=True))
    partition = Partition(Feature("output"))
    alone, counted = (partition.count_parts(outputs, sides).outcomes for sides in (first, both))
    assert {*alone} <= {*counted}
    assert len(counted) == len(every) + 1


def test_beginnings_follow_the_order_of_draws() -> None:
    came = draws_by_turns(Draw(0, (0, 1), 40), [(str(place), str(-place)) for place in range(40)])
    found = [*came.first_tallies()]
    assert len(found) == BEGINNINGS - 1
    sizes = [one.total() + other.total() for one, other in found]
    assert sizes == [40 * part // BEGINNINGS for part in range(1, BEGINNINGS)]
    for size_, (one, other) in zip(sizes, found, strict=True):
        assert {*one} == {str(place) for place in range(0, size_, 2)}
        assert {*other} == {str(-place) for place in range(1, size_, 2)}
    assert [*Drawn(came.tallies).first_tallies()] == []
    few = draws_by_turns(Draw(0, (0, 1), 3), [("a", "b")] * 3)
    assert [one.total() + other.total() for one, other in few.first_tallies()] == [1, 2]


@slow
def test_hundred_rounds_take_as_many_draws_as_one() -> None:
    """With one report and no dummies, a transcript of zeros only has the law of one bit that is 0."""
    many = parse_claim("shots.report", {"T": "100", "m": "1", "epsilon": "1"})
    course, short = (
        begin_audit(AuditPlan(many, parse_pairs(many, []), ALPHA, 8000)),
        begin_audit(white_box(8000)),
    )
    random = np.random.default_rng(4)
    while (draw := course.next_draw()) is not None:
        half, reported = draw.count // 2, "0" * 17 + "1" + "0" * 82
        seen = [int(random.binomial(half, chance)) for chance in (0.8, 0.2)]
        long_tallies, short_tallies = (
            tuple(
                Counter({DrawnOutput(likely).tally_key(): hits, DrawnOutput(other).tally_key(): half - hits})
                for hits in seen
            )
            for likely, other in (("0" * 100, reported), ("1", "0"))
        )
        course, short = (
            course.after_draw(Drawn(long_tallies)),
            short.after_draw(Drawn(short_tallies)),
        )
        assert course.bets.portfolio.shares[:2] == short.bets.portfolio.shares[:2]
    assert course.verdict is short.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("drawing", "most"),
    [
        pytest.param(laws.categorical_response(8, 1.2), 12_000, marks=slow),
        pytest.param(laws.laplace_on_grid(1.3), 6_000, marks=slow),
        pytest.param(laws.unary_response(1.0, 16, wrong=0.7), 12_000, marks=slow),
        pytest.param(laws.extra_byte_response(1.0, 0.02), 9_000, marks=slow),
        pytest.param(draw_by_laws({None: 0.02, 1: 0.48, 0: 0.5}, {1: 0.5, 0: 0.5}), 9_000, marks=slow),
        (
            draw_outputs(
                lambda random, side, count: [
                    tuple(row) for row in (random.normal(size=(count, 6)) + 0.6 * side).tolist()
                ]
            ),
            6_000,
        ),
    ],
    ids=["categories", "laplace", "unary", "bytes", "null", "vectors"],
)
def test_violation_is_refuted(drawing: Drawing, most: int) -> None:
    course = audit_drawing(black_box(most), drawing, 2)
    assert course.verdict is Verdict.REFUTED
    assert course.next_draw() is None
    assert strongest_bet(course).capital > 2


def test_leak_outside_the_worst_event_is_found() -> None:
    """Reports are right, except that one in twenty of state 1 is missing."""
    made = parse_claim("shots.report", {"T": "1", "m": "1", "epsilon": "1"})
    truth = 0.731
    drawing = draw_by_laws({"0": truth, "1": 1 - truth}, {"0": 1 - truth, "1": truth - 0.05, "-": 0.05})
    course = audit_drawing(AuditPlan(made, parse_pairs(made, []), ALPHA, 10_000), drawing, 3)
    assert course.verdict is Verdict.REFUTED
    assert course.unreadable > 20
    counts = strongest_bet(course).counts
    seen, missing = counts.likely, counts.others - counts.unlikely
    lost, draws = (seen, counts.draws) if not counts.unlikely else (missing, counts.others)
    assert lost == pytest.approx(0.05 * draws, rel=0.4)
    assert counts.unlikely == 0 or seen == counts.draws


@pytest.mark.parametrize(
    ("plan", "drawing"),
    [
        pytest.param(white_box(150), binary_response(1.1), marks=slow),
        pytest.param(black_box(200), laws.categorical_response(6, 1.1), marks=slow),
        pytest.param(black_box(150), laws.laplace_on_grid(1.1), marks=slow),
        pytest.param(black_box(150), laws.unary_response(1.0, 6), marks=slow),
        (
            replace(black_box(200), pairs=(Pair(0, 1), Pair(1, 2), Pair("a", None))),
            laws.extra_byte_response(1.0, 0.01),
        ),
    ],
    ids=["bit", "categories", "laplace", "unary", "several pairs"],
)
def test_restored_audit_continues_identically(plan: AuditPlan, drawing: Drawing) -> None:
    """It is saved after every batch, and gets the same draws in another order."""
    plan = replace(plan, most=plan.most * 10) if run_everything() else plan
    course, again = begin_audit(plan), begin_audit(plan)
    while course.next_draw() is not None:
        again = restore_audit(plan, serialization.restore_state(SavedAudit, {}, state_text(again)))
        assert again == course
        assert again.next_draw() == course.next_draw()
        came = draw_batch(course, drawing, 8)
        course = course.after_draw(came)
        again = again.after_draw(Drawn(tuple(Counter(dict(sorted(tally.items()))) for tally in came.tallies)))
        assert state_text(again) == state_text(course)


def state_text(course: AuditState) -> str:
    """Return the text of an audit's saved state."""
    return serialization.save_state({}, course.saved_part())


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


def test_damaged_state_and_state_of_another_plan_are_refused() -> None:
    plan = black_box(3000)
    course = after_batches(begin_audit(plan), laws.categorical_response(3, 1.0), 3)
    before = state_text(course)
    assert restore_audit(plan, serialization.restore_state(SavedAudit, {}, before)) == course
    assert after_batches(course, laws.categorical_response(3, 1.0), 4, seed=2).pairs_drawn == 7 * FIRST
    assert state_text(course) == before, "a course does not change"
    for damage in DAMAGE:
        with refused(Reason.DAMAGED_STATE):
            restore_audit(
                plan, serialization.restore_state(SavedAudit, {}, with_state(state_text(course), **damage))
            )
    kept = after_batches(begin_audit(white_box(3000)), binary_response(1.0), 3).saved_part()
    for other in (
        plan,
        replace(white_box(3000), alpha=Fraction(1, 10)),
        replace(white_box(3000), pairs=(Pair("0", "1"),)),
        replace(white_box(3000), pairs=white_box(1).pairs * 2),
    ):
        with refused(Reason.DAMAGED_STATE):
            restore_audit(other, kept)


def test_only_requested_draws_are_accepted() -> None:
    """Also refused are outputs in a form that the mechanism never writes: with these, no claim would be refuted."""
    course, known = begin_audit(black_box(3000)), begin_audit(white_box(3000))
    over = after_batches(begin_audit(black_box(FIRST)), laws.categorical_response(4, 1.0), 1)
    full, foreign = Counter({'["a"]': FIRST}), Counter({"[[1]]": FIRST - 5, "[[0]]": 5})
    for state, wrong, reason in (
        (over, (full, full), Reason.OUT_OF_ORDER),
        (course, (full, Counter({'["a"]': FIRST - 1})), Reason.WRONG_COUNT),
        (course, (full, Counter()), Reason.WRONG_COUNT),
        (course, (full + full,), Reason.WRONG_COUNT),
        (course, (full, full, Counter()), Reason.WRONG_COUNT),
        (course, (full, Counter({'["a"]': FIRST + 1, '["b"]': -1})), Reason.WRONG_COUNT),
        (course, (full, Counter({"a": FIRST})), Reason.NOT_A_VALUE),
        (known, (foreign, foreign), Reason.NOT_AN_ANSWER),
    ):
        with refused(reason):
            state.after_draw(Drawn(wrong))


def test_pairs_take_turns_and_surveys_cover_all_inputs() -> None:
    both = parse_pairs(BIT, [("0", "1")])
    assert begin_audit(AuditPlan(BIT, both, ALPHA, 300)).bets.watched[0].likely == 1
    three = parse_claim("shots.report", {"T": "2", "m": "1", "epsilon": "1"})
    plan = AuditPlan(three, parse_pairs(three, [("11", "00"), ("01", "10"), ("01", "00")]), ALPHA, 1000)
    assert plan.distinct_inputs == ("11", "00", "01", "10")
    assert plan.input_indices == ((0, 1), (2, 3), (2, 1))
    course = begin_audit(plan)
    assert [(each.pair, each.likely, each.event) for each in course.bets.watched] == [
        (0, 1, WORST),
        (0, 0, WORST),
    ]
    assert course.bets.portfolio.reserve == 1 - FORESEEN - REVERSED
    turns = []
    while (draw := course.next_draw()) is not None:
        turns.append((draw.batch, draw.inputs, draw.count))
        share, rest = divmod(draw.count, len(draw.inputs))
        tallies = [Counter({DrawnOutput("00").tally_key(): share}) for _ in draw.inputs]
        tallies[0][DrawnOutput("00").tally_key()] += rest
        course = course.after_draw(Drawn(tuple(tallies)))
    assert turns[0] == (0, ("11", "00"), 2 * FIRST)
    assert {inputs for _, inputs, _ in turns if len(inputs) == 4} == {plan.distinct_inputs}
    assert course.pairs_drawn == sum(count for *_, count in turns) // 2 == 1000
    surveys = [count // 2 for _, inputs, count in turns if len(inputs) == 4]
    assert sum(surveys) == course.turns.surveys
    assert 1000 / SURVEYED - 100 <= sum(surveys) <= 1000 / SURVEYED + 100


def test_event_is_bet_on_in_every_draw_with_both_of_its_inputs() -> None:
    """In a survey only the draws with these two inputs count, and in a draw with one of them nothing."""
    plan = replace(black_box(4000), pairs=(Pair(0, 1), Pair(1, 2), Pair(2, 0)))
    course = replace(
        begin_audit(plan),
        bets=begin_audit(plan).bets.adding_event(1, 0, Event(Feature("output"), frozenset({'"0"'})), ALPHA),
    )
    survey = Draw(0, (0, 1, 2), 60)
    tallies = tuple(Counter({"[0]": hits, "[1]": 20 - hits}) for hits in (1, 7, 3))
    outputs = parse_drawn_outputs(plan.claim, ("[0]", "[1]"))
    after = course.bets.after_batch(plan, survey, outputs, Drawn(tallies))
    seen = SeenDraws(plan.claim, tallies[:2])
    assert after.bet_standings(lambda _: seen)[0].counts == Batch(20, 7, 20, 3)
    other = course.bets.after_batch(plan, Draw(0, (1, 0), 40), outputs, Drawn(tallies[:2]))
    assert other.bet_standings(lambda _: seen)[0].counts == NOTHING


def test_rare_output_of_one_input_takes_at_most_two_and_a_half_times_the_optimum() -> None:
    """The optimum against the nearest private laws takes log(1/alpha) / (share log(1 + 1/odds)) pairs."""
    share, runs = 0.02, 9 if run_everything() else 1
    by_input: Mapping[Value, Mapping[Value, float]] = {
        0: {"common": 1.0},
        1: {"rare": share, "common": 1 - share},
    }
    least = log(1 / ALPHA) / (share * log(1 + exp(-1)))
    pairs = [laws.audit_laws(black_box(5000), by_input.__getitem__, seed).pairs_drawn for seed in range(runs)]
    assert 400 < least < 500
    assert sorted(pairs)[runs // 2] <= 2.5 * least


@slow
def test_leaking_input_is_found_among_990_pairs() -> None:
    """Those pairs of 45 inputs leak that have input 7. The search takes at most twice the draws of one pair."""
    plan = replace(black_box(20_000), pairs=(Pair(7, 0),))
    seeds = range(1, 3 if run_everything() else 2)
    alone = [laws.audit_laws(plan, laws.leaking_response(45, 7), seed) for seed in seeds]
    among = [
        laws.audit_laws(laws.all_pairs_plan(45, 20_000), laws.leaking_response(45, 7), seed) for seed in seeds
    ]
    assert {each.verdict for each in (*alone, *among)} == {Verdict.REFUTED}
    assert all(7 in each.plan.pairs[strongest_bet(each).pair].both_inputs() for each in among)
    assert max(each.pairs_drawn for each in alone) <= FIRST * LEAST_BATCHES
    assert max(each.pairs_drawn for each in among) <= 2 * FIRST * LEAST_BATCHES
    none = laws.audit_laws(
        replace(laws.all_pairs_plan(10, 400), alpha=Fraction(1, 10**6)), laws.leaking_response(10, -1), 0
    )
    assert none.verdict is Verdict.NOT_REFUTED
    assert len({each.pair for each in none.bet_standings()}) > 1


def test_only_leaking_pair_is_found_among_all_pairs() -> None:
    """Each of its two inputs is within the claim of all others: the pair has epsilon ln 4, and the claim is 1."""
    inputs = 512 if run_everything() else 32
    random, rates, found = (
        np.random.default_rng(3),
        np.full(inputs, 0.5),
        begin_audit(laws.all_pairs_plan(inputs, 50_000)),
    )
    rates[[7, 30]] = 0.8, 0.2
    while (draw := found.next_draw()) is not None:
        times = random.multinomial(draw.count, [1 / len(draw.inputs)] * len(draw.inputs))
        ones = random.binomial(times, rates[[int(str(each)) for each in draw.inputs]])
        tallies = (
            Counter({"[1]": one, "[0]": many - one})
            for one, many in zip(ones.tolist(), times.tolist(), strict=True)
        )
        found = found.after_draw(Drawn(tuple(tallies)))
    assert found.verdict is Verdict.REFUTED
    assert set(found.plan.pairs[strongest_bet(found).pair].both_inputs()) == {7, 30}


def test_extreme_budgets() -> None:
    for epsilon in ("20", "1e-6"):
        kept = audit_drawing(black_box(150, epsilon), binary_response(float(epsilon)), 1)
        assert kept.verdict is Verdict.NOT_REFUTED
    assert audit_drawing(black_box(600, "1e-6"), binary_response(0.5), 1).verdict is Verdict.REFUTED


def test_invalid_plans_are_refused() -> None:
    for most, alpha in ((0, ALPHA), (10**9, ALPHA), (100, Fraction(0)), (100, Fraction(1))):
        with refused(Reason.OUT_OF_RANGE):
            begin_audit(AuditPlan(BIT, parse_pairs(BIT, []), alpha, most))
    with refused(Reason.MISSING):
        AuditPlan(BIT, (), ALPHA, 1)
