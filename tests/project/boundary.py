"""What is handed over the boundary: everything in the place of each plain argument of a public call.

A raw value is either refused by name, or means a plain one: then the answer is that of the plain one, to the type.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from operator import index
from typing import SupportsIndex
from unittest.mock import Mock
from warnings import catch_warnings, simplefilter

import numpy as np

from ldproof.exact import Digits
from ldproof.numbers import Real, enclose
from ldproof.rejections import Refused, quoted
from ldproof.reporting.person import Person

Given = Mapping[str, object]


@dataclass(frozen=True)
class Call:
    """A public call that answers, with plain arguments."""

    name: str
    call: Callable[..., object]
    given: Given
    roomy: frozenset[str] = frozenset()
    """The arguments in whose place text and bytes mean something, too."""
    null: frozenset[str] = frozenset()
    """The arguments in whose place None does."""


class Kind(IntEnum):
    """A number with a name."""

    ONE = 1


class Odd:
    """An object that is nothing in particular, and says it is the whole number 1."""

    def __index__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "odd"


class Half(Fraction):
    """A fraction that says of its parts what is not so."""

    @property
    def numerator(self) -> int:
        raise ZeroDivisionError

    def as_integer_ratio(self) -> tuple[int, int]:
        raise ZeroDivisionError


class Unwritable:
    """An object that cannot be written."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


HUGE = 10**5000
"""More digits than Python writes."""

NUMBERS: tuple[object, ...] = (
    None,
    True,
    1.5,
    1.0,
    float("nan"),
    float("inf"),
    "1",
    "x",
    "ln(3)",
    "",
    b"1",
    *(kind(1) for kind in (np.int8, np.int64, np.uint8, np.uint32, np.uint64, np.float32, np.float64)),
    np.bool_(1),
    np.timedelta64(1, "s"),
    np.str_("1"),
    np.array(1),
    np.array([1]),
    Fraction(1),
    Fraction(1, 2),
    Fraction(7, 3),
    Decimal(1),
    Decimal("0.5"),
    Decimal("nan"),
    1 + 0j,
    0,
    1,
    2,
    -1,
    10**400,
    -(10**400),
    2**63,
    2**64,
    np.int64(-(2**63)),
    [],
    [1],
    (1,),
    [[1]],
    {},
    {1},
    object(),
    Odd(),
    Half(1, 2),
    Unwritable(),
    [Unwritable()],
    HUGE,
    Fraction(HUGE),
    Fraction(1, HUGE),
    [HUGE],
    range(10**12),
    np.array([1, 0, 1]),
    np.array(b"1"),
    np.zeros(2, [("a", "i8")]),
    np.zeros((), [("a", "i8")])[()],
    Mock(spec=int),
    Kind.ONE,
)
"""In the place of one number, or of anything else."""


KINDS = ("i1", "i8", "u1", "u4", "u8", ">i4", "f4", "f8", "?", "c16", "U", "S", "O")
"""Types of arrays."""


def rows(plain: object) -> Iterator[object]:
    """In the place of a row or a table of numbers: of another shape or type, or with something else in one place."""
    try:
        array = np.array(plain)
    except ValueError:
        return
    if array.dtype.kind not in "iub" or not array.ndim or not array.size:
        return
    listed: list[object] = array.tolist()
    yield from (listed, tuple(listed), [*listed, listed[0]], listed[1:], [listed], [*listed[1:], []])
    yield from (array.astype(kind) for kind in KINDS)
    yield from (array.astype("m8[s]"), np.ma.masked_array(array, True), array[..., None], array[None])  # noqa: FBT003
    yield from (
        np.asfortranarray(array),
        array[::-1][::-1],
        array.astype("u1").data,
        bytes(array.astype("u1")),
    )
    for other in NUMBERS:
        changed = np.array(array, object)
        changed.flat[0] = other
        yield from (changed, changed.tolist(), tuple(changed.tolist()))


class Meaningless(Exception):  # noqa: N818
    """What is no number and no row of numbers."""


def meaning(raw: object, plain: object, *, null: bool) -> object:
    """What a raw value means in the place of a plain one: a number of Python's own, or a row as the plain one is."""
    found = tree(raw, null=null)
    if isinstance(plain, np.ndarray) and isinstance(found, tuple):
        try:
            return np.array(found, plain.dtype)
        except ValueError:
            raise Meaningless from None
    return found


def tree(raw: object, *, null: bool) -> object:
    """A number, or a tuple of these."""
    if raw is None and null:
        return None
    if isinstance(raw, np.ma.MaskedArray) or (isinstance(raw, np.ndarray) and raw.dtype.kind in "mM"):
        raise Meaningless
    if isinstance(raw, np.ndarray | memoryview):
        return tree(raw.tolist(), null=null)
    if isinstance(raw, bytes | tuple | list):
        return tuple([tree(each, null=null) for each in raw])
    return number(raw)


def number(raw: object) -> int | Fraction | str:
    """An exact number as Python's own; a logarithm is one as it stands."""
    match raw:
        case np.timedelta64() | float() | np.inexact() | complex():
            raise Meaningless
        case bool() | np.bool_():
            return int(raw)
        case Decimal() if not raw.is_finite():
            raise Meaningless
        case str() if raw.startswith("ln("):
            return raw
        case str():
            try:
                exact = Fraction(raw)
            except ValueError:
                raise Meaningless from None
        case Half():
            exact = Fraction(1, 2)
        case Fraction() | Decimal():
            exact = Fraction(raw)
        case SupportsIndex():
            return index(raw)
        case _:
            raise Meaningless
    return exact.numerator if exact.denominator == 1 else exact


def normal(answer: object) -> object:
    """An answer in a form in which equal ones are the same, to the type; numbers to thirty digits."""
    match answer:
        case Person():
            return "person", answer.T, sorted(answer.tau), answer.done, normal(answer.parameters)
        case Digits():
            return "digits", answer.prefix(32)
        case np.ndarray():
            return answer.dtype.name, answer.shape, answer.tolist()
        case Mapping():
            return [(normal(name), normal(each)) for name, each in answer.items()]
        case tuple() | list():
            return type(answer).__name__, [*map(normal, answer)]
        case Real():
            return "real", normal(str(enclose(answer, 30)) if answer.exact is None else answer.exact)
        case Fraction():  # which may be too long to be written
            return "fraction", answer.numerator, answer.denominator
        case _ if is_dataclass(answer):
            return type(answer).__name__, [normal(getattr(answer, each.name)) for each in fields(answer)]
        case _:
            return type(answer).__name__, repr(answer)


@dataclass(frozen=True)
class Fault:
    """A raw value that was neither refused nor taken for what it means."""

    name: str
    argument: str
    raw: object
    why: str

    def __str__(self) -> str:
        return f"{self.name}({self.argument}={quoted(self.raw, 60)}): {self.why}"


def faults(asked: Call) -> Iterator[Fault]:
    """Every argument in turn gets all that it may be."""
    for name, plain in asked.given.items():
        for raw in (*NUMBERS, *rows(plain)):
            try:
                with catch_warnings():
                    simplefilter("error")
                    answer = normal(asked.call(**{**asked.given, name: raw}))
            except Refused:
                continue
            except Exception as flaw:  # noqa: BLE001  (that is what is looked for)
                yield Fault(asked.name, name, raw, f"{type(flaw).__name__}: {flaw}"[:100])
                continue
            if name in asked.roomy:
                continue
            try:
                twin = meaning(raw, plain, null=name in asked.null)
            except Meaningless:
                yield Fault(asked.name, name, raw, f"means nothing, and is answered: {quoted(answer, 100)}")
                continue
            try:
                right = normal(asked.call(**{**asked.given, name: twin}))
            except Refused as refusal:
                yield Fault(
                    asked.name, name, raw, f"is answered, and {quoted(twin, 40)} is not: {refusal.what:.60}"
                )
            else:
                if answer != right:
                    yield Fault(asked.name, name, raw, f"{quoted(answer)} is not {quoted(right)}")
