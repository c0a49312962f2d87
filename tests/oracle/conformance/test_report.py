"""Reports of a finding: wrong means by mechanism and parameters, and goodness of fit as JSON."""

from dataclasses import replace
from fractions import Fraction
from math import inf

from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest
from ldproof.oracle.conformance.comparison import Difference
from ldproof.oracle.conformance.conforming import BiasCheck, ReplayedVector, ReplayOutcome
from ldproof.oracle.conformance.fit import LawFit
from ldproof.oracle.conformance.report import fit_as_json, format_failure, wrong_biases
from ldproof.oracle.vectors import Vector
from ldproof.programs import Description


def test_wrong_means_are_counted_by_mechanism_and_parameters() -> None:
    widths = ["2"] * 3 + ["4"] * 2 + ["8"]
    checks = [BiasCheck("theirs.mean", {"w": w}, "0", 1, 0.5, 0, biased=True) for w in widths]
    right = BiasCheck("theirs.mean", {"w": "8"}, "0", 1, 0.0, 0, biased=False)
    finding = ConformanceFinding(
        ConformanceRequest("theirs.mean"), Description("theirs", ()), [], {}, {}, [*checks, right]
    )
    three, two, one = wrong_biases(finding)
    assert three.endswith("(and 2 more such means)")
    assert two.endswith("(and 1 more such mean)")
    assert "more" not in one


def test_json_has_a_logarithm_only_where_it_is_finite() -> None:
    for logarithm, written in ((1.5, 1.5), (inf, None)):
        fit = LawFit(
            10,
            Fraction(1, 100),
            logarithm,
            different=True,
            observation="",
            explanation=None,
            sees="",
            constant=False,
            needed=1,
        )
        assert fit_as_json("theirs.law", fit)["logarithm"] == written


def test_failure_tells_what_the_reference_draws() -> None:
    """From the vector's steps, which say where a program went another way."""
    vector = Vector(
        "randomize",
        {"op": "randomize"},
        (),
        {"outputs": ["010"]},
        None,
        beside={"steps": {"rounds": [2], "digits": {}, "read": [2, 34, 50]}},
    )
    failure = ReplayedVector(vector, ReplayOutcome.DIFFERS, {}, Difference("outputs", "'010'", "'000'"))
    found = format_failure(failure)
    assert "found '000'; the reference draws rounds 2, draw 2 reads 32 bytes; asked: {" in found
    assert "the reference draws" not in format_failure(replace(failure, vector=replace(vector, beside={})))
