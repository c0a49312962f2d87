"""Reports about a program that has failed: no more than its failures show."""

from collections.abc import Callable
from itertools import count
from time import sleep
from typing import NoReturn

import pytest

from ldproof.auditor.draw import executor as executor_module
from ldproof.auditor.draw.executor import refusal_after_repetition
from ldproof.auditor.draw.sources import CallableSource, FailuresAreOutputs
from ldproof.coins import Tape
from ldproof.errors import Reason, Refused
from tests.reference.refusals import refused

FAILED = Refused(Reason.PROGRAM_ENDED, "the program ended", "an output")


def report_on_repetition(function: Callable[[int], object]) -> str:
    found = refusal_after_repetition(CallableSource("it", function), (0, 1), None, FAILED)
    assert found is not None
    return found.what


def test_failures_leak_only_if_one_input_always_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slow failure is repeated once per input: five repetitions with each of eight inputs could take an hour."""
    calls, turns = count(1), count()

    def every_third(bit: int) -> int:
        if next(calls) % 3 == 0:
            raise OSError("now and then")
        return bit

    def slow_failure(bit: int) -> int:
        sleep(0.2)
        return 1 // (1 - bit)

    for function, words in (
        (every_third, "it failed 1 of 5 with '0', 2 of 5 with '1'"),
        (lambda bit: bit // (next(turns) % 2), "it failed 3 of 5 with '0', 2 of 5 with '1'"),
    ):
        said = report_on_repetition(function)
        assert words in said
        assert "depend on the input" not in said
    shy = report_on_repetition(lambda bit: 1 // (1 - bit))
    assert "it failed 0 of 5 with '0', 5 of 5 with '1'; failures seem to depend on the input" in shy
    monkeypatch.setattr(executor_module, "MINUTE", 0.1)
    said = report_on_repetition(slow_failure)
    assert "when repeated, it failed 0 of 1 with '0', 1 of 1 with '1'" in said
    assert "depend on the input" not in said


def test_output_that_looks_like_a_failure_is_an_output() -> None:
    """Nor are two outputs equal because one of them is written like the encoding of the other."""
    outputs = [
        ["failure", "program-ended"],
        ["failure", "program-ended", "output"],
        ["failure"],
        "failure",
        [],
    ]

    def pretending(which: int) -> object:
        if which < 0:
            raise OSError("a real one")
        return outputs[which]

    with FailuresAreOutputs(CallableSource("pretending", pretending)).open() as sample:
        keys = [*sample((-1, 0, 1, 2, 3, 4), range(6), Tape(b""))]
    assert keys[0] == '[["failure","program-ended"]]'
    assert len({*keys}) == 6
    assert keys[3:] == ['[["failure"]]', '["failure"]', "[[]]"]

    found = refusal_after_repetition(CallableSource("pretending", pretending), (-1, 0), None, FAILED)
    assert found is not None
    assert "it failed 5 of 5 with '-1', 0 of 5 with '0'" in found.what


def test_errors_in_outputs_and_in_exceptions_are_failures() -> None:
    class Unreadable:
        def tolist(self) -> NoReturn:
            raise OSError("nothing to read")

    class Untold(Refused):
        def __str__(self) -> str:
            raise OSError("nothing to tell")

    def unreadable(bit: int) -> object:
        return Unreadable() if bit else 0

    def untold(bit: int) -> int:
        if bit:
            raise Untold(Reason.MISSING, "a", "b")
        return 0

    for function in (unreadable, untold):
        callee = CallableSource("it", function)
        with FailuresAreOutputs(callee).open() as sample:
            assert sample((0, 1), (0, 1), Tape(b"")) == ["[0]", '[["failure","program-ended"]]']
        with callee.open() as sample, refused(Reason.PROGRAM_ENDED) as caught:
            sample((0, 1), (0, 1), Tape(b""))
        assert "it on the input '1' raised OSError: 'nothing to " in caught.value.what
