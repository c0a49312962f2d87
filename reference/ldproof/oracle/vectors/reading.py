"""The vectors that are shipped, or those of a folder."""

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from ldproof.oracle.vectors.vector import KINDS, Vector
from ldproof.rejections import Reason


def shipped() -> Traversable:
    """Where they lie."""
    return files("ldproof").joinpath("vectors/v1")


def vectors(folder: Traversable | None = None, kinds: Iterable[str] = KINDS) -> Iterator[Vector]:
    """Every vector, kind by kind."""
    for kind in kinds:
        place = (folder or shipped()).joinpath(f"{kind}.json")
        for group in json.loads(place.read_text(encoding="ascii"))["groups"]:
            about = {name: group[name] for name in ("op", "mechanism", "formula") if name in group}
            for each in group["vectors"]:
                reason = Reason(each["reason"]) if "reason" in each else None
                more = {name: each[name] for name in ("attained",) if name in each}
                asked = {**about, **each["request"]}
                yield Vector(kind, asked, tuple(each["flags"]), each.get("answer"), reason, more)
