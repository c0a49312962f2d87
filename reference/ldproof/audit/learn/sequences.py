"""Outputs side by side, as matrices: what is at each place, and the bits that they write, in whatever way.

What a row says depends on its own output alone, and never on those beside it.
"""

import struct
from binascii import a2b_base64, unhexlify
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.features import Leaf, Look, label, number
from ldproof.codec.values import Members
from ldproof.numbers import Array
from ldproof.programs import Value

Places: TypeAlias = NDArray[np.intp]

LARGEST = 1e100
"""Larger numbers are this large."""
MOST_PLACES = 1 << 13
"""No more places of an output are looked at."""
MOST_BYTES = 1 << 9
"""And no more bytes of what it writes."""


@dataclass(frozen=True)  # without slots, so that what was computed is kept
class Outputs:
    """Several outputs, and the matrices of them that were asked for."""

    looks: Sequence[Look]
    known: dict[str, Array] = field(default_factory=dict, compare=False)
    among: "tuple[Outputs, Places] | None" = None
    """All those that these are some of, and where they are among them."""

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

    def _written(self, name: str) -> Array:
        if name.startswith("="):
            leaves = self.sequence("leaves")
            return np.where(np.isnan(leaves), np.nan, leaves == float(name[1:]))
        if self.among is not None:
            every, places = self.among
            return trimmed(every.sequence(name)[places])
        if name == "leaves":
            return self._leaves()
        written = [WRITING[name](each.shown)[:MOST_BYTES] for each in self.looks]
        bits = np.full((len(written), 8 * max(map(len, written), default=0)), np.nan)
        for row, each in zip(bits, written, strict=True):
            row[: 8 * len(each)] = np.unpackbits(np.frombuffer(each, dtype=np.uint8))
        return bits

    def _leaves(self) -> Array:
        rows = [each.shown for each in self.looks]
        if (found := characters(rows)) is not None or (found := numbers(rows)) is not None:
            return found
        coded = [[code(leaf) for leaf in each.leaves[:MOST_PLACES]] for each in self.looks]
        matrix = np.full((len(coded), max(map(len, coded), default=0)), np.nan)
        for row, each in zip(matrix, coded, strict=True):
            row[: len(each)] = each
        return matrix

    @cached_property
    def paths(self) -> Mapping[str, Array]:
        """The leaves of lists in lists, of objects and of texts in them, by the ways to them; and lengths."""
        if self.among is not None:
            every, places = self.among
            rows = {path: leaves[places] for path, leaves in every.paths.items()}
            return {path: row for path, row in rows.items() if not np.isnan(row).all()}
        found: dict[str, Array] = {}
        for row, each in enumerate(self.looks):
            for path, leaf in ways(each.shown) if nested(each.shown) else ():
                if path not in found and len(found) < MOST_PLACES:
                    found[path] = np.full(len(self.looks), np.nan)
                if path in found:
                    found[path][row] = code(leaf)
        return found


def trimmed(rows: Array) -> Array:
    """A matrix without the columns at its end in which nothing is."""
    filled = np.flatnonzero(~np.isnan(rows).all(axis=0))
    return np.ascontiguousarray(rows[:, : filled[-1] + 1 if len(filled) else 0])


def nested(shown: Value) -> bool:
    """Whether there are parts in it that have parts."""
    return isinstance(shown, Members) or (
        isinstance(shown, tuple) and any(not isinstance(each, bool | int | float | None) for each in shown)
    )


def characters(rows: Sequence[Value]) -> Array | None:
    """The characters of texts, all at once, where all are of ASCII."""
    texts = [each[:MOST_PLACES] for each in rows if isinstance(each, str) and each.isascii()]
    if len(texts) < len(rows):
        return None
    width = max(map(len, texts), default=0)
    codes = np.frombuffer("".join(each.ljust(width, "\x7f") for each in texts).encode(), dtype=np.uint8)
    found = codes.reshape(len(rows), width).astype(float)
    lengths = np.array([len(each) for each in texts])
    if (lengths < width).any():
        found[np.arange(width) >= lengths[:, None]] = np.nan
    return found


def numbers(rows: Sequence[Value]) -> Array | None:
    """The numbers in lists of one length, all at once, where all are of one kind."""
    lists = [each[:MOST_PLACES] for each in rows if isinstance(each, tuple)]
    kinds = {kind for each in lists for kind in set(map(type, each))}
    if len(lists) < len(rows) or len({len(each) for each in lists}) != 1 or kinds not in ({int}, {float}):
        return None
    try:
        found = np.array(lists, dtype=float)
    except OverflowError:
        return None
    if np.isnan(found).any():
        return None
    clipped: Array = np.clip(found, -LARGEST, LARGEST)
    return clipped


def code(leaf: Leaf) -> float:
    """The number that a leaf is; a character's is its own, and whatever else has the one of its label."""
    if isinstance(leaf, str) and len(leaf) == 1:
        return float(ord(leaf))
    found = None if isinstance(leaf, str) else number(leaf)
    if found is None or isnan(found):  # NaN is no number that could be compared
        return float(crc32(label(leaf).encode()))
    return float(max(min(found, LARGEST), -LARGEST))


def ways(shown: Value, path: str = "") -> list[tuple[str, Leaf]]:
    """What is in a thing of parts, by the way to it."""
    match shown:
        case tuple():
            inner = [way for index, each in enumerate(shown) for way in ways(each, f"{path}[{index}]")]
            return [(f"length of {path}", len(shown)), *inner]
        case Members():
            named = ",".join(name for name, _ in shown.members)
            inner = [way for name, each in shown.members for way in ways(each, f"{path}.{name}")]
            return [(f"members of {path}", f"members {named}"), *inner]
        case str() if len(shown) > 1:
            spelt: list[tuple[str, Leaf]] = [(f"{path}'{index}", each) for index, each in enumerate(shown)]
            return [(path, shown), (f"length of {path}", len(shown)), *spelt]
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
    """The bytes of a float, or of a list of them: sign, exponent and fraction; also of one that a text writes."""
    if isinstance(shown, str):
        found = number(shown)
        return b"" if found is None else struct.pack(">d", found)
    listed = shown if isinstance(shown, tuple) else (shown,)
    return b"".join(struct.pack(">d", each) for each in listed if isinstance(each, float))


def of_small_numbers(shown: Value) -> bytes:
    """The last two bytes of each number in a list."""
    listed = shown if isinstance(shown, tuple) else ()
    return b"".join((each & 0xFFFF).to_bytes(2) for each in listed if isinstance(each, int))


WRITING: Mapping[str, Callable[[Value], bytes]] = {
    "hexadecimal": from_hexadecimal,
    "base 64": from_base64,
    "whole number": of_whole_number,
    "floats": of_floats,
    "small numbers": of_small_numbers,
}
"""The ways in which an output may write bits."""
