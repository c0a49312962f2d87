"""The checker, loaded from its file as it belongs to no package, and ways to write objects for it."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from ldproof_proofs.book.export.objects import FORMAT, address, written
from ldproof_proofs.book.export.syntax import ANALYSIS, Json, relation, tree
from ldproof_proofs.kernel.parsing import parsed
from ldproof_proofs.kernel.relations import Relation
from tests.proofs.conftest import sample, summary

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

__all__ = ["FILE", "check", "trust"]

Object = dict[str, Json]
ALONE: Mapping[str, Json] = {"format": FORMAT, "name": "it", "anchors": [], "lemmas": {}}
"""What every object without known facts has."""


def syntax(said: Json) -> Json:
    """The syntax tree of what a text says; what is none is one already."""
    if not isinstance(said, str):
        return said
    found = parsed(said)
    return relation(found) if isinstance(found, Relation) else tree(found)


def trees(said: Mapping[str, Json]) -> Json:
    return {name: syntax(each) for name, each in said.items()}


def product(*facts: str, factor: Json = "1", squares: Sequence[Json] = (), scale: Json = "1") -> Json:
    terms: Mapping[str, Json] = {"squares": [*map(syntax, squares)], "scale": syntax(scale)}
    return {"factor": factor, "facts": facts, **terms}


def shown(*products: Json, times: Sequence[Json] = (), negated: Json = False) -> Json:
    return {"products": products, "times": times, "negated": negated}


def sum_of(*facts: str) -> Json:
    return shown(*map(product, facts))


def always(fact: str, **values: Json) -> Json:
    """A fact of analysis as a source of what is known."""
    return {"theorem": fact, "object": ANALYSIS, "values": trees(values)}


def citing(text: str, **values: Json) -> Json:
    """A theorem's object as a source of what is known, with terms in the place of its symbols."""
    return {"theorem": read(text)["name"], "object": address(text), "values": trees(values)}


def meaning(of: str, stands: Mapping[str, Json], kind: str = "words", **where: Json) -> Json:
    """That some symbols stand for what a theorem says, where others are something."""
    return {"kind": kind, "of": of, "stands": trees(stands), "where": trees(where)}


def make_chain(
    goal: Json,
    because: "Json | None" = None,
    given: str | Mapping[str, Json] = "",
    known: Sequence[Json] = (),
    *,
    at: Mapping[str, Json] | None = None,
    defined: Sequence[Sequence[Json]] = (),
    **more: Json,
) -> Object:
    """Return the certificate of one combination, with its terms defined; a fact is named by its text."""
    facts = {each.strip(): each for each in given.split(";") if each} if isinstance(given, str) else given
    steps = [*defined, ["the goal", goal, because or shown()]]
    return {
        "format": FORMAT,
        "name": "forged",
        "rule": "chain",
        "anchors": [],
        "reading": "",
        "said": [],
        "given": trees(facts),
        "known": list(known),
        "goal": syntax(goal),
        "witness": trees(at or {"x": "1", "y": "1"}),
        "certificate": [[name, syntax(step), why] for name, step, why in steps],
        **more,
    }


def read(text: str) -> Object:
    """An object that can be changed."""
    found: Object = json.loads(text)
    return found


@cache
def objects() -> Mapping[str, str]:
    """The objects of the sample's theorems, as text, by their names."""
    return summary(sample()[1]).objects


@cache
def check_objects() -> Mapping[str, check.Data | str]:
    """Check these objects, by their hashes."""
    library = check.Library({address(each): each.encode() for each in objects().values()})
    return {each: made_of(library, each) for each in library.texts}


def made_of(library: check.Library, wanted: str) -> check.Data | str:
    """Check an object; return its theorem, or why there is none."""
    try:
        return library.theorem(wanted)
    except check.Refused as why:
        return str(why)


def outcome(text: str, *others: str) -> object:
    """Check an object beside others; return its theorem, or why there is none."""
    texts = {address(each): each.encode() for each in (text, *others)}
    return made_of(check.Library(texts), address(text))


def told(found: Mapping[str, Json], *others: str) -> object:
    """The same, of an object that is no text yet."""
    return outcome(written(dict(found)), *others)


def beside(text: str) -> object:
    """Check an object beside those that were checked before."""
    library = check.Library({address(text): text.encode()})
    library.checked.update(check_objects())
    return made_of(library, address(text))


def check_changed(name: str, change: Callable[[Object], object]) -> object:
    """Change one of the objects, and check it, with all others present."""
    found = read(objects()[name])
    change(found)
    assert written(found) != objects()[name]
    return beside(written(found))


def put(*path: str | int, to: "Json | None" = None) -> Callable[[Object], object]:
    """A change at a place of an object; without a value, what is there is left out."""

    def change(found: Object) -> None:
        *way, last = path
        place: Any = found
        for each in way:
            place = place[each]
        if to is None:
            del place[last]
        else:
            place[last] = to

    return change


def refused(found: object, why: str) -> bool:
    """Whether an object was refused, and for this reason."""
    return isinstance(found, str) and why in found


def assert_refused(*rows: tuple[object, str]) -> None:
    """Each was refused, and for the reason beside it."""
    assert [(found, why) for found, why in rows if not refused(found, why)] == []


def accepted(found: object) -> bool:
    return isinstance(found, check.Data)
