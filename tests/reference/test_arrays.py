"""Arrays of whole numbers, and what is missing."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.arrays import is_nothing, nothing, numbers, whole_numbers
from ldproof.rejections import Reason
from tests.reference.refusals import refused


@pytest.mark.parametrize(
    "values", [[1, 0], np.array([1, 0], np.uint8), np.array([True, False]), np.ma.array([1, 0]), []]
)
def test_whole_numbers_are_what_they_are(values: ArrayLike) -> None:
    assert whole_numbers("x", values, "place").tolist() == np.asarray(values).tolist()


def test_a_masked_number_is_missing() -> None:
    with refused(Reason.MISSING) as refusal:
        whole_numbers("x", np.ma.array([1, 0, 1], mask=[False, False, True]), "place")
    assert refusal.value.what == "x of place 3 is missing"


def test_what_is_nothing() -> None:
    assert is_nothing(None)
    assert is_nothing(np.float32("nan"))
    assert not any(map(is_nothing, (0, 1.5, "", False)))
    assert nothing(np.array([1, None, float("nan")], np.object_)).tolist() == [False, True, True]
    assert nothing(np.array([[np.nan], [0]], np.float32)).tolist() == [[True], [False]]


DURATIONS = np.array([1, 0], "timedelta64[s]")


@pytest.mark.parametrize(
    "values", [DURATIONS, np.array([1.0, 0.0]), ["1", "0"], np.array([1, 0], "datetime64[s]")]
)
def test_what_is_no_whole_number(values: ArrayLike) -> None:
    with refused(Reason.NOT_A_WHOLE_NUMBER):
        whole_numbers("x", values, "place")


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_numbers_have_64_bits_and_lie_in_one_piece(dtype: type[np.integer]) -> None:
    found = numbers("x", np.array([[1, 2], [3, 100]], dtype)[:, 1], "place")
    assert found.dtype == np.int64
    assert found.flags.c_contiguous
    assert found.tolist() == [2, 100]
    assert numbers("x", [5, 0], "place").tolist() == [5, 0]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([-1], Reason.OUT_OF_RANGE),
        ([8], Reason.TOO_LARGE),
        (np.array([2**64 - 1], np.uint64), Reason.TOO_LARGE),
        ([True], Reason.NOT_A_WHOLE_NUMBER),
        ([1.5], Reason.NOT_A_WHOLE_NUMBER),
        ([[1]], Reason.WRONG_LENGTH),
        (3, Reason.WRONG_LENGTH),
        ([1, None], Reason.MISSING),
    ],
)
def test_numbers_that_are_refused(values: ArrayLike, reason: Reason) -> None:
    with refused(reason):
        numbers("x", values, "place", high=7)
