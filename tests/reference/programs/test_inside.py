"""A program that is no process answers, and fails, as one that is."""

import pytest

from ldproof.programs.inside import InsideProgram
from ldproof.programs.messages import PROTOCOL, Message
from ldproof.rejections import Reason, Refused
from tests.reference.refusals import refused


def answer(request: Message) -> Message:
    """Draws a 1, and says nothing else that is right."""
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


def test_it_answers() -> None:
    with InsideProgram("mine", answer) as program:
        assert program.describe().mechanisms == ("m",)
        assert [each.output for each in program.randomize("m", {}, None, 3)] == [1, 1, 1]
        with refused(Reason.UNSUPPORTED):
            program.ask("other")
        assert program.describe().name == "mine"


def test_what_is_no_answer_ends_it() -> None:
    with InsideProgram("mine", answer) as program:
        with refused(Reason.NOT_AN_ANSWER):
            program.randomize("n", {}, None, 1)
        with refused(Reason.PROGRAM_ENDED):
            program.describe()


def test_what_it_raises_is_its_own() -> None:
    with InsideProgram("mine", answer) as program, pytest.raises(KeyError, match="mine"):
        program.ask("raise")


def test_it_runs_inside_a_with_statement() -> None:
    with pytest.raises(RuntimeError, match="with"):
        InsideProgram("mine", answer).describe()
