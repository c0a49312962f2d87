"""Processor time of tests, in seconds of a reference machine, so that a limit means the same on every machine.

The reference machine takes 0.3 s for five million steps of a Python loop. The run that times the tests times this loop
as well, and again before and after every repetition of a test that looks too slow; the slowest of these times counts.
"""

import os
import time
from collections.abc import Callable
from functools import cache
from typing import Final

STEPS: Final = 5_000_000
REFERENCE_SECONDS: Final = 0.3
"""How long the reference machine takes for so many steps."""

LIMIT: Final = 2.0
"""For a test that is not marked slow."""
ATTEMPTS: Final = 3
BUDGET: Final = 450
"""For all of `make test`."""


def machine_slowness() -> float:
    """Return how many seconds of this machine, now, are one second of the reference machine."""
    start, total = time.process_time(), 0
    for step in range(STEPS):
        total += step
    return (time.process_time() - start) / REFERENCE_SECONDS


@cache
def initial_slowness() -> float:
    """Return the slowness of the machine when this process asked first."""
    return machine_slowness()


def mean_slowness() -> float:
    """Return the mean of the slowness when this process asked first, and now."""
    return (initial_slowness() + machine_slowness()) / 2


def processor_seconds() -> float:
    """Return the processor time of this process and its finished children."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def is_too_slow(run: Callable[[], object], first: float) -> bool:
    """Return whether a test exceeds the limit each time; `first` is its first time, and `run` repeats it."""
    if first <= LIMIT * initial_slowness():
        return False
    for _ in range(ATTEMPTS - 1):
        slowness = max(initial_slowness(), machine_slowness())
        start = processor_seconds()
        run()
        used = processor_seconds() - start
        if used <= LIMIT * max(slowness, machine_slowness()):
            return False
    return True
