"""What every test run has in common: the same examples each time, and the packages it is meant to test."""

import fcntl
import gc
import importlib
import os
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tests.reach import sources_in_reach

CHECKOUT = Path(__file__).parents[1]
ALLOCATIONS = 100_000
"""Between looks for cycles."""

# A test that fails must mean a bug: no randomness from run to run, no limit that a busy machine can exceed.
settings.register_profile(
    "deterministic",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("deterministic"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("LDPROOF_HYPOTHESIS", "deterministic"))

# A core has a worker: threads of the linear algebra would only take turns. NumPy is not imported yet, and whoever is
# started by a test is told the same.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

gc.set_threshold(ALLOCATIONS)


def pytest_configure() -> None:
    """Refuse a run that claims to test the wheel and could import the sources."""
    # Else programs that tests start would ignore it too where the tests were started with `nohup`.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if "LDPROOF_WHEEL" not in os.environ:
        return
    files = [importlib.import_module(package).__file__ or "" for package in ("ldproof", "ldproof_proofs")]
    reached = sources_in_reach(CHECKOUT, [*files, *sys.path])
    if reached:
        raise pytest.UsageError(f"this run is meant to test the built wheel and reaches {reached}")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The first worker compiles the tests, with assertions that explain themselves; the others wait, and load them."""
    with Path(__file__).open(encoding="utf-8") as here:
        try:
            fcntl.flock(here, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(here, fcntl.LOCK_SH)
        return (yield)


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: no look for cycles goes through it."""
    gc.collect()
    gc.freeze()


LEDGER = (
    "tests/proofs/checker/test_check.py",
    "tests/proofs/checker/test_trust.py",
    "tests/proofs/kernel/test_near_misses.py",
    "tests/proofs/kernel/test_store.py",
    "tests/proofs/ledger/test_gathering.py",
    "tests/proofs/ledger/test_sentences.py",
    "tests/proofs/reporting/test_coin.py",
    "tests/proofs/shots/formulas/test_peak.py",
    "tests/proofs/shots/formulas/test_rates.py",
    "tests/proofs/tails/test_cited.py",
)
"""Whose tests ask for the searched or the replayed ledger: one worker runs them all, so that this is done once."""

LONG = (
    "tests/audit/zoo",
    "tests/proofs/book",
    "tests/proofs/checker",
    "tests/audit",
    "tests/reference/catalogue",
    "tests/reference/cli",
    "tests/proofs",
)
"""What takes longest beside the ledger: it begins first, so that no worker is left with it in the end."""


class Files(LoadFileScheduling):
    """A file's tests go to one worker, in the order of the collection, and those of the ledger's files too."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "the ledger" if file in LEDGER else file


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some tests wait for processes of their own, or for a clock."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Files:
    """How tests are handed out to workers."""
    return Files(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; who asks for the searched ledger without being known to is refused."""
    askers = {
        _file(item)
        for item in items
        if isinstance(item, pytest.Function) and not {"prover", "replayed"}.isdisjoint(item.fixturenames)
    }
    if strangers := sorted(askers - {*LEDGER}):
        raise pytest.UsageError(f"these search the ledger in a worker of their own: {strangers}")
    items.sort(key=lambda item: _turn(_file(item)))


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


@cache
def _turn(file: str) -> tuple[bool, int]:
    """Where a file's tests stand in the order: before those of higher turns."""
    places = (place for place, folder in enumerate(LONG) if file.startswith(f"{folder}/"))
    return file not in LEDGER, next(places, len(LONG))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Whoever is started hears Ctrl-C, also where this run was started in the background and does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
