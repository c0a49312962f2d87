"""Whether a claim or a certificate is what its class says: Python itself lets any object stand in any field."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

from ldproof.numbers import Term
from ldproof.numbers.rational import Rational

WHOLE = frozenset({bool, int, str, NoneType, Term})
"""Types without fields, which most values have: of these there is nothing but the type to look at."""

annotations = cache(get_type_hints)
"""The fields of a class, and their types."""


@cache
def parsed(
    wanted: object,
) -> tuple[object, object, tuple[object, ...], Mapping[str, object]] | None:
    """What a type is made of: it, its origin and arguments, and the fields that it is made from if it is a class with any.

    Of what runs, and of what is asked only through a protocol, nothing is said.
    """
    origin = get_origin(wanted)
    if wanted is object or isinstance(wanted, TypeVar) or origin is Callable:
        return None
    if getattr(wanted, "_is_protocol", False):
        return None
    if isinstance(origin, type) and is_dataclass(origin):
        return parsed(origin)
    made_from = fields(wanted) if isinstance(wanted, type) and is_dataclass(wanted) else ()
    return (
        wanted,
        origin,
        get_args(wanted),
        {each.name: annotations(wanted)[each.name] for each in made_from if each.init},
    )


def flaw(value: object, asked: object) -> str | None:
    """What is not exactly of the type that is asked for, down to the last field: no subclass will do, and no bool for an int."""
    if type(value) is asked and asked in WHOLE:
        return None
    made_of = parsed(asked)
    if made_of is None:
        return None
    wanted, origin, inside, parts = made_of
    if origin is UnionType:
        fits = any(flaw(value, each) is None for each in inside)
        return None if fits else f"{type(value).__name__} in the place of {wanted}"
    if origin is Literal:
        return None if type(value) is str and value in inside else f"{value!r} is none of {inside}"
    if origin is Mapping and isinstance(value, Mapping) and type(value) in (dict, MappingProxyType):
        return first(zip(pair, inside, strict=True) for pair in value.items())
    if origin is Sequence and type(value) is tuple:
        return first([zip(value, inside * len(value), strict=True)])
    if origin is tuple and type(value) is tuple:
        each = inside[:1] * len(value) if inside[1:] == (...,) else inside
        if len(each) == len(value):
            return first([zip(value, each, strict=True)])
    if wanted is Fraction and type(value) is Rational:
        return None
    if type(value) is not wanted:
        return f"{type(value).__name__} in the place of {wanted}"
    if isinstance(value, Fraction) and not {type(part) for part in value.as_integer_ratio()} <= {int}:
        return "a Fraction of what is no int"
    for name, kind in parts.items():
        part = getattr(value, name, None)
        if not (type(part) is kind and kind in WHOLE) and (bad := flaw(part, kind)):
            return f"{name}: {bad}"
    return None


def is_of_kernel(kind: type) -> bool:
    """Whether a class is defined by a module of the kernel, and does not only inherit from one that is."""
    module = sys.modules.get(kind.__module__)
    return kind.__module__.startswith(f"{__package__}.") and getattr(module, kind.__name__, None) is kind


def first(several: Iterable[Iterable[tuple[object, object]]]) -> str | None:
    """The first flaw of values that are to be of these types."""
    return next((bad for pairs in several for pair in pairs if (bad := flaw(*pair))), None)
