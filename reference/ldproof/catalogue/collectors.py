"""The other side of each mechanism by its name: what is estimated from reports, and what is decided."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TypeAlias, TypeVar

from ldproof.catalogue.signatures import request
from ldproof.names import OnDemand, find
from ldproof.numbers import Real

Made = TypeVar("Made")

Received: TypeAlias = Mapping[str, object]
"""What is collected, as members of a JSON object: reports, counts, columns or tables."""

Estimates: TypeAlias = Callable[[Received], Sequence[Real | None]]
"""A number for each round or item; nothing where there is nothing to go by."""

Decisions: TypeAlias = Callable[[Received], Sequence[str]]
"""A word for each round or table."""


def _estimates(system: str) -> Mapping[str, Callable[..., Estimates]]:
    found: Mapping[str, Callable[..., Estimates]] = import_module(f"ldproof.{system}.collector").ESTIMATES
    return {f"{system}.{name}": each for name, each in found.items()}


def _decisions(room: str) -> Mapping[str, Callable[..., Decisions]]:
    found: Mapping[str, Callable[..., Decisions]] = import_module(f"ldproof.{room}").DECISIONS
    return {f"{room.partition('.')[0]}.{name}": each for name, each in found.items()}


ESTIMATES: OnDemand[Callable[..., Estimates]] = OnDemand(
    [(system, system) for system in ("shots", "counting", "sketch")], _estimates
)
"""By name; a system is imported when it is asked for."""

DECISIONS: OnDemand[Callable[..., Decisions]] = OnDemand(
    [("shots", "shots.collector"), ("chi2", "chi2.mechanism")], _decisions
)
"""By name; a system is imported when it is asked for."""


def estimates(name: str, given: Mapping[str, object]) -> Estimates:
    """The collector of this mechanism with these parameters, its number of people among them."""
    return _made("estimate", name, ESTIMATES, given)


def decisions(name: str, given: Mapping[str, object]) -> Decisions:
    """What decides in the name of this mechanism, with these parameters."""
    return _made("decision", name, DECISIONS, given)


def _made(
    kind: str, name: str, things: Mapping[str, Callable[..., Made]], given: Mapping[str, object]
) -> Made:
    construct = find(kind, name, things)
    request(construct).check(name, given)
    return construct(**given)
