"""Workers that keep sources open from task to task, and other executors that draw."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import wait as finished
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Lock, Thread, Timer, current_thread, main_thread
from time import sleep
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from ldproof.audit.draw.functions import describe_exception, importable_from, load_function
from ldproof.audit.draw.sources import Sampler, Source
from ldproof.errors import Reason, Refused
from ldproof.programs.processes import require_features

# Sources that stay open from task to task, and processes that are replaced when lost.

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LAST_SECONDS = 10
"""For a worker that is no longer needed to end, and once more to close what it has opened; then it ends in any case."""
ENDED = 128 + signal.SIGTERM
"""The exit status of such a worker."""
ENDING_SIGNALS = {each for each in signal.Signals if each.name in {"SIGINT", "SIGTERM", "SIGHUP"}}
"""The signals by which a person or a system ends this process."""
FROM_OUTSIDE = {ENDED, *(-each for each in signal.Signals if each.name in {"SIGKILL", "SIGTERM", "SIGHUP"})}
"""How a process ends that somebody else has ended, or the system for want of memory."""
SOON, LOOKS = 1, 100
"""So many seconds, and looks, until it is known how a process has ended that is gone."""


@dataclass(frozen=True, eq=False, slots=True)
class OpenSource:
    """An open source, with what closes it."""

    sample: Sampler
    closing: ExitStack

    def close(self, flaw: BaseException | None = None) -> None:
        """Close it; at once, if something went wrong."""
        self.closing.__exit__(None if flaw is None else type(flaw), flaw, None)


class SourcePool:
    """The open sources of this process; each serves one task at a time."""

    def __init__(self) -> None:
        self.opening = Lock()
        """Held while a source is opened: whoever holds it knows all open sources."""
        self._open: list[OpenSource] = []
        self._idle: dict[Source, list[OpenSource]] = {}
        self._inherited: list[list[OpenSource]] = []
        if hasattr(os, "register_at_fork"):  # elsewhere no process is a copy of another
            os.register_at_fork(after_in_child=self._forget)

    @contextmanager
    def borrowed(self, source: Source) -> Iterator[Sampler]:
        """Open a source for one task, or take an idle one. It is kept for the next task, or closed after an error."""
        try:
            opened = self._idle.setdefault(source, []).pop()
        except IndexError:
            opened = self._opened(source)
        try:
            yield opened.sample
        except BaseException as flaw:
            self._open.remove(opened)
            opened.close(flaw)
            raise
        self._idle.setdefault(source, []).append(opened)

    def tidy(self) -> None:
        """Close the idle sources."""
        while self._idle:
            for opened in self._idle.popitem()[1]:
                self._open.remove(opened)
                opened.close()

    def clear(self, flaw: BaseException | None = None) -> None:
        """Close all sources: at once, if there was an error."""
        self._idle.clear()
        while self._open:
            self._open.pop().close(flaw)

    def _opened(self, source: Source) -> OpenSource:
        if not self._open:
            Finalize(None, self.clear, exitpriority=0)
        with self.opening:
            closing = ExitStack()
            opened = OpenSource(closing.enter_context(source.open()), closing)
            self._open.append(opened)
        return opened

    def _forget(self) -> None:
        """In a forked child, leave the sources to the parent, which uses and closes them."""
        self._inherited.append(self._open)
        self.opening, self._open, self._idle = Lock(), [], {}


POOLED_SOURCES = SourcePool()


class InlineExecutor(Executor):
    """An executor without workers: each task is done when it is submitted."""

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Do a task. Raise what it raises."""
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Pool(Executor):
    """Processes, each a fresh interpreter; if one is lost, all are replaced. One that ends itself is no loss, but a refusal.

    They close what they have opened when they are shut down, and also end when this process does, even if it is
    killed. Ctrl-C is for this process alone, and what they print goes to standard error.
    """

    def __init__(self, workers: int) -> None:
        require_features("drawing in processes", "signal.pthread_sigmask", "signal.alarm")
        self._workers = workers
        self._context = get_context("spawn")
        self._liveness_reader, self._liveness_writer = self._context.Pipe(duplex=False)
        self._inner = self._fresh()
        self._started: set[BaseProcess] = set()
        self._asked: set[Future[Any]] = set()

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Hand in a task. It can be given up, but is not called back: processes that end would trip over that."""
        with signals_deferred():
            before = {*active_children()}
            try:
                task = self._inner.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._inner.shutdown()
                self._inner, self._started = self._fresh(), set()
                task = self._inner.submit(fn, *args, **kwargs)
            self._started |= {*active_children()} - before
        future = forward_task(task, self._started)
        self._asked.add(future)
        future.add_done_callback(self._asked.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Finish what was handed in, and end; what a function has left behind in a process does not keep it long."""
        if not wait:
            self._inner.shutdown(wait=False, cancel_futures=cancel_futures)
            return
        if not cancel_futures:
            finished({*self._asked})
        patience = Timer(LAST_SECONDS, self._liveness_writer.close)
        patience.start()
        self._inner.shutdown(cancel_futures=cancel_futures)
        patience.cancel()
        patience.join()
        self._liveness_writer.close()
        self._liveness_reader.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End: at once, if there was an error."""
        if kind is not None:
            self._liveness_writer.close()
        self.shutdown(cancel_futures=kind is not None)

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers,
            mp_context=self._context,
            initializer=prepare_worker,
            initargs=(self._liveness_reader,),
        )


def forward_task(task: Future[Result], workers: Collection[BaseProcess] = ()) -> Future[Result]:
    """Return a future with the result of a task, which may be cancelled without its inner one being called back."""
    future: Future[Result] = Future()
    task.add_done_callback(partial(forward_result, future, workers))
    return future


def forward_result(future: Future[Result], workers: Collection[BaseProcess], task: Future[Result]) -> None:
    """Pass on the result of a task, unless its future is cancelled."""
    if task.cancelled():
        future.cancel()
    if future.set_running_or_notify_cancel():
        if (loss := task.exception()) is None:
            future.set_result(task.result())
        else:
            future.set_exception(own_end(workers) or loss if isinstance(loss, BrokenExecutor) else loss)


def own_end(workers: Collection[BaseProcess]) -> Refused | None:
    """Return the refusal of a function that has ended its process; None if the process was ended from outside."""
    for _ in range(LOOKS if workers else 0):
        for each in [*workers]:
            if (status := each.exitcode) is not None:
                return None if status in FROM_OUTSIDE else process_ended(status)
        sleep(SOON / LOOKS)
    return None


def process_ended(status: int) -> Refused:
    """Return the refusal of a function that ends its process."""
    if status == -signal.SIGALRM:
        how = "went on when its time was up"
    else:
        how = f"ended with exit status {status}" if status >= 0 else f"was ended by signal {-status}"
    return Refused(
        Reason.WORKER_LOST,
        f"a process that drew {how}",
        "a function that neither ends its process nor goes on when its time is up; an end of COMMAND can be an output",
    )


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Handle the signals that end this process after the block.

    An exception that a handler raises inside the executor could leave one of its locks held, and whoever shuts it down
    would wait for ever. Python runs handlers in the main thread, whichever thread a signal reaches: so the handlers are
    replaced. A process that is started in the block does not hear Ctrl-C before it is prepared: that signal is blocked.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    heard: list[int] = []
    mine = ENDING_SIGNALS if current_thread() is main_thread() else ()
    handlers = {each: signal.getsignal(each) for each in mine}
    replaced = {each: handler for each, handler in handlers.items() if callable(handler)}
    for each in replaced:
        signal.signal(each, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for each, handler in replaced.items():
            signal.signal(each, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number in heard:
            signal.raise_signal(number)


def prepare_worker(liveness: Connection) -> None:
    """Set up the signals and the standard output of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: Thread(target=end_process).start())
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.dup2(2, 1)
    Thread(target=end_with_parent, args=(liveness,), daemon=True).start()


def end_with_parent(liveness: Connection) -> None:
    """End this worker when its parent closes the pipe, or dies."""
    liveness.poll(None)
    end_process()


def end_process() -> None:
    """Close all sources and end this process, whatever its other threads do."""
    signal.alarm(LAST_SECONDS)
    POOLED_SOURCES.opening.acquire()
    try:
        POOLED_SOURCES.clear(SystemExit(ENDED))
    finally:
        os._exit(ENDED)


# Executors of others: of `concurrent.futures`, or of a client of Dask.
#
# A task has a seed of its own, so that an executor that does the tasks of a lost worker again, as Dask does, brings the
# same outputs.

ACCEPTED = "a function without arguments that gives an executor of concurrent.futures, or a client of Dask"
DASK = ("dask", "distributed")


class BorrowedExecutor(Executor):
    """An executor of others, whose tasks can be cancelled without being called back, which some do not support."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Submit a task."""
        return forward_task(self._inner.submit(fn, *args, **kwargs))


@contextmanager
def executor_at(place: str) -> Iterator[Executor]:
    """Yield the executor that the function at `module:function` returns. It ends with the block, at once after an error."""
    with importable_from(Path.cwd()), printing_to_stderr():
        found = call_user_function(place, load_function(place))
        inner = executor_of(place, found)
        closing = found if isinstance(found, AbstractContextManager) else nullcontext()
        with closing:
            try:
                yield BorrowedExecutor(inner)
            except BaseException:
                inner.shutdown(wait=False, cancel_futures=True)
                raise


def call_user_function(place: str, function: Callable[[], object]) -> object:
    """Return what a user's function returns. Raise `Refused` for what it raises."""
    try:
        return function()
    except Refused:
        raise
    except (Exception, SystemExit) as flaw:
        if isinstance(flaw, ModuleNotFoundError) and flaw.name in DASK:
            raise Refused(
                Reason.NOT_INSTALLED, f"{flaw.name} is not installed", "pip install 'ldproof[dask]'"
            ) from flaw
        raise Refused(Reason.PROGRAM_ENDED, f"{place} {describe_exception(flaw)}", ACCEPTED) from flaw


def executor_of(place: str, found: object) -> Executor:
    """Return an executor, or that of a client of Dask. Raise `Refused` for anything else."""
    if isinstance(found, Executor):
        return found
    offered = getattr(found, "get_executor", None)
    inner = call_user_function(place, partial(offered, pure=False)) if callable(offered) else None
    if not isinstance(inner, Executor):
        raise Refused(Reason.NO_SUCH_PROGRAM, f"{place} gives a {type(found).__name__}", ACCEPTED)
    return inner


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Send standard output to standard error, also that of processes that are started meanwhile."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
