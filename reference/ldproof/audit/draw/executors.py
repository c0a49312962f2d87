"""Whoever else draws: any executor of `concurrent.futures`, or those behind a client of Dask.

A task is a source's description with a seed of its own, so that it does not matter who does it: an executor that loses
a worker and does its tasks again, as Dask does, brings the same.
"""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import ParamSpec, TypeVar

from ldproof.audit.draw.functions import raised
from ldproof.audit.draw.places import importable, loaded
from ldproof.audit.draw.workers import forwarded
from ldproof.rejections import Reason, Refused

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

ACCEPTED = "a function without arguments that gives an executor of concurrent.futures, or a client of Dask"
DASK = ("dask", "distributed")


class Lent(Executor):
    """An executor of somebody else's: a task can be given up, but is not called back, over which some would trip."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Hand in a task."""
        return forwarded(self._inner.submit(fn, *args, **kwargs))


@contextmanager
def executor_at(place: str) -> Iterator[Executor]:
    """The executor that the function at `module:function` gives. It ends with the block, at once if there was an error."""
    with importable(Path.cwd()), printing_to_stderr():
        found = made(place)
        inner = working(place, found)
        closing = found if isinstance(found, AbstractContextManager) else nullcontext()
        with closing:
            try:
                yield Lent(inner)
            except BaseException:
                inner.shutdown(wait=False, cancel_futures=True)
                raise


def made(place: str) -> object:
    """What the function gives."""
    function = loaded(place)
    try:
        return function()
    except Refused:
        raise
    except (Exception, SystemExit) as flaw:
        if isinstance(flaw, ModuleNotFoundError) and flaw.name in DASK:
            raise Refused(
                Reason.NOT_INSTALLED, f"{flaw.name} is not installed", "pip install 'ldproof[dask]'"
            ) from flaw
        raise Refused(Reason.PROGRAM_ENDED, f"{place} {raised(flaw)}", ACCEPTED) from flaw


def working(place: str, found: object) -> Executor:
    """The executor that it is, or that it offers as a client of Dask does."""
    if isinstance(found, Executor):
        return found
    offered = getattr(found, "get_executor", None)
    inner = offered(pure=False) if callable(offered) else None
    if not isinstance(inner, Executor):
        raise Refused(Reason.NO_SUCH_PROGRAM, f"{place} gives a {type(found).__name__}", ACCEPTED)
    return inner


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """What is printed meanwhile, here or by processes that are started, goes to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
