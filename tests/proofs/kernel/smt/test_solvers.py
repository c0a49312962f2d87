"""z3 and cvc5 answer, and what answers instead of them is an `unknown` with its reason.

Whatever a process does, there is a line or a reason, in time, and nothing of the process is left.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt import child, memory, protocol
from ldproof_proofs.kernel.smt.limits import LIMITS, NO_TIME_LEFT, NO_UNITS_LEFT, Limits
from ldproof_proofs.kernel.smt.memory import Memory, decode, encode, key
from ldproof_proofs.kernel.smt.protocol import SHOWN, Answer, Reply, shown
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, Solver, WorkerPool
from ldproof_proofs.kernel.smt.text import script
from ldproof_proofs.kernel.smt.worker import MOST_BYTES, NoLine, Worker
from tests.proofs.kernel.smt.fakes import ABANDONING, PATIENCE, SILENT, answering, fake, released
from tests.tiers import slow

Z3, CVC5 = SOLVERS
a, b, c, d, e = map(Symbol, "abcde")
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
UNSAT, UNKNOWN = Reply(Answer.UNSAT), Reply(Answer.UNKNOWN)
SQUARES = script({}, at_most(2 * a * b, a**2 + b**2)).text
FALSE = script({}, below(a, a)).text


@contextmanager
def pool() -> Iterator[WorkerPool]:
    """Workers that end with the test."""
    workers = WorkerPool()
    try:
        yield workers
    finally:
        workers.close()


def answer_of_solver(solver: Solver, script: str, seconds: float = PATIENCE) -> Asked:
    """Return the solver's answer, without a time limit."""
    with pool() as workers:
        return workers.ask(solver, script, seconds)


# Solvers.


@every_solver
def test_models_are_exact(solver: Solver) -> None:
    """And an irrational value is described."""
    asked = answer_of_solver(solver, SQUARES)
    assert (asked.solver, asked.reply.answer, asked.reply.model) == (solver.name, Answer.UNSAT, {})
    assert asked.reply.version[0].isdigit()
    reply = answer_of_solver(
        solver, script({"a": equal(3 * a, -7), "b": equal(b, a * a)}, below(a, a)).text
    ).reply
    assert (reply.answer, reply.model) == (Answer.SAT, {"a": "-7/3", "b": "49/9"})
    reply = answer_of_solver(solver, script({"a": equal(a * a, 2), "b": below(0, a)}, below(a, a)).text).reply
    assert reply.answer is Answer.SAT
    assert "/1" not in reply.model["a"]


@every_solver
def test_what_is_not_understood_is_unknown(solver: Solver) -> None:
    """An assertion is not skipped."""
    for text, reason in (
        ("(set-logic QF_NRA)(declare-const a Real)(assert (= a", ""),
        ("(set-logic QF_NRA)(assert (sinus 1.0))(assert false)(check-sat)", "sinus"),
    ):
        reply = answer_of_solver(solver, text).reply
        assert reply.answer is Answer.UNKNOWN
        assert reply.reason
        assert reason in reply.reason


@slow
@every_solver
def test_a_hard_question_ends_by_the_solver_s_own_limits_or_by_ours(solver: Solver) -> None:
    facts = {
        "1": equal(a**3 + b * b * c, d * e),
        "2": below(7, a * b * c * d * e),
        "3": equal(a * b + c * d, e**3),
    }
    asked = answer_of_solver(solver, script(facts, at_most(3, a * a + d * d)).text)
    assert asked.reply.answer is Answer.UNKNOWN
    assert asked.reply.reason


@slow
@every_solver
def test_an_answer_depends_on_the_question_alone(solver: Solver) -> None:
    """Not on what the process was asked before: the same answers in one process and in one for each."""
    texts = [SQUARES, script({}, at_most(a * b * c, a**4 + b**4 + c**2)).text, FALSE]
    with pool() as workers:
        together = [workers.ask(solver, text).reply.answer for text in (*texts, *reversed(texts))]
    alone = [answer_of_solver(solver, text).reply.answer for text in texts]
    assert together == [*alone, *reversed(alone)]


def test_settings_name_the_exact_version_and_the_limits() -> None:
    assert Z3.settings.startswith("z3 ")
    for solver in SOLVERS:
        assert solver.settings.endswith(f", {LIMITS[solver.name].units} units")
    assert fake("").settings == "fake of no known version"


# The pool.


def test_what_is_no_reply_is_unknown(tmp_path: Path) -> None:
    """Garbage, endless output, a crash, and silence when the time is over."""
    garbage = answer_of_solver(fake("print('unsat', chr(27) * 999)"), "").reply
    assert garbage.answer is Answer.UNKNOWN
    assert garbage.reason.startswith("not a reply: b'unsat ")
    assert len(garbage.reason) < 300
    assert "more than" in answer_of_solver(fake("while True: print('x' * 65536, end='')"), "").reply.reason
    crash = Reply(Answer.UNKNOWN, reason="it ended without a line (exit status 5)")
    assert answer_of_solver(fake("raise SystemExit(5)"), "").reply == crash
    silence = answer_of_solver(fake(SILENT, str(tmp_path / "lock")), "", 1)
    assert silence.reply == Reply(Answer.UNKNOWN, reason="timeout")
    assert silence.seconds >= 1


COUNTING = answering("reply['reason'] = f'{os.getpid()} {number}'", after="if number == 1: break")
"""Says who it is and how often it was asked before; after the second question it ends."""


def test_one_process_answers_many_questions_and_is_replaced_when_it_ends() -> None:
    """No question is lost with it: whoever does not answer a later question is asked again in a fresh process."""
    with pool() as workers:
        replies = [workers.ask(fake(COUNTING), f"question {number}").reply for number in range(6)]
    said = [reply.reason.split() for reply in replies]
    assert [number for _, number in said] == ["0", "1"] * 3
    assert len({process for process, _ in said}) == 3


def test_an_answer_is_never_taken_for_another_question_s() -> None:
    """A line too much is discarded or refused, never believed: it says which question it is about."""
    twice = fake(answering("reply['answer'] = 'unsat'; print(json.dumps(reply), flush=True)"))
    with pool() as workers:
        replies = [workers.ask(twice, f"question {number}").reply for number in range(20)]
    assert replies[0].answer is Answer.UNSAT
    assert all(each.answer is Answer.UNSAT or "not a reply" in each.reason for each in replies)


SLOW = answering("reply['answer'] = 'unsat'\n    if seconds < 9: os.kill(os.getpid(), signal.SIGVTALRM)")
"""Has no answer within nine seconds of processor time."""


@pytest.mark.parametrize(
    ("before", "said", "contradicted"),
    [
        (None, Answer.UNKNOWN, None),
        (Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT), Answer.UNKNOWN, None),
        (UNSAT, Answer.UNSAT, None),
        (Reply(Answer.SAT), Answer.UNSAT, Answer.SAT),
    ],
)
def test_who_had_an_answer_gets_more_time(
    before: Reply | None, said: Answer, contradicted: Answer | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a slow machine contradicts nobody, and a fast one's memory is held to all the same."""
    monkeypatch.setitem(LIMITS, "slow", Limits(0, 1, 10))
    with pool() as workers:
        for _ in range(2):
            asked = workers.ask(fake(SLOW, name="slow"), "", PATIENCE, before)
            assert (asked.reply.answer, asked.contradicted) == (said, contradicted)
            assert asked.reply.reason == (NO_TIME_LEFT if said is Answer.UNKNOWN else "")


def test_only_the_clock_excuses_another_answer() -> None:
    no_time, no_units = (Reply(Answer.UNKNOWN, reason=reason) for reason in (NO_TIME_LEFT, NO_UNITS_LEFT))
    for before, now, contradicted in (
        (no_time, Reply(Answer.SAT), None),
        (no_units, Reply(Answer.SAT), Answer.UNKNOWN),
        (no_units, no_time, None),
        (Reply(Answer.SAT), no_time, Answer.SAT),
    ):
        assert Asked("z3", now, 0, before).contradicted is contradicted


# Workers.


def run(source: str, *arguments: str, question: str = "", seconds: float = PATIENCE) -> bytes:
    with Worker(fake(source, *arguments).command) as worker:
        return worker.answer(question, seconds)


def test_the_question_is_read_and_the_first_line_returned() -> None:
    """It may come in pieces, and from a process that does not read a long question."""
    assert run("print(input()[::-1]); print('more')", question="abc") == b"cba"
    assert run("print('read nothing')", question="x" * 10_000_000) == b"read nothing"
    assert run("for c in 'a line\\n': print(c, end='', flush=True)") == b"a line"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", r"ended without a line \(exit status 0\)"),
        ("raise SystemExit(3)", r"ended without a line \(exit status 3\)"),
        ("print('no end', end='')", r"ended without a line \(exit status 0\)"),
        (
            "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
            r"ended without a line \(exit status -11\)",
        ),
        ("import os, time; os.close(1); time.sleep(6000)", "ended without a line"),
        ("import os\nwhile True: os.write(1, b'x' * 65536)", f"more than {MOST_BYTES} bytes"),
        (
            "import signal; signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)\nwhile True: pass",
            "no processor time left",
        ),
    ],
)
def test_an_end_without_a_line_is_a_reason(source: str, why: str) -> None:
    with pytest.raises(NoLine, match=why):
        run(source)


def test_a_command_that_does_not_exist_is_a_reason() -> None:
    with pytest.raises(NoLine, match="could not be started"):
        Worker(("/nowhere/solver",))


def test_a_silent_process_that_ignores_requests_to_end_is_killed_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "lock"

    def under_way() -> bool:
        return lock.exists() and lock.read_text() == "held"

    class Late(Timer):
        """Goes off once the process is under way."""

        def run(self) -> None:
            while not under_way():
                sleep(0.01)
            super().run()

    monkeypatch.setattr("ldproof_proofs.kernel.smt.worker.Timer", Late)
    with pytest.raises(NoLine, match="timeout"):
        run(SILENT, str(lock), seconds=0.1)
    assert under_way()
    assert released(lock)


def test_the_processes_that_a_process_leaves_are_killed(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert run(ABANDONING, str(lock), "done") == b"done"
    assert lock.read_text() == "held"
    assert released(lock)


def test_no_zombie_is_left() -> None:
    """No child has ended that nobody has waited for; what other tests have started may run on."""
    run("print()")
    try:
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        ended = None
    assert ended is None


# A solver's process ends even if nobody is left to kill it.


def status(source: str) -> int:
    confined = f"from {child.__name__} import confine, spend; confine(); spend(0.1)\n{source}"
    command = (sys.executable, "-P", "-c", confined)
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode


@slow
def test_its_processor_time_is_limited() -> None:
    """Time that is given anew is not used up."""
    assert status("while True: pass") == -signal.SIGVTALRM
    anew = "for _ in range(20):\n    spend(0.2)\n    sum(range(10**6))\nspend(0)\nsum(range(3 * 10**7))"
    assert status(anew) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit what a process may address")
def test_its_memory_is_limited() -> None:
    assert status("bytearray(1 << 20)") == 0
    assert status("bytearray(3 << 30)") == 1


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_solver_that_is_not_installed_is_unknown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"ldproof_proofs.kernel.smt.with_{name}", raising=False)
    found = child.reply(name, "(check-sat)")
    assert found.answer is Answer.UNKNOWN
    assert name in found.reason


# A reply survives its line; nothing else is a reply.

words = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=SHOWN)
models = st.dictionaries(st.text(), st.text())
SCRIPT = "(check-sat)"


@given(st.builds(Reply, st.sampled_from(Answer), words, models, words), st.text(), st.text())
def test_a_reply_is_what_its_line_says(reply: Reply, text: str, other: str) -> None:
    """A reply to another question is none, and a question is one line."""
    written = protocol.line(reply, other)
    assert "\n" not in written + protocol.question(text, 1)
    assert protocol.parse(written.encode(), other) == reply
    if text != other:
        with pytest.raises(ValueError, match="not a reply to this question"):
            protocol.parse(written.encode(), text)
    assert protocol.asked(protocol.question(text, 2.5)) == (text, 2.5)


def test_garbage_is_no_reply() -> None:
    right = {"answer": "unsat", "version": "", "model": {}, "reason": ""}
    about = {**right, "about": protocol.digest(SCRIPT)}
    wrong = ({"answer": "perhaps"}, {"answer": ["unsat"]}, {"version": 1}, {"answer": "sat", "model": []})
    for garbage in (
        *(b"", b"unsat", b"\xff\xfe", b'"unsat"', b"[]", b"{}", b'{"answer": "unsat"}'),
        *(b"[" * 100_000, b"1" * 10_000, json.dumps(right).encode()),
        *(json.dumps({**about, **part}).encode() for part in wrong),
    ):
        with pytest.raises(ValueError):  # noqa: PT011  (the message is Python's)
            protocol.parse(garbage, SCRIPT)
    assert protocol.parse(json.dumps(about).encode(), SCRIPT) == UNSAT


@given(st.text())
def test_what_is_shown_is_short_and_on_one_line(text: str) -> None:
    assert len(shown(text)) <= SHOWN
    assert shown(text).isprintable()


# What is remembered is what was said, to just that question by just that solver.


@given(
    st.just(UNSAT)
    | models.map(lambda model: Reply(Answer.SAT, model=model))
    | st.text().map(lambda reason: Reply(Answer.UNKNOWN, reason=shown(reason)))
)
def test_a_reply_survives(reply: Reply) -> None:
    assert decode(json.loads(json.dumps(encode(reply)))) == reply


def test_anything_else_is_not_remembered() -> None:
    garbage: list[object] = ["sat", None, 1, [], [1], ["a", "b"], ""]
    for value in garbage:
        with pytest.raises(ValueError, match="no remembered reply"):
            decode(value)
    assert decode(["\x1b[31mred"]).reason == " [31mred"


def test_it_is_recalled_by_solver_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, another solver, another version or another limit: nothing is known."""
    known = Memory({key(Z3, "one"): UNSAT})
    assert known.recalled(Z3, "one") == UNSAT
    assert known.recalled(Z3, "two") is None
    assert known.recalled(CVC5, "one") is None
    with monkeypatch.context() as patch:
        patch.setitem(LIMITS, "z3", Limits(LIMITS["z3"].units + 1, 1, 1))
        assert known.recalled(Z3, "one") is None
    with monkeypatch.context() as patch:
        patch.setattr("ldproof_proofs.kernel.smt.solvers.version", lambda _: "0")
        assert known.recalled(Z3, "one") is None


def test_what_is_saved_is_a_line_a_reply(tmp_path: Path) -> None:
    said = {"a": UNSAT, "b": Reply(Answer.SAT, model={"x": "1/2"})}
    replies = {key(solver, text): reply for solver in SOLVERS for text, reply in said.items()}
    memory.save(replies, path := tmp_path / "opinions.json")
    assert memory.remembered(json.loads(path.read_text())).replies == replies
    assert len(path.read_text().splitlines()) == 2 + 2 * (2 + len(SOLVERS))


@pytest.mark.parametrize("stored", [{"z3": []}, {"z3": {"a": 5}}, {"z3": {"a": "sat"}}])
def test_a_damaged_file_is_refused_by_its_name(stored: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.is_there", lambda *_: True)
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.read", lambda _, __: stored)
    with pytest.raises(Refused, match=r"opinions\.json beside the proofs") as refusal:
        memory.load()
    assert refusal.value.reason is Reason.DAMAGED_STATE
