"""Saved state as JSON: the types of a state's fields are its format, and nothing else is read.

A state is a dataclass of whole numbers, floats, fractions, texts and truths, of None where there may be nothing, and of
tuples, sets, counts, mappings and dataclasses of these. It is saved with the parameters that it belongs to, as text, and
is restored where these are the same.

A refusal says where the text differs from the types, but never what is there: a user's saved state is as secret as the
user's inputs. Nor does its cause, in which JSON's own errors keep the whole text.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from math import isfinite
from re import compile as pattern
from types import NoneType, UnionType
from typing import Annotated, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from ldproof.errors import Reason, Refused, type_phrase
from ldproof.json_values import load_json
from ldproof.parameters import Whole

T = TypeVar("T")

LARGEST = (1 << 128) - 1
"""The largest whole number in a state."""

LONGEST = 4000
"""The most characters of a fraction: Python itself refuses to read longer numbers."""

_fraction = pattern(r"-?[0-9]+(/[0-9]+)?")


class Misfit(Exception):  # noqa: N818  (it becomes a refusal, which says where it is)
    """A part that is not of its type: what would be accepted, and its path, but never what is there."""

    def __init__(self, accepted: str, *path: str) -> None:
        self.accepted = accepted
        self.path = [*path]


Reader: TypeAlias = Callable[[object], object]
"""Returns the value that a JSON value stands for; raises a `Misfit` or a refusal."""


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """The reader of a type, if it stands in its `Annotated`."""

    read: Reader


@cache
def reader_of_type(kind: object) -> Reader:
    """Return the reader of a type; raises TypeError if no state has this type."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        (found,) = (each for each in inner[1:] if isinstance(each, Form | Whole))
        return found.read if isinstance(found, Form) else partial(read_whole, found, str(found))
    if origin is tuple and inner[-1] is ...:
        return partial(read_tuple, reader_of_type(inner[0]))
    if origin is tuple:
        return partial(read_fixed_tuple, tuple(map(reader_of_type, inner)))
    if origin is frozenset:
        return partial(read_set, reader_of_type(inner[0]))
    if origin is Counter:
        positive = Whole(1, LARGEST)
        return lambda thing: Counter(read_mapping(partial(read_whole, positive, str(positive)), thing))
    if origin is Mapping:
        return partial(read_mapping, reader_of_type(inner[1]))
    if origin in (Union, UnionType) and len(inner) == 2 and inner[1] is NoneType:
        read = reader_of_type(inner[0])
        return lambda thing: None if thing is None else read(thing)
    if origin in (Union, UnionType) and set(inner) <= PLAIN.keys():
        return partial(read_any, {each: PLAIN[each] for each in inner})
    if isinstance(kind, type) and is_dataclass(kind):
        types = get_type_hints(kind, include_extras=True)
        return partial(
            read_dataclass, kind, {each.name: reader_of_type(types[each.name]) for each in fields(kind)}
        )
    raise TypeError(f"no state is of the type {kind}")


def read_whole(domain: Whole, accepted: str, thing: object) -> int:
    """Read a whole number from a range; a truth is none."""
    if type(thing) is int and domain.low <= thing <= domain.high:
        return thing
    raise Misfit(accepted)


def read_exactly(kind: type[T], thing: object) -> T:
    """Read a text or a truth."""
    if type(thing) is kind:
        return thing
    raise Misfit(f"of the type {kind.__name__}")


def read_float(thing: object) -> float:
    """Read a finite float."""
    if type(thing) is float and isfinite(thing):
        return thing
    raise Misfit("a finite float")


def read_fraction(thing: object) -> Fraction:
    """Read a fraction, which is written in lowest terms."""
    if type(thing) is str and len(thing) <= LONGEST and _fraction.fullmatch(thing):
        with suppress(ZeroDivisionError):
            if str(found := Fraction(thing)) == thing:
                return found
    raise Misfit("a fraction in lowest terms, as text")


def read_tuple(read: Reader, thing: object) -> tuple[object, ...]:
    """Read a tuple of any length."""
    things = read_list(thing)
    with suppress(Misfit, Refused):
        return tuple([read(each) for each in things])
    # Only if there is a misfit, its place is looked for.
    return tuple([read_part(str(place), read, each) for place, each in enumerate(things)])


def read_fixed_tuple(readers: tuple[Reader, ...], thing: object) -> tuple[object, ...]:
    """Read a tuple with one element of each type."""
    if len(things := read_list(thing)) != len(readers):
        raise Misfit(f"a list of {len(readers)}")
    pairs = zip(readers, things, strict=True)
    return tuple([read_part(str(place), read, each) for place, (read, each) in enumerate(pairs)])


def read_set(read: Reader, thing: object) -> frozenset[object]:
    """Read a set, which is written as a list without repetitions."""
    members = read_tuple(read, thing)
    if len(found := frozenset(members)) != len(members):
        raise Misfit("a list without repetitions")
    return found


def read_mapping(read: Reader, thing: object) -> dict[str, object]:
    """Read values by their names."""
    return {name: read_part("an entry", read, each) for name, each in read_object(thing).items()}


def read_any(readers: Mapping[type, Reader], thing: object) -> object:
    """Read a value of one of several plain types, which JSON tells apart."""
    if (read := readers.get(type(thing))) is None:
        raise Misfit(f"of the type {' or '.join(each.__name__ for each in readers)}")
    return read(thing)


def read_dataclass(make: Callable[..., object], readers: Mapping[str, Reader], thing: object) -> object:
    """Read all fields of a dataclass, and no others; what it refuses itself is a misfit, too."""
    found = read_object(thing)
    if found.keys() != readers.keys():
        raise Misfit(f"an object of exactly {', '.join(readers)}")
    return make(**{name: read_part(name, read, found[name]) for name, read in readers.items()})


def read_part(name: str, read: Callable[[object], T], thing: object) -> T:
    """Read a part; a misfit gets its name."""
    try:
        return read(thing)
    except Misfit as flaw:
        flaw.path.insert(0, name)
        raise
    except Refused as refusal:
        what = refusal.what
    raise Misfit(f"what can be: {what}", name)


def read_list(thing: object) -> list[object]:
    """Read a JSON array."""
    if isinstance(thing, list):
        return thing
    raise Misfit("a list")


def read_object(thing: object) -> dict[str, object]:
    """Read a JSON object."""
    if isinstance(thing, dict):
        return thing
    raise Misfit("an object")


PLAIN: Mapping[type, Reader] = {
    int: partial(read_whole, Whole(-LARGEST, LARGEST), "a whole number of at most 128 bits"),
    str: partial(read_exactly, str),
    bool: partial(read_exactly, bool),
    float: read_float,
    Fraction: read_fraction,
}
"""The readers of types without parts."""

VERSION = 2

Parameters: TypeAlias = Mapping[str, str]
"""What a state belongs to, as text, so that equal numbers of different types are different."""


@dataclass(frozen=True, slots=True)
class SavedState:
    """The parts of a saved text."""

    version: int
    parameters: Mapping[str, str]
    state: Annotated[object, Form(lambda thing: thing)]


def save_state(parameters: Parameters, state: object) -> str:
    """Return the text of a state that belongs to these parameters."""
    return json.dumps(plain_json(SavedState(VERSION, parameters, state)), allow_nan=False, sort_keys=True)


def restore_state(kind: type[T], parameters: Parameters, text: str) -> T:
    """Return the state of a type from a text that was saved with the same parameters; refuse any other text."""
    saved = open_saved(text)
    for name in {**parameters, **saved.parameters}:
        if (here := parameters.get(name)) != saved.parameters.get(name):
            # Only what is known here is said, and never what is there, as that may be anything.
            why = "it has a parameter more" if here is None else f"its {name} is not {here:.60}"
            raise Refused(
                Reason.FOREIGN_STATE, f"the saved state belongs elsewhere: {why}", "the same parameters"
            )
    return state_in(kind, saved)


def open_saved(text: object) -> SavedState:
    """Return the parts of a saved text; refuse another version."""
    saved = refuse_misfit(lambda: read_typed(SavedState, parse_json_text(text)))
    if saved.version != VERSION:
        raise Refused(Reason.WRONG_VERSION, "the saved state is of another version", str(VERSION))
    return saved


def state_in(kind: type[T], saved: SavedState) -> T:
    """Return the state of a saved text, if it is of this type."""
    return refuse_misfit(lambda: read_part("state", lambda thing: read_typed(kind, thing), saved.state))


def refuse_misfit(read: Callable[[], T]) -> T:
    """Turn a misfit into a refusal, of which it is neither the cause nor the context."""
    try:
        return read()
    except Misfit as flaw:
        why = f"{'.'.join(flaw.path) or 'it'} is not {flaw.accepted}"
    raise damaged_state_refusal(why)


def read_typed(kind: type[T], thing: object) -> T:
    """Return the value of a type that a JSON value stands for."""
    key: object = kind
    if isinstance(found := reader_of_type(key)(thing), kind):
        return found
    raise Misfit(kind.__name__)


def damaged_state_refusal(why: str) -> Refused:
    """Return the refusal of a state that contradicts its types, or itself."""
    return Refused(
        Reason.DAMAGED_STATE, f"the saved state cannot be restored: {why}", "the whole text that was saved"
    )


def plain_json(value: object) -> object:
    """Return a value as JSON values."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Fraction():
            return str(value)
        case tuple() | list():
            return [*value] if {*map(type, value)} <= {int} else [plain_json(each) for each in value]
        case frozenset():
            return sorted(value)
        case Mapping():
            return {name: plain_json(each) for name, each in value.items()}
        case _ if is_dataclass(value):
            return {each.name: plain_json(getattr(value, each.name)) for each in fields(value)}
        case _:
            raise TypeError(f"no state has {type_phrase(value)} in it")


def parse_json_text(text: object) -> object:
    """Parse a JSON text without repeated names."""
    if isinstance(text, str):
        with suppress(Refused):
            return load_json(text)
    raise Misfit("JSON text without repeated names, and not too deep")
