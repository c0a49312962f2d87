"""Every value from outside is refused with a reason, or converted to the plain value that it means."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import index
from typing import SupportsIndex
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

from ldproof.devices import Person
from ldproof.errors import Refused, quote_given
from ldproof.numbers import Real, enclose
from ldproof.sampling import Digits
from tests.project.crossings import CALLS, NULL, NUMBERS, ROOMY, Half

PARTS = 8
"""The calls are shared out among so many tests."""
KINDS = ("i1", "i8", "u1", "u4", "u8", ">i4", "f4", "f8", "?", "c16", "U", "S", "O")
"""Types of arrays."""


def odd_rows(plain: object) -> Iterator[object]:
    """Return replacements of a row or table of numbers: with another shape or type, or one odd element."""
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
    """The value is no number and no row of numbers."""


def plain_value(raw: object, plain: object, *, null: bool) -> object:
    """Return the plain value that a raw one means in this place: a Python number, or a row of them."""
    found = number_tree(raw, null=null)
    if isinstance(plain, np.ndarray) and isinstance(found, tuple):
        try:
            return np.array(found, plain.dtype)
        except ValueError:
            raise Meaningless from None
    return found


def number_tree(raw: object, *, null: bool) -> object:
    """Return a number, or a tuple of such trees."""
    if raw is None and null:
        return None
    if isinstance(raw, np.ma.MaskedArray) or (isinstance(raw, np.ndarray) and raw.dtype.kind in "mM"):
        raise Meaningless
    if isinstance(raw, np.ndarray | memoryview):
        return number_tree(raw.tolist(), null=null)
    if isinstance(raw, bytes | tuple | list):
        return tuple([number_tree(each, null=null) for each in raw])
    return plain_number(raw)


def plain_number(raw: object) -> int | Fraction | str:
    """Return an exact number as Python's own; a logarithm stays as it is."""
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


def normal_form(answer: object) -> object:
    """Return a form in which equal answers are equal, types included; numbers have thirty digits."""
    match answer:
        case Person():
            return "person", answer.T, sorted(answer.tau), answer.done, normal_form(answer.parameters)
        case Digits():
            return "digits", answer.prefix(32)
        case np.ndarray():
            return answer.dtype.name, answer.shape, answer.tolist()
        case Mapping():
            return [(normal_form(name), normal_form(each)) for name, each in answer.items()]
        case tuple() | list():
            return type(answer).__name__, [*map(normal_form, answer)]
        case Real():
            return "real", normal_form(str(enclose(answer, 30)) if answer.exact is None else answer.exact)
        case Fraction():  # which may be too long to be written
            return "fraction", answer.numerator, answer.denominator
        case _ if is_dataclass(answer):
            return type(answer).__name__, [normal_form(getattr(answer, each.name)) for each in fields(answer)]
        case _:
            return type(answer).__name__, repr(answer)


def find_faults(name: str, asked: "partial[object]") -> Iterator[str]:
    """Replace every argument in turn by all odd values; yield what is neither refused nor taken as its meaning."""
    for argument, plain in asked.keywords.items():
        for raw in (*NUMBERS, *odd_rows(plain)):
            place = f"{argument}={quote_given(raw, 60)}: "
            try:
                with catch_warnings():
                    simplefilter("error")
                    answer = normal_form(asked(**{argument: raw}))
            except Refused:
                continue
            except Exception as flaw:  # noqa: BLE001  (that is what is looked for)
                yield f"{place}{type(flaw).__name__}: {flaw}"[:200]
                continue
            if argument == ROOMY.get(name):
                continue
            try:
                twin = plain_value(raw, plain, null=argument == NULL.get(name))
            except Meaningless:
                yield f"{place}means nothing, and is answered: {quote_given(answer, 100)}"
                continue
            try:
                right = normal_form(asked(**{argument: twin}))
            except Refused as refusal:
                yield f"{place}is answered, and {quote_given(twin, 40)} is not: {refusal.what:.60}"
            else:
                if answer != right:
                    yield f"{place}{quote_given(answer)} is not {quote_given(right)}"


@pytest.mark.parametrize("part", range(PARTS))
def test_raw_values_are_refused_or_converted(part: int) -> None:
    found = {name: [*find_faults(name, CALLS[name])] for name in [*CALLS][part::PARTS]}
    assert {name: each for name, each in found.items() if each} == {}
