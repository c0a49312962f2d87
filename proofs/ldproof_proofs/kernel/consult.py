"""Second opinions on what the kernel proved: solvers are asked, never believed alone."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ldproof_proofs.kernel import second_algebra
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.smt.opinions import Disagreement, refutation, second_opinion
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Solver
from ldproof_proofs.kernel.smt.text import script, write_smt2
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
        for question in questions:
            if self.directory is not None:
                write_smt2(self.directory, question.name, script(question.given, question.goal))
            if not self.solvers:
                continue
            try:
                summary = second_opinion(question.given, question.goal, self.solvers, SECONDS).summary
                algebra = second_algebra.opinion(question.goal) if question.goal.sign == "=" else None
                said[question.name] = f"{summary}; {algebra}" if algebra else summary
                if question.mutant is not None:
                    found = refutation(question.given, question.mutant.goal, self.solvers, SECONDS)
                    said[f"{question.name}, mutant"] = found.summary
            except Disagreement as disagreement:
                raise NotProved(f"{question.name}: {disagreement}") from disagreement
        return said
