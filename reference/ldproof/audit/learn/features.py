"""Outputs, flattened into leaves, and features: functions of an output by a name and an argument, so that they can be saved.

The value of a feature is a leaf, NULL if there is none. The leaves of a list are its members and those of the lists in
it; the leaves of a text are its characters. If the mechanism is known and can read the output, they are those of what
it reads.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from types import NoneType
from typing import TypeAlias

from ldproof.audit.claim import Claim
from ldproof.errors import Refused
from ldproof.json_values import Members, SingleDigits
from ldproof.programs import Value, canonical_text, parse_key, parse_value

Leaf: TypeAlias = bool | int | float | str | None
Number: TypeAlias = int | float

Argument: TypeAlias = int | float | str
Measure: TypeAlias = tuple[Argument, ...]
"""The name of a number that describes an output, and arguments; see `measures`."""
Condition: TypeAlias = tuple[str, float | str, Measure]
"""`=` or `>=`, a number or a label, and a measure: that it equals what has the label, or is at least the number."""
Rule: TypeAlias = tuple[Condition, ...]
"""Conditions that are met together."""
Row: TypeAlias = tuple[int, Rule]
"""A rule of a score, after its weight."""

FLAT = frozenset({bool, int, float, NoneType})
"""The types of leaves that are no texts."""
NUMBER = re.compile(r"[+-]?([0-9]{1,200}(\.[0-9]*)?|\.[0-9]{1,200})([eE][+-]?[0-9]{1,2})?")
"""How a number may be written in a text; all such numbers are in the range of floats."""

LONGEST = 420
"""The length of the longest such text."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A value, flattened."""

    leaves: tuple[Leaf, ...]
    """From the left to the right."""
    kinds: set[type]
    """The types of the leaves."""
    shape: Value
    """The value with "" in the place of each text and NULL in the place of other leaves.

    A list without texts, lists or objects in it is written as its length.
    """


@dataclass(frozen=True)  # without slots, so that its parts are kept
class Look:
    """An output of a draw, as the mechanism reads it if it can."""

    key: str
    output: Value
    taken: int | None
    read: object
    """What the mechanism reads; the output itself if no mechanism is known, or it cannot read the output."""
    readable: bool = True
    """False if a mechanism is known and cannot read it."""
    worst: bool = False
    """Whether it is in the worst event of the mechanism."""

    @cached_property
    def shown(self) -> Value:
        """What is read, as a value."""
        return parse_value(self.read)

    @cached_property
    def parts(self) -> Parts:
        """What is read, flattened; a text into its characters."""
        return (
            Parts(tuple(self.read), {str}, None) if isinstance(self.read, str) else parts_of_value(self.read)
        )

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves, from the left to the right."""
        return self.parts.leaves

    @property
    def text(self) -> str:
        """The canonical text of the output."""
        return self.key[1 : -1 if self.taken is None else self.key.rindex(",")]


Question: TypeAlias = Callable[[Look], Leaf]


def look_at_output(claim: Claim, key: str) -> Look:
    """Return the output with a key, as the mechanism of a claim reads it."""
    met = parse_key(key)
    if claim.mechanism is None:
        return Look(key, met.output, met.taken, met.output)
    try:
        read = claim.mechanism.outputs.read(met.output)
    except Refused:
        return Look(key, met.output, met.taken, met.output, readable=False)
    worst = claim.worst is not None and claim.worst.event(read)
    return Look(key, met.output, met.taken, read, worst=worst)


def parts_of_value(thing: object) -> Parts:
    """Flatten a value; a text in a list is a leaf."""
    match thing:
        case None | bool() | int() | float():
            return Parts((thing,), {type(thing)}, None)
        case str():
            return Parts((thing,), {str}, "")
        case SingleDigits():
            return Parts(thing[:], {int}, len(thing))  # a tuple like any other
        case tuple():
            if (kinds := {*map(type, thing)}) <= FLAT:  # most values, and the longest ones
                return Parts(thing, kinds, len(thing))
            return join_parts(thing, tuple)
        case Members(members):
            names = [name for name, _ in members]
            values = [each for _, each in members]
            return join_parts(values, lambda shapes: Members(tuple(zip(names, shapes, strict=True))))
        case _:
            return parts_of_value(parse_value(thing))


def join_parts(values: Iterable[object], shape: Callable[[Iterable[Value]], Value]) -> Parts:
    """Flatten the members of a list or an object, whose shape is made of theirs."""
    inner = [*map(parts_of_value, values)]
    kinds = set[type]().union(*(each.kinds for each in inner))
    leaves = tuple(chain.from_iterable(each.leaves for each in inner))
    return Parts(leaves, kinds, shape(each.shape for each in inner))


def leaf_label(leaf: Leaf) -> str:
    """Return the canonical text of a leaf, which is different for 1, 1.0 and true."""
    # Numbers are many, and would fill the cache.
    return canonical_text(leaf) if type(leaf) is float or type(leaf) is int else cached_label(leaf)


@lru_cache(maxsize=1 << 14, typed=True)
def cached_label(leaf: Leaf) -> str:
    """Return the canonical text of a leaf that is no number, cached."""
    return canonical_text(leaf)


def leaf_number(thing: Leaf) -> Number | None:
    """Return the number that a leaf is, or that it writes as a text; None if there is none."""
    if isinstance(thing, str):
        return float(thing) if len(thing) <= LONGEST and NUMBER.fullmatch(thing) else None
    return thing if isinstance(thing, int | float) and not isinstance(thing, bool) else None


def output_kind(look: Look) -> str:
    """Return the type of an output, and whether the mechanism cannot read it."""
    name = "tuple" if isinstance(look.output, tuple) else type(look.output).__name__
    return f"{name}{'' if look.readable else ', unreadable'}"


TEXTS = frozenset({"output", "draw", "kind", "worst, taken"})
"""The features whose values are texts, even if a number can be read in them."""

PLAIN: Mapping[str, Question] = {
    "worst": lambda look: look.worst,
    "kind": output_kind,
    "output": lambda look: look.text,
    "draw": lambda look: look.key,
    "taken": lambda look: look.taken,
    "worst, taken": lambda look: canonical_text((look.worst, look.taken)),
    "number": lambda look: None if isinstance(look.output, tuple | Members) else leaf_number(look.output),
}
"""The features without an argument."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature by its name: one of `PLAIN`, `measure` with a measure, or `score` with its rows."""

    name: str
    measure: Measure = ()
    score: tuple[Row, ...] = ()
