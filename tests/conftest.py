"""What every test run has in common: the same examples each time, and the packages it is meant to test."""

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Whoever is started hears Ctrl-C, also where this run was started in the background and does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
