"""What the reference answers, and what it refuses by name."""

import json

import pytest

from ldproof.catalogue import DECISIONS, ESTIMATES, MECHANISMS, formulas
from ldproof.catalogue.examples import EXAMPLES
from ldproof.oracle import ops, schema
from ldproof.oracle.ops import COUNT, OPS, answered
from ldproof.programs.messages import description, encode_line
from ldproof.programs.serving import answers
from ldproof.rejections import Reason
from tests.reference.refusals import refused

Message = dict[str, object]

SHOTS: Message = {"mechanism": "shots.report", "parameters": {"T": "2", "m": "1", "odds": "3"}, "input": "10"}


SEVERAL: Message = {name: SHOTS[name] for name in ("mechanism", "parameters")}


def test_what_it_can_do() -> None:
    said = description(answered({"op": "describe"}))
    assert said.mechanisms == tuple(MECHANISMS)
    able = {name: set(names) for name, names in said.capabilities.items()}
    assert able == {
        "randomize": {*MECHANISMS},
        "coins": {*MECHANISMS},
        "inputs": {*MECHANISMS},
        "estimate": {*ESTIMATES},
        "decide": {*DECISIONS},
        "eval": {*formulas()},
        "law": {*MECHANISMS},
    }
    assert {*OPS, "describe"} == {*schema.OPS}


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_answers(name: str) -> None:
    example = EXAMPLES[name]
    request: Message = {
        "mechanism": name,
        "parameters": dict(example.parameters),
        "input": example.input,
        "output": example.output,
    }
    law = answered({"op": "law", **request})
    assert isinstance(law["law"], list)
    (share,) = law["law"]
    assert share["output"] == example.output
    drawn = answered({"op": "randomize", **request, "count": 2})
    assert isinstance(drawn["outputs"], list)
    assert len(drawn["outputs"]) == 2
    several = {name: request[name] for name in ("mechanism", "parameters")}
    drawn = answered({"op": "randomize", **several, "inputs": [example.input] * 3})
    assert isinstance(drawn["outputs"], list)
    assert isinstance(drawn["taken"], list)
    assert (len(drawn["outputs"]), len(drawn["taken"])) == (3, 3)
    coins = answered({"op": "randomize", **request, "coins": "0102030405060708" * 100})
    assert coins == answered({"op": "randomize", **request, "coins": "0102030405060708" * 100})


def test_our_mechanisms_are_kept_at_hand() -> None:
    """Those of others are made each time, and other parameters are another mechanism."""
    given = {"T": "3", "m": "1", "odds": "3"}
    kept = ops.made("shots.report", given)
    assert ops.made("shots.report", {**given}) is kept
    assert ops.made("shots.report", {**given, "T": "4"}) != kept
    with refused(Reason.NOT_A_NUMBER):
        ops.made("shots.report", {**given, "T": ["3"]})
    with refused(Reason.UNKNOWN_NAME):
        ops.made("nobodys.report", given)


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({}, Reason.UNSUPPORTED),
        ({"op": "forget"}, Reason.UNSUPPORTED),
        ({"op": ["law"]}, Reason.UNSUPPORTED),
        ({"op": "law"}, Reason.MISSING),
        ({"op": "law", "mechanism": 7}, Reason.NOT_A_VALUE),
        ({"op": "law", "mechanism": "shots.none", "parameters": {}}, Reason.UNSUPPORTED),
        ({"op": "estimate", "mechanism": "chi2.optimal", "parameters": {}}, Reason.UNSUPPORTED),
        ({"op": "eval", "formula": "shots.none"}, Reason.UNSUPPORTED),
        ({"op": "eval", "formula": "shots.c_star", "parameters": []}, Reason.NOT_A_VALUE),
        ({"op": "eval", "formula": "shots.c_star", "parameters": {"x": 1}}, Reason.NOT_A_VALUE),
        ({"op": "eval", "formula": "shots.c_star", "parameters": {"x": ["1", 2]}}, Reason.NOT_A_VALUE),
        ({"op": "eval", "formula": "shots.c_star", "parameters": {"x": "1"}}, Reason.UNKNOWN_PARAMETER),
        ({"op": "eval", "formula": "shots.c_star", "parameters": {}, "digits": 0}, Reason.OUT_OF_RANGE),
        ({"op": "eval", "formula": "shots.c_star", "parameters": {}, "digits": 10**9}, Reason.TOO_LARGE),
        (
            {"op": "eval", "formula": "shots.c_star", "parameters": {}, "digits": True},
            Reason.NOT_A_WHOLE_NUMBER,
        ),
        ({"op": "randomize", **SHOTS, "count": COUNT.high + 1}, Reason.TOO_LARGE),
        ({"op": "randomize", **SHOTS, "count": 0}, Reason.OUT_OF_RANGE),
        ({"op": "randomize", **SEVERAL, "inputs": ["10"] * (COUNT.high + 1)}, Reason.TOO_LARGE),
        ({"op": "randomize", **SEVERAL, "inputs": []}, Reason.NOT_A_LIST),
        ({"op": "randomize", **SEVERAL, "inputs": ["10", "100"]}, Reason.WRONG_LENGTH),
        ({"op": "randomize", **SHOTS, "inputs": ["10"]}, Reason.REPEATED),
        ({"op": "randomize", **SEVERAL}, Reason.MISSING),
        ({"op": "randomize", **SHOTS, "coins": "00"}, Reason.TAPE_EXHAUSTED),
        ({"op": "randomize", **SHOTS, "coins": "00", "count": 1}, Reason.MISSING),
        ({"op": "randomize", **SHOTS, "input": {"10": 1}, "count": 1}, Reason.NOT_A_VALUE),
        ({"op": "law", **SHOTS, "input": 10}, Reason.NOT_A_VALUE),
        ({"op": "law", **SHOTS, "output": 10}, Reason.NOT_A_VALUE),
        ({"op": "law", **SHOTS, "parameters": {"T": "1e999", "m": "1", "odds": "3"}}, Reason.TOO_LARGE),
        ({"op": "law", **SHOTS, "parameters": {"T": "2", "m": "1"}}, Reason.BUDGET_NOT_UNIQUE),
    ],
)
def test_what_is_refused(request_: Message, reason: Reason) -> None:
    with refused(reason):
        answered(request_)
    (line,) = answers([encode_line({"id": 1, **request_})], answered)
    said = json.loads(line)
    kind = "unsupported" if reason is Reason.UNSUPPORTED else "error"
    assert said.keys() == {"id", kind} | ({"reason"} if kind == "error" else set())


def test_the_parts_of_a_request() -> None:
    assert ops.digits({}) == ops.DIGITS
    assert ops.digits({"digits": 5}) == 5
    assert ops.named({"mechanism": "shots.report"}, MECHANISMS) == "shots.report"
    assert ops.parameters({"parameters": {"phi": ["1"], "T": "1"}}) == {"phi": ["1"], "T": "1"}
