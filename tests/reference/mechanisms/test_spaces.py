"""Spaces of few values, and what is said of a space as text."""

from functools import partial

import pytest

from ldproof.codec.values import Value
from ldproof.mechanisms import Finite, from_text, json_of, text_of, to_text, valid
from ldproof.rejections import Reason
from tests.reference.refusals import refused

NUMBERS = Finite((0, 1, 2))
WORDS = Finite(("yes", "no", "7"))
MIXED: Finite[Value] = Finite(("1", 1, True, None, 1.0, (1, "a"), ()))


@pytest.mark.parametrize("space", [NUMBERS, WORDS, MIXED])
def test_what_is_written_is_read_to_the_type(space: Finite[Value]) -> None:
    for each in space:
        for again in (
            space.read(space.write(each)),
            from_text(space, to_text(space, each)),
            valid(space, each),
        ):
            assert repr(again) == repr(each)
        assert json_of(space, to_text(space, each)) == space.write(each)


@pytest.mark.parametrize(
    ("space", "text", "means"),
    [(NUMBERS, "2", 2), (WORDS, "yes", "yes"), (WORDS, "7", "7"), (MIXED, "1", 1), (MIXED, '"1"', "1")],
)
def test_text_means_itself_where_all_values_are_texts_and_otherwise_json(
    space: Finite[Value], text: str, means: Value
) -> None:
    assert repr(from_text(space, text)) == repr(means)


def test_a_list_is_read_as_a_tuple() -> None:
    assert MIXED.read([1, "a"]) == (1, "a")


@pytest.mark.parametrize("thing", [3, True, 1.0, "1", None, (0,), [0, 1]])
def test_what_is_none_of_the_values_is_refused(thing: Value) -> None:
    """And a refusal says what there is, and not what was there."""
    anything = Finite[Value](NUMBERS.values)
    for ask in (anything.read, anything.write, partial(valid, anything)):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            ask(thing)
        assert refusal.value.accepted == "one of 0, 1, 2"


def test_what_is_no_json_is_refused() -> None:
    for thing in (object(), {1}, 1j, float("nan"), b"1"):
        with refused(Reason.NOT_A_VALUE):
            NUMBERS.read(thing)
    with refused(Reason.NOT_A_VALUE):
        from_text(NUMBERS, "[1")


def test_no_value_is_there_twice() -> None:
    assert len([*Finite((1, 1.0, True))]) == 3
    with refused(Reason.REPEATED):
        Finite((1, 2, 1))


def test_a_text_is_no_number() -> None:
    assert text_of("7") == "7"
    with refused(Reason.NOT_A_VALUE):
        text_of(7)
