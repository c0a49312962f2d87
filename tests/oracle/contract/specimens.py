"""Mechanisms to be checked against the contract: k-ary randomized response with k = 3, right or with one fault."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any, cast

from ldproof.budget import Budget, parse_budget
from ldproof.mechanisms import Finite, Randomizer, Space
from ldproof.numbers import Real
from ldproof.rounds import Rounds


@dataclass(frozen=True)
class Kary(Randomizer[int, int]):
    budget: Budget = field(default_factory=lambda: parse_budget(odds=3))

    @property
    def secrets(self) -> Space[int]:
        return Finite((0, 1, 2))

    @property
    def outputs(self) -> Space[int]:
        return Finite((0, 1, 2))

    def likelihood(self, secret: int, output: int) -> Real:
        odds = self.budget.odds()
        return (odds if output == secret else 1) / (odds + 2)


class SumsToMore(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        return super().likelihood(secret, output) + Fraction(int((secret, output) == (2, 0)), 100)


class Negative(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        return Real((2, -1, 0)[(output - secret) % 3])


class Missing(Kary):
    @property
    def outputs(self) -> Space[int]:
        return Finite((0, 1))


class InFloats(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        return cast(Real, 0.6 if output == secret else 0.2)


def make_specimen(**members: object) -> Kary:
    """Return a mechanism with some members replaced."""
    made: Kary = type("Specimen", (Kary,), members)()
    return made


def with_likelihoods(change: Callable[[Real, int, int], object]) -> Kary:
    """Return a mechanism with other likelihoods."""
    return make_specimen(
        likelihood=lambda self, secret, output: change(Kary.likelihood(self, secret, output), secret, output)
    )


def with_draws(draw: Callable[..., object]) -> Kary:
    """Return a mechanism with another `randomize`; `draw` gets the mechanism, a secret and coins."""
    return make_specimen(randomize=draw)


@dataclass(frozen=True)
class Stepwise(Rounds[int, int]):
    """Two rounds of a bit, at odds of 3 each."""

    budget: Budget = field(default_factory=lambda: parse_budget(odds=9))
    rounds = 2
    states = Finite((0, 1))
    reports = Finite((0, 1))

    def step(self, states: tuple[int, ...], past: tuple[int, ...], report: int) -> Real:
        return Real(Fraction(3 if report == states[-1] else 1, 4))


class Forgetful(Stepwise):
    """A mechanism whose likelihood omits the second round's step."""

    def likelihood(self, secret: tuple[int, ...], output: tuple[int, ...]) -> Real:
        return self.step(secret[:1], (), output[0]) / 2


@dataclass(frozen=True)
class Numbers:
    """A space of 0, 1 and 2, or of all whole numbers from 0, with a given `read` and `write`."""

    write: Callable[[int], object] = lambda value: value
    read: Callable[[Any], object] = lambda thing: int(str(thing))
    endless: bool = False
    schema: dict[str, object] = field(default_factory=lambda: {"type": "string"})

    def __iter__(self) -> Iterator[int]:
        return count() if self.endless else iter((0, 1, 2))


@dataclass
class Thawed(Randomizer[int, int]):
    """A dataclass that is not frozen and has no hash."""

    secrets = outputs = Finite((0, 1))

    def likelihood(self, secret: int, output: int) -> Real:
        return Real(Fraction(1, 2))
