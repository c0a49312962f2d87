"""The specimens: their claims and, for a broken one, its true odds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from inspect import signature
from itertools import product
from math import inf, log
from typing import TypeVar

from ldproof.auditor.claim import parse_claim
from ldproof.coins import Coins
from ldproof.numbers import ball
from ldproof.probability import Infinite, Law
from ldproof.registry import AnyMechanism, make_mechanism
from tests.audit.zoo.laws import SeenDraw, law_of_listed_draws, law_of_one_number

Function = TypeVar("Function", bound=Callable[..., str])
Inputs = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Specimen:
    """A function of an input, coins and the parameters that it names, all as texts, with its claim."""

    function: Callable[..., str]
    claims: str
    """The name of a mechanism."""
    parameters: Mapping[str, str]
    pairs: tuple[Inputs, ...]
    """Inputs that show more than the mechanism's own worst pair; none if that will do."""
    reads: int
    """The bytes of the one number that it draws; 0 if it draws by `drawing`."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @property
    def place(self) -> str:
        """The function's module and name, as `--python` takes them."""
        return f"{self.function.__module__}:{self.name}"

    @property
    def claimed(self) -> float:
        """The claimed epsilon."""
        return float(ball(parse_claim(self.claims, self.parameters).epsilon))

    def mechanism(self) -> AnyMechanism:
        """Return the mechanism that it claims to be."""
        return make_mechanism(self.claims, self.parameters)

    def inputs(self) -> Iterator[str]:
        """Return all inputs."""
        sizes = (int(self.parameters.get(name, 1)) for name in ("T", "m1", "m2", "w", "d"))
        T, m1, m2, w, d = sizes
        match self.claims.partition(".")[0]:
            case "chi2":
                return (f"{a},{b}" for a, b in product(range(m1 + 1), range(m2 + 1)))
            case "sketch":
                return (",".join(map(str, columns)) for columns in product(range(w), repeat=d))
            case _:
                return ("".join(states) for states in product("01", repeat=T))

    def law(self, given: str) -> Law[SeenDraw]:
        """Return the exact law of the output for an input."""
        _, _, *names = signature(self.function).parameters
        named = {name: self.parameters[name] for name in names}

        def draw(coins: Coins) -> str:
            return self.function(given, coins, **named)

        return law_of_one_number(draw, self.reads) if self.reads else law_of_listed_draws(draw)


@dataclass(frozen=True, slots=True)
class Broken(Specimen):
    """A specimen that leaks more than it claims."""

    odds: Fraction | float | Infinite
    """e^epsilon as it truly is, found by hand; a float where it is irrational."""
    within: int
    """So many pairs of draws are enough to show it."""

    @property
    def epsilon(self) -> float:
        """The true epsilon."""
        return inf if isinstance(self.odds, Infinite) else log(self.odds)


@dataclass(frozen=True, slots=True)
class Right(Specimen):
    """A specimen that keeps its claim, implemented unlike the reference."""


def with_larger_parameters(specimen: Broken, parameters: str, *pairs: Inputs) -> Broken:
    """Return the specimen with parameters at which its law cannot be listed."""
    return replace(specimen, parameters=parse_words(f"{specimen.claims} {parameters}")[1], pairs=pairs)


BROKEN: dict[str, Broken] = {}
RIGHT: dict[str, Right] = {}


def register_broken(
    claims: str, odds: Fraction | float | Infinite, within: int, *pairs: Inputs, reads: int = 0
) -> Callable[[Function], Function]:
    """Register a broken specimen."""

    def keep(function: Function) -> Function:
        BROKEN[function.__name__] = Broken(function, *parse_words(claims), pairs, reads, odds, within)
        return function

    return keep


def register_right(claims: str, *pairs: Inputs, reads: int = 0) -> Callable[[Function], Function]:
    """Register a right specimen."""

    def keep(function: Function) -> Function:
        RIGHT[function.__name__] = Right(function, *parse_words(claims), pairs, reads)
        return function

    return keep


def parse_words(claims: str) -> tuple[str, Mapping[str, str]]:
    """Parse a mechanism and its parameters, as on a command line."""
    name, *words = claims.split()
    return name, dict(word.split("=", 1) for word in words)
