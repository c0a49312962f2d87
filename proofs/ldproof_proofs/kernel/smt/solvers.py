"""The solvers, and the processes in which they are asked: one serves many questions, and is replaced when it fails."""

import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.metadata import PackageNotFoundError
from threading import Lock
from time import monotonic

from ldproof_proofs.kernel.smt.limits import LIMITS, NO_TIME_LEFT, PATIENCE, UNLIMITED
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, parse, question, shown
from ldproof_proofs.kernel.smt.worker import NoLine, Worker

PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The package that each solver comes in."""

version = cache(metadata.version)
"""A package's exact version, which is looked up in its folder once."""


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

    @property
    def contradicted(self) -> Answer | None:
        """What it said before, if that is something else; if it had no time then, it may know more now."""
        match self.before:
            case Reply(answer=answer, reason=reason) if (
                answer is not self.reply.answer and reason != NO_TIME_LEFT
            ):
                return answer
            case _:
                return None


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

    def ask(
        self, solver: Solver, script: str, seconds: float = PATIENCE, before: Reply | None = None
    ) -> Asked:
        """A solver's reply; `unknown` with the reason if it does not give one.

        It gets more time where it has had an answer before, on a machine that may have been faster.
        """
        start = monotonic()
        limits = LIMITS.get(solver.name, UNLIMITED)
        reply = self._reply(solver, question(script, limits.seconds), script, seconds)
        if reply.reason == NO_TIME_LEFT and before is not None and before.answer is not Answer.UNKNOWN:
            reply = self._reply(solver, question(script, limits.most), script, seconds)
        return Asked(solver.name, reply, monotonic() - start, before)

    def close(self) -> None:
        """End every process that waits."""
        while self._idle:
            for worker in self._idle.popitem()[1]:
                worker.close()

    def _reply(self, solver: Solver, line: str, script: str, seconds: float) -> Reply:
        with self._lock:
            waiting = self._idle[solver]
            worker = waiting.pop() if waiting else None
        if worker is not None:
            try:
                return self._put(worker, solver, line, script, seconds)
            except NoLine as reason:
                # Whatever became of it before: an answer is not to depend on earlier questions. What it used up it
                # used up for this one.
                if str(reason) == NO_TIME_LEFT:
                    return Reply(Answer.UNKNOWN, reason=NO_TIME_LEFT)
        try:
            return self._put(Worker(solver.command), solver, line, script, seconds)
        except NoLine as reason:
            return Reply(Answer.UNKNOWN, reason=str(reason))

    def _put(self, worker: Worker, solver: Solver, line: str, script: str, seconds: float) -> Reply:
        said = worker.answer(line, seconds)
        try:
            reply = parse(said, script)
        except ValueError:
            worker.close()
            return Reply(Answer.UNKNOWN, reason=f"not a reply: {shown(repr(said))}")
        with self._lock:
            self._idle[solver].append(worker)
        return reply
