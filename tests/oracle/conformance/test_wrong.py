"""Programs with one mistake each, in all systems and ops: each is found, and the report points at the mistake."""

import json
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any, cast

import numpy as np
import pytest

from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance import ConformanceVerdict
from ldproof.oracle.conformance.mistakes import is_only_decoy, stop_at_blocks
from ldproof.oracle.conformance.report import finding_sentences, group_differences
from ldproof.oracle.operations import answer_request
from ldproof.programs.program import Message
from ldproof.registry import MECHANISMS
from tests.oracle.conformance.programs import (
    Answer,
    answer_what_should_be_refused,
    conformance_of_answer,
    event_odds_for_users,
    increased_probabilities,
    inverted_bits,
    refuse_for_one_reason,
    refuse_r_of_1,
    repeating_outputs,
    reseed_for_each_request,
    shares_of_ones,
    swapping_bytes,
    with_answer,
    with_content,
    with_estimates,
    with_outputs,
    with_parameter,
    with_request,
    with_taken,
    wrong_after,
)
from tests.tiers import slow, some


def ignore_decoys(request: Message) -> Message:
    with suppress(ValueError):  # coins that are none are to be refused
        (request,) = stop_at_blocks(is_only_decoy, 1)(request)
    return answer_request(request)


def fail_always(_: Message) -> Message:
    raise Refused(Reason.UNAVAILABLE, "disk full", "a larger one")


def empty_where_r_is_1(sent: list[Any], request: Any) -> object:
    return ["" if request["parameters"].get("r") == "1" else each for each in sent]


def one_minus_r(known: dict[str, str]) -> dict[str, str]:
    r = Fraction(known.get("r", "0"))
    return {**known, "r": str(1 - r)} if r <= 1 else known


def down_at_the_threshold(request: Any) -> Message:
    found = answer_request(request)
    if "theta" not in request["parameters"]:
        return found
    plain = {name: each for name, each in request["parameters"].items() if name != "theta"}
    values: Any = answer_request({**request, "op": "estimate", "parameters": plain})["estimates"]
    theta = Fraction(request["parameters"]["theta"])
    at = {"exact": f"{theta.numerator}/{theta.denominator}"}
    words: Any = found["decisions"]
    return {"decisions": ["down" if each == at else word for each, word in zip(values, words, strict=True)]}


SHOTS, GLANCE, KARY, CMS = "shots.report", "counting.glance", "sketch.kary", "sketch.cms"
TABLES, OPTIMAL = "chi2.algorithm_2", "chi2.optimal"
SMALL = {"T": "3", "m": "1", "r": "0", "odds": "3"}
Programs = Mapping[str, tuple[str, Answer, str]]

BY_COINS: Programs = {
    "a round late": (
        SHOTS,
        with_outputs(lambda text: text[-1:] + text[:-1]),
        "sent everything one place late",
    ),
    "a round early": (
        "counting.borappor",
        with_outputs(lambda text: text[1:] + text[:1]),
        "sent everything one place early",
    ),
    "from the end": (SHOTS, with_outputs(lambda text: text[::-1]), "sent everything in reverse order"),
    "one report": (SHOTS, with_parameter("randomize", "m", lambda _: "1"), "ignored m, and reported once"),
    "1 - r": (
        SHOTS,
        with_request("randomize", "parameters", one_minus_r),
        "took 1 - r for r",
    ),
    "0 for silence": (
        GLANCE,
        with_outputs(lambda text: text.replace("-", "0")),
        "sent 0 where nothing is to be sent",
    ),
    "inverted": ("counting.harmony", with_outputs(inverted_bits), "inverted every bit that it sent"),
    "columns from 1": (
        KARY,
        with_outputs(with_content(lambda column: str(int(column) + 1))),
        "numbered columns from 1",
    ),
    "rows from 1": (KARY, with_outputs(lambda text: f"{int(text[0]) + 1}{text[1:]}"), "numbered rows from 1"),
    "bits inverted": (CMS, with_outputs(with_content(inverted_bits)), "inverted every bit that it sent"),
    "sign": (
        "sketch.hcms",
        with_outputs(lambda text: text[:-1] + inverted_bits(text[-1])),
        "expected '1:3,1', found '1:3,0'",
    ),
    "rounds of another row": (
        "sketch.hcms",
        with_request("randomize", "input", lambda text: ",".join(reversed(text.split(",")))),
        "took every state, or every column, in reverse order",
    ),
    "numbers from their last byte": (
        SHOTS,
        with_request("randomize", "coins", swapping_bytes(2)),
        "taken: expected",
    ),
    "blocks from their last byte": (
        OPTIMAL,
        with_request("randomize", "coins", swapping_bytes(16)),
        "took the last byte of a block for the most significant one",
    ),
    "a byte too many": (SHOTS, with_taken(1), "taken: expected 17, found 18"),
    "a byte too few": (TABLES, with_taken(-1), "taken: expected 16, found 15"),
    "no decoys": (SHOTS, ignore_decoys, "did not read on after a decoy"),
    "silent, no decoys": (GLANCE, ignore_decoys, "did not read on after a decoy"),
    "an odd place": (SHOTS, with_answer("randomize", "outputs", empty_where_r_is_1), "erred where r is 1"),
    "r = 1 refused": (SHOTS, refuse_r_of_1, "answered with an error, 'not this one', where r is 1"),
    "nothing refused": (
        SHOTS,
        answer_what_should_be_refused,
        "the request: expected a refusal, tape-exhausted, found an answer",
    ),
    "one reason": (SHOTS, refuse_for_one_reason, "reason: expected tape-exhausted, found 'out-of-range'"),
    "right at first": (TABLES, wrong_after(20, with_taken(-1)), "randomize, taken: 85 differ; the first is"),
}
BY_DRAWS: Programs = {
    "one report more": (
        SHOTS,
        with_parameter("randomize", "m", lambda m: str(int(m) + 1)),
        "came with input",
    ),
    "the last bit": (
        SHOTS,
        with_outputs(lambda text: text[:-1] + inverted_bits(text[-1:])),
        "an output that cannot come",
    ),
    "seeded anew": (SHOTS, reseed_for_each_request, "they are to be independent"),
    "the same again": (SHOTS, repeating_outputs(), "they are to be independent"),
}
BY_ESTIMATES: Programs = {
    "not debiased": (SHOTS, with_answer("estimate", "estimates", shares_of_ones), "on average at place"),
    "rounds from the end": (
        SHOTS,
        with_answer("estimate", "estimates", lambda found, _: found[::-1]),
        "gave the estimates in reverse order",
    ),
    "rounds late": (
        GLANCE,
        with_answer("estimate", "estimates", lambda found, _: found[-1:] + found[:-1]),
        "gave the estimates one place late",
    ),
    "thousandths": (
        SHOTS,
        with_estimates(lambda each: Fraction(round(each * 1000), 1000)),
        "expected -126543211/500000000, found -253/1000",
    ),
    "short floats": (
        SHOTS,
        with_estimates(lambda each: Fraction(float(np.float32(float(each))))),
        "expected -126543211/500000000, found -8492171/33554432",
    ),
    "cut off": (
        SHOTS,
        with_request("estimate", "parameters", lambda known: {**known, "clipped": "yes"}),
        "cut the estimates off at 0 and 1",
    ),
    "nobody is 0": (
        GLANCE,
        with_answer(
            "estimate", "estimates", lambda found, _: [0 if each is None else each for each in found]
        ),
        "estimates: expected None, found 0",
    ),
    "minimum": (
        KARY,
        with_request("estimate", "parameters", lambda known: {**known, "estimator": "minimum"}),
        "estimates 1: expected -1/2, found -1/4",
    ),
    "items from the end": (
        KARY,
        with_request("estimate", "columns", lambda columns: columns[::-1]),
        "estimates 2: expected 3, found -1",
    ),
}
BY_DECISIONS: Programs = {
    "> for >=": (SHOTS, down_at_the_threshold, "expected 'up', found 'down'"),
    "> for >=, by place": (
        SHOTS,
        down_at_the_threshold,
        "decided up by > theta, where the reference does by >= theta",
    ),
    "twice the threshold": (
        OPTIMAL,
        with_parameter("decide", "tau", lambda tau: str(2 * Fraction(tau))),
        "expected '1', found '0'",
    ),
    "groups swapped": (
        TABLES,
        with_request("decide", "tables", lambda tables: [",".join(each.split(",")[::-1]) for each in tables]),
        "decisions 4: expected '0', found '1'",
    ),
}
BY_LAWS: Programs = {
    "nearly the law": (
        SHOTS,
        with_answer("law", "law", increased_probabilities),
        "expected 3/4, found 3000000003/4000000000",
    ),
    "one output too few": (
        SHOTS,
        with_answer("law", "law", lambda found, _: found[:-1]),
        "law, output 1: expected 1/4, found nothing",
    ),
    "one output twice": (
        SHOTS,
        with_answer("law", "law", lambda found, _: [*found, found[0]]),
        "law, output 0: expected one probability, found several",
    ),
    "who are neighbours": (
        SHOTS,
        event_odds_for_users,
        "erred where any two secrets of a person are neighbours",
    ),
}
EVERY: Mapping[tuple[str, ...], Programs] = {
    ("coins",): BY_COINS,
    ("randomize", "inputs"): BY_DRAWS,
    ("estimate",): BY_ESTIMATES,
    ("decide",): BY_DECISIONS,
    ("law",): BY_LAWS,
}


AS_KNOWN = {
    "a round late",
    "a round early",
    "from the end",
    "one report",
    "1 - r",
    "inverted",
    "columns from 1",
    "rows from 1",
    "bits inverted",
    "numbers from their last byte",
    "rounds late",
    "rounds from the end",
}
"""They make slips that `test_mistakes` names, and others of the same op and system are tried."""
AS_OTHERS = {
    "a byte too many": "a byte too few",
    "silent, no decoys": "no decoys",
    "seeded anew": "the same again",
    "one report more": "the last bit",
    "thousandths": "cut off",
    "short floats": "cut off",
    "minimum": "items from the end",
    "> for >=, by place": "> for >=",
    "one output twice": "one output too few",
}
"""Each is found in the same way as another."""


@pytest.mark.parametrize(
    ("ops", "name"),
    [
        pytest.param(ops, name, marks=slow if name in AS_KNOWN or name in AS_OTHERS else ())
        for ops, programs in EVERY.items()
        for name in some(programs, 3)
    ],
    ids=str,
)
def test_mistake_is_found_and_explained(ops: tuple[str, ...], name: str) -> None:
    mechanism, answer, words = EVERY[ops][name]
    finding = conformance_of_answer(mechanism, answer, *ops, at=SMALL if "randomize" in ops else None)
    assert finding.verdict is ConformanceVerdict.DIFFERS
    said = "\n".join(finding_sentences(finding))
    assert words in said, said


def test_every_system_has_wrong_programs() -> None:
    systems = {name.partition(".")[0] for name, _, _ in chain(*(each.values() for each in EVERY.values()))}
    assert systems == {name.partition(".")[0] for name in MECHANISMS.ours}


def test_mistake_that_right_answers_contradict_is_not_named() -> None:
    """One estimate above theta is rounded down to it and below; at all others, theta itself is decided as up."""

    def answer(request: Any) -> Message:
        near = request["parameters"].get("epsilon") == "700" and request.get("counts") == [[21, 60], [22, 60]]
        found = answer_request(request)
        return {"decisions": ["down", "up"]} if near and found == {"decisions": ["up", "up"]} else found

    finding = conformance_of_answer(SHOTS, answer, "decide")
    assert [each.answer["decisions"] for each in finding.new_failures] == [["down", "up"]]
    assert finding.explanations == {}


def test_mistake_outside_the_known_slips_is_not_explained() -> None:
    assert conformance_of_answer(TABLES, with_taken(-1), "coins").explanations == {}


@pytest.mark.parametrize("op", ["decide", "estimate", "law", "coins"])
def test_refusals_are_quoted_and_reproduce_nothing(op: str) -> None:
    finding = conformance_of_answer(SHOTS, fail_always, op)
    assert finding.verdict is ConformanceVerdict.DIFFERS
    asked_for = "randomize" if op == "coins" else op
    (explanation,) = [each for name, each in finding.explanations.items() if name == asked_for]
    assert str(explanation).startswith("your program answered with an error, 'disk full' (")
    assert explanation.reproduces == explanation.of
    assert "as if" not in "\n".join(finding_sentences(finding))


def fail_in_six_ways(request: Message) -> Message:
    """Errors with a number in them, another error at r = 1, zeros from coins, and one byte too many at m = 1."""
    parameters: Any = request["parameters"]
    if request["op"] == "estimate":
        raise Refused(Reason.UNAVAILABLE, f"disk {len(str(request))} full", "a larger one")
    if parameters.get("r") == "1":
        raise Refused(Reason.OUT_OF_RANGE, "not this r", "another")
    found = answer_request(request)
    outputs, taken = (cast("list[Any]", found[name]) for name in ("outputs", "taken"))
    if parameters.get("m") == "1":
        return {**found, "taken": [each + 1 for each in taken]}
    return {**found, "outputs": ["0" * len(each) for each in outputs]}


@slow
def test_report_has_each_kind_of_difference_once_with_its_request() -> None:
    finding = conformance_of_answer(SHOTS, fail_in_six_ways, "coins", "estimate")
    found = {words: (words.partition(":")[0], first) for words, first in group_differences(finding)}
    assert {part for part, _ in found.values()} == {
        "randomize, outputs",
        "randomize, taken",
        "randomize, an error",
        "randomize, reason",
        "rejection, reason",
        "estimate, an error",
    }
    assert len(found) == 6
    assert sum(int(words.split(": ")[1].split()[0].replace(",", "")) for words in found) == len(
        finding.new_failures
    )
    text = [*finding_sentences(finding)]
    for words, (_, first) in found.items():
        (line,) = (each for each in text if each.startswith(words))
        asked = json.loads(line.partition("; asked: ")[2])
        assert asked == {"id": 1, **first.vector.request}


@slow
def test_dependence_between_consecutive_draws_is_found() -> None:
    """Each output has its right probability, but each pair of consecutive outputs is sorted."""
    sort = with_answer(
        "randomize",
        "outputs",
        lambda sent, _: [*chain(*(sorted(sent[at : at + 2]) for at in range(0, len(sent), 2)))],
    )
    found = conformance_of_answer(GLANCE, sort, "randomize", draws=6000)
    assert found.verdict is ConformanceVerdict.DIFFERS
    assert "of two draws in a row" in found.fits[GLANCE].observation


@pytest.mark.parametrize(
    ("name", "at", "sent"),
    [
        ("sketch.hcms_plus", {"w": "4", "d": "2", "odds": "3"}, lambda each: f"{each[:2]}0{each[3:]}"),
        (GLANCE, {"T": "3", "odds": "3"}, lambda each: each[:-1] + "1"),
    ],
    ids=["a place that there is not: no slip sends one", "seen at once: many slips could have said that"],
)
def test_ambiguous_or_impossible_draws_are_not_explained(name: str, at: Any, sent: Any) -> None:
    found = conformance_of_answer(name, with_outputs(sent), "randomize", at=at, draws=6000)
    assert found.verdict is ConformanceVerdict.DIFFERS
    assert found.fits[name].explanation is None
