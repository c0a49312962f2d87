"""Trials: a process of its own for each mutant, forked from one that has read everything but ldproof."""

import os
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

import flint  # noqa: F401  # what every trial needs is read once
import numpy as np  # noqa: F401
import sympy  # noqa: F401

if TYPE_CHECKING:
    from ldproof_proofs.kernel.prover import Prover
    from ldproof_proofs.kernel.theorem import Theorem

    Source = Callable[[Prover], Theorem | Iterable[Theorem]]

MEMORY = 4 << 30


@dataclass(frozen=True, slots=True)
class Trial:
    """A module with a source in the place of its own."""

    module: str
    source: str
    reach: Mapping[str, int]
    """How far from it the modules are that can be affected."""
    killers: Sequence[str]
    """What killed other mutants of the module, the last one first: it is asked first."""
    seconds: int
    text: str
    """The line that was changed."""
    change: str


@dataclass(frozen=True, slots=True)
class Changed(MetaPathFinder, InspectLoader):
    """Imports one module from the trial's source."""

    trial: Trial

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Only this one."""
        return spec_from_loader(fullname, self) if fullname == self.trial.module else None

    def get_source(self, fullname: str) -> str:
        """The trial's."""
        return self.trial.source

    def is_package(self, fullname: str) -> bool:
        """It is none."""
        return False


Outcome = tuple[Trial, str, float]
"""A trial, by what its mutant was killed (the empty text if it survived), and the processor's seconds."""


def fates(
    trials: Iterable[Trial], workers: int, run: "Callable[[Trial, int], NoReturn] | None" = None
) -> Iterator[Outcome]:
    """What becomes of each mutant, as it ends; the proofs run it if nobody else does."""
    running: dict[int, tuple[Trial, int]] = {}
    for trial in trials:
        if len(running) == workers:
            yield _ended(running)
        out, into = os.pipe()
        pid = os.fork()
        if not pid:
            (run or _run)(trial, into)
        os.close(into)
        running[pid] = trial, out
    while running:
        yield _ended(running)


def remembered(outcomes: Iterator[Outcome], killers: list[str]) -> Iterator[Outcome]:
    """The outcomes as they come; what killed last is asked first."""
    for trial, why, seconds in outcomes:
        if why:
            killer = why.partition(":")[0]
            killers[:] = [killer, *(each for each in killers if each != killer)]
        yield trial, why, seconds


def _ended(running: dict[int, tuple[Trial, int]]) -> Outcome:
    pid, status, used = os.wait3(0)
    trial, out = running.pop(pid)
    with os.fdopen(out) as said:
        why = said.read()
    # Whatever ends otherwise than by saying that everything was proved is killed: it crashed or did not stop.
    return trial, why or ("" if status == 0 else f"ended with status {status}"), used.ru_utime


def _run(trial: Trial, into: int) -> NoReturn:
    """Prove what can be affected, the nearest first, up to the first failure, and say which it was."""
    status, doing = 1, "imports"
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (trial.seconds, trial.seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for name in [*sys.modules]:
            if name.partition(".")[0] in {"ldproof", "ldproof_proofs"}:
                del sys.modules[name]
        sys.meta_path.insert(0, Changed(trial))
        from ldproof_proofs.kernel.prover import Searching
        from ldproof_proofs.kernel.theorem import Theorem

        prover = Searching()
        for doing, source in _sources(trial):  # noqa: B007  # what was being done is said where it fails
            found = source(prover)
            if not isinstance(found, Theorem):
                tuple(found)
        status = 0
    except Exception as failure:  # noqa: BLE001  # a crash is a death too
        os.write(into, f"{doing}: {type(failure).__name__}: {failure}".encode()[:300])
    finally:
        os._exit(status)


def _sources(trial: Trial) -> list[tuple[str, "Source"]]:
    """The functions that give the ledger's theorems, without those that cannot be affected."""
    from ldproof_proofs.ledger import CLAIMS

    named: dict[Source, str] = {}
    for entry in CLAIMS.values():
        for source in entry.sources:
            named[source] = f"{source.__module__}.{source.__qualname__}"

    def late(found: tuple[str, "Source"]) -> tuple[int, int]:
        name, source = found
        known = trial.killers.index(name) if name in trial.killers else len(trial.killers)
        return known, trial.reach[source.__module__]

    return sorted(
        ((name, source) for source, name in named.items() if source.__module__ in trial.reach), key=late
    )
