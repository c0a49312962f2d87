"""How values of a type are read from JSON, and the JSON Schema of what is read: nothing is taken for anything else."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from math import isfinite
from re import compile as pattern
from types import NoneType, UnionType
from typing import Annotated, TypeVar, Union, get_args, get_origin, get_type_hints

from ldproof.domains import Schema, Whole
from ldproof.rejections import Refused

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


def form(kind: object) -> Form:
    """How values of a type are read."""
    return _form(kind)


@cache
def _form(kind: object) -> Form:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        return next(
            each if isinstance(each, Form) else among(each)
            for each in inner[1:]
            if isinstance(each, Form | Whole)
        )
    if origin is tuple:
        return several(form(inner[0])) if inner[-1] is ... else one_of_each(tuple(map(form, inner)))
    if origin is frozenset:
        return distinct(form(inner[0]))
    if origin is Counter:
        return named(among(Whole(1, LARGEST)), Counter)
    if origin is Mapping:
        return named(form(inner[1]), dict)
    if origin in (Union, UnionType) and len(inner) == 2 and inner[1] is NoneType:
        return or_none(form(inner[0]))
    if isinstance(kind, type) and is_dataclass(kind):
        return record(kind, {name: form(each) for name, each in hints(kind).items()})
    raise TypeError(f"no state is of the type {kind}")


def hints(kind: type[object]) -> dict[str, object]:
    """The types of a dataclass's fields."""
    found = get_type_hints(kind, include_extras=True)
    return {each.name: found[each.name] for each in fields(kind)} if is_dataclass(kind) else {}


def exactly(kind: type[object], schema: Schema) -> Form:
    """One of JSON's own types; a truth is no number."""

    def read(thing: object) -> object:
        if type(thing) is kind:
            return thing
        raise Misfit(f"of the type {kind.__name__}")

    return Form(read, schema)


def among(domain: Whole, said: str = "") -> Form:
    """A whole number from a range."""

    def read(thing: object) -> int:
        if type(thing) is int and domain.low <= thing <= domain.high:
            return thing
        raise Misfit(said or str(domain))

    return Form(read, domain.schema())


def fraction(thing: object) -> Fraction:
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


def several(each: Form) -> Form:
    """A tuple of as many as there are."""

    def read(thing: object) -> tuple[object, ...]:
        things = listed(thing)
        with suppress(Misfit, Refused):
            return tuple([each.read(one) for one in things])
        # Only where there is a misfit its place is looked for.
        return tuple([within(str(place), each.read, one) for place, one in enumerate(things)])

    return Form(read, {"type": "array", "items": each.schema})


def one_of_each(forms: tuple[Form, ...]) -> Form:
    """A tuple with one of each form."""

    def read(thing: object) -> tuple[object, ...]:
        if len(things := listed(thing)) != len(forms):
            raise Misfit(f"a list of {len(forms)}")
        pairs = zip(forms, things, strict=True)
        return tuple([within(str(place), one.read, thing) for place, (one, thing) in enumerate(pairs)])

    size, items = len(forms), [each.schema for each in forms]
    return Form(read, {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size})


def distinct(each: Form) -> Form:
    """A set."""
    members = several(each)

    def read(thing: object) -> frozenset[object]:
        found = frozenset(listed(members.read(thing)))
        if len(found) != len(listed(thing)):
            raise Misfit("a list without repetitions")
        return found

    return Form(read, {**members.schema, "uniqueItems": True})


def named(each: Form, make: Callable[[Mapping[str, object]], object]) -> Form:
    """Several by their names, whatever these are."""

    def read(thing: object) -> object:
        return make({name: within("an entry", each.read, one) for name, one in entries(thing).items()})

    return Form(read, {"type": "object", "additionalProperties": each.schema})


def or_none(each: Form) -> Form:
    """One, or nothing."""
    return Form(
        lambda thing: None if thing is None else each.read(thing), {"anyOf": [each.schema, {"type": "null"}]}
    )


def record(make: Callable[..., object], forms: Mapping[str, Form]) -> Form:
    """A dataclass: all of its fields, and no others. What it refuses itself is no such state either."""

    def read(thing: object) -> object:
        found = entries(thing)
        if found.keys() != forms.keys():
            raise Misfit(f"an object of exactly {', '.join(forms)}")
        return make(**{name: within(name, each.read, found[name]) for name, each in forms.items()})

    members = {name: each.schema for name, each in forms.items()}
    return Form(
        read,
        {"type": "object", "properties": members, "required": [*forms], "additionalProperties": False},
    )


def within(name: str, read: Callable[[object], T], thing: object) -> T:
    """What is read of a part; a misfit says which part it is of."""
    try:
        return read(thing)
    except Misfit as flaw:
        flaw.path.insert(0, name)
        raise
    except Refused as refusal:
        what = refusal.what
    raise Misfit(f"what can be: {what}", name)


def listed(thing: object) -> list[object]:
    """A JSON array."""
    if isinstance(thing, list | tuple):
        return [*thing]
    raise Misfit("a list")


def entries(thing: object) -> dict[str, object]:
    """A JSON object."""
    if isinstance(thing, dict):
        return thing
    raise Misfit("an object")


PLAIN: Mapping[type, Form] = {
    int: among(Whole(-LARGEST, LARGEST), "a whole number of at most 128 bits"),
    str: exactly(str, {"type": "string"}),
    bool: exactly(bool, {"type": "boolean"}),
    float: Form(finite_float, {"type": "number"}),
    Fraction: Form(fraction, {"type": "string", "pattern": f"^{FRACTION}$"}),
}
"""The types that have no parts."""
