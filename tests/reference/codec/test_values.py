"""Values: which objects are values, and that each has one text."""

import json
from collections.abc import Callable
from math import inf, nan
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from ldproof import json_values as codec
from ldproof.errors import Reason
from ldproof.json_values import (
    DEEPEST,
    Members,
    Value,
    canonical_text,
    parse_canonical,
    parse_value,
    strict_json,
)
from tests.reference.refusals import refused

NUMBERS = st.integers(-(2**1000), 2**1000) | st.floats()
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES: st.SearchStrategy[Value] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner).map(tuple) | st.dictionaries(TEXTS, inner).map(parse_value),
    max_leaves=8,
)

MOST = int(float.fromhex("0x1.fffffffffffffp+1023"))
"""The largest whole number."""
DEEP: object = 0
for _ in range(DEEPEST):
    DEEP = [DEEP]


def same(one: object, other: object) -> bool:
    """Whether two values are the same, their types and signs of zero, too."""
    return repr(one) == repr(other)


@given(VALUES, VALUES)
def test_canonical_text_is_parsed_to_its_value_and_to_no_other(thing: Value, other: Value) -> None:
    text = canonical_text(thing)
    assert same(parse_canonical(text), thing)
    assert text.isascii()
    assert "\n" not in text
    assert (text == canonical_text(other)) == same(thing, other)


def test_values_that_python_takes_for_equal_have_different_texts() -> None:
    pairs: list[tuple[Value, Value]] = [
        *((1, True), (1, 1.0), (0.0, -0.0), ("1", 1), (None, False), ((), None), ((1,), 1), (nan, inf)),
        *((inf, -inf), (nan, None), (nan, "NaN"), (Members(()), ())),
        (Members((("a", 1),)), (("a", 1),)),
    ]
    assert [pair for pair in pairs if canonical_text(pair[0]) == canonical_text(pair[1])] == []


def test_text_is_parsed_as_json() -> None:
    meant: dict[str, Value] = {
        "[1, [2.50, null]]": (1, (2.5, None)),
        ' "\\u00e9\\ud83d\\ude00" ': "é😀",
        "1e2": 100.0,
        "-0": 0,
        "true\r\n": True,
        "{}": Members(()),
        '{"b": [{"c": 1}], "a": null}': Members((("a", None), ("b", (Members((("c", 1),)),)))),
        "[NaN, -Infinity, 1e999]": (nan, -inf, inf),
        str(MOST): MOST,
    }
    assert [text for text, thing in meant.items() if not same(parse_canonical(text), thing)] == []


@given(VALUES)
def test_values_that_json_lacks_are_written_as_their_text(thing: Value) -> None:
    """Also where it is inside of others; and nothing else is taken for that."""
    said = json.loads(json.dumps(strict_json(thing), default=codec.encode_members, allow_nan=False))
    named = isinstance(said, dict) and said.keys() == {"canonical"}
    assert canonical_text(
        parse_canonical(said["canonical"]) if named else parse_value(said)
    ) == canonical_text(thing)


def test_strict_json_of_a_value() -> None:
    two = Members((("canonical", 1), ("d", 2)))
    for thing, said in (
        (nan, {"canonical": "NaN"}),
        ((1, -inf), {"canonical": "[1,-Infinity]"}),
        (Members((("a", inf),)), {"canonical": '{"a":Infinity}'}),
        (Members((("canonical", "NaN"),)), {"canonical": '{"canonical":"NaN"}'}),
        *((two, two), ("NaN", "NaN")),
    ):
        assert strict_json(thing) == said


def test_text_of_nan_and_objects_is_read_where_it_may_be() -> None:
    for text in ("NaN", "[1,-Infinity]", '{"a":Infinity}'):
        assert canonical_text(parse_canonical(text)) == text
        with refused(Reason.NOT_A_VALUE):
            codec.load_json(text)
    assert codec.load_json('{"a": [1, {"b": 2}]}') == {"a": [1, {"b": 2}]}
    with refused(Reason.NOT_A_VALUE):
        codec.load_json('{"a": {"b": 1, "b": 1}}')


NO_TEXTS = (
    *("", "{", "{1: 2}", "nan", "-NaN", "'a'", "[1,]", "01", "1 2", "\ufeff1", "nul", '"\\ud800"', '"a\nb"'),
    *('{"a": 1, "a": 1}', "9" * 400, "9" * 5000, str(MOST + 1)),
    *('{"a": ' * 17 + "1" + "}" * 17, "[" * 17 + "]" * 17, "[" * 100_000),
)
NO_VALUES: tuple[object, ...] = (
    *(2**1024, b"a", {1}, {1: 2}, {"\udfff": 1}, {"a": {2}}, [object()], "\udfff", 1j, range(3), [DEEP]),
    *([0, MOST + 1, 1], [0, -MOST - 1, 1]),
)


def test_texts_and_objects_that_are_no_values_are_refused() -> None:
    texts = ((parse_canonical, text) for text in NO_TEXTS)
    things = ((function, thing) for function in (parse_value, canonical_text) for thing in NO_VALUES)
    calls: list[tuple[Callable[[Any], object], Any]] = [*texts, *things]
    for function, given_wrong in calls:
        with refused(Reason.NOT_A_VALUE):
            function(given_wrong)


def test_lists_become_tuples_down_to_the_deepest() -> None:
    """Whole numbers in them are as large as floats; and no truth is taken for one."""
    assert canonical_text(DEEP) == "[" * DEEPEST + "0" + "]" * DEEPEST
    deep_objects = '{"a":' * DEEPEST + "0" + "}" * DEEPEST
    assert canonical_text(parse_canonical(deep_objects)) == deep_objects
    assert hash(parse_value(DEEP)) == hash(parse_canonical(canonical_text(DEEP)))
    assert same(parse_value([MOST, -MOST, 0]), (MOST, -MOST, 0))
    assert same(parse_value([1, True, 0]), (1, True, 0))


@given(st.text(), st.integers(1, 50))
def test_quoted_text_is_short_and_harmless(text: str, most: int) -> None:
    quoted = codec.shorten_text(text, most)
    assert quoted.isprintable()
    assert quoted.endswith("...") == (len(text) > most)
    assert len(quoted) <= 10 * most + 5


def test_functions_of_python_are_given_dictionaries() -> None:
    given = parse_value([{"a": [1, {"b": None}]}, "x"])
    assert codec.in_python(given) == ({"a": (1, {"b": None})}, "x")
    assert canonical_text(codec.in_python(given)) == canonical_text(given)


@example("0,1,5,9")
@given(st.text("0159,-. ٣²"))
def test_numbers_of_one_digit_are_read_as_json_reads_them(text: str) -> None:
    """And nothing else is."""
    try:
        listed = json.loads(f"[{text}]")
    except ValueError:
        listed = []
    single = all(type(each) is int and 0 <= each <= 9 for each in listed)
    written = listed and single and text == ",".join(map(str, listed))
    assert same(codec.parse_single_digits(text), tuple(listed) if written else None)
