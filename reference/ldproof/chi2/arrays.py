"""Arrays of whole numbers: nothing that is missing is taken for a number."""

from math import isnan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.rejections import Reason, Refused

Whole = NDArray[np.integer] | NDArray[np.bool_]
"""Whole numbers or bits."""


def whole_numbers(name: str, values: ArrayLike, *axes: str) -> Whole:
    """An array with so many axes; else the reason why not, with the first place that has no value, counted from 1."""
    try:
        found: Whole = np.asarray(values)
    except ValueError:
        raise Refused(Reason.WRONG_LENGTH, f"{name} has rows of different lengths", "rows as long") from None
    if found.ndim != len(axes):
        raise Refused(
            Reason.WRONG_LENGTH,
            f"{name} of shape {found.shape}",
            f"an array with {len(axes)} {'axis' if len(axes) == 1 else 'axes'}: {', '.join(axes)}",
        )
    if not found.size:
        return np.zeros(found.shape, np.int64)
    gaps = np.argwhere(np.ma.getmask(values) | nothing(found))
    if len(gaps):
        place = ", ".join(f"{axis} {at + 1}" for axis, at in zip(axes, gaps[0].tolist(), strict=True))
        raise Refused(Reason.MISSING, f"{name} of {place} is missing", "a value for each")
    if np.issubdtype(found.dtype, np.integer) or found.dtype == np.bool_:
        return found
    raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} is of the type {found.dtype}", "whole numbers")


def nothing(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where there is None or no number."""
    if values.dtype != np.object_ and not np.issubdtype(values.dtype, np.floating):
        return np.zeros(values.shape, np.bool_)
    found: NDArray[np.bool_] = np.vectorize(is_nothing, otypes=[np.bool_])(values)
    return found


def is_nothing(value: object) -> bool:
    """Whether it is None or no number."""
    return value is None or (isinstance(value, float | np.floating) and isnan(value))
