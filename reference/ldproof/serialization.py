"""State as JSON: saved and read back by its types, with the schema of what is read."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from math import isfinite
from re import compile as pattern
from types import NoneType, UnionType
from typing import Annotated, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from ldproof.errors import Reason, Refused
from ldproof.parameters import Schema, Whole

# How values of a type are read from JSON, and the JSON Schema of what is read: nothing is taken for anything else.

T = TypeVar("T")

LARGEST = (1 << 128) - 1
"""No whole number in a state is larger."""

LONGEST = 4000
"""Python itself refuses to read some more digits."""

FRACTION = r"-?[0-9]+(/[0-9]+)?"

_fraction = pattern(FRACTION)


class Misfit(Exception):  # noqa: N818  (it becomes a refusal, which says where it is)
    """That something else was found than what is accepted; never what."""

    def __init__(self, accepted: str, *path: str) -> None:
        self.accepted = accepted
        self.path = [*path]


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """How values of a type are read from JSON, by a function that raises a `Misfit` or a refusal, and their schema."""

    read: Callable[[object], object]
    schema: Schema


def form_of_type(kind: object) -> Form:
    """How values of a type are read."""
    return _cached_form(kind)


@cache
def _cached_form(kind: object) -> Form:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        return next(
            each if isinstance(each, Form) else whole_form(each)
            for each in inner[1:]
            if isinstance(each, Form | Whole)
        )
    if origin is tuple:
        return (
            tuple_form(form_of_type(inner[0]))
            if inner[-1] is ...
            else one_of_each(tuple(map(form_of_type, inner)))
        )
    if origin is frozenset:
        return set_form(form_of_type(inner[0]))
    if origin is Counter:
        return mapping_form(whole_form(Whole(1, LARGEST)), Counter)
    if origin is Mapping:
        return mapping_form(form_of_type(inner[1]), dict)
    if origin in (Union, UnionType) and len(inner) == 2 and inner[1] is NoneType:
        return or_none(form_of_type(inner[0]))
    if origin in (Union, UnionType) and set(inner) <= PLAIN.keys():
        return any_form({each: PLAIN[each] for each in inner})
    if isinstance(kind, type) and is_dataclass(kind):
        return dataclass_form(kind, {name: form_of_type(each) for name, each in field_types(kind).items()})
    raise TypeError(f"no state is of the type {kind}")


def field_types(kind: type[object]) -> dict[str, object]:
    """The types of a dataclass's fields."""
    found = get_type_hints(kind, include_extras=True)
    return {each.name: found[each.name] for each in fields(kind)} if is_dataclass(kind) else {}


def primitive_form(kind: type[object], schema: Schema) -> Form:
    """One of JSON's own types; a truth is no number."""

    def read(thing: object) -> object:
        if type(thing) is kind:
            return thing
        raise Misfit(f"of the type {kind.__name__}")

    return Form(read, schema)


def whole_form(domain: Whole, said: str = "") -> Form:
    """A whole number from a range."""

    def read(thing: object) -> int:
        if type(thing) is int and domain.low <= thing <= domain.high:
            return thing
        raise Misfit(said or str(domain))

    return Form(read, domain.schema())


def read_fraction(thing: object) -> Fraction:
    """A fraction, as it is written in lowest terms."""
    if type(thing) is str and len(thing) <= LONGEST and _fraction.fullmatch(thing):
        with suppress(ZeroDivisionError):
            if str(found := Fraction(thing)) == thing:
                return found
    raise Misfit("a fraction in lowest terms, as text")


def finite_float(thing: object) -> float:
    """A float that is a number."""
    if type(thing) is float and isfinite(thing):
        return thing
    raise Misfit("a finite float")


def tuple_form(each: Form) -> Form:
    """A tuple of as many as there are."""

    def read(thing: object) -> tuple[object, ...]:
        things = read_array(thing)
        with suppress(Misfit, Refused):
            return tuple([each.read(one) for one in things])
        # Only where there is a misfit its place is looked for.
        return tuple([read_part(str(place), each.read, one) for place, one in enumerate(things)])

    return Form(read, {"type": "array", "items": each.schema})


def one_of_each(forms: tuple[Form, ...]) -> Form:
    """A tuple with one of each form."""

    def read(thing: object) -> tuple[object, ...]:
        if len(things := read_array(thing)) != len(forms):
            raise Misfit(f"a list of {len(forms)}")
        pairs = zip(forms, things, strict=True)
        return tuple([read_part(str(place), one.read, thing) for place, (one, thing) in enumerate(pairs)])

    size, items = len(forms), [each.schema for each in forms]
    return Form(read, {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size})


def set_form(each: Form) -> Form:
    """A set."""
    members = tuple_form(each)

    def read(thing: object) -> frozenset[object]:
        found = frozenset(read_array(members.read(thing)))
        if len(found) != len(read_array(thing)):
            raise Misfit("a list without repetitions")
        return found

    return Form(read, {**members.schema, "uniqueItems": True})


def mapping_form(each: Form, make: Callable[[Mapping[str, object]], object]) -> Form:
    """Several by their names, whatever these are."""

    def read(thing: object) -> object:
        return make({name: read_part("an entry", each.read, one) for name, one in read_object(thing).items()})

    return Form(read, {"type": "object", "additionalProperties": each.schema})


def or_none(each: Form) -> Form:
    """One, or nothing."""
    return Form(
        lambda thing: None if thing is None else each.read(thing), {"anyOf": [each.schema, {"type": "null"}]}
    )


def any_form(forms: Mapping[type, Form]) -> Form:
    """A value of one of several plain types, which JSON tells apart."""

    def read(thing: object) -> object:
        if (found := forms.get(type(thing))) is None:
            raise Misfit(f"of the type {' or '.join(each.__name__ for each in forms)}")
        return found.read(thing)

    return Form(read, {"anyOf": [each.schema for each in forms.values()]})


def dataclass_form(make: Callable[..., object], forms: Mapping[str, Form]) -> Form:
    """A dataclass: all of its fields, and no others. What it refuses itself is no such state either."""

    def read(thing: object) -> object:
        found = read_object(thing)
        if found.keys() != forms.keys():
            raise Misfit(f"an object of exactly {', '.join(forms)}")
        return make(**{name: read_part(name, each.read, found[name]) for name, each in forms.items()})

    members = {name: each.schema for name, each in forms.items()}
    return Form(
        read,
        {"type": "object", "properties": members, "required": [*forms], "additionalProperties": False},
    )


def read_part(name: str, read: Callable[[object], T], thing: object) -> T:
    """What is read of a part; a misfit says which part it is of."""
    try:
        return read(thing)
    except Misfit as flaw:
        flaw.path.insert(0, name)
        raise
    except Refused as refusal:
        what = refusal.what
    raise Misfit(f"what can be: {what}", name)


def read_array(thing: object) -> list[object]:
    """A JSON array."""
    if isinstance(thing, list | tuple):
        return [*thing]
    raise Misfit("a list")


def read_object(thing: object) -> dict[str, object]:
    """A JSON object."""
    if isinstance(thing, dict):
        return thing
    raise Misfit("an object")


PLAIN: Mapping[type, Form] = {
    int: whole_form(Whole(-LARGEST, LARGEST), "a whole number of at most 128 bits"),
    str: primitive_form(str, {"type": "string"}),
    bool: primitive_form(bool, {"type": "boolean"}),
    float: Form(finite_float, {"type": "number"}),
    Fraction: Form(read_fraction, {"type": "string", "pattern": f"^{FRACTION}$"}),
}
"""The types that have no parts."""

# Saved state as JSON, by its types: what was saved is read back as it was, and nothing else is read.
#
# A state is a dataclass of whole numbers, floats, fractions, texts and truths, of None where there may be nothing, and
# of tuples, sets, counts and dataclasses of these. Its types are the format, and the JSON Schema follows from them. It
# is saved with what it belongs to, parameters as text, and is read where these are the same.
#
# A refusal says where something else was found than the type says, but never what: a person's state is as secret as the
# person's states are. Nor does its cause, in which JSON's own errors keep the whole text.

VERSION = 2


Parameters: TypeAlias = Mapping[str, str]
"""What a state belongs to, as text, in which no number is taken for another that is equal to it."""


@dataclass(frozen=True, slots=True)
class SavedState:
    """What every text has."""

    version: int
    parameters: Mapping[str, str]
    state: Annotated[object, Form(lambda thing: thing, {})]


def save_state(parameters: Parameters, state: object) -> str:
    """The text of a state that belongs to these parameters."""
    return json.dumps(plain_json(SavedState(VERSION, parameters, state)), allow_nan=False, sort_keys=True)


def restore_state(kind: type[T], parameters: Parameters, text: str) -> T:
    """The state of this type in a text that was saved with the same parameters."""
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
    """What a text of this version has."""
    saved = refuse_misfit(lambda: read_typed(SavedState, parse_json_text(text)))
    if saved.version != VERSION:
        raise Refused(Reason.WRONG_VERSION, "the saved state is of another version", str(VERSION))
    return saved


def state_in(kind: type[T], saved: SavedState) -> T:
    """The state, which is to be of this type."""
    return refuse_misfit(lambda: read_part("state", lambda thing: read_typed(kind, thing), saved.state))


def refuse_misfit(read: Callable[[], T]) -> T:
    """What is read; a misfit becomes a refusal, of which it is neither the cause nor the context."""
    try:
        return read()
    except Misfit as flaw:
        why = f"{'.'.join(flaw.path) or 'it'} is not {flaw.accepted}"
    raise damaged_state_refusal(why)


def read_typed(kind: type[T], thing: object) -> T:
    """The value of a type that a JSON value stands for."""
    if isinstance(found := form_of_type(kind).read(thing), kind):
        return found
    raise Misfit(kind.__name__)


def saved_schema(kind: type[object]) -> Schema:
    """The JSON Schema of a saved text."""
    whole, members = (
        form_of_type(SavedState).schema,
        {name: form_of_type(each).schema for name, each in field_types(SavedState).items()},
    )
    return {
        **whole,
        "properties": {**members, "version": {"const": VERSION}, "state": form_of_type(kind).schema},
    }


def damaged_state_refusal(why: str) -> Refused:
    """The refusal of a state that contradicts its types, or itself."""
    return Refused(
        Reason.DAMAGED_STATE, f"the saved state cannot be restored: {why}", "what `save_state` wrote"
    )


def plain_json(value: object) -> object:
    """A value as what JSON is made of."""
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
            raise TypeError(f"no state has a {type(value).__name__} in it")


def parse_json_text(text: object) -> object:
    """What a text says, which may take a name for one thing only."""
    if isinstance(text, str):
        with suppress(ValueError, RecursionError):
            thing: object = json.loads(text, object_pairs_hook=_unique_names)
            return thing
    raise Misfit("JSON text without repeated names, and not too deep")


def _unique_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(found := dict(pairs)) != len(pairs):
        raise ValueError("it repeats a name")
    return found
