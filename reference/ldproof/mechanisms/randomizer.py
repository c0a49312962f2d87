"""What a mechanism need not write: a draw by its own likelihoods, neighbours, and the tight odds."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ldproof.codec.values import canonical
from ldproof.coins import Coins
from ldproof.mechanisms.maximum import tight
from ldproof.mechanisms.protocol import Level, Mechanism, Privacy, Space, level_of
from ldproof.mechanisms.spaces import every, valid
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused

if TYPE_CHECKING:
    from ldproof.exact.categorical import Categorical

Secret = TypeVar("Secret", bound=Hashable)
Output = TypeVar("Output", bound=Hashable)

MOST_LISTED = 1 << 16
"""The most likelihoods that are listed for drawing."""

REMEMBERED = 16
"""Of how many mechanisms these are kept."""


class Randomizer(ABC, Generic[Secret, Output]):
    """A mechanism by its secrets, its outputs and its likelihoods; the rest follows, unless a class has its own.

    It is to be a frozen dataclass, so that one mechanism is known from another.
    """

    @property
    @abstractmethod
    def secrets(self) -> Space[Secret]:
        """What a person may have to report."""

    @property
    @abstractmethod
    def outputs(self) -> Space[Output]:
        """What may come out."""

    @abstractmethod
    def likelihood(self, secret: Secret, output: Output) -> Real:
        """The probability of an output."""

    def randomize(self, secret: Secret, coins: Coins) -> Output:
        """Draw an output by the likelihoods, in their order: `ldproof.exact.categorical` says how coins are read."""
        outputs, places, laws = tables(self)
        output: Output = outputs[laws.draw(place_of(self.secrets, secret, places), coins)]
        return output

    def neighbours(self, level: Level, one: Secret, other: Secret, /) -> bool:
        """Any two secrets, at both levels: a person has one value."""
        level_of(level)
        return one != other

    def privacy(self, level: Level, /) -> Privacy[Secret, Output]:
        """What is found by looking at every pair and output."""
        return tight(self, level_of(level))


def place_of(space: Space[Secret], value: Secret, places: Mapping[str, int]) -> int:
    """Which of a space's values it is; refused if it is none."""
    return places[canonical(space.write(valid(space, value)))]


def numbered(space: Space[Secret]) -> Mapping[str, int]:
    """The values of a space by the text of each, in order."""
    return {canonical(space.write(each)): place for place, each in enumerate(space)}


@lru_cache(REMEMBERED)
def tables(mechanism: Mechanism[Any, Any]) -> tuple[Sequence[Any], Mapping[str, int], "Categorical"]:
    """The outputs, the places of the secrets, and the law of each."""
    from ldproof.exact.categorical import Categorical  # noqa: PLC0415  (slow to import, and a law does without)

    secrets, outputs = every(mechanism.secrets), every(mechanism.outputs)
    listable(len(secrets) * len(outputs))
    laws = [[mechanism.likelihood(secret, output) for output in outputs] for secret in secrets]
    return outputs, numbered(mechanism.secrets), Categorical(laws)


def listable(count: int) -> None:
    """Refuse to list more likelihoods than can be looked up quickly."""
    if count > MOST_LISTED:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{count} likelihoods are too many to draw by",
            f"at most {MOST_LISTED}, or a mechanism that draws by itself",
        )
