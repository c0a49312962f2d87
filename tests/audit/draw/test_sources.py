"""Where samples come from: functions of Python, and programs that speak the protocol."""

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ldproof.audit.draw import sources
from ldproof.audit.draw.places import importable
from ldproof.audit.draw.sources import MOST, PATIENCE, Command, Function, Pace, Source
from ldproof.codec.values import Members
from ldproof.coins import Coins, SeededCoins, Tape
from ldproof.programs import Limits, Tally, Value, canonical, value
from ldproof.rejections import Reason
from tests.audit.targets import answers
from tests.reference.programs.children import HONEST, PATIENT, Crowd, child
from tests.reference.refusals import refused

ANSWERS = answers.__name__
BLANK = Tape(b"")


def drawn(source: Source, given: Value = "x", count: int = 3, coins: Coins = BLANK) -> Tally:
    with source.open() as sample:
        return Counter(sample((given,), (0,) * count, coins))


def function(name: str, **parameters: str | list[str]) -> Function:
    return Function(f"{ANSWERS}:{name}", parameters)


def one(output: object) -> Tally:
    return Counter({canonical([value(output)]): 3})


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
def test_a_function_is_given_what_it_names(name: str, parameters: dict[str, str], output: object) -> None:
    assert drawn(function(name, **parameters)) == one(output)


def test_an_input_is_what_was_written_and_cannot_be_changed() -> None:
    with function("echo").open() as sample:
        assert sample(((1, ("a", None)),), (0, 0), BLANK) == ['[[1,["a",null]]]'] * 2


@pytest.mark.parametrize("name", ["popped", "popped_of_one", "popped_at_once"])
def test_nor_can_an_object_or_a_list_for_later_draws(name: str) -> None:
    inputs = (Members((("bit", 0),)), Members((("bit", 1),)))
    with function(name, values=["1", "2"]).open() as sample:
        for order in ((0, 1, 0, 1), (1, 1)):
            assert [*sample(inputs, order, BLANK)] == [f'[[{bit},"2"]]' for bit in order]


def test_a_function_of_a_class_or_of_another_language_can_be_called() -> None:
    assert drawn(Function("builtins:str.upper", {"T": "7"})) == one("X")
    assert drawn(function("one_in_a_list")) == one(["x"])
    assert drawn(Function("math:floor", {"T": "7"}), 2.5) == one(2)


def test_coins_are_the_ones_that_are_given_and_are_counted() -> None:
    bits = [byte % 2 for byte in b"\x00\x01\x00\x01\x00\x01\x00\x01"[1::2]]
    assert bits == [1, 1, 1, 1]
    assert drawn(function("fair"), 0, 4, Tape(b"\x00\x01" * 4)) == {"[1,2]": 4}
    assert drawn(function("lazy"), 0, 5, Tape(bytes(5))) == {"[0,1]": 5}
    assert drawn(function("lazy"), 1, 5, Tape(bytes(10))) == {"[0,2]": 5}


def test_several_outputs_may_come_at_once() -> None:
    assert drawn(function("several"), 0, 4, Tape(b"\x00\x01" * 3 + b"\x00\x00")) == {"[1]": 3, "[0]": 1}
    assert drawn(function("array"), 0, 5) == {"[true]": 3, "[false]": 2}


def test_a_function_of_several_inputs_is_called_once_for_all_draws() -> None:
    with function("at_once").open() as sample:
        assert [*sample((0, 1), (1, 0, 1, 0), Tape(bytes((2, 2, 3, 1))))] == [
            "[true]",
            "[false]",
            "[false]",
            "[true]",
        ]
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
def test_inputs_are_handed_over_in_an_array_that_says_the_same(
    inputs: tuple[Value, Value], kind: str, each: list[str]
) -> None:
    with function("kinds").open() as sample:
        assert [*sample(inputs, (0, 1, 0), BLANK)] == [
            canonical([[kind, each[index]]]) for index in (0, 1, 0)
        ]


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("too_few", Reason.NOT_AN_ANSWER, ["on the inputs '0' and '1' gives 2 outputs"]),
        ("unable", Reason.PROGRAM_ENDED, ["on the inputs '0' and '1' raised KeyError", "the bug"]),
        ("counted_too", Reason.REPEATED, ["inputs and a count"]),
    ],
)
def test_a_function_of_several_inputs_that_fails_says_so(name: str, reason: Reason, words: list[str]) -> None:
    with refused(reason) as caught, function(name).open() as sample:
        sample((0, 1), (0, 1, 1), BLANK)
    for word in (f"{ANSWERS}:{name}", *words):
        assert word in caught.value.what


def test_nan_is_an_output_like_any_other() -> None:
    assert drawn(function("not_a_number"), 0, 3) == {"[NaN]": 3}


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("raising", Reason.PROGRAM_ENDED, ["KeyError", "the bug", "answers.py, line", '"x"']),
        ("leaving", Reason.PROGRAM_ENDED, ["SystemExit", "5"]),
        ("refusing", Reason.PROGRAM_REFUSED, ["this input is", '"x"']),
        ("imaginary", Reason.NOT_AN_ANSWER, ["complex"]),
        ("a_set", Reason.NOT_AN_ANSWER, ["set"]),
        ("endless", Reason.NOT_AN_ANSWER, ["contains itself"]),
        ("endless_names", Reason.NOT_AN_ANSWER, ["contains itself"]),
        ("promised", Reason.NOT_AN_ANSWER, ["coroutine, which nobody awaits"]),
        ("awaited", Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
        ("awaited_at_once", Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
        ("awaited_object", Reason.NO_SUCH_PROGRAM, ["is asynchronous"]),
        ("few", Reason.NOT_AN_ANSWER, ["2 outputs"]),
        ("one_text", Reason.NOT_AN_ANSWER, ["no list"]),
    ],
)
def test_a_function_that_fails_says_where(name: str, reason: Reason, words: list[str]) -> None:
    with refused(reason) as caught:
        drawn(function(name))
    for word in (f"{ANSWERS}:{name}", *words):
        assert word in caught.value.what


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("answers", "no place"),
        ("answers:", "no place"),
        (":fair", "no place"),
        ("..answers:fair", "no place"),
        ("answers.py:fair", "no module answers"),
        ("nowhere:fair", "no module nowhere"),
        ("tests.audit.nowhere:fair", "no module tests.audit.nowhere"),
        (f"{ANSWERS}:unfair", "unfair"),
        (f"{ANSWERS}:LOUD", "a str"),
    ],
)
def test_what_is_no_function_is_a_wrong_request(place: str, words: str) -> None:
    with refused(Reason.NO_SUCH_PROGRAM) as caught:
        drawn(Function(place, {}))
    assert place in caught.value.what
    assert words in caught.value.what


def test_a_function_that_cannot_be_called_is_a_wrong_request() -> None:
    with refused(Reason.MISSING) as caught:
        drawn(function("named", epsilon="1"))
    assert "'T'" in caught.value.what
    with refused(Reason.MISSING):
        drawn(Function("os:getpid", {}))
    with refused(Reason.REPEATED):
        drawn(function("fair", coins="7"))


def test_the_current_folder_is_importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here_alone.py").write_text("def nothing(given):\n    return given\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    assert drawn(Function("here_alone:nothing", {})) == one("x")
    assert sys.path == path


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("import nowhere_at_all", "nowhere_at_all"),
        ("raise AttributeError('at the top')", "at the top"),
        ("import sys; sys.exit('usage')", "usage"),
        ("def (", "SyntaxError"),
    ],
)
def test_a_module_that_fails_is_no_wrong_request(
    content: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_alone.py").write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with refused(Reason.PROGRAM_ENDED) as caught:
        drawn(Function("failing_alone:nothing", {}))
    assert words in caught.value.what
    sys.modules.pop("failing_alone", None)


def test_a_program_is_asked_for_as_many_as_are_wanted() -> None:
    source = Command(tuple(child(HONEST)), "shots.report", {"T": "1"}, PATIENT)
    with source.open() as sample:
        assert sample(("0",), (0,) * 2500, BLANK) == ['["0"]'] * 2500
        assert sample(("0", "1"), (1, 0, 0, 1), BLANK) == ['["1"]', '["0"]', '["0"]', '["1"]']


ECHO = """
for line in sys.stdin:
    request = json.loads(line)
    request.pop("count")
    say(id=request.pop("id"), outputs=[json.dumps(request, sort_keys=True)], taken=[5])
"""


def test_a_program_is_told_of_its_mechanism_and_parameters() -> None:
    source = Command(tuple(child(ECHO)), "shots.report", {"T": "1", "phi": ["0", "1/2"]}, PATIENT)
    told = '{"input": 7, "mechanism": "shots.report", "op": "randomize", "parameters": {"T": "1", "phi": ["0", "1/2"]}}'
    assert drawn(source, 7, 1) == {canonical([told, 5]): 1}


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


def test_a_program_that_takes_several_inputs_is_asked_for_more_and_more_at_once() -> None:
    order = [0, 1, 1, 0] * 25
    with Command(tuple(child(TOGETHER)), "a", {}, PATIENT).open() as sample:
        found = sample(("x", "y"), order, BLANK)
    sizes = [size for size in (1, 2, 4, 8, 16, 32, 37) for _ in range(size)]
    assert [*found] == [canonical([["xy"[index], size]]) for index, size in zip(order, sizes, strict=True)]


def test_one_that_does_not_is_asked_for_one_draw_at_a_time() -> None:
    """As many as have the same input would tell where it changes: by the number of the request, say."""
    with Command(tuple(child(TOGETHER)), "b", {}, PATIENT).open() as sample:
        found = sample(("x", "y"), (0, 1, 1, 0), BLANK)
    assert [*found] == ['[["x",-1]]', '[["y",-1]]', '[["y",-1]]', '[["x",-1]]']


def test_the_refusal_of_several_inputs_names_them() -> None:
    with Command(tuple(child(TOGETHER)), "a", {}, PATIENT).open() as sample:
        sample(("x", "y"), (0, 1, 0), BLANK)
        with refused(Reason.PROGRAM_REFUSED) as caught:
            sample(("x", "bad"), (0, 1), BLANK)
    assert "on the inputs '\"x\"' and '\"bad\"'" in caught.value.what


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
def test_a_program_that_does_not_survive_to_be_described_is_started_again(
    first: str, crowd: Crowd, tmp_path: Path
) -> None:
    """And asked as ever; a program that is drawn from is not."""
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
    with Command(tuple(child(script)), "a", {}, Limits(seconds=600, grace=0.1)).open() as sample:
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


def test_nor_is_one_that_was_ended_while_it_was_asked(crowd: Crowd, tmp_path: Path) -> None:
    """Whoever ends it waits for nobody who draws, and would leave a second one behind."""
    command = child(ONCE_DEAF + HONEST, crowd.path, str(tmp_path / "starts"))
    with ThreadPoolExecutor(1) as thread:
        opened = Command(tuple(command), "black-box", {}, PATIENT).open()
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


def test_a_program_that_ends_is_not_started_again(crowd: Crowd) -> None:
    source = Command(tuple(child(f"join({crowd.path!r})\n{ONE_ANSWER}")), "black-box", {}, PATIENT)
    with source.open() as sample, refused(Reason.PROGRAM_ENDED):
        sample((0,), (0,) * 1000, BLANK)
    crowd.joined()
    assert crowd.gone()


def test_sources_can_be_sent_and_kept() -> None:
    for source in (
        function("fair", T="1", phi=["0", "1/2"]),
        Command(("a", "b"), "shots.report", {"phi": ["0", "1"]}, Limits(seconds=2)),
    ):
        sent = pickle.loads(pickle.dumps(source))
        assert sent == source
        assert hash(sent) == hash(source)
    assert function("fair", T="1") != function("fair", T="2")


def test_pace_grows_to_what_answers_in_time_and_fits() -> None:
    def settled(seconds: float, characters: int) -> int:
        pace = Pace(1000)
        for _ in range(20):
            pace.after(pace.size, pace.size * seconds, pace.size * characters)
        return pace.size

    assert settled(0, 1) == MOST
    assert settled(PATIENCE / 8, 0) == 8
    assert settled(0, 100) == 10
    assert settled(2 * PATIENCE, 2000) == 1


LONGER = """
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    say(id=request["id"], outputs=[f"{number} {place}" + 1000 * "x" for place in range(request["count"])])
"""


def test_a_program_is_not_asked_on_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "HELD", 100_000)
    asked: list[int] = []

    def steady(pace: Pace, count: int, *_: object) -> None:
        asked.append(count)
        pace.size = 30

    monkeypatch.setattr(Pace, "after", steady)
    command = Command(tuple(child(LONGER)), "black-box", {}, PATIENT)
    with command.open() as sample, refused(Reason.NOT_AN_ANSWER):
        sample((0,), (0,) * 1000, SeededCoins(b""))
    assert asked == [1, 30, 30, 30, 30]


def test_a_source_is_known_by_what_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, module = tmp_path / "program.py", tmp_path / "known_alone.py"
    sources: list[Callable[[], Source]] = [
        lambda: Command(("python", "program.py"), "a", {}, Limits(seconds=1)),
        lambda: Command(("python", "program.py"), "a", {}, Limits(seconds=2)),
        lambda: Command(("python3", "program.py"), "a", {}),
        lambda: Function("known_alone:f", {}),
        lambda: Function("known_alone:g", {}),
    ]
    found = []
    for content in ("def f(given): return 0", "def f(given): return 1"):
        program.write_text(content, encoding="utf-8")
        module.write_text(content, encoding="utf-8")
        found += [str(each().identity()) for each in sources]
    assert found[0] == found[1]
    assert len(set(found)) == 8


def test_what_cannot_be_imported_has_an_identity_too() -> None:
    assert Function("nowhere.at.all:f", {}).identity() == {"python": "nowhere.at.all:f", "files": {}}


def test_importable_leaves_the_path_as_it_was() -> None:
    path = list(sys.path)
    with importable(Path(os.sep)):
        assert sys.path == [os.sep, *path]
        sys.path[:] = path
    assert sys.path == path


def test_a_seed_that_decides_nothing_is_refused() -> None:
    with refused(Reason.UNKNOWN_PARAMETER) as caught:
        drawn(function("echo"), 0, 1, SeededCoins(b"a"))
    assert "`coins`" in caught.value.accepted


def test_a_call_is_not_waited_for_beyond_its_limit() -> None:
    """Even if it catches all errors. Afterwards nothing is left of the limit."""
    with refused(Reason.PROGRAM_TIMED_OUT) as caught:
        drawn(Function(f"{ANSWERS}:hanging", {}, 0.05))
    assert "0.05 seconds" in caught.value.what
    assert drawn(Function(f"{ANSWERS}:echo", {}, 60)) == one("x")
    assert (signal.getitimer(signal.ITIMER_REAL)[0], signal.getsignal(signal.SIGALRM)) == (0, signal.SIG_DFL)


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 0, 0)])
def test_an_answer_that_comes_too_late_is_none(order: tuple[int, ...]) -> None:
    with (
        Function(f"{ANSWERS}:hanging_once", {}, 0.05).open() as sample,
        refused(Reason.PROGRAM_TIMED_OUT) as caught,
    ):
        sample((0, 1), order, BLANK)
    assert "on the input '1' takes more than 0.05 seconds" in caught.value.what


def test_who_goes_on_when_the_time_is_up_ends_with_the_process() -> None:
    script = (
        f"import {ANSWERS}\n"
        "from ldproof.audit.draw import patience\n"
        "from ldproof.audit.draw.sources import Function\n"
        "patience.PARTING_SECONDS = 0.05\n"
        f"with Function('{ANSWERS}:hanging_again', {{}}, 0.05).open() as sample:\n"
        "    sample((0,), (0,), None)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], timeout=60, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (-signal.SIGALRM, b"")


def test_a_module_is_not_waited_for_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_alone.py").write_text("from time import sleep\nsleep(1000)\n")
    monkeypatch.chdir(tmp_path)
    with refused(Reason.PROGRAM_TIMED_OUT) as caught:
        drawn(Function("slow_alone:f", {}, 0.05))
    assert "imported" in caught.value.what


def test_elsewhere_than_in_a_main_thread_there_is_no_limit() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(drawn, Function(f"{ANSWERS}:echo", {}, 60)).result() == one("x")


def test_seeded_coins_decide_what_a_function_says() -> None:
    found = [drawn(function("fair"), 0, 64, SeededCoins(seed)) for seed in (b"a", b"a", b"b")]
    assert found[0] == found[1] != found[2]
