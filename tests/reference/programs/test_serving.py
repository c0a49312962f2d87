"""The answering side: what a program of ours says to each request."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from ldproof.errors import Reason, Refused
from ldproof.programs import DrawnOutput, Parameters, Program, Value, serving
from ldproof.programs.program import MOST_ID
from tests.reference.programs.children import PATIENT
from tests.reference.refusals import refused


def draws(mechanism: str, parameters: Parameters, given: Value) -> serving.Draw:
    """Its input with some coins, if there are parameters; whatever else it is asked for, it refuses."""
    if not parameters:
        raise Refused(Reason.MISSING, "no parameters", "some")
    if mechanism == "known in part":
        raise Refused(Reason.UNSUPPORTED, "this part", "another one")
    return lambda coins: (given, coins.read(int(str(parameters["size"]))).hex())


def answer_to(line: str) -> Any:
    """The answer to a line."""
    known = ("known", "known in part")
    (answer,) = serving.answer_lines(
        [line.encode()], lambda request: serving.answer_draw_request(request, "me", known, draws)
    )
    return json.loads(answer)


REQUEST = '{"id":3,"op":"randomize","mechanism":"known","parameters":{"size":"2"},"input":[1],'


def with_inputs(inputs: str, beside: str = "") -> Any:
    """The answer to a request with several inputs."""
    return answer_to(REQUEST.replace('"input":[1],', f'"inputs":{inputs}{beside}}}'))


def test_requests_are_answered() -> None:
    assert answer_to('{"id":1,"op":"describe"}') == {
        "id": 1,
        "protocol": 1,
        "name": "me",
        "mechanisms": ["known", "known in part"],
        "capabilities": {op: ["known", "known in part"] for op in ("randomize", "inputs")},
    }
    one = answer_to(REQUEST + '"coins":"00ff7f","more":1}')
    assert one == {"id": 3, "outputs": [[[1], "00ff"]], "taken": [2]}
    many = answer_to(REQUEST + '"count":30}')
    assert many["taken"] == [2] * 30
    assert len({str(each) for each in many["outputs"]}) > 1, "each has coins of its own"


def test_several_inputs_are_served_in_their_order_and_alone() -> None:
    found = with_inputs('[[1],"a",[1],NaN]')
    assert found["taken"] == [2] * 4
    assert repr([given for given, _ in found["outputs"]]) == "[[1], 'a', [1], nan]"
    many = with_inputs(f"[{','.join(['[1]'] * 30)}]")
    assert len({str(each) for each in many["outputs"]}) > 3, "each has coins of its own"
    for beside in ('"count":1', '"coins":"00"', '"input":1'):
        assert with_inputs("[1]", f",{beside}")["reason"] == "repeated"
    for inputs in ("[]", "{}", "1", "null", '"01"'):
        assert with_inputs(inputs)["reason"] == "not-a-list"


DECLINED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("unsupported", ('{"id":3,"op":"eval"}', '{"id":3}', REQUEST.replace("known", "other") + '"count":1}')),
    ("unsupported", (REQUEST.replace("known", "known in part") + '"count":1}',)),
    ("error", (REQUEST.replace('"size":"2"', "") + '"count":1}', '{"id":3,"op":"randomize"}')),
    *(
        ("error", (REQUEST.replace("[1]", given) + '"count":1}',))
        for given in ("9" * 400, "[" * 17 + "]" * 17)
    ),
    *(("error", (f'{REQUEST}"count":{count}}}',)) for count in ("0", "true", "1.0", '1,"coins":"0000"')),
    *(("error", (f'{REQUEST}"coins":"{coins}"}}',)) for coins in ("00", "000", "xy")),
    ("error", (REQUEST + '"more":1}',)),
)
NO_REQUESTS = (
    *("", "hello", "[]", "{", '{"op":"describe"}', "[" * 10**5, '{"id":3,"id":3,"op":"describe"}'),
    *(f'{{"id":{number},"op":"describe"}}' for number in ("0", "true", "1.0", '"1"', "null", "[1]")),
    f'{{"id":{MOST_ID + 1},"op":"describe"}}',
)


def test_wrong_request_is_declined_and_no_request_without_a_number() -> None:
    for kind, lines in DECLINED:
        for line in lines:
            said = answer_to(line)
            assert said.keys() == {"id", kind} | ({"reason"} if kind == "error" else set()), line
            assert said["id"] == 3
    for line, why in (
        ('{"id":3,"op":"eval"}', "no op 'eval'"),
        ('{"id":3,"op":null}', "no op None"),
        ('{"id":3}', "the request names no op"),
    ):
        assert str(answer_to(line)["unsupported"]).startswith(
            f"{why} (unsupported); accepted: describe, randomize"
        )
    for line in NO_REQUESTS:
        said = answer_to(line)
        assert said.keys() == {"id", "error", "reason"}, line[:99]
        assert (said["id"], said["reason"]) == (None, "not-a-request")


def test_refusal_is_told_by_its_reason_and_not_at_length() -> None:
    assert answer_to(f'{{"id":{MOST_ID},"op":"describe"}}')["id"] == MOST_ID
    short = Refused(Reason.TOO_LARGE, "much", "less")
    said = {"id": 7, "error": "much (too-large); accepted: less", "reason": "too-large"}
    assert json.loads(serving.encode_refusal(7, short)) == said
    unsupported = serving.encode_refusal(None, Refused(Reason.UNSUPPORTED, "it", "that"))
    assert json.loads(unsupported).keys() == {"id", "unsupported"}
    assert serving.shorten_refusal(short) == str(short)
    long = Refused(Reason.TOO_LARGE, "x" * 10**6, "less")
    assert serving.shorten_refusal(long) == "x" * serving.MOST_SAID + "..."
    (unread,) = serving.answer_lines([b"\xff"], lambda request: request)
    assert json.loads(unread)["reason"] == Reason.NOT_A_REQUEST


def test_parts_of_an_answer() -> None:
    assert serving.answer_draw_request({"op": "describe"}, "me", (), draws)["mechanisms"] == []
    drawn = serving.draw_outputs({"input": 1, "coins": "0a"}, lambda _: lambda coins: coins.read(1)[0])
    assert drawn == {"outputs": [10], "taken": [1]}
    assert serving.parse_coins("00FF") == b"\x00\xff"
    for coins in ("0", "00 FF", " ", "00\n"):
        with refused(Reason.NOT_A_NUMBER):
            serving.parse_coins(coins)
    with refused(Reason.NOT_A_VALUE):
        serving.draw_outputs({"input": 1, "count": 1}, lambda _: lambda _: 10**400)


NOISY = """
import sys
from ldproof.programs.serving import serve
def draws(mechanism, parameters, given):
    print("this is no answer")
    return lambda coins: given / 0 if given == 7 else given
serve("noisy", ["a"], draws)
"""


def test_printed_words_are_no_answer_and_an_exception_ends_the_program() -> None:
    with Program((sys.executable, "-c", NOISY), PATIENT) as program:
        assert program.randomize("a", {}, 1, 2) == (DrawnOutput(1, 0),) * 2
        with refused(Reason.PROGRAM_ENDED) as refusal:
            program.randomize("a", {}, 7, 1)
    assert "ZeroDivisionError" in refusal.value.what


def test_reader_that_went_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        """Somebody asks, and does not stay to hear."""

        @property
        def buffer(self) -> "Stream":
            return self

        def __iter__(self) -> Iterator[bytes]:
            return iter([b'{"id":1,"op":"describe"}\n'])

        def write(self, _: bytes) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdin", Stream())
    monkeypatch.setattr(sys, "stdout", Stream())
    serving.serve("me", (), draws)
    serving.answer_stdin(dict)
