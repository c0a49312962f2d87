"""Arrays from outside, and numbers out of arrays: what is behind here has a known type, and nothing missing is a number."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isnan
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.domains import MOST_PEOPLE
from ldproof.rejections import Reason, Refused

Int64Array = NDArray[np.int64]
Bits = NDArray[np.bool_]
Whole = NDArray[np.integer] | NDArray[np.bool_]
"""Whole numbers or bits."""


def whole_numbers(name: str, values: ArrayLike, *axes: str) -> Whole:
    """An array with so many axes; else the reason why not, with the first place that has no value, counted from 1."""
    try:
        found: Whole = np.asarray(values)
    except ValueError:
        raise Refused(Reason.WRONG_LENGTH, f"{name} has rows of different lengths", "rows as long") from None
    except MemoryError:
        raise too_many(name) from None
    if found.ndim != len(axes):
        raise Refused(
            Reason.WRONG_LENGTH,
            f"{name} of shape {found.shape}",
            f"an array with {len(axes)} {'axis' if len(axes) == 1 else 'axes'}: {', '.join(axes)}",
        )
    if not found.size:
        return np.zeros(found.shape, np.int64)
    whole = found.dtype.kind in "iub"  # durations, which call themselves whole numbers, are of the kind m
    hidden = masked(values)
    gaps = np.argwhere(hidden if whole else hidden | nothing(found))
    if len(gaps):
        place = ", ".join(f"{axis} {at + 1}" for axis, at in zip(axes, gaps[0].tolist(), strict=True))
        raise Refused(Reason.MISSING, f"{name} of {place} is missing", "a value for each")
    if whole:
        return found
    raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} is of the type {found.dtype}", "whole numbers")


def masked(values: ArrayLike) -> NDArray[np.bool_] | np.bool_:
    """Where an array is masked; nowhere, if nobody has loaded the package of such arrays, which is slow to load."""
    return np.ma.getmask(values) if "numpy.ma" in sys.modules else np.False_


def numbers(name: str, values: ArrayLike, *axes: str, high: int = MOST_PEOPLE) -> Int64Array:
    """Whole numbers from 0 to `high`, in 64 bits each and in one piece; a bit is a number of nothing."""
    found = whole_numbers(name, values, *axes)
    if found.dtype == np.bool_:
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} is of the type bool", "whole numbers")
    if found.size:
        if int(found.min()) < 0:
            raise Refused(Reason.OUT_OF_RANGE, f"{name} has a number below 0", f"numbers from 0 to {high}")
        if int(found.max()) > high:
            raise Refused(Reason.TOO_LARGE, f"{name} has a number above {high}", f"numbers from 0 to {high}")
    return np.ascontiguousarray(found, np.int64)


def bit(name: str, value: object) -> int:
    """0 or 1, said as a whole number or a truth value; a refusal does not say what was there, as it may be a secret."""
    if type(value) is int and 0 <= value <= 1:
        return value
    if isinstance(value, np.bool_):
        return int(value)
    if isinstance(value, SupportsIndex):
        with suppress(TypeError):  # a duration calls itself a whole number too
            if (found := index(value)) in (0, 1):
                return found
    raise Refused(Reason.OUT_OF_RANGE, f"{name} is not a bit", "0 or 1")


def bits(name: str, values: object, T: int) -> tuple[int, ...]:
    """One person's states, a bit for each of T rounds, from any row of them; a refusal does not say what was there."""
    if type(values) is tuple and len(values) == T and {*map(type, values)} <= {int} and {*values} <= {0, 1}:
        return values  # as it should be, and that is seen at once
    return tuple(bit(f"{name} in round {t}", each) for t, each in by_round(name, values, T))


def bits_or_null(name: str, values: object, T: int) -> tuple[int | None, ...]:
    """One person's reports: a bit for each of T rounds, or None."""
    return tuple(
        None if each is None else bit(f"{name} in round {t}", each) for t, each in by_round(name, values, T)
    )


def by_round(name: str, values: object, T: int) -> Iterator[tuple[int, object]]:
    """What is in a row of T, with its round."""
    row = listed(name, values)
    if len(row) != T:
        raise Refused(Reason.WRONG_LENGTH, f"{name} is of {len(row)} rounds", f"one for each of {T} rounds")
    return enumerate(row, start=1)


def listed(name: str, values: object) -> list[object]:
    """What is in a row; text is none, as its digits are no numbers."""
    if type(values) is tuple:
        return [*values]
    if isinstance(values, np.ndarray):
        if masked(values).any():
            raise Refused(Reason.MISSING, f"{name} is masked in some places", "a value for each")
        values = values.tolist() if values.ndim else None
    if isinstance(values, Sequence) and not isinstance(values, str):
        if len(values) > MOST_PEOPLE:
            raise too_many(name)
        return list(values)
    raise Refused(Reason.NOT_A_LIST, f"{name} is no list", "a list, a tuple or an array")


def too_many(name: str) -> Refused:
    """The refusal of what no memory holds."""
    return Refused(Reason.TOO_LARGE, f"{name} has too many places", f"at most {MOST_PEOPLE}")


def nothing(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where there is None or no number."""
    if values.dtype != np.object_ and not np.issubdtype(values.dtype, np.floating):
        return np.zeros(values.shape, np.bool_)
    found: NDArray[np.bool_] = np.vectorize(is_nothing, otypes=[np.bool_])(values)
    return found


def is_nothing(value: object) -> bool:
    """Whether it is None or no number."""
    return value is None or (isinstance(value, float | np.floating) and isnan(value))
