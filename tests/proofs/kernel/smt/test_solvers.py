"""z3 and cvc5 answer, and what answers instead of them is an `unknown` with its reason."""

from pathlib import Path

import pytest

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt.limits import LIMITS, NO_TIME_LEFT, NO_UNITS_LEFT, Limits
from ldproof_proofs.kernel.smt.protocol import Answer, Reply
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, Solver, WorkerPool
from ldproof_proofs.kernel.smt.text import script
from tests.proofs.kernel.smt.fakes import PATIENCE, SILENT, fake

a, b, c, d, e = (Symbol(name) for name in "abcde")
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)


def asked_of(solver: Solver, script: str, seconds: float = PATIENCE) -> Asked:
    """What it says, however long it takes."""
    workers = WorkerPool()
    try:
        return workers.ask(solver, script, seconds)
    finally:
        workers.close()


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
    asked = asked_of(solver, script(facts, at_most(3, a * a + d * d)).text)
    assert asked.reply.answer is Answer.UNKNOWN
    assert asked.reply.reason


def reply_of(source: str, *arguments: str, seconds: float = PATIENCE) -> Reply:
    return asked_of(fake(source, *arguments), "", seconds).reply


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
    asked = asked_of(fake(SILENT, str(tmp_path / "lock")), "", 1)
    assert asked.reply == Reply(Answer.UNKNOWN, reason="timeout")
    assert asked.seconds >= 1


COUNTING = """
import hashlib, json, os, sys
for number, line in enumerate(sys.stdin):
    about = hashlib.sha256(json.loads(line)[0].encode()).hexdigest()
    reason = f"{os.getpid()} {number}"
    print(json.dumps({"about": about, "answer": "unknown", "version": "", "model": {}, "reason": reason}), flush=True)
    if number == 1:
        break
"""
"""Says who it is and how often it was asked before; after the second question it ends."""


def test_one_process_answers_many_questions_and_is_replaced_when_it_ends() -> None:
    """No question is lost with it: whoever does not answer a later question is asked again in a fresh process."""
    workers, counting = WorkerPool(), fake(COUNTING)
    try:
        said = [workers.ask(counting, f"question {number}").reply.reason.split() for number in range(6)]
    finally:
        workers.close()
    assert [number for _, number in said] == ["0", "1"] * 3
    assert len({process for process, _ in said}) == 3


STALE = """
import hashlib, json, sys
reply = {"answer": "unsat", "version": "", "model": {}, "reason": ""}
for line in sys.stdin:
    about = hashlib.sha256(json.loads(line)[0].encode()).hexdigest()
    print(json.dumps({"about": about, **reply}), flush=True)
    print(json.dumps({"about": about, **reply}), flush=True)
"""
"""Says everything twice."""


def test_an_answer_is_never_taken_for_another_question_s() -> None:
    """A line too much is discarded or refused, never believed: it says which question it is about."""
    workers, stale = WorkerPool(), fake(STALE)
    try:
        replies = [workers.ask(stale, f"question {number}").reply for number in range(20)]
    finally:
        workers.close()
    assert replies[0].answer is Answer.UNSAT
    for reply in replies:
        assert reply.answer is Answer.UNSAT or "not a reply" in reply.reason


SLOW = """
import hashlib, json, os, signal, sys
for line in sys.stdin:
    script, seconds = json.loads(line)
    if seconds < 9:
        os.kill(os.getpid(), signal.SIGVTALRM)
    about = hashlib.sha256(script.encode()).hexdigest()
    print(json.dumps({"about": about, "answer": "unsat", "version": "", "model": {}, "reason": ""}), flush=True)
"""
"""Has no answer within nine seconds of processor time."""


@pytest.mark.parametrize(
    ("before", "said", "contradicted"),
    [
        (None, Answer.UNKNOWN, None),
        (Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT), Answer.UNKNOWN, None),
        (Reply(Answer.UNSAT), Answer.UNSAT, None),
        (Reply(Answer.SAT), Answer.UNSAT, Answer.SAT),
    ],
)
def test_who_had_an_answer_gets_more_time(
    before: Reply | None, said: Answer, contradicted: Answer | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a slow machine contradicts nobody, and a fast one's memory is held to all the same."""
    monkeypatch.setitem(LIMITS, "slow", Limits(0, 1, 10))
    workers = WorkerPool()
    try:
        for _ in range(2):
            asked = workers.ask(fake(SLOW, name="slow"), "", PATIENCE, before)
            assert (asked.reply.answer, asked.contradicted) == (said, contradicted)
            assert asked.reply.reason == (NO_TIME_LEFT if said is Answer.UNKNOWN else "")
    finally:
        workers.close()


def test_only_the_clock_excuses_another_answer() -> None:
    cases: list[tuple[Reply, Reply, Answer | None]] = [
        (Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT), Reply(Answer.SAT), None),
        (Reply(Answer.UNKNOWN, reason=NO_UNITS_LEFT), Reply(Answer.SAT), Answer.UNKNOWN),
        (Reply(Answer.UNKNOWN, reason=NO_UNITS_LEFT), Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT), None),
        (Reply(Answer.SAT), Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT), Answer.SAT),
    ]
    for before, now, contradicted in cases:
        assert Asked("z3", now, 0, before).contradicted is contradicted


@every_solver
def test_an_answer_depends_on_the_question_alone(solver: Solver) -> None:
    """Not on what the process was asked before: the same answers in one process and in one for each."""
    hard = script({}, at_most(a * b * c, a**4 + b**4 + c**2)).text
    texts = [script({}, at_most(2 * a * b, a**2 + b**2)).text, hard, script({}, below(a, a)).text]
    workers = WorkerPool()
    try:
        together = [workers.ask(solver, text).reply for text in (*texts, *reversed(texts))]
    finally:
        workers.close()
    alone = [asked_of(solver, text).reply for text in texts]
    assert [each.answer for each in together[:3]] == [each.answer for each in alone]
    assert [each.answer for each in together[3:]] == [each.answer for each in reversed(alone)]


def test_settings_name_the_exact_version_and_the_limits() -> None:
    z3, cvc5 = (solver.settings for solver in SOLVERS)
    assert z3.startswith("z3 ")
    assert z3.endswith(f", {LIMITS['z3'].units} units")
    assert cvc5.endswith(f", {LIMITS['cvc5'].units} units")
    assert fake("").settings == "fake of no known version"
