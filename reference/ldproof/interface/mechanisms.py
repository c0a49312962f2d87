"""Mechanisms by name, with their parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from ldproof import catalogue
from ldproof.catalogue import AnyMechanism
from ldproof.codec.values import Value, value
from ldproof.coins import Coins, SystemCoins
from ldproof.domains import exactly
from ldproof.interface.results import Certified
from ldproof.interface.values import named
from ldproof.mechanisms import MEMBERS, from_text, to_text
from ldproof.mechanisms.spaces import of_texts
from ldproof.rejections import Reason, Refused


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A mechanism with its parameters: what `audit`, `conform` and `law` are given."""

    name: str
    parameters: Mapping[str, str | list[str]] = field(hash=False)
    """As a program is told of them."""
    made: AnyMechanism = field(repr=False, hash=False, compare=False)
    """What the catalogue has under that name; its members are described in `ldproof.mechanisms`."""

    def __str__(self) -> str:
        return " ".join((self.name, *assigned(self.parameters)))

    def randomize(self, given: object, coins: Coins | None = None) -> Value:
        """Draw an output exactly, from the operating system's randomness if no other coins are given."""
        secret = from_text(self.made.secrets, self.text_of_input(given))
        return self.made.outputs.write(self.made.randomize(secret, SystemCoins() if coins is None else coins))

    def text_of_input(self, given: object) -> str:
        """An input as it is written on a command line."""
        space = self.made.secrets
        return (
            given if isinstance(given, str) and of_texts(space) else to_text(space, space.read(value(given)))
        )

    def text_of_output(self, given: object) -> str:
        """An output as it is written on a command line."""
        space = self.made.outputs
        return (
            given if isinstance(given, str) and of_texts(space) else to_text(space, space.read(value(given)))
        )


def mechanism(name: str | object, /, **parameters: object) -> Mechanism:
    """The mechanism of this name, as `system.mechanism`, at these parameters; or one of one's own, an object with its members.

    Parameters are exact numbers, and the budget is one of `epsilon`, `odds` and, where it is split, `report_odds`.

    >>> print(mechanism("shots.report", T=3, m=1, epsilon="ln(3)"))
    shots.report T=3 m=1 epsilon=ln(3)
    """
    if is_own(name):
        if parameters:
            raise Refused(
                Reason.UNKNOWN_PARAMETER, "a mechanism that is made has its parameters", "no others"
            )
        return Mechanism(type(name).__name__, {}, name)
    found = named("a mechanism", name)
    given = {each: as_text(each, thing) for each, thing in parameters.items() if thing is not None}
    return Mechanism(found, given, catalogue.mechanism(found, given))


def is_own(thing: object) -> TypeGuard[AnyMechanism]:
    """Whether it is a mechanism of one's own, by its members."""
    return not isinstance(thing, type) and all(hasattr(thing, each) for each in MEMBERS)


def known(thing: Mechanism | object) -> Mechanism:
    """A mechanism as it was made, or one of one's own."""
    return thing if isinstance(thing, Mechanism) else mechanism(thing)


def as_text(name: str, thing: object) -> str | list[str]:
    """A parameter as it is written: a number as text, or a list of them."""
    if isinstance(thing, str):
        return thing.strip()
    listed = getattr(thing, "tolist", None)
    things: object = listed() if callable(listed) and getattr(thing, "ndim", None) else thing
    if isinstance(things, list | tuple):
        return [one(name, each) for each in things]
    return one(name, thing)


def one(name: str, thing: object) -> str:
    """A number, or a word."""
    if isinstance(thing, str):
        return thing.strip()
    if isinstance(thing, Certified):
        if thing.exact is None:
            raise Refused(Reason.IRRATIONAL, f"{name} is only known between two decimals", "an exact number")
        return str(thing.exact)
    return str(exactly(name, thing))


def assigned(parameters: Mapping[str, str | list[str]]) -> list[str]:
    """Parameters as they stand on a command line."""
    return [
        f"{name}={each if isinstance(each, str) else '[' + ','.join(each) + ']'}"
        for name, each in parameters.items()
    ]
