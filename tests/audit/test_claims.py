"""The claims that an audit accepts, and the pairs of inputs that it tests."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.auditor import BLACK_BOX, Pair, parse_claim, parse_pairs
from ldproof.auditor.claim import Written, refuse_option_keys
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, Level
from ldproof.numbers import ball
from ldproof.probability import Infinite
from ldproof.programs import Value
from ldproof.registry import MECHANISMS
from tests.reference.refusals import refused

CHI = {"m1": "5", "m2": "5", "tau": "3.84"}


def test_claimed_odds_are_those_of_the_whole_budget_at_each_level() -> None:
    """There are three reports with odds 2 each. For a mechanism without a budget, the law has the odds."""
    assert parse_claim("shots.report", {"T": "5", "m": "3", "report_odds": "2"}).odds == 8
    assert parse_claim("shots.report", {"T": "5", "m": "3", "odds": "2"}).odds == 2
    assert parse_claim("counting.borappor", {"T": "3", "odds": "27"}, "event").odds == 3
    assert parse_claim("sketch.unary", {"w": "4", "d": "2", "p": "1/4", "q": "3/4"}).odds == 9
    given: Mapping[str, Written] = {"odds": "3", "colours": ["red", "blue"]}
    assert parse_claim(BLACK_BOX, given).parameters == given
    made = parse_claim(BLACK_BOX, {"epsilon": "1"})
    assert 0 < float(made.odds - Fraction(2718281828459045, 10**15)) < 1e-15
    assert ball(made.epsilon) == 1
    assert all(parse_claim(BLACK_BOX, {"epsilon": epsilon}).odds > 1 for epsilon in ("20", "1e-6"))


def test_mechanism_below_its_budget_is_tested_at_its_budget() -> None:
    """The claim is epsilon, and not the tight epsilon of this mechanism."""
    made = parse_claim("chi2.algorithm_2", {**CHI, "odds": "3"})
    assert made.mechanism is not None
    assert made.odds == 3
    kept = made.mechanism.privacy("user").epsilon
    assert not isinstance(kept, Infinite)
    assert ball(kept) < ball(made.epsilon)


def test_invalid_claims_are_refused() -> None:
    cases: list[tuple[str, Mapping[str, Written], Level, Reason]] = [
        (BLACK_BOX, {}, "user", Reason.BUDGET_NOT_UNIQUE),
        (BLACK_BOX, {"epsilon": "1", "odds": "3"}, "user", Reason.BUDGET_NOT_UNIQUE),
        (BLACK_BOX, {"epsilon": "1"}, "event", Reason.UNKNOWN_NAME),
        (BLACK_BOX, {"epsilon": "21"}, "user", Reason.OUT_OF_RANGE),
        (BLACK_BOX, {"epsilon": "one"}, "user", Reason.NOT_A_NUMBER),
        (BLACK_BOX, {"epsilon": "1", "delta": "-1/100"}, "user", Reason.OUT_OF_RANGE),
        (BLACK_BOX, {"epsilon": "1", "delta": "1"}, "user", Reason.OUT_OF_RANGE),
        (BLACK_BOX, {"epsilon": "1", "delta": "two"}, "user", Reason.NOT_A_NUMBER),
        ("shots.report", {"T": "3", "m": "1", "epsilon": "30"}, "user", Reason.OUT_OF_RANGE),
        ("shots.report", {"T": "3", "epsilon": "1"}, "user", Reason.MISSING),
        ("shots.reports", {}, "user", Reason.UNKNOWN_NAME),
        ("d_bit_flip", {"T": "2", "bit_odds": "3", "w": "3", "d": "2"}, "event", Reason.OUT_OF_RANGE),
    ]
    for name, given, level, reason in cases:
        with refused(reason):
            parse_claim(name, given, level)


FUTURE_RAND = {"T": "4", "changes": "2", "sign_odds": "3", "fewest_flips": "0", "most_flips": "1"}


@pytest.mark.parametrize("level", LEVELS)
def test_worst_pair_is_written_in_the_input_format(level: Level) -> None:
    given = {"shots": {"T": "3", "m": "2"}, "counting": {"T": "3"}, "chi2": CHI, "sketch": {"w": "4"}}
    for name in MECHANISMS:
        made = dict(given[name.partition(".")[0]])
        if name.startswith("sketch") and name not in ("sketch.per_user", "sketch.local_hash"):
            made["d"] = "2"
        own = {
            "sketch.unary": {"p": "1/4", "q": "3/4"},
            "sketch.unary_all_rows": {"p": "1/4", "q": "3/4"},
            "counting.memoized": {"kept_odds": "4", "first_odds": "3"},
            "counting.loloha": {"kept_odds": "4", "first_odds": "3", "w": "3"},
            "counting.d_bit_flip": {"T": "1", "bit_odds": "3", "w": "3", "d": "2"},
            "counting.future_rand": {**FUTURE_RAND},
        }
        made |= own.get(name, {"odds": "3"})
        made |= {"beta": "1/2"} if name == "chi2.beta_optimal" else {}
        made |= {"m": "2"} if name == "counting.m_glance" else {}
        known = parse_claim(name, made, level)
        (pair,) = parse_pairs(known, [])
        assert known.mechanism is not None is not known.worst, name
        assert known.mechanism.secrets.read(str(pair.one)) == known.worst.likely, name
        assert known.mechanism.secrets.read(str(pair.other)) == known.worst.unlikely, name
        assert parse_pairs(known, [pair.both_inputs()]) == (pair,), name


SHOTS, TABLES = {"T": "2", "m": "1", "odds": "3"}, {**CHI, "odds": "3"}


def test_invalid_pairs_are_refused() -> None:
    cases: list[tuple[str, Mapping[str, Written], Level, list[tuple[Value, Value]], Reason]] = [
        (BLACK_BOX, {"odds": "3"}, "user", [], Reason.MISSING),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", "a")], Reason.REPEATED),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", "b"), ("b", "a")], Reason.REPEATED),
        (BLACK_BOX, {"odds": "3"}, "user", [("a", 10**400)], Reason.NOT_A_VALUE),
        ("shots.report", SHOTS, "user", [("01", "012")], Reason.WRONG_LENGTH),
        ("shots.report", SHOTS, "user", [("01", 10)], Reason.NOT_A_VALUE),
        ("shots.report", SHOTS, "event", [("01", "10")], Reason.OUT_OF_RANGE),
        ("chi2.optimal", TABLES, "user", [("1,2", "1,4")], Reason.OUT_OF_RANGE),
        ("chi2.optimal", TABLES, "user", [("1,2", "01,2")], Reason.REPEATED),
        ("chi2.algorithm_1_y2", TABLES, "user", [("1,2", "1,3")], Reason.OUT_OF_RANGE),
        ("chi2.algorithm_2", {**TABLES, "m1": "500"}, "user", [], Reason.MISSING),
    ]
    for name, given, level, asked, reason in cases:
        with refused(reason):
            parse_pairs(parse_claim(name, given, level), asked)


def test_pairs_keep_their_values() -> None:
    given: list[tuple[Value, Value]] = [((1, 0), None), (1, 1.0), (1, True)]
    assert parse_pairs(parse_claim(BLACK_BOX, {"odds": "3"}), given) == tuple(Pair(*each) for each in given)
    tables = parse_claim("chi2.optimal", {**TABLES, "m1": "500"})
    assert parse_pairs(tables, [("7,2", "7,3")]) == (Pair("7,2", "7,3"),)
    assert parse_pairs(parse_claim("shots.report", SHOTS, "event"), [("01", "11")]) == (Pair("01", "11"),)


def test_delta_is_claimed_beside_the_budget() -> None:
    assert parse_claim("black-box", {"epsilon": "1"}).delta == 0
    assert parse_claim("black-box", {"epsilon": "1", "delta": "0.05"}).delta == Fraction(1, 20)
    known = parse_claim("counting.glance", {"T": "1", "epsilon": "1", "delta": "1/100"})
    assert known.delta == Fraction(1, 100)
    assert known.mechanism is not None


def test_other_parameters_are_labels() -> None:
    """So is a name like a budget's with `label.` before it. Letters inside a longer word do not name a budget."""
    given = {"odds": "3", "label.max_delta": "1/5", "label.\u03b4": "1", "logits": "2", "deltas_file": "x"}
    assert parse_claim("black-box", given).labels == {
        "max_delta": "1/5",
        "\u03b4": "1",
        "logits": "2",
        "deltas_file": "x",
    }


def test_option_in_the_place_of_a_label_is_refused() -> None:
    """Words that only resemble a short option, and what is called a label, are none."""
    options = ("alpha", "state", "level", "samples", "pairs", "place", "seed", "svg")
    right = ("model", "version", "scale", "rate", "date", "price", "size", "label.alpha", "odds", "avg")
    refuse_option_keys(dict.fromkeys(right, "1"), options, "an option", "--{} {}")
    for key in ("alpha", "Alpha", "alhpa", "alph", "sampels", "pair", "seeds", "svg"):
        with refused(Reason.UNKNOWN_PARAMETER):
            refuse_option_keys({key: "1"}, options, "an option", "--{} {}")
