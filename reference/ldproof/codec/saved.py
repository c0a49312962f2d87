"""Saved state as JSON, by its types: what was saved is read back as it was, and nothing else is read.

A state is a dataclass of whole numbers, floats, fractions, texts and truths, of None where there may be nothing, and of
tuples, sets, counts and dataclasses of these. Its types are the format, and the JSON Schema follows from them. It is
saved with what it belongs to, parameters as text, and is read where these are the same.

A refusal says where something else was found than the type says, but never what: a person's state is as secret as the
person's states are. Nor does its cause, in which JSON's own errors keep the whole text.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

from ldproof.codec.forms import Form, Misfit, form, hints, within
from ldproof.domains import Schema
from ldproof.rejections import Reason, Refused

VERSION = 2

T = TypeVar("T")

Parameters: TypeAlias = Mapping[str, str]
"""What a state belongs to, as text, in which no number is taken for another that is equal to it."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What every text has."""

    version: int
    parameters: Mapping[str, str]
    state: Annotated[object, Form(lambda thing: thing, {})]


def save(parameters: Parameters, state: object) -> str:
    """The text of a state that belongs to these parameters."""
    return json.dumps(plain(Saved(VERSION, parameters, state)), allow_nan=False, sort_keys=True)


def restore(kind: type[T], parameters: Parameters, text: str) -> T:
    """The state of this type in a text that was saved with the same parameters."""
    saved = opened(text)
    for name in {**parameters, **saved.parameters}:
        if (here := parameters.get(name)) != saved.parameters.get(name):
            # Only what is known here is said, and never what is there, as that may be anything.
            why = "it has a parameter more" if here is None else f"its {name} is not {here:.60}"
            raise Refused(
                Reason.FOREIGN_STATE, f"the saved state belongs elsewhere: {why}", "the same parameters"
            )
    return state_in(kind, saved)


def opened(text: object) -> Saved:
    """What a text of this version has."""
    saved = refusing(lambda: fitting(Saved, parsed(text)))
    if saved.version != VERSION:
        raise Refused(Reason.WRONG_VERSION, "the saved state is of another version", str(VERSION))
    return saved


def state_in(kind: type[T], saved: Saved) -> T:
    """The state, which is to be of this type."""
    return refusing(lambda: within("state", lambda thing: fitting(kind, thing), saved.state))


def refusing(read: Callable[[], T]) -> T:
    """What is read; a misfit becomes a refusal, of which it is neither the cause nor the context."""
    try:
        return read()
    except Misfit as flaw:
        why = f"{'.'.join(flaw.path) or 'it'} is not {flaw.accepted}"
    raise damaged(why)


def fitting(kind: type[T], thing: object) -> T:
    """The value of a type that a JSON value stands for."""
    if isinstance(found := form(kind).read(thing), kind):
        return found
    raise Misfit(kind.__name__)


def schema(kind: type[object]) -> Schema:
    """The JSON Schema of a saved text."""
    whole, members = form(Saved).schema, {name: form(each).schema for name, each in hints(Saved).items()}
    return {**whole, "properties": {**members, "version": {"const": VERSION}, "state": form(kind).schema}}


def damaged(why: str) -> Refused:
    """The refusal of a state that contradicts its types, or itself."""
    return Refused(Reason.DAMAGED_STATE, f"the saved state cannot be restored: {why}", "what `save` wrote")


def plain(value: object) -> object:
    """A value as what JSON is made of."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Fraction():
            return str(value)
        case tuple() | list():
            return [*value] if {*map(type, value)} <= {int} else [plain(each) for each in value]
        case frozenset():
            return sorted(value)
        case Mapping():
            return {name: plain(each) for name, each in value.items()}
        case _ if is_dataclass(value):
            return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            raise TypeError(f"no state has a {type(value).__name__} in it")


def parsed(text: object) -> object:
    """What a text says, which may take a name for one thing only."""
    if isinstance(text, str):
        with suppress(ValueError, RecursionError):
            thing: object = json.loads(text, object_pairs_hook=_distinct)
            return thing
    raise Misfit("JSON text without repeated names, and not too deep")


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(found := dict(pairs)) != len(pairs):
        raise ValueError("it repeats a name")
    return found
