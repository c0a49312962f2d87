"""Drawing on any executor: the counts are the same in whatever order the tasks come back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.audit.draw.coded import Coded
from ldproof.audit.draw.functions import raised, said
from ldproof.audit.draw.patience import ours
from ldproof.audit.draw.sources import Room, Source
from ldproof.audit.draw.workers import POOLED_SOURCES, InlineExecutor
from ldproof.audit.plan import Draw, Drawn, in_a_call
from ldproof.coins import SeededCoins, SystemCoins
from ldproof.exact import uniforms
from ldproof.programs import Value
from ldproof.rejections import Reason, Refused

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


Answer: TypeAlias = tuple[Int64Array, Coded]
"""The inputs in the order in which they were tossed, by their places, and the keys of what came."""


def unheard() -> None:
    """Nobody is told."""


def draw(
    source: Source,
    draws: Sequence[Draw],
    executor: Executor | None = None,
    seed: bytes | None = None,
    attempts: int = ATTEMPTS,
    losing: Callable[[], None] = unheard,
) -> Mapping[Draw, Drawn]:
    """What was seen in each draw.

    A task that the executor has lost is done again, with other coins, and only what has come back is counted, of which
    `losing` tells; a source that fails is not asked again. With a seed, coins depend on the task, and not on who does it.
    """
    found: dict[Task, Answer] = {}
    room = Room()
    missing = tasks = [task for each in draws for task in split(each)]
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
                match outcome(future, task.count):
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
            raise lost(attempts, missing[0], losses[missing[0]])
    return {each: together(each, [found[task] for task in tasks if task.draw == each]) for each in draws}


def together(draw: Draw, answers: Sequence[Answer]) -> Drawn:
    """The answers to all parts of a draw, one after the other."""
    order = np.concatenate([each for each, _ in answers])
    keys = Coded.joined([each for _, each in answers])
    return Drawn(keys.tallies(len(draw.inputs), order), tuple(order.tolist()), keys)


def split(whole: Draw) -> Iterator[Task]:
    """The tasks of a draw: a call each; workers do not matter."""
    size = in_a_call(whole.count)
    for number, start in enumerate(range(0, whole.count, size)):
        yield Task(whole, number, min(size, whole.count - start))


def work(source: Source, inputs: tuple[Value, ...], count: int, seed: bytes | None) -> Answer:
    """What a worker does; whatever goes wrong in it is the source's failure, and no loss.

    A coin tosses the input of each draw, so that no clock and no counter of the source's can know it.
    """
    coins = SystemCoins() if seed is None else SeededCoins(seed)
    tossing = SystemCoins() if seed is None else SeededCoins(ORDER + seed)
    order = uniforms(len(inputs), count, tossing)
    try:
        with POOLED_SOURCES.borrowed(source) as sample:
            return order, Coded.of(sample(inputs, order.tolist(), coins))
    except Refused:
        raise
    except BaseException as flaw:
        if ours(flaw):
            raise
        raise Refused(Reason.PROGRAM_ENDED, f"the source {raised(flaw)}", "samples") from flaw


def handed_in(executor: Executor, source: Source, task: Task, seed: bytes | None) -> Future[Answer]:
    """A task in an executor's hands; one that it does not take is lost already."""
    try:
        return executor.submit(work, source, task.draw.inputs, task.count, seed)
    except Refused:  # whoever works at once fails at once, and the other tasks are not begun
        raise
    except Exception as loss:  # noqa: BLE001  (executors have errors of their own)
        future: Future[Answer] = Future()
        future.set_exception(loss)
        return future


def outcome(future: Future[Answer], count: int) -> Answer | Exception:
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


def lost(attempts: int, task: Task, loss: Exception) -> Refused:
    """The refusal to try once more."""
    return Refused(
        Reason.WORKER_LOST,
        f"workers were lost {attempts} times, the last time by {type(loss).__name__}: {loss}; "
        f"the inputs were {' and '.join(map(said, task.draw.inputs[:SHOWN]))}",
        "a source that neither ends the process that asks it nor goes on when its time is up",
    )
