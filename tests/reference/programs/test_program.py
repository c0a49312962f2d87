"""Programs that misbehave in what they answer; and the honest one, wherever it is asked."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import nan
from multiprocessing import get_context

import pytest

from ldproof.errors import Reason, Refused
from ldproof.programs import Description, DrawnOutput, Program
from ldproof.programs.program import PROTOCOL, Message
from ldproof.programs.serving import InsideProgram
from tests.reference.programs.children import HONEST, PATIENT, ask, child, process_of, reaped
from tests.reference.refusals import refused
from tests.tiers import slow


def test_requests_arrive_as_they_were_meant() -> None:
    """A child that answers with the requests themselves, as text; its arguments arrive as they are."""
    echo = "\nwhile line := sys.stdin.readline(): say(id=json.loads(line)['id'], outputs=[line])"
    with Program(child(echo), PATIENT) as program:
        (one,) = program.randomize("shots.report", {"T": "3", "S": ["1", "2"]}, ("é", None, 0.5), 1)
        two = program.randomize_with("black-box", {}, None, b"\x00\xff")
    assert one == DrawnOutput(
        '{"id":1,"op":"randomize","mechanism":"shots.report","parameters":{"T":"3","S":["1","2"]},'
        '"input":["\\u00e9",null,0.5],"count":1}\n'
    )
    assert two == DrawnOutput(
        '{"id":2,"op":"randomize","mechanism":"black-box","parameters":{},"input":null,"coins":"00ff"}\n'
    )
    arguments = ("$HOME", "a b", "*", "", "'", "é\n")
    with Program(child("say(id=hear()['id'], outputs=sys.argv[1:])", *arguments), PATIENT) as program:
        assert program.randomize("black-box", {}, 0, 6) == tuple(map(DrawnOutput, arguments))


def test_program_describes_itself_in_this_version_of_the_protocol() -> None:
    with Program(child("say(id=hear()['id'], protocol=1, name='me', mechanisms=['a'])"), PATIENT) as program:
        assert program.describe() == Description("me", ("a",), 1)
    newer = child("say(id=hear()['id'], protocol=2, name='me', mechanisms=[])")
    with refused(Reason.UNSUPPORTED), Program(newer, PATIENT) as program:
        program.describe()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print()", "no JSON text"),
        ("say(id=1, outputs=[1, '\\ud800'])", "half a character"),
        ("say(id=2, outputs=[1, 2])", "another request than 1"),
        ("say(id=1, outputs=[1])", "1 outputs instead of 2"),
        ("say(id=1, error=5)", "without words"),
    ],
)
def test_wrong_answer_ends_the_program(answer: str, said: str) -> None:
    with Program(child(f"hear(); {answer}; sys.stdout.flush(); hang()"), PATIENT) as program:
        with refused(Reason.NOT_AN_ANSWER) as refusal:
            program.randomize("black-box", {}, "1", 2)
        assert said in refusal.value.what
        assert reaped(process_of(program).pid)
        with refused(Reason.PROGRAM_ENDED):
            program.randomize("black-box", {}, "1", 2)


def test_answers_come_once_and_in_order() -> None:
    """Not out of order, twice, in advance, or the last one again."""
    for script in (
        "hear(); say(id=2, outputs=[0]); say(id=1, outputs=[0]); hear()",
        "hear(); say(id=1, outputs=[0]); say(id=1, outputs=[0]); hear()",
        'hear(); print(\'{"id":1,"outputs":[0]}\\n{"id":2,"outputs":[0]}\', flush=True); hear(); hear()',
        "hear(); say(id=1, outputs=[0]); hear(); say(id=1, outputs=[0])",
    ):
        with refused(Reason.NOT_AN_ANSWER), Program(child(f"{script}\nhang()"), PATIENT) as program:
            for _ in range(2):
                program.randomize("black-box", {}, "1", 1)


def test_program_may_decline_and_go_on() -> None:
    script = f"for kind in ('unsupported', 'error'): say(id=hear()['id'], **{{kind: 'not today'}})\n{HONEST}"
    with Program(child(script), PATIENT) as program:
        for reason in (Reason.UNSUPPORTED, Reason.PROGRAM_REFUSED):
            with refused(reason) as refusal:
                program.ask("eval", formula="shots.p")
            assert "not today" in refusal.value.what
        assert program.randomize("black-box", {}, 5, 1) == (DrawnOutput(5),)


def test_unknown_members_are_ignored_and_coins_are_counted() -> None:
    assert ask("hear(); say(id=1, outputs=[1, 2], comment={'a': 1})") == (DrawnOutput(1), DrawnOutput(2))
    script = "for line in sys.stdin: say(id=json.loads(line)['id'], outputs=[0], taken=[3])"
    with Program(child(script), PATIENT) as program:
        assert program.randomize_with("black-box", {}, 0, b"abc") == DrawnOutput(0, 3)
        with refused(Reason.NOT_AN_ANSWER):
            program.randomize_with("black-box", {}, 0, b"ab")


ECHO = """
for line in sys.stdin:
    request = json.loads(line)
    say(id=request.pop("id"), outputs=[json.dumps(request)] * len(request["inputs"]))
"""


def test_several_inputs_are_asked_for_at_once() -> None:
    with Program(child(ECHO), PATIENT) as program:
        first, second = program.randomize_each("a", {"T": "1"}, (nan, (1, None)))
        assert first == second
        assert first.output == (
            '{"op": "randomize", "mechanism": "a", "parameters": {"T": "1"}, "inputs": [NaN, [1, null]]}'
        )
        with refused(Reason.OUT_OF_RANGE):
            program.randomize_each("a", {}, ())
        with refused(Reason.NOT_A_VALUE):
            program.randomize_each("a", {}, (10**400,))
    with Program(child(HONEST), PATIENT) as program, refused(Reason.PROGRAM_ENDED):
        program.randomize_each("a", {}, (1, 2))


def test_program_runs_once_and_only_inside_and_wrong_requests_are_not_sent() -> None:
    program = Program(child(HONEST), PATIENT)
    with pytest.raises(RuntimeError):
        program.describe()
    with program:
        with refused(Reason.OUT_OF_RANGE):
            program.randomize("black-box", {}, 0, 0)
        with refused(Reason.NOT_A_VALUE):
            program.randomize("black-box", {}, 10**400, 1)
        assert program.randomize("black-box", {}, 0, 1) == (DrawnOutput(0),)
    program.__exit__(None, None, None)
    with refused(Reason.PROGRAM_ENDED):
        program.describe()
    with pytest.raises(RuntimeError), program:
        pass


def test_error_of_ours_ends_the_program() -> None:
    with pytest.raises(ZeroDivisionError), Program(child("hang()"), PATIENT) as program:
        raise ZeroDivisionError
    assert reaped(process_of(program).pid)


def work(number: int) -> tuple[int, bool]:
    """What a worker does: it asks a program of its own."""
    with Program(child(HONEST), PATIENT) as program:
        draws = program.randomize("black-box", {}, number, 100)
    return json.loads(draws[99].tally_key())[0], reaped(process_of(program).pid)


@pytest.mark.parametrize("way", ["", *(pytest.param(way, marks=slow) for way in ("spawn", "forkserver"))])
def test_programs_run_in_threads_and_in_workers(way: str) -> None:
    with ProcessPoolExecutor(2, get_context(way)) if way else ThreadPoolExecutor(4) as executor:
        assert list(executor.map(work, range(4))) == [(number, True) for number in range(4)]


def answer_inside(request: Message) -> Message:
    """Draw a 1; whatever else it answers is wrong."""
    match request["op"]:
        case "describe":
            return {"protocol": PROTOCOL, "name": "mine", "mechanisms": ["m"]}
        case "randomize" if request["mechanism"] == "m":
            return {"outputs": [1] * int(str(request["count"]))}
        case "randomize":
            return {"outputs": "many"}
        case "raise":
            raise KeyError("mine")
        case _:
            raise Refused(Reason.UNSUPPORTED, "another", "what is known")


def test_program_that_is_no_process_answers_and_fails_as_one_that_is() -> None:
    with InsideProgram("mine", answer_inside) as program:
        assert program.describe().mechanisms == ("m",)
        assert [each.output for each in program.randomize("m", {}, None, 3)] == [1, 1, 1]
        with refused(Reason.UNSUPPORTED):
            program.ask("other")
        assert program.describe().name == "mine"
        with refused(Reason.NOT_AN_ANSWER):
            program.randomize("n", {}, None, 1)
        with refused(Reason.PROGRAM_ENDED):
            program.describe()
    with InsideProgram("mine", answer_inside) as program, pytest.raises(KeyError, match="mine"):
        program.ask("raise")
    with pytest.raises(RuntimeError, match="with"):
        InsideProgram("mine", answer_inside).describe()
