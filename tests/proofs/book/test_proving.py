"""The real ledger side by side: the same outcomes as one after another."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from ldproof_proofs.book import evidence, proving
from ldproof_proofs.book.certifying import Certify
from ldproof_proofs.book.outcomes import Outcome
from ldproof_proofs.book.proving import Search, named, replay, search
from ldproof_proofs.book.stores import Stores
from ldproof_proofs.kernel import shipped, store
from ldproof_proofs.kernel.implication import Chain, Citation
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.memory import Memory
from ldproof_proofs.ledger import CLAIMS, SYSTEMS
from tests.tiers import run_everything, slow

FEW = ("evidence.average", "evidence.ville", "shots.c-star", "sketch.wide-deep")[
    : None if run_everything() else 2
]
ASKED = "evidence.average"
QUICK = Search(solvers=False)


def without_dates(outcome: Outcome) -> object:
    """Return a report without what depends on the day."""
    return outcome.name, outcome.evidence, outcome.failure, outcome.theorems, outcome.checks


def test_named_are_the_claims_of_which_some_are_slow() -> None:
    assert {*CLAIMS} >= proving.SLOW
    assert {*named(), *proving.DISPLAYS} == evidence.load().keys() >= {*FEW}


@slow
def test_side_by_side_or_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = {each.name: without_dates(each) for each in replay(FEW)}
    assert alone.keys() == {*FEW}
    monkeypatch.setattr(proving, "processes", lambda _: 2)
    assert {each.name: without_dates(each) for each in search(FEW, QUICK)} == alone
    assert {each.name: without_dates(each) for each in replay(FEW)} == alone


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solvers have been asked about a claim, and what they answered lies beside the proofs."""
    with ExitStack() as closing:
        replies = Certify(solvers=True).open(closing)(ASKED).replies
    monkeypatch.setattr(memory, "load", lambda _: Memory(replies))
    monkeypatch.setattr(Search, "is_silent", lambda _: False)


@pytest.mark.usefixtures("remembered")
def test_opinions_are_remembered() -> None:
    """So that nobody is asked; and an outcome says so."""
    (outcome,) = search([ASKED], Search())
    assert outcome.failure is None
    assert outcome.remembered > 0
    assert outcome.asked == 0
    assert all("z3" in said for theorem in outcome.theorems for said in theorem.opinions.values())


@pytest.mark.usefixtures("remembered")
def test_afresh_the_solvers_are_asked() -> None:
    (before,), (after,) = (list(search([ASKED], Search(afresh=afresh))) for afresh in (False, True))
    assert (after.asked, after.remembered) == (before.remembered, before.asked) > (0, 0)
    assert without_dates(after) == without_dates(before)


def test_where_nothing_is_remembered_no_solver_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """But with --afresh, or to write the questions; of a ledger of somebody else they are asked."""
    monkeypatch.setattr(shipped, "is_there", lambda *_: False)
    (outcome,) = search([ASKED], Search())
    assert (outcome.failure, outcome.asked, outcome.remembered) == (None, 0, 0)
    assert Search().is_silent()
    assert not Search(afresh=True).is_silent()
    assert not Search(smt2=Path("questions")).is_silent()
    assert not Search(stores=Stores(("others",))).is_silent()
    monkeypatch.setattr(shipped, "is_there", lambda *_: True)
    assert not Search().is_silent()
    assert Search(solvers=False).is_silent()


@pytest.mark.parametrize(
    ("processors", "names", "count"),
    [(4, 1, 1), (4, 15, 1), (4, 16, 2), (4, 124, 4), (1, 124, 1), (None, 124, 1)],
)
def test_as_many_processes_as_are_worth_it(
    processors: int | None, names: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldproof_proofs.book.proving.cpu_count", lambda: processors)
    assert proving.processes(["a name"] * names) == count


def test_somebody_s_word_in_a_proof_s_place_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A citation is a certificate, and weaker than what is stored of the entry: a replay says so and fails."""
    cited = "chi2.statistic-flipped"
    assert isinstance(store.load()[cited], Chain)
    certificates = store.Stored({**shipped.read(store.FILE), cited: store.encode(Citation("x"))})
    monkeypatch.setattr(store, "load", lambda _: certificates)
    (after,) = replay(["chi2.eq-14"])
    assert after.failure is not None
    assert f"{cited} is 'cited [{cited}: x]'" in after.failure


def test_a_search_is_held_to_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry of which something else is stored, or nothing, fails."""
    kept = evidence.load()["evidence.betting"]
    (found,) = search(["evidence.betting"], QUICK)
    assert (found.failure, found.evidence) == (None, kept["the entry"])
    assert {each.name for each in (*found.theorems, *found.checks)} < kept.keys()
    for stored in ({}, {"evidence.betting": {"the entry": "proved"}}):
        monkeypatch.setattr(evidence, "load", lambda _, stored=stored: stored)
        (found,) = search(["evidence.betting"], QUICK)
        assert found.failure is not None
        assert found.failure.startswith("other evidence than before")


ALONE = """
import sys
from ldproof_proofs.book.proving import Search, search
(outcome,) = search(["evidence.betting"], Search())
assert outcome.failure is None and outcome.asked == 0
print(*sorted(sys.modules))
"""


@slow
def test_what_is_not_needed_for_a_claim_is_not_loaded() -> None:
    """Neither other systems' claims nor whoever gives second opinions that are remembered: they take longer than it does."""
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    systems = {f"ldproof_proofs.ledger.{system}" for system in SYSTEMS}
    assert systems & loaded == {"ldproof_proofs.ledger.evidence"}
    assert loaded.isdisjoint(("sympy", "z3", "cvc5"))
