"""What solvers said before, by the text of the question and the solver's exact version."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from ldproof.errors import Refused
from ldproof_proofs.kernel import shipped
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, digest, shown
from ldproof_proofs.kernel.smt.solvers import Solver

FILE = "opinions.json"

Key: TypeAlias = tuple[str, str]
"""A solver with its version and limits, and the digest of a script."""


class Memory:
    """Replies by solver and question."""

    def __init__(self, replies: Mapping[Key, Reply] | None = None) -> None:
        self.replies = dict(replies or {})

    def recalled(self, solver: Solver, script: str) -> Reply | None:
        """What a solver of just this version, with just these limits, said to just this script."""
        return self.replies.get(key(solver, script))


def key(solver: Solver, script: str) -> Key:
    """By what a reply is remembered."""
    return solver.settings, digest(script)


def load(homes: Iterable[shipped.Home] = (shipped.OURS,)) -> Memory:
    """The opinions that lie beside the proofs, or in these folders."""
    try:
        return Memory({key: each for home in homes for key, each in memory_of(home).replies.items()})
    except ValueError as flaw:
        raise flaw if isinstance(flaw, Refused) else shipped.damaged(FILE, str(flaw)) from None


def memory_of(home: shipped.Home) -> Memory:
    """The opinions in a folder; none where nobody has asked for them."""
    return remembered(shipped.read(FILE, home)) if shipped.is_there(FILE, home) else Memory()


def remembered(stored: Mapping[str, object]) -> Memory:
    """The opinions that a file holds, or a ValueError."""
    found: dict[Key, Reply] = {}
    for solver, replies in stored.items():
        if not isinstance(replies, dict):
            raise shipped.damaged(FILE, f"no replies of {solver}")
        found |= {(solver, about): decode(said) for about, said in replies.items()}
    return Memory(found)


def save(replies: Mapping[Key, Reply], path: Path) -> None:
    """Write replies, one to a line, so that a change shows as one."""
    solvers = sorted({solver for solver, _ in replies})
    blocks = (_object(solver, ",\n".join(_lines(replies, solver))) for solver in solvers)
    shipped.replace_file(path, "{\n" + ",\n".join(blocks) + "\n}\n")


def _object(solver: str, lines: str) -> str:
    return f"{json.dumps(solver)}: {{\n{lines}\n}}"


def _lines(replies: Mapping[Key, Reply], wanted: str) -> Iterable[str]:
    for (solver, about), reply in sorted(replies.items(), key=lambda each: each[0]):
        if solver == wanted:
            yield f"{json.dumps(about)}: {json.dumps(encode(reply))}"


def encode(reply: Reply) -> object:
    """A reply as JSON: `unsat`, a model, or a list with the reason why there is no answer."""
    match reply.answer:
        case Answer.UNSAT:
            return str(Answer.UNSAT)
        case Answer.SAT:
            return dict(reply.model)
        case Answer.UNKNOWN:
            return [reply.reason]


def decode(said: object) -> Reply:
    """The reply that was encoded, or a ValueError."""
    match said:
        case "unsat":
            return Reply(Answer.UNSAT)
        case dict():
            return Reply(Answer.SAT, model={str(name): str(value) for name, value in said.items()})
        case [str(reason)]:
            return Reply(Answer.UNKNOWN, reason=shown(reason))
        case _:
            raise ValueError(f"no remembered reply: {str(said)[:80]}")
