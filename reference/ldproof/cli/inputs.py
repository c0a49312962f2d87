"""The inputs of an audit as they are given on the command line: in a list, in a file, or by a function."""

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from ldproof.audit.claim import MOST_LISTED
from ldproof.audit.draw.functions import importable, loaded, raised, synchronous
from ldproof.codec.values import loads, value
from ldproof.programs import Value
from ldproof.rejections import Reason, Refused

ACCEPTED = "a JSON list, a file with one input in a line, or a function as module:function"


def inputs_at(text: str, read: Callable[[str], Value]) -> list[Value]:
    """The inputs; more than can be looked at are cut off where a function goes on giving them."""
    if text.lstrip().startswith("["):
        listed = loads(text, allow_nan=True)
        return [value(each) for each in listed] if isinstance(listed, list) else []
    path = Path(text)
    if path.is_file():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as flaw:
            raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw}", ACCEPTED) from flaw
        return [read(line) for line in lines if line]
    if ":" in text:
        with importable(Path.cwd()):
            return generated(text, loaded(text))
    raise Refused(Reason.NO_SUCH_PLACE, f"{text}: there is no such file", ACCEPTED)


def generated(place: str, function: Callable[..., object]) -> list[Value]:
    """What a function gives, or the first of it."""
    synchronous(place, function)
    try:
        given = function()
        found = [*islice(given, MOST_LISTED)] if isinstance(given, Iterable) else None
    except (Exception, SystemExit) as flaw:
        raise Refused(Reason.PROGRAM_ENDED, f"{place} {raised(flaw)}", "inputs") from flaw
    if found is None:
        raise Refused(Reason.NOT_A_LIST, f"what {place} gives is no list", "inputs, one after the other")
    return [value(each) for each in found]
