"""Claims of zCDP, Renyi, Gaussian and f-differential privacy: what follows from them, and audits of both kinds of truth."""

from collections.abc import Mapping
from fractions import Fraction
from math import log

import numpy as np
import pytest

from ldproof.api.auditing import parse_claimed
from ldproof.auditor import BLACK_BOX, AuditPlan, Pair, Verdict, parse_claim
from ldproof.auditor.claim import Written
from ldproof.auditor.fixed_sample import audit_samples
from ldproof.auditor.notions import RHO_ORDERS, guarantees_of_claim, parse_notion
from ldproof.auditor.report import result_of_draws
from ldproof.auditor.samples import table_of_outputs
from ldproof.auditor.state_file import restore_audit
from ldproof.errors import Reason
from ldproof.evidence.event_bets import Batch
from ldproof.evidence.guarantees import Guarantee, guarantee_bets, guarantee_of_event
from ldproof.evidence.ratio_bets import OutcomeTable
from ldproof.numbers import Array
from tests.audit.laws import Drawing, audit_drawing, binary_response
from tests.audit.test_delta import gaussian_noise, least_delta
from tests.reference.refusals import refused

ONE, TENTH, ALPHA = Fraction(1), Fraction(1, 10), Fraction(1, 20)
EVENTS = np.linspace(0, 1, 251)[1:-1]
"""The probabilities of events over which is searched."""


def most_excess(p: Array, q: Array, guarantees: tuple[Guarantee, ...]) -> float:
    """Return the most by which any of the points exceeds any of the guarantees."""
    return max(float(np.max(p - float(each.odds) * q - float(each.delta))) for each in guarantees)


def divergences(p: Array, q: Array, order: float) -> Array:
    """Return the Renyi divergence of each Bernoulli law from another one."""
    terms = (
        order * np.log(p) + (1 - order) * np.log(q),
        order * np.log1p(-p) + (1 - order) * np.log1p(-q),
    )
    return np.asarray(np.logaddexp(*terms) / (order - 1))


@pytest.mark.parametrize("rho", ["1/100", "1/2", "2"])
def test_guarantees_of_zcdp_hold_for_all_events_and_are_attained(rho: str) -> None:
    """No pair of probabilities that is zCDP at the orders used exceeds them, but some that are nearly do."""
    guarantees = guarantees_of_claim("rho", parse_notion("rho", rho))
    p, q = (each.ravel() for each in np.meshgrid(EVENTS, EVENTS))
    worst = np.zeros(len(p))
    for order in 1 + RHO_ORDERS / np.sqrt(2 * float(Fraction(rho))):
        worst = np.maximum(worst, divergences(p, q, order) / order)
    kept, near = worst <= float(Fraction(rho)), worst <= float(Fraction(rho)) * 1.1
    assert most_excess(p[kept], q[kept], guarantees) <= 1e-6
    assert most_excess(p[near], q[near], guarantees) > 0.002


def test_guarantees_of_renyi_hold_for_all_events_and_are_attained() -> None:
    guarantees = guarantees_of_claim("renyi", parse_notion("renyi", "2:1/2, 8:2"))
    p, q = (each.ravel() for each in np.meshgrid(EVENTS, EVENTS))
    worst = np.maximum(divergences(p, q, 2) / 0.5, divergences(p, q, 8) / 2)
    assert most_excess(p[worst <= 1], q[worst <= 1], guarantees) <= 1e-9
    assert most_excess(p[worst <= 1.1], q[worst <= 1.1], guarantees) > 0.005


@pytest.mark.parametrize("mu", ["1/4", "1", "3"])
def test_guarantees_of_gaussian_privacy_are_the_least_deltas(mu: str) -> None:
    """They are those of Gaussian noise with the standard deviation 1/mu, rounded up."""
    for each in guarantees_of_claim("gdp", parse_notion("gdp", mu)):
        least = least_delta(1 / float(Fraction(mu)), log(each.odds))
        assert -1e-9 <= float(each.delta) - least <= 1e-9


def test_guarantees_of_trade_off_curve_are_its_sides() -> None:
    curve = parse_notion("f", "0:9/10, 1/10:1/2, 1/2:1/10, 1:0")
    assert guarantees_of_claim("f", curve) == (
        Guarantee(Fraction(4), TENTH),
        Guarantee(1 + Fraction(1, 1 << 20), Fraction(2, 5)),
        Guarantee(Fraction(5), Fraction(0)),
    )
    randomized_response = parse_notion("f", "0:1, 1/4:1/4, 1:0")
    assert guarantees_of_claim("f", randomized_response) == (Guarantee(Fraction(3)),)


@pytest.mark.parametrize(
    ("given", "reason", "words"),
    [
        ({"rho": "0"}, Reason.OUT_OF_RANGE, "0 < it"),
        ({"gdp": "-1"}, Reason.OUT_OF_RANGE, "0 < it"),
        ({"gdp": "one"}, Reason.NOT_A_NUMBER, "gdp"),
        ({"gdp": "50"}, Reason.OUT_OF_RANGE, "so weak"),
        ({"rho": "1", "delta": "1/10"}, Reason.BUDGET_NOT_UNIQUE, "one claim"),
        ({"rho": "1", "gdp": "1"}, Reason.BUDGET_NOT_UNIQUE, "one claim"),
        ({"renyi": "2"}, Reason.NOT_A_VALUE, "2:1/2,8:2"),
        ({"renyi": ["2:1", "3:1"]}, Reason.NOT_A_VALUE, "2:1/2,8:2"),
        ({"renyi": "1:1"}, Reason.OUT_OF_RANGE, "1000001/1000000 <= it"),
        ({"renyi": "1.0000001:1"}, Reason.OUT_OF_RANGE, "1000001/1000000 <= it"),
        ({"renyi": "3:1,2:1"}, Reason.OUT_OF_RANGE, "do not rise"),
        ({"renyi": ",".join(f"{order}:1" for order in range(2, 90))}, Reason.TOO_LARGE, "at most 64"),
        ({"f": "0:1,1/2:1/4"}, Reason.OUT_OF_RANGE, "end in 1:0"),
        ({"f": "0:1,1/4:1/8,1/2:1/8,3/4:1/16,1:0"}, Reason.OUT_OF_RANGE, "not convex"),
        ({"f": "0:1,1/2:3/4,1:0"}, Reason.OUT_OF_RANGE, "not convex"),
        ({"f": "0:0,1:0"}, Reason.OUT_OF_RANGE, "so weak"),
        ({"Rho": "1"}, Reason.UNKNOWN_PARAMETER, "did you mean rho?"),
        ({"rho": "1", "label.f": "2"}, Reason.REPEATED, "each key once"),
        ({}, Reason.BUDGET_NOT_UNIQUE, "epsilon and odds, or of rho, gdp, renyi, f"),
    ],
)
def test_invalid_claims_are_refused(given: Mapping[str, Written], reason: Reason, words: str) -> None:
    with refused(reason) as caught:
        parse_claim(BLACK_BOX, given)
    assert words in str(caught.value)


def test_claims_are_written_in_several_ways() -> None:
    rho = parse_claimed("rho=0.5", "user")
    assert rho.guarantees == parse_claimed({"rho": Fraction(1, 2)}, "user").guarantees
    assert len(rho.guarantees) > 10
    assert rho.labels == {}
    curve = parse_claimed("renyi=2:.5,8:2", "user").curve
    assert curve == parse_claimed({"renyi": "2: 1/2, 8: 2"}, "user").curve
    assert [*curve] == [(2 * ONE, ONE / 2), (8 * ONE, 2 * ONE)]


def plan_of_claim(given: Mapping[str, Written], most: int) -> AuditPlan:
    """Return the plan of an audit of a claim for one pair of inputs."""
    return AuditPlan(parse_claim(BLACK_BOX, given), (Pair(0, 1),), ALPHA, most)


CURVE = "2:0.4055,8:0.6353"
"""Divergences of randomized response with odds 2, of these orders, rounded up: 0.40547 and 0.63523."""
WRONG: list[tuple[Mapping[str, Written], Drawing, int]] = [
    ({"gdp": "1"}, gaussian_noise(0.7), 600),
    ({"rho": "1/2"}, gaussian_noise(0.5), 600),
    ({"renyi": CURVE}, binary_response(log(4)), 600),
    ({"f": "0:1, 1/3:1/3, 1:0"}, binary_response(log(4)), 600),
]
"""Claims, mechanisms that break them, and the pairs of draws in which that is found."""
RIGHT: list[tuple[Mapping[str, Written], Drawing]] = [
    ({"gdp": "1"}, gaussian_noise(1.0)),
    ({"rho": "1/2"}, gaussian_noise(1.0)),
    ({"renyi": CURVE}, binary_response(log(2))),
    ({"f": "0:1, 1/3:1/3, 1:0"}, binary_response(log(2))),
]
"""Claims, and mechanisms that keep them and no better ones."""


@pytest.mark.parametrize(("given", "drawing", "most"), WRONG)
def test_wrong_claims_are_refuted(given: Mapping[str, Written], drawing: Drawing, most: int) -> None:
    found = result_of_draws(audit_drawing(plan_of_claim(given, most), drawing, 1), "mine")
    assert found.verdict is Verdict.REFUTED
    ((key, value),) = given.items()
    assert f"black-box {key}={value}" in str(found)


@pytest.mark.parametrize(("given", "drawing"), RIGHT)
def test_right_claims_are_not_refuted(given: Mapping[str, Written], drawing: Drawing) -> None:
    course = audit_drawing(plan_of_claim(given, 200), drawing, 1)
    assert course.verdict is Verdict.NOT_REFUTED
    value = {"gdp": 1, "rho": 0.5, "renyi": 1, "f": 0}[next(iter(given))]
    assert (course.lower_bound() or 0) <= value


def test_bound_is_on_the_parameter_of_the_claim() -> None:
    plan = plan_of_claim({"gdp": "1/2"}, 1)
    course = audit_drawing(
        AuditPlan(plan.claim, plan.pairs, ALPHA, 400, throughout=True), gaussian_noise(1.0), 1
    )
    found = result_of_draws(course, "mine")
    assert found.bound is not None
    assert 0.5 < found.bound <= 1
    assert "the lower bound on its mu is" in str(found)
    assert '"of": "mu"' in found.to_json()
    assert '"epsilon_at_least": null' in found.to_json()


def test_table_of_samples_is_tested_against_all_guarantees() -> None:
    """The rates 0.8 and 0.2 break mu = 1, and no mu of 1.684 or more; 0.68 and 0.32 do not break mu = 1."""
    for times, verdict in ((8000, Verdict.REFUTED), (6800, Verdict.NOT_REFUTED)):
        plan = plan_of_claim({"gdp": "1"}, 1)
        table = table_of_outputs(
            plan, {0: {"a": times, "b": 10_000 - times}, 1: {"a": 10_000 - times, "b": times}}
        )
        found = audit_samples(plan, table, "table")
        assert found.verdict is verdict
        bound = found.bound or 0
        assert 1 < bound < 1.684 if verdict is Verdict.REFUTED else bound <= 1


def test_rho_that_floats_take_for_0_is_tested_as_a_larger_one() -> None:
    found = [guarantees_of_claim("rho", [(Fraction(0), Fraction(1, 10**power))]) for power in (12, 300, 400)]
    assert found[0] == found[1] == found[2]


def test_saved_audit_goes_on_for_the_same_claim_only() -> None:
    plan = plan_of_claim({"rho": "1/2"}, 100)
    course = audit_drawing(plan, gaussian_noise(1.0), 1)
    assert restore_audit(plan, course.saved_part()) == course
    with refused(Reason.DAMAGED_STATE):
        restore_audit(plan_of_claim({"rho": "1/3"}, 100), course.saved_part())


def test_bets_take_the_guarantee_that_the_past_exceeds_most() -> None:
    """Of two guarantees each law exceeds one; whatever is chosen, the bet has at most the mean 1 at its edge."""
    guarantees = Guarantee(Fraction(2), TENTH), Guarantee(Fraction(8))
    for counts, chosen in (((50, 10), guarantees[0]), ((9, 0), guarantees[1])):
        past = OutcomeTable(100, 100, (("in", *counts), ("out", 100 - counts[0], 100 - counts[1])))
        assert guarantee_of_event(guarantees, Batch(100, counts[0], 100, counts[1])) == chosen
        for bet in guarantee_bets(guarantees, past):
            assert (bet.odds, bet.delta) == (chosen.odds, chosen.delta)
            (one, other), (silent, silent_other) = bet.factors["in"], bet.silent
            assert one > 1
            q = TENTH / 2
            p = bet.odds * q + bet.delta
            assert p * one + (1 - p) * silent + q * other + (1 - q) * silent_other <= 2
