"""The reference's answers to each op, and its refusals."""

import json
from typing import Any

import pytest

from ldproof.errors import Reason
from ldproof.oracle import operations
from ldproof.oracle.operations import COUNT, OPERATIONS, answer_request
from ldproof.programs.program import encode_line, parse_description
from ldproof.programs.serving import answer_lines
from ldproof.registry import DECISIONS, ESTIMATES, EXAMPLES, MECHANISMS, all_formulas
from tests.reference.refusals import refused

Message = dict[str, Any]


def test_description_lists_all_capabilities() -> None:
    said = parse_description(answer_request({"op": "describe"}))
    assert said.mechanisms == tuple(MECHANISMS)
    every = {*MECHANISMS}
    able = {"randomize": every, "coins": every, "inputs": every, "law": every}
    others = {"estimate": {*ESTIMATES}, "decide": {*DECISIONS}, "eval": {*all_formulas()}}
    assert {name: set(names) for name, names in said.capabilities.items()} == {**able, **others}


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_answers(name: str) -> None:
    example = EXAMPLES[name]
    several: Message = {"mechanism": name, "parameters": dict(example.parameters)}
    request = {**several, "input": example.input, "output": example.output}
    law: Any = answer_request({"op": "law", **request})
    assert [each["output"] for each in law["law"]] == [example.output]
    drawn: Any = answer_request({"op": "randomize", **request, "count": 2})
    assert len(drawn["outputs"]) == 2
    drawn = answer_request({"op": "randomize", **several, "inputs": [example.input] * 3})
    assert (len(drawn["outputs"]), len(drawn["taken"])) == (3, 3)
    coins = answer_request({"op": "randomize", **request, "coins": "0102030405060708" * 100})
    assert coins == answer_request({"op": "randomize", **request, "coins": "0102030405060708" * 100})


def test_built_in_mechanisms_are_cached() -> None:
    """Those of other packages are made each time, and other parameters are another mechanism."""
    given = {"T": "3", "m": "1", "odds": "3"}
    kept = operations.find_mechanism("shots.report", given)
    assert operations.find_mechanism("shots.report", {**given}) is kept
    assert operations.find_mechanism("shots.report", {**given, "T": "4"}) != kept
    with refused(Reason.NOT_A_NUMBER):
        operations.find_mechanism("shots.report", {**given, "T": ["3"]})
    with refused(Reason.UNKNOWN_NAME):
        operations.find_mechanism("nobodys.report", given)


SEVERAL: Message = {
    "op": "randomize",
    "mechanism": "shots.report",
    "parameters": {"T": "2", "m": "1", "odds": "3"},
}
SHOTS: Message = {**SEVERAL, "input": "10"}
LAW: Message = {**SHOTS, "op": "law"}
CELLS = ",".join("0" * 7)
LOLOHA: Message = {
    "op": "law",
    "mechanism": "counting.loloha",
    "parameters": {"T": "7", "kept_odds": "3", "first_odds": "2", "w": "3"},
    "input": CELLS,
    "output": CELLS,
}
C_STAR: Message = {"op": "eval", "formula": "shots.c_star", "parameters": {}}


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
        ({**C_STAR, "parameters": []}, Reason.NOT_A_VALUE),
        ({**C_STAR, "parameters": {"x": 1}}, Reason.NOT_A_VALUE),
        ({**C_STAR, "parameters": {"x": ["1", 2]}}, Reason.NOT_A_VALUE),
        ({**C_STAR, "parameters": {"x": "1"}}, Reason.UNKNOWN_PARAMETER),
        ({**C_STAR, "digits": 0}, Reason.OUT_OF_RANGE),
        ({**C_STAR, "digits": 10**9}, Reason.TOO_LARGE),
        ({**C_STAR, "digits": True}, Reason.NOT_A_WHOLE_NUMBER),
        ({**SHOTS, "count": COUNT.high + 1}, Reason.TOO_LARGE),
        ({**SHOTS, "count": 0}, Reason.OUT_OF_RANGE),
        ({**SEVERAL, "inputs": ["10"] * (COUNT.high + 1)}, Reason.TOO_LARGE),
        ({**SEVERAL, "inputs": []}, Reason.NOT_A_LIST),
        ({**SEVERAL, "inputs": ["10", "100"]}, Reason.WRONG_LENGTH),
        ({**SHOTS, "inputs": ["10"]}, Reason.REPEATED),
        (SEVERAL, Reason.MISSING),
        ({**SHOTS, "coins": "00"}, Reason.TAPE_EXHAUSTED),
        ({**SHOTS, "coins": "00", "count": 1}, Reason.MISSING),
        ({**SHOTS, "input": {"10": 1}, "count": 1}, Reason.NOT_A_VALUE),
        ({**LAW, "input": 10}, Reason.NOT_A_VALUE),
        ({**LAW, "output": 10}, Reason.NOT_A_VALUE),
        ({**LAW, "parameters": {"T": "1e999", "m": "1", "odds": "3"}}, Reason.TOO_LARGE),
        ({**LAW, "parameters": {"T": "2", "m": "1"}}, Reason.BUDGET_NOT_UNIQUE),
        (LOLOHA, Reason.TOO_MANY_OUTCOMES),
    ],
)
def test_odd_requests_are_refused(request_: Message, reason: Reason) -> None:
    with refused(reason):
        answer_request(request_)
    (line,) = answer_lines([encode_line({"id": 1, **request_})], answer_request)
    names = ["unsupported"] if reason is Reason.UNSUPPORTED else ["error", "reason"]
    assert json.loads(line).keys() == {"id", *names}


def test_members_of_a_request() -> None:
    asked: Message = {
        "op": "eval",
        "formula": "shots.p",
        "parameters": {"phi": ["1"], "T": "1"},
        "digits": 5,
        "more": 1,
    }
    assert operations.read_request(OPERATIONS["eval"], asked) == asked
    assert OPERATIONS["eval"].required_members == ["formula", "parameters"]
    assert OPERATIONS["randomize"].required_members == ["mechanism", "parameters"]
