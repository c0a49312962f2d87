"""Mechanisms, their examples, descriptions, laws and collectors by name; and that every formula is in the catalogue."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path

from jsonschema import Draft202012Validator

import ldproof
from ldproof import results
from ldproof.errors import Reason
from ldproof.numbers import Enclosure
from ldproof.parameters import parameter_named
from ldproof.registry import (
    DECISIONS,
    DESCRIPTIONS,
    ESTIMATES,
    EXAMPLES,
    MECHANISMS,
    ROOMS,
    SYSTEMS,
    all_formulas,
    find_formula,
    make_collector,
    make_decider,
    make_mechanism,
    request_of_function,
)
from ldproof.results import Certified, read_law
from tests.oracle.contract.specimens import Missing, Negative, SumsToMore
from tests.reference.refusals import refused

EXACT = make_mechanism("shots.report", {"T": 3, "m": 1, "r": 0, "odds": 3})
IRRATIONAL = make_mechanism("shots.report", {"T": 3, "m": 1, "r": 0, "epsilon": 1})


def test_every_mechanism_has_domains_an_example_a_description_and_a_collector() -> None:
    for name in MECHANISMS:
        asked = request_of_function(MECHANISMS[name])
        assert all(asked.domain(each) for each in asked.names)
        example = EXAMPLES[name]
        known = make_mechanism(name, example.parameters)
        assert known.likelihood(known.secrets.read(example.input), known.outputs.read(example.output)) > 0
    assert {*EXAMPLES} == {*MECHANISMS}
    assert {*DESCRIPTIONS} == {name for name in MECHANISMS if name.partition(".")[0] in SYSTEMS}
    assert len({*DESCRIPTIONS.values()}) == len(DESCRIPTIONS)
    assert all(words.endswith(".") for words in DESCRIPTIONS.values())
    assert {*ESTIMATES, *DECISIONS} == {*MECHANISMS}
    assert {*ESTIMATES} & {*DECISIONS} == {"shots.report"}
    for name in ESTIMATES:
        own, more = request_of_function(MECHANISMS[name]), request_of_function(ESTIMATES[name])
        assert {*own.required} <= {*more.required}
        assert own.budget == more.budget
        assert {*more.names} - {*own.names} in ({"N"}, {"N", "clipped"}, {"collision", "estimator"})


def test_every_public_formula_is_in_the_catalogue() -> None:
    """Whatever a system's module lists as public is a formula."""
    house = Path(ldproof.__file__ or "").parent
    modules = {f"{system}.{path.stem}" for system in SYSTEMS for path in (house / system).glob("[!_]*.py")}
    assert {each for each in modules if hasattr(import_module(f"ldproof.{each}"), "__all__")} == set(ROOMS)
    count = sum(len(import_module(f"ldproof.{room}").__all__) for room in ROOMS)
    assert len(all_formulas()) == count > 0
    for each in all_formulas().values():
        assert find_formula(each.name) is each
        assert all(each.request.domain(name) for name in each.request.names)
        assert all(parameter_named(name, each.request.system).meaning for name in each.request.names)
        assert each.summary.endswith(".")
        Draft202012Validator.check_schema(each.request.schema())
    decides = [find_formula(f"shots.{name}").decides for name in ("p", "c_star", "best_m")]
    assert [find_formula("shots.p").ordered, *decides] == [False, False, True, True]


def test_collectors_by_name() -> None:
    given = {"T": "1", "odds": "3", "N": "1"}
    said = make_collector("counting.glance", given)({"reports": ["1"]})
    assert [each.exact for each in said if each is not None] == [3 / 2]
    given |= {"m": "1", "theta": "1"}
    assert make_decider("shots.report", given)({"reports": ["1"]}) == ["up"]


def test_exact_law_by_hand() -> None:
    """Each round is the one that is reported in with probability 1/3, and then the truth is told three times in four."""
    reading = read_law(EXACT, "shots.report", "101", None, 20)
    shares = {"000": Fraction(5, 12), "001": Fraction(1, 4), "010": Fraction(1, 12), "100": Fraction(1, 4)}
    assert {output: share.exact for output, share in reading.items()} == shares
    assert reading.user
    assert reading.event
    assert reading.user.odds == reading.event.odds == Certified(Fraction(3))
    one = read_law(EXACT, "shots.report", "101", "001", 5)
    found = one.members()
    assert one.user
    assert one.event
    assert found["law"] == [{"output": "001", "exact": "1/4"}]
    assert found["event"] == one.event.members()
    assert one.user.members()["odds"] == {"exact": "3/1"}
    for known in (EXACT, IRRATIONAL):
        assert read_law(known, "shots.report", "101", "110", 20).probabilities == {
            "110": Certified(Fraction(0))
        }


def test_irrational_law_is_enclosed() -> None:
    reading = read_law(IRRATIONAL, "shots.report", "101", None, 20)
    assert list(reading.probabilities) == ["000", "001", "010", "100"]
    shares = [share.value for share in reading.values() if isinstance(share.value, Enclosure)]
    assert len(shares) == 4
    assert sum(share.lower for share in shares) < 1 < sum(share.upper for share in shares)
    assert reading.user
    assert reading.event
    assert reading.user.epsilon == reading.event.epsilon == Certified(Fraction(1))


def test_law_of_too_many_outputs_is_given_for_one() -> None:
    long = make_mechanism("shots.report", {"T": 40, "m": 1, "odds": 3})
    with refused(Reason.TOO_MANY_OUTCOMES):
        read_law(long, "shots.report", "0" * 40, None, 20)
    assert read_law(long, "shots.report", "0" * 40, "0" * 40, 20).probabilities == {
        "0" * 40: Certified(Fraction(3, 4))
    }


def test_broken_law_is_refused() -> None:
    for broken, why in (
        (SumsToMore(), "add up to"),
        (Missing(), "add up to"),
        (Negative(), "0 has a probability below 0"),
    ):
        with refused(Reason.NOT_A_LAW) as refusal:
            read_law(broken, "broken", "2", None, 20)
        assert why in refusal.value.what


SHOTS = {"m": "2", "T": "3", "r": "0", "odds": 9}
REFUSED: tuple[tuple[Reason, Callable[..., object], str, dict[str, object]], ...] = (
    (Reason.UNKNOWN_NAME, make_mechanism, "shots.reports", {}),
    (Reason.BUDGET_NOT_UNIQUE, make_mechanism, "shots.report", {"T": 3, "m": 1}),
    (Reason.MISSING, make_mechanism, "shots.report", {"T": 3, "odds": 3}),
    (Reason.UNKNOWN_PARAMETER, make_mechanism, "shots.report", {"T": 3, "m": 1, "odds": 3, "x": 1}),
    (Reason.OUT_OF_RANGE, make_mechanism, "shots.report", {"T": 3, "m": 4, "odds": 3}),
    (Reason.UNKNOWN_NAME, make_mechanism, "counting.rappor", {"T": 3, "odds": 3}),
    (Reason.BUDGET_NOT_UNIQUE, make_mechanism, "counting.glance", {"T": 3}),
    (Reason.OUT_OF_RANGE, make_mechanism, "counting.glance", {"T": 0, "odds": 3}),
    (Reason.UNKNOWN_PARAMETER, make_mechanism, "counting.borappor", {"T": 3, "report_odds": 3}),
    (Reason.UNKNOWN_PARAMETER, make_mechanism, "counting.harmony", {"T": 3, "m": 1, "odds": 3}),
    (Reason.OUT_OF_RANGE, results.evaluate_formula, "shots.p", {**SHOTS, "m": 4}),
    (Reason.TOO_LARGE, results.evaluate_formula, "shots.p", {**SHOTS, "m": "9" * 5000}),
    (Reason.BUDGET_NOT_UNIQUE, results.evaluate_formula, "shots.p", {"m": "2", "T": "3", "r": "0"}),
    (Reason.UNKNOWN_PARAMETER, results.evaluate_formula, "shots.user_epsilon", {"report_odds": 3}),
    (Reason.UNKNOWN_NAME, results.evaluate_formula, "shots.nothing", {}),
    (Reason.UNKNOWN_NAME, make_collector, "chi2.optimal", {}),
    (Reason.MISSING, make_decider, "shots.report", {"T": "1", "m": "1", "odds": "3", "N": "1"}),
)


def test_wrong_requests_are_refused() -> None:
    for reason, function, name, given in REFUSED:
        with refused(reason):
            function(name, given, *[20] * (function is results.evaluate_formula))
    with refused(Reason.OUT_OF_RANGE):
        results.evaluate_formula("shots.p", SHOTS, 0)
    with refused(Reason.UNKNOWN_NAME) as refusal:
        find_formula("p")
    assert refusal.value.accepted == "shots.p"
