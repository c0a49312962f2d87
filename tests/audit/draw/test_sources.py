"""Sources of samples: Python functions, and programs that speak the protocol."""

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from ldproof.auditor.draw import sources
from ldproof.auditor.draw.sources import (
    MOST,
    PATIENCE,
    CallableSource,
    CommandSource,
    FunctionSource,
    Pace,
    Source,
    importable_from,
)
from ldproof.coins import Coins, SeededCoins, Tape
from ldproof.errors import Reason
from ldproof.json_values import Members
from ldproof.programs import Limits, Tally, Value, canonical_text, parse_value
from tests.audit.targets import answers
from tests.reference.programs.children import HONEST, PATIENT, Crowd, child
from tests.reference.refusals import refused

ANSWERS = answers.__name__
BLANK = Tape(b"")


def draw_from(source: Source, given: Value = "x", count: int = 3, coins: Coins = BLANK) -> Tally:
    with source.open() as sample:
        return Counter(sample((given,), (0,) * count, coins))


def function_source(name: str, **parameters: str | list[str]) -> FunctionSource:
    return FunctionSource(f"{ANSWERS}:{name}", parameters)


def draw_one(output: object) -> Tally:
    return Counter({canonical_text([parse_value(output)]): 3})


@pytest.mark.parametrize(
    ("name", "parameters", "output"),
    [
        ("named", {"T": "7", "epsilon": "1"}, ["7", "1"]),
        ("named", {"T": "7", "m": "2"}, ["7", "2"]),
        ("anything", {"T": "7", "given": "me"}, [["T", "7"]]),
        ("null", {}, None),
        ("echo", {}, "x"),
        ("vector", {}, [0.5, [1, None], [[True, False]]]),
    ],
)
def test_function_gets_the_parameters_that_it_names(
    name: str, parameters: dict[str, str], output: object
) -> None:
    assert draw_from(function_source(name, **parameters)) == draw_one(output)


def test_methods_and_compiled_functions_can_be_called() -> None:
    with function_source("echo").open() as sample:
        assert sample(((1, ("a", None)),), (0, 0), BLANK) == ['[[1,["a",null]]]'] * 2
    assert draw_from(FunctionSource("builtins:str.upper", {"T": "7"})) == draw_one("X")
    assert draw_from(function_source("one_in_a_list")) == draw_one(["x"])
    assert draw_from(FunctionSource("math:floor", {"T": "7"}), 2.5) == draw_one(2)
    kept = CallableSource("kept", partial(answers.named, m="9"), {"T": "7", "m": "2"})
    assert draw_from(kept) == draw_one(["7", "9"])
    kept = CallableSource("kept", partial(answers.anything, q="9"), {"T": "7", "q": "2"})
    assert draw_from(kept) == draw_one([["T", "7"], ["q", "9"]])
    assert draw_from(function_source("not_a_number"), 0, 3) == {"[NaN]": 3}


@pytest.mark.parametrize("name", ["popped", "popped_of_one", "popped_at_once"])
def test_changes_to_an_input_do_not_affect_later_draws(name: str) -> None:
    inputs = (Members((("bit", 0),)), Members((("bit", 1),)))
    with function_source(name, values=["1", "2"]).open() as sample:
        for order in ((0, 1, 0, 1), (1, 1)):
            assert [*sample(inputs, order, BLANK)] == [f'[[{bit},"2"]]' for bit in order]


def test_coins_are_the_given_ones_and_are_counted() -> None:
    assert draw_from(function_source("fair"), 0, 4, Tape(b"\x00\x01" * 4)) == {"[1,2]": 4}
    assert draw_from(function_source("lazy"), 0, 5, Tape(bytes(5))) == {"[0,1]": 5}
    assert draw_from(function_source("lazy"), 1, 5, Tape(bytes(10))) == {"[0,2]": 5}
    found = [draw_from(function_source("fair"), 0, 64, SeededCoins(seed)) for seed in (b"a", b"a", b"b")]
    assert found[0] == found[1] != found[2]
    with refused(Reason.UNKNOWN_PARAMETER) as caught:
        draw_from(function_source("echo"), 0, 1, SeededCoins(b"a"))
    assert "`coins`" in caught.value.accepted


def test_function_may_return_several_outputs() -> None:
    assert draw_from(function_source("several"), 0, 4, Tape(b"\x00\x01" * 3 + b"\x00\x00")) == {
        "[1]": 3,
        "[0]": 1,
    }
    assert draw_from(function_source("array"), 0, 5) == {"[true]": 3, "[false]": 2}
    with function_source("at_once").open() as sample:
        found = sample((0, 1), (1, 0, 1, 0), Tape(bytes((2, 2, 3, 1))))
        assert [*found] == ["[true]", "[false]", "[false]", "[true]"]
        order = [0, 1] * 40
        assert [*sample((0, 1), order, Tape(bytes((2,)) * 80))] == ["[false]", "[true]"] * 40


@pytest.mark.parametrize(
    ("inputs", "kind", "each"),
    [
        ((0, 1), "i", ["0", "1"]),
        ((True, False), "b", ["True", "False"]),
        ((0.5, -0.0), "f", ["0.5", "-0.0"]),
        (("a", "bc"), "U", ["'a'", "'bc'"]),
        (((0, 1), (1, 0)), "i", ["[0, 1]", "[1, 0]"]),
        ((1, 1.0), "O", ["1", "1.0"]),
        ((1, "1"), "O", ["1", "'1'"]),
        ((1, True), "O", ["1", "True"]),
        ((None, Members((("a", 1),))), "O", ["None", "{'a': 1}"]),
        (((1,), (1, 2)), "O", ["(1,)", "(1, 2)"]),
        ((2**63, -1), "O", [str(2**63), "-1"]),
        (("a", "a\0"), "O", ["'a'", "'a\\x00'"]),
    ],
)
def test_inputs_array_has_the_same_values(inputs: tuple[Value, Value], kind: str, each: list[str]) -> None:
    with function_source("kinds").open() as sample:
        assert [*sample(inputs, (0, 1, 0), BLANK)] == [
            canonical_text([[kind, each[index]]]) for index in (0, 1, 0)
        ]


REFUSED: Sequence[tuple[FunctionSource, tuple[Value, ...], Reason, list[str]]] = [
    (
        function_source("raising"),
        ("x",),
        Reason.PROGRAM_ENDED,
        ["KeyError", "the bug", "answers.py, line", '"x"'],
    ),
    (function_source("leaving"), ("x",), Reason.PROGRAM_ENDED, ["SystemExit", "5"]),
    (function_source("refusing"), ("x",), Reason.PROGRAM_REFUSED, ["this input is", '"x"']),
    (function_source("imaginary"), ("x",), Reason.NOT_AN_ANSWER, ["complex"]),
    (function_source("a_set"), ("x",), Reason.NOT_AN_ANSWER, ["set"]),
    (function_source("endless"), ("x",), Reason.NOT_AN_ANSWER, ["contains itself"]),
    (function_source("endless_names"), ("x",), Reason.NOT_AN_ANSWER, ["contains itself"]),
    (function_source("promised"), ("x",), Reason.NOT_AN_ANSWER, ["coroutine, which nobody awaits"]),
    (function_source("awaited"), ("x",), Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
    (function_source("awaited_at_once"), ("x",), Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
    (function_source("awaited_object"), ("x",), Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
    (function_source("few"), ("x",), Reason.NOT_AN_ANSWER, ["2 outputs"]),
    (function_source("one_text"), ("x",), Reason.NOT_AN_ANSWER, ["no list"]),
    (function_source("too_few"), (0, 1), Reason.NOT_AN_ANSWER, ["on the inputs '0' and '1' gives 2 outputs"]),
    (
        function_source("unable"),
        (0, 1),
        Reason.PROGRAM_ENDED,
        ["on the inputs '0' and '1' raised KeyError", "the bug"],
    ),
    (function_source("counted_too"), (0, 1), Reason.REPEATED, ["inputs and a count"]),
    (FunctionSource("answers", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["of the form module:function"]),
    (FunctionSource("answers:", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["of the form module:function"]),
    (FunctionSource(":fair", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["of the form module:function"]),
    (FunctionSource("..answers:fair", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["of the form module:function"]),
    (FunctionSource("answers.py:fair", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["no module answers"]),
    (FunctionSource("nowhere:fair", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["no module nowhere"]),
    (FunctionSource("tests.nowhere:fair", {}), ("x",), Reason.NO_SUCH_PROGRAM, ["no module tests.nowhere"]),
    (function_source("unfair"), ("x",), Reason.NO_SUCH_PROGRAM, ["unfair"]),
    (function_source("LOUD"), ("x",), Reason.NO_SUCH_PROGRAM, ["a str"]),
    (function_source("named", epsilon="1"), ("x",), Reason.MISSING, ["'T'"]),
    (FunctionSource("os:getpid", {}), ("x",), Reason.MISSING, []),
    (function_source("by_position", T="7"), ("x",), Reason.UNKNOWN_PARAMETER, ["takes T by position"]),
    (function_source("fair", coins="7"), ("x",), Reason.REPEATED, []),
]


@pytest.mark.parametrize(("source", "inputs", "reason", "words"), REFUSED)
def test_invalid_and_failing_functions_are_named(
    source: FunctionSource, inputs: tuple[Value, ...], reason: Reason, words: list[str]
) -> None:
    with refused(reason) as caught, source.open() as sample:
        sample(inputs, (0, 1, 1) if len(inputs) > 1 else (0, 0, 0), BLANK)
    for word in (source.place, *words):
        assert word in caught.value.what


def test_the_current_folder_is_importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here_alone.py").write_text("def nothing(given):\n    return given\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    assert draw_from(FunctionSource("here_alone:nothing", {})) == draw_one("x")
    assert sys.path == path
    with importable_from(Path(os.sep)):
        assert sys.path == [os.sep, *path]
        sys.path[:] = path
    assert sys.path == path


@pytest.mark.parametrize(
    ("content", "reason", "words"),
    [
        ("import nowhere_at_all", Reason.PROGRAM_ENDED, "nowhere_at_all"),
        ("raise AttributeError('at the top')", Reason.PROGRAM_ENDED, "at the top"),
        ("import sys; sys.exit('usage')", Reason.PROGRAM_ENDED, "usage"),
        ("def (", Reason.PROGRAM_ENDED, "SyntaxError"),
        ("from time import sleep; sleep(1000)", Reason.PROGRAM_TIMED_OUT, "imported"),
    ],
)
def test_failing_module_is_the_programs_fault(
    content: str, reason: Reason, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_alone.py").write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with refused(reason) as caught:
        draw_from(
            FunctionSource("failing_alone:nothing", {}, 0.05 if reason is Reason.PROGRAM_TIMED_OUT else None)
        )
    assert words in caught.value.what


def test_requests_have_the_number_of_draws_and_the_mechanism() -> None:
    with CommandSource(tuple(child(HONEST)), "shots.report", {"T": "1"}, PATIENT).open() as sample:
        assert sample(("0",), (0,) * 2500, BLANK) == ['["0"]'] * 2500
        assert sample(("0", "1"), (1, 0, 0, 1), BLANK) == ['["1"]', '["0"]', '["0"]', '["1"]']
    source = CommandSource(tuple(child(ECHO)), "shots.report", {"T": "1", "phi": ["0", "1/2"]}, PATIENT)
    told = '{"input": 7, "mechanism": "shots.report", "op": "randomize", "parameters": {"T": "1", "phi": ["0", "1/2"]}}'
    assert draw_from(source, 7, 1) == {canonical_text([told, 5]): 1}


ECHO = """
for line in sys.stdin:
    request = json.loads(line)
    request.pop("count")
    say(id=request.pop("id"), outputs=[json.dumps(request, sort_keys=True)], taken=[5])
"""


TOGETHER = """
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        able = {"randomize": ["a", "b"], "inputs": ["a"]}
        say(id=request["id"], protocol=1, name="me", mechanisms=["a", "b"], capabilities=able)
    elif "inputs" in request:
        if "bad" in request["inputs"]:
            say(id=request["id"], error="no")
            continue
        size = len(request["inputs"])
        say(id=request["id"], outputs=[[each, size] for each in request["inputs"]])
    else:
        say(id=request["id"], outputs=[[request["input"], -request["count"]]] * request["count"])
"""


def test_requests_with_several_inputs_grow() -> None:
    """A program without `inputs` is asked for one draw at a time: runs of an input would reveal where it changes."""
    order = [0, 1, 1, 0] * 25
    with CommandSource(tuple(child(TOGETHER)), "a", {}, PATIENT).open() as sample:
        found = sample(("x", "y"), order, BLANK)
        with refused(Reason.PROGRAM_REFUSED) as caught:
            sample(("x", "bad"), (0, 1), BLANK)
    sizes = [size for size in (1, 2, 4, 8, 16, 32, 37) for _ in range(size)]
    assert [*found] == [
        canonical_text([["xy"[index], size]]) for index, size in zip(order, sizes, strict=True)
    ]
    assert "on the inputs '\"x\"' and '\"bad\"'" in caught.value.what
    with CommandSource(tuple(child(TOGETHER)), "b", {}, PATIENT).open() as sample:
        found = sample(("x", "y"), (0, 1, 1, 0), BLANK)
    assert [*found] == ['[["x",-1]]', '[["y",-1]]', '[["y",-1]]', '[["x",-1]]']


@pytest.mark.parametrize(
    "first",
    [
        "sys.exit()",
        "say(id=2)",
        "say(id=1, name='me')",
        "say(id=1, outputs=[0])",
        "print('hello', flush=True)",
    ],
)
def test_program_that_ends_at_describe_is_started_again(first: str, crowd: Crowd, tmp_path: Path) -> None:
    """It is then asked as usual; a program that ends during a draw is not started again."""
    script = f"""
join({crowd.path!r})
with open({str(tmp_path / "starts")!r}, "a") as file: file.write("x")
while True:
    request = hear()
    if request["op"] == "describe":
        {first}
        continue
    say(id=request["id"], outputs=[request["input"]] * request["count"])
"""
    with CommandSource(tuple(child(script)), "a", {}, Limits(seconds=600, grace=0.1)).open() as sample:
        assert sample((0, 1), (0, 1, 1), BLANK) == ["[0]", "[1]", "[1]"]
        assert sample((0, 1), (1,), BLANK) == ["[1]"]
    assert (tmp_path / "starts").read_text() == "xx"
    crowd.joined()
    assert crowd.gone()


ONCE_DEAF = """
with open(sys.argv[2], "a") as file: file.write("x")
join(sys.argv[1])
if os.path.getsize(sys.argv[2]) == 1:
    hang()
"""


def test_program_that_was_ended_during_a_request_is_not_started_again(crowd: Crowd, tmp_path: Path) -> None:
    """Its owner waits for no draw, and a second program would be left behind."""
    command = child(ONCE_DEAF + HONEST, crowd.path, str(tmp_path / "starts"))
    with ThreadPoolExecutor(1) as thread:
        opened = CommandSource(tuple(command), "black-box", {}, PATIENT).open()
        task = thread.submit(opened.__enter__(), (0,), (0,), BLANK)
        crowd.joined()
        opened.__exit__(SystemExit, SystemExit(), None)
        with refused(Reason.PROGRAM_ENDED):
            task.result()
    assert (tmp_path / "starts").read_text() == "x"
    assert crowd.gone()


ONE_ANSWER = """
request = hear()
say(id=request["id"], outputs=[0] * request["count"])
"""


def test_program_that_ends_is_not_started_again(crowd: Crowd) -> None:
    source = CommandSource(tuple(child(f"join({crowd.path!r})\n{ONE_ANSWER}")), "black-box", {}, PATIENT)
    with source.open() as sample, refused(Reason.PROGRAM_ENDED):
        sample((0,), (0,) * 1000, BLANK)
    crowd.joined()
    assert crowd.gone()


def test_sources_can_be_pickled_and_hashed() -> None:
    for source in (
        function_source("fair", T="1", phi=["0", "1/2"]),
        CommandSource(("a", "b"), "shots.report", {"phi": ["0", "1"]}, Limits(seconds=2)),
    ):
        sent = pickle.loads(pickle.dumps(source))
        assert sent == source
        assert hash(sent) == hash(source)
    assert function_source("fair", T="1") != function_source("fair", T="2")


def test_pace_grows_to_the_limits_of_time_and_number() -> None:
    def settled_pace(seconds: float) -> int:
        pace = Pace()
        for _ in range(20):
            pace.adapt_size(pace.size, pace.size * seconds)
        return pace.size

    assert settled_pace(0) == MOST
    assert settled_pace(PATIENCE / 8) == 8
    assert settled_pace(2 * PATIENCE) == 1


LONGER = """
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    say(id=request["id"], outputs=[f"{number} {place}" + 1000 * "x" for place in range(request["count"])])
"""


def test_program_is_not_asked_beyond_the_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "HELD", 100_000)
    asked: list[int] = []

    def steady(pace: Pace, count: int, *_: object) -> None:
        asked.append(count)
        pace.size = 30

    monkeypatch.setattr(Pace, "adapt_size", steady)
    command = CommandSource(tuple(child(LONGER)), "black-box", {}, PATIENT)
    with command.open() as sample, refused(Reason.NOT_AN_ANSWER):
        sample((0,), (0,) * 1000, SeededCoins(b""))
    assert asked == [1, 30, 30, 30, 30]


def test_identity_of_a_source_is_what_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, module = tmp_path / "program.py", tmp_path / "known_alone.py"
    sources: list[Callable[[], Source]] = [
        lambda: CommandSource(("python", "program.py"), "a", {}, Limits(seconds=1)),
        lambda: CommandSource(("python", "program.py"), "a", {}, Limits(seconds=2)),
        lambda: CommandSource(("python3", "program.py"), "a", {}),
        lambda: FunctionSource("known_alone:f", {}),
        lambda: FunctionSource("known_alone:g", {}),
    ]
    found = []
    for content in ("def f(given): return 0", "def f(given): return 1"):
        program.write_text(content, encoding="utf-8")
        module.write_text(content, encoding="utf-8")
        found += [str(each().identity()) for each in sources]
    assert found[0] == found[1]
    assert len(set(found)) == 8
    assert FunctionSource("nowhere.at.all:f", {}).identity() == {"python": "nowhere.at.all:f", "files": {}}


def test_call_ends_at_its_time_limit() -> None:
    """Also if it catches all exceptions; the limit is removed afterwards. Outside a main thread there is no limit."""
    with refused(Reason.PROGRAM_TIMED_OUT) as caught:
        draw_from(FunctionSource(f"{ANSWERS}:hanging", {}, 0.05))
    assert "0.05 seconds" in caught.value.what
    assert draw_from(FunctionSource(f"{ANSWERS}:echo", {}, 60)) == draw_one("x")
    assert (signal.getitimer(signal.ITIMER_REAL)[0], signal.getsignal(signal.SIGALRM)) == (0, signal.SIG_DFL)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(draw_from, FunctionSource(f"{ANSWERS}:echo", {}, 60)).result() == draw_one("x")
    late = FunctionSource(f"{ANSWERS}:hanging_once", {}, 0.05)
    for order in ((0, 1), (0, 1, 0, 0)):
        with late.open() as sample, refused(Reason.PROGRAM_TIMED_OUT) as caught:
            sample((0, 1), order, BLANK)
        assert "on the input '1' takes more than 0.05 seconds" in caught.value.what


def test_function_that_continues_after_its_time_ends_the_process() -> None:
    script = (
        f"import {ANSWERS}\n"
        "from ldproof.auditor.draw import functions as patience\n"
        "from ldproof.auditor.draw.sources import FunctionSource\n"
        "patience.PARTING_SECONDS = 0.05\n"
        f"with FunctionSource('{ANSWERS}:hanging_again', {{}}, 0.05).open() as sample:\n"
        "    sample((0,), (0,), None)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], timeout=60, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (-signal.SIGALRM, b"")
