"""Programs that misbehave in what they answer; and the honest one, wherever it is asked."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import nan
from multiprocessing import get_context

import pytest

from ldproof.programs import Description, Program, Seen
from ldproof.rejections import OTHERS_FAULT, Reason, Refused
from tests.reference.programs.children import HONEST, PATIENT, SHORT, ask, child, reaped
from tests.reference.refusals import refused


def test_what_is_asked_is_what_was_meant() -> None:
    """A child that answers with the requests themselves, as text."""
    echo = "\nwhile line := sys.stdin.readline(): say(id=json.loads(line)['id'], outputs=[line])"
    with Program(child(echo), PATIENT) as program:
        (one,) = program.randomize("shots.report", {"T": "3", "S": ["1", "2"]}, ("é", None, 0.5), 1)
        two = program.randomize_with("black-box", {}, None, b"\x00\xff")
    assert one == Seen(
        '{"id":1,"op":"randomize","mechanism":"shots.report","parameters":{"T":"3","S":["1","2"]},'
        '"input":["\\u00e9",null,0.5],"count":1}\n'
    )
    assert two == Seen(
        '{"id":2,"op":"randomize","mechanism":"black-box","parameters":{},"input":null,"coins":"00ff"}\n'
    )


def test_a_program_says_what_it_is() -> None:
    with Program(child("say(id=hear()['id'], protocol=1, name='me', mechanisms=['a'])"), PATIENT) as program:
        assert program.describe() == Description("me", ("a",), 1)


def test_another_version_of_the_protocol_is_not_spoken() -> None:
    newer = child("say(id=hear()['id'], protocol=2, name='me', mechanisms=[])")
    with refused(Reason.UNSUPPORTED), Program(newer, PATIENT) as program:
        program.describe()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print('Ready.')", "no JSON text"),
        ("print()", "no JSON text"),
        ("print([])", "no JSON object"),
        ("print('[' * 100000)", "brackets nested too deep"),
        ("print('9' * 100000)", "a number of thousands of digits"),
        ("say(id=1, outputs=[1, 10**400])", "near no float"),
        ("say(id=1, outputs=[1, 2], taken=[1, 10**400])", "counts no coins"),
        ("say(id=1, outputs=[1, '\\ud800'])", "half a character"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "not UTF-8"),
        ("sys.stdout.buffer.write(b'\\0' * 100 + b'\\n')", "no JSON text"),
        ("print('\\x1b[2J')", r"\x1b[2J"),
        ("say(id=2, outputs=[1, 2])", "another request than 1"),
        ("say(id=True, outputs=[1, 2])", "another request than 1"),
        ("say(outputs=[1, 2])", "another request than 1"),
        ("say(id=1)", "no list of outputs"),
        ("say(id=1, outputs=[1])", "1 outputs instead of 2"),
        ("say(id=1, outputs=[1, 2, 3])", "3 outputs instead of 2"),
        ("say(id=float('nan'), outputs=[1, 2])", "no number: NaN"),
        ("say(id=1, outputs=[1, 2], taken=[1, float('inf')])", "no number: Infinity"),
        ("say(id=1, outputs=[1, {'a': 10**400}])", "near no float"),
        ("say(id=1, outputs=[1, 2], taken=[1])", "another length"),
        ("say(id=1, outputs=[1, 2], error='no')", "more than one answer"),
        ('print(\'{"id":1,"outputs":[1,2],"outputs":[1,3]}\')', "a member twice"),
        ("say(id=1, error=5)", "without words"),
    ],
)
def test_what_is_no_answer_ends_the_program(answer: str, said: str) -> None:
    script = f"hear(); {answer}; sys.stdout.flush(); hang()"
    with Program(child(script), PATIENT) as program:
        with pytest.raises(Refused) as refusal:
            program.randomize("black-box", {}, "1", 2)
        assert refusal.value.reason is Reason.NOT_AN_ANSWER
        assert said in refusal.value.what
        assert reaped(program.running.pid)
        with refused(Reason.PROGRAM_ENDED):
            program.randomize("black-box", {}, "1", 2)


@pytest.mark.parametrize(
    "script",
    [
        "hear(); say(id=2, outputs=[0]); say(id=1, outputs=[0]); hear()",
        "hear(); say(id=1, outputs=[0]); say(id=1, outputs=[0]); hear()",
        'hear(); print(\'{"id":1,"outputs":[0]}\\n{"id":2,"outputs":[0]}\', flush=True); hear(); hear()',
        "hear(); say(id=1, outputs=[0]); hear(); say(id=1, outputs=[0])",
    ],
    ids=["out of order", "twice", "in advance", "the last one again"],
)
def test_answers_come_once_and_in_order(script: str) -> None:
    with refused(Reason.NOT_AN_ANSWER), Program(child(f"{script}\nhang()"), PATIENT) as program:
        for _ in range(2):
            program.randomize("black-box", {}, "1", 1)


def test_whoever_waits_for_more_requests_waits_too_long() -> None:
    with refused(Reason.PROGRAM_TIMED_OUT), Program(child("hear(); hear()"), SHORT) as program:
        program.randomize("black-box", {}, "1", 1)


@pytest.mark.parametrize(
    ("kind", "reason"), [("unsupported", Reason.UNSUPPORTED), ("error", Reason.PROGRAM_REFUSED)]
)
def test_a_program_may_decline_and_go_on(kind: str, reason: Reason) -> None:
    script = f"say(id=hear()['id'], {kind}='not today')\n{HONEST}"
    with Program(child(script), PATIENT) as program:
        with pytest.raises(Refused, match="not today") as refusal:
            program.ask("eval", formula="shots.p")
        assert program.randomize("black-box", {}, 5, 1) == (Seen(5),)
    assert refusal.value.reason is reason


def test_members_that_nobody_knows_are_left_alone() -> None:
    assert ask("hear(); say(id=1, outputs=[1, 2], comment={'a': 1})") == (Seen(1), Seen(2))


def test_no_more_coins_are_read_than_there_were() -> None:
    script = "for line in sys.stdin: say(id=json.loads(line)['id'], outputs=[0], taken=[3])"
    with Program(child(script), PATIENT) as program:
        assert program.randomize_with("black-box", {}, 0, b"abc") == Seen(0, 3)
        with refused(Reason.NOT_AN_ANSWER):
            program.randomize_with("black-box", {}, 0, b"ab")


def test_wrong_requests_are_refused_before_they_are_sent() -> None:
    with Program(child(HONEST), PATIENT) as program:
        with refused(Reason.OUT_OF_RANGE):
            program.randomize("black-box", {}, 0, 0)
        with refused(Reason.NOT_A_VALUE):
            program.randomize("black-box", {}, 10**400, 1)
        assert program.randomize("black-box", {}, 0, 1) == (Seen(0),)


def test_who_is_at_fault() -> None:
    """Not whoever named a program that is not there, or sent what is no value."""
    ours = {Reason.NO_SUCH_PROGRAM, Reason.NOT_A_VALUE}
    others = {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED}
    assert others | {Reason.NOT_AN_ANSWER, Reason.UNSUPPORTED} <= OTHERS_FAULT
    assert not ours & OTHERS_FAULT


def test_an_error_of_ours_ends_the_program() -> None:
    with pytest.raises(ZeroDivisionError), Program(child("hang()"), PATIENT) as program:
        raise ZeroDivisionError
    assert reaped(program.running.pid)


def test_a_program_runs_once_and_only_inside() -> None:
    program = Program(child(HONEST), PATIENT)
    with pytest.raises(RuntimeError):
        program.describe()
    with program:
        program.randomize("black-box", {}, 0, 1)
    program.__exit__(None, None, None)
    with refused(Reason.PROGRAM_ENDED):
        program.describe()
    with pytest.raises(RuntimeError), program:
        pass


def work(number: int) -> tuple[int, bool]:
    """What a worker does: it asks a program of its own."""
    with Program(child(HONEST), PATIENT) as program:
        draws = program.randomize("black-box", {}, number, 100)
    return json.loads(draws[99].key())[0], reaped(program.running.pid)


def test_programs_run_in_threads() -> None:
    with ThreadPoolExecutor(4) as executor:
        assert list(executor.map(work, range(8))) == [(number, True) for number in range(8)]


@pytest.mark.parametrize("way", ["spawn", "forkserver"])
def test_programs_run_in_workers(way: str) -> None:
    with ProcessPoolExecutor(2, get_context(way)) as executor:
        assert list(executor.map(work, range(4))) == [(number, True) for number in range(4)]


def test_arguments_arrive_as_they_are() -> None:
    arguments = ("$HOME", "a b", "*", "", "'", "é\n")
    script = "say(id=hear()['id'], outputs=sys.argv[1:])"
    with Program(child(script, *arguments), PATIENT) as program:
        assert program.randomize("black-box", {}, 0, 6) == tuple(map(Seen, arguments))


TOLD = """
for line in sys.stdin:
    request = json.loads(line)
    say(id=request.pop("id"), outputs=[json.dumps(request)] * len(request["inputs"]))
"""


def test_several_inputs_are_asked_for_at_once() -> None:
    with Program(child(TOLD), PATIENT) as program:
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
