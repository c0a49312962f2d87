"""A mechanism that no catalogue knows is audited as those are that it knows: its class is all that it takes."""

from fractions import Fraction
from math import log
from pathlib import Path

import pytest

from ldproof.audit import AuditState, Claim, Pair, Plan, Verdict, parse_pairs
from ldproof.audit.claim import expected_draws, of_mechanism, total_likelihood
from ldproof.audit.draw.sources import Function
from ldproof.audit.samples import Columns, read_csv_samples
from ldproof.audit.state_file import run_audit
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


def claimed(level: Level = "event") -> Claim:
    return of_mechanism(RandomizedResponse(4, parse_budget(odds=2)), "theirs.kary", PARAMETERS, level)


def audited(name: str, most: int, *given: tuple[int, int]) -> AuditState:
    """By these pairs of inputs, or the one that reaches the tight odds."""
    plan = Plan(claimed(), parse_pairs(claimed(), given), ALPHA, most)
    return run_audit(plan, Function(f"{kary.__name__}:{name}", PARAMETERS), seed=b"theirs")


def test_it_is_claimed_with_its_tight_odds_and_its_worst_pair() -> None:
    for level in LEVELS:
        made = claimed(level)
        assert made.odds == 2
        assert float(made.epsilon) == pytest.approx(0.6931471805599453)
        (pair,) = parse_pairs(made, [])
        assert {type(pair.one), type(pair.other)} == {int}
        assert pair.one != pair.other
        assert made.worst is not None
        assert made.worst.event(pair.one)
        assert not made.worst.event(pair.other)


@slow
def test_what_keeps_it_is_not_refuted_and_what_breaks_it_is() -> None:
    """Whoever has the last value alone says it."""
    found = audited("honest", 200)
    assert (found.verdict, found.pairs_drawn) == (Verdict.NOT_REFUTED, 200)
    assert float(found.bound() or 0) <= float(claimed().epsilon)
    assert not found.unreadable
    assert audited("never_the_last", 1000, (3, 0)).verdict is Verdict.REFUTED
    with refused(Reason.NOT_AN_ANSWER):
        audited("in_words", 1000)


@slow
def test_what_has_larger_odds_is_refuted_and_bounded() -> None:
    found = audited("too_truthful", 5000)
    assert found.verdict is Verdict.REFUTED
    assert 0 < float(found.bound() or 0) <= log(2.5)


def test_pairs_are_its_own_values() -> None:
    assert parse_pairs(claimed(), [(0, 3)]) == (Pair(0, 3),)
    for one in ("0", 4, True, 0.0, None):
        with refused(Reason.OUT_OF_RANGE):
            parse_pairs(claimed(), [(one, 1)])
    with refused(Reason.REPEATED):
        parse_pairs(claimed(), [(1, 1)])


def test_what_an_audit_takes_is_foretold() -> None:
    """By hand: with 0 and 1 as inputs the event that 0 is said has the probabilities 2/5 and 1/5."""
    made = claimed()
    assert made.mechanism is not None is not made.worst
    assert total_likelihood(made.mechanism, made.worst) == pytest.approx(0.6)
    few, many = (expected_draws(made, ALPHA, excess) for excess in (1.5, 1.05))
    assert few is not None
    assert many is not None
    assert few < many


def test_samples_in_a_file_are_read_as_its_own_values(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    path.write_text("input,output,count\n0,0,20\n0,3,10\n1,1,30\n", encoding="utf-8")
    plan = Plan(claimed(), (Pair(0, 1),), ALPHA, 100)
    table = read_csv_samples(path, plan, Columns(count="count"))
    assert dict(table.tally(0)) == {DrawnOutput(0).key(): 20, DrawnOutput(3).key(): 10}
    path.write_text("input,output,count\n0,4,20\n1,1,30\n", encoding="utf-8")
    with refused(Reason.OUT_OF_RANGE):
        read_csv_samples(path, plan, Columns(count="count"))
