"""Whatever comes from outside is refused by name, or becomes the plain value that it means, to the type."""

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


def faults(name: str, asked: "partial[object]") -> Iterator[str]:
    """Every argument in turn gets all that it may be; what is neither refused nor taken for what it means."""
    for argument, plain in asked.keywords.items():
        for raw in (*NUMBERS, *rows(plain)):
            place = f"{argument}={quote_given(raw, 60)}: "
            try:
                with catch_warnings():
                    simplefilter("error")
                    answer = normal(asked(**{argument: raw}))
            except Refused:
                continue
            except Exception as flaw:  # noqa: BLE001  (that is what is looked for)
                yield f"{place}{type(flaw).__name__}: {flaw}"[:200]
                continue
            if argument == ROOMY.get(name):
                continue
            try:
                twin = meaning(raw, plain, null=argument == NULL.get(name))
            except Meaningless:
                yield f"{place}means nothing, and is answered: {quote_given(answer, 100)}"
                continue
            try:
                right = normal(asked(**{argument: twin}))
            except Refused as refusal:
                yield f"{place}is answered, and {quote_given(twin, 40)} is not: {refusal.what:.60}"
            else:
                if answer != right:
                    yield f"{place}{quote_given(answer)} is not {quote_given(right)}"


@pytest.mark.parametrize("part", range(PARTS))
def test_raw_values_are_refused_or_mean_plain_ones(part: int) -> None:
    found = {name: [*faults(name, CALLS[name])] for name in [*CALLS][part::PARTS]}
    assert {name: each for name, each in found.items() if each} == {}
