"""Drawing on request: what is missing is named before anything takes long, and a place that cannot be written to."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from ldproof.rejections import Reason, Refused

Thing = TypeVar("Thing")

PLACE = "a folder that can be written to"


def drawer(module: str) -> Callable[..., None]:
    """What a module draws with, if matplotlib is there."""
    try:
        draw: Callable[..., None] = import_module(module).draw
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise Refused(
            Reason.NOT_INSTALLED, "matplotlib is not installed", "pip install 'ldproof[plots]'"
        ) from None
    return draw


def pencil(module: str, paths: Mapping[str, Path | None]) -> Callable[[Thing], None]:
    """What draws a file in each format that is wanted; that it can is seen before anything takes long."""
    wanted = {form: path for form, path in paths.items() if path is not None}
    if not wanted:
        return lambda _: None
    picture: Callable[[Thing, Path, str], None] = drawer(module)
    for path in wanted.values():
        if path.is_dir() or not path.parent.is_dir():
            raise Refused(Reason.NO_SUCH_PLACE, f"{path}: no place for a file", PLACE)

    def draw(thing: Thing) -> None:
        for form, path in wanted.items():
            with writing(path):
                picture(thing, path, form)

    return draw


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Refuse a place that cannot be written to."""
    try:
        yield
    except OSError as error:
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {error.strerror}", PLACE) from None
