"""Draws on any executor, in whatever order tasks come back; and programs that fail."""

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
from ldproof.audit.plan import Draw, Drawn, in_a_call
from ldproof.coins import Coins, SeededCoins, SystemCoins
from ldproof.errors import Reason, Refused
from ldproof.programs import DrawnOutput, Value, parse_key
from ldproof.sampling import draw_uniforms

# Drawing on any executor: the counts are the same in whatever order the tasks come back.

ATTEMPTS = 3
WORD = 8
"""Bytes for a number in a seed."""
ORDER = b"order"
"""What tells the coins that toss inputs from those that the source is given."""
SHOWN = 3
"""So many inputs are named."""


@dataclass(frozen=True, slots=True)
class Task:
    """A part of a draw: `number` counts the parts."""

    draw: Draw
    number: int
    count: int

    def seed(self, seed: bytes | None, attempt: int) -> bytes | None:
        """A seed of its own, if there is one at all: as long as any other's, and different."""
        if seed is None:
            return None
        numbers = (self.draw.batch, self.number, attempt)
        return sha256(seed).digest() + b"".join(each.to_bytes(WORD) for each in numbers)


Answer: TypeAlias = tuple[Int64Array, CodedKeys]
"""The inputs in the order in which they were tossed, by their places, and the keys of what came."""


def ignore_loss() -> None:
    """Nobody is told."""


def draw_samples(
    source: Source,
    draws: Sequence[Draw],
    executor: Executor | None = None,
    seed: bytes | None = None,
    attempts: int = ATTEMPTS,
    losing: Callable[[], None] = ignore_loss,
) -> Mapping[Draw, Drawn]:
    """What was seen in each draw.

    A task that the executor has lost is done again, with other coins, and only what has come back is counted, of which
    `losing` tells; a source that fails is not asked again. With a seed, coins depend on the task, and not on who does it.
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
    """The answers to all parts of a draw, one after the other."""
    order = np.concatenate([each for each, _ in answers])
    keys = CodedKeys.joined([each for _, each in answers])
    return Drawn(keys.tallies(len(draw.inputs), order), tuple(order.tolist()), keys)


def split_draw(whole: Draw) -> Iterator[Task]:
    """The tasks of a draw: a call each; workers do not matter."""
    size = in_a_call(whole.count)
    for number, start in enumerate(range(0, whole.count, size)):
        yield Task(whole, number, min(size, whole.count - start))


def perform_task(source: Source, inputs: tuple[Value, ...], count: int, seed: bytes | None) -> Answer:
    """What a worker does; whatever goes wrong in it is the source's failure, and no loss.

    A coin tosses the input of each draw, so that no clock and no counter of the source's can know it.
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
    """A task in an executor's hands; one that it does not take is lost already."""
    try:
        return executor.submit(perform_task, source, task.draw.inputs, task.count, seed)
    except Refused:  # whoever works at once fails at once, and the other tasks are not begun
        raise
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        future: Future[Answer] = Future()
        future.set_exception(loss)
        return future


def task_outcome(future: Future[Answer], count: int) -> Answer | Exception:
    """What a task has brought, or how it was lost."""
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
    """The refusal to try once more."""
    return Refused(
        Reason.WORKER_LOST,
        f"workers were lost {attempts} times, the last time by {type(loss).__name__}: {loss}; "
        f"the inputs were {' and '.join(map(quote_input, task.draw.inputs[:SHOWN]))}",
        "a source that neither ends the process that asks it nor goes on when its time is up",
    )


# Programs that fail: a failure may depend on the input, and then it tells something about it.

FAILURES = frozenset(
    {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED, Reason.NOT_AN_ANSWER}
)
"""How a program may fail at a draw."""
FAILING = FAILURES | {Reason.WORKER_LOST}
"""Or a function, which may also end the process it is called in."""
FAILURE, OUTPUT = "failure", "output"
"""What a failure begins with, and what an output ends with that begins so too."""
AGAIN, INPUTS = 5, 8
"""Who has failed is asked so often again, with each of so many inputs."""
MINUTE = 60
"""After so many seconds it is not asked once more: whoever takes long over failing would for all of them."""


@dataclass(frozen=True, slots=True)
class FailuresAreOutputs:
    """A source of which a failure is an output like any other; it is opened again for the next draw."""

    inner: Source

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Open it; where that fails, so does this."""
        closing = ExitStack()
        opened = [closing.enter_context(self.inner.open())]

        def sample(inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
            found: list[str] = []
            for index in order:
                try:
                    if not opened:
                        opened.append(closing.enter_context(self.inner.open()))
                    found += map(told_apart, opened[0](inputs, (index,), coins))
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
        """The source, and that its failures count."""
        return {**self.inner.identity(), "failures": True}


def failure_key(reason: Reason) -> str:
    """The key of a failure."""
    return DrawnOutput((FAILURE, str(reason))).key()


def told_apart(key: str) -> str:
    """The key of an output, which is no failure's: one that begins as these do has one more member."""
    if not key.startswith(f'[["{FAILURE}",'):
        return key
    met = parse_key(key)
    longer = (*met.output, OUTPUT) if isinstance(met.output, tuple) else met.output
    return DrawnOutput(longer, met.taken).key()


def asked_again(
    source: Source, inputs: Sequence[Value], executor: Executor | None, refusal: Refused
) -> Refused | None:
    """The refusal of a source that has failed, with how often it fails with each of the inputs, if that is known."""
    if refusal.reason not in FAILING - {Reason.PROGRAM_TIMED_OUT}:
        return None
    asked, begun = inputs[:INPUTS], perf_counter()
    times, again = [0] * len(asked), 0
    try:
        while not again or (again < AGAIN and perf_counter() < begun + MINUTE):
            # To and fro: of one that fails at every second call, no input takes all the blame.
            for place in range(len(asked))[:: -1 if again % 2 else 1]:
                times[place] += is_failing_input(source, asked[place], executor)
            again += 1
    except Refused:
        return None
    counted = ", ".join(
        f"{often} times with {quote_input(given)}" for often, given in zip(times, asked, strict=True)
    )
    # Less than always and never is what chance does to a program that fails now and then.
    leaks = "; that seems to tell inputs apart" if {0, AGAIN} <= {*times} else ""
    if leaks and refusal.reason in FAILURES:
        leaks += ", and as an output it would count"
    what = f"{refusal.what}; asked {again} times again with each input it failed {counted}{leaks}"
    return Refused(refusal.reason, what, refusal.accepted)


def is_failing_input(source: Source, given: Value, executor: Executor | None) -> bool:
    """Whether a draw with this input fails."""
    try:
        draw_samples(source, [Draw(0, (given,), 1)], executor, attempts=1)
    except Refused as refusal:
        if refusal.reason not in FAILING:
            raise
        return True
    return False
