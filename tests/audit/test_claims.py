"""What a program may claim, and on which pairs of inputs it can be tried."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.audit import BLACK_BOX, Pair, claim, pairs
from ldproof.audit.claims import Written
from ldproof.catalogue import MECHANISMS
from ldproof.law import Infinite
from ldproof.mechanisms import LEVELS, Level
from ldproof.numbers import ball
from ldproof.programs import Value
from ldproof.rejections import Reason
from tests.reference.refusals import refused

CHI = {"m1": "5", "m2": "5", "tau": "3.84"}


def test_odds_are_those_of_the_whole_budget() -> None:
    """One report's odds are 2, and there are three reports."""
    assert claim("shots.report", {"T": "5", "m": "3", "report_odds": "2"}).odds == 8
    assert claim("shots.report", {"T": "5", "m": "3", "odds": "2"}).odds == 2


def test_the_odds_are_not_below_an_epsilon() -> None:
    made = claim(BLACK_BOX, {"epsilon": "1"})
    assert 0 < float(made.odds - Fraction(2718281828459045, 10**15)) < 1e-15
    assert ball(made.epsilon) == 1


def test_at_event_level_they_are_one_reports() -> None:
    assert claim("counting.borappor", {"T": "3", "odds": "27"}, "event").odds == 3


def test_a_law_that_keeps_more_is_held_to_its_budget() -> None:
    """What is claimed is epsilon, and not to be this very program."""
    made = claim("chi2.algorithm_2", {**CHI, "odds": "3"})
    assert made.mechanism is not None
    assert made.odds == 3
    kept = made.mechanism.privacy("user").epsilon
    assert not isinstance(kept, Infinite)
    assert ball(kept) < ball(made.epsilon)


def test_without_a_budget_the_law_says_what_is_claimed() -> None:
    assert claim("sketch.unary", {"w": "4", "d": "2", "p": "1/4", "q": "3/4"}).odds == 9


def test_a_black_box_has_parameters_of_its_own() -> None:
    given: Mapping[str, Written] = {"odds": "3", "colours": ["red", "blue"]}
    assert claim(BLACK_BOX, given).parameters == given


@pytest.mark.parametrize(
    ("name", "given", "level", "reason"),
    [
        (BLACK_BOX, {}, "user", Reason.BUDGET_NOT_UNIQUE),
        (BLACK_BOX, {"epsilon": "1", "odds": "3"}, "user", Reason.BUDGET_NOT_UNIQUE),
        (BLACK_BOX, {"epsilon": "1"}, "event", Reason.UNKNOWN_NAME),
        (BLACK_BOX, {"epsilon": "21"}, "user", Reason.OUT_OF_RANGE),
        (BLACK_BOX, {"epsilon": "one"}, "user", Reason.NOT_A_NUMBER),
        ("shots.report", {"T": "3", "m": "1", "epsilon": "30"}, "user", Reason.OUT_OF_RANGE),
        ("shots.report", {"T": "3", "epsilon": "1"}, "user", Reason.MISSING),
        ("shots.reports", {}, "user", Reason.UNKNOWN_NAME),
    ],
)
def test_what_is_refused(name: str, given: Mapping[str, Written], level: Level, reason: Reason) -> None:
    with refused(reason):
        claim(name, given, level)


@pytest.mark.parametrize("epsilon", ["20", "1e-6"])
def test_nearly_all_budgets_can_be_audited(epsilon: str) -> None:
    assert claim(BLACK_BOX, {"epsilon": epsilon}).odds > 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MECHANISMS)
def test_the_worst_pair_is_written_as_it_is_read(name: str, level: Level) -> None:
    given = {"shots": {"T": "3", "m": "2"}, "counting": {"T": "3"}, "chi2": CHI, "sketch": {"w": "4"}}
    made = dict(given[name.partition(".")[0]])
    if name.startswith("sketch") and name != "sketch.per_user":
        made["d"] = "2"
    made |= {"p": "1/4", "q": "3/4"} if name == "sketch.unary" else {"odds": "3"}
    made |= {"beta": "1/2"} if name == "chi2.beta_optimal" else {}
    known = claim(name, made, level)
    (pair,) = pairs(known, [])
    assert known.mechanism is not None
    assert known.worst is not None
    assert known.mechanism.secrets.read(str(pair.one)) == known.worst.likely
    assert known.mechanism.secrets.read(str(pair.other)) == known.worst.unlikely
    assert pairs(known, [pair.sides()]) == (pair,)


def test_pairs_of_a_black_box_are_as_they_are_given() -> None:
    made = claim(BLACK_BOX, {"odds": "3"})
    assert pairs(made, [((1, 0), None), (1, 1.0), (1, True)]) == (
        Pair((1, 0), None),
        Pair(1, 1.0),
        Pair(1, other=True),
    )


@pytest.mark.parametrize(
    ("name", "given", "level", "asked", "reason"),
    [
        (BLACK_BOX, {"odds": "3"}, "user", [], Reason.MISSING),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", "a")], Reason.REPEATED),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", "b"), ("b", "a")], Reason.REPEATED),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", 10**400)], Reason.NOT_A_VALUE),
        ("shots.report", {"T": "2", "m": "1", "odds": "3"}, "user", [("01", "012")], Reason.WRONG_LENGTH),
        ("shots.report", {"T": "2", "m": "1", "odds": "3"}, "user", [("01", 10)], Reason.NOT_A_VALUE),
        ("shots.report", {"T": "2", "m": "1", "odds": "3"}, "event", [("01", "10")], Reason.OUT_OF_RANGE),
        ("chi2.optimal", {**CHI, "odds": "3"}, "user", [("1,2", "1,4")], Reason.OUT_OF_RANGE),
        ("chi2.optimal", {**CHI, "odds": "3"}, "user", [("1,2", "01,2")], Reason.REPEATED),
        ("chi2.algorithm_1_y2", {**CHI, "odds": "3"}, "user", [("1,2", "1,3")], Reason.OUT_OF_RANGE),
        ("chi2.optimal", {**CHI, "m1": "500", "odds": "3"}, "user", [], Reason.MISSING),
    ],
)
def test_pairs_that_are_refused(
    name: str,
    given: Mapping[str, Written],
    level: Level,
    asked: list[tuple[Value, Value]],
    reason: Reason,
) -> None:
    made = claim(name, given, level)
    with refused(reason):
        pairs(made, asked)


def test_pairs_of_neighbours() -> None:
    tables = claim("chi2.optimal", {**CHI, "m1": "500", "odds": "3"})
    assert pairs(tables, [("7,2", "7,3")]) == (Pair("7,2", "7,3"),)
    rounds = claim("shots.report", {"T": "2", "m": "1", "odds": "3"}, "event")
    assert pairs(rounds, [("01", "11")]) == (Pair("01", "11"),)
