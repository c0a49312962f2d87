"""Rows of states and reports as text and JSON, and a collector's counts of them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.devices import tally_reports
from ldproof.errors import Reason
from ldproof.rounds import (
    Bits,
    Transcripts,
    answers_by_round,
    parse_json_whole,
    parse_reports,
    parse_round_counts,
    parse_round_text,
    refuse_long_rows,
)
from tests.reference.reporting.refusing import check_refusals, singly


@given(st.lists(st.sampled_from((0, 1, None))).map(tuple))
def test_rows_that_are_written_are_read(rounds: tuple[int | None, ...]) -> None:
    T = len(rounds)
    text = Transcripts(T, 10, null=True).write(rounds)
    assert len(text) == T
    assert Transcripts(T, 10, null=True).read(text) == rounds
    if None not in rounds:
        assert Transcripts(T, 10, null=False).read(text) == rounds
        assert Bits("a state", T, 10).read(text) == rounds


def test_null_is_a_dash_and_rows_have_any_type() -> None:
    assert Transcripts(3, 10, null=True).write((None, 0, 1)) == "-01"
    for row in (np.array([True, False, True]), [1, 0, 1], np.array([1, 0, 1], np.uint8)):
        assert Bits("a state", 3, 10).row(row) == (1, 0, 1)


def test_all_rows_are_listed_or_those_with_one_report() -> None:
    rows = [*product((0, 1), repeat=3)]
    assert [*Bits("a state", 3, 3)] == [*Transcripts(3, 3, null=False)] == rows
    once = [*Transcripts(3, 3, null=True)]
    assert len(set(once)) == len(once) == 6
    assert all(sum(bit is not None for bit in row) == 1 for row in once)
    refuse_long_rows(3, 3)


def test_invalid_and_too_many_rows_are_refused() -> None:
    never = Transcripts(3, 10, null=False)
    for space in (Bits("a state", 3, 10), never, Transcripts(3, 10, null=True)):
        check_refusals(
            space.read,
            {
                Reason.WRONG_LENGTH: singly("10", "1010", ""),
                Reason.OUT_OF_RANGE: singly("102", "1 0", "1\u06610"),
                Reason.NOT_A_VALUE: singly(101, [1, 0, 1], None),
            },
        )
    check_refusals(never.read, {Reason.OUT_OF_RANGE: singly("1-0")})
    check_refusals(never.write, {Reason.OUT_OF_RANGE: singly((1, None, 0))})
    check_refusals(parse_round_text, {Reason.OUT_OF_RANGE: [("-", 1, "01", "-")]})
    assert never.row((1, None, 0)) == (1, None, 0)
    for rows in (Bits("a state", 4, 3), Transcripts(4, 3, null=True), Transcripts(4, 3, null=False)):
        check_refusals(iter, {Reason.TOO_MANY_OUTCOMES: singly(rows)})
    check_refusals(refuse_long_rows, {Reason.TOO_MANY_OUTCOMES: [(4, 3)]})


def heard(received: Mapping[str, object]) -> list[tuple[object, ...]]:
    """What a collector is told."""

    def hear(t: int, row: Sequence[int | None]) -> tuple[object, ...]:
        return (t, *row)

    return answers_by_round(received, hear, lambda t, ones, sent: (t, "of", ones, sent))


def test_reports_and_counts_are_read_round_by_round() -> None:
    assert heard({"reports": ["01-", ""]}) == [(1, 0, 1, None), (2,)]
    assert heard({"counts": [[1, 2], [0, 0]]}) == [(1, "of", 1, 2), (2, "of", 0, 0)]
    assert heard({"reports": []}) == []
    assert parse_reports("1-0") == [1, None, 0]
    assert parse_json_whole(3) == 3


def test_invalid_json_is_refused() -> None:
    neither: tuple[object, ...] = (
        {},
        {"reports": "01"},
        {"reports": [], "counts": []},
        {"counts": {}},
        {"counts": None},
    )
    check_refusals(heard, {Reason.MISSING: singly(*neither)})
    check_refusals(parse_reports, {Reason.NOT_A_REPORT: singly("012"), Reason.NOT_A_VALUE: singly(["0"])})
    check_refusals(
        parse_round_counts,
        {
            Reason.NOT_A_LIST: singly([1], "12"),
            Reason.NOT_A_WHOLE_NUMBER: singly([1, "2"], [True, 2], [1.0, 2]),
            Reason.OUT_OF_RANGE: singly([-1, 2]),
            Reason.TOO_LARGE: singly([1, 10**400]),
        },
    )


@given(st.lists(st.sampled_from((0, 1, None))))
def test_ones_and_bits_are_counted(reports: list[int | None]) -> None:
    bits = [report for report in reports if report is not None]
    assert tally_reports(1, reports, len(reports), silence=True) == (sum(bits), len(bits))
    for rows in (bits, bytes(bits)):
        assert tally_reports(1, rows, len(bits)) == (sum(bits), len(bits))


def test_a_bit_of_any_whole_type_is_a_bit() -> None:
    arrays = np.array([1, 0, 1], np.uint8), np.array([True, False, True])
    for row in ([True, np.int64(0), 1], [np.bool_(1), np.bool_(0), 1], *arrays):
        assert tally_reports(1, row, 3) == (2, 3)


def test_invalid_reports_are_refused_and_their_sender_named() -> None:
    no_bits = [
        [1.0, 0, 1],
        [np.float64(1), 0, 1],
        ["1", 0, 1],
        [1, 0, Fraction(1)],
        [-1, 0, 1],
        b"\x00\x01\x31",
    ]
    for silence in (False, True):
        check_refusals(
            partial(tally_reports, silence=silence),
            {
                Reason.WRONG_COUNT: [(1, row, 3) for row in ([], [1, 0], [1, 0, 1, 0])],
                Reason.NOT_A_REPORT: [(1, row, 3) for row in (*no_bits, [1, 0, 2], [1, None, 2])],
                Reason.NOT_A_LIST: [(1, row, 3) for row in ("101", {0, 1}, 3, None)],
            },
        )
    check_refusals(tally_reports, {Reason.NOT_A_REPORT: [(1, [1, 0, None], 3)]})
    with pytest.raises(ValueError, match=r"person 3 reports 7 in round 2 .*accepted: 0, 1 or NULL"):
        tally_reports(2, [0, None, 7, 8], 4, silence=True)
    with pytest.raises(ValueError, match=r"person 2 reports None in round 2 .*accepted: 0 or 1"):
        tally_reports(2, [0, None, 7, 8], 4)
