"""Which lines of ldproof a vector runs: each is replayed in a process of its own, where nothing is remembered of the others."""

import pickle
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from types import FrameType
from typing import TYPE_CHECKING

from ldproof.oracle.ops import answered
from ldproof.oracle.vectors import Vector
from tests.drivers.mutation.reach import ROOT, SOURCE_ROOTS, modules
from tests.drivers.mutation.trials import in_fork
from tests.drivers.oracle_mutation.replay import differs

if TYPE_CHECKING:
    from _typeshed import TraceFunction

REFERENCE = f"{SOURCE_ROOTS[0]}/ldproof/"
KEPT = ROOT / "build" / "reached"

SERVICES = frozenset(
    (
        *("audit", "cli", "experiments", "interface", "oracle", "planning"),
        *("programs", "rendering", "strategies", "testing"),
    )
)
"""The packages on which no answer's arithmetic rests."""

Line = tuple[str, int]
"""A source's path and a number."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a vector runs, and the seconds that it takes while it is watched."""

    lines: frozenset[Line]
    seconds: float


def reached(vectors: Sequence[Vector]) -> dict[str, Reached]:
    """By the vectors' names; what was found is kept until a source changes that is not of the services."""
    digest = blake2b(digest_size=8)
    for name, path in sorted(modules().items()):
        if name.startswith("ldproof.") and name.split(".")[1] not in SERVICES:
            digest.update(path.read_bytes())
    kept = KEPT / digest.hexdigest()
    known: dict[str, Reached] = pickle.loads(kept.read_bytes()) if kept.exists() else {}
    found = {each.id: known.get(each.id) or in_fork(partial(ran, each)) for each in vectors}
    KEPT.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def ran(vector: Vector) -> Reached:
    """What it runs, in this process."""
    lines: set[Line] = set()

    def local(frame: FrameType, event: str, _: object) -> "TraceFunction | None":
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def called(frame: FrameType, _event: str, _: object) -> "TraceFunction | None":
        return local if frame.f_code.co_filename.startswith(REFERENCE) else None

    start = time.process_time()
    sys.settrace(called)
    why = differs(vector, answered)
    sys.settrace(None)
    if why:
        raise AssertionError(f"{vector.kind} {vector.id} fails as it is: {why}")
    return Reached(frozenset(lines), time.process_time() - start)
