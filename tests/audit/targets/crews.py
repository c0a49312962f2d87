"""Executors of other libraries, as functions of a user's module, and functions that are drawn from on them."""

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from ldproof.coins import Coins
from tests.audit.targets.answers import leaning

FATAL = "LDPROOF_TEST_FATAL"
"""Names a file: whoever makes it ends."""
ANSWERED: list[int] = []
"""What this process has given so far."""
ENOUGH = 100


def threads() -> Executor:
    print("threads")
    return ThreadPoolExecutor(2)


def processes() -> Executor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def dask() -> object:
    """Return a cluster on this machine: each worker is a process with one thread for tasks."""
    distributed = import_module("distributed")
    cluster: object = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client: object = distributed.Client(cluster)
    return client


def no_executor() -> object:
    return 7


class Unready:
    """A client that has no executor to offer."""

    def get_executor(self, **_: object) -> Executor:
        raise TypeError("not yet")


def unready() -> object:
    return Unready()


def no_dask() -> object:
    """Raise the error of a machine without Dask."""
    raise ModuleNotFoundError("No module named 'distributed'", name="distributed")


def broken() -> object:
    raise ZeroDivisionError


def once(given: int, coins: Coins) -> int:
    """Return the output of `leaning`; if the named file is missing after some outputs, create it and be killed."""
    ANSWERED.append(given)
    if (mortal := os.environ.get(FATAL)) and len(ANSWERED) > ENOUGH:
        try:
            Path(mortal).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return leaning(given, coins)


def printing(given: int, coins: Coins) -> int:
    """Print, and return the output of `leaning`."""
    print("noise")
    return leaning(given, coins)
