"""Work on a list of names, spread over processes: each begins at a place of its own, and helps out when it is done."""

import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol, TypeVar

from ldproof.rejections import Reason, Refused

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Job(Protocol[Result_co]):
    """What each process does: it opens what it needs once, and then works on one name after another."""

    def open(self, closing: ExitStack) -> Callable[[str], Result_co]:
        """What makes a result from a name; whatever has to be closed in the end is put on the stack."""
        ...


def spread(job: Job[Result], names: Sequence[str], processes: int) -> Iterator[Result]:
    """The result for each name, as soon as it is there. One process is this one; several are fresh interpreters.

    Names that stand beside each other share work, so each process is given a stretch of them, and takes the last of
    the longest stretch that is left when its own is done.
    """
    count = min(processes, len(names))
    with ExitStack() as closing:
        if count <= 1:
            yield from map(job.open(closing), names)
            return
        edges = [len(names) * place // count for place in range(count + 1)]
        stretches = [deque(names[start:end]) for start, end in pairwise(edges)]
        busy: dict[object, tuple[Connection, deque[str], str]] = {}
        for own in stretches:
            line = started(job, closing)
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


def started(job: Job[object], closing: ExitStack) -> Connection:
    """Our end of the line to a fresh process that works until the line is closed."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(job, theirs), daemon=True)
    # Ctrl-C is for this process alone: whoever is started while it is ignored ignores it.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)
    theirs.close()
    closing.callback(_end, process, ours)
    return ours


def serve(job: Job[object], line: Connection) -> None:
    """Work on what comes along the line, until nothing does."""
    with ExitStack() as closing, suppress(EOFError, ConnectionError):
        work = job.open(closing)
        while True:
            name: str = line.recv()
            try:
                result = work(name)
            except Exception:  # noqa: BLE001  (whoever handed out the name shall hear of it)
                line.send((False, traceback.format_exc()))
            else:
                line.send((True, result))


def received(job: Job[Result], line: Connection, name: str) -> Result:  # noqa: ARG001  (the job says of what type)
    """The result that comes along a line, or what became of it."""
    try:
        good, result = line.recv()
    except (EOFError, ConnectionError):
        raise Refused(
            Reason.WORKER_LOST, f"the process that worked on {name} ended", "a process that is left alone"
        ) from None
    if not good:
        raise RuntimeError(f"{name}: {result}")
    found: Result = result
    return found


def _line(each: tuple[Connection, deque[str], str]) -> Connection:
    return each[0]


def _end(process: SpawnProcess, line: Connection) -> None:
    """Whoever waits for a name ends in order, whoever works on one does not go on."""
    line.close()
    process.join(1)
    process.terminate()
    process.join()
