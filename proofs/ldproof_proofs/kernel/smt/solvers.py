"""The solvers, and the processes in which they are asked: one serves many questions, and is replaced when it fails."""

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from time import monotonic

from ldproof_proofs.kernel.smt.limits import LIMITS, PATIENCE
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, parse, question, shown
from ldproof_proofs.kernel.smt.worker import NoLine, Worker

PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The package that each solver comes in."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A command that replies to scripts, a line to a line."""

    name: str
    command: tuple[str, ...]

    @property
    def settings(self) -> str:
        """What an answer depends on besides the script: the exact version, and how long it may think."""
        try:
            found = version(PACKAGES.get(self.name, self.name))
        except PackageNotFoundError:
            found = "of no known version"
        units = f", {LIMITS[self.name].units} units" if self.name in LIMITS else ""
        return f"{self.name} {found}{units}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a solver said, and how long it took."""

    solver: str
    reply: Reply
    seconds: float
    before: Reply | None = None
    """What it said when it was asked the same before, as far as that is remembered."""


def child(name: str) -> Solver:
    """A solver that is installed beside ldproof."""
    # -P: a file z3.py in the directory where somebody happens to be is not z3.
    return Solver(name, (sys.executable, "-P", "-m", "ldproof_proofs.kernel.smt.child", name))


SOLVERS = (child("z3"), child("cvc5"))


class WorkerPool:
    """Solvers' processes that wait for the next question; as many run as are asked at the same time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: defaultdict[Solver, list[Worker]] = defaultdict(list)

    def ask(self, solver: Solver, script: str, seconds: float = PATIENCE) -> Asked:
        """A solver's reply; `unknown` with the reason if it does not give one."""
        start = monotonic()
        try:
            reply = self._reply(solver, script, seconds)
        except NoLine as reason:
            reply = Reply(Answer.UNKNOWN, reason=str(reason))
        return Asked(solver.name, reply, monotonic() - start)

    def close(self) -> None:
        """End every process that waits."""
        while self._idle:
            for worker in self._idle.popitem()[1]:
                worker.close()

    def _reply(self, solver: Solver, script: str, seconds: float) -> Reply:
        with self._lock:
            waiting = self._idle[solver]
            worker = waiting.pop() if waiting else None
        if worker is not None:
            try:
                return self._put(worker, solver, script, seconds)
            except NoLine:
                pass  # whatever became of it before: an answer is not to depend on earlier questions
        return self._put(Worker(solver.command), solver, script, seconds)

    def _put(self, worker: Worker, solver: Solver, script: str, seconds: float) -> Reply:
        line = worker.answer(question(script), seconds)
        try:
            reply = parse(line, script)
        except ValueError:
            worker.close()
            return Reply(Answer.UNKNOWN, reason=f"not a reply: {shown(repr(line))}")
        with self._lock:
            self._idle[solver].append(worker)
        return reply
