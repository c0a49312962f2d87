"""What is written on the command line: `key=value`, the value left as text for its domain to read."""

from collections.abc import Iterable
from typing import TypeAlias

from ldproof.rejections import Reason, Refused

Written: TypeAlias = str | list[str]
"""A value as it was written: one, or a list in brackets."""


def assignments(words: Iterable[str]) -> dict[str, Written]:
    """The values by their keys; a key can be given once."""
    values: dict[str, Written] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refused(Reason.MISSING, f"{word!r} has no value", "key=value")
        if key in values:
            raise Refused(Reason.REPEATED, f"{key!r} is given twice", "each key once")
        values[key] = parse_argument(value)
    return values


def parse_argument(value: str) -> Written:
    """A value, or the values of a list in brackets."""
    if not (value.startswith("[") and value.endswith("]")):
        return value
    inside = value[1:-1].strip()
    return [each.strip() for each in inside.split(",")] if inside else []
