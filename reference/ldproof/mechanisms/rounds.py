"""Mechanisms over rounds, by the step of one round: the law of all rounds is what the steps make together."""

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from operator import mul
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ldproof.codec.values import Value
from ldproof.coins import Coins
from ldproof.domains import Schema
from ldproof.mechanisms.protocol import Level, Space, level_of
from ldproof.mechanisms.randomizer import Randomizer, listable, numbered, place_of
from ldproof.mechanisms.spaces import every
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused

if TYPE_CHECKING:
    from ldproof.exact.categorical import Categorical

State = TypeVar("State", bound=Hashable)
Report = TypeVar("Report", bound=Hashable)
T = TypeVar("T")

REMEMBERED = 1 << 10
"""Of how many rounds the tables are kept."""


@dataclass(frozen=True)  # with slots too, Python cannot make a `Rows[int](...)`
class Rows(Generic[T]):
    """Rows of so many values of a space, written as lists."""

    space: Space[T]
    length: int

    @property
    def schema(self) -> Schema:
        """A list of so many."""
        return {
            "type": "array",
            "items": self.space.schema,
            "minItems": self.length,
            "maxItems": self.length,
        }

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        each = every(self.space)
        listable(len(each) ** self.length)
        return product(each, repeat=self.length)

    def row(self, value: tuple[T, ...]) -> tuple[T, ...]:
        """A value, if it is a tuple of so many; what is in it is the step's business."""
        given: object = value
        if isinstance(given, tuple) and len(given) == self.length:
            return value
        raise Refused(Reason.WRONG_LENGTH, "what is no tuple for all rounds", f"a tuple of {self.length}")

    def read(self, thing: object) -> tuple[T, ...]:
        """A value for each place."""
        if not isinstance(thing, list | tuple) or len(thing) != self.length:
            raise Refused(Reason.WRONG_LENGTH, "what is no list for all rounds", f"a list of {self.length}")
        return tuple(map(self.space.read, thing))

    def write(self, value: tuple[T, ...]) -> Value:
        """What `read` reads."""
        return tuple(map(self.space.write, self.read(tuple(map(self.space.write, value)))))


class Rounds(Randomizer[tuple[State, ...], tuple[Report, ...]], Generic[State, Report]):
    """A mechanism by its rounds: the states, the reports, and the probability of a report given all before it."""

    @property
    @abstractmethod
    def rounds(self) -> int:
        """How many."""

    @property
    @abstractmethod
    def states(self) -> Space[State]:
        """What a person may have in a round."""

    @property
    @abstractmethod
    def reports(self) -> Space[Report]:
        """What may be sent in a round."""

    @abstractmethod
    def step(self, states: tuple[State, ...], past: tuple[Report, ...], report: Report) -> Real:
        """The probability of a report, given the states up to this round and the reports before it."""

    @property
    def secrets(self) -> Rows[State]:
        """A state for each round."""
        return Rows(self.states, self.rounds)

    @property
    def outputs(self) -> Rows[Report]:
        """A report for each round."""
        return Rows(self.reports, self.rounds)

    def likelihood(self, secret: tuple[State, ...], output: tuple[Report, ...]) -> Real:
        """The product of the steps."""
        return chained(self, self.secrets.row(secret), self.outputs.row(output))

    def randomize(self, secret: tuple[State, ...], coins: Coins) -> tuple[Report, ...]:
        """Draw a report in each round, one after another."""
        states, past = self.secrets.row(secret), tuple[Report, ...]()
        for t in range(1, self.rounds + 1):
            past = (*past, self.report(states[:t], past, coins))
        return past

    def report(self, states: tuple[State, ...], past: tuple[Report, ...], coins: Coins) -> Report:
        """Draw the report of a round, as a device does that knows its past: by the steps of all states there may be."""
        seen = Rows(self.states, len(past) + 1)
        reports, places, laws = tables(self, past)
        drawn: Report = reports[laws.draw(place_of(seen, states, places), coins)]
        return drawn

    def neighbours(self, level: Level, one: tuple[State, ...], other: tuple[State, ...], /) -> bool:
        """Any two people, or those that differ in one round."""
        return neighbours(level, self.secrets.row(one), self.secrets.row(other))


def chained(mechanism: Rounds[State, Report], secret: tuple[State, ...], output: tuple[Report, ...]) -> Real:
    """The probability of all reports, by those of each given the ones before."""
    steps = (mechanism.step(secret[: t + 1], output[:t], report) for t, report in enumerate(output))
    return reduce(mul, steps, Real(1))


def neighbours(level: Level, one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> bool:
    """Whether the states are two people's, or at event level those that differ in one round."""
    apart = sum(a != b for a, b in zip(one, other, strict=True))
    return apart == 1 if level_of(level) == "event" else apart > 0


@lru_cache(REMEMBERED)
def tables(
    mechanism: Rounds[Any, Any], past: tuple[Any, ...]
) -> tuple[Sequence[Any], Mapping[str, int], "Categorical"]:
    """The reports of a round, the places of the states up to it, and the law for each."""
    from ldproof.exact.categorical import Categorical  # noqa: PLC0415  (slow to import, and a law does without)

    seen, reports = Rows(mechanism.states, len(past) + 1), every(mechanism.reports)
    states = [*seen]
    listable(len(states) * len(reports))
    laws = [[mechanism.step(each, past, report) for report in reports] for each in states]
    return reports, numbered(seen), Categorical(laws)
