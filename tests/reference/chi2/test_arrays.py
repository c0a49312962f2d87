"""Arrays of whole numbers, and what is missing."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.chi2.arrays import is_nothing, nothing, whole_numbers
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
