"""What a mechanism is: two spaces, a likelihood, a way to draw, and what it promises of which secrets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from ldproof.codec.values import Value
from ldproof.coins import Coins
from ldproof.domains import Schema
from ldproof.law import Infinite
from ldproof.numbers import Real, log
from ldproof.rejections import Reason, Refused, quoted

T = TypeVar("T")
Secret = TypeVar("Secret")
Output = TypeVar("Output")

Level: TypeAlias = Literal["user", "event"]
"""Whether any two secrets of a person are to be indistinguishable, or two that differ in one event."""

LEVELS: tuple[Level, ...] = ("user", "event")
"""Both."""


def level_of(level: object) -> Level:
    """The level that is meant."""
    for each in LEVELS:
        if isinstance(level, str) and level == each:
            return each
    raise Refused(Reason.UNKNOWN_NAME, f"there is no level {quoted(level)}", " or ".join(LEVELS))


class Space(Protocol[T]):
    """The values that a secret or an output can have, and how they are written as JSON."""

    @property
    def schema(self) -> Schema:
        """The JSON Schema of what is written; of the type `string` where all values are texts."""
        ...

    def __iter__(self) -> Iterator[T]:
        """All of them, in order; refused where these are too many."""
        ...

    def read(self, thing: object) -> T:
        """The value that a JSON value means; refused if it is none."""
        ...

    def write(self, value: T) -> Value:
        """The JSON value that means it; refused if it is no value of the space."""
        ...


@dataclass(frozen=True)  # with slots too, Python cannot make a `Privacy[int, int](...)`
class Privacy(Generic[Secret, Output]):
    """The tight odds between neighbours, and where they are reached: what an event tells apart as well as any can."""

    odds: Real | Infinite
    """The largest likelihood ratio of an output."""
    likely: Secret
    unlikely: Secret
    event: Callable[[Output], bool]
    """So many times as likely with the first secret as with the second."""
    words: str = ""
    """What happens in it."""

    @property
    def epsilon(self) -> Real | Infinite:
        """Their logarithm."""
        return self.odds if isinstance(self.odds, Infinite) else log(self.odds)


MEMBERS = ("secrets", "outputs", "likelihood", "randomize", "neighbours", "privacy")
"""What every mechanism has."""


class Mechanism(Protocol[Secret, Output]):
    """What a person's device computes from a secret and coins."""

    @property
    def secrets(self) -> Space[Secret]:
        """What a person may have to report."""
        ...

    @property
    def outputs(self) -> Space[Output]:
        """What may come out."""
        ...

    def likelihood(self, secret: Secret, output: Output) -> Real:
        """The probability of an output."""
        ...

    def randomize(self, secret: Secret, coins: Coins) -> Output:
        """Draw an output, exactly."""
        ...

    def neighbours(self, level: Level, one: Secret, other: Secret, /) -> bool:
        """Whether two secrets are promised to be indistinguishable at this level."""
        ...

    def privacy(self, level: Level, /) -> Privacy[Secret, Output]:
        """How indistinguishable its neighbours are; `tight` finds it where there is no closed form."""
        ...
