"""The consultant: what solvers say is summed up, and whoever contradicts the kernel ends the proof."""

from pathlib import Path

import pytest

from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt.protocol import Answer
from ldproof_proofs.kernel.theorem import Mutant, Question
from tests.proofs.kernel.making import ONES, POSITIVE, x
from tests.proofs.kernel.smt.fakes import PATIENCE, fake, saying

QUESTION = Question("shots.claim", POSITIVE, below(0, 2 * x), Mutant(below(2 * x, 0), ONES))
IDENTITY = Question("shots.identity", {}, equal(x + x, 2 * x))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fakes are heard, however busy the machine is."""
    monkeypatch.setattr("ldproof_proofs.kernel.consult.SECONDS", PATIENCE)


def test_scripts_are_written_without_any_solver(tmp_path: Path) -> None:
    """Every question's, and nobody is asked."""
    assert Consultant((), tmp_path)([QUESTION, IDENTITY]) == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shots.claim.smt2", "shots.identity.smt2"]


def test_what_solvers_say_is_summed_up() -> None:
    """About the claim and about its mutant; about an identity SymPy is asked too."""
    said = Consultant([saying(Answer.UNSAT)])([IDENTITY])
    assert "SymPy agrees" in said["shots.identity"]
    said = Consultant([saying(Answer.UNKNOWN)])([QUESTION])
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}
    assert all(said.values())


def test_a_contradiction_ends_the_proof() -> None:
    """A point at which the goal fails, or a mutant that cannot fail: somebody is wrong, so nothing is proved."""
    false = Question("shots.claim", POSITIVE, below(2 * x, x))
    with pytest.raises(NotProved, match=r"shots\.claim: .* finds that 2\*x < x fails"):
        Consultant([saying(Answer.SAT, {"x": "1/1"})])([false])
    with pytest.raises(NotProved, match=r"shots\.claim: .* cannot fail"):
        Consultant([saying(Answer.UNSAT)])([QUESTION])


def test_without_a_mutant_only_the_goal_is_asked_about() -> None:
    """One summary for one question."""
    said = Consultant([saying(Answer.UNSAT)])([Question("shots.claim", POSITIVE, at_most(0, x))])
    assert said.keys() == {"shots.claim"}


BESIDE = """
import json, os, pathlib, sys, time
here = pathlib.Path(sys.argv[1])
(here / str(os.getpid())).touch()
end = time.monotonic() + float(sys.argv[2])
while len(os.listdir(here)) < 2 and time.monotonic() < end:
    time.sleep(0.01)
reason = f"{len(os.listdir(here))} have come"
print(json.dumps({"answer": "unknown", "version": "0", "model": {}, "reason": reason}))
"""


@pytest.mark.parametrize(("processors", "patience", "come"), [(1, "0.1", 1), (2, "600", 2)])
def test_a_processor_is_asked_one_question_at_a_time(
    processors: int, patience: str, come: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the time that a solver is given is its own, and no processor is idle."""
    monkeypatch.setattr("ldproof_proofs.kernel.consult.cpu_count", lambda: processors)
    here = tmp_path / "here"
    here.mkdir()
    said = Consultant([fake(BESIDE, str(here), patience)])([QUESTION])
    assert said["shots.claim"] == f"no opinion (fake: unknown, {come} have come)"
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}
