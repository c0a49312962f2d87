"""What can be asked of one output: a feature has a name and an argument, so that it can be saved.

The answer is a leaf, NULL where there is none. Leaves are the members of a list and of the lists in it, or the
characters of a text; where the mechanism is known and can read the text, those of what it reads.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import fsum
from typing import Annotated, TypeAlias

from ldproof.audit.claims import Claim
from ldproof.codec import Form
from ldproof.programs import Value, canonical, seen, value
from ldproof.rejections import Refused

Leaf: TypeAlias = bool | int | float | str | None
Number: TypeAlias = int | float

JSON = Form(value, {})
"""How an argument that was saved is read: any value."""

NUMBER = re.compile(r"[+-]?([0-9]{1,200}(\.[0-9]*)?|\.[0-9]{1,200})([eE][+-]?[0-9]{1,2})?")
"""How a number may be written in a text; all of these are within floats."""


@dataclass(frozen=True, slots=True)
class Look:
    """One output, taken apart."""

    key: str
    output: Value
    taken: int | None
    leaves: tuple[Leaf, ...]
    readable: bool
    """Whether the mechanism, if it is known, can read it."""
    worst: bool
    """Whether it is in the event that the mechanism foresees."""


Question: TypeAlias = Callable[[Look], Leaf]


def look(claim: Claim, key: str) -> Look:
    """What has this key in a tally."""
    met = seen(key)
    plain = tuple(leaves(met.output))
    if claim.mechanism is None:
        return Look(key, met.output, met.taken, plain, readable=True, worst=False)
    try:
        read = claim.mechanism.outputs.read(met.output)
    except Refused:
        return Look(key, met.output, met.taken, plain, readable=False, worst=False)
    worst = claim.worst is not None and claim.worst.event(read)
    return Look(key, met.output, met.taken, tuple(leaves(value(read))), readable=True, worst=worst)


def leaves(output: Value) -> Iterator[Leaf]:
    """The leaves of an output."""
    if isinstance(output, tuple):
        for each in output:
            if isinstance(each, tuple):
                yield from leaves(each)
            else:
                yield each
    elif isinstance(output, str):
        yield from output
    else:
        yield output


def label(leaf: Leaf) -> str:
    """The canonical text of a leaf, which tells 1 from 1.0 and from true."""
    # Numbers are many, and JSON writes them as Python does.
    return repr(leaf) if type(leaf) is float or type(leaf) is int else named(leaf)


@lru_cache(maxsize=1 << 14, typed=True)
def named(leaf: Leaf) -> str:
    """The canonical text of a leaf that is no number, remembered."""
    return canonical(leaf)


def number(thing: Leaf) -> Number | None:
    """The number that a value is, or that a text means."""
    if isinstance(thing, str):
        return float(thing) if NUMBER.fullmatch(thing) else None
    return thing if isinstance(thing, int | float) and not isinstance(thing, bool) else None


def kind(look: Look) -> str:
    """What sort of thing it is, and whether the mechanism can read it."""
    return f"{type(look.output).__name__}{'' if look.readable else ', unreadable'}"


def changes(look: Look) -> int:
    """How many leaves differ from the one before."""
    return sum(label(one) != label(other) for one, other in pairwise(look.leaves))


def total(look: Look) -> float | None:
    """The sum of the leaves that are numbers, if it is near a float."""
    found = [each for each in map(number, look.leaves) if each is not None]
    try:
        return fsum(found) if found else None
    except OverflowError:
        return None


def place(index: Value) -> Question:
    """The leaf at an index."""
    at = int(str(index))
    return lambda look: look.leaves[at] if at < len(look.leaves) else None


def count(symbol: Value) -> Question:
    """How many leaves have this label."""
    return lambda look: sum(label(each) == symbol for each in look.leaves)


def first(symbol: Value) -> Question:
    """Where the first leaf is that has another label."""
    return lambda look: next(
        (index for index, each in enumerate(look.leaves) if label(each) != symbol), len(look.leaves)
    )


def score(table: Value) -> Question:
    """The sum of what each place adds: a whole number by its label, or by its order among some edges."""
    adding = [weigher(*each) for each in rows(table)]
    return lambda look: sum(each(look) for each in adding)


def rows(table: Value) -> Iterator[tuple[Value, tuple[Value, ...], tuple[Value, ...], tuple[Value, ...]]]:
    """The rows of a score: a place, the labels, the edges, and the weights."""
    for row in table if isinstance(table, tuple) else ():
        match row:
            case (int(index), tuple(labels), tuple(edges), tuple(weights)):
                yield index, labels, edges, weights
            case _:
                raise ValueError("no table of a score")


def weigher(
    index: Value, labels: tuple[Value, ...], edges: tuple[Value, ...], weights: tuple[Value, ...]
) -> Callable[[Look], int]:
    """What one place adds; nothing where it was not met before."""
    at = place(index)
    added = [int(str(each)) for each in weights]
    if edges:
        ends = [float(str(each)) for each in edges]

        def by_order(look: Look) -> int:
            found = number(at(look))
            return 0 if found is None else added[bisect_right(ends, found)]

        return by_order
    known = dict(zip(map(str, labels), added, strict=True))
    return lambda look: known.get(label(at(look)), 0)


TEXTS = frozenset({"output", "draw", "kind", "worst, taken"})
"""The features whose answers are texts and nothing else, even where a number can be read in them."""

PLAIN: Mapping[str, Question] = {
    "worst": lambda look: look.worst,
    "kind": kind,
    "output": lambda look: canonical(look.output),
    "draw": lambda look: look.key,
    "taken": lambda look: look.taken,
    "worst, taken": lambda look: canonical((look.worst, look.taken)),
    "number": lambda look: None if isinstance(look.output, tuple) else number(look.output),
    "length": lambda look: len(look.leaves),
    "changes": changes,
    "sum": total,
}
"""The features without an argument."""

WITH_ARGUMENT: Mapping[str, Callable[[Value], Question]] = {
    "place": place,
    "count": count,
    "first": first,
    "score": score,
}
"""The others."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature by its name; its argument is NULL where it needs none."""

    name: str
    argument: Annotated[Value, JSON] = None

    def question(self) -> Question:
        """What it asks of an output."""
        return PLAIN[self.name] if self.name in PLAIN else WITH_ARGUMENT[self.name](self.argument)

    def __str__(self) -> str:
        if self.name == "score":
            return f"score of {sum(1 for _ in rows(self.argument))} places"
        return self.name if self.argument is None else f"{self.name} {self.argument}"
