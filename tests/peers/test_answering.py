"""The answering side, alone and as a real child; and that it needs nothing that a peer's environment lacks."""

import ast
import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.programs import Program
from ldproof.rejections import Reason, Refused
from tests.peers import answering
from tests.peers.answering import Desk, Draw, Parameters, answers, flat, lattice, plain, seen

FILE = Path(answering.__file__)


class Array:
    """What knows its own list, as arrays do."""

    def tolist(self) -> list[int]:
        return [1, 0]


def counting(parameters: Parameters) -> Draw:
    """A randomizer that remembers how often it was asked."""
    step, count = int(parameters["step"]), [0]

    def draw(given: Any) -> list[Any]:
        count[0] += step
        return [given, count[0]]

    return draw


def failing(_: Parameters) -> Draw:
    raise ValueError("k is too small")


DESK = {"counting": counting, "failing": failing}


def asked(desk: Desk, **request: object) -> dict[str, Any]:
    return desk.answer(json.dumps({"id": 3, **request}))


def drawn(desk: Desk, mechanism: str, parameters: Mapping[str, str], **more: object) -> dict[str, Any]:
    return asked(desk, op="randomize", mechanism=mechanism, parameters=parameters, input=7, **more)


def test_it_says_what_there_is() -> None:
    said = asked(Desk("mine", DESK), op="describe")
    assert said == {"id": 3, "protocol": 1, "name": "mine", "mechanisms": ["counting", "failing"]}


def test_a_randomizer_is_made_once_for_its_parameters() -> None:
    desk = Desk("mine", DESK)
    assert drawn(desk, "counting", {"step": "1"}, count=2)["outputs"] == [[7, 1], [7, 2]]
    assert drawn(desk, "counting", {"step": "5"}, count=1)["outputs"] == [[7, 5]]
    assert drawn(desk, "counting", {"step": "1"}, count=1)["outputs"] == [[7, 3]]


def test_a_black_box_names_its_randomizer_among_the_parameters() -> None:
    parameters = {"step": "2", "randomizer": "counting"}
    assert drawn(Desk("mine", DESK), "black-box", parameters, count=1)["outputs"] == [[7, 2]]


@pytest.mark.parametrize(
    ("request_", "kind", "word"),
    [
        ({"op": "decide"}, "unsupported", "decide"),
        (
            {"op": "randomize", "mechanism": "other", "parameters": {}, "input": 0, "count": 1},
            "unsupported",
            "other",
        ),
        (
            {"op": "randomize", "mechanism": "black-box", "parameters": {}, "input": 0, "count": 1},
            "unsupported",
            "counting, failing",
        ),
        (
            {"op": "randomize", "mechanism": "counting", "parameters": {}, "input": 0, "coins": "00"},
            "unsupported",
            "coins",
        ),
        (
            {"op": "randomize", "mechanism": "failing", "parameters": {}, "input": 0, "count": 1},
            "error",
            "too small",
        ),
        (
            {"op": "randomize", "mechanism": "counting", "parameters": {}, "input": 0, "count": 1},
            "error",
            "step",
        ),
    ],
)
def test_what_it_will_not_do_it_says(request_: dict[str, object], kind: str, word: str) -> None:
    said = asked(Desk("mine", DESK), **request_)
    assert said["id"] == 3
    assert said.keys() == {"id", kind}
    assert word in said[kind]


def test_a_line_that_is_no_request_is_answered_too() -> None:
    (first, second) = answers(["no JSON\n", '{"id": 4, "op": "describe"}\n'], Desk("mine", {}))
    assert json.loads(first)["id"] is None
    assert "error" in json.loads(first)
    assert json.loads(second)["id"] == 4


def test_other_ops_can_be_offered() -> None:
    desk = Desk("mine", {}, {"double": lambda request: {"doubled": 2 * request["number"]}})
    assert asked(desk, op="double", number=21) == {"id": 3, "doubled": 42}
    both = Desk("mine", {"last": counting}, {"double": lambda _: {}})
    assert asked(both, op="describe")["capabilities"] == {"randomize": ["last"], "double": ["last"]}
    assert "capabilities" not in asked(Desk("mine", DESK), op="describe")


def test_outputs_are_looked_at_through_a_function() -> None:
    desk = Desk("mine", {"last": seen(lambda output: output[1], counting)})
    assert drawn(desk, "last", {"step": "1"}, count=3)["outputs"] == [1, 2, 3]


def test_arrays_tuples_bytes_and_iterators_become_lists() -> None:
    assert plain([(Array(), b"\x02"), zip((1,), (True,), strict=True), None, "x", 0.5]) == [
        [[1, 0], [2]],
        [[1, True]],
        None,
        "x",
        0.5,
    ]
    assert flat(([1.0, 0.0], ((2, "x"), 0.5))) == [1, 0, 2, "x", 0.5]


@given(st.floats(allow_nan=False, allow_infinity=False).filter(bool))
def test_the_lowest_bit_is_the_last_one_that_is_set(number: float) -> None:
    multiple = Fraction(number) / Fraction(2) ** lattice(number)
    assert multiple.denominator == 1
    assert multiple.numerator % 2 == 1


def test_the_lowest_bits_of_a_list() -> None:
    assert lattice([0.75, (6.0, 2**-60)]) == [-2, [1, -60]]
    assert lattice(0.0) > max(lattice(1.0), lattice(sys.float_info.max))


def test_a_real_child_answers_and_its_library_may_print() -> None:
    script = f"""
import sys
sys.path.insert(0, {str(FILE.parents[2])!r})
from tests.peers.answering import serve
def noisy(parameters):
    print("made", parameters)
    return lambda given: given
serve("child", {{"noisy": noisy}})
"""
    with Program((sys.executable, "-c", script)) as program:
        assert program.describe().mechanisms == ("noisy",)
        outputs = [draw.output for draw in program.randomize("noisy", {"epsilon": "1"}, "yes", 3)]
        assert outputs == ["yes"] * 3
        with pytest.raises(Refused) as refusal:
            program.randomize("absent", {}, 0, 1)
        assert refusal.value.reason is Reason.UNSUPPORTED


def test_it_is_python_3_8_and_the_standard_library() -> None:
    source = FILE.read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    froms = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    assert {"json", "sys"} <= names
    assert {name.partition(".")[0] for name in names | froms} <= sys.stdlib_module_names
