"""Finding by name, and what to say where there is no such name."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from ldproof.rejections import Reason, Refused

Thing = TypeVar("Thing")


def find(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """What has this name; otherwise a refusal that names what is near."""
    if name not in things:
        raise Refused(Reason.UNKNOWN_NAME, f"there is no {kind} {name!r}", near(name, things))
    return things[name]


def near(name: str, names: Iterable[str]) -> str:
    """The names that may have been meant: the same without its system, or spelt alike; else the systems."""
    candidates = list(names)
    alike = [each for each in candidates if each.partition(".")[2] == name]
    alike = alike or get_close_matches(name, candidates, n=5)
    if alike:
        return ", ".join(alike)
    systems = dict.fromkeys("".join(each.partition(".")[:2]) for each in candidates)
    return f"a name that begins with {' or '.join(systems)}"
