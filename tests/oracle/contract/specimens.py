"""Mechanisms with one thing wrong: each is k-ary randomized response with k = 3, or two rounds of a bit, but for that."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import cast

from ldproof.budget import Budget, budget
from ldproof.coins import Coins
from ldproof.exact import BLOCKS, BY_SECRET, LAZY, Digits, bernoulli, uniform
from ldproof.exact.categorical import Categorical
from ldproof.mechanisms import Finite, Level, Privacy, Randomizer, Rounds, Space
from ldproof.numbers import Real


@dataclass(frozen=True)
class Kary(Randomizer[int, int]):
    budget: Budget = field(default_factory=lambda: budget(odds=3))

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


class Raises(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        return super().likelihood(secret, output) / (1 if secret < 2 else 0)


class Leaves(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        raise SystemExit(0)


class Irrational(Kary):
    """Off by 10^-30, which no float tells."""

    def likelihood(self, secret: int, output: int) -> Real:
        return super().likelihood(secret, output) + Fraction(int(output == 0), 10**30)


class Constant(Kary):
    def randomize(self, secret: int, coins: Coins) -> int:
        coins.read(16)
        return secret


class Biased(Kary):
    """3/4 for the truth, and not 3/5, from two bytes."""

    def randomize(self, secret: int, coins: Coins) -> int:
        first = coins.read(1)[0]
        second = coins.read(1)[0]
        return secret if first < 192 else (secret + 1 + second % 2) % 3


class SlightlyBiased(Kary):
    """Two thirds for the truth and not 60%, from a block."""

    def randomize(self, secret: int, coins: Coins) -> int:
        truth = bernoulli(Digits(Fraction(2, 3)), coins)
        return secret if truth else (secret + 1 + uniform(2, coins)) % 3


class Outside(Kary):
    def randomize(self, secret: int, coins: Coins) -> int:
        return super().randomize(secret, coins) + 1


class Impossible(Kary):
    """It says 0 of 1, which its likelihood never does."""

    def likelihood(self, secret: int, output: int) -> Real:
        if secret == 1:
            return Real(Fraction((0, 2, 1)[output], 3))
        return super().likelihood(secret, output)

    def privacy(self, level: Level) -> Privacy[int, int]:
        return super().privacy(level)

    def randomize(self, secret: int, coins: Coins) -> int:
        return 0 if coins.read(16)[0] == 255 else super().randomize(secret, coins)


class Crashes(Kary):
    def randomize(self, secret: int, coins: Coins) -> int:
        return [0, 1][super().randomize(secret, coins)]


class Endless(Kary):
    """It reads on for ever, and whatever goes wrong meanwhile."""

    def randomize(self, secret: int, coins: Coins) -> int:
        while True:
            with suppress(Exception):
                coins.read(1)


class Greedy(Kary):
    """It asks for more at once than anybody has."""

    def randomize(self, secret: int, coins: Coins) -> int:
        return coins.read(1 << 60)[0] % 3


class Hasty(Kary):
    """Whoever has 2 reads one byte less."""

    def randomize(self, secret: int, coins: Coins) -> int:
        coins.read(1 if secret == 2 else 2)
        return super().randomize(secret, coins)


class OwnTies(Kary):
    def randomize(self, secret: int, coins: Coins) -> int:
        return Categorical([[self.likelihood(secret, output) for output in range(3)]], LAZY).draw(0, coins)


class BlockTies(Kary):
    """Ties once in 2^128 draws, and then speaks."""

    def randomize(self, secret: int, coins: Coins) -> int:
        return Categorical([[self.likelihood(secret, output) for output in range(3)]], BLOCKS).draw(0, coins)


class HiddenTies(Kary):
    """Ties as often, among decoys."""

    def randomize(self, secret: int, coins: Coins) -> int:
        return Categorical([[self.likelihood(secret, output) for output in range(3)]], BY_SECRET).draw(
            0, coins
        )


class OneSided(Kary):
    def neighbours(self, level: Level, one: int, other: int, /) -> bool:
        return one < other


class Reflexive(Kary):
    def neighbours(self, level: Level, one: int, other: int, /) -> bool:
        return True


class EventsAlone(Kary):
    def neighbours(self, level: Level, one: int, other: int, /) -> bool:
        return one != other and (level == "event" or abs(one - other) == 1)


class Understated(Kary):
    def privacy(self, level: Level, /) -> Privacy[int, int]:
        return Privacy(Real(2), 0, 1, lambda output: output == 0)


class StatedInFloats(Kary):
    def privacy(self, level: Level, /) -> Privacy[int, int]:
        return cast(Privacy[int, int], 3.0)


class ElsewhereReached(Kary):
    def privacy(self, level: Level, /) -> Privacy[int, int]:
        return Privacy(Real(3), 0, 1, lambda output: output == 2)


class OfOneself(Kary):
    def privacy(self, level: Level, /) -> Privacy[int, int]:
        return Privacy(Real(3), 0, 0, lambda output: output == 0)


class Overspent(Kary):
    def likelihood(self, secret: int, output: int) -> Real:
        odds = self.budget.odds() * 2
        return (odds if output == secret else 1) / (odds + 2)


class Certain(Kary):
    """Without any noise."""

    def likelihood(self, secret: int, output: int) -> Real:
        return Real(output == secret)


@dataclass(frozen=True)
class AsText:
    """Numbers that come back as words, or all alike."""

    alike: bool = False
    schema: dict[str, object] = field(default_factory=lambda: {"type": "string"})

    def __iter__(self) -> Iterator[int]:
        return iter((0, 1, 2))

    def read(self, thing: object) -> int:
        return cast(int, 0 if self.alike else str(thing))

    def write(self, value: int) -> str:
        return "0" if self.alike else str(value)


class Words(Kary):
    @property
    def secrets(self) -> Space[int]:
        return AsText()


class Alike(Kary):
    @property
    def outputs(self) -> Space[int]:
        return AsText(alike=True)


class Nobody(Kary):
    @property
    def secrets(self) -> Space[int]:
        return Finite(())


class Unready(Kary):
    """Its secrets cannot be asked for."""

    @property
    def secrets(self) -> Space[int]:
        raise RuntimeError("not yet")


@dataclass(frozen=True)
class Naturals:
    """They never end."""

    schema: dict[str, object] = field(default_factory=lambda: {"type": "integer"})

    def __iter__(self) -> Iterator[int]:
        return count()

    def read(self, thing: object) -> int:
        return int(str(thing))

    def write(self, value: int) -> int:
        return value


class Unbounded(Kary):
    """Any number may come out."""

    @property
    def outputs(self) -> Space[int]:
        return Naturals()

    def likelihood(self, secret: int, output: int) -> Real:
        return Real(Fraction(1, 2 ** (output + 1)))

    def privacy(self, level: Level, /) -> Privacy[int, int]:
        return Privacy(Real(3), 0, 1, lambda output: output == 0)


class Changing(Kary):
    """Not the same as its copy."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


@dataclass
class Thawed(Randomizer[int, int]):
    """A dataclass that is not frozen has no hash."""

    secrets = outputs = Finite((0, 1))

    def likelihood(self, secret: int, output: int) -> Real:
        return Real(Fraction(1, 2))


@dataclass(frozen=True)
class Stepwise(Rounds[int, int]):
    """Its likelihood forgets the second round's step."""

    budget: Budget = field(default_factory=lambda: budget(odds=9))
    rounds = 2
    states = Finite((0, 1))
    reports = Finite((0, 1))

    def step(self, states: tuple[int, ...], past: tuple[int, ...], report: int) -> Real:
        return Real(Fraction(3 if report == states[-1] else 1, 4))


class Forgetful(Stepwise):
    def likelihood(self, secret: tuple[int, ...], output: tuple[int, ...]) -> Real:
        return self.step(secret[:1], (), output[0]) / 2
