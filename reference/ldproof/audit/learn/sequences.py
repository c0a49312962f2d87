"""Outputs side by side, as matrices: what is at each place, and the bits that they write, in whatever way.

What a row says depends on its own output alone, and never on those beside it.
"""

import struct
from binascii import a2b_base64, unhexlify
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice
from math import isnan
from typing import TypeAlias, TypeGuard
from zlib import MAX_WBITS, crc32, decompressobj, error

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.claim import Claim
from ldproof.audit.learn.features import (
    FLAT,
    Leaf,
    Look,
    Number,
    leaf_label,
    leaf_number,
    look_at_output,
    parts_of_value,
)
from ldproof.json_values import Members
from ldproof.numbers import Array
from ldproof.programs import Value, parse_canonical
from ldproof.programs.messages import format_key

Places: TypeAlias = NDArray[np.intp]
Bytes: TypeAlias = NDArray[np.uint8]

ABOUT = ("length of ", "members of ")
"""What is said of a text or a thing of parts itself, before the way to it."""
LARGEST = 1e100
"""Larger numbers are this large."""
MOST_PLACES = 1 << 13
"""No more places of an output are looked at."""
MOST_ENDS = 1 << 24
"""And of outputs that are not alike no more places than so many divided among them, those that most of them have."""
MOST_BYTES = 1 << 9
"""And no more bytes of what it writes."""
FIELD, MOST_FIELDS = 8, 16
"""The last bytes of a field that are compared with those of others, and so many fields at most."""
GZIP_OR_ZLIB = MAX_WBITS | 32
"""Which of the two it is, the first bytes say."""
MUCH = 3
"""All are asked for the sake of some, if they are no more than so many times as many."""
FEW, MOST_PARTS = 16, 16
"""A part is looked at on its own if it is one of more than so many different things; and no more parts are."""


@dataclass(frozen=True)  # without slots, so that what was computed is kept
class Outputs:
    """Several outputs, and the matrices of them that were asked for."""

    looks: Sequence[Look]
    known: dict[str, Array] = field(default_factory=dict, compare=False)
    inner: "dict[str, Outputs]" = field(default_factory=dict, compare=False)
    among: "tuple[Outputs, Places] | None" = None
    """All those that these are some of, and where they are among them."""

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """Where each is, by its key."""
        return {each.key: row for row, each in enumerate(self.looks)}

    def having(self, keys: Collection[str]) -> "Outputs":
        """Those that have these keys, in their order."""
        places = np.fromiter(map(self.rows.__getitem__, keys), np.intp, len(keys))
        return self if np.array_equal(places, np.arange(len(self.looks))) else self.at(places)

    def at(self, places: Places) -> "Outputs":
        """Some of them."""
        return Outputs([self.looks[place] for place in places.tolist()], among=(self, places))

    def sequence(self, name: str) -> Array:
        """A matrix with a row for each output; NaN where that has nothing."""
        return self.remembered(name, lambda: self._written(name))

    def remembered(self, name: str, compute: Callable[[], Array]) -> Array:
        """What was computed before under this name, or is now."""
        if name not in self.known:
            self.known[name] = compute()
        return self.known[name]

    def answered(self, question: str, ask: "Callable[[Outputs], Array]") -> Array:
        """What each answers, whoever is beside it: so some of them answer as they did among all, if these are asked."""
        if question not in self.known and self.among is not None:
            every, places = self.among
            if question in every.known or MUCH * len(places) >= len(every.looks):
                self.known[question] = every.answered(question, ask)[places]
        return self.remembered(question, lambda: ask(self))

    def _written(self, name: str) -> Array:
        if name.startswith("="):
            leaves = self.sequence("leaves")
            return np.where(np.isnan(leaves), np.nan, leaves == symbol_code(name[1:]))
        if self.among is not None:
            every, places = self.among
            return trim_columns(every.sequence(name)[places])
        if name == "leaves":
            return self._leaves()
        if name == "numbers":
            rows = [numbers_in(each.shown) for each in self.looks]
            return code_matrix(rows, set().union(*(map(type, each) for each in rows)))
        written = [WRITING[name](each.shown)[:MOST_BYTES] for each in self.looks]
        return side_by_side(written, lambda every: np.unpackbits(every, axis=1))

    def _leaves(self) -> Array:
        if self.digits is not None:
            return self.digits
        found = character_matrix([each.read for each in self.looks])
        if found is not None:
            return found
        kinds = set[type]().union(*(each.parts.kinds for each in self.looks))
        return code_matrix([each.leaves[:MOST_PLACES] for each in self.looks], kinds)

    @cached_property
    def digits(self) -> Array | None:
        """The numbers of one digit that are listed by all of them, as many by each, where they list nothing else."""
        texts = [each.text for each in self.looks if each.read is each.output]
        sizes = {*map(len, texts)}
        if len(texts) < len(self.looks) or len(sizes) != 1 or max(sizes) < len("[0]"):
            return None
        every = np.frombuffer("".join(texts).encode(), dtype=np.uint8).reshape(len(texts), -1)
        found = every[:, 1:-1:2] - np.uint8(ord("0"))
        listed = (
            (every[:, 0] == ord("[")).all() and (every[:, 2:-1:2] == ord(",")).all() and (found < 10).all()
        )
        return found[:, :MOST_PLACES].astype(float) if listed else None

    @cached_property
    def alike(self) -> bool:
        """Whether all are lists in lists that begin and end at the same places, of truths, numbers and NULL."""
        if self.among is not None:
            return self.among[0].alike
        if not self.looks or not is_nested(self.looks[0].shown):
            return False
        shapes = {each.parts.shape for each in self.looks}
        return len(shapes) == 1 and None not in shapes

    @cached_property
    def paths(self) -> Mapping[str, Array]:
        """The leaves of lists in lists, of objects and of texts in them, by the ways to them; and lengths."""
        if self.alike:
            leaves, known = self.sequence("leaves"), self.known_ways
            return {
                way: np.full(len(self.looks), leaf_code(leaf)) if place is None else leaves[:, place]
                for way, (place, leaf) in known.items()
            }
        if self.among is not None:
            every, places = self.among
            rows = {path: leaves[places] for path, leaves in every.paths.items()}
            return {path: row for path, row in rows.items() if not np.isnan(row).all()}
        if self.digits is not None:
            return {}
        most, found = min(MOST_PLACES, MOST_ENDS // max(1, len(self.looks))), [*self.things]
        if len(found) > most:
            found.sort(key=lambda way: -len(self.things[way]))
        return {way: self.end(way) for way in found[:most]}

    def end(self, way: str) -> Array:
        """What stands for the leaf at the end of a way of each, however many ways there are; NaN where there is none."""
        if self.among is not None:
            every, places = self.among
            return every.end(way)[places]
        if self.alike:
            return self.paths.get(way, np.full(len(self.looks), np.nan))
        found, there = np.full(len(self.looks), np.nan), self.things.get(way, {})
        found[[*there]] = [*map(leaf_code, there.values())]
        return found

    @cached_property
    def by_way(self) -> tuple[Sequence[str], Array]:
        """The same as a matrix with a column for each way; without lengths, where all are alike and have the same."""
        if self.alike:
            ways = [way for way, (place, _) in self.known_ways.items() if place is not None]
            return ways, self.sequence("leaves")[:, : len(ways)]
        rows = [*self.paths.values()]
        return [*self.paths], np.stack(rows, axis=1) if rows else np.zeros((len(self.looks), 0))

    @cached_property
    def known_ways(self) -> Mapping[str, tuple[int | None, Leaf]]:
        """The ways of all, if they are alike: to which of the leaves, and the first one's; or a length, which all have."""
        places = count()
        return {
            way: (None if way.startswith(ABOUT) else next(places), leaf)
            for way, leaf in islice(leaves_by_path(self.looks[0].shown), MOST_PLACES)
        }

    @cached_property
    def things(self) -> Mapping[str, Mapping[int, Leaf]]:
        """The leaves at the end of each way, by the places of the outputs that have it."""
        found: dict[str, dict[int, Leaf]] = {}
        for row, each in enumerate(self.looks):
            for path, leaf in (
                islice(leaves_by_path(each.shown), MOST_PLACES) if is_nested(each.shown) else ()
            ):
                found.setdefault(path, {})[row] = leaf
        return found

    def part(self, way: str) -> "Outputs":
        """What is at the end of a way, as if it were all that came; an empty text where there is nothing."""
        if way not in self.inner:
            if self.among is not None:
                every, places = self.among
                self.inner[way] = every.part(way).at(places)
            else:
                there = self.things.get(way, {})
                parts = [there.get(row, "") for row in range(len(self.looks))]
                self.inner[way] = Outputs(
                    [Look(format_key(leaf_label(each)), each, None, each) for each in parts]
                )
        return self.inner[way]

    def at_end(self, way: str) -> "list[Leaf]":
        """The leaf at the end of a way of each; NULL where there is none."""
        if self.among is not None:
            every, places = self.among
            ends = every.at_end(way)
            return [ends[place] for place in places.tolist()]
        if self.alike:
            place, leaf = self.known_ways.get(way, (None, None))
            return [leaf if place is None else each.leaves[place] for each in self.looks]
        there = self.things.get(way, {})
        return [there.get(row) for row in range(len(self.looks))]

    def parts(self) -> list[str]:
        """The ways to what is of many kinds, and so to be looked at on its own."""
        if self.alike and has_few_values(self.sequence("leaves")):
            return []
        many = [
            path
            for path, codes in self.paths.items()
            if not (path.startswith(ABOUT) or has_few_values(codes))
        ]
        return many[:MOST_PARTS]

    def symbol(self, number: float) -> float | str:
        """What a number stands for, as its label, where it is no number itself."""
        if self.among is not None:
            return self.among[0].symbol(number)
        return self.symbols.get(number, number)

    @cached_property
    def symbols(self) -> Mapping[float, str]:
        """The labels of leaves that are texts, truths or NULL, by the numbers that stand for them."""
        met = set().union(*(each.leaves for each in self.looks if self.digits is None))
        if self.digits is None and not self.alike:
            met = met.union(*(each.values() for each in self.things.values()))
        # In a set 1 and true are the same.
        return {leaf_code(leaf): leaf_label(leaf) for leaf in (*met, False, True) if not is_number(leaf)}


def taken_apart(claim: Claim, keys: Iterable[str]) -> Outputs:
    """What has these keys in a tally."""
    return Outputs([look_at_output(claim, key) for key in keys])


def code_matrix(rows: Sequence[Sequence[Leaf]], kinds: set[type]) -> Array:
    """A matrix of the numbers that leaves of these types are, or that stand for them; NaN at the ends of shorter rows."""
    if (found := number_matrix(rows, kinds)) is not None:
        return found
    matrix = np.full((len(rows), max(map(len, rows), default=0)), np.nan)
    for row, each in zip(matrix, rows, strict=True):
        row[: len(each)] = [*map(leaf_code, each)]
    return matrix


def trim_columns(rows: Array) -> Array:
    """A matrix without the columns at its end in which nothing is."""
    filled = np.flatnonzero(~np.isnan(rows).all(axis=0))
    return np.ascontiguousarray(rows[:, : filled[-1] + 1 if len(filled) else 0])


def has_few_values(numbers: Array) -> bool:
    """Whether no more than a few of them are different, but for NaN."""
    left = numbers[~np.isnan(numbers)]
    for _ in range(FEW):
        if not len(left):
            break
        left = left[left != left[0]]
    return not len(left)


def is_nested(shown: Value) -> bool:
    """Whether there are parts in it that have parts."""
    return isinstance(shown, Members) or (isinstance(shown, tuple) and not FLAT.issuperset(map(type, shown)))


def character_matrix(rows: Sequence[object]) -> Array | None:
    """The characters of texts, all at once, where all are of ASCII."""
    texts = [each[:MOST_PLACES] for each in rows if isinstance(each, str) and each.isascii()]
    if len(texts) < len(rows):
        return None
    return side_by_side([each.encode() for each in texts], lambda every: every)


def side_by_side(written: Sequence[bytes], read: Callable[[Bytes], Bytes]) -> Array:
    """A row for each of several bytes, with what is read from them; NaN where there are no more."""
    lengths = np.array([len(each) for each in written], dtype=np.intp)
    width = int(lengths.max(initial=0))
    every = np.frombuffer(b"".join(each.ljust(width, b"\0") for each in written), dtype=np.uint8)
    found: Array = read(every.reshape(len(written), width)).astype(float)
    if (lengths < width).any():
        found[np.arange(found.shape[1]) // max(found.shape[1] // width, 1) >= lengths[:, None]] = np.nan
    return found


def number_matrix(rows: Sequence[Sequence[Leaf]], kinds: set[type]) -> Array | None:
    """The numbers or truths in rows of one length, all at once, where all are of one kind."""
    if len({*map(len, rows)}) != 1 or kinds not in ({bool}, {int}, {float}):
        return None
    if is_integer_rows(rows, kinds):
        with suppress(ValueError):  # most whole numbers fit into bytes
            small = side_by_side([*map(bytes, rows)], lambda every: every)
            no, yes = map(leaf_code, (False, True))
            return small if kinds == {int} else np.where(small == 1, yes, no)
    try:
        found = np.array(rows, dtype=float)
    except OverflowError:
        return None
    if np.isnan(found).any():
        return None
    clipped: Array = np.clip(found, -LARGEST, LARGEST)
    return clipped


def is_integer_rows(rows: Sequence[Sequence[Leaf]], kinds: set[type]) -> TypeGuard[Sequence[Sequence[int]]]:
    """Whether rows have whole numbers or truths alone, of which these are the types."""
    return bool(rows) and kinds in ({int}, {bool})


def is_number(leaf: Leaf) -> TypeGuard[Number]:
    """Whether it is a number; NaN is none that could be compared."""
    return isinstance(leaf, int | float) and not isinstance(leaf, bool) and not isnan(leaf)


def leaf_code(leaf: Leaf) -> float:
    """The number that a leaf is; a character's is its own, and whatever else has the one of its label."""
    if is_number(leaf):
        return float(max(min(leaf, LARGEST), -LARGEST))
    if isinstance(leaf, str) and len(leaf) == 1:
        return float(ord(leaf))
    return text_code(leaf_label(leaf))


def text_code(text: str) -> float:
    """The number that stands for a text."""
    return float(crc32(text.encode()))


def symbol_code(symbol: float | str) -> float:
    """The number that stands for a symbol, which is one itself or a label."""
    if not isinstance(symbol, str):
        return float(symbol)
    match parse_canonical(symbol):
        case tuple() | Members():
            raise ValueError("no label of a leaf")
        case leaf:
            return leaf_code(leaf)


def numbers_in(shown: Value) -> tuple[Number, ...]:
    """The numbers in a thing of parts, from the left to the right."""
    return (
        tuple(filter(is_number, parts_of_value(shown).leaves)) if isinstance(shown, tuple | Members) else ()
    )


def leaves_by_path(shown: Value, path: str = "") -> list[tuple[str, Leaf]]:
    """What is in a thing of parts, by the way to it."""
    match shown:
        case tuple():
            inner = [
                way for index, each in enumerate(shown) for way in leaves_by_path(each, f"{path}[{index}]")
            ]
            return [(f"{ABOUT[0]}{path}", len(shown)), *inner]
        case Members():
            named = ",".join(name for name, _ in shown.members)
            inner = [way for name, each in shown.members for way in leaves_by_path(each, f"{path}.{name}")]
            return [(f"{ABOUT[1]}{path}", named), *inner]
        case str():
            return [(path, shown), (f"{ABOUT[0]}{path}", len(shown))]
        case _:
            return [(path, shown)]


def from_hexadecimal(shown: Value) -> bytes:
    """The bytes of a text in base 16."""
    text = shown.removeprefix("0x") if isinstance(shown, str) else ""
    try:
        return unhexlify(text.zfill(len(text) + len(text) % 2))
    except ValueError:
        return b""


def from_base64(shown: Value) -> bytes:
    """The bytes of a text in base 64, in either alphabet, padded or not."""
    text = shown.rstrip("=") if isinstance(shown, str) else ""
    try:
        return a2b_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), strict_mode=True)
    except ValueError:
        return b""


def decompress_value(shown: Value) -> bytes:
    """What a text in base 16 or base 64 has packed, as gzip and zlib do."""
    found = from_hexadecimal(shown) or from_base64(shown)
    try:
        return decompressobj(GZIP_OR_ZLIB).decompress(found, MOST_BYTES)
    except error:
        return b""


def of_whole_number(shown: Value) -> bytes:
    """The bytes of a whole number, also one that a text writes: eight, or as many as it needs."""
    if isinstance(shown, str):
        shown = (
            int(shown) if shown.isascii() and shown.isdigit() and len(shown) <= 4 * MOST_BYTES // 2 else None
        )
    if not isinstance(shown, int) or isinstance(shown, bool):
        return b""
    return abs(shown).to_bytes(max(8, (shown.bit_length() + 7) // 8))


def of_floats(shown: Value) -> bytes:
    """The bytes of a float, or of all in a thing of parts: sign, exponent and fraction; also of one that a text writes."""
    if isinstance(shown, str):
        found = leaf_number(shown)
        return b"" if found is None else struct.pack(">d", found)
    return b"".join(
        struct.pack(">d", each) for each in parts_of_value(shown).leaves if isinstance(each, float)
    )


def of_small_numbers(shown: Value) -> bytes:
    """The last two bytes of each whole number in a thing of parts."""
    return b"".join((each & 0xFFFF).to_bytes(2) for each in numbers_in(shown) if isinstance(each, int))


def of_fields(shown: Value) -> bytes:
    """Eight bytes of each field of an object or a list of some, so that those of one can be compared with another's.

    Nothing of small numbers alone, nor of floats alone, whose bytes are read in a way of their own.
    """
    fields = [*islice(parts_of_value(shown).leaves, MOST_FIELDS + 1)]
    known = all(isinstance(each, float) for each in fields) or all(map(fits_two_bytes, fields))
    if not 2 <= len(fields) <= MOST_FIELDS or known:
        return b""
    return b"".join(of_field(each)[-FIELD:].rjust(FIELD, b"\0") for each in fields)


def fits_two_bytes(leaf: Leaf) -> bool:
    """Whether it is a truth, NULL or a whole number that two bytes hold."""
    return leaf is None or (isinstance(leaf, int) and abs(leaf) <= 0xFFFF)


def of_field(leaf: Leaf) -> bytes:
    """The bytes of a number, those that a text writes, or else those of its characters."""
    match leaf:
        case float():
            return of_floats(leaf)
        case str():
            return from_hexadecimal(leaf) or from_base64(leaf) or leaf.encode()
        case _:
            return of_whole_number(int(leaf or 0))


WRITING: Mapping[str, Callable[[Value], bytes]] = {
    "hexadecimal": from_hexadecimal,
    "base 64": from_base64,
    "unpacked": decompress_value,
    "whole number": of_whole_number,
    "floats": of_floats,
    "small numbers": of_small_numbers,
    "fields": of_fields,
}
"""The ways in which an output may write bits."""
