"""A mutant's trial by the proofs: what it can affect is proved again, up to the first failure."""

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from tests.mutation.exchanged import Memory, put
from tests.mutation.trials import Trial, fates

if TYPE_CHECKING:
    from ldproof_proofs.kernel.prover import Prover
    from ldproof_proofs.kernel.theorem import Theorem

    Source = Callable[[Prover], Theorem | Iterable[Theorem]]

MEMORY = 4 << 30
LONG = 1200
"""More than enough seconds for all proofs."""


class Unproved(Exception):  # noqa: N818
    """Which of the ledger's sources fails, and how."""


def limited(seconds: int) -> None:
    """Let a trial take no more than so much of the processor's time, and of memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@dataclass(frozen=True, slots=True)
class Proofs:
    """The reference and the proofs as they lie in memory, before anything was proved with them."""

    memory: Memory

    def seconds(self) -> Mapping[str, float]:
        """How long the proofs of each module take as they are: no mutant's death says anything if one of them fails."""
        ((_, said, _),) = fates([Trial("", "", {}, (), LONG, "", "as it is")], 1, self._timed)
        if not said.startswith("{"):
            sys.exit(f"the proofs fail as they are: {said}")
        found: Mapping[str, float] = json.loads(said)
        return found

    def run(self, trial: Trial, into: int) -> NoReturn:
        """Prove what can be affected, the nearest first, up to the first failure, and say which it was."""

        def late(found: tuple[str, "Source"]) -> tuple[int, int]:
            name, source = found
            known = trial.killers.index(name) if name in trial.killers else len(trial.killers)
            return known, trial.reach[source.__module__]

        def proved() -> str:
            put(trial, self.memory)
            for _ in _proved(sorted(_sources(trial.reach), key=late)):
                pass
            return ""

        _end(trial, into, proved)

    def _timed(self, trial: Trial, into: int) -> NoReturn:
        def timed() -> str:
            found, before = dict[str, float](), time.process_time()
            for module in _proved(_sources()):
                found[module] = found.get(module, 0) + (now := time.process_time()) - before
                before = now
            return json.dumps(found)

        _end(trial, into, timed)


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


def _proved(sources: Iterable[tuple[str, "Source"]]) -> Iterator[str]:
    """Prove all that these functions give; the module of each when it has."""
    from ldproof_proofs.kernel.prover import Searching
    from ldproof_proofs.kernel.theorem import Theorem

    prover = Searching()
    for name, source in sources:
        try:
            found = source(prover)
            if not isinstance(found, Theorem):
                tuple(found)
        except Exception as failure:
            raise Unproved(f"{name}: {type(failure).__name__}: {failure}") from failure
        yield source.__module__


def _sources(reach: Mapping[str, int] | None = None) -> list[tuple[str, "Source"]]:
    """The functions that give the ledger's theorems, those in reach alone if one is given."""
    from ldproof_proofs.ledger import CLAIMS

    every = {
        source: f"{source.__module__}.{source.__qualname__}"
        for entry in CLAIMS.values()
        for source in entry.sources
    }
    return [(name, source) for source, name in every.items() if reach is None or source.__module__ in reach]
