"""Second opinions on what the kernel proved: solvers are asked, never believed alone."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.smt.memory import Key, Memory, key
from ldproof_proofs.kernel.smt.opinions import Disagreement, Inquiry, inquire
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, digest
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, Solver, WorkerPool, version
from ldproof_proofs.kernel.smt.text import write_smt2
from ldproof_proofs.kernel.theorem import Question


class Consultant:
    """Asks solvers about every question, and about its mutant, unless it is remembered what they say.

    It is to be closed after use; scripts are written where that is wanted.
    """

    def __init__(
        self,
        solvers: Sequence[Solver] = SOLVERS,
        directory: Path | None = None,
        memory: Memory | None = None,
        *,
        afresh: bool = False,
        at_once: int = 1,
    ) -> None:
        self.solvers = solvers
        self.directory = directory
        self.heard: dict[Key, Reply] = {}
        """Every reply that was asked for or remembered."""
        self.asked = 0
        self.remembered = 0
        self._memory = memory or Memory()
        self._afresh = afresh
        self._workers = WorkerPool()
        self._hands = ThreadPoolExecutor(at_once)

    def __call__(self, questions: Iterable[Question]) -> Mapping[str, str]:
        """What they say, by question; NotProved if anyone contradicts the kernel, or what is remembered."""
        said = {}
        for question, goal, mutant in [self._put(each) for each in questions]:
            if not self.solvers:
                continue
            try:
                summary = goal.believed().summary
                algebra = self._second_algebra(question.goal) if question.goal.sign == "=" else None
                said[question.name] = f"{summary}; {algebra}" if algebra else summary
                if mutant is not None:
                    said[f"{question.name}, mutant"] = mutant.doubted().summary
            except Disagreement as disagreement:
                raise NotProved(f"{question.name}: {disagreement}") from disagreement
        return said

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Whoever has not been asked by now, need not be."""
        self._hands.shutdown(cancel_futures=True)
        self._workers.close()

    def _put(self, question: Question) -> tuple[Question, Inquiry, Inquiry | None]:
        """Ask about a claim and its mutant, and do not wait."""

        def about(goal: Relation) -> Inquiry:
            return inquire(question.given, goal, self.solvers, self._ask)

        goal = about(question.goal)
        if self.directory is not None:
            write_smt2(self.directory, question.name, goal.question)
        return question, goal, None if question.mutant is None else about(question.mutant.goal)

    def _second_algebra(self, identity: Relation) -> str | None:
        """What SymPy makes of an identity; it takes longer to import than all that is remembered to look up."""
        about = f"sympy {version('sympy')}", digest(str(identity))
        before = self._memory.replies.get(about)
        if before is not None and not self._afresh:
            self.remembered += 1
            reply = before
        else:
            from ldproof_proofs.kernel.second_algebra import agrees  # noqa: PLC0415

            self.asked += 1
            reply = Reply(Answer.UNSAT if agrees(identity) else Answer.UNKNOWN)
            if before is not None and before.answer is not reply.answer:
                raise Disagreement(
                    f"SymPy says {reply.answer} about {identity}, and is remembered to have said {before.answer} "
                    "to the same text"
                )
        self.heard[about] = reply
        return "SymPy agrees" if reply.answer is Answer.UNSAT else None

    def _ask(self, solver: Solver, script: str) -> Future[Asked]:
        """A solver's reply to a script, to come."""
        before = self._memory.recalled(solver, script)
        if before is not None and not self._afresh:
            self.remembered += 1
            self.heard[key(solver, script)] = before
            known: Future[Asked] = Future()
            known.set_result(Asked(solver.name, before, 0))
            return known
        self.asked += 1
        return self._hands.submit(self._asked, solver, script, before)

    def _asked(self, solver: Solver, script: str, before: Reply | None) -> Asked:
        found = self._workers.ask(solver, script, before=before)
        self.heard[key(solver, script)] = found.reply
        return found
