"""A law that is stated outcome by outcome, as something to hold draws against."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from ldproof.audit.draw.functions import synchronous
from ldproof.audit.draw.hosted import hosted
from ldproof.audit.draw.outputs import plain
from ldproof.coins import Coins
from ldproof.domains import UNIT
from ldproof.interface.repeating import named
from ldproof.law import Law
from ldproof.law import law as law_of
from ldproof.mechanisms import Finite, Level, Privacy, to_text
from ldproof.numbers import Real
from ldproof.oracle.conformance.fit import Arm
from ldproof.oracle.conformance.observations import observations
from ldproof.programs import Program, Value, value
from ldproof.programs.serving import InsideProgram
from ldproof.rejections import Reason, Refused

NAME = "a law"
NOTHING = "-"
"""The only input."""


@dataclass(frozen=True)
class Stated:
    """A law as a mechanism that is asked for nothing."""

    shares: Law[str]
    outputs: Finite[Value]

    @property
    def secrets(self) -> Finite[str]:
        """Nothing."""
        return Finite((NOTHING,))

    def likelihood(self, secret: str, output: Value) -> Real:
        """The probability that is stated."""
        self.secrets.read(secret)
        return Real(self.shares[to_text(self.outputs, output)])

    def randomize(self, secret: str, coins: Coins) -> Value:  # noqa: ARG002  (the names are the protocol's)
        """It is only compared with."""
        raise Refused(Reason.UNSUPPORTED, "a law that is stated is not drawn from", "a function that draws")

    def neighbours(self, _level: Level, _one: str, _other: str, /) -> bool:
        """Nobody has any."""
        return False

    def privacy(self, _level: Level, /) -> Privacy[str, Value]:
        """There is nothing to be kept."""
        raise Refused(Reason.UNSUPPORTED, "a law that is stated keeps no privacy", "a mechanism")


def arm_of(stated: object) -> Arm:
    """What is drawn, and what is looked at."""
    if not isinstance(stated, Mapping) or not stated:
        raise Refused(
            Reason.NOT_A_LAW,
            f"a {type(stated).__name__} in the place of a law, or one of nothing",
            "a mapping from what may come out to probabilities, or a `mechanism`",
        )
    given = {value(plain(each)): UNIT.accept("a probability", share) for each, share in stated.items()}
    space = Finite(tuple(given))
    shares = law_of((to_text(space, each), share) for each, share in given.items())
    looked = tuple(observations(shares.probabilities))
    return Arm(Stated(shares, space), NAME, {}, NOTHING, looked)


def drawing(sampler: object) -> Program:
    """A function of nothing, or of a count, as a program."""
    if not callable(sampler):
        raise Refused(Reason.NOT_A_VALUE, f"a {type(sampler).__name__} does not draw", "a callable")
    synchronous(named(sampler), sampler)
    return InsideProgram(named(sampler), hosted(named(sampler), NAME, partial(of_nothing, sampler)))


def of_nothing(sampler: Callable[..., object], _: str) -> object:
    """What is drawn."""
    return sampler()
