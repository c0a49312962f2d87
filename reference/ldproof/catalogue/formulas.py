"""Every public formula under the name `system.formula`, read off the code's own signatures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from inspect import getdoc
from typing import Any

from ldproof import plugins
from ldproof.catalogue.signatures import Request, parameters_of, plain, request
from ldproof.names import OnDemand, find
from ldproof.numbers import Elementary, Exact, Ordered
from ldproof.plugins import Extended, Plugin

ROOMS = (
    "shots.formulas",
    "shots.choice",
    "shots.privacy",
    "shots.error",
    "shots.detection",
    "counting.formulas",
    "counting.error",
    "counting.bounds",
    "chi2.formulas",
    "chi2.distance",
    "chi2.error",
    "sketch.formulas",
    "sketch.variance",
    "sketch.error",
)
"""The modules whose public functions are formulas, by system."""


@dataclass(frozen=True)
class Formula:
    """A formula by its name, and the function that it is."""

    name: str
    function: Callable[..., Any]
    """Called with arguments of any number system, so that its type is the caller's business."""

    @cached_property
    def request(self) -> Request:
        """What it must be given."""
        return request(self.function)

    @cached_property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of the function itself, and what each is annotated with."""
        return {each.name: plain(each.annotation) for each in parameters_of(self.function)}

    @property
    def ordered(self) -> bool:
        """Whether it branches on an order, so that it runs on fractions and neither on terms nor on balls."""
        return Ordered in self.parameters.values()

    @property
    def decides(self) -> bool:
        """Whether it takes numbers as they are known, and decides itself which of its values are exact."""
        return {Exact, Elementary, Ordered}.isdisjoint(self.parameters.values())

    @property
    def summary(self) -> str:
        """What it is, in one line."""
        return (getdoc(self.function) or "").partition("\n")[0]


@cache
def formulas() -> Extended[Formula]:
    """All of them, in the order of their modules, which are imported when they are needed."""
    ours = OnDemand([(room.partition(".")[0], room) for room in ROOMS], _public)
    return Extended(ours, plugins.FORMULAS, _brought)


def formula(name: str) -> Formula:
    """The formula with this name."""
    return find("formula", name, formulas())


def _public(room: str) -> Mapping[str, Formula]:
    module = import_module(f"ldproof.{room}")
    return _listed(room.partition(".")[0], {name: getattr(module, name) for name in module.__all__})


def _brought(plugin: Plugin) -> Mapping[str, Formula]:
    """Theirs: the functions that a module makes public."""
    names = plugin.load("__all__")
    if not isinstance(names, list | tuple):
        raise plugin.broken(f"its __all__ is a {type(names).__name__}, and no list")
    found = {str(name): plugin.load(str(name)) for name in names}
    functions = {name: each for name, each in found.items() if callable(each)}
    if others := found.keys() - functions.keys():
        raise plugin.broken(f"its __all__ has {', '.join(sorted(others))}, and no function")
    return _listed(plugin.system, functions)


def _listed(system: str, functions: Mapping[str, Callable[..., Any]]) -> Mapping[str, Formula]:
    return {f"{system}.{name}": Formula(f"{system}.{name}", each) for name, each in functions.items()}
