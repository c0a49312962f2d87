"""What is said of a program that has failed: no more than its failures show."""

from itertools import count
from time import sleep
from typing import NoReturn

import pytest

from ldproof.audit.draw import failures
from ldproof.audit.draw.callables import Callee
from ldproof.audit.draw.failures import FailuresAreOutputs, asked_again
from ldproof.coins import Tape
from ldproof.rejections import Reason, Refused
from tests.reference.refusals import refused

FAILED = Refused(Reason.PROGRAM_ENDED, "the program ended", "an output")


def test_a_program_that_fails_now_and_then_is_not_said_to_tell_inputs_apart() -> None:
    calls = 0

    def every_third(bit: int) -> int:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise OSError("now and then")
        return bit

    found = asked_again(Callee("every_third", every_third), (0, 1), None, FAILED)
    assert found is not None
    assert "it failed 1 times with '0', 2 times with '1'" in found.what
    assert "apart" not in found.what


def test_every_second_call_is_no_input() -> None:
    calls = count()

    def every_second(bit: int) -> int:
        return bit // (next(calls) % 2)

    found = asked_again(Callee("every_second", every_second), (0, 1), None, FAILED)
    assert found is not None
    assert "it failed 3 times with '0', 2 times with '1'" in found.what
    assert "apart" not in found.what


def test_one_that_takes_long_over_failing_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With each input: five times as long with each of eight could take an hour."""
    monkeypatch.setattr(failures, "MINUTE", 0.1)

    def slow(bit: int) -> int:
        sleep(0.2)
        return 1 // (1 - bit)

    found = asked_again(Callee("slow", slow), (0, 1), None, FAILED)
    assert found is not None
    assert "asked 1 times again with each input it failed 0 times with '0', 1 times with '1'" in found.what
    assert "apart" not in found.what


def test_a_program_that_fails_with_one_input_alone_is() -> None:
    def shy(bit: int) -> int:
        return 1 // (1 - bit)

    found = asked_again(Callee("shy", shy), (0, 1), None, FAILED)
    assert found is not None
    assert "it failed 0 times with '0', 5 times with '1'; that seems to tell inputs apart" in found.what


def test_an_output_that_reads_as_a_failure_is_none() -> None:
    """Nor are two outputs the same because one of them reads as what the other is written as."""
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

    with FailuresAreOutputs(Callee("pretending", pretending)).open() as sample:
        keys = [*sample((-1, 0, 1, 2, 3, 4), range(6), Tape(b""))]
    assert keys[0] == '[["failure","program-ended"]]'
    assert len({*keys}) == 6
    assert keys[3:] == ['[["failure"]]', '["failure"]', "[[]]"]

    found = asked_again(Callee("pretending", pretending), (-1, 0), None, FAILED)
    assert found is not None
    assert "it failed 5 times with '-1', 0 times with '0'" in found.what


def test_whatever_is_wrong_with_what_is_given_or_raised_is_a_failure() -> None:
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
        callee = Callee("it", function)
        with FailuresAreOutputs(callee).open() as sample:
            assert sample((0, 1), (0, 1), Tape(b"")) == ["[0]", '[["failure","program-ended"]]']
        with callee.open() as sample, refused(Reason.PROGRAM_ENDED) as caught:
            sample((0, 1), (0, 1), Tape(b""))
        assert "it on the input '1' raised OSError: 'nothing to " in caught.value.what
