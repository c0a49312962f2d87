"""Solvers agree, do not know, or are caught; and whoever contradicts the kernel ends the proof."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.numbers import Symbol, exp
from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.smt import opinions as judging
from ldproof_proofs.kernel.smt.memory import Memory, key
from ldproof_proofs.kernel.smt.models import refutes
from ldproof_proofs.kernel.smt.opinions import Disagreement
from ldproof_proofs.kernel.smt.protocol import Answer, Reply
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Solver
from ldproof_proofs.kernel.smt.text import script
from ldproof_proofs.kernel.theorem import Mutant, Question
from tests.proofs.kernel.making import ONES, POSITIVE, assert_refused, facts, relations
from tests.proofs.kernel.smt.fakes import PATIENCE, SILENT, answering, fake, saying
from tests.tiers import run_everything, slow, some

Claim = tuple[dict[str, Relation], Relation]

second_opinion = partial(judging.second_opinion, seconds=PATIENCE)
refutation = partial(judging.refutation, seconds=PATIENCE)
search = partial(judging.search, seconds=PATIENCE)

x = Symbol("x")
BOTH = "x > 0; y > 0"
TRUE = {
    "2*x*y <= x^2 + y^2": "",
    "2 <= x/y + y/x": BOTH,
    "sqrt(x*y) <= (x + y)/2": BOTH,
    "0 < exp(x)*exp(y)": "",
    "m/m = 1": "m >= 0",
    "(1 + x*(E - 1))/E <= 1": "E > 1; x > 0; x <= 1",
}
FALSE = {
    "0 < x^2": "",
    "3 <= x/y + y/x": BOTH,
    "(x + y)/2 <= sqrt(x*y)": BOTH,
    "E <= 1000": "E > 1",
    "1 < 0": "",
}
CLAIM: Claim = (facts("1 <= x"), at_most(0, x))
MUTANT: Claim = (facts("0 <= x"), at_most(1, x))
POINT = {"x": Fraction(1, 2)}

truthful = saying(Answer.UNSAT, name="truthful")
liar = saying(Answer.UNSAT, name="liar")
lost = saying(Answer.UNKNOWN, name="lost", reason="timeout")


def pointing(value: str, name: str = "pointing") -> Solver:
    """A solver that says that the claim fails where x has this value."""
    return saying(Answer.SAT, {"x": value}, name)


@pytest.mark.parametrize("goal", some(TRUE))
def test_what_is_true_has_two_opinions(goal: str) -> None:
    opinions = second_opinion(facts(TRUE[goal]), relations(goal)[0])
    assert (opinions.summary, opinions.point) == ("z3 and cvc5 agree", None)


@pytest.mark.parametrize("goal", some(FALSE))
def test_what_is_false_fails_at_a_point(goal: str) -> None:
    claim = facts(FALSE[goal]), relations(goal)[0]
    opinions = refutation(*claim)
    assert opinions.summary == "z3 and cvc5 agree"
    assert opinions.point is not None
    assert refutes(opinions.point, *claim)
    with pytest.raises(Disagreement) as found:
        second_opinion(*claim)
    assert found.value.point == opinions.point


@settings(max_examples=12 if run_everything() else 2)
@given(*[st.integers(-4, 4)] * 3)
def test_quadratics_are_judged_by_their_discriminants(a: int, b: int, c: int) -> None:
    claim: Claim = ({}, at_most(0, a * x**2 + b * x + c))
    if b * b <= 4 * a * c and a + c >= 0:
        assert second_opinion(*claim).summary == "z3 and cvc5 agree"
    else:
        assert refutation(*claim).point is not None


def test_what_is_said_about_a_solver() -> None:
    [opinion] = refutation(*MUTANT, [pointing("1/2")]).each
    assert (opinion.solver, opinion.version, opinion.answer) == ("pointing", "0", Answer.SAT)
    assert (opinion.point, opinion.reason) == (POINT, "")
    assert opinion.seconds > 0


def test_one_beside_an_unknown_is_one() -> None:
    assert second_opinion(*CLAIM, [truthful]).summary == "truthful alone"
    assert second_opinion(*CLAIM, [truthful, lost]).summary == "truthful alone (lost: unknown, timeout)"
    assert second_opinion(*CLAIM, [lost, truthful]).summary == "truthful alone (lost: unknown, timeout)"
    assert second_opinion(*CLAIM, [lost, lost]).summary == (
        "no opinion (lost: unknown, timeout; lost: unknown, timeout)"
    )
    assert second_opinion(*CLAIM, []).summary == "no opinion"


def test_a_broken_solver_is_no_opinion() -> None:
    for source in ("", "print('unsat')", "while True: print('x' * 65536, end='')"):
        opinions = second_opinion(*CLAIM, [truthful, fake(source, name="broken")])
        assert opinions.summary.startswith("truthful alone (broken: unknown, ")


def test_a_hanging_solver_is_no_opinion(tmp_path: Path) -> None:
    hanging = fake(SILENT, str(tmp_path / "lock"), name="hanging")
    assert second_opinion(*CLAIM, [hanging], seconds=1).summary == "no opinion (hanging: unknown, timeout)"


def test_a_model_that_does_not_check_is_no_opinion() -> None:
    for value, why in (
        ("3/2", "it says sat, but its model is no counterexample: x = 3/2"),
        ("1.41421?", "it says sat, but in its model x is no fraction: 1.41421?"),
    ):
        for ask in (second_opinion, refutation):
            opinions = ask(*MUTANT, [pointing(value), lost])
            assert opinions.point is None
            assert opinions.summary == f"no opinion (pointing: unknown, {why}; lost: unknown, timeout)"


def test_a_stand_in_s_model_is_no_opinion() -> None:
    """Solvers do not know that exp(x) is at least 1 + x."""
    opinions = second_opinion({}, at_most(1 + x, exp(x)))
    assert opinions.summary.count("it says sat, but its model is no counterexample") == 2


def test_a_point_at_which_a_proved_claim_fails_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match=r"pointing finds that 1 <= x fails \(at x = 1/2\)") as found:
        second_opinion(*MUTANT, [lost, pointing("1/2")])
    assert found.value.point == POINT


def test_unsat_beside_sat_is_a_disagreement_whatever_was_expected() -> None:
    for ask in (second_opinion, refutation):
        with pytest.raises(Disagreement, match="truthful says unsat and pointing says sat") as found:
            ask(*MUTANT, [pointing("1/2"), truthful])
        assert found.value.point == POINT


def test_unsat_beside_an_unchecked_sat_is_a_disagreement_too() -> None:
    """Both read the same text: one of them is wrong, wherever the model is."""
    with pytest.raises(Disagreement, match="to the same text") as found:
        second_opinion(*CLAIM, [truthful, pointing("1.41421?")])
    assert found.value.point is None


def test_a_solver_that_says_unsat_to_everything_is_caught_by_a_mutant() -> None:
    with pytest.raises(Disagreement, match=r"liar says that 1 <= x cannot fail \(at x = 1/2\)"):
        refutation(*MUTANT, [liar], point=POINT)
    with pytest.raises(Disagreement, match="cannot fail"):
        refutation(*MUTANT, [liar])
    with pytest.raises(Disagreement, match="liar says unsat and z3 says sat"):
        refutation(*MUTANT, [liar, SOLVERS[0]])


def test_a_point_that_refutes_nothing_catches_nobody() -> None:
    with pytest.raises(ValueError, match=r"1 <= x does not fail \(at x = 2\)"):
        refutation(*MUTANT, [liar], point={"x": 2})


@slow
def test_the_first_point_that_checks_is_found() -> None:
    assert search(*MUTANT) is not None
    assert search(*MUTANT, [lost, truthful, pointing("2/1"), pointing("1/2"), pointing("1/3")]) == POINT
    assert search(*MUTANT, [lost, truthful, pointing("2/1")]) is None
    assert search(*CLAIM) is None


MEETING = answering(
    "reply |= json.loads(sys.argv[1])",
    """
pathlib.Path(sys.argv[2]).touch()
while not pathlib.Path(sys.argv[3]).exists(): time.sleep(0.01)
""",
)
"""Replies once another one has begun too."""


def test_solvers_are_asked_at_the_same_time_and_heard_in_order(tmp_path: Path) -> None:
    left, right = str(tmp_path / "left"), str(tmp_path / "right")
    said = truthful.command[-1]
    solvers = [fake(MEETING, said, left, right, name="l"), fake(MEETING, said, right, left, name="r")]
    assert [each.solver for each in second_opinion(*CLAIM, solvers).each] == ["l", "r"]


# The consultant, who sums up what solvers say and what they are remembered to have said.

QUESTION = Question("shots.claim", POSITIVE, below(0, 2 * x), Mutant(below(2 * x, 0), ONES))
FALSE_QUESTION = Question("shots.claim", POSITIVE, below(2 * x, x))
IDENTITY = Question("shots.identity", {}, equal(x + x, 2 * x))
NOBODY = Solver("nobody", ("/nowhere/solver",))
GOAL, MUTANT_TEXT = (script(QUESTION.given, each).text for each in (QUESTION.goal, below(2 * x, 0)))
UNSAT, UNKNOWN, MODEL = Reply(Answer.UNSAT), Reply(Answer.UNKNOWN), Reply(Answer.SAT, model={"x": "1/1"})
unsure = saying(Answer.UNKNOWN, reason="no idea")


def solver_answer(
    question: Question, solver: Solver, memory: Memory | None = None, *, afresh: bool = False
) -> tuple[dict[str, str], int, int]:
    """Return a solver's answer, and how many answers were remembered and asked for."""
    with Consultant([solver], memory=memory or Memory({}), afresh=afresh) as consult:
        return {**consult([question])}, consult.remembered, consult.asked


def test_scripts_are_written_without_any_solver(tmp_path: Path) -> None:
    """Every question's, and nobody is asked."""
    with Consultant((), tmp_path) as consult:
        assert consult([QUESTION, IDENTITY]) == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shots.claim.smt2", "shots.identity.smt2"]


def test_what_solvers_say_is_summed_up() -> None:
    """About the claim and about its mutant, if it has one; about an identity SymPy is asked too."""
    assert "SymPy agrees" in solver_answer(IDENTITY, liar)[0]["shots.identity"]
    said = solver_answer(QUESTION, unsure)[0]
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}
    assert all(said.values())
    assert solver_answer(Question("shots.claim", POSITIVE, at_most(0, x)), liar)[0].keys() == {"shots.claim"}


def test_a_contradiction_ends_the_proof() -> None:
    """A point at which the goal fails, or a mutant that cannot fail: somebody is wrong, so nothing is proved."""
    assert_refused(
        r"shots\.claim: .* finds that 2\*x < x fails", solver_answer, FALSE_QUESTION, pointing("1/1")
    )
    assert_refused(r"shots\.claim: .* cannot fail", solver_answer, QUESTION, liar)


BESIDE = answering(
    """
    here, end = pathlib.Path(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    (here / str(os.getpid())).touch()
    while len(os.listdir(here)) < 2 and time.monotonic() < end: time.sleep(0.01)
    reply["reason"] = f"{len(os.listdir(here))} have come"
"""
)


@pytest.mark.parametrize(("at_once", "patience", "come"), [(1, "0.1", 1), (2, "600", 2)])
def test_so_many_are_asked_at_once(at_once: int, patience: str, come: int, tmp_path: Path) -> None:
    """No processor is idle while there are questions, and none has two."""
    with Consultant([fake(BESIDE, str(tmp_path), patience)], at_once=at_once) as consult:
        said = consult([QUESTION])
    assert said["shots.claim"] == f"no opinion (fake: unknown, {come} have come)"
    assert said.keys() == {"shots.claim", "shots.claim, mutant"}


def remembering(goal: Reply, mutant: Reply, solver: Solver = NOBODY) -> Memory:
    """A memory of what a solver said about the question and its mutant."""
    return Memory({key(solver, GOAL): goal, key(solver, MUTANT_TEXT): mutant})


def test_what_is_remembered_is_not_asked_and_judged_like_an_answer() -> None:
    """A model is checked, `unsat` about a mutant is a contradiction: no matter when it was said."""
    alone = {"shots.claim": "nobody alone", "shots.claim, mutant": "nobody alone"}
    assert solver_answer(QUESTION, NOBODY, remembering(UNSAT, MODEL)) == (alone, 2, 0)
    wrong = remembering(UNSAT, Reply(Answer.SAT, model={"x": "-1/1"}))
    assert "no counterexample" in solver_answer(QUESTION, NOBODY, wrong)[0]["shots.claim, mutant"]
    assert_refused("cannot fail", solver_answer, QUESTION, NOBODY, remembering(UNSAT, UNSAT))
    finding = Memory({key(NOBODY, script(POSITIVE, FALSE_QUESTION.goal).text): MODEL})
    assert_refused("finds that", solver_answer, FALSE_QUESTION, NOBODY, finding)


def test_what_is_not_remembered_is_asked_and_heard() -> None:
    """So that it can be remembered, of that solver."""
    with Consultant([unsure]) as consult:
        consult([QUESTION])
        assert (consult.remembered, consult.asked) == (0, 2)
    assert {each.reason for each in consult.heard.values()} == {"no idea"}
    assert solver_answer(QUESTION, NOBODY, Memory(consult.heard))[2] == 2


def algebra_memory(answer: Answer) -> Memory:
    """Return SymPy's remembered result for the identity."""
    with Consultant([liar]) as consult:
        consult([IDENTITY])
    (about,) = (each for each in consult.heard if each[0].startswith("sympy "))
    assert consult.heard[about] == UNSAT
    return Memory({about: Reply(answer)})


def test_who_says_something_else_afresh_ends_the_proof() -> None:
    """A memory that was forged or has grown stale is found out, whichever way it is wrong; SymPy's too."""
    same = remembering(Reply(Answer.UNKNOWN, reason="another reason"), UNKNOWN, unsure)
    assert solver_answer(QUESTION, unsure, same, afresh=True)[1:] == (0, 2)
    right = algebra_memory(Answer.UNSAT)
    assert "SymPy agrees" in solver_answer(IDENTITY, liar, right, afresh=True)[0]["shots.identity"]
    asked, once = partial(solver_answer, afresh=True), "and is remembered to have said"
    forged = remembering(UNSAT, UNKNOWN, unsure)
    assert_refused(f"liar says unknown about 0 < 2.x, {once} unsat", asked, QUESTION, unsure, forged)
    stale = algebra_memory(Answer.UNKNOWN)
    assert_refused(f"SymPy says unsat about .*, {once} unknown", asked, IDENTITY, liar, stale)


def test_the_second_algebra_is_remembered_too() -> None:
    """By the identity's text and the exact version; what is remembered is said, and not asked again."""
    for answer, said in ((Answer.UNSAT, "liar alone; SymPy agrees"), (Answer.UNKNOWN, "liar alone")):
        assert solver_answer(IDENTITY, liar, algebra_memory(answer)) == ({"shots.identity": said}, 1, 1)
    other = Question("shots.identity", {}, equal(x + x, 3 * x - x))
    found = solver_answer(other, liar, algebra_memory(Answer.UNKNOWN))[0]
    assert "SymPy agrees" in found["shots.identity"], "another text is asked about"
