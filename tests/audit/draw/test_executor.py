"""Drawing on all kinds of executors: nothing is lost or counted twice, and no process is left behind."""

import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest

from ldproof.auditor import Draw, Drawn
from ldproof.auditor.claim import CALLS, FEWEST, MANIEST
from ldproof.auditor.draw import executor as executor_module
from ldproof.auditor.draw import sources
from ldproof.auditor.draw.executor import (
    POOLED_SOURCES,
    Pool,
    SourcePool,
    Task,
    draw_samples,
    process_end_refusal,
    split_draw,
)
from ldproof.auditor.draw.sources import CommandSource, FailuresAreOutputs, FunctionSource, Identity, Sampler
from ldproof.coins import Coins, Tape
from ldproof.errors import Reason, Refused
from ldproof.programs import Limits, Value, parse_key
from tests.audit.targets import answers
from tests.reference.programs.children import HONEST, PATIENT, Crowd, child
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

ANSWERS = answers.__name__
LEANING = FunctionSource(f"{ANSWERS}:leaning", {})
SERIAL = FunctionSource(f"{ANSWERS}:serial", {})
DRAW, SMALL = Draw(0, (0, 1), 2690), Draw(2, (0,), 7)
SEED = b"a seed"


class InlineExecutor(Executor):
    """Run every task at once in this thread, and return it in a way that the test defines."""

    def __init__(self, way: Callable[[int, Callable[[], object], Future[Any]], None]) -> None:
        self.asked, self._way = 0, way

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked += 1
        self._way(self.asked, partial(fn, *args, **kwargs), future)
        return future


def shuffling_executor() -> Executor:
    """Return an executor that returns all results in a random order once all tasks are submitted."""
    waiting: list[Callable[[], None]] = []

    def shuffle(asked: int, task: Callable[[], object], future: Future[Any]) -> None:
        waiting.append(lambda: future.set_result(task()))
        if asked == len([*split_draw(DRAW)]):
            random.Random(7).shuffle(waiting)
            threading.Thread(target=lambda: [each() for each in waiting]).start()

    return InlineExecutor(shuffle)


def run_twice(_: int, task: Callable[[], object], future: Future[Any]) -> None:
    """Run every task twice, as executors do that do not wait for slow workers."""
    task()
    future.set_result(task())


def lose(_: int, task: Callable[[], object], future: Future[Any]) -> None:
    raise BrokenExecutor("the farm is on fire")


def test_draws_do_not_depend_on_the_order_of_finished_tasks() -> None:
    with ThreadPoolExecutor(4) as threads:
        found = [
            draw_samples(LEANING, DRAW, executor, SEED)
            for executor in (None, shuffling_executor(), InlineExecutor(run_twice), threads)
        ]
    assert all(each == found[0] for each in found)
    assert count_draws(found[0]) == DRAW.count
    shares = [tally["[1,2]"] / tally.total() for tally in found[0].tallies]
    assert shares == pytest.approx([0.5, 0.75], abs=0.06)
    turned = draw_samples(LEANING, Draw(0, (1, 0), 2690), seed=SEED)
    assert [tally["[1,2]"] / tally.total() for tally in turned.tallies] == pytest.approx(
        [0.75, 0.5], abs=0.06
    )


def count_draws(drawn: Drawn) -> int:
    """Return the number of draws with all inputs together."""
    assert len(drawn.order) == len(drawn.keys)
    return sum(tally.total() for tally in drawn.tallies)


def test_a_fair_coin_picks_the_input_of_every_draw() -> None:
    """The number of each input and of repeats in 4000 draws is that of a fair coin, with and without a seed."""
    for seed in (SEED, None):
        found = draw_samples(LEANING, Draw(0, (0, 1), 4000), seed=seed)
        assert abs(sum(found.order) - 2000) < 250
        repeats = sum(one == other for one, other in pairwise(found.order))
        assert abs(repeats - 2000) < 250
        counted = Counter(zip(found.order, found.keys, strict=True))
        assert counted == {(side, key): n for side in (0, 1) for key, n in found.tallies[side].items()}
    many = draw_samples(LEANING, Draw(0, (0, 1, 2), 3000), seed=SEED)
    assert all(abs(tally.total() - 1000) < 200 for tally in many.tallies)
    first, second = (draw_samples(LEANING, Draw(batch, (0, 1), 400), seed=SEED).order for batch in (0, 1))
    assert first != second


def test_seed_determines_the_draws_and_tasks_have_different_coins() -> None:
    assert draw_samples(LEANING, DRAW, seed=b"another") != draw_samples(LEANING, DRAW, seed=SEED)
    assert draw_samples(LEANING, DRAW, seed=b"") == draw_samples(LEANING, DRAW, seed=b"")
    assert draw_samples(LEANING, DRAW) != draw_samples(LEANING, DRAW)
    drawn = [draw_samples(SERIAL, Draw(batch, (0, 1), 200), seed=SEED) for batch in range(4)]
    together = Counter(key for each in drawn for key in each.keys)
    assert together.total() == len(together) == 800
    task = Task(DRAW, 1, 50)
    seeds = [
        task.derive_seed(SEED, 0),
        task.derive_seed(SEED, 1),
        Task(DRAW, 2, 50).derive_seed(SEED, 0),
        task.derive_seed(b"", 0),
    ]
    assert len(set(seeds)) == 4
    assert len({len(each or b"") for each in seeds}) == 1
    assert task.derive_seed(None, 0) is None


def test_lost_task_is_drawn_again_and_counted_once() -> None:
    """Two of three tasks are lost, in two ways, some only after they were done."""
    lost: list[Any] = []

    def lose_some(asked: int, task: Callable[[], object], future: Future[Any]) -> None:
        if asked % 9 == 1:
            raise OSError("nowhere to run")
        result = task()
        if asked % 9 in {0, 4, 7}:
            future.set_result(result)
            return
        lost.append(result)
        if asked % 9 == 2:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(BrokenExecutor("a worker is gone") if asked % 9 == 3 else TimeoutError())

    drawn = draw_samples(SERIAL, DRAW, InlineExecutor(lose_some), SEED, attempts=5)
    assert count_draws(drawn) == DRAW.count
    together = Counter(drawn.keys)
    assert together.total() == len(together)
    keys = [each[1] for each in lost if isinstance(each, tuple)]
    assert len(keys) > 10
    assert not any(key in together for each in keys for key in each)


def test_attempts_are_limited() -> None:
    hopeless = InlineExecutor(lose)
    with refused(Reason.WORKER_LOST) as caught:
        draw_samples(LEANING, SMALL, hopeless, attempts=5)
    assert hopeless.asked == 5
    assert "the farm is on fire" in caught.value.what


class Unreliable:
    """A source that returns one draw too few, or raises an error of its own, which is not the executor's fault."""

    def __init__(self, error: OSError | None = None) -> None:
        self.error, self.asked = error, 0

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        yield self.sample

    def sample(self, inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
        self.asked += 1
        if self.error:
            raise self.error
        return ["[0]"] * (len(order) - 1)

    def identity(self) -> Identity:
        return {}


def test_failing_source_is_not_drawn_from_again() -> None:
    with refused(Reason.NOT_AN_ANSWER):
        draw_samples(Unreliable(), DRAW)
    failing = Unreliable(OSError("the disk is full"))
    with refused(Reason.PROGRAM_ENDED) as caught:
        draw_samples(failing, DRAW)
    assert "the disk is full" in caught.value.what
    assert failing.asked == 1
    with ThreadPoolExecutor(2) as pool, refused(Reason.PROGRAM_ENDED) as caught:
        draw_samples(FunctionSource(f"{ANSWERS}:raising", {}), DRAW, pool)
    assert "the bug" in caught.value.what


def test_tasks_add_up_to_the_draw() -> None:
    for count in (1, FEWEST, FEWEST + 1, CALLS * FEWEST + 1, CALLS * MANIEST + 1, 10**6 + 1):
        parts = [*split_draw(Draw(3, (0, 1), count))]
        assert sum(each.count for each in parts) == count
        assert [each.number for each in parts] == [*range(len(parts))]
        assert all(0 < each.count <= MANIEST for each in parts)
        assert all(each.count == parts[0].count for each in parts[:-1])
        assert parts[0].count >= min(FEWEST, count)


def test_killed_worker_is_replaced(tmp_path: Path) -> None:
    source = FunctionSource(f"{ANSWERS}:dying_once", {})
    draw = Draw(0, (str(tmp_path / "seen"),), 400)
    with Pool(1) as pool:
        drawn = draw_samples(source, draw, pool, SEED)
        again = draw_samples(source, draw, pool, SEED)
    assert count_draws(drawn) == 400
    assert (tmp_path / "seen").exists()
    assert again == draw_samples(source, draw, None, SEED)


@slow
def test_function_that_always_kills_its_worker_ends_the_audit() -> None:
    with Pool(1) as pool, refused(Reason.WORKER_LOST) as caught:
        draw_samples(FunctionSource(f"{ANSWERS}:dying", {}), SMALL, pool, attempts=2)
    assert "with input '0' lost its worker 2 times" in caught.value.what


@slow
def test_external_pool_is_not_replaced() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, refused(Reason.WORKER_LOST):
        draw_samples(FunctionSource(f"{ANSWERS}:dying", {}), SMALL, pool)


@slow
def test_process_that_ends_itself_is_a_failure() -> None:
    endings: dict[Callable[[], None], str] = {
        partial(os._exit, 7): "ended with exit status 7",
        partial(signal.raise_signal, signal.SIGABRT): "was ended by signal 6",
        partial(signal.raise_signal, signal.SIGALRM): "went on when its time was up",
    }
    with Pool(1) as pool:
        for ending, how in endings.items() if run_everything() else [*endings.items()][::2]:
            found = pool.submit(ending).exception()
            assert isinstance(found, Refused)
            assert (found.reason, found.what) == (Reason.WORKER_LOST, f"a process that drew {how}")


def test_refusal_of_a_lost_process_names_the_function_and_the_inputs() -> None:
    def end(_: int, task: Callable[[], object], future: Future[Any]) -> None:
        future.set_exception(process_end_refusal(0))

    for source in (LEANING, FailuresAreOutputs(LEANING)):
        with refused(Reason.WORKER_LOST) as caught:
            draw_samples(source, DRAW, InlineExecutor(end))
        assert (
            caught.value.what
            == f"{LEANING.place} with input '0' or '1': a process that drew ended with exit status 0"
        )


@slow
def test_process_that_is_killed_from_outside_is_lost() -> None:
    with Pool(1) as pool:
        for by in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
            assert isinstance(pool.submit(partial(signal.raise_signal, by)).exception(), BrokenExecutor)


@pytest.mark.parametrize(
    "name",
    ["doubling", *(pytest.param(name, marks=slow) for name in ("doubling_and_leaving", "doubling_at_once"))],
)
def test_returning_copy_of_a_process_ends(name: str, tmp_path: Path) -> None:
    """It returns no outputs, and draws no more."""
    place = str(tmp_path / "processes")
    with Pool(1) as pool:
        drawn = draw_samples(FunctionSource(f"{ANSWERS}:{name}", {}), Draw(0, (place,), 60), pool)
        assert count_draws(drawn) == 60
        (worker,) = {parse_key(key).output for key in drawn.keys}
    calls = Counter(map(int, Path(place).read_text(encoding="utf-8").split()))
    (copy,) = calls.keys() - {worker}
    assert calls[copy] == 1


def test_running_thread_does_not_keep_the_pool_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executor_module, "LAST_SECONDS", 0.1)
    began = perf_counter()
    with Pool(1) as pool:
        late = pool.submit(sleep, 0.5)
        drawn = draw_samples(FunctionSource(f"{ANSWERS}:leaving_a_thread", {}), SMALL, pool)
    assert late.result() is None
    assert count_draws(drawn) == SMALL.count
    assert perf_counter() - began < answers.LONG


def counting_command(path: Path, crowd: Crowd) -> CommandSource:
    """Return a program that writes a line when it starts, joins a crowd, and does not end by itself."""
    start = f"join({crowd.path!r})\nwith open({str(path)!r}, 'a') as file: file.write('started\\n')\n"
    limits = Limits(seconds=600, grace=0.1)
    return CommandSource(tuple(child(f"{start}{HONEST}\nhang()")), "black-box", {}, limits)


def count_starts(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("started")


def is_complete(asked: Draw, seen: Drawn) -> bool:
    """Return whether all requested draws came, each with its own input."""
    own = tuple(
        Counter({f"[{given}]": tally.total()})
        for given, tally in zip(asked.inputs, seen.tallies, strict=True)
    )
    return (seen.tallies, count_draws(seen)) == (own, asked.count)


FEW = Draw(0, (0, 1), 257)


@slow
def test_programs_start_once_for_each_worker_and_end_with_it(tmp_path: Path, crowd: Crowd) -> None:
    source = counting_command(tmp_path / "starts", crowd)
    with Pool(2) as pool:
        for _ in range(3):
            drawn = draw_samples(source, FEW, pool)
            assert is_complete(FEW, drawn)
        crowd.joined()
    assert 1 <= count_starts(tmp_path / "starts") <= 2
    assert crowd.gone()


@slow
@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_programs_end_with_workers_of_an_external_pool(method: str, tmp_path: Path, crowd: Crowd) -> None:
    source = counting_command(tmp_path / "starts", crowd)
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        draw_samples(source, FEW, pool)
        draw_samples(source, FEW, pool)
    crowd.joined()
    assert count_starts(tmp_path / "starts") == 1
    assert crowd.gone()


def test_each_thread_has_its_own_program_until_the_pool_is_closed(tmp_path: Path, crowd: Crowd) -> None:
    source = counting_command(tmp_path / "starts", crowd)
    with ThreadPoolExecutor(3) as pool:
        for _ in range(3):
            drawn = draw_samples(source, FEW, pool)
            assert is_complete(FEW, drawn)
    crowd.joined()
    assert 1 <= count_starts(tmp_path / "starts") <= 3
    POOLED_SOURCES.close_idle()
    assert crowd.gone()


AUDITOR = """
import sys
from ldproof.auditor import Draw, Drawn
from ldproof.auditor.draw.executor import draw_samples as draw
from ldproof.auditor.draw.executor import Pool
from tests.audit.targets.opening import Slow

if __name__ == "__main__":
    with Pool(2) as pool:
        draw(Slow(tuple(sys.argv[2:]), float(sys.argv[1])), Draw(0, (0, 1), 2000), pool)
"""

DEAF = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
join(sys.argv[1])
hang()
"""


@pytest.mark.parametrize("how", ["kill", pytest.param("terminate", marks=slow)])
@pytest.mark.parametrize("opening", ["0", pytest.param("2", marks=slow)])
def test_workers_and_programs_end_with_a_killed_audit(
    how: str, opening: str, tmp_path: Path, crowd: Crowd
) -> None:
    """Also a program that was just started, and that its worker does not know yet."""
    script = tmp_path / "auditor.py"
    script.write_text(AUDITOR, encoding="utf-8")
    auditor = subprocess.Popen(
        [sys.executable, str(script), opening, *child(DEAF, crowd.path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    crowd.joined()
    getattr(auditor, how)()
    assert auditor.wait() != 0
    assert crowd.gone()


def test_error_ends_the_pool_at_once(tmp_path: Path, crowd: Crowd) -> None:
    command = CommandSource(tuple(child(DEAF, crowd.path)), "black-box", {}, PATIENT)

    def interrupted() -> None:
        with Pool(2) as pool:
            pool.submit(draw_samples, command, DRAW)
            crowd.joined()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert crowd.gone()


@slow
def test_lost_worker_ends_the_programs_of_all_workers(crowd: Crowd) -> None:
    command = CommandSource(tuple(child(DEAF, crowd.path)), "black-box", {}, PATIENT)
    with Pool(2) as pool:
        pool.submit(draw_samples, command, DRAW)
        crowd.joined()
        lost = pool.submit(answers.dying, 0)
        pool.submit(answers.process, 0)  # Python looks for lost workers when something happens
        assert lost.exception() is not None
        assert crowd.gone()


@slow
def test_worker_lost_after_cancelled_tasks_raises_no_error(tmp_path: Path) -> None:
    """The pool's thread raises nothing, and waiting callers get the loss."""
    begun = tmp_path / "begun"
    with Pool(1) as pool:
        worker = pool.submit(answers.process, 0).result()
        *waiting, given_up = [pool.submit(answers.waiting, str(begun)) for _ in range(8)]
        while not begun.exists():
            sleep(0.01)
        assert given_up.cancel()
        os.kill(worker, signal.SIGKILL)
        assert all(isinstance(each.exception(), BrokenExecutor) for each in waiting)
        assert pool.submit(answers.process, 0).result() != worker
    assert wait([given_up], timeout=0).done


def test_closing_pool_cancels_waiting_tasks(tmp_path: Path) -> None:
    gate, pool = tmp_path / "gate", Pool(1)
    first, *_, last = [pool.submit(answers.held, str(gate)) for _ in range(8)]
    last.add_done_callback(lambda _: gate.touch())
    pool.shutdown(cancel_futures=True)
    assert first.exception() is None
    assert last.cancelled()
    assert wait([last], timeout=0).done == {last}


def test_outputs_beyond_the_memory_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Distinct outputs of all calls of a batch count together."""
    draw = Draw(0, (0, 1), 200)
    room = sum(map(len, draw_samples(SERIAL, draw).keys))
    monkeypatch.setattr(sources, "HELD", room)
    assert count_draws(draw_samples(SERIAL, draw)) == 200
    monkeypatch.setattr(sources, "HELD", room - 1)
    with refused(Reason.NOT_AN_ANSWER) as caught:
        draw_samples(SERIAL, draw)
    assert caught.value.what == f"outputs of more than {room - 1} characters in one batch"
    assert count_draws(draw_samples(LEANING, draw, seed=SEED)) == 200


def test_workers_print_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with Pool(1) as pool:
        draw_samples(FunctionSource(f"{ANSWERS}:printing", {}), SMALL, pool)
    out, err = capfd.readouterr()
    assert not out
    assert "noise" in err


def test_forked_process_opens_its_own_sources_and_failed_ones_are_dropped() -> None:
    """The child neither uses nor closes what was open before the fork."""
    shelf, source = SourcePool(), FunctionSource(f"{ANSWERS}:process", {})
    with shelf.borrow_source(source) as here:
        pass
    with shelf.borrow_source(source) as again:
        assert again is here
    shelf._leave_to_parent()
    with shelf.borrow_source(source) as fresh:
        assert fresh is not here
    shelf.close_all()
    (kept,) = shelf._inherited
    assert [each.sample for each in kept] == [here]
    with pytest.raises(ZeroDivisionError), shelf.borrow_source(SERIAL) as first:
        raise ZeroDivisionError
    with shelf.borrow_source(SERIAL) as second:
        assert second is not first
        assert len(second((0,), (0,), Tape(bytes(8)))) == 1
    shelf.close_all()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_waits_until_a_task_is_handed_in(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the middle of `submit` could leave a lock of the executor held."""
    heard: list[str] = []

    def submit(*_: object) -> "Future[None]":
        os.kill(os.getpid(), number)
        heard.append("handed in")
        done = Future[None]()
        done.set_result(None)
        return done

    before = signal.signal(number, lambda *_: heard.append("signal"))
    try:
        pool = Pool(1)
        monkeypatch.setattr(pool._inner, "submit", submit)
        pool.submit(int).result()
        pool.shutdown(wait=False)
    finally:
        signal.signal(number, before)
    assert heard == ["handed in", "signal"]
