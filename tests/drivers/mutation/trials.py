"""Trials: a process of its own for each mutant."""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import NoReturn, TypeVar

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Trial:
    """A module with a mutated source."""

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
    """Import one module from the trial's source."""

    trial: Trial

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname == self.trial.module else None

    def get_source(self, fullname: str) -> str:
        return self.trial.source

    def is_package(self, fullname: str) -> bool:
        return False


Outcome = tuple[Trial, str]
"""A trial, and by what its mutant was killed: the empty text if it survived."""


def run_trials(
    trials: Iterable[Trial], workers: int, run: Callable[[Trial, int], NoReturn]
) -> Iterator[Outcome]:
    """Yield the fate of each mutant when it ends; each runs in a fork, which writes what killed it."""
    running: dict[int, tuple[Trial, int]] = {}
    for trial in trials:
        if len(running) == workers:
            yield _ended(running)
        out, into = os.pipe()
        pid = os.fork()
        if not pid:
            run(trial, into)
        os.close(into)
        running[pid] = trial, out
    while running:
        yield _ended(running)


def order_by_killers(outcomes: Iterator[Outcome], killers: list[str]) -> Iterator[Outcome]:
    """Yield the outcomes as they come; what killed last is tried first."""
    for trial, why in outcomes:
        if why:
            killer = why.partition(":")[0]
            killers[:] = [killer, *(each for each in killers if each != killer)]
        yield trial, why


def in_fork(work: Callable[[], Found]) -> Found:
    """Run a function in a fork, without knowledge of other forks, and return its result."""
    out, into = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(out)
        with os.fdopen(into, "wb") as sink:
            sink.write(pickle.dumps(work()))
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as source:
        found: Found = pickle.loads(source.read())
    os.waitpid(pid, 0)
    return found


def _ended(running: dict[int, tuple[Trial, int]]) -> Outcome:
    pid, status = os.wait()
    trial, out = running.pop(pid)
    with os.fdopen(out) as said:
        why = said.read()
    # Whatever ends otherwise than by saying that everything was proved is killed: it crashed or did not stop.
    return trial, why or ("" if status == 0 else f"ended with status {status}")
