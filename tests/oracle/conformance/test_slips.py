"""Each slip gives another answer than the right one somewhere, and is named for who makes it."""

from collections.abc import Mapping

import pytest

from ldproof.catalogue.examples import EXAMPLES
from ldproof.oracle.conformance.comparison import difference
from ldproof.oracle.conformance.explanations import each_explained, explained
from ldproof.oracle.conformance.replay import judged
from ldproof.oracle.conformance.requests import drawn
from ldproof.oracle.conformance.slip import Slip
from ldproof.oracle.conformance.slips import SLIPS
from ldproof.oracle.ops import answered
from ldproof.oracle.vectors import Vector
from ldproof.oracle.vectors import vectors as shipped

GIVEN = (
    ("shots.report", {"T": "5", "m": "2", "r": "1/4", "odds": "81"}),
    ("shots.report", {"T": "4", "m": "2", "r": "1/4", "epsilon": "3"}),
    ("shots.report", {"T": "4", "m": "2", "r": "1/4", "report_odds": "3"}),
    ("chi2.algorithm_2", EXAMPLES["chi2.algorithm_2"].parameters),
    ("sketch.kary", {"w": "4", "d": "2", "odds": "3"}),
    ("counting.glance", {"T": "4", "odds": "3"}),
)


def asked(name: str, given: Mapping[str, str]) -> list[Vector]:
    """Some vectors of every kind, and a formula."""
    found = [*drawn(name, dict(given))]
    some = [each for each in found if each.kind == "randomize"][:16]
    return some + [each for each in found if each.kind != "randomize"]


@pytest.fixture(scope="module")
def vectors() -> list[Vector]:
    """Those of every mechanism, and two of a formula."""
    formula = [
        {"op": "eval", "formula": "shots.p", "parameters": {"T": "5", "m": "2", "r": r, "odds": "9"}}
        for r in ("0", "1/4")
    ]
    # Coins as they fall have no ties and no decoys.
    edges = [
        each
        for each in shipped(kinds=["randomize"])
        if each.answer and each.request["mechanism"] == "shots.report" and {"tie", "decoy"} & {*each.flags}
    ]
    return [
        *(each for name, given in GIVEN for each in asked(name, given)),
        *edges,
        *(Vector("formula", request, (), answered(request), None) for request in formula),
    ]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.words)
def test_a_slip_is_named(slip: Slip, vectors: list[Vector]) -> None:
    """By all answers of one op together, those that it gets right left out; never as no slip at all."""
    answers = [
        (vector, answer)
        for vector in vectors
        for answer in [next(iter(slip.answers(vector.request)), None)]
        if answer is not None
    ]
    wrong = [each for each in (judged(vector, answer, 16) for vector, answer in answers) if each.difference]
    if "character" in slip.words and not wrong:
        return  # so long is no output here
    assert wrong
    for op, found in each_explained(wrong).items():
        assert found.reproduces == found.of, (op, found)
        same = {each.words: each for each in SLIPS}[found.words]
        some = [each for each in wrong if each.vector.request["op"] == op][:24]
        assert all(
            any(difference(one, each.answer) is None for one in same.answers(each.vector.request))
            for each in some
        )
    assert any(found.words == slip.words for found in each_explained(wrong).values()), each_explained(wrong)


def test_what_nobody_knows_is_not_explained(vectors: list[Vector]) -> None:
    reports = [
        each for each in vectors if each.kind == "randomize" and each.request["mechanism"] == "shots.report"
    ]
    wrong = [judged(each, {"outputs": ["01-xy"]}, 16) for each in reports]
    assert all(each.difference for each in wrong)
    assert explained(wrong) is None
    assert explained([]) is None
