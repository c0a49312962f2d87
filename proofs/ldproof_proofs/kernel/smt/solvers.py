"""The solvers, each asked in a process of its own."""

import sys
from dataclasses import dataclass
from time import monotonic

from ldproof_proofs.kernel.smt.process import NoLine, first_line
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, parse, shown

SECONDS = 10.0
"""How long a solver may think about one question."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A command that reads a script and writes a reply; its last argument is how many seconds it has."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a solver said, and how long it took."""

    solver: str
    reply: Reply
    seconds: float


def child(name: str) -> Solver:
    """A solver that is installed beside ldproof."""
    # -P: a file z3.py in the directory where somebody happens to be is not z3.
    return Solver(name, (sys.executable, "-P", "-m", "ldproof_proofs.kernel.smt.child", name))


SOLVERS = (child("z3"), child("cvc5"))


def ask(solver: Solver, script: str, seconds: float = SECONDS) -> Asked:
    """A solver's reply; `unknown` with the reason if it does not give one."""
    start = monotonic()
    try:
        text = first_line((*solver.command, str(seconds)), script, seconds)
    except NoLine as reason:
        reply = Reply(Answer.UNKNOWN, reason=str(reason))
    else:
        try:
            reply = parse(text)
        except ValueError:
            reply = Reply(Answer.UNKNOWN, reason=f"not a reply: {shown(repr(text))}")
    return Asked(solver.name, reply, monotonic() - start)
