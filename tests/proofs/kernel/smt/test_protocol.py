"""A reply survives its line; nothing else is a reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof_proofs.kernel.smt.protocol import SHOWN, Answer, Reply, line, parse, shown

words = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=SHOWN)


@given(st.builds(Reply, st.sampled_from(Answer), words, st.dictionaries(st.text(), st.text()), words))
def test_a_reply_is_what_its_line_says(reply: Reply) -> None:
    written = line(reply)
    assert "\n" not in written
    assert parse(written.encode()) == reply


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"unsat",
        b"\xff\xfe",
        b'"unsat"',
        b"[]",
        b"{}",
        b'{"answer": "unsat"}',
        b"[" * 100_000,
        b"1" * 10_000,
        json.dumps({"answer": "perhaps", "version": "", "model": {}, "reason": ""}).encode(),
        json.dumps({"answer": ["unsat"], "version": "", "model": {}, "reason": ""}).encode(),
        json.dumps({"answer": "unsat", "version": 1, "model": {}, "reason": ""}).encode(),
        json.dumps({"answer": "sat", "version": "", "model": [], "reason": ""}).encode(),
    ],
)
def test_garbage_is_no_reply(garbage: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the message is Python's)
        parse(garbage)


@given(st.text())
def test_what_is_shown_is_short_and_on_one_line(text: str) -> None:
    assert len(shown(text)) <= SHOWN
    assert shown(text).isprintable()
