"""What goes into a program and comes out of it: JSON values without objects, and one text for each.

Two values are the same if their canonical texts are. Python's own `==` is coarser: `1 == True == 1.0`.
"""

import json
import sys
from typing import NoReturn, TypeAlias, Union

from ldproof.rejections import Reason, Refused

Value: TypeAlias = Union[bool, int, float, str, tuple["Value", ...], None]  # noqa: UP007  (it names itself)
"""A truth, a number, a text, a list of values, or NULL; a list is a tuple, so that a value can be a key."""

DEEPEST = 16
"""How many lists may be around a value."""

LARGEST = sys.float_info.max
"""No number is larger, so that each is near a float; beyond every bound is no number."""

ACCEPTED = (
    f"null, true, false, numbers up to {LARGEST:.2g}, texts, and lists of these, at most {DEEPEST} deep"
)

ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def value(thing: object) -> Value:
    """The value that a thing is, with tuples for lists; whatever is no value is refused."""
    return _value(thing, DEEPEST)


def canonical(thing: object) -> str:
    """The one text of a value: compact JSON in ASCII."""
    found = value(thing)
    # Numbers are many, and JSON writes them as Python does.
    return repr(found) if type(found) is float or type(found) is int else encode_value(found)


def encode_value(thing: object) -> str:
    """The one text of what is a value already: compact JSON in ASCII."""
    return ENCODER.encode(thing)


def parsed(text: str) -> Value:
    """The value that a JSON text means."""
    return value(loads(text))


def loads(text: str) -> object:
    """What a JSON text means; refused if it is none, says a member twice, or has no end of brackets."""
    try:
        thing: object = json.loads(text, parse_constant=_no_number, object_pairs_hook=_members)
    except Refused:
        raise
    except json.JSONDecodeError as why:
        raise _refused(f"no JSON text ({why}): {shortened(text)}") from None
    except ValueError:
        raise _refused(f"a number of thousands of digits: {shortened(text)}") from None
    except RecursionError:
        raise _refused(f"brackets nested too deep: {shortened(text)}") from None
    return thing


def shortened(text: str, most: int = 80) -> str:
    """A text as it can be quoted: in one line, with nothing in it that a terminal obeys, and not too long."""
    quoted = repr(text[:most])
    return quoted if len(text) <= most else f"{quoted}..."


def _value(thing: object, deeper: int) -> Value:
    match thing:
        case None:
            return None
        case int() | float() if abs(thing) <= LARGEST:
            return thing
        case str() if not any("\ud800" <= each <= "\udfff" for each in thing):  # half a character
            return thing
        case list() | tuple() if deeper:
            return tuple([_value(each, deeper - 1) for each in thing])
        case list() | tuple():
            raise _refused("lists nested too deep")
        case str():
            raise _refused(f"a text with half a character in it: {shortened(thing)}")
        case int() | float():
            raise _refused("a number beyond every bound, or none")
        case _:
            raise _refused(f"no value: {type(thing).__name__}")


def _no_number(name: str) -> NoReturn:
    raise _refused(f"no number: {name}")


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _refused("an object that has a member twice")
    return members


def _refused(what: str) -> Refused:
    return Refused(Reason.NOT_A_VALUE, what, ACCEPTED)
