"""Arrays from outside, and numbers out of arrays: what is behind here has a known type, and nothing missing is a number."""

from math import isnan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.errors import Reason, Refused
from ldproof.parameters import MOST_PEOPLE
from ldproof.rows import mask_of_array, too_many

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
    hidden = mask_of_array(values)
    gaps = np.argwhere(hidden if whole else hidden | missing_places(found))
    if len(gaps):
        place = ", ".join(f"{axis} {at + 1}" for axis, at in zip(axes, gaps[0].tolist(), strict=True))
        raise Refused(Reason.MISSING, f"{name} of {place} is missing", "a value for each")
    if whole:
        return found
    raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} is of the type {found.dtype}", "whole numbers")


def parse_naturals(name: str, values: ArrayLike, *axes: str, high: int = MOST_PEOPLE) -> Int64Array:
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


def missing_places(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where there is None or no number."""
    if values.dtype != np.object_ and not np.issubdtype(values.dtype, np.floating):
        return np.zeros(values.shape, np.bool_)
    found: NDArray[np.bool_] = np.vectorize(is_nothing, otypes=[np.bool_])(values)
    return found


def is_nothing(value: object) -> bool:
    """Whether it is None or no number."""
    return value is None or (isinstance(value, float | np.floating) and isnan(value))
