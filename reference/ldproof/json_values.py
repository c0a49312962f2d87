"""Values that programs are given and give: JSON, with NaN and infinities among the numbers, and one text for each value.

Two values are the same if their canonical texts are. Python's own `==` is coarser: `1 == True == 1.0`, and NaN is not
even itself.
"""

import json
import re
import sys
from dataclasses import dataclass
from math import isfinite
from typing import NoReturn, TypeAlias, Union

from ldproof.errors import Reason, Refused

Value: TypeAlias = Union[bool, int, float, str, tuple["Value", ...], "Members", None]
"""A truth, a number, a text, a list or an object of values, or NULL; a list is a tuple, so that a value can be a key."""


@dataclass(frozen=True, slots=True)
class Members:
    """A JSON object: its members by their names, in the order of these."""

    members: tuple[tuple[str, Value], ...]


DEEPEST = 16
"""The most lists and objects around a value."""

LARGEST = sys.float_info.max
"""No whole number is larger, so that each is near a float."""

ACCEPTED = (
    f"null, true, false, numbers (NaN and infinities too; whole ones up to {LARGEST:.2g}), texts, and lists and objects "
    f"of these, at most {DEEPEST} deep"
)

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character."""


class SingleDigits(tuple[int, ...]):
    """Whole numbers from 0 to 9, as `parse_single_digits` reads them, so that thousands are not checked again."""

    __slots__ = ()


PLAIN = frozenset({bool, float, type(None)})
"""The types of which everything is a value."""

FROM_DIGITS = bytes.maketrans(b"0123456789", bytes(range(10)))
"""Translates digits into their numbers."""

CANONICAL = "canonical"
"""The name of the canonical text of a value that JSON itself does not have."""


def encode_members(thing: object) -> object:
    """Return the dictionary that Python's JSON writes for an object."""
    if isinstance(thing, Members):
        return dict(thing.members)
    raise TypeError(f"no value: {type(thing).__name__}")


ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True, default=encode_members)


def parse_value(thing: object) -> Value:
    """Return a thing as a value, with tuples for lists; refuse what is no value."""
    return _parse_nested(thing, DEEPEST)


def in_python(thing: Value) -> object:
    """Return a value as Python functions receive it: with dictionaries for objects."""
    match thing:
        case tuple():
            return tuple(map(in_python, thing))
        case Members():
            return {name: in_python(each) for name, each in thing.members}
        case _:
            return thing


def canonical_text(thing: object) -> str:
    """Return the canonical text of a value: compact JSON in ASCII."""
    found = parse_value(thing)
    # Numbers are many, and JSON writes those that are finite as Python does.
    if type(found) is int or (type(found) is float and isfinite(found)):
        return repr(found)
    return encode_value(found)


def encode_value(thing: object) -> str:
    """Return the canonical text of what was parsed before."""
    return ENCODER.encode(thing)


def strict_json(thing: Value) -> object:
    """Return a value in strict JSON: `{"canonical": its text}` if it contains NaN or infinities.

    An object of that form is written so, too.
    """
    named = isinstance(thing, Members) and [name for name, _ in thing.members] == [CANONICAL]
    return {CANONICAL: canonical_text(thing)} if named or not is_finite_value(thing) else thing


def is_finite_value(thing: object) -> bool:
    """Return whether a value or parsed JSON contains neither NaN nor infinities, at any depth."""
    left = [thing]
    while left:
        match left.pop():
            case float() as number if not isfinite(number):
                return False
            case list() | tuple() as listed:
                left.extend(listed)
            case dict() as named:
                left.extend(named.values())
            case Members() as named:
                left.extend(each for _, each in named.members)
            case _:
                pass
    return True


def parse_canonical(text: str) -> Value:
    """Parse a value from JSON, with NaN and infinities."""
    return parse_value(load_json(text, allow_nan=True))


def load_json(text: str, *, allow_nan: bool = False) -> object:
    """Parse a JSON text; refuse repeated members, and too deep a nesting."""
    try:
        thing: object = (LENIENT if allow_nan else DECODER).decode(text)
    except Refused:
        raise
    except json.JSONDecodeError as why:
        raise _value_refusal(f"no JSON text ({why}): {shorten_text(text)}") from None
    except ValueError:
        raise _value_refusal(f"a number of thousands of digits: {shorten_text(text)}") from None
    except RecursionError:
        raise _value_refusal(f"brackets nested too deep: {shorten_text(text)}") from None
    return thing


def parse_single_digits(text: str) -> SingleDigits | None:
    """Return the numbers in a text of digits with a comma between any two; None for any other text."""
    if not text.isascii():
        return None
    written = text.encode()
    numbers, between = written[::2], written[1::2]
    if len(numbers) == len(between) or between != b"," * len(between) or not numbers.isdigit():
        return None
    return SingleDigits(numbers.translate(FROM_DIGITS))


def shorten_text(text: str, most: int = 80) -> str:
    """Return a text for quoting: in one line, without control characters, and not too long."""
    quoted = repr(text[:most])
    return quoted if len(text) <= most else f"{quoted}..."


def _parse_nested(thing: object, deeper: int) -> Value:
    if thing.__class__ is not type(thing):
        raise _value_refusal(f"no value: {type(thing).__name__}")  # whatever it says that it is
    match thing:
        case None:
            return None
        case float():
            return thing
        case int() if abs(thing) <= LARGEST:
            return thing
        case str() if thing.isascii() or not SURROGATE.search(thing):
            return thing
        case SingleDigits() if deeper:
            return thing
        case list() | tuple() if deeper:
            # Long lists of the simplest things are many.
            kinds = {*map(type, thing)}
            if kinds <= PLAIN or (kinds == {int} and -LARGEST <= min(few := {*thing}) <= max(few) <= LARGEST):
                return tuple(thing)
            return tuple([_parse_nested(each, deeper - 1) for each in thing])
        case dict() if deeper and all(isinstance(name, str) for name in thing):
            named = [(_parse_name(name), _parse_nested(each, deeper - 1)) for name, each in thing.items()]
            return Members(tuple(sorted(named, key=_member_name)))
        case Members() if deeper:
            return _parse_nested(dict(thing.members), deeper)
        case dict() if deeper:
            raise _value_refusal("an object with a member that is not named by a text")
        case list() | tuple() | dict() | Members():
            raise too_deep()
        case str():
            raise _value_refusal(f"a text with half a character in it: {shorten_text(thing)}")
        case int():
            raise _value_refusal("a whole number that is near no float")
        case _:
            raise _value_refusal(f"no value: {type(thing).__name__}")


def _parse_name(name: object) -> str:
    if not isinstance(name, str) or SURROGATE.search(name):
        raise _value_refusal(f"a name with half a character in it: {shorten_text(str(name))}")
    return name


def _member_name(member: tuple[str, Value]) -> str:
    return member[0]


def _unique_members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _value_refusal("an object that has a member twice")
    return members


def _no_number(name: str) -> NoReturn:
    raise _value_refusal(f"no number: {name}")


DECODER = json.JSONDecoder(object_pairs_hook=_unique_members, parse_constant=_no_number)
LENIENT = json.JSONDecoder(object_pairs_hook=_unique_members)
"""Accepts NaN and infinities, too."""


def too_deep() -> Refused:
    """Return the refusal of lists and objects that are nested too deep."""
    return _value_refusal("lists nested too deep, or one that contains itself")


def _value_refusal(what: str) -> Refused:
    return Refused(Reason.NOT_A_VALUE, what, ACCEPTED)
