"""Draws as they were seen: their keys, and counting them."""

import json
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.codec.values import DEEPEST, Value, parsed
from ldproof.programs.seen import Seen, constant, seen, tally
from ldproof.rejections import Reason
from tests.reference.codec.test_values import VALUES
from tests.reference.refusals import refused
from tests.tiers import run_everything

DRAWS = st.builds(Seen, VALUES, st.none() | st.integers(0, 10**6))
KINDS: tuple[tuple[object, ...], ...] = (
    (0, 1),
    (*range(10),),
    (0, 1, True, False),
    (*range(-1, 12),),
    (3, 3.0, -0.0),
    (1, None, "1", "0,1"),
    ([0, 1], [0, 1], [1]),
    ([], [[0]], 2),
)
"""What long lists are of."""
CHANGED = st.sampled_from(
    [*'0123456789,[]-+. \n\te"', "00", "-1", "01", "true", "null", "²", "٣", "１", "[0]"]
)
"""What may come into a text somewhere."""


@given(DRAWS)
def test_key_is_read_as_its_draw(draw: Seen) -> None:
    assert repr(seen(draw.key())) == repr(draw)


@pytest.mark.parametrize(
    ("draw", "key"),
    [(Seen("101"), '["101"]'), (Seen("101", 16), '["101",16]'), (Seen(("101", 16)), '[["101",16]]')],
)
def test_key_is_json_of_output_and_coins(draw: Seen, key: str) -> None:
    assert draw.key() == key


def draw_list(kind: Sequence[object], size: int, chance: random.Random) -> list[object]:
    """A long list, in which most comes again and again."""
    return [chance.choice(kind) for _ in range(size)]


def tuples(thing: object) -> Value:
    """A value that JSON has, but for objects."""
    match thing:
        case list():
            return tuple(map(tuples, thing))
        case None | bool() | int() | float() | str():
            return thing
        case _:
            raise AssertionError(thing)


def assert_read_as_json(text: str) -> None:
    """A key is read as Python's JSON reads it, and nothing else is a key."""
    try:
        thing = json.loads(text)
    except ValueError:
        thing = None
    match thing:
        case [output]:
            expected = Seen(tuples(output))
        case [output, int(taken)] if type(taken) is int and taken >= 0:
            expected = Seen(tuples(output), taken)
        case _:
            with refused(Reason.NOT_A_VALUE):
                seen(text)
            return
    assert repr(seen(text)) == repr(expected)
    assert seen(text) == expected


@pytest.mark.parametrize("between", [",", ", ", ",\n", " ,"])
@settings(max_examples=8 if run_everything() else 2)
@given(st.integers(100, 300), st.randoms(use_true_random=False))
def test_long_lists_are_read_as_json_reads_them(between: str, size: int, chance: random.Random) -> None:
    """However they are spaced, and whatever is around them."""
    for kind in KINDS:
        text = json.dumps(draw_list(kind, size, chance), separators=(between, ":"))
        for around in ("[{}]", "[{},17]", "[{},-1]", "[[{},0]]", "[[{}]]", " [{} ]", "{}", "[{}"):
            assert_read_as_json(around.format(text))


@settings(max_examples=200 if run_everything() else 60)
@given(
    st.integers(1, 12) | st.integers(1, 300),
    CHANGED,
    st.floats(0, 1) | st.sampled_from([0.0, 1.0]),
    st.integers(0, 2),
    st.randoms(use_true_random=False),
)
def test_changed_lists_of_digits_are_read_as_json_reads_them(
    size: int, put: str, where: float, instead: int, chance: random.Random
) -> None:
    text = ",".join(map(str, draw_list(range(10), size, chance)))
    place = int(where * len(text))
    assert_read_as_json(f"[[{text[:place]}{put}{text[place + instead :]}]]")


@pytest.mark.parametrize(
    "listed", ["", "0,", ",0", "0,,1", "0;1", "0.1", "0 1", "00", "0,10", "-1", "0,1],1"]
)
def test_near_lists_of_digits_are_read_as_json_reads_them(listed: str) -> None:
    for end in ("]]", "]", ",2]"):
        assert_read_as_json(f"[[{listed}{end}")


@settings(max_examples=10)
@given(st.integers(0, 300), st.randoms(use_true_random=False))
def test_long_lists_are_written_as_json_writes_them(size: int, chance: random.Random) -> None:
    """Also after they were read."""
    for kind in KINDS:
        listed = draw_list(kind, size, chance)
        key = json.dumps([listed], separators=(",", ":"))
        assert Seen(tuples(listed)).key() == key
        assert seen(key).key() == key


def test_output_may_be_as_deep_as_a_value() -> None:
    deepest = parsed("[" * DEEPEST + "]" * DEEPEST)
    for draw in (Seen(deepest), Seen(deepest, 1)):
        assert seen(draw.key()) == draw


@pytest.mark.parametrize("key", ["[]", "1", "[1,2,3]", "[1,-1]", "[1,true]", "[1,null]", '[1,"2"]', "[1", ""])
def test_text_that_is_no_key_is_refused(key: str) -> None:
    with refused(Reason.NOT_A_VALUE):
        seen(key)


@given(st.lists(DRAWS, max_size=5), st.lists(DRAWS, max_size=5), st.randoms(use_true_random=False))
def test_tally_knows_no_order_and_adds_up(one: list[Seen], other: list[Seen], chance: random.Random) -> None:
    shuffled = [*one, *other]
    chance.shuffle(shuffled)
    assert tally(one) + tally(other) == tally(shuffled)
    assert tally(one).total() == len(one)


def test_values_that_python_takes_for_equal_are_counted_apart() -> None:
    seen = [Seen(output) for output in (1, True, 1.0, "1", 1)]
    assert tally([*seen, Seen(1, 0)]) == Counter({"[1]": 2, "[true]": 1, "[1.0]": 1, '["1"]': 1, "[1,0]": 1})


def test_constant_is_one_and_the_same_output() -> None:
    """However many coins it took, and with whatever inputs; nothing at all is not one."""
    same = [Counter({'["0",16]': 3}), Counter({'["0",32]': 1, '["0"]': 2}), Counter()]
    assert constant(same)
    assert not constant([*same, Counter({'["1"]': 1})])
    assert not constant([*same, Counter({"[0]": 1})])
    assert not constant([])
