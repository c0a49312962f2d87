"""A reply survives its line; nothing else is a reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof_proofs.kernel.smt.protocol import (
    SHOWN,
    Answer,
    Reply,
    asked,
    digest,
    line,
    parse,
    question,
    shown,
)

words = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=SHOWN)


SCRIPT = "(check-sat)"
ABOUT = {"about": digest(SCRIPT)}


@given(st.builds(Reply, st.sampled_from(Answer), words, st.dictionaries(st.text(), st.text()), words))
def test_a_reply_is_what_its_line_says(reply: Reply) -> None:
    written = line(reply, SCRIPT)
    assert "\n" not in written
    assert parse(written.encode(), SCRIPT) == reply


@given(st.text(), st.text())
def test_a_reply_to_another_question_is_none(script: str, other: str) -> None:
    written = line(Reply(Answer.UNSAT), other).encode()
    if script == other:
        assert parse(written, script) == Reply(Answer.UNSAT)
    else:
        with pytest.raises(ValueError, match="not a reply to this question"):
            parse(written, script)


@given(st.text())
def test_a_question_is_one_line(script: str) -> None:
    assert "\n" not in question(script, 1)
    assert asked(question(script, 2.5)) == (script, 2.5)


def test_garbage_is_no_reply() -> None:
    for garbage in (
        b"",
        b"unsat",
        b"\xff\xfe",
        b'"unsat"',
        b"[]",
        b"{}",
        b'{"answer": "unsat"}',
        b"[" * 100_000,
        b"1" * 10_000,
        json.dumps({"answer": "unsat", "version": "", "model": {}, "reason": ""}).encode(),
        json.dumps({**ABOUT, "answer": "perhaps", "version": "", "model": {}, "reason": ""}).encode(),
        json.dumps({**ABOUT, "answer": ["unsat"], "version": "", "model": {}, "reason": ""}).encode(),
        json.dumps({**ABOUT, "answer": "unsat", "version": 1, "model": {}, "reason": ""}).encode(),
        json.dumps({**ABOUT, "answer": "sat", "version": "", "model": [], "reason": ""}).encode(),
    ):
        with pytest.raises(ValueError):  # noqa: PT011  (the message is Python's)
            parse(garbage, SCRIPT)


@given(st.text())
def test_what_is_shown_is_short_and_on_one_line(text: str) -> None:
    assert len(shown(text)) <= SHOWN
    assert shown(text).isprintable()
