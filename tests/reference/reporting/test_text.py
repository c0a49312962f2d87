"""States and transcripts as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.rejections import Reason
from ldproof.reporting.text import format_rounds, read, read_with_null
from tests.reference.refusals import refused


@given(st.lists(st.sampled_from((0, 1, None))).map(tuple))
def test_what_is_written_is_read(rounds: tuple[int | None, ...]) -> None:
    text = format_rounds(rounds)
    assert len(text) == len(rounds)
    assert read_with_null(text, len(rounds)) == rounds
    if None not in rounds:
        assert read(text, len(rounds)) == rounds


def test_null_is_a_dash() -> None:
    assert format_rounds((None, 0, 1)) == "-01"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10", Reason.WRONG_LENGTH),
        ("1010", Reason.WRONG_LENGTH),
        ("", Reason.WRONG_LENGTH),
        ("102", Reason.OUT_OF_RANGE),
        ("1 0", Reason.OUT_OF_RANGE),
        ("1\u06610", Reason.OUT_OF_RANGE),
    ],
)
def test_anything_else_is_refused(text: str, reason: Reason) -> None:
    for reader in (read, read_with_null):
        with refused(reason):
            reader(text, 3)


def test_null_is_refused_where_it_is_never_sent() -> None:
    with refused(Reason.OUT_OF_RANGE):
        read("1-0", 3)
