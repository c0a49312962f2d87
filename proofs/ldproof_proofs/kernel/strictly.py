"""Whether a part of a certificate is what its class says: Python itself lets any object stand in any field."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

annotations = cache(get_type_hints)
"""The fields of a class, and their types."""


@cache
def parsed(wanted: object) -> tuple[object, tuple[object, ...], Mapping[str, object]]:
    """What a type is made of: its origin and arguments, and its fields if it is a class with fields."""
    return (
        get_origin(wanted),
        get_args(wanted),
        annotations(wanted) if isinstance(wanted, type) and is_dataclass(wanted) else {},
    )


def flaw(value: object, wanted: object) -> str | None:
    """What is not exactly of the wanted type, down to the last field: no subclass will do, and no bool for an int."""
    origin, inside, fields = parsed(wanted)
    if origin is Literal:
        return None if type(value) is str and value in inside else f"{value!r} is none of {inside}"
    if origin is tuple and type(value) is tuple:
        each = inside[:1] * len(value) if inside[1:] == (...,) else inside
        if len(each) == len(value):
            return next((bad for pair in zip(value, each, strict=True) if (bad := flaw(*pair))), None)
    if type(value) is not wanted:
        return f"{type(value).__name__} in the place of {wanted}"
    for name, kind in fields.items():
        if bad := flaw(getattr(value, name, None), kind):
            return f"{name}: {bad}"
    return None
