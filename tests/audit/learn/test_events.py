"""Features of outputs, and the events made from them."""

import json
from collections import Counter
from math import inf

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ldproof import serialization
from ldproof.auditor import parse_claim
from ldproof.auditor.learn.events import WORST, Event, count_events, is_valid_event
from ldproof.auditor.learn.features import PLAIN, Feature, Measure, ScoreRow, feature_column
from ldproof.auditor.learn.outputs import Outputs, parse_drawn_output, parse_drawn_outputs
from ldproof.errors import Reason
from ldproof.programs import DrawnOutput, Value
from tests.reference.refusals import refused
from tests.reference.states import with_state

BLACK = parse_claim("black-box", {"odds": "3"})
REPORT = parse_claim("shots.report", {"T": "3", "m": "1", "odds": "3"})
SKETCH = parse_claim("sketch.kary", {"w": "4", "d": "2", "odds": "3"})

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("01-", max_size=3)
VALUES: st.SearchStrategy[Value] = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4).map(tuple))
SCORE: tuple[ScoreRow, ...] = (
    (700, (("=", 1.0, ("place", "leaves", 0)),)),
    (-3, ((">=", 0.5, ("sum", "leaves")), ("=", 1.0, ("xor", "whole number", 62, 63)))),
)
FEATURES = st.sampled_from([*map(Feature, PLAIN)]) | st.sampled_from(
    [
        Feature("measure", ("place", "leaves", 1)),
        Feature("measure", ("count", "leaves", 49.0)),
        Feature("measure", ("path", "length of [0]")),
        Feature("score", score=SCORE),
    ]
)
EVENTS = st.builds(
    Event, FEATURES, st.frozensets(st.sampled_from(["0", "1", "1.0", "true", '"1"']), min_size=1)
) | (st.builds(Event, FEATURES, low=st.none() | st.floats(-2, 2), high=st.none() | st.floats(-2, 2)))


def test_feature_values() -> None:
    for output, feature, answer in (
        ("011", "output", '"011"'),
        ("011", "draw", '["011"]'),
        ((0, (1, (None, True))), "output", "[0,[1,[null,true]]]"),
        (None, "kind", "NoneType"),
        ("0.25", "number", 0.25),
        ("nan", "number", None),
        ("1e999", "number", None),
        (True, "number", None),
        ((1, 2), "number", None),
    ):
        found = PLAIN[feature](parse_drawn_output(BLACK, DrawnOutput(output).tally_key()))
        assert found == answer
        assert type(found) is type(answer)
    told, silent = (
        parse_drawn_output(BLACK, DrawnOutput(0, 17).tally_key()),
        parse_drawn_output(BLACK, DrawnOutput(0).tally_key()),
    )
    assert [PLAIN["taken"](each) for each in (told, silent)] == [17, None]
    assert [PLAIN["draw"](each) for each in (told, silent)] == ["[0,17]", "[0]"]


def test_outputs_of_a_mechanism_are_parsed_and_other_outputs_are_texts() -> None:
    assert parse_drawn_output(SKETCH, DrawnOutput("1:3").tally_key()).scalars == (1, 3)
    assert parse_drawn_output(REPORT, DrawnOutput("010").tally_key()).scalars == (0, 1, 0)
    assert parse_drawn_output(REPORT, DrawnOutput("000").tally_key()).worst
    assert not parse_drawn_output(REPORT, DrawnOutput("010").tally_key()).worst
    both = [
        PLAIN["worst, taken"](parse_drawn_output(REPORT, DrawnOutput(each, 16).tally_key()))
        for each in ("000", "010")
    ]
    assert both == ["[true,16]", "[false,16]"]
    for output in ("01", "0-0", "0102", None, 10, (0, 1, 0)):
        met = parse_drawn_output(REPORT, DrawnOutput(output).tally_key())
        assert (met.readable, met.worst) == (False, False)
        assert met.scalars == parse_drawn_output(BLACK, DrawnOutput(output).tally_key()).scalars
        assert "unreadable" in str(PLAIN["kind"](met))


def test_event_holds_for_its_outputs_only() -> None:
    cases: list[tuple[Event, list[Value], list[Value]]] = [
        (Event(Feature("output"), frozenset({'"1"', '"\\"a\\""'})), [1, "a"], [1.0, True, "1", ("a",)]),
        (Event(Feature("number"), low=1.0), [1, 1.5, "2"], [0, None, True, "x", (2,)]),
        (Event(Feature("number"), high=1.0), [0, "-1e9"], [1, None]),
        (Event(Feature("number"), low=0.0, high=1.0), [0, 0.5], [1, -0.5]),
    ]
    for event, inside, outside in cases:
        parsed = [parse_drawn_output(BLACK, DrawnOutput(each).tally_key()) for each in [*inside, *outside]]
        assert event.outputs_inside(Outputs(parsed)).tolist() == [True] * len(inside) + [False] * len(outside)


@given(EVENTS, st.lists(VALUES, max_size=12))
def test_event_is_unchanged_by_saving_and_by_other_outputs(event: Event, outputs: list[Value]) -> None:
    again = serialization.restore_state(Event, {}, serialization.save_state({}, event))
    assert is_valid_event(again)
    assert again == event
    assert str(again)
    keys = [DrawnOutput(each).tally_key() for each in outputs]
    met = [parse_drawn_output(BLACK, key) for key in keys]
    alone = [bool(event.outputs_inside(Outputs([each]))[0]) for each in met]
    assert again.outputs_inside(Outputs(met)).tolist() == event.outputs_inside(Outputs(met)).tolist() == alone
    distinct = parse_drawn_outputs(BLACK, {*keys})
    assert count_events([event, event], distinct, Counter(keys)) == [sum(alone)] * 2
    assert count_events([event], distinct, Counter(reversed(keys))) == [sum(alone)]


def test_measures_of_empty_outputs_and_zeros_do_not_depend_on_other_outputs() -> None:
    cases: list[tuple[Measure, list[Value]]] = [
        (("where the extreme is", "numbers", 1), [(), (3, 4)]),
        (("where the extreme is", "leaves", -1), ["", "ab"]),
        (("in", "[0]", "where the extreme is", "leaves", 1), [((), 1), ("ab", ())]),
        (("sum", "leaves"), [(-0.0,), (0.0,)]),
        (("extreme", "leaves", 1), [(-0.0, -1.0), (0, -1)]),
    ]
    for measure, outputs in cases:
        feature = Feature("measure", measure)
        met = [parse_drawn_output(BLACK, DrawnOutput(each).tally_key()) for each in outputs]
        for order in (met, met[::-1]):
            beside = feature_column(feature, Outputs(order))
            labels = [beside.labels[code] for code in beside.codes]
            alone = [feature_column(feature, Outputs([each])) for each in order]
            assert labels == [label for each in alone for label in each.labels]
            assert np.array_equal(beside.numbers, [each.numbers[0] for each in alone], equal_nan=True)


def test_invalid_events_and_features_are_refused() -> None:
    damages: list[dict[str, object]] = [
        {"feature": "output"},
        {"feature": {"name": "output"}},
        {"feature": {"name": "output", "measure": [10**400], "score": []}},
        {"feature": {"name": "score", "measure": [], "score": [[1, 2]]}},
        {"feature": {"name": "score", "measure": [], "score": [[1, [[1, "=", ["sum", "leaves"]]]]]}},
        {"low": "x"},
        {"low": inf},
        {"high": True},
        {"among": ["1", "1"]},
        {"among": [1]},
    ]
    event = Event(Feature("output"), frozenset({"1"}))
    for damage in damages:
        with refused(Reason.DAMAGED_STATE):
            serialization.restore_state(Event, {}, with_state(serialization.save_state({}, event), **damage))
    for feature in (
        Feature("outputs"),
        Feature("measure"),
        Feature("measure", ("place", "leaves", "x")),
        Feature("measure", ("place", "no such thing", 1)),
        Feature("measure", ("nothing", "leaves", 1)),
        Feature("measure", ("sum",)),
        Feature("score"),
        Feature("score", score=((1, (("<", 1.0, ("sum", "leaves")),)),)),
    ):
        assert not is_valid_event(Event(feature, frozenset({"1"})))


def test_events_in_words() -> None:
    long = Event(Feature("output"), frozenset({json.dumps(json.dumps("x" * 1000))}))
    assert len(str(long)) < 100
    assert str(WORST) == "foreseen by the mechanism"
    assert str(Event(Feature("number"), low=0.5, high=2.0)) == "number >= 0.5 and < 2"
    place = Feature("measure", ("place", "leaves", 3))
    assert str(Event(place, frozenset("12345"))) == "place (leaves, 3) in 1, 2, 3 and 2 more"
    assert str(Event(Feature("score", score=SCORE), low=7.0)).startswith(
        "score of 2 conditions (+700 if place (leaves, 0) = 1;"
    )
    assert str(Event(Feature("output"), frozenset({json.dumps('"a"')}))) == 'output in "a"'
