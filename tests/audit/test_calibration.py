"""False alarms and power of audits that are watched continuously; the full tier runs more of them."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, Verdict, parse_claim, parse_pairs
from ldproof.auditor.bets import FORESEEN
from ldproof.evidence import Batch, start
from ldproof.evidence.eprocess import count_refuted_rungs
from ldproof.evidence.event_bets import pairs_until_rejection
from tests.audit import laws
from tests.audit.simulation import growing_batches, response_rates, simulate_audits, simulate_power
from tests.tiers import run_everything, slow

ALPHA = 0.05
TIGHT = {
    "randomized response, epsilon 1": (response_rates(1.0), exp(1)),
    "unary encoding, p = 1/2, epsilon 1": ((0.5, 0.5 / exp(1)), exp(1)),
    "1 in 100, epsilon 1": ((exp(1) / 100, 0.01), exp(1)),
    "randomized response, epsilon 3": (response_rates(3.0), exp(3)),
    "randomized response, epsilon 1/10": (response_rates(0.1), exp(0.1)),
}
"""Mechanisms that keep exactly what they claim: the probabilities of their most revealing event, and the odds."""
BIT = parse_claim("counting.glance", {"T": "1", "epsilon": "1"})
RUNS = 12 if run_everything() else 1
"""Whole audits of each mechanism, of which one in eight may flag, where one in twenty is allowed by chance."""


def test_false_alarms_are_at_most_alpha() -> None:
    for seed, (name, (truth, odds)) in enumerate(TIGHT.items()):
        flagged = int(
            np.isfinite(simulate_audits(1000, truth, odds, ALPHA, [200] * 60, seed=seed).pairs).sum()
        )
        assert flagged < 1000 * ALPHA, name


@pytest.mark.parametrize(("runs", "share"), [(2000, 0.96), pytest.param(20_000, 0.97, marks=slow)])
def test_violation_is_found_nearly_as_fast_as_possible(runs: int, share: float) -> None:
    pairs = simulate_power(runs, growing_batches(42_000), weight=float(FORESEEN)).pairs
    least = pairs_until_rejection(exp(1), *response_rates(1.05), ALPHA)
    assert np.median(pairs) <= 1.5 * least
    assert np.mean(np.minimum(pairs, 40_000)) <= 2 * least
    assert np.mean(pairs <= 20_000) >= share


def test_lower_bounds_cover_the_true_epsilon() -> None:
    found = [
        np.isfinite(simulate_audits(1000, response_rates(1.0), exp(each), ALPHA, [500] * 60, seed=3).pairs)
        for each in (0.7, 0.8, 0.9, 1.0, 1.1, 1.2)
    ]
    heights = [count_refuted_rungs(bool(each[run]) for each in found) for run in range(1000)]
    assert np.mean([height > 3 for height in heights]) <= ALPHA
    assert np.mean([height >= 2 for height in heights]) > 0.9


@pytest.mark.parametrize(
    ("plan", "drawing"),
    [
        pytest.param(
            AuditPlan(BIT, parse_pairs(BIT, []), laws.ALPHA, 3000), laws.binary_response(1.0), marks=slow
        ),
        pytest.param(laws.black_box(3000), laws.binary_response(1.0), marks=slow),
        pytest.param(laws.black_box(3000), laws.categorical_response(8, 1.0), marks=slow),
        pytest.param(laws.black_box(2000), laws.laplace_on_grid(1.0), marks=slow),
        pytest.param(laws.black_box(2000), laws.unary_response(1.0, 8), marks=slow),
    ],
    ids=["one bit, known", "one bit, unknown", "8 categories", "Laplace noise", "8 bits"],
)
def test_audits_of_tight_mechanisms_seldom_flag_and_bound_closely(
    plan: AuditPlan, drawing: laws.Drawing
) -> None:
    """Their lower bounds also come close to 1."""
    found = [laws.audit_drawing(plan, drawing, seed) for seed in range(RUNS)]
    bounds = sorted(each.lower_bound() or Fraction(0) for each in found)
    assert sum(each.verdict is Verdict.REFUTED for each in found) <= RUNS // 8
    assert sum(each >= 1 for each in bounds) <= RUNS // 8
    assert bounds[RUNS // 2] >= Fraction(1, 2)


@pytest.mark.parametrize(
    ("inputs", "most"), [(2, 200), pytest.param(2, 400, marks=slow), pytest.param(10, 500, marks=slow)]
)
def test_false_alarms_of_the_whole_search_are_rare(inputs: int, most: int) -> None:
    """The search is over pairs, events and dependence, on k-ary randomized response that is exactly tight."""
    plan, runs = laws.all_pairs_plan(inputs, most), 2 * RUNS
    found = [laws.audit_laws(plan, laws.leaking_response(inputs, -1), seed).verdict for seed in range(runs)]
    assert sum(each is not Verdict.NOT_REFUTED for each in found) <= runs // 8


def test_simulation_and_audit_agree() -> None:
    """On equal draws, the simulation in floats and the exact evidence stop after the same number of pairs."""
    truth, sizes = response_rates(1.4), [100] * 40
    pairs = float(simulate_audits(1, truth, 2.5, ALPHA, sizes, weight=0.75, seed=11).pairs[0])
    random = np.random.default_rng(11)
    portfolio, past = start(Fraction(5, 2), Fraction(1, 20)).adding("a", Fraction(3, 4)), 0
    for size in sizes:
        ones, others = (int(random.binomial(size, rate, 1)[0]) for rate in truth)
        portfolio, past = portfolio.after({"a": Batch(size, ones, size, others)}), past + size
        if portfolio.rejected:
            break
    assert past == pairs
