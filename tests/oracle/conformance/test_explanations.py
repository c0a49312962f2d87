"""What is said of a mistake points at it, or nothing is said."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from ldproof.oracle.conformance import Asked, Finding, Verdict, conform
from ldproof.oracle.conformance.explanations import each_explained
from ldproof.oracle.conformance.misreadings import decoyed, stopping
from ldproof.oracle.conformance.replay import judged
from ldproof.oracle.ops import answered
from ldproof.oracle.vectors import Vector, vectors
from ldproof.programs.inside import InsideProgram
from ldproof.programs.messages import Message

SURE = Fraction(1, 10**10)
Wrong = Callable[[Message, Message], Message]
"""From a request and the right answer to what is answered."""


def explained(op: str, mechanism: str, wrong: Wrong) -> str | None:
    """What is said of a program's differences."""
    about = [
        each for each in vectors() if (each.request["op"], each.request.get("mechanism")) == (op, mechanism)
    ]
    replayed = [judged(each, answer(each, wrong), 16) for each in about]
    assert any(each.difference for each in replayed)
    found = each_explained(replayed).get(op)
    return None if found is None else found.words


def answer(vector: Vector, wrong: Wrong) -> Message:
    """A program's answer."""
    return {"error": "refused"} if vector.answer is None else wrong(vector.request, vector.answer)


def never_reads_on(request: Message, _: Message) -> Message:
    (other,) = stopping(decoyed, 1)(request)
    return answered(other)


def one_byte_more(_: Message, right: Message) -> Message:
    taken = right["taken"]
    assert isinstance(taken, list)
    return {**right, "taken": [each + 1 for each in taken]}


def of_an_odd_place(request: Message, right: Message) -> Message:
    """What no slip is: the output is wrong where r is 1."""
    given, outputs = request["parameters"], right["outputs"]
    assert isinstance(given, dict)
    assert isinstance(outputs, list)
    return {**right, "outputs": ["" if given.get("r") == "1" else each for each in outputs]}


def below_at_the_threshold(request: Message, right: Message) -> Message:
    """Down, where the estimate is theta."""
    given, decisions = request["parameters"], right["decisions"]
    assert isinstance(given, dict)
    assert isinstance(decisions, list)
    plain = {name: each for name, each in given.items() if name != "theta"}
    found = answered({**request, "op": "estimate", "parameters": plain})["estimates"]
    assert isinstance(found, list)
    theta = Fraction(given["theta"])
    at = {"exact": f"{theta.numerator}/{theta.denominator}"}
    return {
        "decisions": ["down" if each == at else word for each, word in zip(found, decisions, strict=True)]
    }


@pytest.mark.parametrize(
    ("op", "mechanism", "wrong", "words"),
    [
        ("randomize", "shots.report", never_reads_on, "did not read on after a decoy"),
        ("randomize", "counting.glance", never_reads_on, "did not read on after a decoy"),
        ("randomize", "shots.report", one_byte_more, None),
        ("randomize", "shots.report", of_an_odd_place, "erred where r is 1"),
        ("decide", "shots.report", below_at_the_threshold, "erred where the threshold is hit exactly"),
    ],
)
def test_what_is_said(op: str, mechanism: str, wrong: Wrong, words: str | None) -> None:
    """No slip that what is right speaks against, and none for what it leaves as it is."""
    assert explained(op, mechanism, wrong) == words


def drawing(mechanism: str, sent: Callable[[Message, Sequence[str]], Sequence[str]]) -> Finding:
    """What is found of a program that has no coins to give away."""

    def told(request: Message) -> Message:
        if request["op"] == "describe":
            able = {"randomize": [mechanism]}
            return {"protocol": 1, "name": "me", "mechanisms": [mechanism], "capabilities": able}
        outputs = answered(request)["outputs"]
        assert isinstance(outputs, list)
        return {"outputs": [*sent(request, outputs)]}

    with InsideProgram("me", told) as program:
        return conform(program, Asked(mechanism, alpha=SURE, draws=6000))


def test_a_memory_is_found() -> None:
    """Each output as likely as it must be, and two in a row in order."""
    found = drawing("counting.glance", lambda _, outputs: [*map(str, in_pairs(outputs))])
    assert found.verdict is Verdict.DIFFERS
    assert "of two draws in a row" in found.fits["counting.glance"].observation


def in_pairs(outputs: Sequence[str]) -> list[str]:
    """Each two sorted."""
    pairs = [sorted(outputs[at : at + 2]) for at in range(0, len(outputs), 2)]
    return [each for pair in pairs for each in pair]


def test_a_slip_without_a_law_explains_no_draws() -> None:
    """A place that there is not: no slip sends one, and what ignores r has no r to ignore."""
    found = drawing("sketch.hcms_plus", lambda _, outputs: [f"{each[:2]}0{each[3:]}" for each in outputs])
    assert found.verdict is Verdict.DIFFERS
    assert found.fits["sketch.hcms_plus"].explanation is None


def test_few_draws_are_no_explanation() -> None:
    """Whoever reports in the last round always is seen at once, and many slips could have said that."""

    def last(_: Message, outputs: Sequence[str]) -> list[str]:
        return [each[:-1] + "1" for each in outputs]

    found = drawing("shots.report", last)
    assert found.verdict is Verdict.DIFFERS
    assert found.fits["shots.report"].explanation is None
