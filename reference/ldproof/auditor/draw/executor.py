"""Draws on any executor, with the same result in whatever order tasks end; and processes that are replaced when lost."""

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures import wait as finished
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Lock, Thread, Timer, current_thread, main_thread
from time import perf_counter, sleep
from types import TracebackType
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.auditor.claim import Draw, Drawn, call_size
from ldproof.auditor.draw.functions import CodedKeys, describe_exception, ends_from_outside, quote_input
from ldproof.auditor.draw.sources import (
    FAILURES,
    FailuresAreOutputs,
    FunctionSource,
    Room,
    Sampler,
    Source,
    importable_from,
    load_function,
)
from ldproof.coins import SeededCoins, SystemCoins
from ldproof.errors import Reason, Refused, not_installed_refusal, type_phrase
from ldproof.programs import Value
from ldproof.programs.processes import require_features
from ldproof.sampling import draw_uniforms

# Drawing on an executor.

ATTEMPTS = 3
WORD = 8
"""The bytes of a number in a seed."""
ORDER = b"order"
"""The prefix of seeds for picking inputs, so that these coins differ from those of the source."""
SHOWN = 3
"""The most inputs that an error names."""


@dataclass(frozen=True, slots=True)
class Task:
    """A part of a draw, which is one call of the source; `number` is its place among the parts."""

    draw: Draw
    number: int
    count: int

    def derive_seed(self, seed: bytes | None, attempt: int) -> bytes | None:
        """Return a seed of this task and attempt; None without a seed."""
        if seed is None:
            return None
        numbers = (self.draw.batch, self.number, attempt)
        return sha256(seed).digest() + b"".join(each.to_bytes(WORD) for each in numbers)


Answer: TypeAlias = tuple[Int64Array, CodedKeys]
"""The indices of the inputs of a task, and the keys of its outputs, in order."""


def draw_samples(
    source: Source,
    draw: Draw,
    executor: Executor | None = None,
    seed: bytes | None = None,
    attempts: int = ATTEMPTS,
    losing: Callable[[], None] = lambda: None,
) -> Drawn:
    """Return the outputs of a draw.

    A task that the executor loses is done again, with other coins; `losing` is called then. With a seed, coins depend on
    the task, and not on the worker. Raise `Refused` if the source fails, which is not tried again, or if in several
    attempts all tasks are lost.
    """
    found: dict[Task, Answer] = {}
    room = Room()
    missing = tasks = [*split_draw(draw)]
    attempt = fruitless = 0
    while missing:
        futures = {
            submit_task(executor or InlineExecutor(), source, task, task.derive_seed(seed, attempt)): task
            for task in missing
        }
        losses: dict[Task, Exception] = {}
        try:
            for future in as_completed(futures):
                task = futures[future]
                match task_outcome(future, source, task):
                    case (order, keys):
                        room.hold_outputs(keys.texts)
                        found[task] = order, keys
                    case loss:
                        losses[task] = loss
        finally:
            for future in futures:
                future.cancel()
        if losses:
            losing()
        fruitless = fruitless + 1 if len(losses) == len(missing) else 0
        missing, attempt = [*losses], attempt + 1
        if fruitless == attempts:
            raise lost_workers_refusal(source, attempts, missing[0], losses[missing[0]])
    return join_answers(draw, [found[task] for task in tasks])


def join_answers(draw: Draw, answers: Sequence[Answer]) -> Drawn:
    """Return the outputs of a draw from those of its parts."""
    order = np.concatenate([each for each, _ in answers])
    keys = CodedKeys.join_parts([each for _, each in answers])
    return Drawn(keys.tally_inputs(len(draw.inputs), order), tuple(order.tolist()), keys)


def split_draw(whole: Draw) -> Iterator[Task]:
    """Return the tasks of a draw, whose sizes do not depend on the workers."""
    size = call_size(whole.count)
    for number, start in enumerate(range(0, whole.count, size)):
        yield Task(whole, number, min(size, whole.count - start))


def perform_task(source: Source, inputs: tuple[Value, ...], count: int, seed: bytes | None) -> Answer:
    """Draw in a worker. Any error is a failure of the source, and no loss of the task.

    The input of each draw is picked here, at random, so that the source cannot know it from a clock or a counter.
    """
    coins = SystemCoins() if seed is None else SeededCoins(seed)
    tossing = SystemCoins() if seed is None else SeededCoins(ORDER + seed)
    order = draw_uniforms(len(inputs), count, tossing)
    try:
        with POOLED_SOURCES.borrow_source(source) as sample:
            return order, CodedKeys.from_keys(sample(inputs, order.tolist(), coins))
    except Refused:
        raise
    except BaseException as flaw:
        if ends_from_outside(flaw):
            raise
        raise Refused(Reason.PROGRAM_ENDED, f"the source {describe_exception(flaw)}", "samples") from flaw


def submit_task(executor: Executor, source: Source, task: Task, seed: bytes | None) -> Future[Answer]:
    """Submit a task. If the executor does not take it, the task counts as lost."""
    try:
        return executor.submit(perform_task, source, task.draw.inputs, task.count, seed)
    except Refused:  # whoever works at once fails at once, and the other tasks are not begun
        raise
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        future: Future[Answer] = Future()
        future.set_exception(loss)
        return future


def task_outcome(future: Future[Answer], source: Source, task: Task) -> Answer | Exception:
    """Return the answer of a task, or the error by which it was lost.

    Raises `Refused` if the source failed, or if there are not as many samples as asked for.
    """
    try:
        order, keys = future.result()
    except Refused as refusal:
        if refusal.reason is not Reason.WORKER_LOST:
            raise
        what = f"{describe_task(source, task)}: {refusal.what}"
        raise Refused(refusal.reason, what, refusal.accepted) from refusal
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        return loss
    if len(keys) != task.count:
        raise Refused(
            Reason.NOT_AN_ANSWER,
            f"{len(keys)} samples for the {task.count} asked for",
            "as many as asked for",
        )
    return order, keys


def lost_workers_refusal(source: Source, attempts: int, task: Task, loss: Exception) -> Refused:
    """Return the refusal after attempts in which all tasks were lost."""
    if isinstance(loss, BrokenProcessPool):
        loss_phrase = "the worker process ended, or was ended after the time limit"
    else:
        loss_phrase = f"the last time by {type(loss).__name__}: {loss}"
    return Refused(
        Reason.WORKER_LOST,
        f"{describe_task(source, task)} lost its worker {attempts} times: {loss_phrase}",
        "a source that returns in time, and does not end its process",
    )


def describe_task(source: Source, task: Task) -> str:
    """Return the name of a source, and the first few inputs of a task."""
    inner = source.inner if isinstance(source, FailuresAreOutputs) else source
    name = inner.place if isinstance(inner, FunctionSource) else "the source"
    return f"{name} with input {' or '.join(map(quote_input, task.draw.inputs[:SHOWN]))}"


# A source that has failed is asked again, to see whether that depends on the input.

FAILING = FAILURES | {Reason.WORKER_LOST}
"""The same of a function, which may also end the process it is called in."""
AGAIN, INPUTS = 5, 8
"""The repetitions with each input after a failure, and the most inputs."""
MINUTE = 60
"""The seconds after which no further repetition begins."""


def refusal_after_repetition(
    source: Source, inputs: Sequence[Value], executor: Executor | None, refusal: Refused
) -> Refused | None:
    """Return the refusal of a source, with how often it failed again with each input; None if it cannot be repeated."""
    if refusal.reason not in FAILING - {Reason.PROGRAM_TIMED_OUT}:
        return None
    asked, begun = inputs[:INPUTS], perf_counter()
    times, again = [0] * len(asked), 0
    try:
        while not again or (again < AGAIN and perf_counter() < begun + MINUTE):
            # In both directions: a source may fail at every second call, whatever the input.
            for place in range(len(asked))[:: -1 if again % 2 else 1]:
                times[place] += is_failing_input(source, asked[place], executor)
            again += 1
    except Refused:
        return None
    counted = ", ".join(
        f"{often} of {again} with {quote_input(given)}" for often, given in zip(times, asked, strict=True)
    )
    # A program that fails at random fails sometimes with each input.
    leaks = "; failures seem to depend on the input" if {0, AGAIN} <= {*times} else ""
    if leaks and refusal.reason in FAILURES:
        leaks += ", and would count as an output"
    what = f"{refusal.what}; when repeated, it failed {counted}{leaks}"
    return Refused(refusal.reason, what, refusal.accepted)


def is_failing_input(source: Source, given: Value, executor: Executor | None) -> bool:
    """Whether a draw with an input fails."""
    try:
        draw_samples(source, Draw(0, (given,), 1), executor, attempts=1)
    except Refused as refusal:
        if refusal.reason not in FAILING:
            raise
        return True
    return False


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
SOON, CHECKS = 1, 100
"""So many seconds, and checks, until it is known how a process has ended that is gone."""


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
            os.register_at_fork(after_in_child=self._leave_to_parent)

    @contextmanager
    def borrow_source(self, source: Source) -> Iterator[Sampler]:
        """Open a source for one task, or take an idle one. It is kept for the next task, or closed after an error."""
        try:
            opened = self._idle.setdefault(source, []).pop()
        except IndexError:
            opened = self._open_source(source)
        try:
            yield opened.sample
        except BaseException as flaw:
            self._open.remove(opened)
            opened.close(flaw)
            raise
        self._idle.setdefault(source, []).append(opened)

    def close_idle(self) -> None:
        """Close the idle sources."""
        while self._idle:
            for opened in self._idle.popitem()[1]:
                self._open.remove(opened)
                opened.close()

    def close_all(self, flaw: BaseException | None = None) -> None:
        """Close all sources: at once, if there was an error."""
        self._idle.clear()
        while self._open:
            self._open.pop().close(flaw)

    def _open_source(self, source: Source) -> OpenSource:
        if not self._open:
            Finalize(None, self.close_all, exitpriority=0)
        with self.opening:
            closing = ExitStack()
            opened = OpenSource(closing.enter_context(source.open()), closing)
            self._open.append(opened)
        return opened

    def _leave_to_parent(self) -> None:
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
        self._inner = self._new_executor()
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
                self._inner, self._started = self._new_executor(), set()
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

    def _new_executor(self) -> ProcessPoolExecutor:
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
            future.set_exception(
                refusal_of_own_end(workers) or loss if isinstance(loss, BrokenExecutor) else loss
            )


def refusal_of_own_end(workers: Collection[BaseProcess]) -> Refused | None:
    """Return the refusal of a function that has ended its process; None if the process was ended from outside."""
    for _ in range(CHECKS if workers else 0):
        for each in [*workers]:
            if (status := each.exitcode) is not None:
                return None if status in FROM_OUTSIDE else process_end_refusal(status)
        sleep(SOON / CHECKS)
    return None


def process_end_refusal(status: int) -> Refused:
    """Return the refusal of a function that ends its process."""
    if status == -signal.SIGALRM:
        how = "went on when its time was up"
    else:
        how = f"ended with exit status {status}" if status >= 0 else f"was ended by signal {-status}"
    return Refused(
        Reason.WORKER_LOST,
        f"a process that drew {how}",
        "a function that neither ends its process nor goes on when its time is up",
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
        POOLED_SOURCES.close_all(SystemExit(ENDED))
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
            raise not_installed_refusal(flaw.name, "dask") from flaw
        raise Refused(Reason.PROGRAM_ENDED, f"{place} {describe_exception(flaw)}", ACCEPTED) from flaw


def executor_of(place: str, found: object) -> Executor:
    """Return an executor, or that of a client of Dask. Raise `Refused` for anything else."""
    if isinstance(found, Executor):
        return found
    offered = getattr(found, "get_executor", None)
    inner = call_user_function(place, partial(offered, pure=False)) if callable(offered) else None
    if not isinstance(inner, Executor):
        raise Refused(Reason.NO_SUCH_PROGRAM, f"{place} gives {type_phrase(found)}", ACCEPTED)
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
