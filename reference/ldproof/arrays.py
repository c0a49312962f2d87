"""Arrays from outside, of which nothing missing is a number; and laws as arrays of floats."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, isnan, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldproof.errors import Reason, Refused
from ldproof.numbers import Array
from ldproof.parameters import MOST_PEOPLE
from ldproof.rows import mask_of_array, too_many_refusal

Int64Array = NDArray[np.int64]
Bits = NDArray[np.bool_]
Whole = NDArray[np.integer] | NDArray[np.bool_]
"""Whole numbers or bits."""


# Laws of whole numbers in floats whose error is known.

DOUBT = 2.0**-30
"""How far a sum of probabilities may be off, relative to the larger of itself and the tail that is in question.

Only positive numbers are multiplied and added, so that the errors of single operations, 2^-53 each, add up: at most
10^6 of them in long sums, and 40 N elsewhere, lie on the way to any sum. All that is dropped as dust is less.
"""

DUST = 2.0**-80
"""The part of the tail in question below which a single probability is dropped."""


@dataclass(frozen=True, slots=True)
class Masses:
    """The probabilities `of` of the whole numbers `start`, `start` + 1, ...; all others have next to none."""

    start: int
    of: Array

    def __iter__(self) -> Iterator[tuple[int, float]]:
        return ((number, float(mass)) for number, mass in enumerate(self.of, self.start))

    def plus(self, other: "Masses", dust: float) -> "Masses":
        """The law of the sum of two independent numbers: the convolution, with ends below `dust` trimmed."""
        return drop_dust(self.start + other.start, np.convolve(self.of, other.of), dust)


def drop_dust(start: int, masses: Array, dust: float) -> Masses:
    """Trim probabilities below `dust` at both ends, of the numbers from `start` on; at least one must not be below."""
    kept = np.flatnonzero(masses >= dust)
    return Masses(start + int(kept[0]), masses[kept[0] : kept[-1] + 1])


def binomial_masses(count: int, one: float, zero: float, dust: float) -> Masses:
    """The law of the ones among independent trials, by its ratios from the likeliest number on; one + zero = 1.

    By Bernstein's inequality all that is beyond `reach` has together a probability below `dust`.
    """
    surprise = log(2 / dust) if dust else 0.0
    reach = ceil(sqrt(2 * count * one * zero * surprise) + surprise) + 1 if dust else count
    likeliest = min(count, int((count + 1) * one))
    low, high = max(0, likeliest - reach), min(count, likeliest + reach)
    above, below = np.arange(likeliest, high), np.arange(likeliest, low, -1)
    rising = np.cumprod((count - above) * one / ((above + 1) * zero)) if len(above) else np.ones(0)
    falling = np.cumprod(below * zero / ((count - below + 1) * one)) if len(below) else np.ones(0)
    weights = np.concatenate((falling[::-1], [1.0], rising))
    return drop_dust(low, weights / weights.sum(), dust)


# Arrays from outside.


def parse_whole_array(name: str, values: ArrayLike, *axes: str) -> Whole:
    """An array of whole numbers or bits, an axis for each name; refused if of another shape or type, or with gaps."""
    try:
        found: Whole = np.asarray(values)
    except ValueError:
        raise Refused(Reason.WRONG_LENGTH, f"{name} has rows of different lengths", "rows as long") from None
    except MemoryError:
        raise too_many_refusal(name) from None
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
    """An int64 array of whole numbers from 0 to `high`, an axis for each name; otherwise, and for bits, refused."""
    found = parse_whole_array(name, values, *axes)
    if found.dtype == np.bool_:
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} is of the type bool", "whole numbers")
    if found.size:
        if int(found.min()) < 0:
            raise Refused(Reason.OUT_OF_RANGE, f"{name} has a number below 0", f"numbers from 0 to {high}")
        if int(found.max()) > high:
            raise Refused(Reason.TOO_LARGE, f"{name} has a number above {high}", f"numbers from 0 to {high}")
    return np.ascontiguousarray(found, np.int64)


def missing_places(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    """A mask of the places that hold None or NaN."""
    if values.dtype != np.object_ and not np.issubdtype(values.dtype, np.floating):
        return np.zeros(values.shape, np.bool_)
    found: NDArray[np.bool_] = np.vectorize(is_missing_value, otypes=[np.bool_])(values)
    return found


def is_missing_value(value: object) -> bool:
    """Whether a value is None or NaN."""
    return value is None or (isinstance(value, float | np.floating) and isnan(value))
