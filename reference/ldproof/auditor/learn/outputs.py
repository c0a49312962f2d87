"""Outputs of draws: parsed, flattened into scalars, and many of them as matrices.

A scalar is a truth, a number, a text or NULL. The scalars of a list are its members and those of the lists in it; those of
a text are its characters. If the mechanism is known and can read the output, they are those of what it reads. Matrices are
of scalars (`leaves` in saved audits), and of the bits that these write in several ways. A row depends on its own output
alone, and never on the others.
"""

import re
import struct
from binascii import a2b_base64, unhexlify
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, count, islice
from math import isnan
from types import NoneType
from typing import NamedTuple, TypeAlias, TypeGuard
from zlib import MAX_WBITS, crc32, decompressobj, error

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor.claim import Claim
from ldproof.errors import Refused
from ldproof.json_values import Members, SingleDigits
from ldproof.numbers import Array
from ldproof.programs import Value, canonical_text, parse_canonical, parse_key, parse_value
from ldproof.programs.program import format_key

# One output.

Scalar: TypeAlias = bool | int | float | str | None
Number: TypeAlias = int | float

FLAT = frozenset({bool, int, float, NoneType})
"""The types of scalars that are no texts."""
NUMBER = re.compile(r"[+-]?([0-9]{1,200}(\.[0-9]*)?|\.[0-9]{1,200})([eE][+-]?[0-9]{1,2})?")
"""How a number may be written in a text; all such numbers are in the range of floats."""

LONGEST = 420
"""The length of the longest such text."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A value, flattened."""

    scalars: tuple[Scalar, ...]
    """From the left to the right."""
    kinds: set[type]
    """The types of the scalars."""
    shape: Value
    """The value with "" in the place of each text and NULL in the place of other scalars.

    A list without texts, lists or objects in it is written as its length.
    """


@dataclass(frozen=True)  # without slots, so that its parts are kept
class ParsedOutput:
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
    def shown_value(self) -> Value:
        """The output as the mechanism reads it, as a JSON value."""
        return parse_value(self.read)

    @cached_property
    def flat_parts(self) -> Parts:
        """The output as the mechanism reads it, flattened; a text into its characters."""
        return (
            Parts(tuple(self.read), {str}, None) if isinstance(self.read, str) else parts_of_value(self.read)
        )

    @property
    def scalars(self) -> tuple[Scalar, ...]:
        """The scalars, from the left to the right."""
        return self.flat_parts.scalars

    @property
    def output_text(self) -> str:
        """The canonical text of the output."""
        return self.key[1 : -1 if self.taken is None else self.key.rindex(",")]


def parse_drawn_output(claim: Claim, key: str) -> ParsedOutput:
    """Return the output with a key, as the mechanism of a claim reads it."""
    met = parse_key(key)
    if claim.mechanism is None:
        return ParsedOutput(key, met.output, met.taken, met.output)
    try:
        read = claim.mechanism.outputs.read(met.output)
    except Refused:
        return ParsedOutput(key, met.output, met.taken, met.output, readable=False)
    worst = claim.worst is not None and claim.worst.event(read)
    return ParsedOutput(key, met.output, met.taken, read, worst=worst)


def parts_of_value(thing: object) -> Parts:
    """Flatten a value; a text in a list is a scalar."""
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
    scalars = tuple(chain.from_iterable(each.scalars for each in inner))
    return Parts(scalars, kinds, shape(each.shape for each in inner))


def scalar_label(scalar: Scalar) -> str:
    """Return the canonical text of a scalar, which is different for 1, 1.0 and true."""
    # Numbers are many, and would fill the cache.
    return canonical_text(scalar) if type(scalar) is float or type(scalar) is int else cached_label(scalar)


@lru_cache(maxsize=1 << 14, typed=True)
def cached_label(scalar: Scalar) -> str:
    """Return the canonical text of a scalar that is no number, cached."""
    return canonical_text(scalar)


def scalar_number(thing: Scalar) -> Number | None:
    """Return the number that a scalar is, or that it writes as a text; None if there is none."""
    if isinstance(thing, str):
        return float(thing) if len(thing) <= LONGEST and NUMBER.fullmatch(thing) else None
    return thing if isinstance(thing, int | float) and not isinstance(thing, bool) else None


# What is at the ends of paths through values of one shape.

Places: TypeAlias = NDArray[np.intp]
Bytes: TypeAlias = NDArray[np.uint8]

ABOUT = ("length of ", "members of ")
"""What comes before the path to a text, a list or an object, where its length or the names of its members are meant."""
LARGEST = 1e100
"""Numbers are clipped to this size."""
MOST_PLACES = 1 << 13
"""The most places and paths of an output that are looked at."""
MOST_ENDS = 1 << 24
"""The most values at the ends of paths, of all outputs together."""
MOST_BYTES = 1 << 9
"""The most bytes of what an output writes."""
FIELD, MOST_FIELDS = 8, 16
"""The bytes of each field, the last ones, and the most fields."""
GZIP_OR_ZLIB = MAX_WBITS | 32
"""The argument of `decompressobj` for a header of either format."""
MUCH = 3
"""The parent batch is computed for the sake of a part, if it is at most this many times as large."""
FEW, MOST_PARTS = 16, 16
"""A part with more than 16 different values is looked at on its own; 16 such parts at most."""


class Way(NamedTuple):
    """What is at the end of a path through values of one shape: a scalar, the length of a text, or always the same."""

    place: int | None
    """The place of the scalar or the text among all scalars."""
    constant: Scalar = None
    length: bool = False

    def scalar_at_end(self, scalars: Sequence[Scalar]) -> Scalar:
        """Return the scalar at the end of the path, in the value with these scalars."""
        if self.place is None:
            return self.constant
        found = scalars[self.place]
        return len(found) if self.length and isinstance(found, str) else found


def ways_of_shape(
    shape: Value, path: str = "", places: Iterator[int] | None = None
) -> Iterator[tuple[str, Way]]:
    """The paths through a value by its shape, with what is at the end of each; `places` counts its scalars."""
    places = count() if places is None else places
    match shape:
        case None:
            yield path, Way(next(places))
        case str():
            place = next(places)
            yield path, Way(place)
            yield f"{ABOUT[0]}{path}", Way(place, length=True)
        case Members(members):
            yield f"{ABOUT[1]}{path}", Way(None, ",".join(name for name, _ in members))
            for name, each in members:
                yield from ways_of_shape(each, f"{path}.{name}", places)
        case _:  # a list, or its length
            inner = shape if isinstance(shape, tuple) else (None,) * int(shape)
            yield f"{ABOUT[0]}{path}", Way(None, len(inner))
            for index, one in enumerate(inner):
                yield from ways_of_shape(one, f"{path}[{index}]", places)


@dataclass(frozen=True, slots=True)
class Layout:
    """The outputs of one shape, by their rows, and the paths through them."""

    rows: Places
    ways: Mapping[str, Way]


# Many outputs.


@dataclass(frozen=True)  # without slots, so that what was computed is kept
class Outputs:
    """Several outputs, and the matrices of them that were asked for."""

    parsed: Sequence[ParsedOutput]
    known: dict[str, Array] = field(default_factory=dict, compare=False)
    inner: "dict[str, Outputs]" = field(default_factory=dict, compare=False)
    among: "tuple[Outputs, Places] | None" = None
    """All those that these are some of, and where they are among them."""

    @cached_property
    def rows_by_key(self) -> Mapping[str, int]:
        """The row of each output, by its key."""
        return {each.key: row for row, each in enumerate(self.parsed)}

    def with_keys(self, keys: Collection[str]) -> "Outputs":
        """The outputs with these keys, in their order."""
        places = np.fromiter(map(self.rows_by_key.__getitem__, keys), np.intp, len(keys))
        return self if np.array_equal(places, np.arange(len(self.parsed))) else self.at_rows(places)

    def at_rows(self, places: Places) -> "Outputs":
        """The outputs in these rows."""
        return Outputs([self.parsed[place] for place in places.tolist()], among=(self, places))

    def sequence_matrix(self, name: str) -> Array:
        """A matrix with a row for each output; NaN where that has nothing."""
        return self.memoised_array(name, lambda: self._compute_sequence(name))

    def memoised_array(self, name: str, compute: Callable[[], Array]) -> Array:
        """Memoised result of a computation under a name."""
        if name not in self.known:
            self.known[name] = compute()
        return self.known[name]

    def memoised_values(self, question: str, ask: "Callable[[Outputs], Array]") -> Array:
        """Memoised feature values, taken from the parent batch where that costs little."""
        if question not in self.known and self.among is not None:
            every, places = self.among
            if question in every.known or MUCH * len(places) >= len(every.parsed):
                self.known[question] = every.memoised_values(question, ask)[places]
        return self.memoised_array(question, lambda: ask(self))

    def _compute_sequence(self, name: str) -> Array:
        if name.startswith("="):
            scalars = self.sequence_matrix("leaves")
            return np.where(np.isnan(scalars), np.nan, scalars == symbol_code(name[1:]))
        if self.among is not None:
            every, places = self.among
            rows = every.sequence_matrix(name)[places]
            filled = np.flatnonzero(~np.isnan(rows).all(axis=0))  # the last columns may be empty here
            return np.ascontiguousarray(rows[:, : filled[-1] + 1 if len(filled) else 0])
        if name == "leaves":
            found = character_matrix([each.read for each in self.parsed])
            return code_scalars(self.parsed) if found is None else found
        if name == "numbers":
            numbers = [numbers_in(each.shown_value) for each in self.parsed]
            return code_matrix(numbers, set().union(*(map(type, each) for each in numbers)))
        written = [WRITING[name](each.shown_value)[:MOST_BYTES] for each in self.parsed]
        return stack_bytes(written, lambda every: np.unpackbits(every, axis=1))

    @cached_property
    def nested_layouts(self) -> Sequence[Layout]:
        """The outputs with parts that have parts, by their shapes."""
        rows: dict[Value, list[int]] = {}
        for row, each in enumerate(self.parsed):
            if isinstance(each.flat_parts.shape, tuple | Members):
                rows.setdefault(each.flat_parts.shape, []).append(row)
        return [
            Layout(np.array(found, dtype=np.intp), dict(islice(ways_of_shape(shape), MOST_PLACES)))
            for shape, found in rows.items()
        ]

    @cached_property
    def path_codes(self) -> Mapping[str, Array]:
        """Codes of what is at the ends of paths into lists of lists, objects and lists of texts, for each output.

        They are NaN where an output has no such path. Of too many paths those stay that most outputs have.
        """
        if self.among is not None:
            every, places = self.among
            rows = {path: scalars[places] for path, scalars in every.path_codes.items()}
            return {path: row for path, row in rows.items() if not np.isnan(row).all()}
        often: Counter[str] = Counter()
        for layout in self.nested_layouts:
            often.update(dict.fromkeys(layout.ways, len(layout.rows)))
        kept, most = [*often], min(MOST_PLACES, MOST_ENDS // max(1, len(self.parsed)))
        if len(kept) > most:
            kept = sorted(kept, key=lambda path: -often[path])[:most]
        found = {path: np.full(len(self.parsed), np.nan) for path in kept}
        for layout in self.nested_layouts:
            parsed = [self.parsed[row] for row in layout.rows.tolist()]
            codes = code_scalars(parsed)
            for path, way in layout.ways.items():
                if path in found:
                    alone = way.place is None or way.length
                    found[path][layout.rows] = (
                        [scalar_code(way.scalar_at_end(each.scalars)) for each in parsed]
                        if alone
                        else codes[:, way.place]
                    )
        return found

    @cached_property
    def varying_paths(self) -> Mapping[str, Array]:
        """The paths without those at whose ends all outputs have the same for having one shape."""
        alike = len(self.nested_layouts) == 1 and len(self.nested_layouts[0].rows) == len(self.parsed)
        constant = (
            {path for path, way in self.nested_layouts[0].ways.items() if way.place is None}
            if alike
            else set()
        )
        return {path: codes for path, codes in self.path_codes.items() if path not in constant}

    def scalars_at(self, path: str) -> dict[int, Scalar]:
        """Return the scalar at the end of a path, by the row of each output that has the path."""
        return {
            row: layout.ways[path].scalar_at_end(self.parsed[row].scalars)
            for layout in self.nested_layouts
            if path in layout.ways
            for row in layout.rows.tolist()
        }

    def parts_at_path(self, path: str) -> "Outputs":
        """Return the outputs that consist of the scalar at the end of a path alone; an empty text if there is none."""
        if path not in self.inner:
            there = self.scalars_at(path)
            parts = [there.get(row, "") for row in range(len(self.parsed))]
            parsed = [ParsedOutput(format_key(scalar_label(each)), each, None, each) for each in parts]
            self.inner[path] = Outputs(parsed)
        return self.inner[path]

    def paths_to_parts(self) -> list[str]:
        """The paths to what takes many values, and so is worth a look of its own."""
        found = (
            path
            for path, codes in self.path_codes.items()
            if not (path.startswith(ABOUT) or has_few_values(codes))
        )
        return [*islice(found, MOST_PARTS)]

    def symbol_label(self, number: float) -> float | str:
        """The label of what a number stands for, where it is no number itself."""
        return self.symbol_labels.get(number, number)

    @cached_property
    def symbol_labels(self) -> Mapping[float, str]:
        """The labels of scalars that are texts, truths or NULL, by the numbers that stand for them."""
        if self.among is not None:
            return self.among[0].symbol_labels
        met = set[Scalar]().union(
            *(each.scalars for each in self.parsed if each.flat_parts.kinds - {int, float})
        )
        met |= {way.constant for layout in self.nested_layouts for way in layout.ways.values()}
        # In a set 1 and true are the same.
        return {
            scalar_code(scalar): scalar_label(scalar)
            for scalar in (*met, False, True)
            if not is_number(scalar)
        }


def parse_drawn_outputs(claim: Claim, keys: Iterable[str]) -> Outputs:
    """The outputs that have these keys in a tally."""
    return Outputs([parse_drawn_output(claim, key) for key in keys])


def outputs_of_tallies(claim: Claim, tallies: Iterable[Collection[str]]) -> Outputs:
    """Return the different outputs in some tallies, in the order of their keys."""
    return parse_drawn_outputs(claim, sorted(set[str]().union(*tallies)))


def code_scalars(parsed: Sequence[ParsedOutput]) -> Array:
    """A matrix with the codes of all scalars of each output; NaN at the ends of shorter rows."""
    kinds = set[type]().union(*(each.flat_parts.kinds for each in parsed))
    return code_matrix([each.scalars[:MOST_PLACES] for each in parsed], kinds)


def code_matrix(rows: Sequence[Sequence[Scalar]], kinds: set[type]) -> Array:
    """Return a matrix of the codes of scalars with these types, NaN at the ends of shorter rows."""
    if (found := number_matrix(rows, kinds)) is not None:
        return found
    matrix = np.full((len(rows), max(map(len, rows), default=0)), np.nan)
    for row, each in zip(matrix, rows, strict=True):
        row[: len(each)] = [*map(scalar_code, each)]
    return matrix


def has_few_values(numbers: Array) -> bool:
    """Whether there are at most 16 different numbers, apart from NaN."""
    left = numbers[~np.isnan(numbers)]
    for _ in range(FEW):
        if not len(left):
            break
        left = left[left != left[0]]
    return not len(left)


def character_matrix(rows: Sequence[object]) -> Array | None:
    """Return a matrix of the characters of texts, if all are texts of ASCII; else None."""
    texts = [each[:MOST_PLACES] for each in rows if isinstance(each, str) and each.isascii()]
    if len(texts) < len(rows):
        return None
    return stack_bytes([each.encode() for each in texts], lambda every: every)


def stack_bytes(written: Sequence[bytes], read: Callable[[Bytes], Bytes]) -> Array:
    """Return a matrix with a row for each of several bytes, as `read` turns them into numbers; NaN after their ends."""
    lengths = np.array([len(each) for each in written], dtype=np.intp)
    width = int(lengths.max(initial=0))
    every = np.frombuffer(b"".join(each.ljust(width, b"\0") for each in written), dtype=np.uint8)
    found: Array = read(every.reshape(len(written), width)).astype(float)
    if (lengths < width).any():
        found[np.arange(found.shape[1]) // max(found.shape[1] // width, 1) >= lengths[:, None]] = np.nan
    return found


def number_matrix(rows: Sequence[Sequence[Scalar]], kinds: set[type]) -> Array | None:
    """Return a matrix of rows of one length, if all elements are numbers of one type or truths; else None."""
    if len({*map(len, rows)}) != 1 or kinds not in ({bool}, {int}, {float}):
        return None
    if is_integer_rows(rows, kinds):
        with suppress(ValueError):  # most whole numbers fit into bytes
            small = stack_bytes([*map(bytes, rows)], lambda every: every)
            no, yes = map(scalar_code, (False, True))
            return small if kinds == {int} else np.where(small == 1, yes, no)
    try:
        found = np.array(rows, dtype=float)
    except OverflowError:
        return None
    if np.isnan(found).any():
        return None
    clipped: Array = np.clip(found, -LARGEST, LARGEST)
    return clipped


def is_integer_rows(rows: Sequence[Sequence[Scalar]], kinds: set[type]) -> TypeGuard[Sequence[Sequence[int]]]:
    """Whether rows, whose elements have these types, have integers alone, or truths alone."""
    return bool(rows) and kinds in ({int}, {bool})


def is_number(scalar: Scalar) -> TypeGuard[Number]:
    """Whether a scalar is a number other than NaN."""
    return isinstance(scalar, int | float) and not isinstance(scalar, bool) and not isnan(scalar)


def scalar_code(scalar: Scalar) -> float:
    """Return the code of a scalar: a number itself, the code point of a character, or the code of its label."""
    if is_number(scalar):
        return float(max(min(scalar, LARGEST), -LARGEST))
    if isinstance(scalar, str) and len(scalar) == 1:
        return float(ord(scalar))
    return text_code(scalar_label(scalar))


def text_code(text: str) -> float:
    """Return the code of a text."""
    return float(crc32(text.encode()))


def symbol_code(symbol: float | str) -> float:
    """Return the code of a symbol, which is given by a number or by the label of a scalar."""
    if not isinstance(symbol, str):
        return float(symbol)
    match parse_canonical(symbol):
        case tuple() | Members():
            raise ValueError("no label of a scalar")
        case scalar:
            return scalar_code(scalar)


# The bytes that a value writes in several ways.


def numbers_in(shown: Value) -> tuple[Number, ...]:
    """Return the numbers in a list or an object, from the left to the right; none of other values."""
    return (
        tuple(filter(is_number, parts_of_value(shown).scalars)) if isinstance(shown, tuple | Members) else ()
    )


def bytes_of_hexadecimal(shown: Value) -> bytes:
    """Return the bytes of a text in base 16; none of other values."""
    text = shown.removeprefix("0x") if isinstance(shown, str) else ""
    try:
        return unhexlify(text.zfill(len(text) + len(text) % 2))
    except ValueError:
        return b""


def bytes_of_base64(shown: Value) -> bytes:
    """Return the bytes of a text in base 64, in either alphabet, padded or not; none of other values."""
    text = shown.rstrip("=") if isinstance(shown, str) else ""
    try:
        return a2b_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), strict_mode=True)
    except ValueError:
        return b""


def decompress_value(shown: Value) -> bytes:
    """Return what a text in base 16 or base 64 holds, compressed by gzip or zlib; nothing of other values."""
    found = bytes_of_hexadecimal(shown) or bytes_of_base64(shown)
    try:
        return decompressobj(GZIP_OR_ZLIB).decompress(found, MOST_BYTES)
    except error:
        return b""


def bytes_of_integer(shown: Value) -> bytes:
    """Return the bytes of an integer or of a text of digits: eight, or as many as it needs; none of other values."""
    if isinstance(shown, str):
        shown = (
            int(shown) if shown.isascii() and shown.isdigit() and len(shown) <= 4 * MOST_BYTES // 2 else None
        )
    if not isinstance(shown, int) or isinstance(shown, bool):
        return b""
    return abs(shown).to_bytes(max(8, (shown.bit_length() + 7) // 8))


def bytes_of_floats(shown: Value) -> bytes:
    """Return the bytes of all floats in a value, or of the number that a text writes: sign, exponent and fraction."""
    if isinstance(shown, str):
        found = scalar_number(shown)
        return b"" if found is None else struct.pack(">d", found)
    return b"".join(
        struct.pack(">d", each) for each in parts_of_value(shown).scalars if isinstance(each, float)
    )


def bytes_of_small_numbers(shown: Value) -> bytes:
    """Return the last two bytes of each integer in a list or an object."""
    return b"".join((each & 0xFFFF).to_bytes(2) for each in numbers_in(shown) if isinstance(each, int))


def bytes_of_fields(shown: Value) -> bytes:
    """Return eight bytes of each scalar of an object or a list, so that bits of one field can be compared with another's.

    Return nothing for small numbers alone or floats alone, whose bytes are read by `bytes_of_small_numbers` and `bytes_of_floats`.
    """
    fields = [*islice(parts_of_value(shown).scalars, MOST_FIELDS + 1)]
    known = all(isinstance(each, float) for each in fields) or all(map(fits_two_bytes, fields))
    if not 2 <= len(fields) <= MOST_FIELDS or known:
        return b""
    return b"".join(bytes_of_field(each)[-FIELD:].rjust(FIELD, b"\0") for each in fields)


def fits_two_bytes(scalar: Scalar) -> bool:
    """Whether a scalar is a truth, NULL or an integer of two bytes."""
    return scalar is None or (isinstance(scalar, int) and abs(scalar) <= 0xFFFF)


def bytes_of_field(scalar: Scalar) -> bytes:
    """Return the bytes of a number, those that a text writes, or those of its characters."""
    match scalar:
        case float():
            return bytes_of_floats(scalar)
        case str():
            return bytes_of_hexadecimal(scalar) or bytes_of_base64(scalar) or scalar.encode()
        case _:
            return bytes_of_integer(int(scalar or 0))


WRITING: Mapping[str, Callable[[Value], bytes]] = {
    "hexadecimal": bytes_of_hexadecimal,
    "base 64": bytes_of_base64,
    "unpacked": decompress_value,
    "whole number": bytes_of_integer,
    "floats": bytes_of_floats,
    "small numbers": bytes_of_small_numbers,
    "fields": bytes_of_fields,
}
"""How bytes are read from an output, by the name of the sequence of their bits."""
