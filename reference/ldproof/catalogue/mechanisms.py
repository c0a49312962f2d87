"""Every mechanism by its name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from ldproof.catalogue.signatures import request
from ldproof.mechanisms import Mechanism, Privacy
from ldproof.names import OnDemand, find

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


MECHANISMS: OnDemand[Constructor] = OnDemand([(system, system) for system in SYSTEMS], _of)
"""By name; a system is imported when one of its mechanisms is asked for."""


def mechanism(name: str, given: Mapping[str, object]) -> AnyMechanism:
    """The mechanism with this name and these parameters, the budget among them in one way."""
    construct = find("mechanism", name, MECHANISMS)
    request(construct).check(name, given)
    return construct(**given)
