"""Work on a list of names, spread over processes: each begins at a place of its own, and helps out when it is done."""

import gc
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import Protocol, TypeVar

from ldproof.errors import Reason, Refused

SAFE = "PYTHONSAFEPATH"
"""What keeps Python from looking for modules in the current directory."""

ALLOCATIONS = 100_000
"""Between looks for cycles, of which proofs leave few: at Python's own 700 a tenth of the time is spent looking."""

LAST_SECONDS = 1.0
"""In which all processes together may close what they have opened."""

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Job(Protocol[Result_co]):
    """What each process does: it opens what it needs once, and then works on one name after another."""

    def open(self, closing: ExitStack) -> Callable[[str], Result_co]:
        """What makes a result from a name; whatever has to be closed in the end is put on the stack."""
        ...


def spread(
    job: Job[Result], names: Sequence[str], processes: int, slow: Container[str] = ()
) -> Iterator[Result]:
    """The result for each name, as soon as it is there. One process is this one; several are fresh interpreters.

    Names that stand beside each other share work, so each process is given a stretch of them, of which it begins with
    what is slow, and takes the last of the longest stretch that is left when its own is done.
    """
    count = min(processes, len(names))
    with ExitStack() as closing:
        if count <= 1:
            yield from map(job.open(closing), names)
            return
        edges = [len(names) * place // count for place in range(count + 1)]
        stretches = [
            deque(sorted(names[start:end], key=lambda name: name not in slow))
            for start, end in pairwise(edges)
        ]
        busy: dict[object, tuple[Connection, deque[str], str]] = {}
        hands: list[tuple[SpawnProcess, Connection]] = []
        closing.callback(_end, hands)
        for own in stretches:
            hands.append(started(job))
            line = hands[-1][1]
            line.send(first := own.popleft())
            busy[line] = line, own, first
        while busy:
            for ready in wait(list(map(_line, busy.values()))):
                line, own, name = busy.pop(ready)
                result: Result = received(job, line, name)
                if own or any(stretches):
                    line.send(following := own.popleft() if own else max(stretches, key=len).pop())
                    busy[line] = line, own, following
                yield result


def started(job: Job[object]) -> tuple[SpawnProcess, Connection]:
    """A fresh process that works until the line to it is closed, and our end of that."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(job, theirs), daemon=True)
    with _apart():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def _apart() -> Iterator[None]:
    """Whoever is started meanwhile ignores Ctrl-C, which is for this process alone, and imports nothing from here.

    A file socket.py in the directory where somebody happens to be is not Python's.
    """
    safe = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    ours = current_thread() is main_thread()  # only there can it be said who hears what
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if ours else None
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)
        if safe is None:
            del os.environ[SAFE]
        else:
            os.environ[SAFE] = safe


def serve(job: Job[object], line: Connection) -> None:
    """Work on what comes along the line, until nothing does or nobody is left at its other end."""
    Thread(target=_follow, daemon=True).start()
    gc.set_threshold(ALLOCATIONS)
    with ExitStack() as closing, suppress(EOFError, ConnectionError):
        work: Callable[[str], object] | None = None
        while True:
            name: str = line.recv()
            try:
                work = work or job.open(closing)
                result = work(name)
            except Refused as refusal:
                line.send(refusal)
            except Exception:  # noqa: BLE001  (whoever handed out the name shall hear of it)
                line.send(RuntimeError(f"{name}: {traceback.format_exc()}"))
            else:
                line.send((result,))


def _follow() -> None:
    """End at once when the process ends that has started this one, however it does."""
    if (parent := parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


def received(job: Job[Result], line: Connection, name: str) -> Result:  # noqa: ARG001  (the job says of what type)
    """The result that comes along a line, or what became of it."""
    try:
        told: tuple[Result] | Exception = line.recv()
    except (EOFError, ConnectionError):
        raise Refused(
            Reason.WORKER_LOST, f"the process that worked on {name} ended", "a process that is left alone"
        ) from None
    if isinstance(told, Exception):
        raise told
    return told[0]


def _line(each: tuple[Connection, deque[str], str]) -> Connection:
    return each[0]


def _end(hands: Sequence[tuple[SpawnProcess, Connection]]) -> None:
    """Whoever waits for a name ends in order, whoever works on one does not go on."""
    for _, line in hands:
        line.close()
    end = monotonic() + LAST_SECONDS
    for process, _ in hands:
        process.join(max(0.0, end - monotonic()))
        process.terminate()
    for process, _ in hands:
        process.join()
