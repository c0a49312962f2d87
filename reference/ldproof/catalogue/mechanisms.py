"""Every mechanism by its name."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol, TypeVar

from ldproof.catalogue.signatures import request
from ldproof.law import Infinite, Law
from ldproof.names import OnDemand, find
from ldproof.numbers import Real
from ldproof.randomizer import Randomizer, Worst

Secret = TypeVar("Secret")
Output = TypeVar("Output", bound=Hashable)


class Mechanism(Randomizer[Secret, Output], Protocol[Secret, Output]):
    """A randomizer that can also be met as text, and whose law can be listed where its outputs are few."""

    def outputs(self) -> Iterable[Output]:
        """Everything that may come out, in order; refused where that is too much."""
        ...

    def law(self, secret: Secret) -> Law[Output]:
        """The law of the output; refused where it is irrational."""
        ...

    def event_odds(self) -> Real | Infinite:
        """The tight odds between two secrets that differ in one event."""
        ...

    def user_epsilon(self) -> Real | Infinite:
        """The logarithm of the tight odds between any two secrets."""
        ...

    def event_epsilon(self) -> Real | Infinite:
        """The logarithm of the tight odds between two secrets that differ in one event."""
        ...

    def event_worst(self) -> Worst[Secret, Output]:
        """The most revealing event among two secrets that differ in one event."""
        ...

    def user_neighbours(self, one: Secret, other: Secret) -> bool:
        """Whether the odds at user level are promised of two secrets."""
        ...

    def event_neighbours(self, one: Secret, other: Secret) -> bool:
        """Whether those at event level are."""
        ...

    def read_secret(self, text: str) -> Secret:
        """The secret that a text means."""
        ...

    def write_secret(self, secret: Secret) -> str:
        """The text that means a secret."""
        ...

    def read_output(self, text: str) -> Output:
        """The output that a text means."""
        ...

    def write_output(self, output: Output) -> str:
        """The text that means an output."""
        ...


# Which secrets and outputs go together is each mechanism's own business: whoever asks by name brings text.
Constructor = Callable[..., Mechanism[Any, Any]]

SYSTEMS = ("shots", "counting", "chi2", "sketch")


def _of(system: str) -> Mapping[str, Constructor]:
    constructors: Mapping[str, Constructor] = import_module(f"ldproof.{system}.mechanism").MECHANISMS
    return {f"{system}.{name}": construct for name, construct in constructors.items()}


MECHANISMS: OnDemand[Constructor] = OnDemand([(system, system) for system in SYSTEMS], _of)
"""By name; a system is imported when one of its mechanisms is asked for."""


def mechanism(name: str, given: Mapping[str, object]) -> Mechanism[Any, Any]:
    """The mechanism with this name and these parameters, the budget among them in one way."""
    construct = find("mechanism", name, MECHANISMS)
    request(construct).check(name, given)
    return construct(**given)
