"""The judgement of an answer to a test vector."""

import pytest

from ldproof.errors import Reason
from ldproof.oracle.conformance.conforming import (
    LONGEST,
    ReplayOutcome,
    judge_answer,
    name_of_vector,
    replay_vectors,
)
from ldproof.oracle.vectors import Vector
from ldproof.programs import Program
from ldproof.programs.program import Message
from tests.reference.programs.children import PATIENT, child
from tests.reference.refusals import refused

REQUEST = {"op": "eval", "formula": "shots.p", "parameters": {"T": "0"}}
VALID = Vector("formula", REQUEST, (), {"value": {"exact": "1/2"}}, None)
INVALID = Vector("rejection", REQUEST, (), None, Reason.OUT_OF_RANGE)
EXPECTED = "the request: expected a refusal, out-of-range, found an answer, {'value': 0.5}"


@pytest.mark.parametrize(
    ("vector", "answer", "outcome", "words"),
    [
        (VALID, {"value": 0.5}, ReplayOutcome.AGREES, None),
        (VALID, {"value": 0.6}, ReplayOutcome.DIFFERS, "value: expected 1/2, found 0.6"),
        (VALID, {"unsupported": "no"}, ReplayOutcome.UNSUPPORTED, None),
        (VALID, {"error": "no"}, ReplayOutcome.DIFFERS, "value: expected an answer, found a refusal, {'error': 'no'}"),
        (INVALID, {"unsupported": "no"}, ReplayOutcome.UNSUPPORTED, None),
        (INVALID, {"error": "no"}, ReplayOutcome.AGREES, None),
        (INVALID, {"error": "no", "reason": "out-of-range"}, ReplayOutcome.AGREES, None),
        (INVALID, {"error": "no", "reason": "missing"}, ReplayOutcome.DIFFERS, "reason: expected out-of-range, found 'missing'"),
        (INVALID, {"error": "no", "reason": 7}, ReplayOutcome.DIFFERS, "reason: expected out-of-range, found '7'"),
        (INVALID, {"id": 3, "value": 0.5}, ReplayOutcome.DIFFERS, EXPECTED),
    ],
)  # fmt: skip
def test_judgement_of_each_kind_of_answer(
    vector: Vector, answer: Message, outcome: ReplayOutcome, words: str | None
) -> None:
    found = judge_answer(vector, answer, 16)
    assert found.outcome is outcome
    assert (None if found.difference is None else str(found.difference)) == words


@pytest.mark.parametrize("vector", [VALID, INVALID])
def test_long_answer_is_judged_and_not_stored(vector: Vector) -> None:
    long = judge_answer(vector, {"value": "x" * LONGEST}, 16)
    assert (long.outcome, long.answer) == (ReplayOutcome.DIFFERS, {})
    assert len(str(long.difference)) < 300
    right = judge_answer(VALID, {"value": 0.5, "more": "x" * LONGEST}, 16)
    assert (right.outcome, right.answer) == (ReplayOutcome.AGREES, {})
    assert judge_answer(VALID, {"value": 0.5}, 16).answer == {"value": 0.5}


def test_program_that_stops_answering_fails_at_that_vector() -> None:
    with Program(child("hear(); say(id=1, value=0.5); hear(); sys.exit(3)"), PATIENT) as program:
        found = replay_vectors(program, [VALID, INVALID])
        assert next(found).outcome is ReplayOutcome.AGREES
        with refused(Reason.PROGRAM_ENDED) as why:
            next(found)
    assert f"that was at vector {name_of_vector(INVALID)}" in why.value.what
    assert why.value.request == {"id": 2, **REQUEST}
