"""Messages: whatever is not exactly an answer is none."""

import json
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.codec.values import LARGEST, as_json, finite
from ldproof.programs.messages import (
    PROTOCOL,
    Description,
    Message,
    answer,
    declined,
    description,
    draws,
    encode_line,
    read,
    whole,
)
from ldproof.programs.seen import Seen, seen
from ldproof.rejections import Reason
from tests.reference.codec.test_values import TEXTS, VALUES
from tests.reference.refusals import refused


@given(
    st.dictionaries(TEXTS, VALUES.filter(finite), max_size=3),
    st.sampled_from([{}, {"op": "randomize", "input": nan}, {"id": 1, "outputs": [inf, {"a": -inf}]}]),
)
def test_a_line_says_its_message_in_ascii(others: Message, values: Message) -> None:
    message = {**{name: each for name, each in others.items() if name != "op"}, **values}
    line = encode_line(message)
    assert line.endswith(b"\n")
    assert line.isascii()
    assert line.count(b"\n") == 1
    said = json.dumps(message, default=as_json)
    assert json.dumps(json.loads(line)) == said
    assert json.dumps(read(line), default=as_json) == said


@pytest.mark.parametrize("line", [b"\xff", b'{"a":"\xed\xa0\x80"}', '{"a":1}'.encode("utf-16")])
def test_what_is_not_utf_8(line: bytes) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        read(line)


@pytest.mark.parametrize("line", [b"[]", b"1", b"null", b'"{}"'])
def test_what_is_no_object(line: bytes) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        read(line)


@pytest.mark.parametrize(
    "line", [b"", b"yes", b"{", b"{} {}", b'{"id":1,"id":1}', b"{'id':1}", b"[" * 99_999, b'{"id":NaN}']
)
def test_what_is_no_json(line: bytes) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        read(line)


@pytest.mark.parametrize(
    ("message", "accepted"),
    [
        ('{"id":1,"op":"randomize","input":[NaN,{"a":-Infinity}]}', True),
        ('{"id":1,"outputs":[1,NaN,Infinity]}', True),
        ('{"id":1,"op":"randomize","input":1,"count":NaN}', False),
        ('{"id":1,"op":"randomize","input":NaN,"parameters":{"T":NaN}}', False),
        ('{"id":1,"op":"randomize","outputs":NaN}', False),
        ('{"id":1,"outputs":[1],"taken":[NaN]}', False),
        ('{"id":1,"outputs":[NaN],"x":' + "[" * 900 + "Infinity" + "]" * 900 + "}", False),
        ('{"id":1,"input":NaN}', False),
        ('{"id":1,"value":NaN}', False),
        ('{"id":1,"estimates":[Infinity]}', False),
        ('[{"outputs":NaN}]', False),
    ],
)
def test_what_json_lacks_is_among_inputs_and_outputs_alone(message: str, accepted: bool) -> None:
    if accepted:
        assert json.dumps(read(message.encode()), separators=(",", ":")) == message
        return
    with refused(Reason.NOT_AN_ANSWER):
        read(message.encode())


def test_nothing_else_is_said() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_line({"id": 1, "value": nan})


def test_an_answer_is_to_its_request() -> None:
    assert answer(b'{"id": 7, "outputs": [], "more": {}}\r', 7)["outputs"] == []


@pytest.mark.parametrize("number", ["8", "null", '"7"', "7.0", "[7]"])
def test_an_answer_to_another_request_is_none(number: str) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        answer(f'{{"id": {number}, "outputs": []}}'.encode(), 7)


@pytest.mark.parametrize("line", [b'{"id": true, "outputs": []}', b'{"outputs": []}', b'{"ID": 1}'])
def test_an_answer_without_a_number_is_none(line: bytes) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        answer(line, 1)


@pytest.mark.parametrize("other", ['"error": "no"', '"unsupported": "no"', '"name": "a"'])
def test_an_answer_is_one_thing(other: str) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        answer(f'{{"id": 1, "outputs": [], {other}}}'.encode(), 1)


def test_a_program_may_decline() -> None:
    unsupported, error = declined({"unsupported": "no\x1b[2J"}), declined({"error": "e" * 1000})
    assert unsupported is not None
    assert error is not None
    assert unsupported.reason is Reason.UNSUPPORTED
    assert r"'no\x1b[2J'" in unsupported.what
    assert error.reason is Reason.PROGRAM_REFUSED
    assert len(error.what) < 500
    assert declined({"outputs": []}) is None


@pytest.mark.parametrize("message", [{"error": None}, {"unsupported": True}, {"error": ["no"]}])
def test_whoever_declines_says_why(message: Message) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        declined(message)


def test_a_description() -> None:
    said = {"protocol": PROTOCOL, "name": "mine", "mechanisms": ["shots.report", "black-box"], "more": 1}
    assert description(said) == Description("mine", ("shots.report", "black-box"), PROTOCOL)


@pytest.mark.parametrize(
    "changed",
    [
        {"protocol": "1"},
        {"protocol": True},
        {"name": None},
        {"mechanisms": "shots.report"},
        {"mechanisms": [1]},
    ],
)
def test_what_describes_nothing(changed: Message) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        description({"protocol": 1, "name": "mine", "mechanisms": [], **changed})


def test_draws() -> None:
    assert draws({"outputs": ["101", [1, None]]}, 2) == (Seen("101"), Seen((1, None)))
    assert draws({"outputs": [1, 2], "taken": [16, 0]}, 2, 16) == (Seen(1, 16), Seen(2, 0))


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"outputs": None},
        {"outputs": "12"},
        {"outputs": {"0": 1, "1": 2}},
        {"outputs": []},
        {"outputs": [1]},
        {"outputs": [1, 2, 3]},
        {"outputs": [1, 2], "taken": [1]},
        {"outputs": [1, 2], "taken": [1, 2, 3]},
        {"outputs": [1, 2], "taken": 1},
        {"outputs": [1, 2], "taken": None},
        {"outputs": [1, 2], "taken": [1, -1]},
        {"outputs": [1, 2], "taken": [1, 17]},
        {"outputs": [1, 2], "taken": [1, 1.0]},
        {"outputs": [1, 2], "taken": [1, True]},
        {"outputs": [1, 2], "taken": [1, "1"]},
    ],
)
def test_what_are_no_draws(message: Message) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        draws(message, 2, 16)


def test_coins_are_counted_in_numbers_that_there_are() -> None:
    """So that a draw can be written down and read again."""
    (most,) = draws({"outputs": [1], "taken": [int(LARGEST)]}, 1)
    assert seen(most.key()) == most
    with refused(Reason.NOT_AN_ANSWER):
        draws({"outputs": [1], "taken": [10**400]}, 1)


@pytest.mark.parametrize("output", [{1: 2}, 10**400, [[{"a": 10**400}]]])
def test_what_is_no_output(output: object) -> None:
    with refused(Reason.NOT_A_VALUE):
        draws({"outputs": [1, output]}, 2)


def test_a_truth_is_no_number() -> None:
    assert [whole(each) for each in (0, -1, True, 1.0, "1", None)] == [True, True, False, False, False, False]
