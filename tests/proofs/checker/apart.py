"""The checker and what makes the page of trust, loaded from their files as they belong to no package, and objects to try them on."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from unittest.mock import patch

from ldproof_proofs.book.export.objects import Objects, address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.book.proving import named
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.kernel.gathering import gathered
from ldproof_proofs.kernel.prover import Replaying
from tests.proofs.sparing import Counting

FILE = Path(__file__).parents[3] / "proofs" / "checker" / "check.py"

if TYPE_CHECKING:
    from checker import check, trust
else:

    def _loaded(name: str) -> ModuleType:
        spec = spec_from_file_location(name, FILE.with_name(f"{name}.py"))
        sys.modules[name] = module_from_spec(spec)
        with patch.object(sys, "path", [*sys.path]):
            spec.loader.exec_module(sys.modules[name])
        return sys.modules[name]

    check, trust = _loaded("check"), _loaded("trust")  # in this order: the page is made with the checker here

__all__ = [
    "Object",
    "beside",
    "check",
    "checked",
    "exported",
    "made_of",
    "objects",
    "outcome",
    "prover",
    "read",
    "refused",
    "spoilt",
    "trust",
]

Object = dict[str, Json]

ENTRIES = (
    "shots.thm-3",
    "shots.thm-5",
    "shots.thm-10",
    "shots.adaptivity",
    "counting.memoization",
    "shots.simulation",
)
"""Claims with objects of every rule, and quickly replayed."""


@cache
def prover() -> Counting:
    """Replays stored certificates, except that it believes the stored counts of cases."""
    return Counting(Replaying(store.load()), store.load())


def exported(entries: Iterable[Entry]) -> Mapping[str, str]:
    """The objects of entries' theorems, as text, by their names."""
    found = Objects()
    for entry in entries:
        found.add(gathered(entry.sources, prover()))
    return found.made()


@cache
def objects() -> Mapping[str, str]:
    """The objects of some claims."""
    return exported(named()[name] for name in ENTRIES)


@cache
def checked() -> Mapping[str, check.Data | str]:
    """What the checker makes of these, by their hashes."""
    library = check.Library({address(each): each.encode() for each in objects().values()})
    return {each: made_of(library, each) for each in library.texts}


def made_of(library: check.Library, wanted: str) -> check.Data | str:
    """What a checker makes of an object: a theorem, or why there is none."""
    try:
        return library.theorem(wanted)
    except check.Refused as why:
        return str(why)


def read(text: str) -> Object:
    """An object that can be changed."""
    found: Object = json.loads(text)
    return found


def outcome(text: str, *others: str) -> object:
    """What the checker makes of an object beside others: a theorem, or why there is none."""
    texts = {address(each): each.encode() for each in (text, *others)}
    return made_of(check.Library(texts), address(text))


def beside(text: str) -> object:
    """What the checker makes of an object beside those that it has checked before."""
    library = check.Library({address(text): text.encode()})
    library.checked.update(checked())
    return made_of(library, address(text))


def spoilt(name: str, change: Callable[[Object], object]) -> object:
    """What the checker makes of one of the objects after a change, all others being there."""
    found = read(objects()[name])
    change(found)
    assert written(found) != objects()[name]
    return beside(written(found))


def refused(found: object, why: str) -> bool:
    """Whether an object was refused, and for this reason."""
    return isinstance(found, str) and why in found
