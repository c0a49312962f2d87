"""Messages: whatever is not exactly an answer is none."""

import json
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.codec.values import LARGEST, as_json, finite
from ldproof.programs import messages
from ldproof.programs.messages import PROTOCOL, Description, Message
from ldproof.programs.seen import Seen, seen
from ldproof.rejections import Reason
from tests.reference.codec.test_values import TEXTS, VALUES
from tests.reference.refusals import refused


@given(
    st.dictionaries(TEXTS, VALUES.filter(finite), max_size=3),
    st.sampled_from([{}, {"op": "randomize", "input": nan}, {"id": 1, "outputs": [inf, {"a": -inf}]}]),
)
def test_line_says_its_message_in_ascii(others: Message, values: Message) -> None:
    message = {**{name: each for name, each in others.items() if name != "op"}, **values}
    line = messages.encode_line(message)
    assert line.endswith(b"\n")
    assert line.isascii()
    assert line.count(b"\n") == 1
    said = json.dumps(message, default=as_json)
    assert json.dumps(json.loads(line)) == said
    assert json.dumps(messages.read(line), default=as_json) == said


@pytest.mark.parametrize(
    "message",
    ['{"id":1,"op":"randomize","input":[NaN,{"a":-Infinity}]}', '{"id":1,"outputs":[1,NaN,Infinity]}'],
)
def test_inputs_and_outputs_may_be_nan_or_infinite(message: str) -> None:
    assert json.dumps(messages.read(message.encode()), separators=(",", ":")) == message


@pytest.mark.parametrize(
    "line",
    [
        *(b"\xff", b'{"a":"\xed\xa0\x80"}', '{"a":1}'.encode("utf-16")),
        *(b"[]", b"1", b"null", b'"{}"'),
        *(b"", b"yes", b"{", b"{} {}", b'{"id":1,"id":1}', b"{'id':1}", b"[" * 99_999, b'{"id":NaN}'),
        b'{"id":1,"op":"randomize","input":1,"count":NaN}',
        b'{"id":1,"op":"randomize","input":NaN,"parameters":{"T":NaN}}',
        b'{"id":1,"op":"randomize","outputs":NaN}',
        b'{"id":1,"outputs":[1],"taken":[NaN]}',
        b'{"id":1,"outputs":[NaN],"x":' + b"[" * 900 + b"Infinity" + b"]" * 900 + b"}",
        *(b'{"id":1,"input":NaN}', b'{"id":1,"value":NaN}', b'{"id":1,"estimates":[Infinity]}'),
        b'[{"outputs":NaN}]',
    ],
)
def test_line_that_is_no_message_is_refused(line: bytes) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        messages.read(line)


def test_nan_is_written_nowhere_else() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        messages.encode_line({"id": 1, "value": nan})


@pytest.mark.parametrize(
    "line",
    [
        *(f'{{"id": {number}, "outputs": []}}' for number in ("8", "null", '"1"', "1.0", "[1]", "true")),
        *('{"outputs": []}', '{"ID": 1}'),
        *(f'{{"id": 1, "outputs": [], {other}}}' for other in ('"error": "no"', '"unsupported": "no"')),
        '{"id": 1, "outputs": [], "name": "a"}',
    ],
)
def test_answer_is_one_thing_and_to_its_request(line: str) -> None:
    assert messages.answer(b'{"id": 1, "outputs": [], "more": {}}\r', 1)["outputs"] == []
    with refused(Reason.NOT_AN_ANSWER):
        messages.answer(line.encode(), 1)


def test_program_may_decline_in_words() -> None:
    unsupported = messages.declined({"unsupported": "no\x1b[2J"})
    error = messages.declined({"error": "e" * 1000})
    assert unsupported is not None
    assert error is not None
    assert unsupported.reason is Reason.UNSUPPORTED
    assert r"'no\x1b[2J'" in unsupported.what
    assert error.reason is Reason.PROGRAM_REFUSED
    assert len(error.what) < 500
    assert messages.declined({"outputs": []}) is None
    for message in ({"error": None}, {"unsupported": True}, {"error": ["no"]}):
        with refused(Reason.NOT_AN_ANSWER):
            messages.declined(message)


def test_description_has_its_members() -> None:
    said = {"protocol": PROTOCOL, "name": "mine", "mechanisms": ["shots.report", "black-box"], "more": 1}
    found = Description("mine", ("shots.report", "black-box"), PROTOCOL)
    assert messages.description(said) == found
    for changed in (
        *({"protocol": "1"}, {"protocol": True}, {"name": None}),
        *({"mechanisms": "shots.report"}, {"mechanisms": [1]}),
    ):
        with refused(Reason.NOT_AN_ANSWER):
            messages.description({**said, **changed})


def test_draws_are_outputs_and_coins() -> None:
    """Coins are counted in numbers that can be written down and read again."""
    assert messages.draws({"outputs": ["101", [1, None]]}, 2) == (Seen("101"), Seen((1, None)))
    assert messages.draws({"outputs": [1, 2], "taken": [16, 0]}, 2, 16) == (Seen(1, 16), Seen(2, 0))
    (most,) = messages.draws({"outputs": [1], "taken": [int(LARGEST)]}, 1)
    assert seen(most.key()) == most
    with refused(Reason.NOT_AN_ANSWER):
        messages.draws({"outputs": [1], "taken": [10**400]}, 1)
    assert [messages.whole(each) for each in (0, -1, True, 1.0, "1", None)] == [True, True, *[False] * 4]


@pytest.mark.parametrize(
    "message",
    [
        {},
        *({"outputs": each} for each in (None, "12", {"0": 1, "1": 2}, [], [1], [1, 2, 3])),
        *({"outputs": [1, 2], "taken": each} for each in ([1], [1, 2, 3], 1, None)),
        *({"outputs": [1, 2], "taken": [1, each]} for each in (-1, 17, 1.0, True, "1")),
    ],
)
def test_message_without_the_right_draws_is_refused(message: Message) -> None:
    with refused(Reason.NOT_AN_ANSWER):
        messages.draws(message, 2, 16)


@pytest.mark.parametrize("output", [{1: 2}, 10**400, [[{"a": 10**400}]]])
def test_output_that_is_no_value_is_refused(output: object) -> None:
    with refused(Reason.NOT_A_VALUE):
        messages.draws({"outputs": [1, output]}, 2)
