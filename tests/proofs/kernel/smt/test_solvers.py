"""z3 and cvc5 answer, and what answers instead of them is an `unknown` with its reason."""

from pathlib import Path

import pytest

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt.protocol import Answer, Reply
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, Solver, ask
from ldproof_proofs.kernel.smt.text import script
from tests.proofs.kernel.smt.fakes import PATIENCE, SILENT, fake

a, b, c, d, e = (Symbol(name) for name in "abcde")
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)


def asked_of(solver: Solver, script: str) -> Asked:
    """What it says, however long it takes."""
    return ask(solver, script, PATIENCE)


@every_solver
def test_a_question_with_no_answer_but_one(solver: Solver) -> None:
    asked = asked_of(solver, script({}, at_most(2 * a * b, a**2 + b**2)).text)
    assert (asked.solver, asked.reply.answer, asked.reply.model) == (solver.name, Answer.UNSAT, {})
    assert asked.reply.version[0].isdigit()


@every_solver
def test_a_model_is_exact(solver: Solver) -> None:
    asked = asked_of(solver, script({"a": equal(3 * a, -7), "b": equal(b, a * a)}, below(a, a)).text)
    assert asked.reply.answer is Answer.SAT
    assert asked.reply.model == {"a": "-7/3", "b": "49/9"}


@every_solver
def test_an_irrational_value_is_described(solver: Solver) -> None:
    asked = asked_of(solver, script({"a": equal(a * a, 2), "b": below(0, a)}, below(a, a)).text)
    assert asked.reply.answer is Answer.SAT
    assert "/1" not in asked.reply.model["a"]


@every_solver
def test_a_text_that_is_no_script_is_unknown(solver: Solver) -> None:
    reply = asked_of(solver, "(set-logic QF_NRA)(declare-const a Real)(assert (= a").reply
    assert reply.answer is Answer.UNKNOWN
    assert reply.reason


@every_solver
def test_an_assertion_that_is_not_understood_is_not_skipped(solver: Solver) -> None:
    reply = asked_of(solver, "(set-logic QF_NRA)(assert (sinus 1.0))(assert false)(check-sat)").reply
    assert reply.answer is Answer.UNKNOWN
    assert "sinus" in reply.reason


@every_solver
def test_a_hard_question_ends_by_the_solver_s_own_limits_or_by_ours(solver: Solver) -> None:
    facts = {
        "1": equal(a**3 + b * b * c, d * e),
        "2": below(7, a * b * c * d * e),
        "3": equal(a * b + c * d, e**3),
    }
    asked = ask(solver, script(facts, at_most(3, a * a + d * d)).text, 1.0)
    assert asked.reply.answer is Answer.UNKNOWN
    assert asked.reply.reason


def reply_of(source: str, *arguments: str, seconds: float = PATIENCE) -> Reply:
    return ask(fake(source, *arguments), "", seconds).reply


def test_the_last_argument_is_the_time() -> None:
    assert "600.0" in reply_of("import sys; print(sys.argv[-1])", seconds=600.0).reason


def test_garbage_is_unknown() -> None:
    garbage = reply_of("print('unsat', chr(27) * 999)")
    assert garbage.answer is Answer.UNKNOWN
    assert garbage.reason.startswith("not a reply: b'unsat ")
    assert len(garbage.reason) < 300


def test_endless_output_is_unknown() -> None:
    assert "more than" in reply_of("while True: print('x' * 65536, end='')").reason


def test_a_crash_is_unknown() -> None:
    assert reply_of("raise SystemExit(5)") == Reply(
        Answer.UNKNOWN, reason="it ended without a line (exit status 5)"
    )


def test_silence_is_unknown_when_the_time_is_over(tmp_path: Path) -> None:
    asked = ask(fake(SILENT, str(tmp_path / "lock")), "", 1)
    assert asked.reply == Reply(Answer.UNKNOWN, reason="timeout")
    assert asked.seconds >= 1
