"""What a collector counts in a round, and what it refuses by name."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.rejections import Reason
from ldproof.reporting.tally import tally
from tests.reference.refusals import refused


@given(st.lists(st.sampled_from((0, 1))))
def test_bits_are_counted(reports: list[int]) -> None:
    for silence in (False, True):
        assert tally(1, reports, len(reports), silence=silence) == (sum(reports), len(reports))
    assert tally(1, bytes(reports), len(reports)) == (sum(reports), len(reports))


@given(st.lists(st.sampled_from((0, 1, None))))
def test_null_is_nobodys_bit(reports: list[int | None]) -> None:
    sent = [report for report in reports if report is not None]
    assert tally(1, reports, len(reports), silence=True) == (sum(sent), len(sent))


@pytest.mark.parametrize(
    ("reports", "silence", "reason"),
    [
        ([], False, Reason.WRONG_COUNT),
        ([1, 0], True, Reason.WRONG_COUNT),
        ([1, 0, 1, 0], False, Reason.WRONG_COUNT),
        ([1, 0, 2], False, Reason.NOT_A_REPORT),
        ([1, None, 2], True, Reason.NOT_A_REPORT),
        ([1, 0, None], False, Reason.NOT_A_REPORT),
        ([-1, 0, 1], False, Reason.NOT_A_REPORT),
        (b"\x00\x01\x31", False, Reason.NOT_A_REPORT),
        (b"\x00\x01\x31", True, Reason.NOT_A_REPORT),
    ],
)
def test_anything_else_is_refused(reports: Sequence[int | None], silence: bool, reason: Reason) -> None:
    with refused(reason):
        tally(1, reports, 3, silence=silence)


def test_the_person_whose_report_is_refused_is_named() -> None:
    with pytest.raises(ValueError, match=r"person 3 reports 7 in round 2 .*accepted: 0, 1 or NULL"):
        tally(2, [0, None, 7, 8], 4, silence=True)
    with pytest.raises(ValueError, match=r"person 2 reports None in round 2 .*accepted: 0 or 1"):
        tally(2, [0, None, 7, 8], 4)


def test_a_bit_of_any_whole_type_is_a_bit() -> None:
    for row in (
        [True, np.int64(0), 1],
        [np.bool_(1), np.bool_(0), 1],
        np.array([1, 0, 1], np.uint8),
        np.array([True, False, True]),
    ):
        assert tally(1, row, 3) == (2, 3)


@pytest.mark.parametrize("reports", [[1.0, 0, 1], [np.float64(1), 0, 1], ["1", 0, 1], [1, 0, Fraction(1)]])
def test_a_float_or_text_is_no_report(reports: Sequence[int | None]) -> None:
    for silence in (False, True):
        with refused(Reason.NOT_A_REPORT):
            tally(1, reports, 3, silence=silence)


@pytest.mark.parametrize("reports", ["101", {0, 1}, 3, None])
def test_what_is_no_list_is_refused(reports: Sequence[int | None]) -> None:
    with refused(Reason.NOT_A_LIST):
        tally(1, reports, 3)
