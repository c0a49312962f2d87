"""What is written on the command line: `key=value`, the value left as text for its domain to read.

A person there may leave out the 0 of 0.05, and write 5% for it; what programs say to each other has one grammar.
"""

from collections.abc import Iterable
from fractions import Fraction
from re import compile as pattern
from typing import TypeAlias

from ldproof.errors import Reason, Refused
from ldproof.parameters import RATIONAL

Written: TypeAlias = str | list[str]
"""A value as it was written: one, or a list in brackets."""

_headless = pattern(r"(-?)(\.[0-9][^.]*)")
_percent = pattern(rf"({RATIONAL})\s*%")


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
        return numeral(value)
    inside = value[1:-1].strip()
    return [numeral(each.strip()) for each in inside.split(",")] if inside else []


def numeral(text: str) -> str:
    """A number in the grammar of `domains`, where a person left out a 0 or wrote a percentage; other text as it is."""
    full = f"{bare[1]}0{bare[2]}" if (bare := _headless.fullmatch(text)) else text
    percent = _percent.fullmatch(full)
    return str(Fraction(percent[1]) / 100) if percent else full
