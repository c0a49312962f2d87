"""A mechanism outside the catalogue is audited like a built-in one, from its class alone."""

from fractions import Fraction
from math import log
from pathlib import Path

import pytest

from ldproof.auditor import AuditPlan, AuditState, Claim, Pair, Verdict, parse_pairs
from ldproof.auditor.claim import claim_of_mechanism, expected_draws, total_likelihood
from ldproof.auditor.draw.sources import FunctionSource
from ldproof.auditor.samples import Columns, read_csv_samples
from ldproof.auditor.state_file import run_audit
from ldproof.budget import parse_budget
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, Level
from ldproof.programs import DrawnOutput
from tests.audit.targets import kary
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.tiers import slow

PARAMETERS = {"k": "4", "odds": "2"}
ALPHA = Fraction(1, 1000)


def claim_of(level: Level = "event") -> Claim:
    return claim_of_mechanism(RandomizedResponse(4, parse_budget(odds=2)), "theirs.kary", PARAMETERS, level)


def audit_mechanism(name: str, most: int, *given: tuple[int, int]) -> AuditState:
    """Audit by these pairs of inputs, or by the pair that attains the tight odds."""
    plan = AuditPlan(claim_of(), parse_pairs(claim_of(), given), ALPHA, most)
    return run_audit(plan, FunctionSource(f"{kary.__name__}:{name}", PARAMETERS), seed=b"theirs")


def test_claim_has_tight_odds_and_worst_pair() -> None:
    for level in LEVELS:
        made = claim_of(level)
        assert made.odds == 2
        assert float(made.epsilon) == pytest.approx(0.6931471805599453)
        (pair,) = parse_pairs(made, [])
        assert {type(pair.one), type(pair.other)} == {int}
        assert pair.one != pair.other
        assert made.worst is not None
        assert made.worst.event(pair.one)
        assert not made.worst.event(pair.other)


@slow
def test_only_the_violating_function_is_refuted() -> None:
    """The violating function sends the last value for this value only."""
    found = audit_mechanism("honest", 200)
    assert (found.verdict, found.pairs_drawn) == (Verdict.NOT_REFUTED, 200)
    assert float(found.lower_bound() or 0) <= float(claim_of().epsilon)
    assert not found.unreadable
    assert audit_mechanism("never_the_last", 1000, (3, 0)).verdict is Verdict.REFUTED
    with refused(Reason.NOT_AN_ANSWER):
        audit_mechanism("in_words", 1000)


@slow
def test_function_with_larger_odds_is_refuted_with_a_bound() -> None:
    found = audit_mechanism("too_truthful", 5000)
    assert found.verdict is Verdict.REFUTED
    assert 0 < float(found.lower_bound() or 0) <= log(2.5)


def test_pairs_are_values_of_the_mechanism() -> None:
    assert parse_pairs(claim_of(), [(0, 3)]) == (Pair(0, 3),)
    for one in ("0", 4, True, 0.0, None):
        with refused(Reason.OUT_OF_RANGE):
            parse_pairs(claim_of(), [(one, 1)])
    with refused(Reason.REPEATED):
        parse_pairs(claim_of(), [(1, 1)])


def test_expected_cost_equals_the_value_by_hand() -> None:
    """The event that the output is 0 has the probabilities 2/5 and 1/5 under the inputs 0 and 1."""
    made = claim_of()
    assert made.mechanism is not None is not made.worst
    assert total_likelihood(made.mechanism, made.worst) == pytest.approx(0.6)
    few, many = (expected_draws(made, ALPHA, excess) for excess in (1.5, 1.05))
    assert few is not None
    assert many is not None
    assert few < many


def test_samples_in_a_file_are_read_as_values_of_the_mechanism(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    path.write_text("input,output,count\n0,0,20\n0,3,10\n1,1,30\n", encoding="utf-8")
    plan = AuditPlan(claim_of(), (Pair(0, 1),), ALPHA, 100)
    table = read_csv_samples(path, plan, Columns(count="count"))
    assert dict(table.tally_of_input(0)) == {DrawnOutput(0).tally_key(): 20, DrawnOutput(3).tally_key(): 10}
    path.write_text("input,output,count\n0,4,20\n1,1,30\n", encoding="utf-8")
    with refused(Reason.OUT_OF_RANGE):
        read_csv_samples(path, plan, Columns(count="count"))
