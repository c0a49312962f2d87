"""Spaces of few values, and the texts and the checks that every space has."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

from ldproof.codec.values import Value, canonical, finite, parsed, value
from ldproof.domains import Schema
from ldproof.mechanisms.protocol import Space
from ldproof.rejections import Reason, Refused

T = TypeVar("T")
V = TypeVar("V", bound=Value)

MOST = 1 << 20
"""So many values are listed; a space that has more says so itself, unless it goes on for ever."""


@dataclass(frozen=True)  # with slots too, Python cannot make a `Finite[int](...)`
class Finite(Generic[V]):
    """A few values that are JSON themselves, as numbers, words or tuples of these; no two are written alike."""

    values: tuple[V, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(map(in_json, self.values)))
        if len(self.by_text) < len(self.values):
            raise Refused(Reason.REPEATED, "a space that has a value twice", "each value once")

    @cached_property
    def by_text(self) -> Mapping[str, V]:
        """Each by its JSON, as `True` and 1.0 equal 1 and are written otherwise."""
        return {canonical(each): each for each in self.values}

    @property
    def schema(self) -> Schema:
        """One of them."""
        words = all(isinstance(each, str) for each in self.values)
        return {"enum": [*self.values]} | ({"type": "string"} if words else {})

    def __iter__(self) -> Iterator[V]:
        return iter(self.values)

    def read(self, thing: object) -> V:
        """The value that is written like this; a refusal does not say what was there, as it may be a secret."""
        text = canonical(thing)
        if text in self.by_text:
            return self.by_text[text]
        in_json(value(thing))
        raise Refused(
            Reason.OUT_OF_RANGE, "what is none of a few values", f"one of {', '.join(self.by_text):.200}"
        )

    def write(self, value: V) -> V:
        """The value, as it stands."""
        return self.read(value)


def in_json(given: V) -> V:
    """A value that JSON has; NaN and infinities are none."""
    if finite(given):
        return given
    raise Refused(Reason.NOT_A_VALUE, "NaN or an infinity", "what JSON has")


def every(space: Space[T]) -> list[T]:
    """All values of a space; refused where they are too many."""
    found = [*islice(space, MOST + 1)]
    if len(found) > MOST:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, f"a space with more than {MOST} values", "a space that can be listed"
        )
    return found


def valid(space: Space[T], value: T) -> T:
    """A value as the space itself would read it; refused if it is none of its values."""
    return space.read(space.write(value))


def text_of(thing: object) -> str:
    """The text that a JSON value is; refused if it is none."""
    if isinstance(thing, str):
        return thing
    raise Refused(Reason.NOT_A_VALUE, f"a {type(thing).__name__} where a text is expected", "a text")


def from_text(space: Space[T], text: str) -> T:
    """The value that a text means: as it stands where all values are texts, otherwise as JSON."""
    return space.read(text if of_texts(space) else parsed(text))


def to_text(space: Space[T], value: T) -> str:
    """What `from_text` reads."""
    written = space.write(value)
    return written if isinstance(written, str) and of_texts(space) else canonical(written)


def json_of(space: Space[T], text: str) -> Value:
    """The JSON value that a text means, as the space itself writes it."""
    return space.write(from_text(space, text))


def of_texts(space: Space[T]) -> bool:
    """Whether all values are written as texts."""
    return space.schema.get("type") == "string"
