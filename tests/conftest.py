"""What every test run has in common: the same examples each time, and the packages it is meant to test."""

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from tests.reach import sources_in_reach

CHECKOUT = Path(__file__).parents[1]

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


def pytest_configure() -> None:
    """Refuse a run that claims to test the wheel and could import the sources."""
    if "LDPROOF_WHEEL" not in os.environ:
        return
    files = [importlib.import_module(package).__file__ or "" for package in ("ldproof", "ldproof_proofs")]
    reached = sources_in_reach(CHECKOUT, [*files, *sys.path])
    if reached:
        raise pytest.UsageError(f"this run is meant to test the built wheel and reaches {reached}")


LONG = (
    "tests/audit/zoo",
    "tests/proofs/ledger",
    "tests/proofs/book",
    "tests/proofs/checker",
    "tests/audit",
    "tests/reference/catalogue",
    "tests/reference/cli",
    "tests/proofs",
)
"""What takes longest, from the longest: it begins first, so that no worker is left with it in the end."""


class Groups(LoadGroupScheduling):
    """A group of tests goes to one worker, and so do a file's that are in none."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        scope = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if scope == nodeid else scope


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    """Workers are given whole groups and files, in the order of the collection."""
    return Groups(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who asks for the searched ledger is in one group, and first: it is searched once, by one worker."""
    for item in items:
        if isinstance(item, pytest.Function) and "prover" in item.fixturenames:
            item.add_marker(pytest.mark.xdist_group("ledger"))
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, int]:
    """Where a test stands in the order: before those of higher turns."""
    places = (place for place, folder in enumerate(LONG) if item.nodeid.startswith(f"{folder}/"))
    return item.get_closest_marker("xdist_group") is None, next(places, len(LONG))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Whoever is started hears Ctrl-C, also where this run was started in the background and does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
