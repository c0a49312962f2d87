"""Each known mistake gives a wrong answer to some vector, and is named as the explanation of its answers."""

import pytest

from ldproof.oracle.conformance.comparison import first_difference
from ldproof.oracle.conformance.conforming import explain_differences, explanations_by_op, judge_answer
from ldproof.oracle.conformance.mistakes import MISTAKES, Mistake
from ldproof.oracle.conformance.requests import answered_vectors
from ldproof.oracle.operations import answer_request
from ldproof.oracle.vectors import Vector, read_vectors
from ldproof.registry import EXAMPLES
from tests.tiers import run_everything, slow, some

GIVEN = (
    ("shots.report", {"T": "5", "m": "2", "r": "1/4", "odds": "81"}),
    ("shots.report", {"T": "4", "m": "2", "r": "1/4", "epsilon": "3"}),
    ("shots.report", {"T": "4", "m": "2", "r": "1/4", "report_odds": "3"}),
    ("chi2.algorithm_2", EXAMPLES["chi2.algorithm_2"].parameters),
    ("sketch.kary", {"w": "4", "d": "2", "odds": "3"}),
    ("counting.glance", {"T": "4", "odds": "3"}),
)


@pytest.fixture(scope="module")
def vectors() -> list[Vector]:
    """Those of every mechanism, but of draws only some; and two of a formula."""
    formula = [
        {"op": "eval", "formula": "shots.p", "parameters": {"T": "5", "m": "2", "r": r, "odds": "9"}}
        for r in ("0", "1/4")
    ]
    every = ([*answered_vectors(name, dict(given))] for name, given in GIVEN)
    # Coins as they fall have no ties and no decoys.
    edges = [
        each
        for each in read_vectors(kinds=["randomize"])
        if each.answer and each.request["mechanism"] == "shots.report" and {"tie", "decoy"} & {*each.flags}
    ]
    ties = [
        each
        for each in read_vectors(kinds=["decide"])
        if each.request["mechanism"] in ("chi2.optimal", "shots.report") and "exactly" in each.flags
    ]
    return [
        *(
            each
            for found in every
            for each in found[: 16 if run_everything() else 8]
            + [one for one in found if one.kind != "randomize"]
        ),
        *edges,
        *ties,
        *(Vector("formula", request, (), answer_request(request), None) for request in formula),
    ]


PLACES = [each for each in MISTAKES if "character" in each.words]
COSTLY = {
    "always sent 0",
    "always reported in the last m rounds",
    "read one byte for a decision, and not 16",
    "took 1 - r for r",
    "sent everything one place early",
    "reported in every round",
    "inverted every state before it reported",
    "took the last byte of a block for the most significant one",
}
"""Slips that many answers show; others of the same kind are named in the default tier."""


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(each, marks=slow if each.words in COSTLY else ())
        for each in [*some(PLACES, 0), *some((each for each in MISTAKES if each not in PLACES), 4)]
    ],
    ids=lambda mistake: mistake.words,
)
def test_mistake_explains_all_its_wrong_answers(mistake: Mistake, vectors: list[Vector]) -> None:
    """All wrong answers to one op have one explanation, and every mistake has at least one wrong answer."""
    answers = ((vector, next(iter(mistake.mistaken_answers(vector.request)), None)) for vector in vectors)
    every = [judge_answer(vector, answer, 16) for vector, answer in answers if answer is not None]
    wrong = [each for each in every if each.difference]
    if mistake in PLACES and not wrong:
        return  # so long is no output here
    assert wrong
    for op, found in explanations_by_op(wrong).items():
        assert found.reproduces == found.of, (op, found)
        same = {each.words: each for each in MISTAKES}[found.words]
        some = [each for each in wrong if each.vector.request["op"] == op][:24]
        assert all(
            any(
                first_difference(one, each.answer) is None
                for one in same.mistaken_answers(each.vector.request)
            )
            for each in some
        )
    assert any(found.words == mistake.words for found in explanations_by_op(wrong).values()), (
        explanations_by_op(wrong)
    )


@slow
def test_unknown_mistake_is_not_explained(vectors: list[Vector]) -> None:
    reports = [
        each for each in vectors if each.kind == "randomize" and each.request["mechanism"] == "shots.report"
    ]
    wrong = [judge_answer(each, {"outputs": ["01-xy"]}, 16) for each in reports]
    assert all(each.difference for each in wrong)
    assert explain_differences(wrong) is None
    assert explain_differences([]) is None
