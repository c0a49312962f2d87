"""Configure every test run: its tier, the guard on slow tests, who runs what, and the summary at its end."""

import fcntl
import gc
import importlib
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from _pytest.runner import runtestprotocol
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.tiers import ALL_VARIABLE, SEED_VARIABLE, run_everything, seed
from tests.timing import ATTEMPTS, BUDGET, LIMIT, is_too_slow, mean_slowness, processor_seconds

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CHECKOUT = Path(__file__).parents[1]
SOURCE_ROOTS = [CHECKOUT / "reference", CHECKOUT / "proofs"]
ALLOCATIONS_BETWEEN_COLLECTIONS = 100_000
SLOWEST = 10
TENTHS = 10

# A test that fails must mean a bug: no limit that a busy machine can exceed, and in the default tier no randomness.
settings.register_profile(
    "default",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=10,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("all", settings.get_profile("default"), derandomize=False, max_examples=100)
settings.register_profile("explore", settings.get_profile("all"), max_examples=2000)

# Each core has a worker, so threads of the linear algebra would only take turns. Child processes inherit this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A nested pytest must neither take the options of this run nor overwrite its reports.
os.environ.pop("PYTEST_ADDOPTS", None)

gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS)

PROCESSOR = "processor seconds"
WORKERS: list[tuple[float, float]] = []
"""Processor seconds of each worker that has ended, and the slowness of the machine beside the others' work."""
SECONDS: defaultdict[str, float] = defaultdict(float)
"""Processor seconds of each test."""
LEFT_OUT = [0]
"""The number of tests that this run excludes, in one element."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options that choose a tier."""
    group = parser.getgroup("ldproof", "tiers of ldproof's tests")
    group.addoption("--all", action="store_true", help="run every test on full grids, with fresh seeds")
    group.addoption(
        "--tenth",
        type=int,
        choices=range(TENTHS),
        metavar="K",
        help="run those of all tests whose hash ends in the digit K (0 to 9), as --all would",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set the tier; refuse a run of the wheel's tests that could import the sources."""
    # Else programs that tests start would ignore it too where the tests were started with `nohup`.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if config.getoption("--all") or config.getoption("--tenth") is not None:
        os.environ[ALL_VARIABLE] = "1"
        seed()
    settings.load_profile(
        os.environ.get("LDPROOF_HYPOTHESIS", "all" if run_everything() else "default"),
    )
    if "LDPROOF_WHEEL" not in os.environ:
        return
    files = [importlib.import_module(package).__file__ or "" for package in ("ldproof", "ldproof_proofs")]
    places = [Path(place).resolve() for place in (*files, *sys.path)]
    if reached := [place for place in places if any(map(place.is_relative_to, SOURCE_ROOTS))]:
        raise pytest.UsageError(f"this run is meant to test the built wheel and can import {reached}")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let one worker compile the rewritten tests while the others wait, so that they load its results."""
    with Path(__file__).open(encoding="utf-8") as here:
        try:
            fcntl.flock(here, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(here, fcntl.LOCK_SH)
        return (yield)


def pytest_collection_finish() -> None:
    """Exempt all imported and collected objects from garbage collection: they live to the end."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Make the exempt objects collectable again, or extension modules report leaks at exit."""
    gc.unfreeze()


LEDGER = (
    "tests/proofs/checker/test_check.py",
    "tests/proofs/checker/test_coq.py",
    "tests/proofs/checker/test_forgeries.py",
    "tests/proofs/kernel/test_near_misses.py",
    "tests/proofs/kernel/test_store.py",
    "tests/proofs/ledger/test_gathering.py",
    "tests/proofs/ledger/test_sentences.py",
    "tests/proofs/test_shots.py",
)
"""Files whose tests need the searched or the replayed ledger. One worker runs them all, to do this only once."""

LONG = (
    "tests/audit/zoo",
    "tests/proofs/book",
    "tests/proofs/checker",
    "tests/audit",
    "tests/reference/catalogue",
    "tests/reference/cli",
    "tests/proofs",
)
"""Folders that take longest apart from the ledger. They begin first, so that no worker starts one at the end."""


class FilesTogether(LoadFileScheduling):
    """Give each file, and all files of the ledger together, to one worker, in the order of the collection."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "the ledger" if file in LEDGER else file


def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores, as some tests wait for child processes or for a clock."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesTogether:
    """Return the scheduler that keeps files together."""
    return FilesTogether(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove the tests of other tiers, and put the longest first."""
    strangers = {
        test_file(item)
        for item in items
        if isinstance(item, pytest.Function) and not {"prover", "replayed"}.isdisjoint(item.fixturenames)
    } - {*LEDGER}
    if strangers:
        raise pytest.UsageError(f"these search the ledger in a worker of their own: {sorted(strangers)}")
    tenth = config.getoption("--tenth")
    kept = [item for item in items if is_of_tier(item, tenth)]
    LEFT_OUT[0] = len(items) - len(kept)
    items[:] = sorted(kept, key=lambda item: sort_key(test_file(item)))


def is_of_tier(item: pytest.Item, tenth: int | None) -> bool:
    """Return whether the run includes this test."""
    if tenth is not None:
        return crc32(item.nodeid.encode()) % TENTHS == tenth
    return run_everything() or item.get_closest_marker("slow") is None


def test_file(item: pytest.Item) -> str:
    """Return the file of a test."""
    return item.nodeid.partition("::")[0]


@cache
def sort_key(file: str) -> tuple[bool, int]:
    """Return the key that sorts files: the ledger, then the long folders, then the rest."""
    places = (place for place, folder in enumerate(LONG) if file.startswith(f"{folder}/"))
    return file not in LEDGER, next(places, len(LONG))


@pytest.fixture(scope="module")
def browser() -> "Iterator[Chrome]":
    """A browser, which few workers import."""
    from tests.browsing import run_browser

    yield from run_browser()


@pytest.fixture(autouse=True)
def _forget_modules_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Forget modules that a test has imported from a folder of its own: the next one may have another `mine`."""
    yield
    folder = str(tmp_path_factory.getbasetemp())
    for name, module in [*sys.modules.items()]:
        if (getattr(module, "__file__", None) or "").startswith(folder):
            del sys.modules[name]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Deliver Ctrl-C to child processes, also if this run was started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


# the guard on slow tests, and the summary


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test and time it; a test of the default tier that is too slow three times in a row fails."""
    runs: list[list[pytest.TestReport]] = []

    def run_once() -> None:
        runs.append(runtestprotocol(item, log=False, nextitem=nextitem))

    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    start = processor_seconds()
    run_once()
    used = processor_seconds() - start
    exempt = run_everything() or item.get_closest_marker("slow") is not None
    slow = not exempt and all(each.passed for each in runs[0]) and is_too_slow(run_once, used)
    # A test that passes once and then fails has failed.
    reports = next((each for each in runs if not all(report.passed for report in each)), runs[0])
    if slow and reports is runs[0]:
        called = next(each for each in reports if each.when == "call")
        called.outcome = "failed"
        called.longrepr = (
            f"{item.nodeid} took more than {LIMIT:g} s of processor time {ATTEMPTS} times in a row, in seconds of the "
            f"reference machine (tests/timing.py). Make it faster, thin it with `grid`, or mark it `slow`."
        )
    for report in reports:
        report.user_properties = [(PROCESSOR, used if report.when == "setup" else 0.0)]
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up a test's processor time."""
    for name, seconds in report.user_properties:
        if name == PROCESSOR and isinstance(seconds, float):
            SECONDS[report.nodeid] += seconds


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send this worker's processor time and excluded tests to the process that writes the summary."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output |= {"processor": processor_seconds(), "slowness": mean_slowness(), "left out": LEFT_OUT[0]}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController) -> None:
    """Add up the workers' processor time; the excluded tests are the same for each worker."""
    output = getattr(node, "workeroutput", {})
    if output:
        WORKERS.append((output["processor"], output["slowness"]))
    LEFT_OUT[0] = max(LEFT_OUT[0], output.get("left out", 0))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print the slowest tests, the numbers of run, skipped and excluded tests, and the processor time."""
    write, stats = terminalreporter.write_line, terminalreporter.stats
    mine = os.times()  # not of children: workers count themselves
    slowness = fmean(each for _, each in WORKERS) if WORKERS else mean_slowness()
    used = mine.user + mine.system + sum(seconds for seconds, _ in WORKERS)
    terminalreporter.section("summary")
    write("Slowest tests, in seconds of processor time:")
    for name, seconds in sorted(SECONDS.items(), key=lambda each: -each[1])[:SLOWEST]:
        write(f"  {seconds / slowness:6.2f}  {name}")
    reasons = Counter(str(each.longrepr[2]).removeprefix("Skipped: ") for each in stats.get("skipped", []))
    skipped = "; ".join(f"{reason} ({count})" for reason, count in reasons.most_common())
    counts = {name: len(stats.get(name, [])) for name in ("passed", "failed", "error")}
    tier = "full tier" if run_everything() else "default tier"
    write(f"Ran: {tier}, {counts['passed']} passed, {counts['failed']} failed, {counts['error']} errors.")
    write(f"Skipped: {sum(reasons.values())}{': ' if skipped else ''}{skipped}.")
    if run_everything():
        write(f"Seed: {SEED_VARIABLE}={seed()}. Excluded by `--tenth`: {LEFT_OUT[0]} tests.")
    else:
        write(f"Only in `make test-all`: {LEFT_OUT[0]} slow tests, and the inner points of grids.")
    budget = "" if run_everything() else f" of at most {BUDGET}"
    write(
        f"Processor time of the tests: {used / slowness:.0f} s{budget} on the reference machine, {used:.0f} s on this one."
    )
