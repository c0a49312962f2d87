"""Trials of a mutant by the proofs: those that run the changed function are repeated up to the first failure."""

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

from tests.drivers.mutation.exchanged import Memory, install_mutant
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
    """One source of the ledger fails; the message says which, and how."""


def limit_trial(seconds: int) -> None:
    """Limit a trial's processor time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@dataclass(frozen=True, slots=True)
class Made:
    """Requirements of a proof: the module of its source, the functions of the reference that it runs, and seconds."""

    module: str
    calls: frozenset[tuple[str, int]]
    """By their path and first line."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Proofs:
    """The reference and the proofs before any is run, with the requirements of each."""

    memory: Memory
    made: Mapping[str, Made]

    @classmethod
    def of(cls, memory: Memory, modules: Iterable[str]) -> "Proofs":
        """Those of some modules: no mutant's death says anything if one of them fails as it is."""
        found = {
            name: in_fork(partial(watch_source, name))
            for name in in_fork(partial(source_names, frozenset(modules)))
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
            install_mutant(trial, self.memory)
            found, prover = ledger_sources(), searching_prover()
            for name in sorted(trial.reach, key=late):
                # Whoever takes much longer than it takes is ended, and so killed by it.
                signal.setitimer(signal.ITIMER_PROF, PATIENCE * (1 + self.made[name].seconds))
                prove_source(name, found[name], prover)
            return ""

        _end(trial, into, proved)


def _end(trial: Trial, into: int, said: Callable[[], str]) -> NoReturn:
    """Write what is said, or how it fails: a crash is a death too."""
    status = 1
    try:
        limit_trial(trial.seconds)
        os.write(into, said().encode())
        status = 0
    except Unproved as failure:
        os.write(into, str(failure).encode()[:300])
    except Exception as failure:  # noqa: BLE001
        os.write(into, f"imports: {type(failure).__name__}: {failure}".encode()[:300])
    finally:
        os._exit(status)


def source_names(modules: frozenset[str]) -> list[str]:
    """Return the names of the sources in some modules."""
    return [name for name, source in ledger_sources().items() if source.__module__ in modules]


def watch_source(name: str) -> Made | str:
    """Return the functions that a source runs, or its failure, without knowledge of other sources."""
    calls, source = set[tuple[str, int]](), ledger_sources()[name]

    def called(frame: FrameType, _event: str, _: object) -> None:
        if frame.f_code.co_filename.startswith(REFERENCE):
            calls.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    start = time.process_time()
    sys.settrace(called)
    try:
        prove_source(name, source, searching_prover())
    except Unproved as failure:
        return str(failure)
    finally:
        sys.settrace(None)
    return Made(source.__module__, frozenset(calls), time.process_time() - start)


def searching_prover() -> "Prover":
    """Return a prover that searches for certificates, and keeps what is proved."""
    from ldproof_proofs.kernel.prover import Searching

    return Searching()


def prove_source(name: str, source: "Source", prover: "Prover") -> None:
    """Prove the theorem of a source."""
    from ldproof_proofs.kernel.theorem import Theorem

    try:
        found = source(prover)
        if not isinstance(found, Theorem):
            tuple(found)
    except Exception as failure:
        raise Unproved(f"{name}: {type(failure).__name__}: {failure}") from failure


def ledger_sources() -> dict[str, "Source"]:
    """Return the functions that give the ledger's theorems, by their names."""
    from ldproof_proofs.ledger import CLAIMS

    every = (source for entry in CLAIMS.values() for source in entry.sources)
    return {f"{source.__module__}.{source.__qualname__}": source for source in every}
