"""The answering side, and that a stranger's program answers the same."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ldproof.catalogue import MECHANISMS
from ldproof.coins import SeededCoins
from ldproof.programs import Parameters, Program, Seen, Value, tally
from ldproof.programs.messages import MOST_ID
from ldproof.programs.serving import (
    MOST_SAID,
    Draw,
    answered,
    answers,
    asked,
    attend,
    outputs,
    refusal,
    serve,
    shortened,
    tape,
)
from ldproof.rejections import Reason, Refused
from tests.reference.programs.children import PATIENT
from tests.reference.refusals import refused

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def ours() -> Iterator[Program]:
    """Our own mechanisms, served."""
    with Program((sys.executable, str(HERE / "served.py"), "ours", *MECHANISMS), PATIENT) as program:
        yield program


@pytest.fixture(scope="module")
def stranger() -> Iterator[Program]:
    """A program that cannot even import ldproof."""
    with Program((sys.executable, "-I", "-S", str(HERE / "stranger.py")), PATIENT) as program:
        yield program


def draws(mechanism: str, parameters: Parameters, given: Value) -> Draw:
    """Its input with some coins, if there are parameters; whatever else it is asked for, it refuses."""
    if not parameters:
        raise Refused(Reason.MISSING, "no parameters", "some")
    if mechanism == "known in part":
        raise Refused(Reason.UNSUPPORTED, "this part", "another one")
    return lambda coins: (given, coins.read(int(str(parameters["size"]))).hex())


def told(line: str) -> Mapping[str, object]:
    """What is answered to a line."""
    (answer,) = answers(
        [line.encode()], lambda request: answered(request, "me", ("known", "known in part"), draws)
    )
    told: Mapping[str, object] = json.loads(answer)
    return told


REQUEST = '{"id":3,"op":"randomize","mechanism":"known","parameters":{"size":"2"},"input":[1],'


def test_what_is_served() -> None:
    assert told('{"id":1,"op":"describe"}') == {
        "id": 1,
        "protocol": 1,
        "name": "me",
        "mechanisms": ["known", "known in part"],
        "capabilities": {op: ["known", "known in part"] for op in ("randomize", "inputs")},
    }
    assert told(REQUEST + '"coins":"00ff7f","more":1}') == {
        "id": 3,
        "outputs": [[[1], "00ff"]],
        "taken": [2],
    }
    many = told(REQUEST + '"count":30}')
    assert many["taken"] == [2] * 30
    assert isinstance(many["outputs"], list)
    assert len({str(each) for each in many["outputs"]}) > 1, "each has coins of its own"


def test_several_inputs_are_served_in_their_order() -> None:
    several = REQUEST.replace('"input":[1],', '"inputs":[[1],"a",[1],NaN]}')
    found = told(several)
    assert found["taken"] == [2] * 4
    assert isinstance(found["outputs"], list)
    assert repr([given for given, _ in found["outputs"]]) == "[[1], 'a', [1], nan]"
    first, _, third, _ = (drawn for _, drawn in found["outputs"])
    many = told(several.replace("[1],NaN", ",".join(["[1]"] * 30)))
    assert isinstance(many["outputs"], list)
    assert len({str(each) for each in many["outputs"]}) > 3, "each has coins of its own"
    assert first is not third


@pytest.mark.parametrize("beside", ['"count":1', '"coins":"00"', '"input":1'])
def test_several_inputs_are_alone(beside: str) -> None:
    assert told(REQUEST.replace('"input":[1],', f'"inputs":[1],{beside}}}'))["reason"] == "repeated"


@pytest.mark.parametrize("inputs", ["[]", "{}", "1", "null", '"01"'])
def test_several_inputs_are_a_list(inputs: str) -> None:
    assert told(REQUEST.replace('"input":[1],', f'"inputs":{inputs}}}'))["reason"] == "not-a-list"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('{"id":3,"op":"eval"}', "unsupported"),
        ('{"id":3}', "unsupported"),
        (REQUEST.replace("known", "other") + '"count":1}', "unsupported"),
        (REQUEST.replace("known", "known in part") + '"count":1}', "unsupported"),
        (REQUEST.replace('"size":"2"', "") + '"count":1}', "error"),
        (REQUEST.replace("[1]", "9" * 400) + '"count":1}', "error"),
        (REQUEST.replace("[1]", "[" * 17 + "]" * 17) + '"count":1}', "error"),
        (REQUEST + '"count":0}', "error"),
        (REQUEST + '"count":true}', "error"),
        (REQUEST + '"count":1.0}', "error"),
        (REQUEST + '"count":1,"coins":"0000"}', "error"),
        (REQUEST + '"more":1}', "error"),
        (REQUEST + '"coins":"00"}', "error"),
        (REQUEST + '"coins":"000"}', "error"),
        (REQUEST + '"coins":"xy"}', "error"),
        ('{"id":3,"op":"randomize"}', "error"),
    ],
)
def test_what_is_declined(line: str, kind: str) -> None:
    said = told(line)
    assert said.keys() == {"id", kind} | ({"reason"} if kind == "error" else set())
    assert said["id"] == 3


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "[]",
        "{",
        '{"id":3,"id":3,"op":"describe"}',
        *(
            f'{{"id":{number},"op":"describe"}}'
            for number in ("0", "true", "1.0", '"1"', "null", "[1]", MOST_ID + 1)
        ),
        '{"op":"describe"}',
        "[" * 10**5,
    ],
)
def test_what_is_no_request_is_declined_without_a_number(line: str) -> None:
    said = told(line)
    assert said.keys() == {"id", "error", "reason"}
    assert (said["id"], said["reason"]) == (None, "not-a-request")


def test_a_refusal_is_told_by_its_reason_and_not_at_length() -> None:
    assert told(f'{{"id":{MOST_ID},"op":"describe"}}')["id"] == MOST_ID
    short = Refused(Reason.TOO_LARGE, "much", "less")
    assert json.loads(refusal(7, short)) == {
        "id": 7,
        "error": "much (too-large); accepted: less",
        "reason": "too-large",
    }
    assert json.loads(refusal(None, Refused(Reason.UNSUPPORTED, "it", "that"))).keys() == {
        "id",
        "unsupported",
    }
    assert shortened(short) == str(short)
    assert shortened(Refused(Reason.TOO_LARGE, "x" * 10**6, "less")) == "x" * MOST_SAID + "..."
    with refused(Reason.NOT_A_REQUEST):
        asked(b"\xff")


def test_the_parts_of_an_answer() -> None:
    assert answered({"op": "describe"}, "me", (), draws)["mechanisms"] == []
    assert outputs({"coins": "0a"}, lambda coins: coins.read(1)[0]) == {"outputs": [10], "taken": [1]}
    assert tape("00FF") == b"\x00\xff"
    for coins in ("0", "00 FF", " ", "00\n"):
        with refused(Reason.NOT_A_NUMBER):
            tape(coins)
    with refused(Reason.NOT_A_VALUE):
        outputs({"count": 1}, lambda _: 10**400)


NOISY = """
import sys
from ldproof.programs.serving import serve
def draws(mechanism, parameters, given):
    print("this is no answer")
    return lambda coins: given / 0 if given == 7 else given
serve("noisy", ["a"], draws)
"""


def test_what_else_is_printed_is_no_answer_and_an_exception_ends_the_program() -> None:
    with Program((sys.executable, "-c", NOISY), PATIENT) as program:
        assert program.randomize("a", {}, 1, 2) == (Seen(1, 0),) * 2
        with pytest.raises(Refused, match="ZeroDivisionError") as refusal:
            program.randomize("a", {}, 7, 1)
    assert refusal.value.reason is Reason.PROGRAM_ENDED


def test_a_reader_that_went_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
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
    serve("me", (), draws)
    attend(dict)


CASES: list[tuple[str, dict[str, str], tuple[str, ...]]] = [
    ("shots.report", {"T": "5", "m": "2", "r": "1/3", "odds": "9"}, ("00000", "10110", "11111")),
    ("shots.report", {"T": "4", "m": "1", "epsilon": "ln(5/2)"}, ("0101",)),
    ("shots.report", {"T": "300", "m": "3", "r": "1", "report_odds": "3"}, ("01" * 150,)),
    ("counting.glance", {"T": "3", "odds": "3"}, ("010", "111")),
    ("counting.harmony", {"T": "3", "odds": "3"}, ("010", "111")),
    ("counting.harmony_published", {"T": "300", "odds": "3"}, ("0" * 300,)),
    ("counting.borappor", {"T": "3", "odds": "27"}, ("010", "111")),
    ("sketch.unary", {"w": "5", "d": "3", "p": "1/3", "q": "1/2"}, ("4,0,2",)),
    ("sketch.cms", {"w": "4", "d": "2", "odds": "9"}, ("3,1",)),
    ("sketch.oue", {"w": "3", "d": "1", "odds": "5"}, ("2",)),
    ("sketch.optimal", {"w": "8", "d": "2", "odds": "7"}, ("7,0",)),
    ("sketch.hcms", {"w": "8", "d": "3", "odds": "5"}, ("7,0,3",)),
    ("sketch.hcms_plus", {"w": "8", "d": "3", "odds": "5"}, ("7,0,3",)),
    ("sketch.kary", {"w": "300", "d": "300", "odds": "1000"}, (",".join(map(str, range(300))),)),
    ("sketch.per_user", {"w": "4", "odds": "9/4"}, ("3",)),
    ("sketch.all_rows", {"w": "4", "d": "2", "odds": "81"}, ("3,1",)),
]


def coins(case: int, number: int) -> bytes:
    """Coins as they fall, or with runs of bytes at which decisions read on and numbers are rejected."""
    content = bytearray(SeededCoins(bytes([case, number])).read(12_000))
    run = (b"", bytes(24), b"\xff" * 3)[number % 3]
    for place in range(0, len(content) - len(run), 37):
        content[place : place + len(run)] = run
    return bytes(content)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_a_stranger_draws_the_same(case: int, ours: Program, stranger: Program) -> None:
    name, parameters, inputs = CASES[case]
    taken = set()
    for given in inputs:
        for number in range(24):
            tape = coins(case, number)
            one = ours.randomize_with(name, parameters, given, tape)
            assert stranger.randomize_with(name, parameters, given, tape) == one
            taken.add(one.taken)
    assert len(taken) > 1, "some of them read on"


def test_our_own_draws_are_those_of_our_coins(ours: Program) -> None:
    seen = ours.randomize("shots.report", {"T": "2", "m": "1", "odds": "3"}, "11", 50)
    assert {each.taken for each in seen} == {34}
    assert tally(seen).keys() <= {'["00",34]', '["01",34]', '["10",34]'}
