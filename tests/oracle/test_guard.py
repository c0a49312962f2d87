"""The oracle as a separate program: it survives every input."""

import io
import json
from dataclasses import replace

import pytest

from ldproof.oracle import guard as guards
from ldproof.oracle.guard import LINE, read_capped_lines, read_request_number, serve_guarded
from ldproof.programs.processes import STANDARD
from tests.reference.programs.children import child

DESCRIBE = b'{"id":1,"op":"describe"}'


def answers_to(*said: bytes, seconds: float = 600) -> list[dict[str, object]]:
    """Return the answers to some lines."""
    sink = io.BytesIO()
    serve_guarded(io.BytesIO(b"\n".join(line.removesuffix(b"\n") for line in said)), sink, seconds)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def request_with_T(T: str) -> bytes:
    """Return a request to evaluate p at this T."""
    parameters = {"T": T, "m": "1", "r": "0", "odds": "3"}
    request = {"id": 7, "op": "eval", "formula": "shots.p", "parameters": parameters}
    return json.dumps(request).encode() + b"\n"


HOSTILE = (
    (b"\n", "not-a-request"),
    (b"\x00\xff\xfe\n", "not-a-request"),
    (b"[" * 10**6 + b"\n", "not-a-request"),
    (b'{"id":1,"op":' + b"[" * 10**5 + b"]" * 10**5 + b"}\n", None),
    (b'{"id":' + b"9" * 5000 + b',"op":"describe"}\n', "not-a-request"),
    (b'{"id":1e999,"op":"describe"}\n', "not-a-request"),
    (b'{"id":1,"id":1,"op":"describe"}\n', "not-a-request"),
    (b'{"id":1,"op":"describe","x":NaN}\n', "not-a-request"),
    (request_with_T("1e999"), "too-large"),
    (request_with_T("1e-999"), "not-a-whole-number"),
    (request_with_T("9" * 1001), "too-large"),
    (request_with_T("9" * 10**6), "too-large"),
    (request_with_T("1e9999"), "not-a-number"),
    (request_with_T("0x10"), "not-a-number"),
    (b"x" * (LINE + 2) + b"\n", "too-large"),
)


def test_answers_are_valid_unicode() -> None:
    """Half a surrogate in a request is not repeated in the answer: some languages could not read it."""
    half = b'{"id":1,"op":"eval","formula":"shots.p","parameters":{"\\ud800":"1"}}\n'
    (answer,) = answers_to(half)
    assert answer["reason"] == "unknown-parameter"
    assert str(answer["error"]).encode()


def test_request_after_an_invalid_line_is_answered() -> None:
    said = answers_to(*(part for line, _ in HOSTILE for part in (line, DESCRIBE)))
    assert len(said) == 2 * len(HOSTILE)
    for (line, reason), answer, next_answer in zip(HOSTILE, said[::2], said[1::2], strict=True):
        assert "error" in answer or "unsupported" in answer, line[:80]
        assert len(json.dumps(answer)) < 2000
        if reason is not None:
            assert answer["reason"] == reason, line[:80]
        assert (next_answer["id"], next_answer["protocol"]) == (1, 1), line[:80]


SLOW = """
import os, signal
for line in sys.stdin:
    if b"slow".decode() in line:
        hang()
    if b"huge".decode() in line:
        say(id=7, value="x" * 5000)
    if b"dies".decode() in line:
        os.kill(os.getpid(), signal.SIGKILL)
    say(id=1, protocol=1)
"""


@pytest.mark.parametrize(
    ("word", "reason"), [("slow", "program-timed-out"), ("huge", "not-an-answer"), ("dies", "program-ended")]
)
def test_request_beyond_time_or_memory_is_refused(
    word: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next request is answered by a new process."""
    monkeypatch.setattr(guards, "COMMAND", child(SLOW))
    monkeypatch.setattr(guards, "STANDARD", replace(STANDARD, line=1000, grace=0.1))
    first, second = answers_to(
        b'{"id":3,"word":"%s"}' % word.encode(), DESCRIBE, seconds=2 if word == "slow" else 600
    )
    assert (first["id"], first["reason"]) == (3, reason)
    assert second == {"id": 1, "protocol": 1}


def test_limits_of_lines_and_numbers() -> None:
    assert [*read_capped_lines(io.BytesIO(b"a\nb"))] == [b"a\n", b"b\n"]
    assert [*read_capped_lines(io.BytesIO(b"x" * (LINE + 1)))] == [None]
    assert [*read_capped_lines(io.BytesIO(b"x" * (LINE + 1) + b"\nb\n"))] == [None, b"b\n"]
    assert [*read_capped_lines(io.BytesIO(b"x" * (LINE - 1) + b"\n"))] != [None]
    assert read_request_number(DESCRIBE) == 1
    assert read_request_number(b"") is None
    assert read_request_number(b"{}") is None
