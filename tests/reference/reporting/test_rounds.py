"""States and transcripts: the rows that there are, as text."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.rejections import Reason
from ldproof.reporting.rounds import Bits, Transcripts, checked, listable
from tests.reference.refusals import refused


@given(st.lists(st.sampled_from((0, 1, None))).map(tuple))
def test_what_is_written_is_read(rounds: tuple[int | None, ...]) -> None:
    T = len(rounds)
    text = Transcripts(T, 10, null=True).write(rounds)
    assert len(text) == T
    assert Transcripts(T, 10, null=True).read(text) == rounds
    if None not in rounds:
        assert Transcripts(T, 10, null=False).read(text) == rounds
        assert Bits("a state", T, 10).read(text) == rounds


def test_null_is_a_dash() -> None:
    assert Transcripts(3, 10, null=True).write((None, 0, 1)) == "-01"


def test_rows_of_any_type_are_rows() -> None:
    for row in (np.array([True, False, True]), [1, 0, 1], np.array([1, 0, 1], np.uint8)):
        assert Bits("a state", 3, 10).row(row) == (1, 0, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10", Reason.WRONG_LENGTH),
        ("1010", Reason.WRONG_LENGTH),
        ("", Reason.WRONG_LENGTH),
        ("102", Reason.OUT_OF_RANGE),
        ("1 0", Reason.OUT_OF_RANGE),
        ("1\u06610", Reason.OUT_OF_RANGE),
        (101, Reason.NOT_A_VALUE),
        ([1, 0, 1], Reason.NOT_A_VALUE),
        (None, Reason.NOT_A_VALUE),
    ],
)
def test_anything_else_is_refused(text: object, reason: Reason) -> None:
    for space in (Bits("a state", 3, 10), Transcripts(3, 10, null=False), Transcripts(3, 10, null=True)):
        with refused(reason):
            space.read(text)


def test_null_is_refused_where_it_is_never_sent() -> None:
    never = Transcripts(3, 10, null=False)
    for ask in (
        lambda: never.read("1-0"),
        lambda: never.write((1, None, 0)),
        lambda: checked("-", 1, "01", "-"),
    ):
        with refused(Reason.OUT_OF_RANGE):
            ask()
    assert never.row((1, None, 0)) == (1, None, 0)


def test_all_rows_are_listed_or_those_with_one_report() -> None:
    rows = [*product((0, 1), repeat=3)]
    assert [*Bits("a state", 3, 3)] == [*Transcripts(3, 3, null=False)] == rows
    once = [*Transcripts(3, 3, null=True)]
    assert len(set(once)) == len(once) == 6
    assert all(sum(bit is not None for bit in row) == 1 for row in once)


def test_too_many_are_not_listed() -> None:
    listable(3, 3)
    for ask in (
        lambda: iter(Bits("a state", 4, 3)),
        lambda: iter(Transcripts(4, 3, null=True)),
        lambda: iter(Transcripts(4, 3, null=False)),
        lambda: listable(4, 3),
    ):
        with refused(Reason.TOO_MANY_OUTCOMES):
            ask()
