"""What `not refuted` promises: upper bounds on epsilon, and breaches that would have shown, against known laws."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest

from ldproof.api.auditing import audit
from ldproof.auditor import AuditPlan, Pair, Verdict, parse_claim, restore_audit
from ldproof.auditor.bets import Partition
from ldproof.auditor.claim import Written
from ldproof.auditor.learn.features import Feature
from ldproof.auditor.outcomes import STAGES, UNCOUNTED, WHOLE_OUTPUTS, CountedOutcomes
from ldproof.auditor.report import result_of_draws
from ldproof.auditor.sequential import LOOKING, PROMISED
from ldproof.errors import Reason
from ldproof.evidence.guarantees import Guarantee
from ldproof.evidence.power import LawStake, least_allowed, unlucky_rates
from ldproof.numbers import Array
from ldproof.programs import Value
from tests.audit.laws import (
    ALPHA,
    audit_drawing,
    binary_response,
    black_box,
    categorical_response,
    draw_by_laws,
)
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

HUNDREDTH = Fraction(1, 100)
RUNS = 400 if run_everything() else 40


def counted_response(truths: Array, draws: list[int], seed: int) -> list[CountedOutcomes]:
    """Return the counts of outcomes after each of some numbers of draws with either input, of given laws."""
    random, times, before, found = np.random.default_rng(seed), np.zeros(truths.shape, dtype=int), 0, []
    for after in draws:
        times += [random.multinomial(after - before, each) for each in truths]
        before = after
        names = tuple(map(str, range(truths.shape[1])))
        found.append(
            CountedOutcomes(WHOLE_OUTPUTS[0], names, tuple(map(tuple, times.tolist())), (after,) * 2, 1)
        )
    return found


def test_upper_bounds_cover_the_true_epsilon_at_all_times() -> None:
    """4-ary randomized response at epsilon 1, watched 12 times: the bound is below 1 less often than alpha, and near 1."""
    own, other = exp(1) / (exp(1) + 3), 1 / (exp(1) + 3)
    truths = np.array([[own, other, other, other], [other, own, other, other]])
    # The least epsilon at this delta: 3 of 4 outputs do not exceed it.
    least = log((own - 0.01) / other)
    draws, wrong, last = [50 * 2**k for k in range(9)], 0, []
    for seed in range(RUNS):
        bounds = [
            each.epsilon_at_most([(0, 1)], Fraction(1, 5), [HUNDREDTH]).get(HUNDREDTH)
            for each in counted_response(truths, draws, seed)
        ]
        wrong += any(each is not None and float(each) < least for each in bounds)
        assert bounds[-1] is not None
        last.append(float(bounds[-1]))
    assert wrong <= 0.2 * RUNS
    assert np.mean(last) < 1.2


def test_outputs_that_come_later_begin_a_new_stage() -> None:
    """Its counts are of later draws only, and its share of alpha is smaller; other outputs are counted together."""
    plan = black_box(600)
    course = audit_drawing(
        plan, draw_by_laws({0: 0.747, 1: 0.25, 2: 0.003}, {0: 0.25, 1: 0.747, 2: 0.003}), 3
    )
    counted = course.counted
    assert 1 < counted.stage <= STAGES
    assert len(counted.parts) == 3
    assert sum(counted.draws) < 2 * course.pairs_drawn
    assert counted.share(ALPHA) == ALPHA / (counted.stage * (counted.stage + 1))
    assert UNCOUNTED.epsilon_at_most([(0, 1)], ALPHA, [HUNDREDTH]) == {}


def test_many_outputs_have_no_upper_bound() -> None:
    course = audit_drawing(black_box(300), categorical_response(500, 1.0), 1)
    assert course.upper_bounds() == {}


def test_report_has_both_sides() -> None:
    course = audit_drawing(black_box(1500), binary_response(1.0), 1)
    found = result_of_draws(course, "mine")
    breach, text, told = found.smallest_breach, str(found), json.loads(found.to_json())
    assert found.verdict is Verdict.NOT_REFUTED
    assert breach is not None
    assert (
        f"a likelihood ratio above {breach.ratio:.3g} (epsilon {log(breach.ratio):.3g}) in any event" in text
    )
    assert "would have shown with probability 0.9; the claim allows 2.72" in text
    assert "its epsilon is at most 1." in text
    assert told["would_have_shown"]["likelihood_ratio"] == breach.ratio
    assert told["would_have_shown"]["any_event"] is True
    bounds = {Fraction(each["delta"]["exact"]): Fraction(each["exact"]) for each in told["epsilon_at_most"]}
    assert bounds == found.upper_bounds
    assert 1 < bounds[HUNDREDTH] < 1.6


def test_refuted_claim_promises_nothing() -> None:
    found = result_of_draws(audit_drawing(black_box(600), binary_response(3.0), 1), "mine")
    assert found.verdict is Verdict.REFUTED
    assert found.smallest_breach is None
    assert json.loads(found.to_json())["would_have_shown"] is None
    assert "would have shown" not in str(found)


def test_few_draws_promise_nothing() -> None:
    found = result_of_draws(audit_drawing(black_box(6), binary_response(1.0), 1), "mine")
    assert found.smallest_breach is None
    assert "these draws are too few for a breach in a single event to show" in str(found)


def test_unlucky_rates_are_the_likeliest_on_their_line() -> None:
    """No rates with the same excess, 1.28 standard errors below the true one, have smaller squared deviations."""
    guarantees, p, q, draws = (Guarantee(Fraction(3)),), 0.3, 0.05, 400
    above, below = unlucky_rates(guarantees, p, q, draws) or (0, 0)
    spreads = p * (1 - p) / draws, q * (1 - q) / draws
    assert (above - 3 * below) - (p - 3 * q) == pytest.approx(
        -1.2816 * (spreads[0] + 9 * spreads[1]) ** 0.5, 1e-3
    )

    def deviation(one: float, other: float) -> float:
        return (one - p) ** 2 / spreads[0] + (other - q) ** 2 / spreads[1]

    for step in (-0.003, 0.003):
        assert deviation(above + 3 * step, below + step) > deviation(above, below)


def test_least_allowed_probability_is_on_the_edge_of_the_guarantees() -> None:
    guarantees = (Guarantee(Fraction(3)), Guarantee(Fraction(2), Fraction(1, 10)))
    for p in (0.01, 0.2, 0.5, 0.9):
        q = least_allowed(guarantees, p)
        kept = [
            p <= float(each.odds) * near + float(each.delta) + 1e-12
            and 1 - near <= float(each.odds) * (1 - p) + float(each.delta) + 1e-12
            for near in (q, q - 1e-6)
            for each in guarantees
        ]
        assert all(kept[:2])
        assert not all(kept[2:])


def found_share(given: dict[str, Written], draws: int, outcomes: int, parts: int, runs: int) -> float:
    """Return the share of audits that find the smallest breach that is promised, by an event of so many outputs."""
    claim = parse_claim("black-box", given)
    stake = LawStake(claim.guarantees, ALPHA, Fraction(97, 100), draws, outcomes)
    breach = stake.smallest_breach()
    assert breach is not None

    def law(p: float) -> dict[Value, float]:
        rest = outcomes - parts
        return {f"o{place}": p / parts if place < parts else (1 - p) / rest for place in range(outcomes)}

    plan = AuditPlan(claim, (Pair(0, 1),), ALPHA, draws)
    drawing = draw_by_laws(law(breach.likely), law(breach.unlikely))
    verdicts = [audit_drawing(plan, drawing, seed).verdict for seed in range(runs)]
    return sum(each is not Verdict.NOT_REFUTED for each in verdicts) / runs


PROMISES = [
    ({"epsilon": "1"}, 2, 1),
    ({"epsilon": "1"}, 16, 1),
    ({"epsilon": "1"}, 16, 8),
    ({"epsilon": "3"}, 4, 1),
    ({"epsilon": "1/5"}, 4, 2),
    ({"epsilon": "1", "delta": "1/100"}, 4, 1),
    ({"gdp": "1"}, 4, 1),
    ({"rho": "1/2"}, 4, 2),
]


@slow
@pytest.mark.parametrize(("given", "outcomes", "parts"), PROMISES)
def test_promised_breach_is_found_nine_times_in_ten(
    given: dict[str, Written], outcomes: int, parts: int
) -> None:
    """Of 60 audits 48 at least, which 9 in 10 fails with a probability of 1%."""
    assert found_share(given, 1500, outcomes, parts, 60) >= 0.8


@slow
def test_promised_breach_is_found_in_a_few_audits() -> None:
    assert found_share({"epsilon": "1"}, 500, 2, 1, 6) >= 0.5


def test_default_ends_once_the_promise_is_kept() -> None:
    """Where outputs are few, and not before a breach of the stated size would have shown."""
    plan = replace(black_box(50_000), until_promised=True)
    course = audit_drawing(plan, binary_response(0.9), 1)
    found = course.main_stake()
    assert found is not None
    stake = found[2]
    assert course.promised
    assert course.verdict is Verdict.NOT_REFUTED
    assert course.pairs_drawn < 20_000
    assert stake.finds_ratio(*PROMISED)
    assert not replace(stake, draws=int(stake.draws / LOOKING**2)).finds_ratio(*PROMISED)
    more = replace(course, plan=replace(plan, until_promised=False))
    assert course.next_draw() is None
    assert more.next_draw() is not None


def test_default_does_not_end_early_where_outputs_are_many() -> None:
    plan = replace(black_box(400), until_promised=True)
    course = audit_drawing(plan, categorical_response(500, 1.0), 1)
    assert (course.pairs_drawn, course.promised) == (400, False)


def test_time_ends_an_audit_after_a_batch() -> None:
    """The first one is drawn however little time there is."""
    found = audit(lambda bit: bit, "odds=3", pairs=[(0, 0.5)], seconds="1/1000000")
    assert found.samples == 12
    assert "--pairs" not in found.how_to_repeat
    assert "seconds=1e-06" in found.how_to_repeat


@pytest.mark.parametrize(
    "wrong",
    [
        lambda counted: replace(counted, stage=99),
        lambda counted: replace(counted, draws=(1, 1)),
        lambda counted: replace(counted, draws=(5000,)),
        lambda counted: replace(counted, parts=("a", "a")),
        lambda counted: replace(counted, times=((1, -1), (1, 1))),
        lambda counted: replace(counted, partition=Partition(Feature("score"))),
    ],
)
def test_saved_counts_that_contradict_themselves_are_refused(
    wrong: Callable[[CountedOutcomes], CountedOutcomes],
) -> None:
    course = audit_drawing(black_box(120), binary_response(1.0), 1)
    kept = course.saved_part()
    assert restore_audit(course.plan, kept).counted == course.counted
    assert course.counted.stage == 1
    with refused(Reason.DAMAGED_STATE):
        restore_audit(course.plan, replace(kept, counted=wrong(course.counted)))


@slow
@pytest.mark.parametrize("outcomes", [2, 16])
def test_right_mechanisms_are_rarely_refuted_and_their_bounds_hold(outcomes: int) -> None:
    """Randomized response at the claimed epsilon, by default: of 40 audits more than 6 are wrong once in 300 times."""
    own, other = (each / (exp(1) + outcomes - 1) for each in (exp(1), 1))
    plan = replace(black_box(20_000), until_promised=True)
    alarms = wrong = 0
    for seed in range(1000, 1040):
        course = audit_drawing(plan, categorical_response(outcomes, 1.0), seed)
        alarms += course.verdict is not Verdict.NOT_REFUTED
        wrong += any(
            own > delta and float(bound) < log((own - float(delta)) / other)
            for delta, bound in course.upper_bounds().items()
        )
    assert alarms <= 6
    assert wrong <= 6
