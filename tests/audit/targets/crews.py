"""Executors of others, as a user's own module gives them; and a function that ends the process it is asked in, once."""

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
    """A cluster on this machine: every worker a process of its own, with a thread for tasks."""
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
    """What is raised where there is none."""
    raise ModuleNotFoundError("No module named 'distributed'", name="distributed")


def broken() -> object:
    raise ZeroDivisionError


def once(given: int, coins: Coins) -> int:
    """The leaning one; but who has answered some, and finds no file where one is named, makes it and is killed."""
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
    """The leaning one, with noise."""
    print("noise")
    return leaning(given, coins)
