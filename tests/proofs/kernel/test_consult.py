"""The consultant: what solvers say is summed up, and whoever contradicts the kernel ends the proof."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt.memory import Memory, key
from ldproof_proofs.kernel.smt.protocol import Answer, Reply
from ldproof_proofs.kernel.smt.solvers import Solver
from ldproof_proofs.kernel.smt.text import script
from ldproof_proofs.kernel.theorem import Mutant, Question
from tests.proofs.kernel.making import ONES, POSITIVE, x
from tests.proofs.kernel.smt.fakes import fake, saying

QUESTION = Question("shots.claim", POSITIVE, below(0, 2 * x), Mutant(below(2 * x, 0), ONES))
IDENTITY = Question("shots.identity", {}, equal(x + x, 2 * x))


def said_by(*solvers: Solver, about: Sequence[Question]) -> Mapping[str, str]:
    """What solvers say."""
    with Consultant(solvers) as consult:
        return consult(about)


def test_scripts_are_written_without_any_solver(tmp_path: Path) -> None:
    """Every question's, and nobody is asked."""
    with Consultant((), tmp_path) as consult:
        assert consult([QUESTION, IDENTITY]) == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shots.claim.smt2", "shots.identity.smt2"]


def test_what_solvers_say_is_summed_up() -> None:
    """About the claim and about its mutant; about an identity SymPy is asked too."""
    said = said_by(saying(Answer.UNSAT), about=[IDENTITY])
    assert "SymPy agrees" in said["shots.identity"]
    said = said_by(saying(Answer.UNKNOWN), about=[QUESTION])
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}
    assert all(said.values())


def test_a_contradiction_ends_the_proof() -> None:
    """A point at which the goal fails, or a mutant that cannot fail: somebody is wrong, so nothing is proved."""
    false = Question("shots.claim", POSITIVE, below(2 * x, x))
    with pytest.raises(NotProved, match=r"shots\.claim: .* finds that 2\*x < x fails"):
        said_by(saying(Answer.SAT, {"x": "1/1"}), about=[false])
    with pytest.raises(NotProved, match=r"shots\.claim: .* cannot fail"):
        said_by(saying(Answer.UNSAT), about=[QUESTION])


def test_without_a_mutant_only_the_goal_is_asked_about() -> None:
    """One summary for one question."""
    said = said_by(saying(Answer.UNSAT), about=[Question("shots.claim", POSITIVE, at_most(0, x))])
    assert said.keys() == {"shots.claim"}


BESIDE = """
import hashlib, json, os, pathlib, sys, time
here = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    (here / str(os.getpid())).touch()
    end = time.monotonic() + float(sys.argv[2])
    while len(os.listdir(here)) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    about = hashlib.sha256(json.loads(line)[0].encode()).hexdigest()
    reason = f"{len(os.listdir(here))} have come"
    print(json.dumps({"about": about, "answer": "unknown", "version": "0", "model": {}, "reason": reason}), flush=True)
"""


@pytest.mark.parametrize(("at_once", "patience", "come"), [(1, "0.1", 1), (2, "600", 2)])
def test_so_many_are_asked_at_once(at_once: int, patience: str, come: int, tmp_path: Path) -> None:
    """No processor is idle while there are questions, and none has two."""
    here = tmp_path / "here"
    here.mkdir()
    with Consultant([fake(BESIDE, str(here), patience)], at_once=at_once) as consult:
        said = consult([QUESTION])
    assert said["shots.claim"] == f"no opinion (fake: unknown, {come} have come)"
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}


NOBODY = Solver("nobody", ("/nowhere/solver",))
GOAL, MUTANT = script(QUESTION.given, QUESTION.goal).text, script(QUESTION.given, below(2 * x, 0)).text


def remembering(goal: Reply, mutant: Reply, solver: Solver = NOBODY) -> Memory:
    """A memory of what a solver said about the question and its mutant."""
    return Memory({key(solver, GOAL): goal, key(solver, MUTANT): mutant})


def test_what_is_remembered_is_not_asked_and_judged_like_an_answer() -> None:
    """A model is checked, `unsat` about a mutant is a contradiction: no matter when it was said."""
    model = Reply(Answer.SAT, model={"x": "1/1"})
    with Consultant([NOBODY], memory=remembering(Reply(Answer.UNSAT), model)) as consult:
        assert consult([QUESTION]) == {"shots.claim": "nobody alone", "shots.claim, mutant": "nobody alone"}
        assert (consult.remembered, consult.asked) == (2, 0)
    wrong = Reply(Answer.SAT, model={"x": "-1/1"})
    with Consultant([NOBODY], memory=remembering(Reply(Answer.UNSAT), wrong)) as consult:
        assert "no counterexample" in consult([QUESTION])["shots.claim, mutant"]
    liars = remembering(Reply(Answer.UNSAT), Reply(Answer.UNSAT))
    with Consultant([NOBODY], memory=liars) as consult, pytest.raises(NotProved, match="cannot fail"):
        consult([QUESTION])
    false = Question("shots.claim", POSITIVE, below(2 * x, x))
    finding = Memory({key(NOBODY, script(POSITIVE, false.goal).text): model})
    with Consultant([NOBODY], memory=finding) as consult, pytest.raises(NotProved, match="finds that"):
        consult([false])


def test_what_is_not_remembered_is_asked_and_heard() -> None:
    """So that it can be remembered."""
    unsure = saying(Answer.UNKNOWN, reason="no idea")
    with Consultant([unsure]) as consult:
        consult([QUESTION])
        assert (consult.remembered, consult.asked) == (0, 2)
    assert {each.reason for each in consult.heard.values()} == {"no idea"}
    with Consultant([NOBODY], memory=Memory(consult.heard)) as other:
        other([QUESTION])
        assert other.asked == 2, "another solver's reply"


def test_who_says_something_else_afresh_ends_the_proof() -> None:
    """A memory that was forged or has grown stale is found out, whichever way it is wrong."""
    unsure = saying(Answer.UNKNOWN)
    same = remembering(Reply(Answer.UNKNOWN, reason="another reason"), Reply(Answer.UNKNOWN), unsure)
    with Consultant([unsure], memory=same, afresh=True) as consult:
        consult([QUESTION])
        assert (consult.remembered, consult.asked) == (0, 2)
    forged = remembering(Reply(Answer.UNSAT), Reply(Answer.UNKNOWN), unsure)
    with (
        Consultant([unsure], memory=forged, afresh=True) as consult,
        pytest.raises(
            NotProved, match=r"liar says unknown about 0 < 2.x, and is remembered to have said unsat"
        ),
    ):
        consult([QUESTION])


def algebra_memory(answer: Answer) -> Memory:
    """What SymPy is remembered to have made of the identity."""
    with Consultant([saying(Answer.UNSAT)]) as consult:
        consult([IDENTITY])
    (about,) = (each for each in consult.heard if each[0].startswith("sympy "))
    assert consult.heard[about] == Reply(Answer.UNSAT)
    return Memory({about: Reply(answer)})


def test_the_second_algebra_is_remembered_too() -> None:
    """By the identity's text and the exact version; what is remembered is said, and not asked again."""
    for answer, said in ((Answer.UNSAT, "fake alone; SymPy agrees"), (Answer.UNKNOWN, "fake alone")):
        with Consultant([saying(Answer.UNSAT)], memory=algebra_memory(answer)) as consult:
            assert consult([IDENTITY])["shots.identity"].replace("liar", "fake") == said
            assert (consult.remembered, consult.asked) == (1, 1)
    other = Question("shots.identity", {}, equal(x + x, 3 * x - x))
    with Consultant([saying(Answer.UNSAT)], memory=algebra_memory(Answer.UNKNOWN)) as consult:
        assert "SymPy agrees" in consult([other])["shots.identity"], "another text is asked about"


def test_an_algebra_that_says_something_else_afresh_ends_the_proof() -> None:
    """Its memory can no more be forged than a solver's."""
    with Consultant([saying(Answer.UNSAT)], memory=algebra_memory(Answer.UNSAT), afresh=True) as consult:
        assert "SymPy agrees" in consult([IDENTITY])["shots.identity"]
    with (
        Consultant([saying(Answer.UNSAT)], memory=algebra_memory(Answer.UNKNOWN), afresh=True) as consult,
        pytest.raises(NotProved, match=r"SymPy says unsat about .*, and is remembered to have said unknown"),
    ):
        consult([IDENTITY])
