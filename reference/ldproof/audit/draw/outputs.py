"""The keys of the outputs that a function returns: of an array at once, of other sequences one by one."""

from collections import Counter
from collections.abc import Collection, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.coins import CountingCoins
from ldproof.errors import Reason, Refused
from ldproof.json_values import DEEPEST, encode_value, too_deep
from ldproof.programs import Tally, canonical_text, parse_value
from ldproof.programs.messages import format_key

# The keys of many draws, of which few are different: codes are counted, not texts.


@dataclass(frozen=True, eq=False, slots=True)
class CodedKeys(Collection[str]):
    """A sequence of keys, as indices of different texts."""

    texts: tuple[str, ...]
    codes: Int64Array

    @classmethod
    def of(cls, keys: "Iterable[str] | CodedKeys") -> "CodedKeys":
        """Return keys as codes."""
        if isinstance(keys, CodedKeys):
            return keys
        listed = [*keys]
        place = {key: number for number, key in enumerate(dict.fromkeys(listed))}
        return cls((*place,), np.fromiter(map(place.__getitem__, listed), np.int64, len(listed)))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> "CodedKeys":
        """Return several sequences of keys, joined."""
        place: dict[str, int] = {}
        codes = [
            np.array([place.setdefault(text, len(place)) for text in each.texts], np.int64)[each.codes]
            for each in parts
        ]
        return cls((*place,), np.concatenate(codes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Iterable) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __contains__(self, key: object) -> bool:
        return any(key == each for each in self)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.texts.__getitem__, self.codes.tolist())

    def tallies(self, inputs: int, order: Int64Array) -> tuple[Tally, ...]:
        """Return a tally of the keys for each of `inputs` inputs, whose indices are `order`."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in range(inputs))
        several = max(len(self.texts), 1)
        both, times = np.unique(order * several + self.codes, return_counts=True)
        for pair, often in zip(both.tolist(), times.tolist(), strict=True):
            found[pair // several][self.texts[pair % several]] = often
        return found


# What a function returns. An array means the list that its `tolist` returns, of truths, numbers, texts or lists of
# them, if it has a type that is accepted.

TOLD_APART = frozenset({bool, int, str, NoneType})
"""The types whose equal values have the same text; those of floats do, too, except for 0 and -0."""
SIMPLE = TOLD_APART | {float}
"""The types of values without members."""
HALF = r"\ud"
"""The beginning of an escaped surrogate: two of them are read as one character."""
OBJECT = "{"
"""The beginning of an object."""
REMEMBERED = 1 << 16
"""The most different outputs whose texts are cached."""
TRUTHS, WHOLE, NUMBERS, TEXTS, OBJECTS = "b", "iu", "iuf", "UT", "O"
"""The kinds of dtypes that are accepted; arrays of objects hold values of Python."""
NINE = 9
"""The largest number of one digit."""
MANY = 64
"""The number of outputs from which on it pays to look for equal ones."""
LARGEST = 8
"""The most bytes of a number, as Python's floats have."""


def one_by_one(draws: Iterable[object], coins: CountingCoins | None = None) -> Iterator[str]:
    """Return the key of each output, with the bytes of coins that were read for it, if there are coins."""
    alike: dict[tuple[type, object, int | None], str] = {}
    known: set[str] = set()
    before = 0 if coins is None else coins.taken
    taken: int | None = None
    for output in draws:
        if coins is not None:
            after = coins.taken
            taken, before = after - before, after
        kind = type(output)
        if kind in TOLD_APART or (kind is float and output):
            same = kind, output, taken
            found = alike.get(same)
            if found is None:
                found = format_key(canonical_text(output), taken)
                if len(alike) < REMEMBERED:
                    alike[same] = found
            yield found
        elif isinstance(output, np.generic):  # a scalar of NumPy is what it says
            known_kind(output)
            yield format_key(canonical_text(output.tolist()), taken)
        else:
            text = as_it_stands(output, known)
            yield format_key(canonical_text(plain_value(output)) if text is None else text, taken)


def as_it_stands(output: object, known: set[str]) -> str | None:
    """Return the canonical text of a list of values, or None if it has to be made by `plain_value`; `known` is a cache."""
    try:
        text = encode_value(output)
    except (TypeError, ValueError, RecursionError):  # arrays, say, and what is no value
        return None
    if text not in known or OBJECT in text:  # whose names JSON makes texts of, whatever they are
        if HALF in text:
            return None
        parse_value(plain_value(output))
        if len(known) < REMEMBERED:
            known.add(text)
    return text


def keys_of_outputs(outputs: object, count: int) -> Iterable[str] | CodedKeys:
    """Return the key of each output in a list or an array. Raise `Refused` if there are not `count`."""
    if type(outputs) is np.ndarray and (kind := known_kind(outputs)) != OBJECTS:
        if outputs.shape == (count,) and count >= MANY and kind in TRUTHS + WHOLE:
            different, codes = np.unique(outputs, return_inverse=True)
            return CodedKeys((*map(format_key, written_rows(different)),), codes)
        if outputs.shape[:1] == (count,) and outputs.size:
            return map(format_key, written_rows(outputs))
    return one_by_one(list_outputs(outputs, count))


def list_outputs(outputs: object, count: int) -> Sequence[object]:
    """Return the outputs in a list or an array. Raise `Refused` if there are not `count`."""
    found = outputs if isinstance(outputs, list | tuple) else plain_value(outputs, DEEPEST + 1)
    if not isinstance(found, list | tuple) or len(found) != count:
        what = f"{len(found)} outputs" if isinstance(found, list | tuple) else "no list"
        raise Refused(Reason.WRONG_COUNT, what, f"{count} outputs")
    return found


def known_kind(rows: NDArray[np.generic] | np.generic) -> str:
    """Return the kind of a dtype. Raise `Refused` for other types, such as dates, whose `tolist` depends on their unit."""
    kind = rows.dtype.kind
    if kind not in TRUTHS + NUMBERS + TEXTS + OBJECTS or (kind in NUMBERS and rows.dtype.itemsize > LARGEST):
        raise not_a_value(f"{'a scalar' if isinstance(rows, np.generic) else 'an array'} of {rows.dtype}")
    return kind


def written_rows(rows: NDArray[np.generic]) -> Iterable[str]:
    """Return the canonical text of each row; numbers are written at once, and split into rows."""
    if rows.ndim == 2 and rows.dtype.kind in WHOLE and rows.size and 0 <= rows.min() <= rows.max() <= NINE:
        return written_digits(rows)
    listed: list[object] = rows.tolist()
    around = rows.ndim - 1
    if rows.dtype.kind in TEXTS or around > DEEPEST:
        return map(canonical_text, listed)
    try:
        together = encode_value(listed)
    except ValueError:  # what is no number, and refused as such
        return map(canonical_text, listed)
    begin, end = "[" * around, "]" * around
    return (f"{begin}{each}{end}" for each in together[1 + around : -1 - around].split(f"{end},{begin}"))


def written_digits(rows: NDArray[np.generic]) -> list[str]:
    """Return the canonical text of each row of integers from 0 to 9."""
    texts = np.full((len(rows), 2 * rows.shape[1] + 1), ord(","), dtype=np.uint8)
    texts[:, 0], texts[:, -1] = ord("["), ord("]")
    texts[:, 1::2] = rows.astype(np.uint8) + ord("0")
    return [str(each, "ascii") for each in texts]


def plain_value(thing: object, deeper: int = DEEPEST) -> object:
    """Return a value with lists and numbers in the place of arrays and their elements."""
    if isinstance(thing, Coroutine):
        thing.close()
        raise Refused(Reason.NOT_A_VALUE, "a coroutine, which nobody awaits", "an output")
    kind = known_kind(thing) if isinstance(thing, np.ndarray | np.generic) else None
    inside = thing.tolist() if kind == OBJECTS and isinstance(thing, np.ndarray) else thing
    if isinstance(inside, list | tuple | dict):
        if not deeper:
            raise too_deep()
        if isinstance(inside, dict):
            return {name: plain_value(each, deeper - 1) for name, each in inside.items()}
        if SIMPLE.issuperset(map(type, inside)):
            return [*inside]
        return [plain_value(each, deeper - 1) for each in inside]
    listed = getattr(inside, "tolist", None)
    return listed() if callable(listed) else inside


def not_a_value(what: str) -> Refused:
    """Return the refusal of an array whose list is no list of values."""
    return Refused(Reason.NOT_A_VALUE, what, "truths, numbers of 8 bytes at most, or texts")
