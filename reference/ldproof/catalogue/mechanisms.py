"""Every mechanism by its name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import getattr_static
from typing import Any, TypeAlias

from ldproof import plugins
from ldproof.catalogue.signatures import arguments, request
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import MEMBERS, Mechanism, Privacy
from ldproof.names import OnDemand, find
from ldproof.plugins import Extended, Plugin

# Which secrets and outputs go together is each mechanism's own business: whoever asks by name brings JSON.
AnyMechanism: TypeAlias = Mechanism[Any, Any]
"""A mechanism of any secrets and outputs."""

AnyPrivacy: TypeAlias = Privacy[Any, Any]
"""Its privacy."""

Constructor = Callable[..., AnyMechanism]

SYSTEMS = ("shots", "counting", "chi2", "sketch")


def _of(system: str) -> Mapping[str, Constructor]:
    constructors: Mapping[str, Constructor] = import_module(f"ldproof.{system}.mechanism").MECHANISMS
    return {f"{system}.{name}": construct for name, construct in constructors.items()}


def _brought(plugin: Plugin) -> Mapping[str, Constructor]:
    """Theirs: each is made by a class or a function, whose signature says what it asks for."""
    listed = plugin.load("MECHANISMS")
    if not isinstance(listed, Mapping):
        raise plugin.broken(f"its MECHANISMS is a {type(listed).__name__}, and no mapping")
    for name, construct in listed.items():
        if not (isinstance(name, str) and callable(construct)):
            raise plugin.broken(f"its MECHANISMS has {name!r}: {construct!r}")
    return {f"{plugin.system}.{name}": construct for name, construct in listed.items()}


MECHANISMS: Extended[Constructor] = Extended(
    OnDemand([(system, system) for system in SYSTEMS], _of), plugins.MECHANISMS, _brought
)
"""By name; a system is imported when one of its mechanisms is asked for."""


def mechanism(name: str, given: Mapping[str, object]) -> AnyMechanism:
    """The mechanism with this name and these parameters, the budget among them in one way."""
    construct = find("mechanism", name, MECHANISMS)
    request(construct).check(name, given)
    made = construct(**arguments(construct, given))
    if missing := [each for each in MEMBERS if getattr_static(made, each, None) is None]:
        what = f"{name} makes a {type(made).__name__}, which has no {' and no '.join(missing)}"
        raise Refused(Reason.UNAVAILABLE, what, f"an object with {', '.join(MEMBERS)}")
    return made
