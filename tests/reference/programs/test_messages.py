"""Messages: whatever is not exactly an answer is none."""

import json
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.json_values import LARGEST, encode_members, is_finite_value
from ldproof.programs import program
from ldproof.programs.program import PROTOCOL, Description, DrawnOutput, Message, parse_key
from tests.reference.codec.test_values import TEXTS, VALUES
from tests.reference.refusals import refused


@given(
    st.dictionaries(TEXTS, VALUES.filter(is_finite_value), max_size=3),
    st.sampled_from([{}, {"op": "randomize", "input": nan}, {"id": 1, "outputs": [inf, {"a": -inf}]}]),
)
def test_line_says_its_message_in_ascii(others: Message, values: Message) -> None:
    message = {**{name: each for name, each in others.items() if name != "op"}, **values}
    line = program.encode_line(message)
    assert line.endswith(b"\n")
    assert line.isascii()
    assert line.count(b"\n") == 1
    said = json.dumps(message, default=encode_members)
    assert json.dumps(json.loads(line)) == said
    assert json.dumps(program.parse_line(line), default=encode_members) == said


def test_nan_and_infinity_stand_among_inputs_and_outputs_alone() -> None:
    for message in (
        '{"id":1,"op":"randomize","input":[NaN,{"a":-Infinity}]}',
        '{"id":1,"outputs":[1,NaN,Infinity]}',
    ):
        assert json.dumps(program.parse_line(message.encode()), separators=(",", ":")) == message
    for message in (
        '{"id":1,"op":"randomize","input":1,"count":NaN}',
        '{"id":1,"op":"randomize","input":NaN,"parameters":{"T":NaN}}',
        '{"id":1,"op":"randomize","outputs":NaN}',
        *('{"id":1,"input":NaN}', '{"id":1,"value":NaN}', '{"id":1,"estimates":[Infinity]}'),
    ):
        with refused(Reason.NOT_AN_ANSWER):
            program.parse_line(message.encode())
    with pytest.raises(ValueError, match="not JSON compliant"):
        program.encode_line({"id": 1, "value": nan})


NO_MESSAGES: tuple[tuple[str, tuple[bytes, ...]], ...] = (
    ("not UTF-8", (b"\xff", b"\xff\xfe", b'{"a":"\xed\xa0\x80"}', '{"a":1}'.encode("utf-16"))),
    ("no JSON text", (b"", b"Ready.", b"{", b"{} {}", b"{'id':1}", b"\0" * 100)),
    ("no JSON object", (b"[]", b"1", b"null", b'"{}"', b'[{"outputs":1}]')),
    ("brackets nested too deep", (b"[" * 99_999,)),
    ("a number of thousands of digits", (b"9" * 100_000,)),
    ("a member twice", (b'{"id":1,"outputs":[1,2],"outputs":[1,3]}',)),
    ("no number: NaN", (b'{"id":NaN,"outputs":[1,2]}', b'[{"outputs":NaN}]')),
    ("no number: Infinity", (b'{"id":1,"outputs":[1,2],"taken":[1,Infinity]}',)),
    (
        "no number: NaN",
        (b'{"id":1,"outputs":[NaN],"x":' + b"[" * 900 + b"Infinity" + b"]" * 900 + b"}",),
    ),
    (r"\x1b[2J", (b"\x1b[2J",)),
)
NO_ANSWERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("another request than 1", ('"id":2', '"id":8', '"id":null', '"id":"1"', '"id":1.0', '"id":[1]')),
    ("another request than 1", ('"id":true', '"outputs":[1,2]', '"ID":1')),
    ("more than one answer", ('"outputs":[1,2],"error":"no"', '"outputs":[1,2],"unsupported":"no"')),
    ("more than one answer", ('"outputs":[1,2],"name":"a"',)),
    ("without words", ('"error":5', '"error":null', '"unsupported":true', '"error":["no"]')),
    ("no list of outputs", ('"more":1', '"outputs":null', '"outputs":"12"', '"outputs":{"0":1,"1":2}')),
    ("0 outputs instead of 2", ('"outputs":[]',)),
    ("1 outputs instead of 2", ('"outputs":[1]',)),
    ("3 outputs instead of 2", ('"outputs":[1,2,3]',)),
    *(("another length", (f'"outputs":[1,2],"taken":{each}',)) for each in ("[1]", "[1,2,3]", "1", "null")),
    *(
        ("counts no coins", (f'"outputs":[1,2],"taken":[1,{each}]',))
        for each in ("-1", "17", "1.0", "true", '"1"', "1" + "0" * 400)
    ),
)


def drawn(line: bytes) -> tuple[DrawnOutput, ...]:
    """The two draws in an answer to the first request, which gave 16 coins."""
    message = program.parse_answer(line, 1)
    assert program.parse_refusal(message) is None
    return program.parse_draws(message, 2, 16)


def test_line_that_is_no_answer_is_refused_and_says_why() -> None:
    assert drawn(b'{"id": 1, "outputs": [1, 2], "more": {}}\r') == (DrawnOutput(1), DrawnOutput(2))
    lines = [(words, line) for words, lines in NO_MESSAGES for line in lines]
    for words, members in NO_ANSWERS:
        start = "" if words == "another request than 1" else '"id":1,'
        lines.extend((words, f"{{{start}{each}}}".encode()) for each in members)
    for words, line in lines:
        with pytest.raises(Refused) as refusal:
            drawn(line)
        assert (refusal.value.reason, words in refusal.value.what) == (Reason.NOT_AN_ANSWER, True), line[:99]


def test_output_that_is_no_value_is_refused() -> None:
    for output in ({1: 2}, "\ud800", 10**400, [[{"a": 10**400}]]):
        with refused(Reason.NOT_A_VALUE):
            program.parse_draws({"outputs": [1, output]}, 2)


def test_program_may_decline_in_words() -> None:
    unsupported = program.parse_refusal({"unsupported": "no\x1b[2J"})
    error = program.parse_refusal({"error": "e" * 1000})
    assert unsupported is not None
    assert error is not None
    assert unsupported.reason is Reason.UNSUPPORTED
    assert r"'no\x1b[2J'" in unsupported.what
    assert error.reason is Reason.PROGRAM_REFUSED
    assert len(error.what) < 500


def test_description_has_its_members() -> None:
    said = {"protocol": PROTOCOL, "name": "mine", "mechanisms": ["shots.report", "black-box"], "more": 1}
    found = Description("mine", ("shots.report", "black-box"), PROTOCOL)
    assert program.parse_description(said) == found
    for changed in (
        *({"protocol": "1"}, {"protocol": True}, {"name": None}),
        *({"mechanisms": "shots.report"}, {"mechanisms": [1]}),
    ):
        with refused(Reason.NOT_AN_ANSWER):
            program.parse_description({**said, **changed})


def test_draws_are_outputs_and_coins() -> None:
    """Coins are counted in numbers that can be written down and read again."""
    assert program.parse_draws({"outputs": ["101", [1, None]]}, 2) == (
        DrawnOutput("101"),
        DrawnOutput((1, None)),
    )
    assert program.parse_draws({"outputs": [1, 2], "taken": [16, 0]}, 2, 16) == (
        DrawnOutput(1, 16),
        DrawnOutput(2, 0),
    )
    (most,) = program.parse_draws({"outputs": [1], "taken": [int(LARGEST)]}, 1)
    assert parse_key(most.tally_key()) == most
    assert [program.is_integer(each) for each in (0, -1, True, 1.0, "1", None)] == [True, True, *[False] * 4]
