"""A mutant's trial by the proofs: those that run the changed function are made again, up to the first failure."""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from tests.drivers.mutation.exchanged import Memory, put
from tests.drivers.mutation.reach import SOURCE_ROOTS
from tests.drivers.mutation.trials import Trial, in_fork

if TYPE_CHECKING:
    from ldproof_proofs.kernel.prover import Prover
    from ldproof_proofs.kernel.theorem import Theorem

    Source = Callable[[Prover], Theorem | Iterable[Theorem]]

MEMORY = 4 << 30
PATIENCE = 5
"""So many seconds, and as many times what it takes, are enough for whoever stops."""
REFERENCE = f"{SOURCE_ROOTS[0]}/ldproof/"


class Unproved(Exception):  # noqa: N818
    """Which of the ledger's sources fails, and how."""


def limited(seconds: int) -> None:
    """Let a trial take no more than so much of the processor's time, and of memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@dataclass(frozen=True, slots=True)
class Made:
    """What a proof takes as it is: the module of its source, the functions of the reference that it runs, and seconds."""

    module: str
    calls: frozenset[tuple[str, int]]
    """By their path and first line."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Proofs:
    """The reference and the proofs as they lie in memory, before anything was proved with them; and what each takes."""

    memory: Memory
    made: Mapping[str, Made]

    @classmethod
    def of(cls, memory: Memory, modules: Iterable[str]) -> "Proofs":
        """Those of some modules: no mutant's death says anything if one of them fails as it is."""
        found = {
            name: in_fork(partial(watched, name)) for name in in_fork(partial(names, frozenset(modules)))
        }
        if failing := [f"{name}: {each}" for name, each in found.items() if isinstance(each, str)]:
            sys.exit(f"the proofs fail as they are: {'; '.join(failing)}")
        return cls(memory, {name: each for name, each in found.items() if isinstance(each, Made)})

    def running(self, path: str, lines: range) -> Mapping[str, Made]:
        """The proofs that run some of these lines' functions; all of them if it is run as it is imported."""
        if any(ran == path and line in lines for ran, _, line in self.memory.ran):
            return self.made
        calls = {(path, line) for line in lines}
        return {name: each for name, each in self.made.items() if not calls.isdisjoint(each.calls)}

    def run(self, trial: Trial, into: int) -> NoReturn:
        """Prove what runs it, what killed others and the quickest first, up to the first failure, and say which it was."""

        def late(name: str) -> tuple[bool, float]:
            return name not in trial.killers, self.made[name].seconds

        def proved() -> str:
            put(trial, self.memory)
            found, prover = sources(), searching()
            for name in sorted(trial.reach, key=late):
                # Whoever takes much longer than it takes is ended, and so killed by it.
                signal.setitimer(signal.ITIMER_PROF, PATIENCE * (1 + self.made[name].seconds))
                prove(name, found[name], prover)
            return ""

        _end(trial, into, proved)


def _end(trial: Trial, into: int, said: Callable[[], str]) -> NoReturn:
    """Write what is said, or how it fails: a crash is a death too."""
    status = 1
    try:
        limited(trial.seconds)
        os.write(into, said().encode())
        status = 0
    except Unproved as failure:
        os.write(into, str(failure).encode()[:300])
    except Exception as failure:  # noqa: BLE001
        os.write(into, f"imports: {type(failure).__name__}: {failure}".encode()[:300])
    finally:
        os._exit(status)


def names(modules: frozenset[str]) -> list[str]:
    """Those of the sources that stand in some modules."""
    return [name for name, source in sources().items() if source.__module__ in modules]


def watched(name: str) -> Made | str:
    """What one of the sources runs, or how it fails, where nothing is remembered of the others."""
    calls, source = set[tuple[str, int]](), sources()[name]

    def called(frame: FrameType, _event: str, _: object) -> None:
        if frame.f_code.co_filename.startswith(REFERENCE):
            calls.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    start = time.process_time()
    sys.settrace(called)
    try:
        prove(name, source, searching())
    except Unproved as failure:
        return str(failure)
    finally:
        sys.settrace(None)
    return Made(source.__module__, frozenset(calls), time.process_time() - start)


def searching() -> "Prover":
    """Who searches for certificates, and keeps what is proved."""
    from ldproof_proofs.kernel.prover import Searching

    return Searching()


def prove(name: str, source: "Source", prover: "Prover") -> None:
    """Prove what one of the sources gives."""
    from ldproof_proofs.kernel.theorem import Theorem

    try:
        found = source(prover)
        if not isinstance(found, Theorem):
            tuple(found)
    except Exception as failure:
        raise Unproved(f"{name}: {type(failure).__name__}: {failure}") from failure


def sources() -> dict[str, "Source"]:
    """The functions that give the ledger's theorems, by their names."""
    from ldproof_proofs.ledger import CLAIMS

    every = (source for entry in CLAIMS.values() for source in entry.sources)
    return {f"{source.__module__}.{source.__qualname__}": source for source in every}
