"""Rows of bits, as people and programs give them."""

import numpy as np
import pytest

from ldproof.rejections import Reason, Refused
from ldproof.rows import bit, bits, bits_or_null
from tests.reference.refusals import refused


@pytest.mark.parametrize("value", [0, 1, True, np.int8(1), np.uint64(0), np.True_])
def test_a_bit_is_pythons_own(value: object) -> None:
    found = bit("x", value)
    assert type(found) is int
    assert found == value


@pytest.mark.parametrize(
    "value", [2, -1, 5, 1.0, 0.0, "1", None, np.float64(1), np.timedelta64(1, "s"), 71077345]
)
def test_what_is_no_bit_is_refused_and_not_said(value: object) -> None:
    with refused(Reason.OUT_OF_RANGE) as refusal:
        bit("x", value)
    assert str(refusal.value) == "x is not a bit (out-of-range); accepted: 0 or 1"
    assert refusal.value.__context__ is None


@pytest.mark.parametrize("kind", ["M8[ns]", "m8[ns]", "m8", "M8[D]", "m8[s]"])
def test_dates_and_durations_are_no_bits(kind: str) -> None:
    """Whatever their unit: `tolist` makes whole numbers of nanoseconds, and of no unit."""
    given = np.array([1, 0, 1]).astype(kind)
    for row in (given, [*given]):
        for read in (bits, bits_or_null):
            with pytest.raises(Refused):
                read("a state", row, 3)
    with refused(Reason.NOT_A_VALUE) as refusal:
        bits("a state", given, 3)
    assert refusal.value.what == f"a state is of the type {given.dtype}"


def test_a_row_of_bits() -> None:
    for row in ((1, 0, 1), [1, False, np.int64(1)], np.array([True, False, True]), b"\x01\x00\x01"):
        assert bits("a state", row, 3) == (1, 0, 1)
    assert bits_or_null("a report", (None, 1, np.int8(0)), 3) == (None, 1, 0)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("101", Reason.NOT_A_LIST),
        (5, Reason.NOT_A_LIST),
        ({0, 1}, Reason.NOT_A_LIST),
        ((1, 0), Reason.WRONG_LENGTH),
        ((1, 0, 5), Reason.OUT_OF_RANGE),
        ((1, 0, None), Reason.OUT_OF_RANGE),
    ],
)
def test_rows_that_are_refused(row: object, reason: Reason) -> None:
    with refused(reason):
        bits("a state", row, 3)
