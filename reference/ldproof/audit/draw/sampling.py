"""Draws on any executor, with the same result in whatever order tasks end; and programs that fail."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import TypeAlias

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.audit.draw.functions import describe_exception, ends_from_outside, quote_input
from ldproof.audit.draw.outputs import CodedKeys
from ldproof.audit.draw.sources import Identity, Room, Sampler, Source
from ldproof.audit.draw.workers import POOLED_SOURCES, InlineExecutor
from ldproof.audit.plan import Draw, Drawn, call_size
from ldproof.coins import Coins, SeededCoins, SystemCoins
from ldproof.errors import Reason, Refused
from ldproof.programs import DrawnOutput, Value, parse_key
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

    def seed(self, seed: bytes | None, attempt: int) -> bytes | None:
        """Return a seed of this task and attempt; None without a seed."""
        if seed is None:
            return None
        numbers = (self.draw.batch, self.number, attempt)
        return sha256(seed).digest() + b"".join(each.to_bytes(WORD) for each in numbers)


Answer: TypeAlias = tuple[Int64Array, CodedKeys]
"""The indices of the inputs of a task, and the keys of its outputs, in order."""


def ignore_loss() -> None:
    """Do nothing."""


def draw_samples(
    source: Source,
    draws: Sequence[Draw],
    executor: Executor | None = None,
    seed: bytes | None = None,
    attempts: int = ATTEMPTS,
    losing: Callable[[], None] = ignore_loss,
) -> Mapping[Draw, Drawn]:
    """Return the outputs of each draw.

    A task that the executor loses is done again, with other coins; `losing` is called then. With a seed, coins depend on
    the task, and not on the worker. Raise `Refused` if the source fails, which is not tried again, or if in several
    attempts all tasks are lost.
    """
    found: dict[Task, Answer] = {}
    room = Room()
    missing = tasks = [task for each in draws for task in split_draw(each)]
    attempt = fruitless = 0
    while missing:
        futures = {
            handed_in(executor or InlineExecutor(), source, task, task.seed(seed, attempt)): task
            for task in missing
        }
        losses: dict[Task, Exception] = {}
        try:
            for future in as_completed(futures):
                task = futures[future]
                match task_outcome(future, task.count):
                    case (order, keys):
                        room.hold(keys.texts)
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
            raise workers_lost(attempts, missing[0], losses[missing[0]])
    return {each: join_answers(each, [found[task] for task in tasks if task.draw == each]) for each in draws}


def join_answers(draw: Draw, answers: Sequence[Answer]) -> Drawn:
    """Return the outputs of a draw from those of its parts."""
    order = np.concatenate([each for each, _ in answers])
    keys = CodedKeys.joined([each for _, each in answers])
    return Drawn(keys.tallies(len(draw.inputs), order), tuple(order.tolist()), keys)


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
        with POOLED_SOURCES.borrowed(source) as sample:
            return order, CodedKeys.of(sample(inputs, order.tolist(), coins))
    except Refused:
        raise
    except BaseException as flaw:
        if ends_from_outside(flaw):
            raise
        raise Refused(Reason.PROGRAM_ENDED, f"the source {describe_exception(flaw)}", "samples") from flaw


def handed_in(executor: Executor, source: Source, task: Task, seed: bytes | None) -> Future[Answer]:
    """Submit a task. If the executor does not take it, the task counts as lost."""
    try:
        return executor.submit(perform_task, source, task.draw.inputs, task.count, seed)
    except Refused:  # whoever works at once fails at once, and the other tasks are not begun
        raise
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        future: Future[Answer] = Future()
        future.set_exception(loss)
        return future


def task_outcome(future: Future[Answer], count: int) -> Answer | Exception:
    """Return the answer of a task, or the error by which it was lost.

    Raises `Refused` if the source failed, or if there are not `count` samples.
    """
    try:
        order, keys = future.result()
    except Refused:
        raise
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        return loss
    if len(keys) != count:
        raise Refused(
            Reason.NOT_AN_ANSWER, f"{len(keys)} samples for the {count} asked for", "as many as asked for"
        )
    return order, keys


def workers_lost(attempts: int, task: Task, loss: Exception) -> Refused:
    """Return the refusal after attempts in which all tasks were lost."""
    return Refused(
        Reason.WORKER_LOST,
        f"workers were lost {attempts} times, the last time by {type(loss).__name__}: {loss}; "
        f"the inputs were {' and '.join(map(quote_input, task.draw.inputs[:SHOWN]))}",
        "a source that neither ends the process that asks it nor goes on when its time is up",
    )


# Programs that fail: a failure may depend on the input, and then it leaks the input.

FAILURES = frozenset(
    {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED, Reason.NOT_AN_ANSWER}
)
"""The reasons for which a draw from a program may fail."""
FAILING = FAILURES | {Reason.WORKER_LOST}
"""The same of a function, which may also end the process it is called in."""
FAILURE, OUTPUT = "failure", "output"
"""The first member of a failure, and the last one that an output gets which begins in the same way."""
AGAIN, INPUTS = 5, 8
"""The repetitions with each input after a failure, and the most inputs."""
MINUTE = 60
"""The seconds after which no further repetition begins."""


@dataclass(frozen=True, slots=True)
class FailuresAreOutputs:
    """A source whose failures are outputs; after one it is opened again."""

    inner: Source

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Open the source. Raise `Refused` if that fails."""
        closing = ExitStack()
        opened = [closing.enter_context(self.inner.open())]

        def sample(inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
            found: list[str] = []
            for index in order:
                try:
                    if not opened:
                        opened.append(closing.enter_context(self.inner.open()))
                    found += map(mark_output, opened[0](inputs, (index,), coins))
                except Refused as refusal:
                    if refusal.reason not in FAILURES:
                        raise
                    opened.clear()
                    closing.pop_all().__exit__(type(refusal), refusal, refusal.__traceback__)
                    found.append(failure_key(refusal.reason))
            return found

        with closing:
            yield sample

    def identity(self) -> Identity:
        """Return the identity of the source, and that its failures are outputs."""
        return {**self.inner.identity(), "failures": True}


def failure_key(reason: Reason) -> str:
    """Return the key of a failure."""
    return DrawnOutput((FAILURE, str(reason))).key()


def mark_output(key: str) -> str:
    """Return the key of an output; one that begins like a failure gets one more member, so that it differs from all."""
    if not key.startswith(f'[["{FAILURE}",'):
        return key
    met = parse_key(key)
    longer = (*met.output, OUTPUT) if isinstance(met.output, tuple) else met.output
    return DrawnOutput(longer, met.taken).key()


def asked_again(
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
        f"{often} times with {quote_input(given)}" for often, given in zip(times, asked, strict=True)
    )
    # A program that fails at random fails sometimes with each input.
    leaks = "; that seems to tell inputs apart" if {0, AGAIN} <= {*times} else ""
    if leaks and refusal.reason in FAILURES:
        leaks += ", and as an output it would count"
    what = f"{refusal.what}; asked {again} times again with each input it failed {counted}{leaks}"
    return Refused(refusal.reason, what, refusal.accepted)


def is_failing_input(source: Source, given: Value, executor: Executor | None) -> bool:
    """Whether a draw with an input fails."""
    try:
        draw_samples(source, [Draw(0, (given,), 1)], executor, attempts=1)
    except Refused as refusal:
        if refusal.reason not in FAILING:
            raise
        return True
    return False
