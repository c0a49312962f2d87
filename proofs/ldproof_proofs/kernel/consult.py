"""Second opinions on what the kernel proved: solvers are asked, never believed alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from os import cpu_count
from pathlib import Path

from ldproof_proofs.kernel import second_algebra
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.smt.opinions import Disagreement, Inquiry, inquire
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Solver
from ldproof_proofs.kernel.smt.text import write_smt2
from ldproof_proofs.kernel.theorem import Question

SECONDS = 3.0
"""How long a solver may think: it is a second opinion."""


class Consultant:
    """Asks solvers about every question, and about its mutant; writes the scripts where that is wanted."""

    def __init__(self, solvers: Sequence[Solver] = SOLVERS, directory: Path | None = None) -> None:
        self.solvers = solvers
        self.directory = directory

    def __call__(self, questions: Iterable[Question]) -> Mapping[str, str]:
        """What they say, by question; NotProved if anyone contradicts the kernel."""
        said = {}
        with asking() as hands:
            for question, goal, mutant in [self._put(each, hands) for each in questions]:
                if not self.solvers:
                    continue
                try:
                    summary = goal.believed().summary
                    algebra = second_algebra.opinion(question.goal) if question.goal.sign == "=" else None
                    said[question.name] = f"{summary}; {algebra}" if algebra else summary
                    if mutant is not None:
                        said[f"{question.name}, mutant"] = mutant.doubted().summary
                except Disagreement as disagreement:
                    raise NotProved(f"{question.name}: {disagreement}") from disagreement
        return said

    def _put(self, question: Question, hands: Executor) -> tuple[Question, Inquiry, Inquiry | None]:
        """Ask about a claim and its mutant, and do not wait."""

        def about(goal: Relation) -> Inquiry:
            return inquire(question.given, goal, self.solvers, SECONDS, hands)

        goal = about(question.goal)
        if self.directory is not None:
            write_smt2(self.directory, question.name, goal.question)
        return question, goal, None if question.mutant is None else about(question.mutant.goal)


@contextmanager
def asking() -> Iterator[Executor]:
    """A hand for each processor; whoever has not been asked at the end, need not be."""
    hands = ThreadPoolExecutor(cpu_count() or 1)
    try:
        yield hands
    finally:
        hands.shutdown(cancel_futures=True)
