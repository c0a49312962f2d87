"""Where a function of Python is found: in a module that can be imported, from here or as installed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from ldproof.audit.draw.functions import raised
from ldproof.audit.draw.patience import Late, limited, ours
from ldproof.rejections import Reason, Refused

PLACE = "module:function, to be imported from here or as installed"


def loaded(place: str, seconds: float | None = None) -> Callable[..., object]:
    """The function at `module:function`."""
    module, name = parts(place)
    try:
        with limited(seconds):
            found: object = reduce(getattr, name.split("."), imported(module, place))
    except Late as flaw:
        raise flaw.refusal(f"{module}, when it is imported,") from flaw
    except AttributeError as flaw:
        raise missing(place, str(flaw)) from flaw
    if not callable(found):
        raise missing(place, f"{name} is a {type(found).__name__}")
    return found


def imported(module: str, place: str) -> ModuleType:
    """A module; if it is there and cannot be imported, that is its own fault."""
    try:
        return import_module(module)
    except BaseException as flaw:
        if ours(flaw):
            raise
        absent = flaw.name if isinstance(flaw, ModuleNotFoundError) else None
        if absent is not None and f"{module}.".startswith(f"{absent}."):
            raise missing(place, f"there is no module {absent}") from flaw
        raise Refused(
            Reason.PROGRAM_ENDED, f"{module}, when it is imported, {raised(flaw)}", "a module"
        ) from flaw


def found_at(place: str) -> tuple[str, ...]:
    """The file that is imported, if there is one."""
    try:
        spec = find_spec(parts(place)[0])
    except BaseException as flaw:  # what a package does when it is imported is its own
        if ours(flaw):
            raise
        return ()
    return (spec.origin,) if spec is not None and spec.origin is not None else ()


def parts(place: str) -> tuple[str, str]:
    """The names of a module and of what is in it."""
    module, _, name = place.partition(":")
    if not all(each.isidentifier() for each in (*module.split("."), *name.split("."))):
        raise missing(place, "it is no place")
    return module, name


def missing(place: str, why: str) -> Refused:
    """The refusal of a place where no function is."""
    return Refused(Reason.NO_SUCH_PROGRAM, f"{place}: {why}", PLACE)


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Modules in this folder can be imported."""
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
